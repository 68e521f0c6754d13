//! Reviews: every move of a game is judged and marked; the mistakes become exercises.

use super::game_board::{GameBoard, Task};
use super::line_sender::names_along;
use super::saved::{Saved, text_of};
use super::{broken, show};
use crate::message::board::{Line, Mark, Note, Player, ReviewSummary, Score, SideSummary, Tried};
use crate::message::{Answer, Refusal};
use crate::responder::Responder;
use crate::shared::Shared;
use crate::store::{Finding, Node};
use std::sync::Arc;
use std::time::Duration;
use xun_arena::Game;
use xun_game::{Limits, Stop};

/// Time for each of the two searches that judge a tried move.
const TRY_TIME: Duration = Duration::from_millis(400);

/// Looks at each position of the current line and marks the moves that lost most.
pub(super) async fn review(id: i64, milliseconds: u32, responder: Responder) {
    let prepared = Saved::load(id, &responder.shared).and_then(|saved| {
        let (line, boards) = positions_of_line(&saved)?;
        Ok((saved, line, boards))
    });
    let (saved, line, boards) = match prepared {
        Ok(prepared) => prepared,
        Err(refusal) => return responder.refuse(refusal).await,
    };
    let time = Duration::from_millis(u64::from(milliseconds.clamp(10, 10_000)));
    let mut before: Option<(Line, Box<dyn GameBoard>)> = None;
    for (index, board) in boards.into_iter().enumerate() {
        if responder.stopped() {
            break;
        }
        let kept = board.copy();
        let after = judge(board, time, &responder).await;
        if let (Some((before, stood)), Some(after), true) = (&before, &after, index > 0) {
            let node = line[index - 1];
            let note = note(stood.as_ref(), before, after, text_at(&saved, node));
            if let Err(refusal) = keep(&saved, node, &note, &responder.shared) {
                return responder.refuse(refusal).await;
            }
            responder.tell(Answer::BoardNote { node, note }).await;
        }
        before = after.map(|line| (line, kept));
    }
    responder.changed(id);
    match Saved::load(id, &responder.shared).and_then(|saved| show(&saved, &responder.shared)) {
        Ok(answer) => responder.last(answer).await,
        Err(refusal) => responder.refuse(refusal).await,
    }
}

fn text_at(saved: &Saved, node: u32) -> Option<&str> {
    saved.record.nodes.iter().find(|found| found.id == node).map(|found| found.text.as_str())
}

/// Writes the note of a move; a mistake of a person becomes an exercise.
fn keep(saved: &Saved, node: u32, note: &Note, shared: &Shared) -> Result<(), Refusal> {
    let Ok(text) = serde_json::to_string(note) else { return Ok(()) };
    shared.store.annotate(saved.record.id, node, &text).map_err(|error| broken(&error))?;
    if !matches!(note.mark, Mark::Mistake | Mark::Blunder) || note.better.is_empty() {
        return Ok(());
    }
    let line = saved.moves_to(node).unwrap_or_default();
    let Some((made, before)) = line.split_last() else { return Ok(()) };
    let first = saved.board_at(0)?.side();
    let side = (usize::from(first) + before.len()) % 2;
    if saved.setup.players[side] != Player::Human {
        return Ok(());
    }
    let moves: Vec<&str> = before.iter().map(|node| node.text.as_str()).collect();
    let finding = Finding {
        game: Game::from(saved.setup.game).name().to_owned(),
        source: saved.record.id,
        node,
        setup: text_of(&saved.setup)?,
        moves: moves.join(" "),
        played: made.text.clone(),
        loss: note.loss,
    };
    shared.store.add_exercise(&finding).map_err(|error| broken(&error))
}

/// The judgement of a move instead of the one at a node.
pub(super) async fn try_instead(id: i64, node: u32, text: String, responder: Responder) {
    let position = Saved::load(id, &responder.shared).and_then(|saved| {
        let parent = saved.record.nodes.iter().find(|found| found.id == node);
        let parent = parent.map(|found| found.parent).ok_or_else(|| super::saved::no_node(node))?;
        saved.board_at(parent)
    });
    match position {
        Ok(board) => match judge_move(board, &text, &responder).await {
            Ok(tried) => responder.last(Answer::BoardTried(Box::new(tried))).await,
            Err(refusal) => responder.refuse(refusal).await,
        },
        Err(refusal) => responder.refuse(refusal).await,
    }
}

/// Judges a move in a position.
pub(super) async fn judge_move(
    board: Box<dyn GameBoard>,
    text: &str,
    responder: &Responder,
) -> Result<Tried, Refusal> {
    let mut after = board.copy();
    let kept = board.canonical(text).filter(|kept| after.play(kept));
    let text = kept.ok_or_else(|| Refusal::input(board.why_not(text)))?;
    let failed = || crate::responder::missing("The engine failed", "引擎出错");
    let best = judge(board.copy(), TRY_TIME, responder).await.ok_or_else(failed)?;
    let view = after.view();
    let reached = judge(after, TRY_TIME, responder).await.ok_or_else(failed)?;
    let note = note(board.as_ref(), &best, &reached, Some(&text));
    let good = matches!(note.mark, Mark::Best | Mark::Good);
    Ok(Tried { good, names: board.names(&text), text, note, view })
}

/// The summary of the notes of these moves, if there are any. `first` is the side of the first
/// move.
pub(super) fn summary(line: &[&Node], first: u8) -> Option<ReviewSummary> {
    let mut sides = [SideSummary::default(), SideSummary::default()];
    let mut mistakes = Vec::new();
    for (index, node) in line.iter().enumerate() {
        let Some(note) =
            node.note.as_deref().and_then(|note| serde_json::from_str::<Note>(note).ok())
        else {
            continue;
        };
        let side = &mut sides[(usize::from(first) + index) % 2];
        side.moves += 1;
        side.accuracy += 100.0 * (-note.loss / ACCURACY_SCALE).exp();
        side.average_loss += note.loss;
        match note.mark {
            Mark::Inaccuracy => side.inaccuracies += 1,
            Mark::Mistake => side.mistakes += 1,
            Mark::Blunder => side.blunders += 1,
            Mark::Best | Mark::Good => {}
        }
        if matches!(note.mark, Mark::Mistake | Mark::Blunder) {
            mistakes.push(node.id);
        }
    }
    if sides.iter().all(|side| side.moves == 0) {
        return None;
    }
    for side in &mut sides {
        let moves = f64::from(side.moves.max(1));
        side.accuracy = (side.accuracy / moves * 10.0).round() / 10.0;
        side.average_loss = (side.average_loss / moves * 10.0).round() / 10.0;
    }
    Some(ReviewSummary { sides, mistakes })
}

/// A move that loses so many percentage points counts 37 percent (1/e) towards the accuracy.
const ACCURACY_SCALE: f64 = 20.0;

type Positions = Vec<Box<dyn GameBoard>>;

/// The line through the current node to its end, and the positions along it: one more than moves.
fn positions_of_line(saved: &Saved) -> Result<(Vec<u32>, Positions), Refusal> {
    let nodes = &saved.record.nodes;
    let mut line = saved.line_to(saved.record.current).unwrap_or_default();
    let mut board = saved.board_at(0)?;
    let mut boards = vec![board.copy()];
    while let Some(next) =
        nodes.iter().find(|node| node.parent == line.last().copied().unwrap_or(0))
    {
        line.push(next.id);
    }
    for id in &line {
        let text = nodes.iter().find(|node| node.id == *id).map_or("", |node| &node.text);
        if !board.play(text) {
            return Err(saved.damaged());
        }
        boards.push(board.copy());
    }
    Ok((line, boards))
}

/// The score of a game that is over.
fn ended(winner: Option<u8>) -> Line {
    let (value, win) = match winner {
        Some(0) => (30_000, 100.0),
        Some(_) => (-30_000, 0.0),
        None => (0, 0.0),
    };
    let draw = if winner.is_none() { 100.0 } else { 0.0 };
    let score = Score { value, mate: winner.map(|_| 0), win, draw };
    Line { rank: 1, score, depth: 0, reach: 0, moves: Vec::new(), names: Vec::new() }
}

/// The best line of a position.
async fn judge(board: Box<dyn GameBoard>, time: Duration, responder: &Responder) -> Option<Line> {
    if let Some(over) = board.over() {
        return Some(ended(over.winner));
    }
    let turn = responder.shared.budget.turn(responder.session).await;
    let stop = Stop::from(Arc::clone(&responder.stop));
    turn.work(move |turn| {
        let mut best = None;
        let mut search = board.search(turn.memory())?;
        let task = Task { lines: 1, limits: Limits::move_time(time), ..Task::default() };
        search.run(&task, &stop, &mut |progress| {
            if progress.rank == 0 {
                best = Some(progress.line.clone());
            }
        });
        best
    })
    .await?
}

/// The note on a move in a position, from the best lines before and after it.
fn note(board: &dyn GameBoard, before: &Line, after: &Line, played: Option<&str>) -> Note {
    let mut note = mark(board.side(), before, after, played);
    note.better_names = names_along(board, &note.better);
    note
}

/// The note on a move by this side, without names.
fn mark(side: u8, before: &Line, after: &Line, played: Option<&str>) -> Note {
    // Expected score in percent, a draw counting half.
    let expected = |line: &Line| line.score.win + line.score.draw / 2.0;
    let sign = if side == 0 { 1.0 } else { -1.0 };
    let was_best = played.is_some() && before.moves.first().map(String::as_str) == played;
    let loss = if was_best { 0.0 } else { (sign * (expected(before) - expected(after))).max(0.0) };
    let mark = match loss {
        _ if was_best => Mark::Best,
        loss if loss >= 25.0 => Mark::Blunder,
        loss if loss >= 12.0 => Mark::Mistake,
        loss if loss >= 6.0 => Mark::Inaccuracy,
        _ => Mark::Good,
    };
    let better =
        if loss >= 6.0 { before.moves.iter().take(6).cloned().collect() } else { Vec::new() };
    Note {
        score: after.score,
        loss: (loss * 10.0).round() / 10.0,
        mark,
        better,
        better_names: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_counts_each_side_apart() {
        let node = |id: u32, loss: f64, mark: Mark| {
            let score = Score { value: 0, mate: None, win: 50.0, draw: 0.0 };
            let note = Note { score, loss, mark, better: Vec::new(), better_names: Vec::new() };
            Node {
                id,
                parent: id - 1,
                text: String::new(),
                clock: None,
                note: serde_json::to_string(&note).ok(),
                remarks: None,
            }
        };
        let nodes =
            [node(1, 0.0, Mark::Best), node(2, 30.0, Mark::Blunder), node(3, 14.0, Mark::Mistake)];
        let line: Vec<&Node> = nodes.iter().collect();
        let found = summary(&line, 0).expect("there are notes");
        let [red, black] = &found.sides;
        assert_eq!((red.moves, red.mistakes, red.blunders), (2, 1, 0));
        assert_eq!((black.moves, black.mistakes, black.blunders), (1, 0, 1));
        assert_eq!((red.average_loss, black.average_loss), (7.0, 30.0));
        assert!(red.accuracy > black.accuracy && red.accuracy < 100.0);
        assert_eq!(found.mistakes, [2, 3]);
        // Black to move first, as in a position set up.
        assert_eq!(summary(&line, 1).expect("there are notes").sides[1].moves, 2);
        assert_eq!(summary(&[], 0), None);
    }

    fn line(win: f64, first: &str) -> Line {
        let score = Score { value: 0, mate: None, win, draw: 0.0 };
        Line {
            rank: 1,
            score,
            depth: 1,
            reach: 1,
            moves: vec![first.to_owned()],
            names: Vec::new(),
        }
    }

    #[test]
    fn a_move_that_throws_the_game_away_is_a_blunder_for_either_side() {
        let bad = mark(0, &line(60.0, "a"), &line(20.0, "x"), Some("b"));
        assert_eq!((bad.mark, bad.better.len()), (Mark::Blunder, 1));
        assert_eq!(mark(1, &line(40.0, "a"), &line(80.0, "x"), Some("b")).mark, Mark::Blunder);
        assert_eq!(mark(0, &line(60.0, "a"), &line(59.0, "x"), Some("b")).mark, Mark::Good);
        assert_eq!(mark(0, &line(60.0, "a"), &line(20.0, "x"), Some("a")).mark, Mark::Best);
    }
}
