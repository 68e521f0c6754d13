//! Runs a match: worker threads take games from the schedule, play them, and write each into the
//! journal before it counts.

use crate::game::{Adjudication, Terms, play_game};
use crate::journal::{Journal, JournalError};
use crate::player::{Absent, Player};
use crate::player_error::PlayerError;
use crate::record::{Ending, GameRecord, MoveRecord, Opening, Seat};
use crate::schedule::{Pairing, Schedule};
use crate::setting::Setting;
use crate::sprt::{Decision, Sprt};
use crate::standing::Standings;
use crate::time_control::TimeControl;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use xun_game::Stop;

/// Makes a fresh player of this number. One that cannot be made loses its game.
pub type MakePlayer<'a> = dyn Fn(usize) -> Result<Box<dyn Player>, PlayerError> + Sync + 'a;

/// The plan of a match.
///
/// ```
/// use std::time::Duration;
/// use xun_arena::{
///     Adjudication, Finish, Format, Journal, Opening, Plan, PlayerSpec, Schedule, Setting,
///     run_match,
/// };
/// use xun_game::Stop;
///
/// let setting: Setting = "gomoku/freestyle/15x15".parse()?;
/// let player: PlayerSpec = "random".parse()?;
/// let plan = Plan {
///     setting,
///     names: vec!["one".into(), "other".into()],
///     controls: vec!["nodes=100".parse()?; 2],
///     schedule: Schedule::new(Format::RoundRobin, 2, 4),
///     openings: vec![Opening::default()],
///     adjudication: Adjudication::default(),
///     grace: Duration::ZERO,
///     sprt: None,
///     concurrency: 1,
///     make_player: &|number| setting.player(&player, number as u64),
/// };
/// let file = std::env::temp_dir().join(format!("xun-arena-{}.jsonl", std::process::id()));
/// let mut journal = Journal::open(&file, &"four games".into())?;
/// assert_eq!(run_match(&plan, &mut journal, &Stop::new(), &|_| {})?, Finish::Complete);
/// assert_eq!(journal.games().len(), 4);
/// # drop(journal);
/// # std::fs::remove_file(file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Plan<'a> {
    /// The game, its rules and its board.
    pub setting: Setting,
    /// The players' names, by number.
    pub names: Vec<String>,
    /// The players' limits, by number.
    pub controls: Vec<TimeControl>,
    /// The games.
    pub schedule: Schedule,
    /// The openings; a schedule with more takes them from the beginning again.
    pub openings: Vec<Opening>,
    /// Conditions for an early end of a game.
    pub adjudication: Adjudication,
    /// Delay beyond its limit that an answer may have.
    pub grace: Duration,
    /// The test that ends the match early: the first player against the second.
    pub sprt: Option<Sprt>,
    /// Games at one time.
    pub concurrency: usize,
    /// Makes players.
    pub make_player: &'a MakePlayer<'a>,
}

/// News of a match.
#[derive(Debug)]
pub enum News<'a> {
    /// A game begins.
    Began(&'a Pairing, &'a Opening),
    /// A move was made in the game of this number.
    Moved(u64, &'a MoveRecord),
    /// A game is over and in the journal; the table counts it.
    Ended(&'a GameRecord, &'a Standings),
}

/// The reason why a match stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// All games were played.
    Complete,
    /// The sequential test has decided.
    Decided(Decision),
    /// It was stopped from outside; the match can be resumed from its journal.
    Stopped,
}

/// The finished games, in the journal and counted.
struct Results<'a> {
    journal: &'a mut Journal,
    standings: Standings,
}

struct Shared<'a> {
    plan: &'a Plan<'a>,
    results: Mutex<Results<'a>>,
    /// Numbers of the games yet to be begun.
    waiting: Mutex<Box<dyn Iterator<Item = u64> + Send>>,
    /// Raised when nothing more is to be begun.
    over: AtomicBool,
    error: Mutex<Option<JournalError>>,
    decided: Mutex<Option<Decision>>,
    stop: &'a Stop,
    listen: &'a (dyn Fn(News<'_>) + Sync),
}

/// Plays the games that the journal does not have yet.
///
/// # Errors
/// A journal that cannot be written.
pub fn run_match(
    plan: &Plan<'_>,
    journal: &mut Journal,
    stop: &Stop,
    listen: &(dyn Fn(News<'_>) + Sync),
) -> Result<Finish, JournalError> {
    let played: Vec<u64> = journal.games().keys().copied().collect();
    let left = (0..plan.schedule.len()).filter(move |index| played.binary_search(index).is_err());
    let standings = Standings::of(&plan.names, journal.games().values());
    let decided = decision(plan, &standings);
    let shared = Shared {
        plan,
        results: Mutex::new(Results { journal, standings }),
        waiting: Mutex::new(Box::new(left)),
        over: AtomicBool::new(decided.is_some()),
        error: Mutex::new(None),
        decided: Mutex::new(decided),
        stop,
        listen,
    };
    thread::scope(|scope| {
        for _ in 0..plan.concurrency.max(1) {
            scope.spawn(|| work(&shared));
        }
    });
    if let Some(error) = shared.error.into_inner() {
        return Err(error);
    }
    if let Some(decision) = shared.decided.into_inner() {
        return Ok(Finish::Decided(decision));
    }
    Ok(if stop.is_stopped() { Finish::Stopped } else { Finish::Complete })
}

/// Plays these games one after the other, without a journal; fewer if it is stopped. Each is the
/// game that [`run_match`] plays under its number.
#[must_use]
pub fn run_games(plan: &Plan<'_>, games: &[u64], stop: &Stop) -> Vec<GameRecord> {
    let mut players = BTreeMap::new();
    let play = |&index| play(plan, stop, &|_| {}, &plan.schedule.pairing(index), &mut players);
    games.iter().map_while(play).collect()
}

fn work(shared: &Shared<'_>) {
    let mut players: BTreeMap<usize, Box<dyn Player>> = BTreeMap::new();
    while !shared.over.load(Ordering::Relaxed) && !shared.stop.is_stopped() {
        let Some(index) = shared.waiting.lock().next() else { return };
        let pairing = shared.plan.schedule.pairing(index);
        let played = play(shared.plan, shared.stop, shared.listen, &pairing, &mut players);
        let Some(record) = played else { return };
        let mut results = shared.results.lock();
        let Results { journal, standings } = &mut *results;
        match journal.add(record) {
            Ok(()) => {
                let Some(record) = journal.games().get(&index) else { continue };
                standings.add(record);
                if let Some(decision) = decision(shared.plan, standings) {
                    *shared.decided.lock() = Some(decision);
                    shared.over.store(true, Ordering::Relaxed);
                }
                (shared.listen)(News::Ended(record, standings));
            }
            Err(error) => {
                *shared.error.lock() = Some(error);
                shared.over.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn play(
    plan: &Plan<'_>,
    stop: &Stop,
    listen: &(dyn Fn(News<'_>) + Sync),
    pairing: &Pairing,
    players: &mut BTreeMap<usize, Box<dyn Player>>,
) -> Option<GameRecord> {
    let opening = match plan.openings.len() as u64 {
        0 => Opening::default(),
        count => plan.openings[(pairing.opening % count) as usize].clone(),
    };
    listen(News::Began(pairing, &opening));
    let record = |moves, winner, ending, note| GameRecord {
        index: pairing.index,
        players: pairing.players,
        opening: opening.clone(),
        moves,
        winner,
        ending,
        note,
    };
    let mut referee = match plan.setting.referee(&opening) {
        Ok(referee) => referee,
        Err(reason) => {
            return Some(record(Vec::new(), None, Ending::DrawRule, format!("opening: {reason}")));
        }
    };
    // Taken out of the worker's store and put back afterwards, so that both can be borrowed at
    // once.
    let make =
        |number| (plan.make_player)(number).unwrap_or_else(|reason| Box::new(Absent(reason)));
    let mut seated =
        pairing.players.map(|number| players.remove(&number).unwrap_or_else(|| make(number)));
    for player in &mut seated {
        player.seed(pairing.index);
    }
    let terms = Terms {
        controls: pairing.players.map(|number| plan.controls[number]),
        grace: plan.grace,
        adjudication: plan.adjudication,
        stop,
    };
    let played = play_game(&mut *referee, &opening, &mut seated, &terms, |made| {
        listen(News::Moved(pairing.index, made));
    })?;
    for (seat, player) in Seat::ALL.into_iter().zip(seated) {
        // A player that failed as a program is dropped, and made anew for its next game.
        if played.failed != Some(seat) {
            players.insert(pairing.players[seat as usize], player);
        }
    }
    let end = played.end;
    Some(record(played.moves, end.winner, end.ending, end.note))
}

/// The decision of the sequential test, if it has come to one.
fn decision(plan: &Plan<'_>, standings: &Standings) -> Option<Decision> {
    let test = plan.sprt?;
    let decision = test.decision(&standings.first_against_second());
    (decision != Decision::Undecided).then_some(decision)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Choice, Failure, Turn};
    use crate::record::Ending;
    use crate::schedule::Format;
    use crate::setting::GameMove;
    use std::sync::atomic::AtomicUsize;

    /// Answers too late, or not at all.
    struct Slow {
        answers: bool,
    }

    impl Player for Slow {
        fn new_game(&mut self) -> Result<(), Failure> {
            Ok(())
        }

        fn set_up(&mut self, _: &Opening) -> Result<(), Failure> {
            Ok(())
        }

        fn follow(&mut self, _: GameMove) -> Result<(), Failure> {
            Ok(())
        }

        fn choose(&mut self, _: &Turn<'_>) -> Result<Choice, Failure> {
            thread::sleep(Duration::from_millis(3));
            if self.answers { Ok(Choice::default()) } else { Err(Failure::crash("gone")) }
        }
    }

    /// Making an engine anew takes memory and time, which the next games would pay.
    #[test]
    fn a_player_that_was_late_plays_on_and_one_that_failed_is_made_anew() {
        for (answers, made_in_all) in [(true, 2), (false, 5)] {
            let made = AtomicUsize::new(0);
            let plan = Plan {
                setting: "gomoku/freestyle/15x15".parse().unwrap(),
                names: vec!["one".into(), "other".into()],
                controls: vec!["1ms".parse().unwrap(); 2],
                schedule: Schedule::new(Format::RoundRobin, 2, 4),
                openings: vec![Opening::default()],
                adjudication: Adjudication::default(),
                grace: Duration::ZERO,
                sprt: None,
                concurrency: 1,
                make_player: &|_| {
                    made.fetch_add(1, Ordering::Relaxed);
                    Ok(Box::new(Slow { answers }))
                },
            };
            let games = run_games(&plan, &[0, 1, 2, 3], &Stop::new());
            let ending = if answers { Ending::Late } else { Ending::Crash };
            assert!(games.iter().all(|game| game.ending == ending), "{games:?}");
            assert_eq!(made.into_inner(), made_in_all);
        }
    }
}
