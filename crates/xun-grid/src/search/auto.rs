//! The automatic choice: the fastest exact search for the map and the moves, as measured
//! (docs/paths.md).

use super::{Algorithm, Moves};

/// What [`Algorithm::Auto`] stands for.
pub(super) fn choose(moves: Moves, uniform: bool) -> Algorithm {
    match (moves, uniform) {
        (Moves::Eight, true) => Algorithm::Jps,
        _ => Algorithm::AStar,
    }
}
