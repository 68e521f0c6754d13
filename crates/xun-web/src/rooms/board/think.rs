//! Engines at work: moves, hints, analysis and reviews. A search ends when the page says so or goes
//! away; when others wait, it gives way after its slice and goes on with what it had learnt when
//! its turn comes again.

use super::game_board::{GameBoard, Progress, Task, Thinker};
use super::saved::Saved;
use super::{broken, external, show, swap2};
use crate::answerer::Answerer;
use crate::budget::Turn;
use crate::message::board::{Line, Lines, Mark, Names, Note, Player, Setup, Thinking};
use crate::message::{Answer, Refusal, Text};
use crate::shared::Shared;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xun_game::Stop;

/// Lines are sent at most this often.
const BETWEEN: Duration = Duration::from_millis(60);
/// An analysis that is not stopped ends after this.
const LONGEST: Duration = Duration::from_secs(600);

/// Lets the engine whose turn it is move, or hints at a move.
pub(crate) async fn play(id: i64, node: u32, playing: bool, answerer: Answerer) {
    let saved = match Saved::load(id, &answerer.shared) {
        Ok(saved) => saved,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    if playing && swap2::engine_acts(&saved, node) {
        return open_by_rule(saved, node, answerer).await;
    }
    let board = match saved.board_at(node) {
        Ok(board) => board,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    if playing && let Player::External { name } = &saved.setup.players[usize::from(board.side())] {
        let name = name.clone();
        return play_external(saved, node, name, answerer).await;
    }
    let task = match task_for(&saved, node, board.as_ref(), playing) {
        Ok(task) => task,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    let began = Instant::now();
    let best = search(board, node, task, None, &answerer).await;
    let spent = began.elapsed().as_millis() as u32;
    let Some(best) = best else {
        return answerer
            .refuse(crate::answerer::missing("There is no move to play", "无子可动"))
            .await;
    };
    // A page that has gone, or has stopped the search, does not want the move.
    if !playing || answerer.stopped() {
        return answerer.last(Answer::Done).await;
    }
    answerer.answer_with(move |shared| play_after_search(id, node, &best, spent, shared)).await;
}

/// Plays a move that was found by a search. The game is loaded again: it may have changed
/// meanwhile.
fn play_after_search(
    id: i64,
    node: u32,
    best: &str,
    spent: u32,
    shared: &Shared,
) -> Result<Answer, Refusal> {
    let mut saved = Saved::load(id, shared)?;
    saved.play(node, best, Some(spent), shared)?;
    show(&saved, shared)
}

/// Lets an external engine move.
async fn play_external(saved: Saved, node: u32, name: String, answerer: Answerer) {
    let turn = answerer.shared.budget.turn(answerer.session).await;
    let (shared, stop) = (Arc::clone(&answerer.shared), Arc::clone(&answerer.stop));
    let work = move |_: &Turn| {
        let engine = external::find(&shared.config.engines, &name)?;
        let began = Instant::now();
        let limits = limits_of(&saved.setup, Duration::from_secs(1));
        let search_stop = Stop::from(Arc::clone(&stop));
        let text = external::choose(engine, &saved, node, limits, &search_stop)?;
        if stop.load(Ordering::Relaxed) {
            return show(&Saved::load(saved.record.id, &shared)?, &shared);
        }
        let spent = began.elapsed().as_millis() as u32;
        play_after_search(saved.record.id, node, &text, spent, &shared)
    };
    match turn.work(work).await {
        Some(Ok(answer)) => answerer.last(answer).await,
        Some(Err(refusal)) => answerer.refuse(refusal).await,
        None => answerer.refuse(crate::answerer::missing("The engine failed", "引擎出错")).await,
    }
}

/// Lets an engine do what the opening rule asks of it.
async fn open_by_rule(mut saved: Saved, node: u32, answerer: Answerer) {
    let turn = answerer.shared.budget.turn(answerer.session).await;
    let (shared, stop) = (Arc::clone(&answerer.shared), Arc::clone(&answerer.stop));
    let work = move |turn: &Turn| {
        swap2::act(&mut saved, node, turn.memory(), &Stop::from(stop), &shared)?;
        show(&saved, &shared)
    };
    match turn.work(work).await {
        Some(Ok(answer)) => answerer.last(answer).await,
        Some(Err(refusal)) => answerer.refuse(refusal).await,
        None => answerer.refuse(crate::answerer::missing("The opening failed", "开局出错")).await,
    }
}

/// No move takes longer than this, whatever was asked for.
const LONGEST_MOVE: Duration = Duration::from_secs(60);

/// The limits in the set-up for thinking without a clock, or this time.
fn limits_of(setup: &Setup, usual: Duration) -> xun_arena::TimeControl {
    let none = xun_arena::TimeControl::default();
    match setup.think {
        None => xun_arena::TimeControl { per_move: Some(usual), ..none },
        Some(Thinking::Time { milliseconds }) => {
            let time = Duration::from_millis(u64::from(milliseconds.max(10))).min(LONGEST_MOVE);
            xun_arena::TimeControl { per_move: Some(time), ..none }
        }
        Some(Thinking::Depth { plies }) => {
            let depth = Some(plies.clamp(1, 100));
            xun_arena::TimeControl { depth, per_move: Some(LONGEST_MOVE), ..none }
        }
        Some(Thinking::Nodes { nodes }) => {
            let nodes = Some(u64::from(nodes.max(1)));
            xun_arena::TimeControl { nodes, per_move: Some(LONGEST_MOVE), ..none }
        }
    }
}

/// The task of the engine of the side to move: its level and its limits.
fn task_for(
    saved: &Saved,
    node: u32,
    board: &dyn GameBoard,
    playing: bool,
) -> Result<Task, Refusal> {
    let setup = &saved.setup;
    if !playing {
        return Ok(Task { lines: 1, time: Some(Duration::from_millis(700)), ..Task::default() });
    }
    let side = usize::from(board.side());
    let level = match &setup.players[side] {
        Player::Engine { level } => level.clone(),
        Player::Human | Player::External { .. } => {
            return Err(Refusal::input(Text::new("No engine plays this side", "这一方不是引擎")));
        }
    };
    let usual = Duration::from_millis(if ["full", "strong"].contains(&level.as_str()) {
        1_500
    } else {
        600
    });
    let of_the_clock = setup.clock.and_then(|clock| {
        let left = saved.clocks_at(node, board.side())?[side];
        Some(Duration::from_millis(
            (left / 25 + i64::from(clock.increment) * 3 / 4).clamp(20, 20_000) as u64,
        ))
    });
    let task = Task { lines: 1, level: Some(level), ..Task::default() };
    if of_the_clock.is_some() {
        return Ok(Task { time: of_the_clock, ..task });
    }
    let limits = limits_of(setup, usual);
    Ok(Task { time: limits.per_move, depth: limits.depth, nodes: limits.nodes, ..task })
}

/// Analyses a node until the page stops it.
pub(crate) async fn analyse(id: i64, node: u32, lines: u32, threat: bool, answerer: Answerer) {
    let board = Saved::load(id, &answerer.shared).and_then(|saved| saved.board_at(node));
    let board = match board {
        Ok(board) => board,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    if board.over().is_some() {
        return answerer.last(Answer::Done).await;
    }
    let found = if threat { find_threat(board.as_ref(), &answerer).await } else { None };
    let task = Task { lines: lines.clamp(1, 8) as usize, ..Task::default() };
    search(board, node, task, found, &answerer).await;
    answerer.last(Answer::Done).await;
}

/// The move of the other side if it could move now.
async fn find_threat(board: &dyn GameBoard, answerer: &Answerer) -> Option<String> {
    let passed = board.passed()?;
    let turn = answerer.shared.budget.turn(answerer.session).await;
    let stop = Stop::from(Arc::clone(&answerer.stop));
    turn.work(move |turn| {
        let mut thinker = passed.thinker(turn.memory().min(4 << 20))?;
        let task = Task { lines: 1, time: Some(Duration::from_millis(60)), ..Task::default() };
        thinker.think(&task, &stop, &mut |_| {})
    })
    .await?
}

/// A search over as many turns as it takes, telling its lines. Answers the move found.
async fn search(
    board: Box<dyn GameBoard>,
    node: u32,
    task: Task,
    threat: Option<String>,
    answerer: &Answerer,
) -> Option<String> {
    let until = Instant::now() + LONGEST;
    let mut mind: Option<Box<dyn Thinker>> = None;
    let mut board = board;
    loop {
        let turn = answerer.shared.budget.turn(answerer.session).await;
        if answerer.stopped() {
            return None;
        }
        let (teller, task, threat) = (answerer.clone(), task.clone(), threat.clone());
        let (found, kept, back, cut_short) = turn
            .work(move |turn| {
                let Some(mut thinker) = mind.or_else(|| board.thinker(turn.memory())) else {
                    return (None, None, board, false);
                };
                let found =
                    one_turn(thinker.as_mut(), board.as_ref(), node, &task, threat, turn, &teller);
                let cut_short = turn.over().load(Ordering::Relaxed);
                (found, Some(thinker), board, cut_short)
            })
            .await?;
        let endless = answerer.stopped() || Instant::now() > until;
        if !cut_short || endless || task_is_short(&answerer.stop, found.as_ref()) {
            return found;
        }
        mind = kept;
        board = back;
    }
}

/// A move for a game is not begun again when its slice ended: what was found is the answer.
fn task_is_short(stop: &AtomicBool, found: Option<&String>) -> bool {
    stop.load(Ordering::Relaxed) || found.is_none()
}

fn one_turn(
    thinker: &mut dyn Thinker,
    board: &dyn GameBoard,
    node: u32,
    task: &Task,
    threat: Option<String>,
    turn: &Turn,
    answerer: &Answerer,
) -> Option<String> {
    let stop = Stop::new();
    let done = AtomicBool::new(false);
    let mut teller = Teller { answerer, board, node, threat, lines: Vec::new(), sent: None };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                // A timed search ends by itself; only an endless one gives way.
                let over = task.time.is_none() && turn.over().load(Ordering::Relaxed);
                if over || answerer.stopped() {
                    stop.stop();
                }
                std::thread::sleep(Duration::from_millis(4));
            }
        });
        let found = thinker.think(task, &stop, &mut |progress| teller.hear(progress));
        done.store(true, Ordering::Relaxed);
        teller.finish();
        found
    })
}

/// Collects lines by rank and sends them together, not too often.
struct Teller<'a> {
    answerer: &'a Answerer,
    board: &'a dyn GameBoard,
    node: u32,
    threat: Option<String>,
    lines: Vec<Line>,
    sent: Option<(Instant, Option<Lines>)>,
}

impl Teller<'_> {
    fn hear(&mut self, progress: &Progress) {
        let Some(_) = progress.line.moves.first() else { return };
        let line = progress.line.clone();
        if progress.rank < self.lines.len() {
            self.lines[progress.rank] = line;
        } else if self.lines.len() < 8 {
            self.lines.push(line);
        }
        let lines = Lines {
            node: self.node,
            lines: self.lines.clone(),
            nodes: progress.nodes as f64,
            seconds: progress.time.as_secs_f64(),
            threat: self.threat.clone(),
        };
        match &mut self.sent {
            Some((when, waiting)) if when.elapsed() < BETWEEN => *waiting = Some(lines),
            _ => self.send(lines),
        }
    }

    fn finish(&mut self) {
        if let Some((_, Some(lines))) = self.sent.take() {
            self.send(lines);
        }
    }

    fn send(&mut self, mut lines: Lines) {
        for line in &mut lines.lines {
            line.names = names_along(self.board, &line.moves);
        }
        self.sent = Some((Instant::now(), None));
        self.answerer.tell_from_thread(Answer::BoardLines(lines));
    }
}

/// The names of a line's moves; each is named where it is played.
fn names_along(board: &dyn GameBoard, moves: &[String]) -> Vec<Names> {
    let mut walker = board.copy();
    let mut names = Vec::new();
    for text in moves.iter().take(24) {
        names.push(walker.names(text));
        if !walker.play(text) {
            break;
        }
    }
    names
}

/// Looks at each position of the current line, from the last to the first so that each search helps
/// the one before it, and marks what lost most.
pub(crate) async fn review(id: i64, milliseconds: u32, answerer: Answerer) {
    let prepared = Saved::load(id, &answerer.shared).and_then(|saved| {
        let (line, boards) = positions_of_line(&saved)?;
        Ok((saved, line, boards))
    });
    let (saved, line, boards) = match prepared {
        Ok(prepared) => prepared,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    let time = Duration::from_millis(u64::from(milliseconds.clamp(10, 10_000)));
    let mut before: Option<(Line, Box<dyn GameBoard>)> = None;
    for (index, board) in boards.into_iter().enumerate() {
        if answerer.stopped() {
            break;
        }
        let (side, kept) = (board.side(), board.copy());
        let after = match board.over() {
            Some(over) => Some(ended(over.winner)),
            None => judge(board, time, &answerer).await,
        };
        if let (Some((before, stood)), Some(after), true) = (&before, &after, index > 0) {
            let node = line[index - 1];
            let played = saved
                .record
                .nodes
                .iter()
                .find(|found| found.id == node)
                .map(|found| found.text.clone());
            let mut note = note(1 - side, before, after, played.as_deref());
            note.better_names = names_along(stood.as_ref(), &note.better);
            if let Ok(text) = serde_json::to_string(&note)
                && let Err(error) = answerer.shared.store.annotate(id, node, &text)
            {
                return answerer.refuse(broken(&error)).await;
            }
            answerer.tell(Answer::BoardNote { node, note }).await;
        }
        before = after.map(|line| (line, kept));
    }
    match Saved::load(id, &answerer.shared).and_then(|saved| show(&saved, &answerer.shared)) {
        Ok(answer) => answerer.last(answer).await,
        Err(refusal) => answerer.refuse(refusal).await,
    }
}

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
    let score = crate::message::board::Score { value, mate: winner.map(|_| 0), win, draw };
    Line { rank: 1, score, depth: 0, reach: 0, moves: Vec::new(), names: Vec::new() }
}

async fn judge(board: Box<dyn GameBoard>, time: Duration, answerer: &Answerer) -> Option<Line> {
    let turn = answerer.shared.budget.turn(answerer.session).await;
    let stop = Stop::from(Arc::clone(&answerer.stop));
    turn.work(move |turn| {
        let mut best = None;
        let mut thinker = board.thinker(turn.memory())?;
        let task = Task { lines: 1, time: Some(time), ..Task::default() };
        thinker.think(&task, &stop, &mut |progress| {
            if progress.rank == 0 {
                best = Some(progress.line.clone());
            }
        });
        best
    })
    .await?
}

/// The note on a move by this side, from the best lines before and after it.
fn note(side: u8, before: &Line, after: &Line, played: Option<&str>) -> Note {
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
    use crate::message::board::Score;

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
        let bad = note(0, &line(60.0, "a"), &line(20.0, "x"), Some("b"));
        assert_eq!((bad.mark, bad.better.len()), (Mark::Blunder, 1));
        assert_eq!(note(1, &line(40.0, "a"), &line(80.0, "x"), Some("b")).mark, Mark::Blunder);
        assert_eq!(note(0, &line(60.0, "a"), &line(59.0, "x"), Some("b")).mark, Mark::Good);
        assert_eq!(note(0, &line(60.0, "a"), &line(20.0, "x"), Some("a")).mark, Mark::Best);
    }
}
