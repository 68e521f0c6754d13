//! Lines of a search as the page is told of them: the lines of one iteration together, not too
//! often, and never two lines with the same first move.

use super::game_board::{GameBoard, Progress};
use crate::message::Answer;
use crate::message::board::{Line, Lines, Names};
use crate::responder::Responder;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Lines are sent at most this often.
const BETWEEN: Duration = Duration::from_millis(60);
/// An iteration that takes longer is shown as far as it is known, with the lines before it.
const INCOMPLETE_AFTER: Duration = Duration::from_millis(400);
/// Moves of a line that are named.
const NAMED_MOVES: usize = 24;

/// Collects the lines of a search and sends them.
pub(super) struct LineSender {
    responder: Responder,
    board: Arc<dyn GameBoard>,
    node: u32,
    threat: Option<String>,
    collected: Collected,
    /// Lines that were not sent yet, and the time when they were first held back.
    waiting: Option<(Instant, Lines)>,
    sent: Option<Instant>,
}

impl LineSender {
    /// A sender for a search of this position with so many lines.
    pub(super) fn new(
        responder: Responder,
        board: Arc<dyn GameBoard>,
        node: u32,
        threat: Option<String>,
        lines: usize,
    ) -> Self {
        let wanted = lines.min(board.view().legal.len()).max(1);
        let collected = Collected::new(wanted, board.side());
        Self { responder, board, node, threat, collected, waiting: None, sent: None }
    }

    /// Takes a line from the search thread.
    pub(super) fn hear(&mut self, progress: &Progress) {
        if progress.line.moves.is_empty() {
            return;
        }
        self.collected.take(progress.line.clone());
        let since = self.waiting.take().map_or_else(Instant::now, |(since, _)| since);
        let lines = Lines {
            node: self.node,
            lines: self.collected.lines(),
            nodes: progress.nodes as f64,
            seconds: progress.time.as_secs_f64(),
            threat: self.threat.clone(),
        };
        self.waiting = Some((since, lines));
        let free = self.sent.is_none_or(|sent| sent.elapsed() >= BETWEEN);
        if free
            && self.collected.is_complete()
            && let Some(lines) = self.take()
        {
            self.responder.tell_from_thread(lines);
        }
    }

    /// Lines that have waited long enough, to be sent now: a search may report nothing more for a
    /// long time.
    pub(super) fn take_late(&mut self) -> Option<Answer> {
        let (since, _) = self.waiting.as_ref()?;
        let limit = if self.collected.is_complete() { BETWEEN } else { INCOMPLETE_AFTER };
        if since.elapsed() >= limit { self.take() } else { None }
    }

    /// Lines that wait to be sent.
    pub(super) fn take(&mut self) -> Option<Answer> {
        let (_, mut lines) = self.waiting.take()?;
        for line in &mut lines.lines {
            line.names = names_along(self.board.as_ref(), &line.moves);
        }
        self.sent = Some(Instant::now());
        Some(Answer::BoardLines(lines))
    }
}

/// The lines of the iteration under way, and those of the one before it.
struct Collected {
    wanted: usize,
    side: u8,
    depth: u32,
    current: Vec<Line>,
    before: Vec<Line>,
}

impl Collected {
    fn new(wanted: usize, side: u8) -> Self {
        Self { wanted, side, depth: 0, current: Vec::new(), before: Vec::new() }
    }

    /// Takes a line by its rank; one of another depth begins the next iteration.
    fn take(&mut self, line: Line) {
        if line.depth != self.depth {
            self.before = self.lines();
            self.current.clear();
            self.depth = line.depth;
        }
        let rank = (line.rank.max(1) - 1) as usize;
        self.current.retain(|known| known.moves.first() != line.moves.first());
        match self.current.iter_mut().find(|known| (known.rank.max(1) - 1) as usize == rank) {
            Some(known) => *known = line,
            None => self.current.push(line),
        }
    }

    /// Whether every line of this iteration is known.
    fn is_complete(&self) -> bool {
        self.current.len() >= self.wanted
    }

    /// The lines to show, best first: those of this iteration, and where they are not complete,
    /// those of the one before it with other first moves.
    fn lines(&self) -> Vec<Line> {
        let mut lines = self.current.clone();
        for line in &self.before {
            let known = lines.iter().any(|shown| shown.moves.first() == line.moves.first());
            if lines.len() < self.wanted && !known {
                lines.push(line.clone());
            }
        }
        let worth = |line: &Line| {
            let sign = if self.side == 0 { -1 } else { 1 };
            // A shorter win counts more, a longer loss too.
            let mate =
                line.score.mate.map_or(0, |moves| moves.signum() * (1_000_000 - moves.abs()));
            sign * (line.score.value + mate)
        };
        lines.sort_by_key(worth);
        lines.truncate(self.wanted);
        for (index, line) in lines.iter_mut().enumerate() {
            line.rank = index as u32 + 1;
        }
        lines
    }
}

/// The names of a line's moves; each is named where it is played.
pub(super) fn names_along(board: &dyn GameBoard, moves: &[String]) -> Vec<Names> {
    let mut walker = board.copy();
    let mut names = Vec::new();
    for text in moves.iter().take(NAMED_MOVES) {
        names.push(walker.names(text));
        if !walker.play(text) {
            break;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::board::Score;

    fn line(rank: u32, depth: u32, first: &str, value: i32) -> Line {
        let score = Score { value, mate: None, win: 50.0, draw: 0.0 };
        let moves = vec![first.to_owned()];
        Line { rank, score, depth, reach: depth, moves, names: Vec::new() }
    }

    fn firsts(collected: &Collected) -> Vec<(String, i32)> {
        let shown = collected.lines();
        let ranks: Vec<u32> = shown.iter().map(|line| line.rank).collect();
        assert_eq!(ranks, (1..=shown.len() as u32).collect::<Vec<_>>());
        shown.into_iter().map(|line| (line.moves[0].clone(), line.score.value)).collect()
    }

    #[test]
    fn no_two_lines_share_a_first_move_while_iterations_change() {
        let mut collected = Collected::new(3, 0);
        for (rank, first, value) in [(1, "a", 30), (2, "b", 20), (3, "c", 10)] {
            collected.take(line(rank, 5, first, value));
        }
        assert!(collected.is_complete());
        // In the next iteration the third move is the best.
        collected.take(line(1, 6, "c", 40));
        assert!(!collected.is_complete());
        let expected = [("c", 40), ("a", 30), ("b", 20)].map(|(text, v)| (text.to_owned(), v));
        assert_eq!(firsts(&collected), expected);
        // A line that is reported again at another rank is not there twice.
        collected.take(line(2, 6, "a", 35));
        collected.take(line(1, 6, "a", 45));
        assert_eq!(firsts(&collected)[0], ("a".to_owned(), 45));
        assert_eq!(firsts(&collected).len(), 3);
    }

    #[test]
    fn the_second_side_has_its_best_line_first() {
        let mut collected = Collected::new(2, 1);
        collected.take(line(1, 3, "a", -50));
        collected.take(line(2, 3, "b", -10));
        assert_eq!(firsts(&collected)[0].0, "a");
    }
}
