//! Engines at work: moves, hints, analysis and reviews. A search ends when the page says so or goes
//! away; when others wait, it gives way after its slice and goes on with what it had learnt when
//! its turn comes again.

use super::state::{self, setup_of};
use super::table::{Progress, Table, Task, Thinker};
use super::{broken, external, load, play as play_move, show, swap2};
use crate::answerer::Answerer;
use crate::budget::Turn;
use crate::message::board::{Line, Lines, Names, Note, Player, Setup, Thinking};
use crate::message::{Answer, Refusal, Words};
use crate::shared::Shared;
use crate::store::Record;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xun_game::Stop;

/// Lines are sent at most this often.
const BETWEEN: Duration = Duration::from_millis(60);
/// An analysis that nobody stopped ends after this.
const LONGEST: Duration = Duration::from_secs(600);

/// Lets the engine whose turn it is move, or hints at a move.
pub(crate) async fn play(id: i64, node: u32, playing: bool, answerer: Answerer) {
    if playing {
        match swap2::engine_acts(id, node, &answerer.shared) {
            Ok(true) => return open_by_rule(id, node, answerer).await,
            Ok(false) => {}
            Err(refusal) => return answerer.refuse(refusal).await,
        }
    }
    match other_engine(id, node, &answerer.shared) {
        Ok(Some((record, name))) if playing => {
            return play_other(record, node, name, answerer).await;
        }
        Err(refusal) => return answerer.refuse(refusal).await,
        _ => {}
    }
    let prepared = load(id, &answerer.shared).and_then(|record| {
        let table = state::table_at(&record, node)?;
        let task = task_for(&record, node, table.as_ref(), playing)?;
        Ok((table, task))
    });
    let (table, task) = match prepared {
        Ok(prepared) => prepared,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    let began = Instant::now();
    let best = search(table, node, task, None, &answerer).await;
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
    let work = move |shared: &Arc<Shared>| {
        play_move(id, node, &best, Some(spent), shared)?;
        show(id, shared)
    };
    answerer.answer_with(work).await;
}

/// The record and the name of the external engine that is to move, if one is.
fn other_engine(id: i64, node: u32, shared: &Shared) -> Result<Option<(Record, String)>, Refusal> {
    let record = load(id, shared)?;
    let side = usize::from(state::table_at(&record, node)?.side());
    match &setup_of(&record)?.players[side] {
        Player::External { name } => Ok(Some((record, name.clone()))),
        _ => Ok(None),
    }
}

/// Lets an external engine move.
async fn play_other(record: Record, node: u32, name: String, answerer: Answerer) {
    let turn = answerer.shared.budget.turn(answerer.session).await;
    let (shared, stop) = (Arc::clone(&answerer.shared), Arc::clone(&answerer.stop));
    let work = move |_: &Turn| {
        let engine = external::find(&shared.config.engines, &name)?;
        let began = Instant::now();
        let limits = limits_of(&setup_of(&record)?, Duration::from_secs(1));
        let text = external::choose(engine, &record, node, limits, &Stop::from(Arc::clone(&stop)))?;
        if !stop.load(Ordering::Relaxed) {
            play_move(record.id, node, &text, Some(began.elapsed().as_millis() as u32), &shared)?;
        }
        show(record.id, &shared)
    };
    match turn.work(work).await {
        Some(Ok(answer)) => answerer.last(answer).await,
        Some(Err(refusal)) => answerer.refuse(refusal).await,
        None => answerer.refuse(crate::answerer::missing("The engine failed", "引擎出错")).await,
    }
}

/// Lets an engine do what the opening rule asks of it.
async fn open_by_rule(id: i64, node: u32, answerer: Answerer) {
    let turn = answerer.shared.budget.turn(answerer.session).await;
    let (shared, stop) = (Arc::clone(&answerer.shared), Arc::clone(&answerer.stop));
    let work = move |turn: &Turn| {
        swap2::act(id, node, turn.memory(), &Stop::from(stop), &shared)?;
        show(id, &shared)
    };
    match turn.work(work).await {
        Some(Ok(answer)) => answerer.last(answer).await,
        Some(Err(refusal)) => answerer.refuse(refusal).await,
        None => answerer.refuse(crate::answerer::missing("The opening failed", "开局出错")).await,
    }
}

/// No move takes longer than this, whatever was asked for.
const LONGEST_MOVE: Duration = Duration::from_secs(60);

/// What the set-up says of thinking without a clock, or this time.
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

/// What the engine of the side to move is to do: its level, and how long it may think.
fn task_for(record: &Record, node: u32, table: &dyn Table, playing: bool) -> Result<Task, Refusal> {
    let setup = setup_of(record)?;
    if !playing {
        return Ok(Task { lines: 1, time: Some(Duration::from_millis(700)), ..Task::default() });
    }
    let side = usize::from(table.side());
    let level = match &setup.players[side] {
        Player::Engine { level } => level.clone(),
        Player::Human | Player::External { .. } => {
            return Err(Refusal::new(
                "input",
                Words::new("No engine plays this side", "这一方不是引擎"),
            ));
        }
    };
    let usual = Duration::from_millis(if ["full", "strong"].contains(&level.as_str()) {
        1_500
    } else {
        600
    });
    let of_the_clock = setup.clock.and_then(|clock| {
        let at = Record { current: node, ..record.clone() };
        let left = state::state_of(&at).ok()?.clocks?[side];
        Some(Duration::from_millis(
            (left / 25 + i64::from(clock.increment) * 3 / 4).clamp(20, 20_000) as u64,
        ))
    });
    let task = Task { lines: 1, level: Some(level), ..Task::default() };
    if of_the_clock.is_some() {
        return Ok(Task { time: of_the_clock, ..task });
    }
    let limits = limits_of(&setup, usual);
    Ok(Task { time: limits.per_move, depth: limits.depth, nodes: limits.nodes, ..task })
}

/// Analyses a node until the page stops it.
pub(crate) async fn analyse(id: i64, node: u32, lines: u32, threat: bool, answerer: Answerer) {
    let table = load(id, &answerer.shared).and_then(|record| state::table_at(&record, node));
    let table = match table {
        Ok(table) => table,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    if table.over().is_some() {
        return answerer.last(Answer::Done).await;
    }
    let found = if threat { find_threat(table.as_ref(), &answerer).await } else { None };
    let task = Task { lines: lines.clamp(1, 8) as usize, ..Task::default() };
    search(table, node, task, found, &answerer).await;
    answerer.last(Answer::Done).await;
}

/// What the other side would do if it could move now.
async fn find_threat(table: &dyn Table, answerer: &Answerer) -> Option<String> {
    let passed = table.passed()?;
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
    table: Box<dyn Table>,
    node: u32,
    task: Task,
    threat: Option<String>,
    answerer: &Answerer,
) -> Option<String> {
    let until = Instant::now() + LONGEST;
    let mut mind: Option<Box<dyn Thinker>> = None;
    let mut table = table;
    loop {
        let turn = answerer.shared.budget.turn(answerer.session).await;
        if answerer.stopped() {
            return None;
        }
        let (teller, task, threat) = (answerer.clone(), task.clone(), threat.clone());
        let (found, kept, back, cut_short) = turn
            .work(move |turn| {
                let Some(mut thinker) = mind.or_else(|| table.thinker(turn.memory())) else {
                    return (None, None, table, false);
                };
                let found =
                    one_turn(thinker.as_mut(), table.as_ref(), node, &task, threat, turn, &teller);
                let cut_short = turn.over().load(Ordering::Relaxed);
                (found, Some(thinker), table, cut_short)
            })
            .await?;
        let endless = answerer.stopped() || Instant::now() > until;
        if !cut_short || endless || task_is_short(&answerer.stop, found.as_ref()) {
            return found;
        }
        mind = kept;
        table = back;
    }
}

/// A move for a game is not begun again when its slice ended: what was found is the answer.
fn task_is_short(stop: &AtomicBool, found: Option<&String>) -> bool {
    stop.load(Ordering::Relaxed) || found.is_none()
}

fn one_turn(
    thinker: &mut dyn Thinker,
    table: &dyn Table,
    node: u32,
    task: &Task,
    threat: Option<String>,
    turn: &Turn,
    answerer: &Answerer,
) -> Option<String> {
    let stop = Stop::new();
    let done = AtomicBool::new(false);
    let mut teller = Teller { answerer, table, node, threat, lines: Vec::new(), sent: None };
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
    table: &'a dyn Table,
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
            line.names = names_along(self.table, &line.moves);
        }
        self.sent = Some((Instant::now(), None));
        self.answerer.tell_from_thread(Answer::BoardLines(lines));
    }
}

/// The names of a line's moves; each is named where it is played.
fn names_along(table: &dyn Table, moves: &[String]) -> Vec<Names> {
    let mut walker = table.copy();
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
    let prepared = load(id, &answerer.shared).and_then(|record| {
        let mut line = state::line_to(&record, record.current).unwrap_or_default();
        while let Some(next) =
            record.nodes.iter().find(|node| node.parent == line.last().copied().unwrap_or(0))
        {
            line.push(next.id);
        }
        let tables = std::iter::once(0)
            .chain(line.iter().copied())
            .map(|node| state::table_at(&record, node))
            .collect::<Result<Vec<_>, _>>()?;
        Ok((record, line, tables))
    });
    let (record, line, tables) = match prepared {
        Ok(prepared) => prepared,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    let time = Duration::from_millis(u64::from(milliseconds.clamp(10, 10_000)));
    let mut before: Option<(Line, Box<dyn Table>)> = None;
    for (index, table) in tables.into_iter().enumerate() {
        if answerer.stopped() {
            break;
        }
        let (side, kept) = (table.side(), table.copy());
        let after = match table.over() {
            Some(over) => Some(ended(over.winner)),
            None => judge(table, time, &answerer).await,
        };
        if let (Some((before, stood)), Some(after), true) = (&before, &after, index > 0) {
            let node = line[index - 1];
            let played =
                record.nodes.iter().find(|found| found.id == node).map(|found| found.text.clone());
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
    match show(id, &answerer.shared) {
        Ok(answer) => answerer.last(answer).await,
        Err(refusal) => answerer.refuse(refusal).await,
    }
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

async fn judge(table: Box<dyn Table>, time: Duration, answerer: &Answerer) -> Option<Line> {
    let turn = answerer.shared.budget.turn(answerer.session).await;
    let stop = Stop::from(Arc::clone(&answerer.stop));
    turn.work(move |turn| {
        let mut best = None;
        let mut thinker = table.thinker(turn.memory())?;
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

/// What a move by this side did, from the best lines before and after it.
fn note(side: u8, before: &Line, after: &Line, played: Option<&str>) -> Note {
    // Expected score in percent, a draw counting half.
    let expected = |line: &Line| line.score.win + line.score.draw / 2.0;
    let sign = if side == 0 { 1.0 } else { -1.0 };
    let was_best = played.is_some() && before.moves.first().map(String::as_str) == played;
    let loss = if was_best { 0.0 } else { (sign * (expected(before) - expected(after))).max(0.0) };
    let mark = match loss {
        _ if was_best => "best",
        loss if loss >= 25.0 => "blunder",
        loss if loss >= 12.0 => "mistake",
        loss if loss >= 6.0 => "inaccuracy",
        _ => "good",
    };
    let better =
        if loss >= 6.0 { before.moves.iter().take(6).cloned().collect() } else { Vec::new() };
    Note {
        score: after.score,
        loss: (loss * 10.0).round() / 10.0,
        mark: mark.to_owned(),
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
        assert_eq!((bad.mark.as_str(), bad.better.len()), ("blunder", 1));
        assert_eq!(note(1, &line(40.0, "a"), &line(80.0, "x"), Some("b")).mark, "blunder");
        assert_eq!(note(0, &line(60.0, "a"), &line(59.0, "x"), Some("b")).mark, "good");
        assert_eq!(note(0, &line(60.0, "a"), &line(20.0, "x"), Some("a")).mark, "best");
    }
}
