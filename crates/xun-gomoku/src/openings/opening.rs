//! An opening in progress: a state machine over the stages of an opening rule.
//!
//! It knows nothing of winning rows; the caller asks for the next [`Stage`] until the opening is
//! over. The two players are the *tentative* black and white: a swap changes the colours of the
//! players, never the stones.

use super::rule::OpeningRule;
use super::stage::{Choice, OpeningSide, Stage, Zone};
use crate::rules::{Colour, Point, Size, Symmetry};
use thiserror::Error;

/// The reason why a step is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
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

/// An opening in progress.
#[derive(Clone, Debug)]
pub struct StagedOpening {
    rule: OpeningRule,
    size: Size,
    stones: Vec<Point>,
    choices: Vec<Choice>,
    done: usize,
    swapped: bool,
}

impl StagedOpening {
    /// The beginning of an opening on an empty board.
    ///
    /// ```
    /// use xun_gomoku::openings::{OpeningRule, StagedOpening};
    /// use xun_gomoku::rules::Size;
    /// let mut opening = StagedOpening::new(OpeningRule::Swap2, Size::STANDARD);
    /// opening.place(Size::STANDARD.centre())?;
    /// assert_eq!(opening.stones().len(), 1);
    /// # Ok::<(), xun_gomoku::openings::NotAllowed>(())
    /// ```
    #[must_use]
    pub fn new(rule: OpeningRule, size: Size) -> Self {
        Self { rule, size, stones: Vec::new(), choices: Vec::new(), done: 0, swapped: false }
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The next stage; `None` when the opening is over.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        self.rule.script(&self.choices).get(self.done).copied()
    }

    /// The present colour of a player.
    #[must_use]
    pub fn colour_of(&self, player: OpeningSide) -> Colour {
        if (player == OpeningSide::First) == self.swapped { Colour::White } else { Colour::Black }
    }

    /// The stones so far, in order.
    #[must_use]
    pub fn stones(&self) -> &[Point] {
        &self.stones
    }

    /// Whether the player who began plays white now.
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Places the next stone.
    ///
    /// # Errors
    /// A stone that the opening rule does not allow here.
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

    /// Makes a choice.
    ///
    /// # Errors
    /// A choice that the opening rule does not offer now.
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
    ///
    /// # Errors
    /// Moves that the opening rule does not allow as an offer now.
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
    #[must_use]
    pub fn may_offer(&self, offered: &[Point], point: Point) -> bool {
        let symmetries = self.symmetries();
        let twin = |other: &Point| {
            symmetries.iter().any(|symmetry| symmetry.apply(*other, self.size) == point)
        };
        !self.stones.contains(&point) && !offered.iter().any(twin)
    }

    /// The number of stones that the player to act may place anywhere, one after the other.
    pub(super) fn free_stones(&self) -> usize {
        let stages = self.rule.script(&self.choices);
        let Some(&first) = stages.get(self.done) else { return 0 };
        let anywhere = Stage::Place { player: first.player(), zone: Zone::Anywhere };
        stages[self.done..].iter().take_while(|&&stage| stage == anywhere).count()
    }

    /// Whether a choice of a player follows the next stone.
    pub(super) fn choice_follows_stone(&self) -> bool {
        let next = self.rule.script(&self.choices).get(self.done + 1).copied();
        !matches!(next, None | Some(Stage::Place { .. } | Stage::Offer { .. }))
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
    use crate::notation::parse_moves;

    fn points(text: &str) -> Vec<Point> {
        parse_moves(text, Size::STANDARD).unwrap()
    }

    fn place(opening: &mut StagedOpening, text: &str) {
        for point in points(text) {
            opening.place(point).unwrap();
        }
    }

    #[test]
    fn pro_keeps_the_third_stone_away() {
        let mut opening = StagedOpening::new(OpeningRule::Pro, Size::STANDARD);
        assert_eq!(opening.place(points("g8")[0]), Err(NotAllowed::Zone(points("g8")[0])));
        place(&mut opening, "h8h9");
        assert!(opening.place(points("j10")[0]).is_err());
        place(&mut opening, "k8");
        assert_eq!(opening.stage(), None);
        let mut opening = StagedOpening::new(OpeningRule::LongPro, Size::STANDARD);
        place(&mut opening, "h8h9");
        assert!(opening.place(points("k8")[0]).is_err());
        place(&mut opening, "l8");
    }

    #[test]
    fn swap2_lets_the_second_add_two_and_the_first_choose() {
        let mut opening = StagedOpening::new(OpeningRule::Swap2, Size::STANDARD);
        place(&mut opening, "h8i9g9");
        assert_eq!(
            opening.place(points("a1")[0]),
            Err(NotAllowed::Stage(opening.stage().unwrap()))
        );
        opening.choose(Choice::AddTwo).unwrap();
        place(&mut opening, "a1o15");
        assert_eq!(opening.stage(), Some(Stage::MaySwap { player: OpeningSide::First }));
        opening.choose(Choice::Swap(true)).unwrap();
        assert!(opening.stage().is_none() && opening.is_swapped());
    }

    #[test]
    fn rif_offers_two_fifth_stones_that_differ() {
        let mut opening = StagedOpening::new(OpeningRule::Rif, Size::STANDARD);
        assert!(opening.place(points("h7")[0]).is_err());
        place(&mut opening, "h8h9");
        assert!(opening.place(points("h11")[0]).is_err());
        place(&mut opening, "h10");
        opening.choose(Choice::Swap(true)).unwrap();
        // After the swap the player who began has white, and places the fourth.
        assert_eq!(
            opening.stage(),
            Some(Stage::Place { player: OpeningSide::First, zone: Zone::Anywhere })
        );
        place(&mut opening, "h7");
        assert_eq!(opening.stage(), Some(Stage::Offer { player: OpeningSide::Second, count: 2 }));
        // All stones stand on the middle column: left and right are the same.
        assert_eq!(opening.offer(&points("g8i8")), Err(NotAllowed::Symmetric(points("i8")[0])));
        assert_eq!(opening.offer(&points("g8")), Err(NotAllowed::Count(2)));
        opening.offer(&points("g8j9")).unwrap();
        opening.keep(points("j9")[0]);
        assert!(opening.stage().is_none() && opening.stones().len() == 5);
    }

    #[test]
    fn yamaguchi_says_the_number_before_the_swap_and_soosorv_after_the_fourth() {
        let mut opening = StagedOpening::new(OpeningRule::Yamaguchi, Size::STANDARD);
        place(&mut opening, "h8i9j10");
        assert!(opening.choose(Choice::Fifths(13)).is_err());
        opening.choose(Choice::Fifths(3)).unwrap();
        opening.choose(Choice::Swap(false)).unwrap();
        assert_eq!(
            opening.stage(),
            Some(Stage::Place { player: OpeningSide::Second, zone: Zone::Anywhere })
        );
        place(&mut opening, "a2");
        assert_eq!(opening.stage(), Some(Stage::Offer { player: OpeningSide::First, count: 3 }));

        let mut opening = StagedOpening::new(OpeningRule::Soosorv8, Size::STANDARD);
        place(&mut opening, "h8i9j10");
        opening.choose(Choice::Swap(true)).unwrap();
        place(&mut opening, "a2");
        assert_eq!(opening.stage(), Some(Stage::SayFifths { player: OpeningSide::First, most: 8 }));
        opening.choose(Choice::Fifths(4)).unwrap();
        assert_eq!(opening.stage(), Some(Stage::MaySwap { player: OpeningSide::Second }));
        opening.choose(Choice::Swap(true)).unwrap();
        // Two swaps: the one who began is black again and offers.
        assert_eq!(opening.stage(), Some(Stage::Offer { player: OpeningSide::First, count: 4 }));
        assert!(!opening.is_swapped());
    }

    #[test]
    fn taraguchi_swaps_after_each_stone_or_offers_ten() {
        let mut opening = StagedOpening::new(OpeningRule::Taraguchi10, Size::STANDARD);
        for (stone, swap) in [("h8", true), ("h9", false), ("j10", false), ("k11", false)] {
            place(&mut opening, stone);
            opening.choose(Choice::Swap(swap)).unwrap();
        }
        // The second player took black after the first stone.
        assert_eq!(opening.stage(), Some(Stage::MayOfferTen { player: OpeningSide::Second }));
        let mut ten = opening.clone();
        ten.choose(Choice::OfferTen(true)).unwrap();
        assert_eq!(ten.stage(), Some(Stage::Offer { player: OpeningSide::Second, count: 10 }));
        ten.offer(&points("a1a2a3a4a5a6a7a8a9a10")).unwrap();
        assert!(ten.stage().is_none());
        opening.choose(Choice::OfferTen(false)).unwrap();
        assert!(opening.place(points("m13")[0]).is_err(), "outside the central 9×9");
        place(&mut opening, "l12");
        assert_eq!(opening.stage(), Some(Stage::MaySwap { player: OpeningSide::First }));
    }

    #[test]
    fn names_read_back() {
        for rule in OpeningRule::ALL {
            assert_eq!(OpeningRule::from_name(rule.name()), Some(rule));
            let opening = StagedOpening::new(rule, Size::STANDARD);
            assert_eq!(opening.stage().is_none(), rule == OpeningRule::Free);
        }
    }
}
