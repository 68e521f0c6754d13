//! The nodes a thread is inside of, and which of them another thread has settled meanwhile: the
//! table tells.

use super::negamax::decides;
use super::situation::Situation;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Move;
use xun_game::Score;
use xun_game::{Bound, OpenNode, TableEntry};

/// Below this depth a node is over before anybody could notice.
const LEAST_DEPTH: i32 = 2;
/// How many positions pass between two looks at the open nodes.
const LOOK_EVERY: u64 = 16;

/// The node's score, if this entry settles it.
fn settled_by(node: &OpenNode<Score>, entry: TableEntry) -> Option<Score> {
    let score = Score::from_table(entry.score, node.ply);
    let known = i32::from(entry.depth) >= node.depth
        && score != Score::NONE
        && (!node.pv || entry.bound == Bound::Exact)
        && decides(entry.bound, score, (node.alpha, node.beta));
    known.then_some(score)
}

impl<E: Evaluator> Worker<E> {
    /// Begins a node; answers whether it is one to look out for.
    #[inline]
    pub(super) fn open(&mut self, node: &Situation) -> bool {
        let wanted = self.shared.team.is_some()
            && node.ply > 0
            && node.depth >= LEAST_DEPTH
            && node.excluded.is_none()
            && !self.is_near_draw();
        if wanted {
            self.open_nodes.enter(OpenNode {
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
            self.open_nodes.set_depth(depth);
        }
    }

    /// Ends a node, if it was opened: its score is the one found here, unless another thread had
    /// settled it.
    #[inline]
    pub(super) fn close(&mut self, opened: bool, own: Score) -> Score {
        let Some((node, found)) = opened.then(|| self.open_nodes.leave()).flatten() else {
            return own;
        };
        self.stopped = false;
        if node.pv {
            self.line_from_table(node.ply, node.depth);
        }
        found
    }

    /// Sees now and then whether another thread has settled one of the open nodes; if so,
    /// everything below it is dropped.
    #[inline(always)]
    pub(super) fn look_at_open(&mut self) {
        if self.nodes.is_multiple_of(LOOK_EVERY) && !self.stopped {
            self.drop_settled();
        }
    }

    fn drop_settled(&mut self) {
        let table = &self.shared.table;
        self.stopped = self.open_nodes.look(|node| settled_by(node, table.probe(node.key)?));
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::HandEvaluator;
    use crate::rules::{Position, Rules};
    use crate::search::history::Histories;
    use crate::search::node::{PvNode, ZeroWindow};
    use crate::search::shared::Shared;
    use crate::search::team::Team;
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
            team: Some(Team::default()),
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
            let node = worker.look_at::<ZeroWindow>(window, 5, 1, false);
            let opened = worker.open(&node);
            assert!(opened && !worker.open(&Situation { depth: 1, ..node }), "only deep ones");
            found_elsewhere(&worker, depth, score, bound);
            worker.nodes = LOOK_EVERY;
            worker.look_at_open();
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
            worker.look_at::<PvNode>((Score::from_raw(-50), Score::from_raw(50)), 5, 1, false);
        assert!(worker.open(&node));
        found_elsewhere(&worker, 5, 60, Bound::Lower);
        worker.nodes = LOOK_EVERY;
        worker.look_at_open();
        assert!(!worker.stopped);
        let best = found_elsewhere(&worker, 5, 20, Bound::Exact);
        worker.look_at_open();
        assert!(worker.stopped);
        assert_eq!(worker.close(true, Score::ZERO), Score::from_raw(20));
        assert_eq!(worker.lines[1].as_slice(), [best]);
        assert_eq!(worker.position, Position::start(), "the line is not left on the board");
    }
}
