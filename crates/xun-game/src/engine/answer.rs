//! The answer of a search.

use super::{Bound, Report, Score};
use std::time::Duration;

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The move to play; `None` where the game is over or every legal move was left out.
    pub best: Option<M>,
    /// The expected reply.
    pub ponder: Option<M>,
    /// The score, seen from the side to move.
    pub score: Score,
    /// The last finished depth.
    pub depth: u32,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
    /// The best lines, best first.
    pub lines: Vec<Report<M>>,
}

impl<M> Answer<M> {
    /// An answer without a move.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            best: None,
            ponder: None,
            score: Score::ZERO,
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            lines: Vec::new(),
        }
    }
}

impl<M: Copy> Answer<M> {
    /// An answer without a search: this move as the only line, with an even score.
    pub fn without_search(best: M) -> Self {
        let line = Report {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score: Score::ZERO,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            fullness: 0,
            pv: vec![best],
        };
        Self { best: Some(best), lines: vec![line], ..Self::none() }
    }

    /// The answer of a search that ends with this report; `None` where the report is not about the
    /// best move (a later line, or a fail low).
    #[must_use]
    pub fn from_report(report: &Report<M>) -> Option<Self> {
        let best = *report.pv.first()?;
        (report.line == 1 && report.bound != Bound::Upper).then(|| Self {
            best: Some(best),
            ponder: report.pv.get(1).copied(),
            score: report.score,
            depth: report.depth,
            nodes: report.nodes,
            time: report.time,
            lines: vec![report.clone()],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_report_about_the_best_move_is_an_answer() {
        let report = Report {
            depth: 5,
            selective_depth: 9,
            line: 1,
            score: Score::new(20),
            bound: Bound::Exact,
            nodes: 100,
            time: Duration::from_millis(2),
            fullness: 0,
            pv: vec!['a', 'b'],
        };
        let answer = Answer::from_report(&report).expect("the best line");
        assert_eq!((answer.best, answer.ponder, answer.depth), (Some('a'), Some('b'), 5));
        assert_eq!(report.nodes_per_second(), 50_000);
        let low = Report { bound: Bound::Upper, ..report.clone() };
        let second = Report { line: 2, ..report.clone() };
        let empty = Report { pv: Vec::new(), ..report };
        assert!([low, second, empty].iter().all(|report| Answer::from_report(report).is_none()));
    }
}
