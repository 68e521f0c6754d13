//! Our Xiangqi engine as a player.

use super::book_key::book_key;
use super::referee::XiangqiReferee;
use crate::experience::{BookUse, Canonical};
use crate::openings::OpeningError;
use crate::own::{EngineBoard, EnginePlayer, IN_PROCESS_OVERHEAD};
use crate::player_error::PlayerError;
use crate::record::Opening;
use crate::setting::{GameMove, Setting};
use crate::spec::{PlayerSpec, WEIGHTS, unknown_option};
use std::sync::Arc;
use xun_game::{Engine, OptionError};
use xun_xiangqi::eval::{HandEvaluator, PlayingEvaluator, Weights};
use xun_xiangqi::rules::{Move, Position, Rules};
use xun_xiangqi::search::{EngineOptions, Tuning, XiangqiEngine};

impl EngineBoard for XiangqiReferee {
    type Engine = XiangqiEngine;

    fn restart(&self, opening: &Opening) -> Result<Self, OpeningError> {
        Self::new(self.rules(), opening)
    }

    fn set_seed(engine: &mut XiangqiEngine, seed: u64) {
        engine.set_seed(seed);
    }

    fn position(&self) -> &Position {
        self.position()
    }

    fn book_key(&self) -> Canonical {
        book_key(self.position())
    }

    fn from_engine(chosen: Move) -> GameMove {
        GameMove::Xiangqi(chosen)
    }

    fn to_engine(chosen: GameMove) -> Option<Move> {
        if let GameMove::Xiangqi(chosen) = chosen { Some(chosen) } else { None }
    }
}

/// Our engine with the options of a player: those of its protocols, the search's tuning numbers by
/// name, and `Weights=FILE` for the hand-written evaluation.
pub(crate) fn engine(
    rules: Rules,
    spec: &PlayerSpec,
    seed: u64,
) -> Result<EnginePlayer<XiangqiReferee>, PlayerError> {
    let book = BookUse::of(spec)?;
    let mut engine = XiangqiEngine::new(EngineOptions::default(), PlayingEvaluator::default())?;
    engine.set_seed(seed);
    engine.set_rules(rules);
    let (mut tuning, mut weights) = (Tuning::default(), None);
    for (name, value) in spec.options.iter().filter(|(name, _)| !BookUse::has_setting(name)) {
        if name.eq_ignore_ascii_case(WEIGHTS) {
            weights = Some(read_weights(value)?);
        } else if tuning.get(name).is_some() {
            tuning.set(name, value)?;
        } else {
            engine.set(name, value).map_err(|error| match error {
                OptionError::Unknown(_) => {
                    let known = EngineOptions::SPECS.iter().chain(Tuning::SPECS);
                    unknown_option(name, known.map(|spec| spec.name))
                }
                error => error.into(),
            })?;
        }
    }
    let searcher = engine.searcher();
    searcher.set_overhead(IN_PROCESS_OVERHEAD);
    searcher.set_tuning(&tuning);
    if let Some(weights) = weights {
        let hand = HandEvaluator::new(Arc::new(weights));
        searcher.set_evaluator(&PlayingEvaluator::Hand(Box::new(hand)));
    }
    let board = XiangqiReferee::new(engine.rules(), &Opening::default())?;
    EnginePlayer::new(Setting::Xiangqi { rules }, engine, board).with_seed(seed).with_book(book)
}

/// The weights of the hand-written evaluation in a file, as `xun-tune xiangqi tune` writes them.
fn read_weights(file: &str) -> Result<Weights, PlayerError> {
    let text = xun_game::files::read_text(file).map_err(|error| PlayerError::file(file, &error))?;
    Weights::parse(&text).map_err(|error| PlayerError::file(file, &error))
}
