//! The benchmark: fixed positions to a fixed depth. Its node count is the search's signature: it
//! changes only when the search or the evaluation does, and it is the same on every machine.

use super::searcher::{Question, Searcher};
use crate::eval::PlayingEvaluator;
use crate::rules::Position;
use std::time::{Duration, Instant};
use xun_game::{Limits, Stop};

/// Positions of every phase: openings, middlegames, attacks, endgames.
pub const BENCH_POSITIONS: [&str; 14] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "2bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKABR1 b - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
    "r2akab1r/3n5/4b1n2/p1p1R1p1p/9/2P3c2/P3P3P/N1C3N2/1C7/2BAKABR1 b - - 0 1",
    "3akab2/9/2n1b4/p3p1p1p/2r6/6R2/P3P3P/2N1B4/4A4/2BAK4 w - - 0 1",
    "4kab2/4a4/4b4/p7p/9/2N3n2/P7P/4B4/4A4/2BAK4 b - - 0 1",
    "2bak4/4a4/4b4/4P4/9/9/4p4/4B4/4A4/2BAK4 w - - 0 1",
    "3k5/4P4/9/9/9/9/9/9/4p4/5K3 w - - 0 1",
];

/// Depth of the benchmark.
pub const BENCH_DEPTH: u32 = 11;

/// The result of the benchmark.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BenchResult {
    /// The signature.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl BenchResult {
    /// Positions a second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// Runs the benchmark with one thread, the default table and the usual evaluation.
#[must_use]
pub fn bench() -> BenchResult {
    bench_to(BENCH_DEPTH, 1, PlayingEvaluator::default())
}

/// Runs the benchmark to another depth, with so many threads (more than one shows how much sooner
/// they get there) and this evaluation.
#[expect(clippy::missing_panics_doc, reason = "nothing stops it")]
#[must_use]
pub fn bench_to(depth: u32, threads: usize, evaluator: PlayingEvaluator) -> BenchResult {
    bench_until(depth, threads, evaluator, &Stop::new()).expect("it is not stopped")
}

/// As [`bench_to`]; `None` if it was stopped before its end.
///
/// # Panics
/// If there is no memory for a table of 16 MiB.
#[must_use]
pub fn bench_until(
    depth: u32,
    threads: usize,
    evaluator: PlayingEvaluator,
    stop: &Stop,
) -> Option<BenchResult> {
    let mut searcher = Searcher::new(16, evaluator).expect("16 MiB can be had");
    searcher.set_threads(threads);
    let mut nodes = 0;
    let start = Instant::now();
    let question = Question::from(Limits::depth(depth));
    for fen in BENCH_POSITIONS {
        let position = Position::from_fen(fen).expect("the positions are possible");
        searcher.new_game();
        nodes += searcher.search(&position, &question, stop, &mut |_| {}).nodes;
    }
    (!stop.is_stopped()).then(|| BenchResult { nodes, time: start.elapsed() })
}
