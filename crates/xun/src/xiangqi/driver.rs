//! The engine with its default evaluation.

use xun_xiangqi::eval::PlayingEvaluator;
pub(super) use xun_xiangqi::search::PlayingEngine;

/// An engine with its default evaluation and a table of so many mebibytes.
pub(super) fn playing_engine(megabytes: usize) -> Result<PlayingEngine, xun_game::TableError> {
    PlayingEngine::new(megabytes, PlayingEvaluator::default())
}
