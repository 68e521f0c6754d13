//! The evaluation that an `--eval-file` option names, its fault as text.

use xun_gomoku::search::Evaluation;

/// [`Evaluation::from_file`] with the fault as text.
pub(crate) fn evaluation_of(file: &str) -> Result<Evaluation, String> {
    Evaluation::from_file(file).map_err(|error| error.to_string())
}
