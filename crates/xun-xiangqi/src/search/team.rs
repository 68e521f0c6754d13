//! The threads of one search as a team: see [`xun_game::Team`].

use super::root::RootMove;
use xun_game::Score;

/// Shallower moves are over too soon to be worth the trouble.
const LEAST_DEPTH: i32 = 3;

/// What the threads of one search tell each other, besides the table.
pub(super) type Team = xun_game::Team<RootMove, Score>;

/// The name of "the position with this key, searched from this depth"; none where it is too
/// shallow.
#[inline]
pub(super) fn work_key(position: u64, depth: i32) -> Option<u64> {
    (depth >= LEAST_DEPTH).then(|| xun_game::work_key(position, depth))
}
