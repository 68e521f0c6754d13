//! The path of a label, found again after the search. Labels carry no parents: a label knows its last refill only by
//! how much it has used since. That is enough, for the leg from there is a shortest path, and each station is
//! entered once.

use super::board::{Board, Place, UNSEEN};
use std::collections::HashMap;

/// One side's record of a station: when it was entered, and how long the leg was that led there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refill {
    pub(super) station: Place,
    pub(super) steps: u32,
    pub(super) leg: u32,
}

/// What one side's labels went by.
pub(super) struct Trail<'a> {
    /// Where the side began.
    pub(super) origin: Place,
    pub(super) refills: &'a [Refill],
    /// True distances from the origin.
    pub(super) behind: &'a [u32],
    /// True distances to the other side's origin.
    pub(super) ahead: &'a [u32],
}

/// The places from `meeting`, reached by the trail's side after `steps` of which the last `leg` since a refill,
/// back to the trail's origin, both included. `total` is the length of the whole path, which keeps the way
/// back near it; the first entries of `marks` are scratch space, all [`UNSEEN`], and are
/// left so.
pub(super) fn back_to_origin(
    board: &Board<'_>,
    trail: &Trail<'_>,
    (meeting, mut steps, mut leg): (Place, u32, u32),
    total: u32,
    marks: &mut [[u32; 2]],
) -> Vec<Place> {
    let refills: HashMap<Place, &Refill> =
        trail.refills.iter().map(|refill| (refill.station, refill)).collect();
    let mut path = vec![meeting];
    let mut touched = Vec::new();
    while steps > 0 {
        let from = *path.last().expect("the path begins with the meeting place");
        let left = steps - leg;
        let is_source = |place: Place| match left {
            0 => place == trail.origin,
            _ => refills.get(&place).is_some_and(|refill| refill.steps == left),
        };
        let source = if leg == 0 {
            from
        } else {
            let near = |place: usize, used: u32| {
                trail.behind[place] <= steps - used && trail.ahead[place] <= total - (steps - used)
            };
            touched.clear();
            let source = leg_start(board, from, leg, marks, &mut touched, near, is_source);
            let source = source.expect("a label's leg began at a station or at the origin");
            let cells = board.descend(source, |place| marks[place][0]);
            path.extend(cells.iter().rev().skip(1));
            for &place in &touched {
                marks[place as usize][0] = UNSEEN;
            }
            source
        };
        steps = left;
        leg = refills.get(&source).map_or(0, |refill| refill.leg);
    }
    path
}

/// Floods from `from` for exactly `leg` steps over `near` places until it finds the leg's other end.
fn leg_start(
    board: &Board<'_>,
    from: Place,
    leg: u32,
    marks: &mut [[u32; 2]],
    touched: &mut Vec<Place>,
    near: impl Fn(usize, u32) -> bool,
    is_source: impl Fn(Place) -> bool,
) -> Option<Place> {
    marks[from as usize][0] = 0;
    touched.push(from);
    let mut layer = 0;
    for used in 1..=leg {
        let end = touched.len();
        for index in layer..end {
            for neighbour in board.neighbours(touched[index]) {
                if marks[neighbour][0] == UNSEEN && near(neighbour, used) {
                    marks[neighbour][0] = used;
                    touched.push(neighbour as Place);
                    if used == leg && is_source(neighbour as Place) {
                        return Some(neighbour as Place);
                    }
                }
            }
        }
        layer = end;
    }
    None
}
