//! Iterative deepening with aspiration windows, and the decision when to end it.

use super::reductions::PLY;
use super::root::RootMove;
use super::worker::{Shared, Worker};
use super::{Event, Question};
use crate::eval::Evaluator;
use std::cmp::Reverse;
use xun_game::Score;

/// Iterations end here at the latest.
pub const MAX_DEPTH: u32 = 200;
/// The first iteration with an aspiration window.
const ASPIRATION_DEPTH: u32 = 5;

/// The result of a thread's iterative deepening.
pub(crate) struct Deepened {
    /// The root moves, best first.
    pub(crate) moves: Vec<RootMove>,
    /// The last finished iteration.
    pub(crate) depth: u32,
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches deeper and deeper until a limit is reached.
    pub(crate) fn deepen(mut self, question: &Question) -> Deepened {
        let lines = question.lines.max(1).min(self.root.moves.len());
        let deepest = question.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut finished = 0;
        for depth in 1..=deepest {
            // Several lines may have to be completed from the iteration before.
            let before =
                if lines > 1 && finished > 0 { self.root.moves.clone() } else { Vec::new() };
            for root in &mut self.root.moves {
                root.previous = root.score;
            }
            self.root.iteration = depth;
            for line in 0..lines {
                self.root.line = line;
                self.aspiration_search();
                let moves = &mut self.root.moves;
                if self.stopped && !before.is_empty() {
                    fall_back(moves, line, before);
                    break;
                }
                moves[..=line].sort_by_key(|root| Reverse(root.score));
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            finished = depth;
            self.report_lines(lines);
            if is_settled(&self.root.moves, lines, depth, self.shared) {
                break;
            }
        }
        self.check_limits();
        Deepened { moves: self.root.moves, depth: finished }
    }

    fn report_lines(&mut self, lines: usize) {
        if self.root.report.is_none() {
            return;
        }
        let nodes = self.total_nodes();
        let (time, fullness) = (self.shared.plan.elapsed(), self.table.fullness());
        let Some(report) = &mut self.root.report else { return };
        for (line, root) in (1..).zip(&self.root.moves[..lines]) {
            report(&Event::Line(root.report(line, nodes, time, fullness)));
        }
    }

    fn total_nodes(&mut self) -> u64 {
        self.check_limits();
        self.shared.nodes.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Searches the root with a window around the score of the last iteration, widened until the
    /// score lies inside. Repeated fail highs reduce the depth.
    fn aspiration_search(&mut self) {
        let line = self.root.line;
        let depth = self.root.iteration;
        let previous = self.root.moves[line].previous;
        let mut delta = self.tuning.aspiration;
        let (mut alpha, mut beta) =
            if depth >= ASPIRATION_DEPTH && !previous.is_decided() && previous > -Score::INFINITE {
                (previous.saturating_add(-delta), previous.saturating_add(delta))
            } else {
                (-Score::INFINITE, Score::INFINITE)
            };
        let mut fail_highs = 0;
        loop {
            let adjusted = (depth as i32 * PLY - fail_highs / 3 * PLY).max(PLY);
            let own = self.search_root(alpha, beta, adjusted);
            let score = self.agree(own);
            self.root.moves[line..].sort_by(|one, other| {
                other.score.cmp(&one.score).then(other.previous.cmp(&one.previous))
            });
            if self.stopped {
                return;
            }
            if score <= alpha {
                beta =
                    Score::new(i32::midpoint(alpha.get(), beta.get())).max(alpha.saturating_add(1));
                alpha = score.saturating_add(-delta).max(-Score::INFINITE);
                fail_highs = 0;
            } else if score >= beta {
                beta = score.saturating_add(delta).min(Score::INFINITE);
                fail_highs += 1;
            } else {
                return;
            }
            if score.is_decided() {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
            delta = delta * (3 + score.get().abs() / 1024) / 3 + 6;
        }
    }
}

/// Completes the lines of an iteration that ended after `done` of them by those of the iteration
/// `before`.
///
/// The search of a line has shown that no move left is better than it. So a line of the iteration
/// before counts for no more than the last finished line, although its score may be higher.
fn fall_back(moves: &mut Vec<RootMove>, done: usize, before: Vec<RootMove>) {
    // A first move better than all scores before counts even in an unfinished search.
    let done = if moves[0].score > before[0].score { done.max(1) } else { done };
    moves.truncate(done);
    let most = moves.last().map_or(Score::INFINITE, |root| root.score);
    for mut root in before {
        if moves[..done].iter().all(|known| known.point != root.point) {
            root.score = root.score.min(most);
            moves.push(root);
        }
    }
}

/// Whether deeper iterations would change nothing or not be finished in time.
///
/// A question with limits of time alone asks for a move to play: it ends early where the move is
/// clear. One with a limit of depth or nodes asks for an analysis and uses it.
fn is_settled(moves: &[RootMove], lines: usize, depth: u32, shared: &Shared) -> bool {
    let (limits, plan) = (shared.limits, &shared.plan);
    if limits.infinite || limits.is_pondering(shared.asked) {
        return false;
    }
    let playing = limits.is_timed() && limits.depth.is_none() && limits.nodes.is_none();
    let best = moves[0].score;
    let plies = best.plies_to_end();
    if limits.mate.is_some_and(|mate| {
        best.mate_distance().is_some_and(|moves| moves > 0 && moves as u32 <= mate)
    }) {
        return true;
    }
    if lines == 1 && best.is_win() && (playing || plies.is_some_and(|plies| plies <= depth)) {
        return true;
    }
    if playing && moves.len() == 1 && lines == 1 {
        return true;
    }
    // A loss searched to its end stays one; a few more iterations look for a longer defence.
    if playing && best.is_loss() && plies.is_some_and(|plies| plies + 4 < depth) {
        return true;
    }
    match (plan.soft(), plan.hard()) {
        (Some(soft), Some(hard)) if soft < hard => plan.elapsed() * 10 > soft * 6,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Board, Rule, Size};
    use crate::search::{GomokuEngine, Settings};
    use xun_game::{Limits, Stop};

    fn root(x: u32, score: i32, depth: u32) -> RootMove {
        let point = Size::STANDARD.point(x, 7).unwrap();
        let score = Score::new(score);
        RootMove { point, score, previous: score, line: vec![point], selective_depth: depth, depth }
    }

    fn shown(moves: &[RootMove]) -> Vec<(u8, i32, u32)> {
        moves.iter().map(|root| (root.point.x(), root.score.get(), root.depth)).collect()
    }

    #[test]
    fn lines_that_a_depth_did_not_reach_count_for_no_more_than_those_above() {
        let before = || vec![root(1, 60, 8), root(2, 50, 8), root(3, 10, 8)];
        // The best fell to 20: the second was looked at and is no better, whatever it had before.
        let mut moves = vec![root(1, 20, 9), root(3, -99, 9), root(2, -99, 9)];
        fall_back(&mut moves, 1, before());
        assert_eq!(shown(&moves), [(1, 20, 9), (2, 20, 8), (3, 10, 8)]);
        // Nothing is known of the others while the first is looked at.
        let mut moves = vec![root(1, 20, 9), root(2, -99, 9), root(3, -99, 9)];
        fall_back(&mut moves, 0, before());
        assert_eq!(shown(&moves), [(1, 60, 8), (2, 50, 8), (3, 10, 8)]);
        // But one that is better than anything known is the best.
        let mut moves = vec![root(2, 70, 9), root(1, 20, 9), root(3, -99, 9)];
        fall_back(&mut moves, 0, before());
        assert_eq!(shown(&moves), [(2, 70, 9), (1, 60, 8), (3, 10, 8)]);
    }

    #[test]
    fn a_five_at_once_is_a_win_whatever_the_other_side_threatens() {
        // Black has an open four, White a four with a gap.
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        for (x, y) in [(7, 7), (0, 0), (7, 8), (0, 1), (7, 9), (0, 2), (7, 10), (0, 4)] {
            board.play(board.size().point(x, y).unwrap());
        }
        let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 1 << 20 });
        for lines in [1, 2] {
            let question = Question::new(Limits::depth(6)).with_lines(lines);
            let found = engine.search(&board, &question, &Stop::new(), &mut |_| {}).lines;
            for line in &found {
                assert_eq!(line.score.mate_distance(), Some(1), "{lines} lines: {found:?}");
            }
        }
    }

    #[test]
    fn the_best_of_several_lines_come_first_wherever_the_search_is_cut_off() {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        for (x, y) in [(7, 7), (8, 8), (6, 8), (8, 6), (8, 7), (6, 7)] {
            board.play(board.size().point(x, y).unwrap());
        }
        let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 1 << 20 });
        let mut unfinished = 0;
        for nodes in (1..60).map(|step| step * 700) {
            engine.clear();
            let question = Question::new(Limits::nodes(nodes)).with_lines(6);
            let lines = engine.search(&board, &question, &Stop::new(), &mut |_| {}).lines;
            assert!(
                lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score)),
                "{nodes} nodes: {lines:?}"
            );
            unfinished += usize::from(lines[0].depth != lines[5].depth);
        }
        assert!(unfinished > 5, "{unfinished} searches were cut off within a depth");
    }

    #[test]
    fn a_five_at_the_root_wins_in_one_even_if_the_other_side_has_one_too() {
        let rules = [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact];
        // Black has h8 to h11 with both ends open; White nothing, or four in a row.
        let quiet = [(7, 7), (0, 0), (7, 8), (4, 0), (7, 9), (8, 0), (7, 10), (12, 0)];
        let race = [(7, 7), (0, 0), (7, 8), (0, 1), (7, 9), (0, 2), (7, 10), (0, 3)];
        for rule in rules {
            for stones in [quiet, race] {
                let mut board = Board::new(Size::STANDARD, rule);
                for (x, y) in stones {
                    board.play(board.size().point(x, y).unwrap());
                }
                for (lines, threads) in [(1, 1), (3, 1), (1, 2), (3, 2)] {
                    let mut engine = GomokuEngine::new(Settings { threads, table_bytes: 1 << 20 });
                    let question = Question::new(Limits::depth(6)).with_lines(lines);
                    let answer = engine.search(&board, &question, &Stop::new(), &mut |_| {});
                    let fives: Vec<_> = board.fives(board.to_move()).iter().collect();
                    assert_eq!(answer.lines.len(), lines.min(fives.len()), "{rule:?}");
                    for line in &answer.lines {
                        assert_eq!(line.score, Score::mate_in(1), "{rule:?} {lines} {threads}");
                        assert!(fives.contains(&line.pv[0]) && line.pv.len() == 1, "{rule:?}");
                    }
                }
            }
        }
    }
}
