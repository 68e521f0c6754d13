//! The opening rules and their stages.
//!
//! - `free`: none; black and white in turn.
//! - `pro`: black 1 in the centre; black 2 (the third stone) at least three lines from it, outside
//!   the central 5×5.
//! - `longpro`: as pro, but outside the central 7×7.
//! - `swap`: the first player places three stones; the other takes a colour.
//! - `swap2`: three stones; the other takes a colour, or places two more and leaves the choice to
//!   the first.
//! - `rif`: stone 1 in the centre, 2 beside it, 3 in the central 5×5 (the 26 openings); swap; white
//!   places 4; black offers two fifth stones, white keeps one.
//! - `yamaguchi`: the opening as in rif, with the number of fifth stones (1–12); swap; white places
//!   4; black offers so many, white keeps one.
//! - `soosorv8`: the opening as in rif; swap; white places 4 and names a number of fifth stones
//!   (1–8); swap; black offers so many, white keeps one.
//! - `taraguchi10`: stone 1 in the centre, 2 in the central 3×3, 3 in the 5×5, 4 in the 7×7, a swap
//!   after each; then either 5 in the 9×9 and a swap, or (no swap after 4 having been taken) black
//!   offers ten fifth stones anywhere and white keeps one.

use super::stage::{Choice, OpeningSide, Stage, Zone};
use std::fmt;

/// An opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OpeningRule {
    /// No rule.
    Free,
    /// The third stone outside the central 5×5.
    Pro,
    /// The third stone outside the central 7×7.
    LongPro,
    /// Three stones and a choice of colours.
    Swap,
    /// Three stones, a choice of colours, or two more stones.
    Swap2,
    /// The 26 openings, a swap, two fifth stones.
    Rif,
    /// The 26 openings, a declared number of fifth stones, a swap.
    Yamaguchi,
    /// The 26 openings, a swap, a declared number of fifth stones after the fourth, a swap.
    Soosorv8,
    /// Swaps after each of the first stones, or ten fifth stones.
    Taraguchi10,
}

impl OpeningRule {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Free,
        Self::Pro,
        Self::LongPro,
        Self::Swap,
        Self::Swap2,
        Self::Rif,
        Self::Yamaguchi,
        Self::Soosorv8,
        Self::Taraguchi10,
    ];

    /// The name in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro => "pro",
            Self::LongPro => "longpro",
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Rif => "rif",
            Self::Yamaguchi => "yamaguchi",
            Self::Soosorv8 => "soosorv8",
            Self::Taraguchi10 => "taraguchi10",
        }
    }

    /// The rule of this name, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(name))
    }

    /// The stages in order, given the choices made so far.
    pub(super) fn script(self, choices: &[Choice]) -> Vec<Stage> {
        use Stage::{MayOfferTen, MaySwap, MaySwapOrAddTwo, Offer, Place, SayFifths};
        let place = |player, zone| Place { player, zone };
        let central = |side| Zone::Central(side);
        let (first, second) = (OpeningSide::First, OpeningSide::Second);
        // The player of black after so many swaps; black places the odd stones.
        let black = |swaps: usize| if swaps.is_multiple_of(2) { first } else { second };
        let taken = choices.iter().filter(|choice| **choice == Choice::Swap(true)).count();
        let said = choices.iter().find_map(|choice| match choice {
            Choice::Fifths(count) => Some(*count),
            _ => None,
        });
        match self {
            Self::Free => Vec::new(),
            Self::Pro | Self::LongPro => {
                let clear = if self == Self::Pro { 5 } else { 7 };
                vec![
                    place(first, central(1)),
                    place(second, Zone::Anywhere),
                    place(first, Zone::Outside(clear)),
                ]
            }
            Self::Swap => {
                let mut stages = vec![place(first, Zone::Anywhere); 3];
                stages.push(MaySwap { player: second });
                stages
            }
            Self::Swap2 => {
                let mut stages = vec![place(first, Zone::Anywhere); 3];
                stages.push(MaySwapOrAddTwo { player: second });
                if choices.contains(&Choice::AddTwo) {
                    stages.extend([place(second, Zone::Anywhere), place(second, Zone::Anywhere)]);
                    stages.push(MaySwap { player: first });
                }
                stages
            }
            Self::Rif | Self::Yamaguchi | Self::Soosorv8 => {
                let mut stages = vec![
                    place(first, central(1)),
                    place(first, central(3)),
                    place(first, central(5)),
                ];
                if self == Self::Yamaguchi {
                    stages.push(SayFifths { player: first, most: 12 });
                }
                stages.push(MaySwap { player: second });
                let swaps = usize::from(choices.contains(&Choice::Swap(true)));
                if self == Self::Soosorv8 {
                    // The second swap comes after white's fourth stone and number.
                    let early = usize::from(
                        choices.iter().find(|choice| matches!(choice, Choice::Swap(_)))
                            == Some(&Choice::Swap(true)),
                    );
                    let white = black(early + 1);
                    stages.extend([
                        place(white, Zone::Anywhere),
                        SayFifths { player: white, most: 8 },
                    ]);
                    stages.push(MaySwap { player: black(early) });
                    let black = black(taken);
                    stages.push(Offer { player: black, count: said.unwrap_or(1) });
                } else {
                    stages.push(place(black(swaps + 1), Zone::Anywhere));
                    let count = if self == Self::Rif { 2 } else { said.unwrap_or(1) };
                    stages.push(Offer { player: black(swaps), count });
                }
                stages
            }
            Self::Taraguchi10 => {
                let mut stages = Vec::new();
                let mut swaps = choices.iter().filter_map(|choice| match choice {
                    Choice::Swap(swap) => Some(*swap),
                    _ => None,
                });
                let mut turned = 0;
                let ten = choices.contains(&Choice::OfferTen(true));
                for (stone, side) in [(1, 1), (2, 3), (3, 5), (4, 7), (5, 9)] {
                    let mover = black(turned + usize::from(stone % 2 == 0));
                    let other = black(turned + usize::from(stone % 2 == 1));
                    if stone == 5 {
                        stages.push(MayOfferTen { player: mover });
                        if ten {
                            stages.push(Offer { player: mover, count: 10 });
                            break;
                        }
                    }
                    stages.push(place(mover, central(side)));
                    stages.push(MaySwap { player: other });
                    turned += usize::from(swaps.next() == Some(true));
                }
                stages
            }
        }
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
