//! Opening rules: what may be placed where in the first moves, who may swap colours, and who offers
//! fifth moves.
//!
//! An [`Opening`] is a walk through the [`Stage`]s of a rule. It knows nothing of winning rows;
//! whoever runs a game asks it what is allowed next until it is over. The two players are the
//! *tentative* black and white: a swap changes who plays which colour, never the stones.
//!
//! | rule | what happens |
//! |---|---|
//! | `free` | nothing: black and white in turn |
//! | `pro` | black 1 in the centre; black 2 (the third stone) at least three lines from it, outside the central 5×5 |
//! | `longpro` | as pro, but outside the central 7×7 |
//! | `swap` | the first player places three stones; the other takes a colour |
//! | `swap2` | three stones; the other takes a colour, or places two more and leaves the choice to the first |
//! | `rif` | stone 1 in the centre, 2 beside it, 3 in the central 5×5 (the 26 openings); swap; white places 4; black offers two fifth stones, white keeps one |
//! | `yamaguchi` | the opening as in rif, with the number of fifth stones (1–12); swap; white places 4; black offers so many, white keeps one |
//! | `soosorv8` | the opening as in rif; swap; white places 4 and says a number of fifth stones (1–8); swap; black offers so many, white keeps one |
//! | `taraguchi10` | stone 1 in the centre, 2 in the central 3×3, 3 in the 5×5, 4 in the 7×7, a swap after each; then either 5 in the 9×9 and a swap, or (no swap after 4 having been taken) black offers ten fifth stones anywhere and white keeps one |

use super::colour::Colour;
use super::point::{Point, Size};
use super::symmetry::Symmetry;
use std::fmt;
use thiserror::Error;

/// An opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(name))
    }

    /// What must happen, in order, after the choices made so far.
    fn script(self, choices: &[Choice]) -> Vec<Stage> {
        use Stage::{MayOfferTen, MaySwap, MaySwapOrAddTwo, Offer, Place, SayFifths};
        let place = |player, zone| Place { player, zone };
        let central = |side| Zone::Central(side);
        let (first, second) = (Player::First, Player::Second);
        // Who plays black and white after the swaps so far; black places the odd stones.
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

/// Who began, whatever colour he has now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Placed the first stone.
    First,
    /// The other.
    Second,
}

/// Where a stone may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// On any empty point.
    Anywhere,
    /// Within the central square of this side.
    Central(u8),
    /// Outside the central square of this side.
    Outside(u8),
}

impl Zone {
    /// Whether the point lies in it.
    pub fn contains(self, point: Point, size: Size) -> bool {
        let distance = point.distance(size.centre());
        match self {
            Self::Anywhere => true,
            Self::Central(side) => distance <= u32::from(side / 2),
            Self::Outside(side) => distance > u32::from(side / 2),
        }
    }
}

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A player places the next stone, of the colour whose turn it is.
    Place {
        /// Who.
        player: Player,
        /// Where.
        zone: Zone,
    },
    /// A player may swap colours.
    MaySwap {
        /// Who.
        player: Player,
    },
    /// A player takes a colour or places two more stones.
    MaySwapOrAddTwo {
        /// Who.
        player: Player,
    },
    /// A player says how many fifth stones will be offered.
    SayFifths {
        /// Who.
        player: Player,
        /// The most he may say.
        most: u8,
    },
    /// Black may offer ten fifth stones instead of placing one.
    MayOfferTen {
        /// Who.
        player: Player,
    },
    /// Black offers fifth stones, no two of them alike by symmetry; white keeps one.
    Offer {
        /// Who offers.
        player: Player,
        /// How many.
        count: u8,
    },
}

/// A decision that is no stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Colours are swapped, or not.
    Swap(bool),
    /// Two more stones (swap2).
    AddTwo,
    /// The number of fifth stones.
    Fifths(u8),
    /// Ten fifth stones, or one.
    OfferTen(bool),
}

/// Why something is not allowed now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotAllowed {
    /// The opening is over.
    #[error("the opening is over")]
    Over,
    /// The stone is not where it may be.
    #[error("{0} is not where this stone may go")]
    Zone(Point),
    /// Something else must happen first.
    #[error("something else must happen now: {0:?}")]
    Stage(Stage),
    /// The wrong number of fifth stones.
    #[error("{0} fifth stones are wanted")]
    Count(u8),
    /// Two offered stones are alike by symmetry, or one is taken.
    #[error("{0} is taken, or another of the offered stones is the same by symmetry")]
    Symmetric(Point),
}

/// An opening as far as it has gone.
#[derive(Clone, Debug)]
pub struct Opening {
    rule: OpeningRule,
    size: Size,
    stones: Vec<Point>,
    choices: Vec<Choice>,
    done: usize,
    swapped: bool,
}

impl Opening {
    /// The beginning of an opening on an empty board.
    pub fn new(rule: OpeningRule, size: Size) -> Self {
        Self { rule, size, stones: Vec::new(), choices: Vec::new(), done: 0, swapped: false }
    }

    /// The rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// What must happen next; none when the opening is over.
    pub fn stage(&self) -> Option<Stage> {
        self.rule.script(&self.choices).get(self.done).copied()
    }

    /// The colour that a player has now.
    pub fn colour_of(&self, player: Player) -> Colour {
        if (player == Player::First) == self.swapped { Colour::White } else { Colour::Black }
    }

    /// The stones so far, in order.
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// Whether the player who began plays white now.
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Places the next stone.
    pub fn place(&mut self, point: Point) -> Result<(), NotAllowed> {
        match self.stage().ok_or(NotAllowed::Over)? {
            Stage::Place { zone, .. }
                if zone.contains(point, self.size) && !self.stones.contains(&point) =>
            {
                self.stones.push(point);
                self.done += 1;
                Ok(())
            }
            Stage::Place { .. } => Err(NotAllowed::Zone(point)),
            other => Err(NotAllowed::Stage(other)),
        }
    }

    /// Makes a choice that is no stone.
    pub fn choose(&mut self, choice: Choice) -> Result<(), NotAllowed> {
        let stage = self.stage().ok_or(NotAllowed::Over)?;
        let fits = match (stage, choice) {
            (Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. }, Choice::Swap(_))
            | (Stage::MaySwapOrAddTwo { .. }, Choice::AddTwo)
            | (Stage::MayOfferTen { .. }, Choice::OfferTen(_)) => true,
            (Stage::SayFifths { most, .. }, Choice::Fifths(count)) => (1..=most).contains(&count),
            _ => false,
        };
        if !fits {
            return Err(NotAllowed::Stage(stage));
        }
        self.swapped ^= choice == Choice::Swap(true);
        self.choices.push(choice);
        self.done += 1;
        Ok(())
    }

    /// Offers fifth stones: as many as wanted, on empty points, no two alike by a symmetry of the
    /// stones on the board.
    pub fn offer(&mut self, points: &[Point]) -> Result<(), NotAllowed> {
        let stage = self.stage().ok_or(NotAllowed::Over)?;
        let Stage::Offer { count, .. } = stage else { return Err(NotAllowed::Stage(stage)) };
        if points.len() != usize::from(count) {
            return Err(NotAllowed::Count(count));
        }
        for (index, &point) in points.iter().enumerate() {
            if !self.may_offer(&points[..index], point) {
                return Err(NotAllowed::Symmetric(point));
            }
        }
        self.done += 1;
        Ok(())
    }

    /// Whether a fifth stone here is on an empty point and differs from these by more than a
    /// symmetry.
    pub fn may_offer(&self, offered: &[Point], point: Point) -> bool {
        let symmetries = self.symmetries();
        let twin = |other: &Point| {
            symmetries.iter().any(|symmetry| symmetry.apply(*other, self.size) == point)
        };
        !self.stones.contains(&point) && !offered.iter().any(twin)
    }

    /// White keeps one of the offered stones.
    pub fn keep(&mut self, point: Point) {
        self.stones.push(point);
    }

    /// The symmetries of the board that leave the stones so far, with their colours, as they are.
    fn symmetries(&self) -> Vec<Symmetry> {
        let colours = |parity: usize| -> Vec<Point> {
            self.stones.iter().copied().skip(parity).step_by(2).collect()
        };
        let sides = [colours(0), colours(1)];
        Symmetry::of(self.size)
            .filter(|symmetry| {
                sides.iter().all(|side| {
                    side.iter().all(|&stone| side.contains(&symmetry.apply(stone, self.size)))
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::text::parse_moves;

    fn points(text: &str) -> Vec<Point> {
        parse_moves(text, Size::STANDARD).unwrap()
    }

    fn place(opening: &mut Opening, text: &str) {
        for point in points(text) {
            opening.place(point).unwrap();
        }
    }

    #[test]
    fn pro_keeps_the_third_stone_away() {
        let mut opening = Opening::new(OpeningRule::Pro, Size::STANDARD);
        assert_eq!(opening.place(points("g8")[0]), Err(NotAllowed::Zone(points("g8")[0])));
        place(&mut opening, "h8h9");
        assert!(opening.place(points("j10")[0]).is_err());
        place(&mut opening, "k8");
        assert_eq!(opening.stage(), None);
        let mut opening = Opening::new(OpeningRule::LongPro, Size::STANDARD);
        place(&mut opening, "h8h9");
        assert!(opening.place(points("k8")[0]).is_err());
        place(&mut opening, "l8");
    }

    #[test]
    fn swap2_lets_the_second_add_two_and_the_first_choose() {
        let mut opening = Opening::new(OpeningRule::Swap2, Size::STANDARD);
        place(&mut opening, "h8i9g9");
        assert_eq!(
            opening.place(points("a1")[0]),
            Err(NotAllowed::Stage(opening.stage().unwrap()))
        );
        opening.choose(Choice::AddTwo).unwrap();
        place(&mut opening, "a1o15");
        assert_eq!(opening.stage(), Some(Stage::MaySwap { player: Player::First }));
        opening.choose(Choice::Swap(true)).unwrap();
        assert!(opening.stage().is_none() && opening.is_swapped());
    }

    #[test]
    fn rif_offers_two_fifth_stones_that_differ() {
        let mut opening = Opening::new(OpeningRule::Rif, Size::STANDARD);
        assert!(opening.place(points("h7")[0]).is_err());
        place(&mut opening, "h8h9");
        assert!(opening.place(points("h11")[0]).is_err());
        place(&mut opening, "h10");
        opening.choose(Choice::Swap(true)).unwrap();
        // After the swap the player who began has white, and places the fourth.
        assert_eq!(
            opening.stage(),
            Some(Stage::Place { player: Player::First, zone: Zone::Anywhere })
        );
        place(&mut opening, "h7");
        assert_eq!(opening.stage(), Some(Stage::Offer { player: Player::Second, count: 2 }));
        // All stones stand on the middle column: left and right are the same.
        assert_eq!(opening.offer(&points("g8i8")), Err(NotAllowed::Symmetric(points("i8")[0])));
        assert_eq!(opening.offer(&points("g8")), Err(NotAllowed::Count(2)));
        opening.offer(&points("g8j9")).unwrap();
        opening.keep(points("j9")[0]);
        assert!(opening.stage().is_none() && opening.stones().len() == 5);
    }

    #[test]
    fn yamaguchi_says_the_number_before_the_swap_and_soosorv_after_the_fourth() {
        let mut opening = Opening::new(OpeningRule::Yamaguchi, Size::STANDARD);
        place(&mut opening, "h8i9j10");
        assert!(opening.choose(Choice::Fifths(13)).is_err());
        opening.choose(Choice::Fifths(3)).unwrap();
        opening.choose(Choice::Swap(false)).unwrap();
        assert_eq!(
            opening.stage(),
            Some(Stage::Place { player: Player::Second, zone: Zone::Anywhere })
        );
        place(&mut opening, "a2");
        assert_eq!(opening.stage(), Some(Stage::Offer { player: Player::First, count: 3 }));

        let mut opening = Opening::new(OpeningRule::Soosorv8, Size::STANDARD);
        place(&mut opening, "h8i9j10");
        opening.choose(Choice::Swap(true)).unwrap();
        place(&mut opening, "a2");
        assert_eq!(opening.stage(), Some(Stage::SayFifths { player: Player::First, most: 8 }));
        opening.choose(Choice::Fifths(4)).unwrap();
        assert_eq!(opening.stage(), Some(Stage::MaySwap { player: Player::Second }));
        opening.choose(Choice::Swap(true)).unwrap();
        // Two swaps: the one who began is black again and offers.
        assert_eq!(opening.stage(), Some(Stage::Offer { player: Player::First, count: 4 }));
        assert!(!opening.is_swapped());
    }

    #[test]
    fn taraguchi_swaps_after_each_stone_or_offers_ten() {
        let mut opening = Opening::new(OpeningRule::Taraguchi10, Size::STANDARD);
        for (stone, swap) in [("h8", true), ("h9", false), ("j10", false), ("k11", false)] {
            place(&mut opening, stone);
            opening.choose(Choice::Swap(swap)).unwrap();
        }
        // The second player took black after the first stone.
        assert_eq!(opening.stage(), Some(Stage::MayOfferTen { player: Player::Second }));
        let mut ten = opening.clone();
        ten.choose(Choice::OfferTen(true)).unwrap();
        assert_eq!(ten.stage(), Some(Stage::Offer { player: Player::Second, count: 10 }));
        ten.offer(&points("a1a2a3a4a5a6a7a8a9a10")).unwrap();
        assert!(ten.stage().is_none());
        opening.choose(Choice::OfferTen(false)).unwrap();
        assert!(opening.place(points("m13")[0]).is_err(), "outside the central 9×9");
        place(&mut opening, "l12");
        assert_eq!(opening.stage(), Some(Stage::MaySwap { player: Player::First }));
    }

    #[test]
    fn names_read_back() {
        for rule in OpeningRule::ALL {
            assert_eq!(OpeningRule::from_name(rule.name()), Some(rule));
            let opening = Opening::new(rule, Size::STANDARD);
            assert_eq!(opening.stage().is_none(), rule == OpeningRule::Free);
        }
    }
}
