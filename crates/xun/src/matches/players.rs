//! Makes the players and referees of a match.

use super::GameName;
use crate::language::Language;
use crate::xiangqi::evaluator_of;
use anyhow::{anyhow, bail};
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use xun_arena::{
    Choice, Ending, Failure, Game, GomocupPlayer, GomokuEngine, GomokuReferee, Opening, Player, PlayerKind,
    PlayerSpec, RandomPlayer, Referee, TimeControl, Turn, UcciPlayer, UciPlayer, XiangqiEngine,
    XiangqiReferee, random_openings,
};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search::Settings;
use xun_xiangqi::rules::{RuleSet, Rules};
use xun_xiangqi::search::EngineOptions;

/// The table that the players sit at: one game under one set of rules.
#[derive(Clone, Copy)]
pub(super) enum Table {
    /// Chinese chess.
    Xiangqi(Rules),
    /// Five in a row.
    Gomoku(Size, Rule),
}

/// Whether this player is a person.
pub(super) fn is_person(spec: &PlayerSpec) -> bool {
    spec.kind == PlayerKind::Human
}

impl Table {
    pub(super) fn new(
        game: GameName,
        rules: Option<&str>,
        size: &str,
        language: Language,
    ) -> anyhow::Result<Self> {
        match game {
            GameName::Xiangqi => {
                let repetition = match rules.unwrap_or("asian") {
                    "asian" => RuleSet::Asian,
                    "chinese" => RuleSet::Chinese,
                    "simple" => RuleSet::Simple,
                    other => bail!(
                        "--rules {other}: {}",
                        language.pick("expected asian, chinese or simple", "应为 asian、chinese 或 simple")
                    ),
                };
                Ok(Self::Xiangqi(Rules { repetition, ..Rules::default() }))
            }
            GameName::Gomoku => {
                let name = rules.unwrap_or("freestyle");
                let Some(rule) = Rule::from_name(name) else {
                    bail!(
                        "--rules {name}: {}",
                        language.pick(
                            "expected freestyle, standard, renju or caro",
                            "应为 freestyle、standard、renju 或 caro"
                        )
                    )
                };
                let (width, height) = size.split_once(['x', '×']).unwrap_or((size, size));
                let number = |text: &str| text.trim().parse::<u32>().map_err(|_| anyhow!("--size {size}"));
                Ok(Self::Gomoku(Size::new(number(width)?, number(height)?)?, rule))
            }
        }
    }

    pub(super) fn game(self) -> Game {
        match self {
            Self::Xiangqi(_) => Game::Xiangqi,
            Self::Gomoku(..) => Game::Gomoku,
        }
    }

    pub(super) fn referee(self, opening: &Opening) -> Result<Box<dyn Referee>, String> {
        Ok(match self {
            Self::Xiangqi(rules) => Box::new(XiangqiReferee::new(rules, opening)?),
            Self::Gomoku(size, rule) => Box::new(GomokuReferee::new(size, rule, opening)?),
        })
    }

    /// Whether such a player can play this game; what is wrong with its options.
    pub(super) fn check(self, spec: &PlayerSpec) -> anyhow::Result<()> {
        let wrong = |reason: &str| anyhow!("--player {:?}: {reason}", spec.name);
        match (self, &spec.kind) {
            (Self::Xiangqi(_), PlayerKind::Gomocup(_)) => bail!(wrong("Gomocup engines play Gomoku")),
            (Self::Gomoku(..), PlayerKind::Uci(_) | PlayerKind::Ucci(_)) => {
                bail!(wrong("UCI and UCCI engines play Xiangqi"))
            }
            (_, PlayerKind::Xun) => self.engine(spec, 0).map(drop).map_err(|reason| wrong(&reason)),
            _ => Ok(()),
        }
    }

    /// Our engine with the options of a player.
    fn engine(self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Player>, String> {
        let mut book: Option<PathBuf> = None;
        match self {
            Self::Xiangqi(rules) => {
                let mut options = EngineOptions::default();
                let repetition = match rules.repetition {
                    RuleSet::Asian => "asian",
                    RuleSet::Chinese => "chinese",
                    RuleSet::Simple => "simple",
                };
                options.set("Repetition Rule", repetition).map_err(|error| error.to_string())?;
                for (name, value) in &spec.options {
                    match name.as_str() {
                        "experience" => book = Some(value.into()),
                        name => {
                            options.set(name, value).map_err(|error| error.to_string())?;
                        }
                    }
                }
                let evaluator = evaluator_of(&options.eval_file)?;
                Ok(Box::new(XiangqiEngine::new(options, evaluator, book.as_deref(), seed)?))
            }
            Self::Gomoku(size, rule) => {
                let mut settings = Settings::default();
                for (name, value) in &spec.options {
                    let number =
                        || value.parse::<usize>().map_err(|_| format!("{name}={value} is no number"));
                    match name.to_ascii_lowercase().as_str() {
                        "experience" => book = Some(value.into()),
                        "threads" => settings.threads = number()?.clamp(1, 256),
                        "hash" => settings.table_bytes = number()?.clamp(1, 65_536) << 20,
                        _ => {
                            return Err(format!("{name} is no option: expected experience, Threads or Hash"));
                        }
                    }
                }
                Ok(Box::new(GomokuEngine::new(settings, size, rule, book.as_deref())?))
            }
        }
    }

    /// A fresh player.
    pub(super) fn player(self, spec: &PlayerSpec, seed: u64) -> Box<dyn Player> {
        match &spec.kind {
            PlayerKind::Xun => self.engine(spec, seed).unwrap_or_else(|reason| Box::new(Absent(reason))),
            PlayerKind::Random => {
                let table = self;
                Box::new(RandomPlayer::new(seed, Arc::new(move |opening| table.referee(opening))))
            }
            PlayerKind::Human => Box::new(Person { table: self }),
            PlayerKind::Uci(command) => Box::new(UciPlayer::new(command.clone())),
            PlayerKind::Ucci(command) => Box::new(UcciPlayer::new(command.clone())),
            PlayerKind::Gomocup(command) => match self {
                Self::Gomoku(size, rule) => Box::new(GomocupPlayer::new(command.clone(), size, rule)),
                Self::Xiangqi(_) => Box::new(Absent("Gomocup engines play Gomoku".into())),
            },
        }
    }

    /// Openings of random moves that our engine finds balanced.
    pub(super) fn random_openings(self, count: usize, plies: usize, balance: i32, seed: u64) -> Vec<Opening> {
        let referees = |opening: &Opening| self.referee(opening);
        if plies == 0 {
            return vec![Opening::default()];
        }
        let spec: PlayerSpec = "xun".parse().expect("our own engine is a player");
        let Ok(mut judge) = self.engine(&spec, seed) else { return Vec::new() };
        let (control, stop) =
            (TimeControl { nodes: Some(3000), ..TimeControl::default() }, AtomicBool::new(false));
        let mut kept = Vec::with_capacity(count);
        for round in 0..20 {
            for opening in random_openings(count, plies, seed.wrapping_add(round), &referees) {
                let Ok(board) = self.referee(&opening) else { continue };
                let turn = Turn {
                    opening: &opening,
                    moves: &[],
                    seat: board.turn(),
                    clocks: Default::default(),
                    control: &control,
                    stop: &stop,
                };
                let score = judge.choose(&turn).ok().and_then(|choice| choice.score);
                if score.is_some_and(|score| score.abs() <= balance) {
                    kept.push(opening);
                }
                if kept.len() == count {
                    return kept;
                }
            }
        }
        kept
    }
}

/// A player that cannot play, and says why.
struct Absent(String);

impl Player for Absent {
    fn new_game(&mut self) -> Result<(), Failure> {
        Err(Failure { ending: Ending::Crash, note: self.0.clone() })
    }

    fn choose(&mut self, _: &Turn<'_>) -> Result<Choice, Failure> {
        Err(Failure { ending: Ending::Crash, note: self.0.clone() })
    }
}

/// A person at the terminal: types a move, or `resign`.
struct Person {
    table: Table,
}

impl Player for Person {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let gone = |note: String| Failure { ending: Ending::Resignation, note };
        let mut error = std::io::stderr();
        loop {
            let _ = write!(error, "{} > ", turn.all_moves().last().unwrap_or("-"));
            let _ = error.flush();
            let mut line = String::new();
            match std::io::stdin().lock().read_line(&mut line) {
                Ok(0) => return Err(gone("the input ended".into())),
                Err(problem) => return Err(gone(problem.to_string())),
                Ok(_) => {}
            }
            let line = line.trim();
            if line == "resign" {
                return Ok(Choice::default());
            }
            let mut board = self.table.referee(turn.opening).map_err(gone)?;
            for text in turn.moves {
                board.play(text).map_err(|refusal| gone(refusal.to_string()))?;
            }
            match board.play(line) {
                Ok(text) => return Ok(Choice { text: Some(text), score: None, depth: None }),
                Err(refusal) => {
                    let _ = writeln!(error, "{refusal}");
                }
            }
        }
    }
}
