//! Move generation for the search.
//!
//! Against a four there is one move, against the threat of an open four there are the moves that
//! stop it and the own fours; else all points near the stones.

use crate::eval::Evaluator;
pub(crate) use crate::eval::Ranked;
use crate::rules::{Board, Colour, Point, PointSet, STEPS, Shape};

/// The threat against the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pressure {
    /// Nothing.
    Free,
    /// The other side threatens an open four.
    OpenFour,
    /// The other side threatens five.
    Five,
}

impl Pressure {
    #[inline]
    pub(crate) fn on(board: &Board) -> Self {
        let other = !board.to_move();
        if board.count(other, Shape::Five) > 0 {
            Self::Five
        } else if board.count(other, Shape::OpenFour) > 0 {
            Self::OpenFour
        } else {
            Self::Free
        }
    }
}

/// Points that stop every open four of this colour, as far as one stone of the other colour can:
/// after any other quiet move the open four still wins.
pub(crate) fn open_four_defences(board: &Board, attacker: Colour) -> PointSet {
    let mut common: Option<PointSet> = None;
    for point in board.fours(attacker) {
        if board.cell(point).shape(attacker) != Shape::OpenFour {
            continue;
        }
        let here = defences_of(board, point, attacker);
        common = Some(common.map_or(here, |set| set.intersection(&here)));
    }
    common.unwrap_or_default()
}

/// Points whose occupation by the other colour takes the open four at `point` away.
fn defences_of(board: &Board, point: Point, attacker: Colour) -> PointSet {
    let mut set = PointSet::EMPTY;
    set.insert(point);
    let mut lines = board.line_words();
    let cell = board.cell(point);
    let fours = (0..4)
        .map(|direction| cell.line(direction, attacker))
        .map(|class| match class {
            crate::rules::LineClass::OpenFour | crate::rules::LineClass::DoubleFour => 2,
            crate::rules::LineClass::ClosedFour => 1,
            _ => 0,
        })
        .collect::<Vec<u32>>();
    let total: u32 = fours.iter().sum();
    for (direction, step) in STEPS.into_iter().enumerate() {
        if fours[direction] == 0 {
            continue;
        }
        for offset in [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5] {
            let index = point.index() as isize + step * offset;
            let Some(other) = board.empty_at(index) else { continue };
            lines.flip(other, !attacker);
            let class = lines.class(point, direction, attacker);
            lines.flip(other, !attacker);
            let left = match class {
                crate::rules::LineClass::OpenFour | crate::rules::LineClass::DoubleFour => 2,
                crate::rules::LineClass::ClosedFour => 1,
                _ => 0,
            };
            if total - fours[direction] + left < 2 {
                set.insert(other);
            }
        }
    }
    set
}

/// Fills `list` with the moves to look at under this pressure, unranked.
pub(crate) fn generate(board: &Board, pressure: Pressure, list: &mut Vec<Ranked>) {
    let own = board.to_move();
    list.clear();
    let mut add = |point: Point| list.push(Ranked { point, rank: 0 });
    match pressure {
        Pressure::Five => board.fives(!own).iter().for_each(add),
        Pressure::OpenFour => {
            let mut set = open_four_defences(board, !own);
            set.union_with(board.fours(own));
            set.iter().filter(|&point| board.is_empty(point)).for_each(add);
        }
        Pressure::Free => board.candidates().for_each(&mut add),
    }
}

/// Fills `list` with this side's fours.
pub(crate) fn generate_fours(board: &Board, list: &mut Vec<Ranked>) {
    list.clear();
    let fours = board.fours(board.to_move()).iter();
    list.extend(fours.map(|point| Ranked { point, rank: 0 }));
}

/// Ranks the list by the evaluator's hints, best first.
pub(crate) fn rank(board: &Board, evaluator: &impl Evaluator, list: &mut [Ranked]) {
    for ranked in list.iter_mut() {
        ranked.rank = evaluator.hint(board, ranked.point);
    }
    list.sort_unstable_by(|one, other| other.rank.cmp(&one.rank).then(one.point.cmp(&other.point)));
}
