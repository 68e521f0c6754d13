//! The players of a match on the page: our engines at their levels, textbook searches, external engines of the server's
//! command line, and one that moves at random.

use super::terms::Rulebook;
use crate::config::ExternalEngine;
use crate::message::Words;
use crate::message::board::GameKind;
use crate::message::matches::MatchPlayer;
use crate::rooms::board::gomoku_level;
use std::sync::Arc;
use std::time::Duration;
use xun_arena::{
    Choice, Ending, EngineCommand, Failure, GomocupPlayer, GomokuEngine, GomokuReferee, Player, RandomPlayer,
    Referee, Turn, UcciPlayer, UciPlayer, XiangqiEngine, XiangqiReferee,
};
use xun_game::textbook::{Algorithm, Limits, NoObserver, Refinement, Refinements, Settings, search};
use xun_game::{Evaluation, Game};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search::{Engine, Level, Settings as GomokuSettings, choose};
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::course::{CourseEvaluation, CourseTables};
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
        MatchPlayer::External { name } => {
            engines.iter().any(|engine| engine.name == *name && engine.plays(game)).then_some(()).ok_or_else(
                || {
                    Words::new(
                        format!("There is no engine {name:?} for this game"),
                        format!("没有下这种棋的引擎 {name:?}"),
                    )
                },
            )
        }
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
            let whole = |first: String| {
                let parts: Vec<String> = std::iter::once(first).chain(refinements.iter().cloned()).collect();
                parts.join(" + ")
            };
            Words::new(whole(format!("{short} {depth}")), whole(format!("{short} {depth} 层")))
        }
    }
}

fn refinements_of(names: &[String]) -> Result<Refinements, Words> {
    let mut chosen = Refinements::NONE;
    for name in names {
        let found: Refinement = name
            .parse()
            .map_err(|error: xun_game::textbook::UnknownRefinement| Words::same(error.to_string()))?;
        chosen = chosen.with(found);
    }
    // A match has one thread a game.
    Ok(chosen.without(Refinement::ParallelRoot).without(Refinement::ParallelTable))
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
            let settings = Settings {
                algorithm: if algorithm == "minimax" { Algorithm::Minimax } else { Algorithm::AlphaBeta },
                refinements: refinements_of(refinements).unwrap_or(Refinements::NONE),
                threads: 1,
                table_mebibytes: (memory >> 20).clamp(1, 64) as u32,
                ..Settings::default()
            };
            Box::new(Textbook { settings, depth: *depth, rulebook })
        }
        MatchPlayer::External { name } => match engines.iter().find(|engine| engine.name == *name) {
            Some(engine) => external(engine, rulebook),
            None => Box::new(Absent(format!("{name} is no longer configured"))),
        },
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
            for (name, value) in [("Repetition Rule", repetition), ("Hash", &hash), ("Level", level)] {
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
            let settings =
                GomokuSettings { threads: 1, table_bytes: memory.clamp(1 << 20, 64 << 20) as usize };
            match gomoku_level(level) {
                Some((_, level)) if level != Level::Strong => {
                    Box::new(Weakened { engine: Engine::new(settings), level, size, rule })
                }
                _ => match GomokuEngine::new(settings, size, rule, None) {
                    Ok(engine) => Box::new(engine),
                    Err(reason) => Box::new(Absent(reason)),
                },
            }
        }
    }
}

fn external(engine: &ExternalEngine, rulebook: Rulebook) -> Box<dyn Player> {
    let (said, words) = engine.protocol();
    let command = EngineCommand { command_line: words.join(" "), folder: None, options: Vec::new() };
    match (rulebook, said) {
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

/// Our Gomoku engine at one of its weaker levels.
struct Weakened {
    engine: Engine,
    level: Level,
    size: Size,
    rule: Rule,
}

impl Player for Weakened {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.engine.clear();
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let mut board = GomokuReferee::new(self.size, self.rule, turn.opening).map_err(failed)?;
        for text in turn.moves {
            board.play(text).map_err(|refusal| failed(refusal.to_string()))?;
        }
        let point = choose(&mut self.engine, board.board(), self.level, time(turn), Some(turn.stop));
        Ok(Choice { text: point.map(|point| point.to_string()), score: None, depth: None })
    }
}

/// How long a search may take under the player's limits.
fn time(turn: &Turn<'_>) -> Duration {
    let of_the_game = || turn.clocks[turn.seat as usize] / 25 + turn.control.increment * 3 / 4;
    let limit = turn.control.per_move.unwrap_or_else(of_the_game);
    limit.saturating_sub(Duration::from_millis(5)).max(Duration::from_millis(1))
}

/// A textbook search as a player: the depth it was given, or less if its time is up.
struct Textbook {
    settings: Settings,
    depth: u32,
    rulebook: Rulebook,
}

impl Textbook {
    fn best<G: Game, E: Evaluation<G>>(&self, game: &G, evaluation: &E, turn: &Turn<'_>) -> Choice
    where
        G::Move: ToString,
    {
        let limits =
            Limits { time: Some(time(turn)), nodes: turn.control.nodes, ..Limits::depth(self.depth) };
        let found = search(game, evaluation, &self.settings, &limits, turn.stop, &mut NoObserver);
        Choice {
            text: found.best.map(|best| best.to_string()),
            score: Some(found.score.get()),
            depth: Some(self.depth),
        }
    }
}

impl Player for Textbook {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        match self.rulebook {
            Rulebook::Xiangqi(rules) => {
                let mut board = XiangqiReferee::new(rules, turn.opening).map_err(failed)?;
                for text in turn.moves {
                    board.play(text).map_err(|refusal| failed(refusal.to_string()))?;
                }
                let evaluation = CourseEvaluation::new(&CourseTables::own(), false);
                Ok(self.best(&XiangqiGame::new(board.position().clone()), &evaluation, turn))
            }
            Rulebook::Gomoku(size, rule) => {
                let mut board = GomokuReferee::new(size, rule, turn.opening).map_err(failed)?;
                for text in turn.moves {
                    board.play(text).map_err(|refusal| failed(refusal.to_string()))?;
                }
                let values = ShapeValues::own();
                let game = GomokuGame::new(board.board().clone(), Scope::Near, &values);
                Ok(self.best(&game, &ShapeEvaluation::new(&values), turn))
            }
        }
    }
}
