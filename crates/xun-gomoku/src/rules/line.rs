//! Line classes: the pattern that a stone makes of one line.
//!
//! A [`Window`] is the line through a point, up to five points to either side, seen by one colour:
//! its own stones, empty points, and points it cannot use. [`classify`] gives the class of the
//! line for that colour once it plays the middle. Only rows through the middle count, so everything
//! that matters lies inside the window. The definitions build on one another:
//!
//! - five: a winning row; overline: a row too long to win under this goal;
//! - four: one more stone makes five; *open* if both ends of a row of four do, *double* if two
//!   points of a broken row do;
//! - open three: one more stone makes an open four (or any two-fold four, where that is allowed);
//! - closed three: one more stone makes a four; twos and ones likewise.
//!
//! Classes are looked up in tables made at start from this function, see `tables`.

/// The goal of a colour under a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A row of five or more.
    FiveOrMore,
    /// A row of exactly five.
    ExactlyFive,
    /// A row of exactly five; two fours on a line are forbidden, so they threaten nothing.
    RenjuBlack,
    /// A row of five with at most one end blocked by an opponent's stone, or of six or more.
    Unblocked,
    /// A row of exactly five with at most one end blocked by an opponent's stone.
    ExactlyFiveUnblocked,
}

impl Goal {
    /// Whether an opponent's stone beyond a row differs from the edge of the board.
    pub(crate) const fn sees_blocked_ends(self) -> bool {
        matches!(self, Self::Unblocked | Self::ExactlyFiveUnblocked)
    }
}

/// The class of a line after a stone at a point, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum LineClass {
    /// No five can come of it.
    Dead = 0,
    /// One more makes a closed two.
    ClosedOne,
    /// One more makes an open two.
    OpenOne,
    /// One more makes a closed three.
    ClosedTwo,
    /// One or two points make an open three.
    OpenTwo,
    /// Three points make an open three.
    OpenTwoJump,
    /// Four or more points make an open three.
    OpenTwoSolid,
    /// One more makes a four.
    ClosedThree,
    /// One point makes an open four.
    OpenThree,
    /// Two or more points make an open four.
    OpenThreeSolid,
    /// One point makes five.
    ClosedFour,
    /// Both ends of a row of four make five.
    OpenFour,
    /// Two points of a broken row make five.
    DoubleFour,
    /// A winning row.
    Five,
    /// A row of five or more that does not win: too long, or blocked at both ends under caro.
    Overline,
}

impl LineClass {
    /// Number of classes.
    pub const COUNT: usize = 15;
    /// All classes in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::ClosedOne,
        Self::OpenOne,
        Self::ClosedTwo,
        Self::OpenTwo,
        Self::OpenTwoJump,
        Self::OpenTwoSolid,
        Self::ClosedThree,
        Self::OpenThree,
        Self::OpenThreeSolid,
        Self::ClosedFour,
        Self::OpenFour,
        Self::DoubleFour,
        Self::Five,
        Self::Overline,
    ];

    /// The class of this number, which must be below [`COUNT`](Self::COUNT).
    #[inline]
    #[must_use]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index]
    }

    /// Whether it is an open two of any kind.
    #[must_use]
    pub const fn is_open_two(self) -> bool {
        matches!(self, Self::OpenTwo | Self::OpenTwoJump | Self::OpenTwoSolid)
    }

    /// Whether it is an open three of any kind.
    #[must_use]
    pub const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::OpenThreeSolid)
    }

    /// Whether five can follow at once.
    #[must_use]
    pub const fn is_four(self) -> bool {
        matches!(self, Self::ClosedFour | Self::OpenFour | Self::DoubleFour)
    }
}

/// Points on each side of the middle.
pub(crate) const REACH: usize = 5;
/// Bits of the window; the middle is bit [`REACH`].
const WIDTH: usize = 2 * REACH + 1;
const MIDDLE: u16 = 1 << REACH;

/// One line through a point, seen by one colour. Bit 5 is the point itself and is neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Window {
    /// The colour's own stones.
    pub(crate) own: u16,
    /// Empty points.
    pub(crate) free: u16,
    /// Opponent's stones; a place in none of the three lies off the board.
    pub(crate) other: u16,
}

/// The class of the line for the colour that plays the middle. `own`, `free` and `other` are bits
/// of the eleven points, bit 5 the middle itself (ignored); a point in none of them lies off the
/// board.
#[must_use]
pub fn classify(goal: Goal, own: u16, free: u16, other: u16) -> LineClass {
    fn class(goal: Goal, window: Window) -> LineClass {
        class_by(goal, window, |bit| {
            let (own, free) = (window.own | bit, window.free ^ bit);
            class(goal, Window { own, free, ..window })
        })
    }
    class(goal, Window { own: own & !MIDDLE, free: free & !MIDDLE, other })
}

/// As [`classify`], with the classes of the windows in which one more point is the colour's own:
/// `follower` gets the bit of that point.
pub(crate) fn class_by(
    goal: Goal,
    window: Window,
    mut follower: impl FnMut(u16) -> LineClass,
) -> LineClass {
    row_through_middle(goal, window).unwrap_or_else(|| {
        let mut counts = [0_u8; LineClass::COUNT];
        let mut free = window.free;
        while free != 0 {
            let bit = free & free.wrapping_neg();
            free ^= bit;
            counts[follower(bit) as usize] += 1;
        }
        from_followers(goal, window, &counts)
    })
}

/// Five or overline, if the row through the middle is that long already.
fn row_through_middle(goal: Goal, window: Window) -> Option<LineClass> {
    let (low, high) = row(window);
    let length = high - low + 1;
    if length < 5 {
        return None;
    }
    let five = match goal {
        Goal::FiveOrMore => true,
        Goal::ExactlyFive | Goal::RenjuBlack => length == 5,
        Goal::Unblocked => length > 5 || !is_blocked_twice(window, low, high),
        Goal::ExactlyFiveUnblocked => length == 5 && !is_blocked_twice(window, low, high),
    };
    Some(if five { LineClass::Five } else { LineClass::Overline })
}

/// Whether an opponent's stone stands at both ends of a row.
fn is_blocked_twice(window: Window, low: usize, high: usize) -> bool {
    let blocked = |bit: usize| bit < WIDTH && window.other >> bit & 1 != 0;
    low.checked_sub(1).is_some_and(blocked) && blocked(high + 1)
}

/// First and last bit of the row through the middle.
fn row(window: Window) -> (usize, usize) {
    let own = window.own | MIDDLE;
    let (mut low, mut high) = (REACH, REACH);
    while low > 0 && own >> (low - 1) & 1 != 0 {
        low -= 1;
    }
    while high + 1 < WIDTH && own >> (high + 1) & 1 != 0 {
        high += 1;
    }
    (low, high)
}

fn from_followers(goal: Goal, window: Window, counts: &[u8; LineClass::COUNT]) -> LineClass {
    let count = |class: LineClass| counts[class as usize];
    let (low, high) = row(window);
    let two_fold = count(LineClass::OpenFour)
        + if goal == Goal::RenjuBlack { 0 } else { count(LineClass::DoubleFour) };
    let open_threes = count(LineClass::OpenThree) + count(LineClass::OpenThreeSolid);
    let open_twos =
        count(LineClass::OpenTwo) + count(LineClass::OpenTwoJump) + count(LineClass::OpenTwoSolid);
    match count(LineClass::Five) {
        0 => {}
        1 => return LineClass::ClosedFour,
        _ if high - low == 3 => return LineClass::OpenFour,
        _ => return LineClass::DoubleFour,
    }
    match (two_fold, count(LineClass::ClosedFour), open_threes) {
        (2.., _, _) => LineClass::OpenThreeSolid,
        (1, _, _) => LineClass::OpenThree,
        (_, 1.., _) => LineClass::ClosedThree,
        (_, _, 4..) => LineClass::OpenTwoSolid,
        (_, _, 3) => LineClass::OpenTwoJump,
        (_, _, 1..) => LineClass::OpenTwo,
        _ if count(LineClass::ClosedThree) > 0 => LineClass::ClosedTwo,
        _ if open_twos > 0 => LineClass::OpenOne,
        _ if count(LineClass::ClosedTwo) > 0 => LineClass::ClosedOne,
        _ => LineClass::Dead,
    }
}
