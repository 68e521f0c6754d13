//! Events of a running search.

use super::{Answer, Bound, Score};
use std::time::Duration;

/// One line of the search: its score, its principal variation, and the totals so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// Depth of the iteration in plies.
    pub depth: u32,
    /// Deepest ply reached below this line (selective depth).
    pub selective_depth: u32,
    /// Number of the line among the best ones, from 1 (multi-PV).
    pub line: usize,
    /// The score, seen from the side to move at the root.
    pub score: Score,
    /// The bound of the score: [`Bound::Exact`], or a fail low or high of the aspiration window.
    pub bound: Bound,
    /// Positions visited by all threads so far.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Fullness of the transposition table in thousandths.
    pub fullness: u32,
    /// The principal variation; its first move is the root move.
    pub pv: Vec<M>,
}

impl<M> Report<M> {
    /// Positions visited per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// An event of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<M> {
    /// A line was finished or its bound changed.
    Line(Report<M>),
    /// The search of a root move begins.
    RootMove {
        /// The move.
        root_move: M,
        /// Depth of the iteration.
        depth: u32,
    },
    /// The search of a root move has ended.
    RootMoveDone {
        /// The move.
        root_move: M,
        /// Whether it loses by force.
        is_loss: bool,
        /// Whether it is the best so far.
        is_best: bool,
    },
    /// The system has no room for all threads: the search goes on with fewer.
    FewerThreads {
        /// Threads that were asked for.
        wanted: usize,
        /// Threads that search.
        running: usize,
    },
}

impl<M> Event<M> {
    /// The report, if the event is one about a line.
    pub fn report(&self) -> Option<&Report<M>> {
        if let Self::Line(report) = self { Some(report) } else { None }
    }
}

/// Runs a search and, where it visited positions after its last report, reports the lines of its
/// answer once more with the final counts: readers of the reports then know the true node count.
pub fn with_last_lines<M: Clone>(
    report: &mut dyn FnMut(&Event<M>),
    search: impl FnOnce(&mut dyn FnMut(&Event<M>)) -> Answer<M>,
) -> Answer<M> {
    let mut reported = 0;
    let mut answer = search(&mut |event| {
        if let Event::Line(line) = event {
            reported = line.nodes;
        }
        report(event);
    });
    if answer.nodes != reported {
        for line in &mut answer.lines {
            (line.nodes, line.time) = (answer.nodes, answer.time);
            report(&Event::Line(line.clone()));
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(nodes: u64) -> Report<char> {
        Report {
            depth: 5,
            selective_depth: 9,
            line: 1,
            score: Score::ZERO,
            bound: Bound::Exact,
            nodes,
            time: Duration::ZERO,
            fullness: 0,
            pv: vec!['a'],
        }
    }

    #[test]
    fn the_last_report_has_all_nodes_and_none_is_repeated() {
        for (total, expected) in [(20, vec![14, 20]), (14, vec![14])] {
            let mut counts = Vec::new();
            let mut report = |event: &Event<char>| counts.extend(event.report().map(|r| r.nodes));
            let answer = with_last_lines(&mut report, |report| {
                report(&Event::Line(line(14)));
                Answer { nodes: total, lines: vec![line(14)], ..Answer::without_search('a') }
            });
            assert_eq!((counts, answer.lines[0].nodes), (expected, total));
        }
    }
}
