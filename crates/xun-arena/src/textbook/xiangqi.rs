//! Textbook searches that play Xiangqi.

use super::{Common, choice, choice_error, read, unknown_setting};
use crate::player::{Choice, Failure, Player, Turn};
use crate::player_error::PlayerError;
use crate::record::Opening;
use crate::referee::Referee;
use crate::setting::GameMove;
use crate::xiangqi::XiangqiReferee;
use std::path::PathBuf;
use xun_game::textbook::CompiledSearch;
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::rules::Rules;
use xun_xiangqi::textbook::{CourseEvaluation, CourseTables, HandEvaluation};

/// A textbook search with one of the evaluations of the courses, or ours.
pub struct TextbookXiangqi {
    common: Common,
    judge: Judge,
    rules: Rules,
    board: XiangqiReferee,
}

enum Judge {
    Course(Box<CourseEvaluation>),
    Own(HandEvaluation),
}

impl TextbookXiangqi {
    /// With the settings of a player: `depth`, `algorithm`, `refinements`, `ties`, `hash`,
    /// `threads`; `evaluation` (`material`; `a`: values and position tables; `b`: also what can be
    /// captured; `xun`: our engine's), `tables` (a file of other tables) and `set` (which of the
    /// file's).
    ///
    /// # Errors
    /// Options that the player does not have.
    pub fn new(rules: Rules, settings: &[(String, String)]) -> Result<Self, PlayerError> {
        let (mut common, mut evaluation, mut tables, mut set) =
            (Common::default(), "a", None, None);
        for (name, value) in settings {
            let name = name.to_ascii_lowercase();
            match name.as_str() {
                "evaluation" => evaluation = value.as_str(),
                "tables" => tables = Some(PathBuf::from(value)),
                "set" => set = Some(value.as_str()),
                _ => {
                    if !common.set(&name, value)? {
                        return Err(unknown_setting(name, &["evaluation", "tables", "set"]));
                    }
                }
            }
        }
        let mut tables = match &tables {
            None => CourseTables::own(),
            Some(path) => CourseTables::from_json(&read(path)?, set)
                .map_err(|error| PlayerError::file(path, &error))?,
        };
        let judge = match evaluation {
            "material" => {
                tables.positions.iter_mut().for_each(|table| table.fill(0));
                Judge::Course(Box::new(CourseEvaluation::new(&tables, false)))
            }
            "a" => Judge::Course(Box::new(CourseEvaluation::new(&tables, false))),
            "b" => Judge::Course(Box::new(CourseEvaluation::new(&tables, true))),
            "xun" => Judge::Own(HandEvaluation::default()),
            other => {
                return Err(choice_error("evaluation", other, &["material", "a", "b", "xun"]));
            }
        };
        let board = XiangqiReferee::new(rules, &Opening::default())?;
        Ok(Self { common, judge, rules, board })
    }
}

impl Player for TextbookXiangqi {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board = XiangqiReferee::new(self.rules, opening).map_err(Failure::crash)?;
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.board.play(played).map_err(Failure::crash)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let game = XiangqiGame::new(self.board.position().clone());
        let limits = self.common.limits(turn);
        let settings = self.common.settings(&limits);
        Ok(match &self.judge {
            Judge::Course(judge) => choice(
                GameMove::Xiangqi,
                &game.search_with(&**judge, &settings, &limits, turn.stop, None),
            ),
            Judge::Own(judge) => choice(
                GameMove::Xiangqi,
                &game.search_with(judge, &settings, &limits, turn.stop, None),
            ),
        })
    }
}
