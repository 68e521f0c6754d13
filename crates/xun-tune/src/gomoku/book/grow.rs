//! Analysing one position after the other, on several threads.

use super::tree::{Tree, Tried};
use parking_lot::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use xun_game::{Limits, Score, Stop};
use xun_gomoku::search::{GomokuEngine, Question, Settings};

/// Settings of an analysis run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Growth {
    /// Nodes of the search for each position.
    pub(crate) nodes: u64,
    /// Positions to analyse.
    pub(crate) positions: usize,
    /// Threads, each with a table of its own.
    pub(crate) threads: usize,
    /// Bytes of each table.
    pub(crate) table_bytes: usize,
    /// Moves to look at where black moves, and where white does.
    pub(crate) lines: [usize; 2],
}

/// White's moves to look at on the first ply, where the choice is widest.
const FIRST_REPLIES: usize = 12;

/// Analyses positions that can arise from the one of this number until there are enough, `stop` is
/// set, or nothing is left to analyse. `tell` is called with the tree after each.
pub(crate) fn grow(
    tree: &mut Tree,
    from: usize,
    growth: &Growth,
    stop: &Stop,
    tell: &(dyn Fn(&Tree) + Sync),
) {
    let shared = Mutex::new(tree);
    let left = AtomicUsize::new(growth.positions);
    std::thread::scope(|scope| {
        for _ in 0..growth.threads.max(1) {
            scope.spawn(|| work(&shared, from, growth, &left, stop, tell));
        }
    });
}

fn work(
    shared: &Mutex<&mut Tree>,
    from: usize,
    growth: &Growth,
    left: &AtomicUsize,
    stop: &Stop,
    tell: &(dyn Fn(&Tree) + Sync),
) {
    let tree = || shared.lock();
    let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: growth.table_bytes });
    let enough = |left: usize| left.checked_sub(1);
    while !stop.is_stopped()
        && left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, enough).is_ok()
    {
        let (node, board, exclude) = {
            let mut tree = tree();
            let Some(node) = tree.take_next(from) else {
                if !tree.is_waiting() {
                    return;
                }
                drop(tree);
                // The others may open something; the unused position is given back.
                left.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(std::time::Duration::from_millis(200));
                continue;
            };
            let board = tree.board(node);
            // The first stone goes into the centre, of which there is but one.
            let exclude = if board.stones() == 0 { Vec::new() } else { tree.alike(node) };
            (node, board, exclude)
        };
        let lines = match board.stones() {
            0 => 1,
            1 => FIRST_REPLIES,
            stones => growth.lines[stones % 2],
        };
        let question = Question { exclude, lines, ..Question::new(Limits::nodes(growth.nodes)) };
        let answer = engine.search(&board, &question, stop, &mut |_| {});
        if stop.is_stopped() {
            return;
        }
        let tried: Vec<Tried> = answer
            .lines
            .iter()
            .filter(|line| line.score > -Score::INFINITE)
            .filter_map(|line| line.pv.first().map(|&point| Tried { point, score: line.score }))
            .collect();
        let mut tree = tree();
        tree.note(node, &tried);
        tell(&tree);
    }
}
