//! Conflicts between ways.

use super::Conflict;
use crate::Cell;

/// The place at a time; after its end a way stays where it is.
pub(super) fn at<P: Copy>(way: &[P], time: usize) -> P {
    way[time.min(way.len() - 1)]
}

/// Whether two ways meet at this time or change places in the step that ends then.
pub(super) fn meet<P: Copy + PartialEq>(one: &[P], other: &[P], time: usize) -> bool {
    at(one, time) == at(other, time) || swap(one, other, time)
}

/// Whether two ways change places in the step that ends at this time.
fn swap<P: Copy + PartialEq>(one: &[P], other: &[P], time: usize) -> bool {
    time > 0
        && at(one, time) != at(one, time - 1)
        && at(one, time) == at(other, time - 1)
        && at(one, time - 1) == at(other, time)
}

/// The pair of ways that meets first, and when.
pub(super) fn first_pair<P: Copy + PartialEq>(
    ways: &[impl AsRef<[P]>],
) -> Option<(usize, usize, usize)> {
    let end = ways.iter().map(|way| way.as_ref().len()).max().unwrap_or(0);
    (0..end).find_map(|time| {
        (0..ways.len()).find_map(|one| {
            let met = |other: &usize| meet(ways[one].as_ref(), ways[*other].as_ref(), time);
            (one + 1..ways.len()).find(met).map(|other| (one, other, time))
        })
    })
}

/// The first conflict.
pub(super) fn first(ways: &[Vec<Cell>]) -> Option<Conflict> {
    let (one, other, time) = first_pair(ways)?;
    let is_swap = at(&ways[one], time) != at(&ways[other], time);
    let cells = [at(&ways[one], time.saturating_sub(1)), at(&ways[one], time)];
    Some(Conflict { agents: [one, other], time: time as u32, cells, is_swap })
}

/// The number of pairs of ways that meet.
pub(super) fn count(ways: &[impl AsRef<[u32]>]) -> u32 {
    let mut pairs = 0;
    for (index, one) in ways.iter().enumerate() {
        for other in &ways[index + 1..] {
            let (one, other) = (one.as_ref(), other.as_ref());
            let end = one.len().max(other.len());
            pairs += u32::from((0..end).any(|time| meet(one, other, time)));
        }
    }
    pairs
}
