//! The moment at which the host answers with the best move so far, if the search has not ended.
//!
//! A busy machine may keep the search thread from noticing that its time is over. The host sleeps
//! meanwhile, so it is woken soon, and answers in its place.

use std::time::Duration;

/// The longest that a search may run past its hard limit.
const MAX_LATENESS: Duration = Duration::from_millis(50);

/// The time of the answer, counted from the command.
///
/// * `hard`: the mark at which the search ends by itself.
/// * `end`: the limit that the other side counts, the end of the move or of the clock.
/// * `lateness`: how long after `hard` a search may still answer by itself.
/// * `reserve`: time that a busy machine may take until the answer is read. At least a quarter of
///   `end` is left for the search.
pub(crate) fn answer_time(
    hard: Duration,
    end: Duration,
    lateness: Duration,
    reserve: Duration,
) -> Duration {
    let usual = hard + lateness.min(MAX_LATENESS);
    usual.min(end.saturating_sub(reserve).max(end / 4))
}
