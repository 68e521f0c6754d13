//! Matches in the lab: set up on the page, played in the server, watched from any page.

mod download;
mod keep;
mod players;
mod running;
mod state;
mod terms;

use crate::message::matches::{MatchListed, MatchPhase, MatchQuestion, MatchSetup};
use crate::message::{Answer, Refusal, Text};
use crate::responder::{Responder, missing};
use crate::shared::Shared;
use crate::store::StoreError;
use keep::Keep;
use parking_lot::{Mutex, MutexGuard};
use running::Running;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use terms::{Terms, most_at_once};
use xun_arena::{Decision, Standings};

/// Matches that may run at one time, over all pages.
const MOST_RUNNING: usize = 4;
/// Matches that are kept.
const MOST_KEPT: usize = 200;
/// A watching page is told at most this often.
const BETWEEN: Duration = Duration::from_millis(100);

/// The matches of one server.
pub(crate) struct Matches {
    keep: Keep,
    running: Mutex<BTreeMap<u32, Arc<Running>>>,
}

impl Matches {
    /// Those of a data folder, or none.
    pub(crate) fn open(data: Option<&Path>) -> Result<Self, StoreError> {
        Ok(Self { keep: Keep::open(data)?, running: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, Arc<Running>>> {
        self.running.lock()
    }
}

/// Answers a question about matches.
pub(crate) async fn answer(question: MatchQuestion, responder: Responder) {
    if let MatchQuestion::Watch { id } = question {
        return watch(id, responder).await;
    }
    responder.answer_with(move |shared| at_once(question, shared)).await;
}

fn at_once(question: MatchQuestion, shared: &Arc<Shared>) -> Result<Answer, Refusal> {
    match question {
        MatchQuestion::List => Ok(list(shared)),
        MatchQuestion::Begin { setup } => {
            let terms = check(setup, shared)?;
            let numbers = shared.matches.keep.numbers();
            if numbers.len() >= MOST_KEPT {
                let words = Text::new(
                    format!("{MOST_KEPT} matches are kept: delete one first"),
                    format!("已保存 {MOST_KEPT} 场比赛：请先删除一场"),
                );
                return Err(Refusal::busy(words));
            }
            begin(None, terms, Vec::new(), shared)
        }
        MatchQuestion::GoOn { id } => {
            let (setup, games) = shared.matches.keep.read(id).ok_or_else(|| no_match(id))?;
            begin(Some(id), check(setup, shared)?, games, shared)
        }
        MatchQuestion::Halt { id } => {
            if let Some(running) = shared.matches.lock().get(&id) {
                running.halt();
            }
            Ok(Answer::Done)
        }
        MatchQuestion::Delete { id } => {
            let running = shared.matches.lock().get(&id).cloned();
            if let Some(running) = running {
                running.halt();
                let words = Text::new(
                    "The match is being stopped: delete it then",
                    "比赛正在停止：请稍后删除",
                );
                return Err(Refusal::busy(words));
            }
            shared.matches.keep.remove(id).then_some(Answer::Done).ok_or_else(|| no_match(id))
        }
        MatchQuestion::Restore { id } => {
            shared.matches.keep.restore(id).then_some(Answer::Done).ok_or_else(|| no_match(id))
        }
        MatchQuestion::Download { id, format, game } => {
            download::download(&*find(id, shared)?, &format, game)
        }
        // Answered over time, not at once.
        MatchQuestion::Watch { .. } => Ok(Answer::Done),
    }
}

fn check(setup: MatchSetup, shared: &Shared) -> Result<Terms, Refusal> {
    Terms::check(setup, &shared.config.engines, shared.config.searches)
}

fn no_match(id: u32) -> Refusal {
    missing(&format!("There is no match {id}"), &format!("没有第 {id} 场比赛"))
}

/// Starts or resumes a match and answers its state.
fn begin(
    id: Option<u32>,
    terms: Terms,
    games: Vec<xun_arena::GameRecord>,
    shared: &Arc<Shared>,
) -> Result<Answer, Refusal> {
    let mut running = shared.matches.lock();
    if let Some(known) = id.and_then(|id| running.get(&id)) {
        return Ok(Answer::MatchState(Box::new(state::state(known))));
    }
    if running.len() >= MOST_RUNNING {
        let words = Text::new(
            format!("{MOST_RUNNING} matches are running already: stop one, or wait"),
            format!("已有 {MOST_RUNNING} 场比赛在进行：请停止一场或稍候"),
        );
        return Err(Refusal::busy(words));
    }
    let keep = &shared.matches.keep;
    let latest = || {
        let kept = keep.numbers().into_iter().chain(keep.removed());
        kept.chain(running.keys().copied()).max()
    };
    let id = id.unwrap_or_else(|| latest().unwrap_or(0) + 1);
    let made = Arc::new(Running::new(id, terms, MatchPhase::Preparing, games));
    running.insert(id, Arc::clone(&made));
    drop(running);
    let (playing, server) = (Arc::clone(&made), Arc::clone(shared));
    let thread = std::thread::Builder::new().name("match".into()).spawn(move || {
        // Also after a panic the match must leave the list of running ones.
        let leave = Leave(Arc::clone(&playing), server);
        running::play(&playing, &leave.1);
    });
    if thread.is_err() {
        shared.matches.lock().remove(&id);
        return Err(missing("The match could not be started", "无法开始比赛"));
    }
    Ok(Answer::MatchState(Box::new(state::state(&made))))
}

struct Leave(Arc<Running>, Arc<Shared>);

impl Drop for Leave {
    fn drop(&mut self) {
        self.0.close();
        self.1.matches.lock().remove(&self.0.id);
    }
}

/// A match that runs, or one from its journal.
fn find(id: u32, shared: &Shared) -> Result<Arc<Running>, Refusal> {
    if let Some(running) = shared.matches.lock().get(&id) {
        return Ok(Arc::clone(running));
    }
    let (setup, games) = shared.matches.keep.read(id).ok_or_else(|| no_match(id))?;
    // An engine that is no longer configured is no reason to hide its games.
    let engines: Vec<_> = setup
        .players
        .iter()
        .filter_map(|player| match player {
            crate::message::matches::MatchPlayer::External { name } => {
                Some(crate::config::ExternalEngine { name: name.clone(), command: Vec::new() })
            }
            _ => None,
        })
        .collect();
    let terms = Terms::check(setup, &engines, shared.config.searches)?;
    let tally = Standings::of(&terms.english_names(), &games).first_against_second();
    let decision =
        terms.test().map(|test| test.decision(&tally)).filter(|&one| one != Decision::Undecided);
    let phase = match decision {
        Some(_) => MatchPhase::Decided,
        None if games.len() >= terms.setup.games as usize => MatchPhase::Finished,
        None => MatchPhase::Stopped,
    };
    let words = decision.map(|decision| running::decided(&terms, decision));
    let found = Running::new(id, terms, phase, games);
    found.lock().words = words;
    Ok(Arc::new(found))
}

fn list(shared: &Shared) -> Answer {
    let running = shared.matches.lock().clone();
    let mut numbers = shared.matches.keep.numbers();
    numbers.extend(running.keys().copied());
    numbers.sort_unstable_by(|one, other| other.cmp(one));
    numbers.dedup();
    let listed = |id: u32| {
        if let Some(running) = running.get(&id) {
            let inner = running.lock();
            let (played, phase) = (inner.games.len() as u32, inner.phase);
            let (setup, names) = (running.terms.setup.clone(), running.terms.names.clone());
            return Some(MatchListed { id, setup, names, played, phase });
        }
        let (setup, played) = shared.matches.keep.outline(id)?;
        let phase = if played >= setup.games { MatchPhase::Finished } else { MatchPhase::Stopped };
        let names = terms::names(&setup);
        Some(MatchListed { id, setup, names, played, phase })
    };
    let matches = numbers.into_iter().filter_map(listed).collect();
    let removed = shared.matches.keep.removed();
    Answer::MatchList { matches, removed, most_at_once: most_at_once(shared.config.searches) }
}

/// Tells a match's state as it changes. Ends with the match, or when the page no longer wants it.
async fn watch(id: u32, responder: Responder) {
    let shared = Arc::clone(&responder.shared);
    let found = tokio::task::spawn_blocking(move || find(id, &shared)).await;
    let running = match found {
        Ok(Ok(running)) => running,
        Ok(Err(refusal)) => return responder.refuse(refusal).await,
        Err(_) => return responder.refuse(missing("This failed", "操作失败")).await,
    };
    let now = || [0, 1].map(|which: usize| running.changes[which].load(Ordering::Relaxed));
    let mut seen: Option<[u64; 2]> = None;
    while !responder.stopped() {
        let (changes, over) = (now(), running.is_over());
        if over {
            break;
        }
        if seen.is_none_or(|seen| seen[1] != changes[1]) {
            let running = Arc::clone(&running);
            if let Ok(state) = tokio::task::spawn_blocking(move || state::state(&running)).await {
                responder.tell(Answer::MatchState(Box::new(state))).await;
            }
        } else if seen != Some(changes) {
            responder.tell(Answer::MatchBoards { boards: state::boards(&running) }).await;
        }
        seen = Some(changes);
        tokio::time::sleep(BETWEEN).await;
    }
    responder.last(Answer::MatchState(Box::new(state::state(&running)))).await;
}
