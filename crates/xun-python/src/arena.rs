//! Matches: the description, the run, and single games by number.

use crate::errors;
use crate::run::{interruptible, reported};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use xun_arena::{
    Adjudication, Decision, Finish, Format, GameRecord, Journal, MatchSpec, News, Opening,
    OpeningSource, Plan, Player, PlayerError, PlayerKind, PlayerSpec, Setting, Sprt, Standings,
    TimeControl, run_games, run_match,
};
use xun_game::Stop;

/// The arguments of a match.
#[derive(FromPyObject)]
struct Description {
    players: Vec<String>,
    game: String,
    rules: Option<String>,
    size: String,
    games: u64,
    time: String,
    openings: Option<PathBuf>,
    random_plies: usize,
    balance: i32,
    seed: u64,
    gauntlet: bool,
    win_score: Option<i32>,
    draw_score: Option<i32>,
    longest: u32,
    grace: f64,
    sprt: Option<(f64, f64, f64)>,
}

impl Description {
    fn spec(&self) -> PyResult<MatchSpec> {
        let game = self.game.parse().map_err(errors::input)?;
        let size = self.size.parse().map_err(errors::input)?;
        let setting = Setting::new(game, self.rules.as_deref(), size).map_err(errors::input)?;
        let time: TimeControl = self.time.parse().map_err(errors::input)?;
        let mut players = Vec::with_capacity(self.players.len());
        for text in &self.players {
            let wrong = |reason: String| errors::input(format!("player {text:?}: {reason}"));
            let spec: PlayerSpec =
                text.parse().map_err(|error: xun_arena::SpecError| wrong(error.to_string()))?;
            if spec.kind == PlayerKind::Human {
                return Err(wrong("a person cannot play here".into()));
            }
            setting.check(&spec).map_err(|error| wrong(error.to_string()))?;
            players.push((text.clone(), spec));
        }
        if players.len() < 2 {
            return Err(errors::input("a match needs two players at least"));
        }
        Ok(MatchSpec {
            setting,
            rules: self.rules.clone(),
            size: self.size.clone(),
            players,
            games: self.games,
            time,
            openings: OpeningSource {
                file: self.openings.clone(),
                plies: self.random_plies,
                balance: self.balance,
            },
            seed: self.seed,
            format: if self.gauntlet { Format::Gauntlet } else { Format::RoundRobin },
            adjudication: Adjudication {
                win_score: self.win_score,
                draw_score: self.draw_score,
                longest: self.longest,
                ..Adjudication::default()
            },
        })
    }
}

/// A match that can be played here, or game by game elsewhere.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeMatch {
    spec: MatchSpec,
    openings: Vec<Opening>,
    grace: Duration,
    sprt: Option<Sprt>,
}

impl NativeMatch {
    fn plan<'a>(&self, concurrency: usize, make_player: &'a xun_arena::MakePlayer<'a>) -> Plan<'a> {
        let control = |(_, spec): &(String, PlayerSpec)| spec.control.unwrap_or(self.spec.time);
        Plan {
            setting: self.spec.setting,
            names: self.spec.names(),
            controls: self.spec.players.iter().map(control).collect(),
            schedule: self.spec.schedule(),
            openings: self.openings.clone(),
            adjudication: self.spec.adjudication,
            grace: self.grace,
            sprt: self.sprt,
            concurrency,
            make_player,
        }
    }

    fn make_player(&self) -> impl Fn(usize) -> Result<Box<dyn Player>, PlayerError> + Sync + '_ {
        |number| self.spec.player(number)
    }
}

fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(errors::engine)
}

fn record(text: &str) -> PyResult<GameRecord> {
    serde_json::from_str(text).map_err(errors::input)
}

fn finish_name(finish: Finish) -> &'static str {
    match finish {
        Finish::Complete => "complete",
        Finish::Decided(_) => "decided",
        Finish::Stopped => "stopped",
    }
}

#[pymethods]
impl NativeMatch {
    #[new]
    fn new(py: Python<'_>, description: Description, openings: Option<&str>) -> PyResult<Self> {
        let spec = description.spec()?;
        let openings = match (openings, &spec.openings.file) {
            (Some(known), _) => serde_json::from_str(known).map_err(errors::input)?,
            (None, None) => {
                // Our engine judges thousands of them in a long match.
                let stop = Stop::new();
                let find = || spec.read_openings(None, &stop);
                interruptible(py, stop.flag(), find, None)?.map_err(errors::input)?
            }
            (None, Some(file)) => {
                let text = std::fs::read_to_string(file).map_err(|error| {
                    std::io::Error::new(error.kind(), format!("{}: {error}", file.display()))
                })?;
                spec.read_openings(Some(&text), &Stop::new()).map_err(errors::input)?
            }
        };
        let grace = Duration::try_from_secs_f64(description.grace).map_err(errors::input)?;
        let sprt = description.sprt;
        let sprt = sprt.map(|(elo0, elo1, risk)| Sprt { elo0, elo1, alpha: risk, beta: risk });
        Ok(Self { spec, openings, grace, sprt })
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.spec.names()
    }

    /// The openings as JSON; a match made with them need not find them again.
    fn openings(&self) -> PyResult<String> {
        json(&self.openings)
    }

    /// Number of games.
    fn __len__(&self) -> usize {
        self.spec.schedule().len() as usize
    }

    /// Plays what the journal does not have yet. `progress` is called with the number of games
    /// played.
    fn run(
        &self,
        py: Python<'_>,
        journal: PathBuf,
        concurrency: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<&'static str> {
        let mut journal = self.open(&journal)?;
        let played = AtomicU64::new(journal.games().len() as u64);
        let make_player = self.make_player();
        let plan = self.plan(concurrency.clamp(1, 256), &make_player);
        let stop = Stop::new();
        let listen = |news: News<'_>| {
            if let News::Ended(..) = news {
                played.fetch_add(1, Ordering::Relaxed);
            }
        };
        let work = || run_match(&plan, &mut journal, &stop, &listen);
        let finish = reported(py, stop.flag(), work, progress.as_ref(), &played)?;
        let finish = finish.map_err(errors::engine)?;
        Ok(finish_name(finish))
    }

    /// Plays these games and returns their records as JSON.
    fn play(&self, py: Python<'_>, games: Vec<u64>) -> PyResult<Vec<String>> {
        let most = self.spec.schedule().len();
        if let Some(game) = games.iter().find(|&&game| game >= most) {
            return Err(errors::input(format!("the match has {most} games, no number {game}")));
        }
        let make_player = self.make_player();
        let plan = self.plan(1, &make_player);
        let stop = Stop::new();
        let work = || run_games(&plan, &games, &stop);
        let records = interruptible(py, stop.flag(), work, None)?;
        records.iter().map(json).collect()
    }

    /// Opens the journal for writing; other processes cannot meanwhile.
    fn journal(&self, path: PathBuf) -> PyResult<NativeJournal> {
        let journal = self.open(&path)?;
        let standings = Standings::of(&self.spec.names(), journal.games().values());
        Ok(NativeJournal { inner: Mutex::new(Some((journal, standings))), sprt: self.sprt })
    }

    /// Table, Elo and the sequential test of these records, as JSON.
    fn standings(&self, records: Vec<String>) -> PyResult<String> {
        let games = records.iter().map(|text| record(text)).collect::<PyResult<Vec<_>>>()?;
        let standings = Standings::of(&self.spec.names(), &games);
        let against = standings.first_against_second();
        let elo = against.elo();
        let sprt = self.sprt.map(|test| {
            let (lower, upper) = test.bounds();
            serde_json::json!({
                "elo0": test.elo0, "elo1": test.elo1, "ratio": test.ratio(&against),
                "lower": lower, "upper": upper, "decision": test.decision(&against),
            })
        });
        let interval = [elo.value, elo.low, elo.high].map(finite);
        json(&serde_json::json!({
            "rows": standings.rows(),
            "first": against,
            "elo": interval,
            "superiority": against.likelihood_of_superiority(),
            "sprt": sprt,
        }))
    }

    /// A record as PGN or SGF.
    fn write_game(&self, text: &str) -> PyResult<String> {
        let format = self.spec.setting.file_formats()[0];
        let written = self.spec.setting.write_game(format, &record(text)?, &self.spec.names());
        written.map_err(errors::input)
    }
}

/// JSON has no infinity.
fn finite(number: f64) -> serde_json::Value {
    if number.is_finite() { number.into() } else { number.to_string().into() }
}

impl NativeMatch {
    fn open(&self, path: &Path) -> PyResult<Journal> {
        Journal::open(path, &self.spec.terms(&self.openings)).map_err(|error| match error {
            xun_arena::JournalError::Disk(error) => error.into(),
            error => errors::input(format!("{}: {error}", path.display())),
        })
    }
}

/// A journal that is open for writing.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct NativeJournal {
    inner: Mutex<Option<(Journal, Standings)>>,
    sprt: Option<Sprt>,
}

impl NativeJournal {
    fn with<T>(&self, work: impl FnOnce(&mut (Journal, Standings)) -> PyResult<T>) -> PyResult<T> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.as_mut().map_or_else(|| Err(errors::engine("the journal is closed")), work)
    }
}

#[pymethods]
impl NativeJournal {
    /// The numbers of the games that it has.
    fn numbers(&self) -> PyResult<Vec<u64>> {
        self.with(|(journal, _)| Ok(journal.games().keys().copied().collect()))
    }

    /// Writes a game, unless it has it.
    fn add(&self, text: &str) -> PyResult<bool> {
        let game = record(text)?;
        self.with(|(journal, standings)| {
            if journal.games().contains_key(&game.index) {
                return Ok(false);
            }
            standings.add(&game);
            journal.add(game).map_err(errors::engine)?;
            Ok(true)
        })
    }

    /// All records as JSON, in the order of their numbers.
    fn records(&self) -> PyResult<Vec<String>> {
        self.with(|(journal, _)| journal.games().values().map(json).collect())
    }

    /// The decision of the sequential test, once there is one.
    fn decision(&self) -> PyResult<Option<&'static str>> {
        let Some(test) = self.sprt else { return Ok(None) };
        self.with(|(_, standings)| {
            Ok(match test.decision(&standings.first_against_second()) {
                Decision::Accepted => Some("accepted"),
                Decision::Rejected => Some("rejected"),
                Decision::Undecided => None,
            })
        })
    }

    fn close(&self) {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Adds the classes to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<NativeMatch>()?;
    module.add_class::<NativeJournal>()
}
