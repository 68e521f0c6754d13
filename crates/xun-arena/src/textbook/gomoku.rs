//! Textbook searches that play Gomoku.

use super::{Common, choice, choice_error, read, unknown_setting};
use crate::gomoku::GomokuReferee;
use crate::player::{Choice, Failure, Player, Turn};
use crate::player_error::PlayerError;
use crate::record::Opening;
use crate::referee::Referee;
use crate::setting::GameMove;
use std::path::PathBuf;
use xun_game::NoOpinion;
use xun_game::textbook::CompiledSearch;
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};

/// A textbook search with the courses' evaluation by shapes.
pub struct TextbookGomoku {
    common: Common,
    scope: Scope,
    values: ShapeValues,
    /// None where only finished games count.
    judge: Option<ShapeEvaluation>,
    size: Size,
    rule: Rule,
    board: GomokuReferee,
}

impl TextbookGomoku {
    /// With the settings of a player: `depth`, `algorithm`, `refinements`, `ties`, `hash`,
    /// `threads`; `evaluation` (`shapes`, or `none`: only finished games count), `values` (a file
    /// of other values), `scope` (`near` a stone, or `all` points as in the course programs).
    ///
    /// # Errors
    /// Options that the player does not have.
    pub fn new(size: Size, rule: Rule, settings: &[(String, String)]) -> Result<Self, PlayerError> {
        let mut common = Common::default();
        let (mut evaluation, mut values, mut scope) = ("shapes", None, Scope::Near);
        for (name, value) in settings {
            let name = name.to_ascii_lowercase();
            match (name.as_str(), value.as_str()) {
                ("evaluation", value) => evaluation = value,
                ("values", value) => values = Some(PathBuf::from(value)),
                ("scope", "all") => scope = Scope::All,
                ("scope", "near") => scope = Scope::Near,
                ("scope", other) => return Err(choice_error("scope", other, &["near", "all"])),
                _ => {
                    if !common.set(&name, value)? {
                        return Err(unknown_setting(name, &["evaluation", "values", "scope"]));
                    }
                }
            }
        }
        let values = match &values {
            None => ShapeValues::own(),
            Some(path) => ShapeValues::from_json(&read(path)?)
                .map_err(|error| PlayerError::file(path, &error))?,
        };
        let judge = match evaluation {
            "shapes" => Some(ShapeEvaluation::new(&values)),
            "none" => None,
            other => return Err(choice_error("evaluation", other, &["shapes", "none"])),
        };
        let board = GomokuReferee::new(size, rule, &Opening::default())?;
        Ok(Self { common, scope, values, judge, size, rule, board })
    }
}

impl Player for TextbookGomoku {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board = GomokuReferee::new(self.size, self.rule, opening).map_err(Failure::crash)?;
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.board.play(played).map_err(Failure::crash)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let game = GomokuGame::new(self.board.board().clone(), self.scope, &self.values);
        let limits = self.common.limits(turn);
        let settings = self.common.settings(&limits);
        Ok(match &self.judge {
            Some(judge) => choice(
                GameMove::Gomoku,
                &game.search_with(judge, &settings, &limits, turn.stop, None),
            ),
            None => choice(
                GameMove::Gomoku,
                &game.search_with(&NoOpinion, &settings, &limits, turn.stop, None),
            ),
        })
    }
}
