//! Dijkstra's algorithm from several places at once, forwards or backwards: costs to or from every
//! place, or to a few wanted ones.
//!
//! The open list rounds keys on large maps (`bucket_queue.rs`), so a place may be found cheaper
//! after it was expanded; it is then expanded again, and every cost is exact in ticks.

use super::best_first::Workspace;
use super::estimate::{Distance, Estimate};
use super::limit_check::LimitCheck;
use super::padded_map::{OPPOSITE, PaddedMap};
use super::reporter::Reporter;
use crate::observer::EventSink;
use crate::{Limits, Moves, Observer, Path, Silent, Statistics};

/// Sources, direction and limits of a flood.
#[derive(Clone, Copy, Debug)]
pub(super) struct FloodQuery<'a> {
    pub(super) sources: &'a [usize],
    /// Whether costs are those of paths that end at a source instead of beginning there.
    pub(super) backwards: bool,
    pub(super) moves: Moves,
    pub(super) limits: Limits<'a>,
}

/// When a flood ends, besides when everything is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until<'a> {
    /// Not before.
    Everything,
    /// When the cost of one of these places is known.
    One(&'a [usize]),
    /// When the costs of all these places are known.
    All(&'a [usize]),
}

/// Runs a flood in the workspace, which holds costs and steps afterwards. False if a limit was
/// reached first.
pub(super) fn run(
    grid: &PaddedMap,
    workspace: &mut Workspace,
    query: &FloodQuery<'_>,
    until: Until<'_>,
    statistics: &mut Statistics,
    mut observer: &mut dyn Observer,
) -> bool {
    if observer.is_active() {
        flood(grid, workspace, query, until, statistics, &mut observer)
    } else {
        flood(grid, workspace, query, until, statistics, &mut Silent)
    }
}

fn flood<O: EventSink>(
    grid: &PaddedMap,
    workspace: &mut Workspace,
    query: &FloodQuery<'_>,
    until: Until<'_>,
    statistics: &mut Statistics,
    observer: &mut O,
) -> bool {
    let anywhere = grid.cell(query.sources.first().copied().unwrap_or(0));
    let reporter = Reporter { grid, estimate: Estimate::new(Distance::Zero, anywhere, grid) };
    let (nodes, frontier) = workspace.parts();
    let mut limit = LimitCheck::new(query.limits);
    nodes.begin();
    frontier.begin(0);
    for &source in query.sources {
        if !nodes.is_reached(source) {
            nodes.reach(source, 0, 0);
            frontier.push(0, source);
            statistics.generated += 1;
            reporter.generate(observer, source, None, 0);
        }
    }
    let wanted: &[usize] = match until {
        Until::Everything => &[],
        Until::One(places) | Until::All(places) => places,
    };
    let mut waiting: Vec<(usize, bool)> = wanted.iter().map(|&place| (place, true)).collect();
    waiting.sort_unstable();
    waiting.dedup();
    let mut missing = match until {
        Until::Everything => usize::MAX,
        Until::One(_) => 1,
        Until::All(_) => waiting.len(),
    };
    // The last key at which something may still become cheaper, once nothing is missing.
    let mut due = (missing == 0).then_some(0);
    loop {
        if limit.is_reached(statistics.expanded) {
            return false;
        }
        statistics.largest_frontier = statistics.largest_frontier.max(frontier.len() as u64);
        let Some((key, place)) = frontier.pop() else { return true };
        if due.is_some_and(|due| frontier.is_exact() || key > due) {
            return true;
        }
        if nodes.is_closed(place) {
            continue;
        }
        nodes.close(place);
        let so_far = nodes.g(place).unwrap_or(0);
        statistics.expanded += 1;
        reporter.expand(observer, place, so_far);
        if due.is_none()
            && let Ok(index) = waiting.binary_search_by_key(&place, |&(place, _)| place)
            && std::mem::take(&mut waiting[index].1)
        {
            missing -= 1;
            if missing == 0 {
                due = Some(key);
            }
        }
        let own = u64::from(grid.cost()[place]);
        let (straight, diagonal) = (own * grid.straight(), own * grid.diagonal());
        grid.neighbours(place, query.moves, |step, to, ticks| {
            let ticks = match (query.backwards, step < 4) {
                (false, _) => ticks,
                (true, true) => straight,
                (true, false) => diagonal,
            };
            let g = so_far + ticks;
            if nodes.g(to).is_some_and(|known| known <= g) {
                return;
            }
            if nodes.is_closed(to) {
                statistics.reopened += 1;
                reporter.reopen(observer, to, g);
            }
            nodes.reach(to, g, step);
            statistics.generated += 1;
            frontier.push(g, to);
            reporter.generate(observer, to, Some(place), g);
        });
    }
}

/// The path between a reached place and its source, from start to end.
pub(super) fn path(
    grid: &PaddedMap,
    workspace: &Workspace,
    place: usize,
    backwards: bool,
) -> Option<Path> {
    let nodes = &workspace.nodes;
    nodes.g(place)?;
    let mut cells = vec![grid.cell(place)];
    let mut at = place;
    while nodes.g(at) != Some(0) {
        at = at.wrapping_add_signed(grid.offsets()[OPPOSITE[nodes.entered(at)]]);
        cells.push(grid.cell(at));
    }
    if !backwards {
        cells.reverse();
    }
    Some(grid.path(cells))
}
