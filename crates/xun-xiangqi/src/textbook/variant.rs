//! Which simplifications a course program makes.

use xun_game::textbook::Tie;

/// The rules of a course board, each a switch. The default is the simplest program's: everything is
/// off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CourseRules {
    /// A knight next to a piece cannot jump over it.
    pub knight_legs: bool,
    /// A king that sees the other on an open file may capture it.
    pub facing_kings_capture: bool,
    /// The game ends when a king is captured; otherwise the search goes on without it.
    pub ends_without_king: bool,
}

/// The programs that the courses reported, by letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Piece values and position tables; no knight legs, capture of a king does not end the search.
    #[default]
    A,
    /// As A, and for each side the value of every piece that it could capture next.
    B,
    /// As A, but facing kings count as a capture, the game ends with a king, and the latest of
    /// equal moves is kept.
    C,
    /// The real rules of the game, with position tables.
    D,
}

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// The board's rules; none for the variant that plays by the real ones.
    #[must_use]
    pub const fn rules(self) -> Option<CourseRules> {
        let plain = CourseRules {
            knight_legs: false,
            facing_kings_capture: false,
            ends_without_king: false,
        };
        match self {
            Self::A | Self::B => Some(plain),
            Self::C => {
                Some(CourseRules { facing_kings_capture: true, ends_without_king: true, ..plain })
            }
            Self::D => None,
        }
    }

    /// Which of several equally good moves is the answer.
    #[must_use]
    pub const fn tie(self) -> Tie {
        match self {
            Self::C => Tie::Last,
            _ => Tie::First,
        }
    }

    /// Whether capturable pieces count.
    #[must_use]
    pub const fn counts_captures(self) -> bool {
        matches!(self, Self::B)
    }
}
