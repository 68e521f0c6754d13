//! The evaluation that an `--eval-file` option names, its fault as text.

use xun_xiangqi::eval::PlayingEvaluator;

/// [`PlayingEvaluator::from_file`] with the fault as text.
pub(crate) fn evaluator_of(file: &str) -> Result<PlayingEvaluator, String> {
    PlayingEvaluator::from_file(file).map_err(|error| error.to_string())
}
