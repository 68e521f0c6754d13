//! Parallel search: lazy SMP over the shared transposition table, with moves deferred while another
//! thread searches them (ABDADA) and nodes left once another thread has settled them. See
//! [`xun_game::LazySmp`].

use super::reductions::PLY;
use super::root::RootMove;
use super::stored_node::StoredNode;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Point;
use xun_game::{ActiveNode, Bound, Score, work_key};

/// Moves of shallower nodes are searched too quickly to be worth deferring.
const LEAST_WORK: i32 = 3 * PLY;
/// Shallower nodes end before another thread's result could be noticed.
const LEAST_OPEN: i32 = 2 * PLY;
/// Nodes between two checks of the active path.
const CHECK_OPEN_EVERY: u64 = 16;
/// The number of moves of a node that may be deferred.
const MOST_DEFERRED: usize = 16;

/// The data shared by the threads of one search, besides the transposition table.
pub(crate) type LazySmp = xun_game::LazySmp<RootMove, Score>;

/// Moves that another thread was searching when their turn came, with their numbers.
#[derive(Default)]
pub(super) struct DeferredMoves {
    moves: [Option<(Point, usize)>; MOST_DEFERRED],
    count: usize,
    resumed: usize,
}

impl DeferredMoves {
    /// Defers a move; false if there is no room.
    pub(super) fn push(&mut self, point: Point, number: usize) -> bool {
        let Some(place) = self.moves.get_mut(self.count) else { return false };
        *place = Some((point, number));
        self.count += 1;
        true
    }

    /// The next deferred move.
    #[inline]
    pub(super) fn resume(&mut self) -> Option<(Point, usize)> {
        let next = (*self.moves.get(self.resumed)?)?;
        self.resumed += 1;
        Some(next)
    }
}

/// The node's score, if the entry of the transposition table settles it.
fn settled_by(node: &ActiveNode<Score>, known: &StoredNode) -> Option<Score> {
    let believed = known.depth >= node.depth / PLY && (!node.pv || known.bound == Bound::Exact);
    known.settled(node.beta).filter(|_| believed)
}

impl<E: Evaluator> Worker<'_, E> {
    /// Whether a table entry is deep enough for a cut-off. Several threads compare whole plies, so
    /// that they do not repeat a search that another one began at the same depth.
    #[inline]
    pub(super) fn is_deep_enough(&self, known: &StoredNode, depth: i32) -> bool {
        known.depth * PLY >= depth || (self.shared.smp.is_some() && known.depth >= depth / PLY)
    }

    /// The key under which threads mark a move as being searched. First moves are not marked: all
    /// threads search them together.
    #[inline]
    pub(super) fn work_key(&self, point: Point, number: usize, depth: i32) -> Option<u64> {
        self.shared.smp.as_ref().filter(|_| number > 1 && depth >= LEAST_WORK)?;
        Some(work_key(self.board.key_after(point), depth / PLY))
    }

    #[inline]
    pub(super) fn is_busy(&self, key: Option<u64>) -> bool {
        self.shared.smp.as_ref().zip(key).is_some_and(|(smp, key)| smp.is_busy(key))
    }

    #[inline]
    pub(super) fn set_busy(&self, key: Option<u64>, begins: bool) {
        if let Some((smp, key)) = self.shared.smp.as_ref().zip(key) {
            if begins { smp.enter(key) } else { smp.leave(key) }
        }
    }

    /// Enters a node into the list of active path if it is worth checking; true if it was entered.
    #[inline]
    pub(super) fn open(&mut self, node: ActiveNode<Score>) -> bool {
        let excluded = self.frame(node.ply).excluded.is_some();
        let wanted = self.shared.smp.is_some() && !excluded && node.depth >= LEAST_OPEN;
        if wanted {
            self.active_path.enter(node);
        }
        wanted
    }

    /// Leaves a node. Its score is `own`, unless another thread has settled it.
    #[inline]
    pub(super) fn close(&mut self, opened: bool, own: Score) -> Score {
        let Some((node, found)) = opened.then(|| self.active_path.leave()).flatten() else {
            return own;
        };
        self.stopped = false;
        if node.pv {
            self.line_from_table(node.ply, node.depth / PLY);
        }
        found
    }

    /// Stops this thread's search if another one has finished the root, and the search below a node
    /// that another thread has settled.
    #[inline(always)]
    pub(super) fn check_other_threads(&mut self) {
        let Some(smp) = &self.shared.smp else { return };
        if smp.round() != self.round {
            self.overtaken = true;
            self.stopped = true;
        } else if self.nodes.is_multiple_of(CHECK_OPEN_EVERY) && !self.stopped {
            let table = self.table;
            self.stopped = self.active_path.find_settled(|node| {
                settled_by(node, &StoredNode::probe(table, node.key, node.ply)?)
            });
        }
    }

    /// The score of the root search in progress: that of the thread which finished it first, whose
    /// root moves are taken over.
    pub(super) fn agree(&mut self, own: Score) -> Score {
        let Some(smp) = &self.shared.smp else { return own };
        if self.stopped && !self.overtaken {
            return own;
        }
        let score = smp.agree(self.round, own, &mut self.root.moves);
        self.round += 1;
        self.overtaken = false;
        self.stopped = self.shared.stop.load(std::sync::atomic::Ordering::Relaxed);
        score
    }

    /// A better root move that another thread has announced, if it lies within the window.
    pub(super) fn announced_better(&mut self, alpha: Score, beta: Score) -> Option<RootMove> {
        let better = self.shared.smp.as_ref()?.news(self.round, &mut self.heard)?;
        (better.score > alpha && better.score < beta).then_some(better)
    }

    /// Takes the line of a node whose score another thread found from the transposition table.
    fn line_from_table(&mut self, ply: usize, plies: i32) {
        let mut line = std::mem::take(&mut self.frame_mut(ply).line);
        line.clear();
        while (line.len() as i32) < plies && self.board.winner().is_none() {
            let known = StoredNode::probe(self.table, self.board.key(), ply + line.len());
            let best = known.and_then(|known| known.best).filter(|&best| self.board.is_legal(best));
            let Some(best) = best else { break };
            self.board.play(best);
            line.push(best);
        }
        for _ in 0..line.len() {
            self.board.undo();
        }
        self.frame_mut(ply).line = line;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_moves;
    use crate::rules::{Board, Rule, Size};
    use crate::search::{Event, GomokuEngine, Question, Settings};
    use xun_game::{Limits, Stop};

    fn board(rule: Rule, moves: &str) -> Board {
        let mut board = Board::new(Size::STANDARD, rule);
        for point in parse_moves(moves, Size::STANDARD).expect("moves") {
            board.play(point);
        }
        board
    }

    #[test]
    fn deferred_moves_come_back_in_their_order() {
        let mut deferred = DeferredMoves::default();
        let point = |number: usize| Point::new(number as u8, 7);
        assert_eq!(deferred.resume(), None);
        assert!((0..MOST_DEFERRED).all(|number| deferred.push(point(number), number + 2)));
        assert!(!deferred.push(point(20), 30), "no room");
        for number in 0..MOST_DEFERRED {
            assert_eq!(deferred.resume(), Some((point(number), number + 2)));
        }
        assert_eq!(deferred.resume(), None);
    }

    #[test]
    fn a_node_is_settled_by_a_score_of_its_depth_on_the_right_side_of_its_window() {
        let (alpha, beta) = (Score::new(9), Score::new(10));
        let node = ActiveNode { key: 1, ply: 1, depth: 5 * PLY + 7, alpha, beta, pv: false };
        let known = |depth, score, bound| StoredNode {
            score: Score::new(score),
            eval: Some(0),
            depth,
            bound,
            was_pv: false,
            best: None,
        };
        let settled =
            |node: &ActiveNode<Score>, known: StoredNode| settled_by(node, &known).map(Score::get);
        assert_eq!(settled(&node, known(5, 30, Bound::Lower)), Some(30));
        assert_eq!(settled(&node, known(6, -30, Bound::Upper)), Some(-30));
        assert_eq!(settled(&node, known(4, 30, Bound::Lower)), None, "too shallow");
        assert_eq!(
            settled(&node, known(5, 9, Bound::Lower)),
            None,
            "below the window it says nothing"
        );
        let pv = ActiveNode { pv: true, ..node };
        assert_eq!(settled(&pv, known(5, 30, Bound::Lower)), None);
        assert_eq!(settled(&pv, known(5, 9, Bound::Exact)), Some(9));
    }

    #[test]
    fn threads_together_finish_the_depth_asked_for_with_lines_that_can_be_played() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            for moves in ["h8i9", "h8h9j8g9", "j8i6h5h9g9h7i7g8", "h8i7i8g8g9h7j7f9f10j6e9h10i6h5"]
            {
                let board = board(rule, moves);
                let mut engine = GomokuEngine::new(Settings { threads: 3, table_bytes: 4 << 20 });
                let question = Question::new(Limits::depth(9)).with_lines(2);
                let (mut depths, mut nodes) = (Vec::new(), 0);
                let answer = engine.search(&board, &question, &Stop::new(), &mut |event| {
                    if let Event::Line(report) = event {
                        depths.push((report.depth, report.line));
                        nodes = report.nodes;
                    }
                });
                assert_eq!((answer.depth, answer.nodes), (9, nodes), "{moves}");
                // The last lines may come again with the final counts.
                let (before, last) = depths.split_at(depths.len() - answer.lines.len());
                assert!(before.is_sorted(), "each depth once, in order: {depths:?}");
                assert_eq!(last, [(9, 1), (9, 2)]);
                assert_ne!(answer.lines[0].pv[0], answer.lines[1].pv[0], "two lines are two moves");
                for line in &answer.lines {
                    let mut after = board.clone();
                    for &point in &line.pv {
                        assert!(after.is_legal(point), "{point} of {:?} after {moves}", line.pv);
                        after.play(point);
                    }
                }
            }
        }
    }
}
