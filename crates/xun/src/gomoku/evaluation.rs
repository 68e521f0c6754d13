//! The evaluation that an `--eval-file` option names, its fault as text.

use xun_gomoku::rules::Rule;
use xun_gomoku::search::Evaluation;

/// [`Evaluation::from_file`] with the fault as text.
pub(crate) fn evaluation_of(file: &str) -> Result<Evaluation, String> {
    Evaluation::from_file(file).map_err(|error| error.to_string())
}

/// [`Evaluation::from_file_for`] with the fault as text.
pub(crate) fn evaluation_for(file: &str, rule: Rule) -> Result<Evaluation, String> {
    Evaluation::from_file_for(file, rule).map_err(|error| error.to_string())
}
