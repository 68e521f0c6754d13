//! Parallel search: several threads search one tree over a shared table (lazy SMP), and divide its
//! moves among them (Kerrigan's simplified ABDADA). See [`xun_game::LazySmp`].
//!
//! A thread postpones moves that another one is searching, and abandons a subtree whose node
//! another thread has already stored in the table.

use super::node::Node;
use super::pruning::Candidate;
use super::root_move::RootMove;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Move;
use std::sync::Arc;
use xun_game::{ActiveNode, Bound, Score, TableEntry, work_key};

/// Shallower moves are not divided among threads: they end too soon.
const LEAST_SHARED_DEPTH: i32 = 3;
/// Shallower nodes are not watched: they end before another thread could settle them.
const LEAST_DEPTH: i32 = 2;
/// Positions between two looks at the active path.
const LOOK_EVERY: u64 = 16;

/// The threads of one search.
pub(super) type LazySmp = xun_game::LazySmp<RootMove, Score>;

/// The node's score, if this entry settles it.
fn settled_by(node: &ActiveNode<Score>, entry: TableEntry) -> Option<Score> {
    let score = Score::from_table(entry.score, node.ply);
    let known = i32::from(entry.depth) >= node.depth
        && score != Score::NONE
        && (!node.pv || entry.bound == Bound::Exact)
        && entry.bound.settles(score, node.alpha, node.beta);
    known.then_some(score)
}

impl<E: Evaluator> Worker<E> {
    /// Begins a node; answers whether it is one to look out for.
    #[inline]
    pub(super) fn open(&mut self, node: &Node) -> bool {
        let wanted = self.shared.smp.is_some()
            && node.ply > 0
            && node.depth >= LEAST_DEPTH
            && node.excluded.is_none()
            && !self.is_near_draw();
        if wanted {
            self.active_path.enter(ActiveNode {
                key: self.position.key(),
                ply: node.ply,
                depth: node.depth,
                alpha: node.alpha,
                beta: node.beta,
                pv: node.pv,
            });
        }
        wanted
    }

    /// The innermost node, if it was opened, is searched less deep than it was opened with.
    #[inline]
    pub(super) fn lower_open(&mut self, opened: bool, depth: i32) {
        if opened {
            self.active_path.set_depth(depth);
        }
    }

    /// Ends a node, if it was opened: its score is the one found here, unless another thread had
    /// settled it.
    #[inline]
    pub(super) fn close(&mut self, opened: bool, own: Score) -> Score {
        let Some((node, found)) = opened.then(|| self.active_path.leave()).flatten() else {
            return own;
        };
        self.stopped = false;
        if node.pv {
            self.line_from_table(node.ply, node.depth);
        }
        found
    }

    /// Sees now and then whether another thread has settled one of the active path; if so,
    /// everything below it is dropped.
    #[inline(always)]
    pub(super) fn abandon_settled(&mut self) {
        if self.nodes.is_multiple_of(LOOK_EVERY) && !self.stopped {
            self.drop_settled();
        }
    }

    fn drop_settled(&mut self) {
        let table = &self.shared.table;
        self.stopped =
            self.active_path.find_settled(|node| settled_by(node, table.probe(node.key)?));
    }

    /// The line that the table expects from here, for a node whose score another thread found.
    pub(super) fn line_from_table(&mut self, ply: usize, depth: i32) {
        self.lines[ply].clear();
        let mut played = 0;
        while played < depth {
            let entry = self.shared.table.probe(self.position.key());
            let Some(best) = entry.and_then(|entry| Move::unpack(entry.best)) else { break };
            if !self.position.is_legal_move(best) || self.lines[ply].try_push(best).is_err() {
                break;
            }
            self.position.play(best);
            played += 1;
        }
        for _ in 0..played {
            self.position.undo();
        }
    }

    /// The key under which threads mark this move as being searched. None for the first move, which
    /// all threads search, and for a single thread.
    #[inline]
    pub(super) fn busy_key(&self, node: &Node, candidate: &Candidate) -> Option<u64> {
        let shared =
            self.shared.smp.is_some() && candidate.number > 1 && node.depth >= LEAST_SHARED_DEPTH;
        shared.then(|| work_key(self.position.key_after(candidate.chosen), node.depth))
    }

    /// Whether another thread is searching the move with this key.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.shared.smp.as_ref().is_some_and(|smp| smp.is_busy(key))
    }

    /// Marks a move as being searched, or unmarks it.
    #[inline]
    pub(super) fn set_busy(&self, key: Option<u64>, begins: bool) {
        if let (Some(smp), Some(key)) = (&self.shared.smp, key) {
            if begins { smp.enter(key) } else { smp.leave(key) }
        }
    }

    /// The score of this node, if another thread has stored it since the node began.
    pub(super) fn settled_meanwhile(&mut self, node: &Node) -> Option<Score> {
        let entry = self.shared.table.probe(self.position.key())?;
        self.table_cutoff(&Node {
            entry: Some(entry),
            table_score: Score::from_table(entry.score, node.ply),
            table_move: None,
            ..*node
        })
    }

    /// A better root move that another thread has found in this round, noted as if it were found
    /// here.
    pub(super) fn hear_of_better(&mut self, alpha: Score, beta: Score) -> Option<(Move, Score)> {
        let better = self.shared.smp.as_ref()?.news(self.round, &mut self.heard)?;
        let root = self.root.iter_mut().find(|root| root.chosen == better.chosen)?;
        if better.score <= alpha || better.score >= beta {
            return None;
        }
        let found = (better.chosen, better.score);
        *root = better;
        Some(found)
    }

    /// Tells the other threads of a better root move.
    pub(super) fn tell_of_better(&self, root: &RootMove) {
        if let Some(smp) = &self.shared.smp {
            smp.announce(self.round, root.score, root);
        }
    }

    /// The result of this round: that of the thread that finished it first.
    pub(super) fn agree(&mut self, own: Score) -> Score {
        let shared = Arc::clone(&self.shared);
        let Some(smp) = &shared.smp else { return own };
        if self.stopped && !self.overtaken {
            return own;
        }
        let score = smp.agree(self.round, own, &mut self.root);
        self.round += 1;
        self.overtaken = false;
        self.stopped = shared.is_stopped();
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::HandEvaluator;
    use crate::rules::{Position, Rules};
    use crate::search::history::Histories;
    use crate::search::node_type::{PvNode, ZeroWindow};
    use crate::search::shared::Shared;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Instant;
    use xun_game::{Limits, Stop, TimePlan, TimePolicy, TranspositionTable};

    /// One of two threads, at the start position as if it were the first ply.
    fn worker() -> Worker<HandEvaluator> {
        let limits = Limits::depth(9);
        let shared = Arc::new(Shared {
            table: Arc::new(TranspositionTable::with_mebibytes(1).expect("one mebibyte")),
            time_plan: TimePlan::new(&limits, &TimePolicy::default(), Instant::now()),
            limits,
            stop: Stop::new(),
            finished: AtomicBool::new(false),
            smp: Some(LazySmp::default()),
            counters: (0..2).map(|_| 0.into()).collect(),
            rules: Rules::default(),
        });
        let blank = Arc::new(Histories::new());
        let mut worker = Worker::new(0, Arc::clone(&shared), blank, HandEvaluator::default());
        let start = Position::start();
        worker.prepare(shared, &start, &start.legal_moves());
        worker
    }

    fn found_elsewhere(
        worker: &Worker<HandEvaluator>,
        depth: u8,
        score: i32,
        bound: Bound,
    ) -> Move {
        let best = worker.position.legal_moves()[3];
        let score = Score::from_raw(score).to_table(1);
        let entry = TableEntry { best: best.pack(), score, eval: 0, depth, bound, pv: false };
        worker.shared.table.store(worker.position.key(), entry);
        best
    }

    #[test]
    fn a_node_settled_by_another_thread_is_left_with_its_score() {
        let window = (Score::from_raw(9), Score::from_raw(10));
        for (depth, score, bound, left) in [
            (6, 30, Bound::Lower, true),
            (5, -30, Bound::Upper, true),
            (4, 30, Bound::Lower, false),
            (6, 30, Bound::Upper, false),
            (6, 9, Bound::Lower, false),
        ] {
            let mut worker = worker();
            let node = worker.enter_node::<ZeroWindow>(window, 5, 1, false);
            let opened = worker.open(&node);
            assert!(opened && !worker.open(&Node { depth: 1, ..node }), "only deep ones");
            found_elsewhere(&worker, depth, score, bound);
            worker.nodes = LOOK_EVERY;
            worker.abandon_settled();
            assert_eq!(worker.stopped, left, "{depth} {score} {bound:?}");
            let expected = if left { score } else { 7 };
            assert_eq!(worker.close(opened, Score::from_raw(7)), Score::from_raw(expected));
            assert!(!worker.stopped, "the search goes on above it");
        }
    }

    #[test]
    fn on_the_principal_variation_only_an_exact_score_counts_and_brings_its_line() {
        let mut worker = worker();
        let node =
            worker.enter_node::<PvNode>((Score::from_raw(-50), Score::from_raw(50)), 5, 1, false);
        assert!(worker.open(&node));
        found_elsewhere(&worker, 5, 60, Bound::Lower);
        worker.nodes = LOOK_EVERY;
        worker.abandon_settled();
        assert!(!worker.stopped);
        let best = found_elsewhere(&worker, 5, 20, Bound::Exact);
        worker.abandon_settled();
        assert!(worker.stopped);
        assert_eq!(worker.close(true, Score::ZERO), Score::from_raw(20));
        assert_eq!(worker.lines[1].as_slice(), [best]);
        assert_eq!(worker.position, Position::start(), "the line is not left on the board");
    }
}
