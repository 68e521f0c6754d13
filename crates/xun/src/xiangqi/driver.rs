//! The search with its default evaluation.

use xun_xiangqi::eval::PlayingEvaluator;
pub(super) use xun_xiangqi::search::Searcher;

/// A search with its default evaluation and a table of so many mebibytes.
pub(super) fn playing_engine(megabytes: usize) -> Result<Searcher, xun_game::TableError> {
    Searcher::new(megabytes, PlayingEvaluator::default())
}
