//! Black's forbidden points under renju, exactly, following the International Rules of Renju (RIF),
//! section 9.
//!
//! - A stone that makes exactly five is never forbidden.
//! - An overline (six or more) is forbidden.
//! - Two fours at once are forbidden, also on one line.
//! - Two threes at once are forbidden. A three counts only if black can, without making five at the
//!   same time, add a stone that makes a straight four and is itself not forbidden; that question
//!   is asked of the position with the first stone in place, and so on inward.

use super::board::{Board, STEPS};
use super::colour::Colour;
use super::line::LineClass;
use super::line_words::LineWords;
use super::point::Point;
use super::shape::Shape;
use super::tables::EMPTY;
use std::fmt;

/// The reason why a point is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours.
    DoubleFour,
    /// Two threes.
    DoubleThree,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double four",
            Self::DoubleThree => "double three",
        })
    }
}

/// The reason why black may not play this empty point; `None` if black may, as always under rules
/// without forbidden points.
#[must_use]
pub fn forbidden_kind(board: &Board, point: Point) -> Option<Forbidden> {
    let cell = board.cell(point);
    if cell.shape(Colour::Black) != Shape::Forbidden || !board.rule().forbids(Colour::Black) {
        return None;
    }
    let classes = [0, 1, 2, 3].map(|direction| cell.line(direction, Colour::Black));
    match suspicion(classes) {
        Suspicion::Nothing => None,
        Suspicion::Certain(kind) => Some(kind),
        Suspicion::Threes => threes_are_real(&mut board.line_words(), point, classes)
            .then_some(Forbidden::DoubleThree),
    }
}

impl Board {
    /// Whether the side to move may not play this empty point.
    #[inline]
    #[must_use]
    pub fn is_forbidden(&self, point: Point) -> bool {
        self.to_move() == Colour::Black && self.is_forbidden_for_black(point)
    }

    /// Whether black may not play this empty point.
    #[inline]
    #[must_use]
    pub fn is_forbidden_for_black(&self, point: Point) -> bool {
        self.cell(point).shape(Colour::Black) == Shape::Forbidden
            && forbidden_kind(self, point).is_some()
    }

    /// Whether the side to move may play there.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, point: Point) -> bool {
        self.is_empty(point) && !self.is_forbidden(point)
    }
}

impl LineWords {
    /// Whether black may not play this empty point, under renju.
    pub(crate) fn is_forbidden(&mut self, point: Point) -> bool {
        let classes = [0, 1, 2, 3].map(|direction| self.class(point, direction, Colour::Black));
        match suspicion(classes) {
            Suspicion::Nothing => false,
            Suspicion::Certain(_) => true,
            Suspicion::Threes => threes_are_real(self, point, classes),
        }
    }
}

enum Suspicion {
    Nothing,
    Certain(Forbidden),
    Threes,
}

fn suspicion(classes: [LineClass; 4]) -> Suspicion {
    let (mut fours, mut threes, mut overline) = (0, 0, false);
    for class in classes {
        match class {
            LineClass::Five => return Suspicion::Nothing,
            LineClass::Overline => overline = true,
            LineClass::DoubleFour => fours += 2,
            LineClass::ClosedFour | LineClass::OpenFour => fours += 1,
            LineClass::OpenThree | LineClass::OpenThreeSolid => threes += 1,
            _ => {}
        }
    }
    match (overline, fours, threes) {
        (true, _, _) => Suspicion::Certain(Forbidden::Overline),
        (_, 2.., _) => Suspicion::Certain(Forbidden::DoubleFour),
        (_, _, 2..) => Suspicion::Threes,
        _ => Suspicion::Nothing,
    }
}

/// Whether at least two of the open threes that black makes at `point` are threes by the rules.
fn threes_are_real(lines: &mut LineWords, point: Point, classes: [LineClass; 4]) -> bool {
    lines.flip(point, Colour::Black);
    let mut real = 0;
    let mut left = classes.iter().filter(|class| class.is_open_three()).count();
    for (direction, class) in classes.into_iter().enumerate() {
        if !class.is_open_three() {
            continue;
        }
        left -= 1;
        real += usize::from(three_is_real(lines, point, direction));
        if real + left < 2 || real == 2 {
            break;
        }
    }
    lines.flip(point, Colour::Black);
    real >= 2
}

/// Whether black, who just played `point`, has a legal straight four on this line that is not also
/// five.
fn three_is_real(lines: &mut LineWords, point: Point, direction: usize) -> bool {
    [STEPS[direction], -STEPS[direction]].into_iter().any(|step| {
        // The stone that completes a row of four through the point is the first empty point of its
        // own row.
        let mut index = point.index() as isize + step;
        while lines.content(index) == Colour::Black as u8 + 1 {
            index += step;
        }
        if lines.content(index) != EMPTY {
            return false;
        }
        let next = Point::from_index(index as usize);
        lines.class(next, direction, Colour::Black) == LineClass::OpenFour
            && is_legal_four(lines, next)
    })
}

fn is_legal_four(lines: &mut LineWords, point: Point) -> bool {
    let classes = [0, 1, 2, 3].map(|direction| lines.class(point, direction, Colour::Black));
    if classes.contains(&LineClass::Five) {
        return false;
    }
    match suspicion(classes) {
        Suspicion::Nothing => true,
        Suspicion::Certain(_) => false,
        Suspicion::Threes => !threes_are_real(lines, point, classes),
    }
}
