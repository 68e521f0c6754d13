//! Our Gomoku engine as a player.

use super::book_key::book_key;
use super::referee::GomokuReferee;
use crate::experience::{BookUse, Canonical};
use crate::openings::OpeningError;
use crate::own::{EngineBoard, EnginePlayer, IN_PROCESS_OVERHEAD};
use crate::player_error::PlayerError;
use crate::record::Opening;
use crate::setting::{GameMove, Setting};
use crate::spec::{PlayerSpec, WEIGHTS, unknown_option};
use std::sync::Arc;
use xun_game::OptionError;
use xun_game::files::{MOST_TEXT_BYTES, read_at_most};
use xun_gomoku::eval::Weights;
use xun_gomoku::rules::{Board, Point, Rule, Size};
use xun_gomoku::search::{EngineOptions, GomokuEngine, Settings, Tuning};

impl EngineBoard for GomokuReferee {
    type Engine = GomokuEngine;

    fn restart(&self, opening: &Opening) -> Result<Self, OpeningError> {
        Self::new(self.board().size(), self.board().rule(), opening)
    }

    fn position(&self) -> &Board {
        self.board()
    }

    fn book_key(&self) -> Canonical {
        book_key(self.board())
    }

    fn from_engine(chosen: Point) -> GameMove {
        GameMove::Gomoku(chosen)
    }

    fn to_engine(chosen: GameMove) -> Option<Point> {
        if let GameMove::Gomoku(chosen) = chosen { Some(chosen) } else { None }
    }
}

/// Our engine with the options of a player: its own, the search's tuning numbers by name (over
/// those of the rule and evaluation), and `Weights=FILE` for the pattern evaluation.
pub(crate) fn engine(
    size: Size,
    rule: Rule,
    spec: &PlayerSpec,
) -> Result<EnginePlayer<GomokuReferee>, PlayerError> {
    let book = BookUse::of(spec)?;
    let mut engine = GomokuEngine::new(Settings::default());
    let mut weights = None;
    for (name, value) in spec.options.iter().filter(|(name, _)| !BookUse::has_setting(name)) {
        if name.eq_ignore_ascii_case(WEIGHTS) {
            weights = Some(read_weights(value)?);
            continue;
        }
        engine.set(name, value).map_err(|error| match error {
            OptionError::Unknown(_) => {
                let known = EngineOptions::SPECS.iter().chain(Tuning::SPECS);
                unknown_option(name, known.map(|spec| spec.name))
            }
            error => error.into(),
        })?;
    }
    if engine.is_weakened() && book.is_some() {
        return Err(PlayerError::WeakenedWithBook);
    }
    engine.set_overhead(IN_PROCESS_OVERHEAD);
    if let Some(weights) = weights {
        engine.set_weights(weights);
    }
    let board = GomokuReferee::new(size, rule, &Opening::default())?;
    EnginePlayer::new(Setting::Gomoku { size, rule }, engine, board).with_book(book)
}

/// The pattern evaluation's weights in a file, as `xun-tune gomoku train` writes them.
fn read_weights(file: &str) -> Result<Arc<Weights>, PlayerError> {
    let bytes =
        read_at_most(file, MOST_TEXT_BYTES).map_err(|error| PlayerError::file(file, &error))?;
    Weights::from_bytes(&bytes).map(Arc::new).map_err(|error| PlayerError::file(file, &error))
}
