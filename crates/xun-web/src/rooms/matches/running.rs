//! A match under way. It lives in the server, not in a socket: pages may come and go. Each game
//! takes one turn of the server's budget and gives way between moves, so that waiting for a turn
//! never costs a player time.

use super::players;
use super::state::{History, Live};
use super::terms::Terms;
use crate::budget::{Turn, give_way};
use crate::message::Text;
use crate::message::matches::MatchPhase;
use crate::shared::Shared;
use parking_lot::{Mutex, MutexGuard};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use xun_arena::{
    Decision, Finish, GameRecord, News, Opening, OpeningJudge, Plan, PlayerSpec, Standings,
    run_match,
};
use xun_game::{SplitMix64, Stop};

/// Delay beyond its limit that an answer may have: games run beside everything else that the
/// server does.
const GRACE: Duration = Duration::from_secs(2);
/// Openings that our engine finds further from even than this are thrown away.
const BALANCE: i32 = 150;
/// The player that judges openings, and its nodes.
const JUDGE: &str = "xun; Hash=4";
const JUDGE_NODES: u64 = 800;

/// A match, under way or at rest.
pub(super) struct Running {
    /// Its number.
    pub(super) id: u32,
    /// Players and terms.
    pub(super) terms: Terms,
    /// Raised to stop it.
    pub(super) stop: Stop,
    /// Counts changes of any kind, and those of more than the boards.
    pub(super) changes: [AtomicU64; 2],
    inner: Mutex<Inner>,
}

/// The part of a match that changes while it runs.
pub(super) struct Inner {
    /// Its phase.
    pub(super) phase: MatchPhase,
    /// The decision or the failure in words.
    pub(super) words: Option<Text>,
    /// Finished games by number.
    pub(super) games: BTreeMap<u64, GameRecord>,
    /// The table of the finished games.
    pub(super) standings: Standings,
    /// Boards by the game's number.
    pub(super) live: BTreeMap<u64, Live>,
    /// The first player's Elo over the games.
    pub(super) history: History,
}

impl Running {
    /// A match with the games played so far.
    pub(super) fn new(id: u32, terms: Terms, phase: MatchPhase, games: Vec<GameRecord>) -> Self {
        let mut history = History::default();
        let mut standings = Standings::new(&terms.english_names());
        for game in &games {
            standings.add(game);
            history.add(game, &standings);
        }
        let last =
            games.last().and_then(|game| Some((game.index, Live::of_finished(&terms, game)?)));
        let games = games.into_iter().map(|game| (game.index, game)).collect();
        let live = last.into_iter().collect();
        let inner = Inner { phase, words: None, games, standings, live, history };
        Self { id, terms, stop: Stop::new(), changes: Default::default(), inner: Mutex::new(inner) }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock()
    }

    fn changed(&self, only_boards: bool) {
        self.changes[0].fetch_add(1, Ordering::Relaxed);
        if !only_boards {
            self.changes[1].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether it has come to rest.
    pub(super) fn is_over(&self) -> bool {
        self.lock().phase.is_over()
    }

    fn enter(&self, phase: MatchPhase, words: Option<Text>) {
        let mut inner = self.lock();
        inner.phase = phase;
        if words.is_some() {
            inner.words = words;
        }
        drop(inner);
        self.changed(false);
    }

    /// Asks it to stop; the games under way are given up.
    pub(super) fn halt(&self) {
        self.stop.stop();
        if !self.is_over() {
            self.enter(MatchPhase::Stopping, None);
        }
    }

    /// Comes to rest if it has not: its thread has ended.
    pub(super) fn close(&self) {
        if !self.is_over() {
            self.enter(MatchPhase::Failed, Some(failed("its thread ended")));
        }
    }

    fn hear(&self, news: &News<'_>) {
        match news {
            News::Began(pairing, opening) => {
                if let Some(live) = Live::new(&self.terms, pairing, opening) {
                    let boards = &mut self.lock().live;
                    boards.retain(|_, board| !board.done);
                    boards.insert(pairing.index, live);
                }
                self.changed(true);
            }
            News::Moved(index, made) => {
                if let Some(live) = self.lock().live.get_mut(index) {
                    live.play(made);
                }
                self.changed(true);
            }
            News::Ended(game, standings) => {
                let mut inner = self.lock();
                if let Some(board) = inner.live.get_mut(&game.index) {
                    board.done = true;
                }
                inner.standings.clone_from(standings);
                inner.history.add(game, standings);
                inner.games.insert(game.index, (*game).clone());
                drop(inner);
                self.changed(false);
            }
        }
    }
}

thread_local! {
    /// The turn of the game that this thread plays.
    static TURN: RefCell<Option<Turn>> = const { RefCell::new(None) };
}

/// Takes, keeps or hands on the turn of the calling thread as its game goes on.
fn take_turns(news: &News<'_>, running: &Running, shared: &Arc<Shared>) {
    let session = session_of(running.id);
    TURN.with_borrow_mut(|held| {
        let over = held.as_ref().is_some_and(|turn| turn.over().load(Ordering::Relaxed));
        if over || matches!(news, News::Ended(..)) {
            *held = None;
        }
        if held.is_none() && !matches!(news, News::Ended(..)) {
            give_way();
            *held = shared.budget.turn_from_thread(session, running.stop.flag());
        }
    });
}

/// The budget counts sessions; a match is one, with a number that no socket has.
fn session_of(id: u32) -> u64 {
    u64::MAX - u64::from(id)
}

/// Plays the match to its end on the calling thread and those that it starts.
pub(super) fn play(running: &Arc<Running>, shared: &Arc<Shared>) {
    give_way();
    let terms = &running.terms;
    let mut journal = match shared.matches.keep.journal(running.id, &terms.setup) {
        Ok(journal) => journal,
        Err(error) => return running.enter(MatchPhase::Failed, Some(failed(&error.to_string()))),
    };
    let openings = if terms.openings.is_empty() {
        make_openings(running, shared)
    } else {
        terms.openings.clone()
    };
    if !running.stop.is_stopped() {
        running.enter(MatchPhase::Running, None);
    }
    let names = terms.english_names();
    let memory = memory_of(terms, shared);
    let plan = Plan {
        controls: vec![terms.control(); names.len()],
        schedule: terms.schedule(),
        openings,
        adjudication: terms.adjudication(),
        grace: GRACE,
        sprt: terms.test(),
        concurrency: terms.setup.at_once as usize,
        make_player: &|number| {
            let seed = u64::from(terms.setup.seed).wrapping_add(number as u64);
            let (player, game) = (&terms.setup.players[number], terms.setting.game());
            let spec = players::spec(player, game, &shared.config.engines, memory)?;
            terms.setting.player(&spec, seed)
        },
        setting: terms.setting,
        names,
    };
    let finish = run_match(&plan, &mut journal, &running.stop, &|news| {
        running.hear(&news);
        take_turns(&news, running, shared);
    });
    // Of a match at rest the last board stays; games that were given up are no games.
    running.lock().live.retain(|_, board| board.done);
    match finish {
        Ok(Finish::Complete) => running.enter(MatchPhase::Finished, None),
        Ok(Finish::Stopped) => running.enter(MatchPhase::Stopped, None),
        Ok(Finish::Decided(decision)) => {
            running.enter(MatchPhase::Decided, Some(decided(terms, decision)));
        }
        Err(error) => running.enter(MatchPhase::Failed, Some(failed(&error.to_string()))),
    }
}

fn failed(reason: &str) -> Text {
    Text::new(format!("The match ended early: {reason}"), format!("比赛提前结束：{reason}"))
}

/// The decision of the sequential test in words.
pub(super) fn decided(terms: &Terms, decision: Decision) -> Text {
    let [low, high] = terms.setup.sprt.unwrap_or_default();
    let (first, second) = (&terms.names[0], &terms.names[1]);
    let elo = if decision == Decision::Accepted { high } else { low };
    Text::new(
        format!("The test is decided for {elo} Elo of {} against {}", first.en, second.en),
        format!("检验已有结论：{} 对 {} 为 {elo} Elo", first.zh, second.zh),
    )
}

/// Each player's part of the memory of its game's turn.
fn memory_of(terms: &Terms, shared: &Shared) -> u64 {
    shared.budget.table() / terms.setup.players.len().max(1) as u64
}

/// Random openings that our engine finds even enough, one for each pair of games; fewer if they are
/// hard to find, and the usual start where none is wanted.
fn make_openings(running: &Running, shared: &Arc<Shared>) -> Vec<Opening> {
    let terms = &running.terms;
    let plies = terms.setup.random_plies as usize;
    if plies == 0 {
        return vec![Opening::default()];
    }
    let wanted = terms.setup.games.div_ceil(2) as usize;
    let player: PlayerSpec = JUDGE.parse().expect("our own engine is a player");
    let Ok(mut judge) = OpeningJudge::new(terms.setting, &player, JUDGE_NODES, 1) else {
        return vec![Opening::default()];
    };
    let mut seeds = SplitMix64::new(u64::from(terms.setup.seed));
    let mut kept = Vec::new();
    let Some(mut turn) =
        shared.budget.turn_from_thread(session_of(running.id), running.stop.flag())
    else {
        return vec![Opening::default()];
    };
    // In small lots: each may need many tries, and the match may be stopped meanwhile.
    for _ in 0..wanted * 4 {
        if kept.len() >= wanted || running.stop.is_stopped() {
            break;
        }
        if turn.over().load(Ordering::Relaxed) {
            drop(turn);
            match shared.budget.turn_from_thread(session_of(running.id), running.stop.flag()) {
                Some(next) => turn = next,
                None => break,
            }
        }
        for opening in terms.setting.random_openings(4, plies, seeds.next_u64()) {
            let score = judge.score(&opening, &running.stop);
            if score.is_some_and(|score| score.abs() <= BALANCE) && kept.len() < wanted {
                kept.push(opening);
            }
        }
        let (have, want) = (kept.len(), wanted);
        running.lock().words = Some(Text::new(
            format!("Looking for even openings: {have} of {want}"),
            format!("正在寻找均势开局：{have} / {want}"),
        ));
        running.changed(false);
    }
    running.lock().words = None;
    if kept.is_empty() { vec![Opening::default()] } else { kept }
}
