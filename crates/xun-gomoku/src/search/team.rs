//! The threads of one search as a team: see [`xun_game::Team`].

use super::reductions::PLY;
use super::root::RootMove;
use super::score::Score;
use super::table::{Bound, Known};
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Point;
use xun_game::{OpenNode, work_key};

/// Shallower moves are over too soon to be put off for another thread.
const LEAST_WORK: i32 = 3 * PLY;
/// Below this depth a node is over before anybody could notice that another thread has settled it.
const LEAST_OPEN: i32 = 2 * PLY;
/// How many positions pass between two looks at the open nodes.
const LOOK_EVERY: u64 = 16;
/// How many moves of a node may wait.
const MOST_WAITING: usize = 16;

/// What the threads of one search tell each other, besides the table.
pub(crate) type Team = xun_game::Team<RootMove, Score>;

/// Moves that another thread was searching when their turn came, with their numbers.
#[derive(Default)]
pub(super) struct Waiting {
    moves: [Option<(Point, usize)>; MOST_WAITING],
    count: usize,
    resumed: usize,
}

impl Waiting {
    /// Puts a move off, if there is room.
    pub(super) fn put_off(&mut self, point: Point, number: usize) -> bool {
        let Some(place) = self.moves.get_mut(self.count) else { return false };
        *place = Some((point, number));
        self.count += 1;
        true
    }

    /// The next of them whose turn has come again.
    pub(super) fn resume(&mut self) -> Option<(Point, usize)> {
        let next = (*self.moves.get(self.resumed)?)?;
        self.resumed += 1;
        Some(next)
    }
}

/// The node's score, if the table's word settles it.
fn settled_by(node: &OpenNode<Score>, known: &Known) -> Option<Score> {
    let believed = known.depth >= node.depth / PLY && (!node.pv || known.bound == Bound::Exact);
    known.settled(node.beta).filter(|_| believed)
}

impl<E: Evaluator> Worker<'_, E> {
    /// Whether what the table knows is deep enough. One thread wants whole plies; several, who
    /// would do each other's work again, are content with what a search from this depth leaves
    /// behind.
    #[inline]
    pub(super) fn is_deep_enough(&self, known: &Known, depth: i32) -> bool {
        known.depth * PLY >= depth || (self.shared.team.is_some() && known.depth >= depth / PLY)
    }

    /// The name under which threads tell each other that they are searching this move. The first
    /// move is searched by all together, and a single thread has nobody to tell.
    #[inline]
    pub(super) fn work_key(&self, point: Point, number: usize, depth: i32) -> Option<u64> {
        self.shared.team.as_ref().filter(|_| number > 1 && depth >= LEAST_WORK)?;
        Some(work_key(self.board.key_after(point), depth / PLY))
    }

    #[inline]
    pub(super) fn is_busy(&self, key: Option<u64>) -> bool {
        self.shared.team.as_ref().zip(key).is_some_and(|(team, key)| team.is_busy(key))
    }

    #[inline]
    pub(super) fn set_busy(&self, key: Option<u64>, begins: bool) {
        if let Some((team, key)) = self.shared.team.as_ref().zip(key) {
            if begins { team.enter(key) } else { team.leave(key) }
        }
    }

    /// Begins a node; answers whether it is one to look out for.
    #[inline]
    pub(super) fn open(&mut self, node: OpenNode<Score>) -> bool {
        let excluded = self.frame(node.ply).excluded.is_some();
        let wanted = self.shared.team.is_some() && !excluded && node.depth >= LEAST_OPEN;
        if wanted {
            self.open_nodes.enter(node);
        }
        wanted
    }

    /// Ends a node, if it was opened: its value is the one found here, unless another thread had
    /// settled it.
    #[inline]
    pub(super) fn close(&mut self, opened: bool, own: Score) -> Score {
        let Some((node, found)) = opened.then(|| self.open_nodes.leave()).flatten() else {
            return own;
        };
        self.stopped = false;
        if node.pv {
            self.line_from_table(node.ply, node.depth / PLY);
        }
        found
    }

    /// Sees whether another thread has finished the root's search, or now and then whether one has
    /// settled an open node; then everything below is dropped.
    #[inline(always)]
    pub(super) fn look_at_team(&mut self) {
        let Some(team) = &self.shared.team else { return };
        if team.round() != self.round {
            self.overtaken = true;
            self.stopped = true;
        } else if self.nodes.is_multiple_of(LOOK_EVERY) && !self.stopped {
            let table = self.table;
            self.stopped =
                self.open_nodes.look(|node| settled_by(node, &table.probe(node.key, node.ply)?));
        }
    }

    /// What the team found in this round, this thread or another.
    pub(super) fn agree(&mut self, own: Score, moves: &mut Vec<RootMove>) -> Score {
        let Some(team) = &self.shared.team else { return own };
        if self.stopped && !self.overtaken {
            return own;
        }
        let score = team.agree(self.round, own, moves);
        self.round += 1;
        self.overtaken = false;
        self.stopped = self.shared.stop.load(std::sync::atomic::Ordering::Relaxed);
        score
    }

    /// A better root move that another thread has found in this round within the window.
    pub(super) fn hear_of_better(&mut self, alpha: Score, beta: Score) -> Option<RootMove> {
        let better = self.shared.team.as_ref()?.news(self.round, &mut self.heard)?;
        (better.score > alpha && better.score < beta).then_some(better)
    }

    /// Tells the team of a better root move.
    pub(super) fn tell_of_better(&self, root: &RootMove) {
        if let Some(team) = &self.shared.team {
            team.announce(self.round, root.score, root);
        }
    }

    /// The line that the table expects from here, for a node whose score another thread found.
    fn line_from_table(&mut self, ply: usize, plies: i32) {
        let mut line = std::mem::take(&mut self.frame_mut(ply).line);
        line.clear();
        while (line.len() as i32) < plies && self.board.winner().is_none() {
            let known = self.table.probe(self.board.key(), ply + line.len());
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
    use crate::rules::text::parse_moves;
    use crate::rules::{Board, Rule, Size};
    use crate::search::{Engine, Event, Limits, Settings};

    fn board(rule: Rule, moves: &str) -> Board {
        let mut board = Board::new(Size::STANDARD, rule);
        for point in parse_moves(moves, Size::STANDARD).expect("moves") {
            board.play(point);
        }
        board
    }

    #[test]
    fn moves_that_wait_come_back_in_their_order() {
        let mut waiting = Waiting::default();
        let point = |number: usize| Point::new(number as u8, 7);
        assert_eq!(waiting.resume(), None);
        assert!((0..MOST_WAITING).all(|number| waiting.put_off(point(number), number + 2)));
        assert!(!waiting.put_off(point(20), 30), "no room");
        for number in 0..MOST_WAITING {
            assert_eq!(waiting.resume(), Some((point(number), number + 2)));
        }
        assert_eq!(waiting.resume(), None);
    }

    #[test]
    fn a_node_is_settled_by_a_score_of_its_depth_on_the_right_side_of_its_window() {
        let (alpha, beta) = (Score::estimate(9), Score::estimate(10));
        let node = OpenNode { key: 1, ply: 1, depth: 5 * PLY + 7, alpha, beta, pv: false };
        let known = |depth, score, bound| Known {
            score: Score::estimate(score),
            eval: Some(0),
            depth,
            bound,
            was_pv: false,
            best: None,
        };
        let settled =
            |node: &OpenNode<Score>, known: Known| settled_by(node, &known).map(Score::raw);
        assert_eq!(settled(&node, known(5, 30, Bound::Lower)), Some(30));
        assert_eq!(settled(&node, known(6, -30, Bound::Upper)), Some(-30));
        assert_eq!(settled(&node, known(4, 30, Bound::Lower)), None, "too shallow");
        assert_eq!(
            settled(&node, known(5, 9, Bound::Lower)),
            None,
            "below the window it says nothing"
        );
        let pv = OpenNode { pv: true, ..node };
        assert_eq!(settled(&pv, known(5, 30, Bound::Lower)), None);
        assert_eq!(settled(&pv, known(5, 9, Bound::Exact)), Some(9));
    }

    #[test]
    fn threads_together_finish_the_depth_asked_for_with_lines_that_can_be_played() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            for moves in ["h8i9", "h8h9j8g9", "j8i6h5h9g9h7i7g8", "h8i7i8g8g9h7j7f9f10j6e9h10i6h5"]
            {
                let board = board(rule, moves);
                let mut engine = Engine::new(Settings { threads: 3, table_bytes: 4 << 20 });
                let limits = Limits { depth: Some(9), lines: 2, ..Limits::default() };
                let mut depths = Vec::new();
                let answer = engine.search(&board, &limits, None, &mut |event| {
                    if let Event::Line { rank, line, .. } = event {
                        depths.push((line.depth, rank));
                    }
                });
                assert_eq!(answer.depth, 9, "{moves}");
                assert!(depths.is_sorted(), "each depth once, in order: {depths:?}");
                assert_ne!(
                    answer.lines[0].moves[0], answer.lines[1].moves[0],
                    "two lines are two moves"
                );
                for line in &answer.lines {
                    let mut after = board.clone();
                    for &point in &line.moves {
                        assert!(after.is_legal(point), "{point} of {:?} after {moves}", line.moves);
                        after.play(point);
                    }
                }
            }
        }
    }
}
