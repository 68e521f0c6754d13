//! The players of a match on the page: our engines at their levels, textbook searches, external
//! engines of the server's command line, and one that moves at random.

use super::terms::Rulebook;
use crate::config::ExternalEngine;
use crate::message::Words;
use crate::message::board::GameKind;
use crate::message::matches::MatchPlayer;
use crate::rooms::board::gomoku_level;
use std::sync::Arc;
use xun_arena::{
    Choice, Ending, Failure, GomocupPlayer, GomokuEngine, Player, RandomPlayer, TextbookGomoku,
    TextbookXiangqi, Turn, UcciPlayer, UciPlayer, XiangqiEngine,
};
use xun_game::textbook::{Refinement, UnknownRefinement};
use xun_gomoku::search::{Level, Settings as GomokuSettings};
use xun_messages::Message;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::RuleSet;
use xun_xiangqi::search::{EngineOptions, LEVELS};

/// The deepest textbook search.
const MOST_DEPTH: u32 = 6;

/// Whether there is such a player for this game; its numbers are brought into their range.
pub(super) fn check(
    player: &mut MatchPlayer,
    game: GameKind,
    engines: &[ExternalEngine],
) -> Result<(), Words> {
    match player {
        MatchPlayer::Random => Ok(()),
        MatchPlayer::Engine { level } => {
            let known = match game {
                GameKind::Xiangqi => LEVELS.iter().any(|one| one.name == level),
                GameKind::Gomoku => gomoku_level(level).is_some(),
            };
            known.then_some(()).ok_or_else(|| {
                Words::new(format!("There is no level {level:?}"), format!("没有级别 {level:?}"))
            })
        }
        MatchPlayer::Textbook { algorithm, refinements, depth } => {
            *depth = (*depth).clamp(1, MOST_DEPTH);
            refinements.truncate(16);
            if !["minimax", "alpha-beta"].contains(&algorithm.as_str()) {
                return Err(Words::new(
                    format!("{algorithm:?}: expected minimax or alpha-beta"),
                    format!("{algorithm:?}：应为 minimax 或 alpha-beta"),
                ));
            }
            refinements_of(refinements).map(drop)
        }
        MatchPlayer::External { name } => engines
            .iter()
            .any(|engine| engine.name == *name && engine.plays(game))
            .then_some(())
            .ok_or_else(|| {
                Words::new(
                    format!("There is no engine {name:?} for this game"),
                    format!("没有下这种棋的引擎 {name:?}"),
                )
            }),
    }
}

/// What a player is called.
pub(super) fn name(player: &MatchPlayer, game: GameKind) -> Words {
    match player {
        MatchPlayer::Random => Words::new("Random", "随机"),
        MatchPlayer::External { name } => Words::same(name.as_str()),
        MatchPlayer::Engine { level } => {
            let titles = match game {
                GameKind::Xiangqi => LEVELS.iter().find(|one| one.name == level).map(|one| {
                    let (en, zh) = one.title.split_once('‖').unwrap_or((one.title, one.title));
                    [en.trim(), zh.trim()]
                }),
                GameKind::Gomoku => gomoku_level(level).map(|(titles, _)| titles),
            };
            let [en, zh] = titles.unwrap_or([level, level]);
            Words::new(format!("Xun {}", en.to_lowercase()), format!("寻 {zh}"))
        }
        MatchPlayer::Textbook { algorithm, refinements, depth } => {
            let short = if algorithm == "minimax" { "minimax" } else { "α-β" };
            let whole = |first: String, rest: Vec<String>| {
                std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" + ")
            };
            let en = refinements.clone();
            let zh = refinements.iter().map(|name| in_chinese(name)).collect();
            Words::new(
                whole(format!("{short} {depth}"), en),
                whole(format!("{short} {depth} 层"), zh),
            )
        }
    }
}

/// A refinement in a few Chinese characters, as the page's switches have it.
fn in_chinese(name: &str) -> String {
    name.parse().map_or_else(
        |_| name.to_owned(),
        |refinement: Refinement| refinement.text().zh.into_owned(),
    )
}

/// The refinements that are switched on. A match has one thread a game, so those that need more are
/// off.
fn refinements_of(names: &[String]) -> Result<Vec<&str>, Words> {
    for name in names {
        let known: Result<Refinement, UnknownRefinement> = name.parse();
        known.map_err(|error| Words::same(error.to_string()))?;
    }
    let alone = |name: &&str| {
        !matches!(name.parse(), Ok(Refinement::ParallelRoot | Refinement::ParallelTable))
    };
    Ok(names.iter().map(String::as_str).filter(alone).collect())
}

/// A fresh player with so many bytes for its table.
pub(super) fn make(
    player: &MatchPlayer,
    rulebook: Rulebook,
    engines: &[ExternalEngine],
    memory: u64,
    seed: u64,
) -> Box<dyn Player> {
    match player {
        MatchPlayer::Random => {
            Box::new(RandomPlayer::new(seed, Arc::new(move |opening| rulebook.referee(opening))))
        }
        MatchPlayer::Engine { level } => engine(level, rulebook, memory, seed),
        MatchPlayer::Textbook { algorithm, refinements, depth } => {
            let refinements = match refinements_of(refinements) {
                Ok(names) if !names.is_empty() => names.join(","),
                _ => "none".to_owned(),
            };
            let settings = [
                ("algorithm", algorithm.clone()),
                ("refinements", refinements),
                ("depth", depth.to_string()),
                ("hash", (memory >> 20).clamp(1, 64).to_string()),
            ];
            textbook(rulebook, &settings.map(|(name, value)| (name.to_owned(), value)))
        }
        MatchPlayer::External { name } => {
            match engines.iter().find(|engine| engine.name == *name) {
                Some(engine) => external(engine, rulebook),
                None => Box::new(Absent(format!("{name} is no longer configured"))),
            }
        }
    }
}

fn engine(level: &str, rulebook: Rulebook, memory: u64, seed: u64) -> Box<dyn Player> {
    match rulebook {
        Rulebook::Xiangqi(rules) => {
            let repetition = match rules.repetition {
                RuleSet::Asian => "asian",
                RuleSet::Chinese => "chinese",
                RuleSet::Simple => "simple",
            };
            let mut options = EngineOptions::default();
            let hash = (memory >> 20).clamp(1, 64).to_string();
            for (name, value) in
                [("Repetition Rule", repetition), ("Hash", &hash), ("Level", level)]
            {
                if let Err(error) = options.set(name, value) {
                    return Box::new(Absent(error.to_string()));
                }
            }
            match XiangqiEngine::new(options, PlayingEvaluator::default(), None, seed) {
                Ok(engine) => Box::new(engine),
                Err(reason) => Box::new(Absent(reason)),
            }
        }
        Rulebook::Gomoku(size, rule) => {
            let settings = GomokuSettings {
                threads: 1,
                table_bytes: memory.clamp(1 << 20, 64 << 20) as usize,
            };
            let level = gomoku_level(level).map_or(Level::Strong, |(_, level)| level);
            match GomokuEngine::new(settings, size, rule, None) {
                Ok(engine) => Box::new(engine.of_level(level)),
                Err(reason) => Box::new(Absent(reason)),
            }
        }
    }
}

fn textbook(rulebook: Rulebook, settings: &[(String, String)]) -> Box<dyn Player> {
    let made: Result<Box<dyn Player>, String> = match rulebook {
        Rulebook::Xiangqi(rules) => {
            TextbookXiangqi::new(rules, settings).map(|player| Box::new(player) as _)
        }
        Rulebook::Gomoku(size, rule) => {
            TextbookGomoku::new(size, rule, settings).map(|player| Box::new(player) as _)
        }
    };
    made.unwrap_or_else(|reason| Box::new(Absent(reason)))
}

fn external(engine: &ExternalEngine, rulebook: Rulebook) -> Box<dyn Player> {
    let command = engine.to_command();
    match (rulebook, engine.protocol()) {
        (Rulebook::Xiangqi(_), Some("gomocup")) | (Rulebook::Gomoku(..), Some("uci" | "ucci")) => {
            Box::new(Absent(format!("{} plays another game", engine.name)))
        }
        (Rulebook::Xiangqi(_), Some("ucci")) => Box::new(UcciPlayer::new(command)),
        (Rulebook::Xiangqi(_), _) => Box::new(UciPlayer::new(command)),
        (Rulebook::Gomoku(size, rule), _) => Box::new(GomocupPlayer::new(command, size, rule)),
    }
}

fn failed(note: impl Into<String>) -> Failure {
    Failure { ending: Ending::Crash, note: note.into() }
}

/// A player that cannot play, and says why.
struct Absent(String);

impl Player for Absent {
    fn new_game(&mut self) -> Result<(), Failure> {
        Err(failed(self.0.as_str()))
    }

    fn choose(&mut self, _: &Turn<'_>) -> Result<Choice, Failure> {
        Err(failed(self.0.as_str()))
    }
}
