//! The opening explorer: moves that were played from a position in the collection of games.

use super::state::Names;
use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// Moves played from a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Explorer {
    /// Games of the whole collection; 0 where there is no collection.
    pub collected: u32,
    /// Games that reached this position.
    pub games: u32,
    /// The moves, most played first.
    pub moves: Vec<ExploredMove>,
}

/// A move and the results of the games in which it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExploredMove {
    /// The move, as the page sends it back.
    pub text: String,
    /// Its names.
    pub names: Names,
    /// Games in which it was played.
    pub games: u32,
    /// Those that Red won.
    pub red: u32,
    /// Those that were drawn.
    pub draws: u32,
    /// Those that Black won.
    pub black: u32,
    /// Average year of those with a date.
    pub average_year: Option<u16>,
    /// Year of the latest.
    pub latest_year: Option<u16>,
}
