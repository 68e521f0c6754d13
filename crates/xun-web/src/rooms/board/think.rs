//! Engines at work: moves, hints and analysis. A search ends when the page says so or goes
//! away; when others wait, it gives way after its slice and goes on with what it had learnt when
//! its turn comes again.

use super::game_board::{GameBoard, Task, Thinker};
use super::saved::Saved;
use super::teller::Teller;
use super::{external, follow, show, swap2};
use crate::answerer::Answerer;
use crate::budget::{Kept, Turn};
use crate::message::board::{Player, Setup, Thinking};
use crate::message::{Answer, Refusal, Text};
use crate::shared::Shared;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use xun_game::Stop;

/// Lines of one analysis.
const MOST_LINES: u32 = 20;
/// An analysis that is not stopped ends after this.
const LONGEST: Duration = Duration::from_secs(600);

/// Lets the engine whose turn it is move, or hints at a move.
pub(crate) async fn play(id: i64, node: u32, playing: bool, answerer: Answerer) {
    let saved = match Saved::load(id, &answerer.shared) {
        Ok(saved) => saved,
        Err(refusal) => return answerer.refuse(refusal).await,
    };
    // Two pages with the same game: only one of them lets the engine move.
    let engine_turn = if playing { follow::engine_turn(id, node, &answerer).await } else { None };
    if playing && engine_turn.is_none() {
        return answerer.answer_with(move |shared| show(&Saved::load(id, shared)?, shared)).await;
    }
    play_now(saved, node, playing, &answerer).await;
    drop(engine_turn);
    if playing {
        answerer.changed(id);
    }
}

async fn play_now(saved: Saved, node: u32, playing: bool, answerer: &Answerer) {
    let id = saved.record.id;
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
    let best = search(board, node, task, None, answerer).await;
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
async fn play_external(saved: Saved, node: u32, name: String, answerer: &Answerer) {
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
async fn open_by_rule(mut saved: Saved, node: u32, answerer: &Answerer) {
    let turn = answerer.shared.budget.turn(answerer.session).await;
    let (shared, stop) = (Arc::clone(&answerer.shared), Arc::clone(&answerer.stop));
    let work = move |turn: &Turn| {
        let before = saved.setup.clone();
        swap2::act(&mut saved, node, turn.memory(), &Stop::from(stop), &shared)?;
        let mut answer = show(&saved, &shared)?;
        if let Answer::BoardState(state) = &mut answer {
            state.told = swap2::told(&before, &saved.setup);
        }
        Ok(answer)
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
    let task = Task { lines: lines.clamp(1, MOST_LINES) as usize, ..Task::default() };
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
    // What the search knows, between two turns.
    let mut mind: Option<(Box<dyn Thinker>, Kept)> = None;
    let mut board = board;
    loop {
        let turn = answerer.shared.budget.turn(answerer.session).await;
        if answerer.stopped() {
            return None;
        }
        let (teller, task, threat) = (answerer.clone(), task.clone(), threat.clone());
        let (found, kept, back, cut_short) = turn
            .work(move |turn| {
                // The turn has memory of its own: what was kept for the wait is free again.
                let known = mind.map(|(thinker, _)| thinker);
                let Some(mut thinker) = known.or_else(|| board.thinker(turn.memory())) else {
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
        // Without room it begins anew in its next turn.
        mind = kept.zip(answerer.shared.budget.keep());
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
    let teller = Mutex::new(Teller::new(answerer, board, node, threat, task.lines));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                // A timed search ends by itself; only an endless one gives way.
                let over = task.time.is_none() && turn.over().load(Ordering::Relaxed);
                if over || answerer.stopped() {
                    stop.stop();
                }
                std::thread::sleep(Duration::from_millis(4));
                // A search may report nothing more for a long time: what waits is sent from here.
                if let Some(mut teller) = teller.try_lock() {
                    teller.send_late();
                }
            }
        });
        let found = thinker.think(task, &stop, &mut |progress| teller.lock().hear(progress));
        done.store(true, Ordering::Relaxed);
        teller.lock().finish();
        found
    })
}
