//! Engines at work: moves, hints and analysis. A search ends when the page says so or goes
//! away; when others wait, it gives way after its slice and goes on with what it had learnt when
//! its turn comes again.

use super::engine_search::BoardSearch;
use super::game_board::{GameBoard, Task};
use super::line_sender::LineSender;
use super::saved::Saved;
use super::{external, follow, show, swap2};
use crate::budget::{Kept, Turn};
use crate::message::board::{Player, Setup, Thinking};
use crate::message::{Answer, Refusal, Text};
use crate::responder::Responder;
use crate::shared::Shared;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use xun_arena::TimeControl;
use xun_game::{Clock, Limits, Stop};

/// Lines of one analysis.
const MOST_LINES: u32 = 20;
/// An analysis that is not stopped ends after this.
const LONGEST: Duration = Duration::from_secs(600);
/// Interval at which a running search is looked after.
const LOOK: Duration = Duration::from_millis(5);

/// Lets the engine whose turn it is move, or hints at a move.
pub(crate) async fn play(id: i64, node: u32, playing: bool, responder: Responder) {
    let saved = match Saved::load(id, &responder.shared) {
        Ok(saved) => saved,
        Err(refusal) => return responder.refuse(refusal).await,
    };
    // Two pages with the same game: only one of them lets the engine move.
    let engine_turn = if playing { follow::engine_turn(id, node, &responder).await } else { None };
    if playing && engine_turn.is_none() {
        return responder.answer_with(move |shared| show(&Saved::load(id, shared)?, shared)).await;
    }
    play_now(saved, node, playing, &responder).await;
    drop(engine_turn);
    if playing {
        responder.changed(id);
    }
}

async fn play_now(saved: Saved, node: u32, playing: bool, responder: &Responder) {
    let id = saved.record.id;
    if playing && swap2::engine_acts(&saved, node) {
        return open_by_rule(saved, node, responder).await;
    }
    let board = match saved.board_at(node) {
        Ok(board) => board,
        Err(refusal) => return responder.refuse(refusal).await,
    };
    if playing && let Player::External { name } = &saved.setup.players[usize::from(board.side())] {
        let name = name.clone();
        return play_external(saved, node, name, responder).await;
    }
    let task = match task_for(&saved, node, board.as_ref(), playing) {
        Ok(task) => task,
        Err(refusal) => return responder.refuse(refusal).await,
    };
    let began = Instant::now();
    let best = search(board, node, task, None, responder).await;
    let spent = began.elapsed().as_millis() as u32;
    let Some(best) = best else {
        return responder
            .refuse(crate::responder::missing("There is no move to play", "无子可动"))
            .await;
    };
    // A page that is closed or has stopped the search gets no move.
    if !playing || responder.stopped() {
        return responder.last(Answer::Done).await;
    }
    responder.answer_with(move |shared| play_after_search(id, node, &best, spent, shared)).await;
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
async fn play_external(saved: Saved, node: u32, name: String, responder: &Responder) {
    let turn = responder.shared.budget.turn(responder.session).await;
    let (shared, stop) = (Arc::clone(&responder.shared), Arc::clone(&responder.stop));
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
        Some(Ok(answer)) => responder.last(answer).await,
        Some(Err(refusal)) => responder.refuse(refusal).await,
        None => responder.refuse(crate::responder::missing("The engine failed", "引擎出错")).await,
    }
}

/// Lets an engine do what the opening rule asks of it.
async fn open_by_rule(mut saved: Saved, node: u32, responder: &Responder) {
    let turn = responder.shared.budget.turn(responder.session).await;
    let (shared, stop) = (Arc::clone(&responder.shared), Arc::clone(&responder.stop));
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
        Some(Ok(answer)) => responder.last(answer).await,
        Some(Err(refusal)) => responder.refuse(refusal).await,
        None => responder.refuse(crate::responder::missing("The opening failed", "开局出错")).await,
    }
}

/// Time of a hint.
const HINT_TIME: Duration = Duration::from_millis(700);
/// No move takes longer than this, whatever was asked for.
const LONGEST_MOVE: Duration = Duration::from_secs(60);

/// The limits in the set-up for thinking without a clock, or this time.
fn limits_of(setup: &Setup, usual: Duration) -> TimeControl {
    let none = TimeControl::default();
    match setup.think {
        None => TimeControl { per_move: Some(usual), ..none },
        Some(Thinking::Time { milliseconds }) => {
            let time = Duration::from_millis(u64::from(milliseconds.max(10))).min(LONGEST_MOVE);
            TimeControl { per_move: Some(time), ..none }
        }
        Some(Thinking::Depth { plies }) => {
            let depth = Some(plies.clamp(1, 100));
            TimeControl { depth, per_move: Some(LONGEST_MOVE), ..none }
        }
        Some(Thinking::Nodes { nodes }) => {
            let nodes = Some(u64::from(nodes.max(1)));
            TimeControl { nodes, per_move: Some(LONGEST_MOVE), ..none }
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
        return Ok(Task { lines: 1, limits: Limits::move_time(HINT_TIME), ..Task::default() });
    }
    let side = usize::from(board.side());
    let level = match &setup.players[side] {
        Player::Engine { level } => level.clone(),
        Player::Human | Player::External { .. } => {
            return Err(Refusal::input(Text::new("No engine plays this side", "这一方不是引擎")));
        }
    };
    let is_weakened = super::level(setup.game.into(), &level).is_some_and(|l| l.handicap.is_some());
    let usual = Duration::from_millis(if is_weakened { 600 } else { 1_500 });
    let task = Task { lines: 1, level: Some(level), ..Task::default() };
    let clock = setup.clock.and_then(|clock| {
        let left = saved.clocks_at(node, board.side())?[side];
        Some(Clock {
            remaining: Duration::from_millis(u64::try_from(left).unwrap_or(0)),
            increment: Duration::from_millis(u64::from(clock.increment)),
            moves_to_go: None,
        })
    });
    if clock.is_some() {
        let limits = Limits { clock, ..Limits::move_time(LONGEST_MOVE) };
        return Ok(Task { limits, ..task });
    }
    let TimeControl { per_move, depth, nodes, .. } = limits_of(setup, usual);
    let limits = Limits { move_time: per_move, depth, nodes, ..Limits::default() };
    Ok(Task { limits, ..task })
}

/// Analyses a node until the page stops it.
pub(crate) async fn analyse(id: i64, node: u32, lines: u32, threat: bool, responder: Responder) {
    let board = Saved::load(id, &responder.shared).and_then(|saved| saved.board_at(node));
    let board = match board {
        Ok(board) => board,
        Err(refusal) => return responder.refuse(refusal).await,
    };
    if board.over().is_some() {
        return responder.last(Answer::Done).await;
    }
    let found = if threat { find_threat(board.as_ref(), &responder).await } else { None };
    let task = Task { lines: lines.clamp(1, MOST_LINES) as usize, ..Task::default() };
    search(board, node, task, found, &responder).await;
    responder.last(Answer::Done).await;
}

/// The move of the other side if it could move now.
async fn find_threat(board: &dyn GameBoard, responder: &Responder) -> Option<String> {
    let passed = board.passed()?;
    let turn = responder.shared.budget.turn(responder.session).await;
    let stop = Stop::from(Arc::clone(&responder.stop));
    turn.work(move |turn| {
        let mut search = passed.search(turn.memory().min(4 << 20))?;
        let limits = Limits::move_time(Duration::from_millis(60));
        search.run(&Task { lines: 1, limits, ..Task::default() }, &stop, &mut |_| {})
    })
    .await?
}

/// A search over as many turns as it takes, which sends its lines. Answers the move found.
async fn search(
    board: Box<dyn GameBoard>,
    node: u32,
    task: Task,
    threat: Option<String>,
    responder: &Responder,
) -> Option<String> {
    let until = Instant::now() + LONGEST;
    let board: Arc<dyn GameBoard> = board.into();
    // The search with its table, between two turns.
    let mut kept: Option<(Box<dyn BoardSearch>, Kept)> = None;
    loop {
        let turn = responder.shared.budget.turn(responder.session).await;
        if responder.stopped() {
            return None;
        }
        let (stop, slice_over) = (Stop::new(), Arc::clone(turn.over()));
        let lines = LineSender::new(
            responder.clone(),
            Arc::clone(&board),
            node,
            threat.clone(),
            task.lines,
        );
        let lines = Arc::new(Mutex::new(lines));
        let work = {
            let (board, task) = (Arc::clone(&board), task.clone());
            let (stop, lines) = (stop.clone(), Arc::clone(&lines));
            turn.work(move |turn| {
                // The turn has memory of its own: what was kept for the wait is free again.
                let known = kept.map(|(search, _)| search);
                let mut search = known.or_else(|| board.search(turn.memory()))?;
                let found =
                    search.run(&task, &stop, &mut |progress| lines.lock().hear(progress))?;
                Some((found, search))
            })
        };
        // A timed search ends by itself; only an endless one gives way.
        let gives_way = || !task.limits.is_timed() && slice_over.load(Ordering::Relaxed);
        let ended = watch(work, &lines, responder, || {
            if gives_way() || responder.stopped() {
                stop.stop();
            }
        });
        let (found, search) = ended.await??;
        if !gives_way() || responder.stopped() || Instant::now() > until {
            return Some(found);
        }
        // Without room it begins anew in its next turn.
        kept = Some(search).zip(responder.shared.budget.keep());
    }
}

/// Waits for a search; meanwhile looks whether it must end, and sends the lines that wait.
async fn watch<T>(
    work: impl Future<Output = T>,
    lines: &Mutex<LineSender>,
    responder: &Responder,
    look: impl Fn(),
) -> T {
    let mut work = std::pin::pin!(work);
    let ended = loop {
        match tokio::time::timeout(LOOK, &mut work).await {
            Ok(ended) => break ended,
            Err(_) => look(),
        }
        // The search thread holds the lock while it sends by itself.
        let late = lines.try_lock().and_then(|mut lines| lines.take_late());
        if let Some(late) = late {
            responder.tell(late).await;
        }
    };
    let last = lines.lock().take();
    if let Some(last) = last {
        responder.tell(last).await;
    }
    ended
}
