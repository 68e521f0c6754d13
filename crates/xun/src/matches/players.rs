//! Makes the players and referees of a match.

use super::GameName;
use super::learning::BookUse;
use super::person::Person;
use crate::gomoku::evaluation_of;
use crate::language::Language;
use crate::xiangqi::evaluator_of;
use anyhow::{anyhow, bail};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use xun_arena::experience::Setting;
use xun_arena::{
    Choice, Ending, Failure, Game, GomocupPlayer, GomokuEngine, GomokuReferee, Opening, Player,
    PlayerKind, PlayerSpec, RandomPlayer, Referee, TextbookGomoku, TextbookXiangqi, TimeControl,
    Turn, UcciPlayer, UciPlayer, XiangqiEngine, XiangqiReferee, random_openings,
};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search::{Evaluation, Level, Settings};
use xun_xiangqi::rules::{RuleSet, Rules};
use xun_xiangqi::search::EngineOptions;

/// Random openings are always made so many at a time, whatever the count: a longer match begins
/// with those of a shorter one.
const BATCH: usize = 64;

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
                        language.pick(
                            "expected asian, chinese or simple",
                            "应为 asian、chinese 或 simple"
                        )
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
                let number =
                    |text: &str| text.trim().parse::<u32>().map_err(|_| anyhow!("--size {size}"));
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

    /// Which entries of an experience book are about this table.
    pub(super) fn setting(self) -> Setting {
        match self {
            Self::Xiangqi(_) => {
                Setting { game: Game::Xiangqi, size: Size::STANDARD, rule: Rule::Freestyle }
            }
            Self::Gomoku(size, rule) => Setting { game: Game::Gomoku, size, rule },
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
            (Self::Xiangqi(_), PlayerKind::Gomocup(_)) => {
                bail!(wrong("Gomocup engines play Gomoku"))
            }
            (Self::Gomoku(..), PlayerKind::Uci(_) | PlayerKind::Ucci(_)) => {
                bail!(wrong("UCI and UCCI engines play Xiangqi"))
            }
            (_, PlayerKind::Xun) => self.engine(spec, 0).map(drop).map_err(|reason| wrong(&reason)),
            (_, PlayerKind::Textbook) => {
                self.textbook(spec).map(drop).map_err(|reason| wrong(&reason))
            }
            (_, PlayerKind::Random | PlayerKind::Human) => match spec.options.first() {
                None => Ok(()),
                Some((name, _)) => {
                    bail!(wrong(&format!("it has no setting {name}: only name and time")))
                }
            },
            _ => Ok(()),
        }
    }

    /// Our engine with the options of a player.
    fn engine(self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Player>, String> {
        let book = BookUse::of(spec)?;
        let path = book.as_ref().map(|book| book.path.as_path());
        let confidence = book.as_ref().and_then(|book| book.confidence);
        let options = spec.options.iter().filter(|(name, _)| !BookUse::has_setting(name));
        match self {
            Self::Xiangqi(rules) => {
                let mut engine = EngineOptions::default();
                let repetition = match rules.repetition {
                    RuleSet::Asian => "asian",
                    RuleSet::Chinese => "chinese",
                    RuleSet::Simple => "simple",
                };
                engine.set("Repetition Rule", repetition).map_err(|error| error.to_string())?;
                for (name, value) in options {
                    engine.set(name, value).map_err(|error| error.to_string())?;
                }
                let evaluator = evaluator_of(&engine.eval_file)?;
                Ok(Box::new(
                    XiangqiEngine::new(engine, evaluator, path, seed)?.trusting(confidence),
                ))
            }
            Self::Gomoku(size, rule) => {
                let (mut settings, mut level) = (Settings::default(), Level::Strong);
                let mut evaluation = Evaluation::default();
                for (name, value) in options {
                    let number = || {
                        value.parse::<usize>().map_err(|_| format!("{name}={value} is no number"))
                    };
                    match name.to_ascii_lowercase().as_str() {
                        "threads" => settings.threads = number()?.clamp(1, 256),
                        "hash" => settings.table_bytes = number()?.clamp(1, 65_536) << 20,
                        "level" => level = gomoku_level(value)?,
                        "evalfile" => evaluation = evaluation_of(value)?,
                        _ => {
                            return Err(format!(
                                "{name} is no option: expected level, experience, learn, confidence, Threads, Hash or EvalFile"
                            ));
                        }
                    }
                }
                if level != Level::Strong && path.is_some() {
                    return Err(
                        "a weakened level consults no experience: leave out one of the two".into(),
                    );
                }
                let engine = GomokuEngine::new(settings, size, rule, path)?;
                Ok(Box::new(
                    engine.trusting(confidence).of_level(level).with_evaluation(evaluation),
                ))
            }
        }
    }

    /// A textbook search with the settings of a player.
    fn textbook(self, spec: &PlayerSpec) -> Result<Box<dyn Player>, String> {
        Ok(match self {
            Self::Xiangqi(rules) => Box::new(TextbookXiangqi::new(rules, &spec.options)?),
            Self::Gomoku(size, rule) => Box::new(TextbookGomoku::new(size, rule, &spec.options)?),
        })
    }

    /// A fresh player.
    pub(super) fn player(self, spec: &PlayerSpec, seed: u64, person: &Person) -> Box<dyn Player> {
        match &spec.kind {
            PlayerKind::Xun => {
                self.engine(spec, seed).unwrap_or_else(|reason| Box::new(Absent(reason)))
            }
            PlayerKind::Textbook => {
                self.textbook(spec).unwrap_or_else(|reason| Box::new(Absent(reason)))
            }
            PlayerKind::Random => {
                let table = self;
                Box::new(RandomPlayer::new(seed, Arc::new(move |opening| table.referee(opening))))
            }
            PlayerKind::Human => Box::new(person.clone()),
            PlayerKind::Uci(command) => Box::new(UciPlayer::new(command.clone())),
            PlayerKind::Ucci(command) => Box::new(UcciPlayer::new(command.clone())),
            PlayerKind::Gomocup(command) => match self {
                Self::Gomoku(size, rule) => {
                    Box::new(GomocupPlayer::new(command.clone(), size, rule))
                }
                Self::Xiangqi(_) => Box::new(Absent("Gomocup engines play Gomoku".into())),
            },
        }
    }

    /// Openings of random moves that our engine finds balanced.
    pub(super) fn random_openings(
        self,
        count: usize,
        plies: usize,
        balance: i32,
        seed: u64,
    ) -> Vec<Opening> {
        let referees = |opening: &Opening| self.referee(opening);
        if plies == 0 {
            return vec![Opening::default()];
        }
        let spec: PlayerSpec = "xun".parse().expect("our own engine is a player");
        let Ok(mut judge) = self.engine(&spec, seed) else { return Vec::new() };
        let (control, stop) =
            (TimeControl { nodes: Some(3000), ..TimeControl::default() }, AtomicBool::new(false));
        let mut kept = Vec::with_capacity(count);
        for round in 0..(count * 20 / BATCH + 20) as u64 {
            for opening in random_openings(BATCH, plies, seed.wrapping_add(round), &referees) {
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

fn gomoku_level(name: &str) -> Result<Level, String> {
    let all = Level::ALL.map(|level| (format!("{level:?}").to_ascii_lowercase(), level));
    let found = all.iter().find(|(known, _)| known == name).map(|&(_, level)| level);
    let names = all.iter().map(|(known, _)| known.as_str()).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("level={name}: expected one of {names}"))
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
