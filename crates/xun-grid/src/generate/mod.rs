//! Makes problems: the same recipe gives the same problem, on every machine.
//!
//! ```
//! use xun_grid::generate::{Kind, Recipe, generate};
//!
//! let recipe = Recipe { kind: Kind::Maze, rows: 21, columns: 31, seed: 7, ..Recipe::default() };
//! let maze = generate(&recipe).unwrap();
//! assert!(maze.map().is_open(maze.goal()));
//! ```
//!
//! Plain kinds always have a path. Supply kinds have one with the tank they come with, and none
//! with one unit less; [`Recipe::tank`] changes that.

mod caves;
mod maze;
mod random;
mod rooms;
mod scatter;
mod supply;

pub use random::Random;

use crate::{Map, MapError, Problem};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A kind of map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Walls at random, [`Recipe::density`] of all cells.
    Random,
    /// A perfect maze: exactly one path between any two cells.
    Maze,
    /// A maze without most of its dead ends, so that there are loops.
    Braided,
    /// Rooms with doors.
    Rooms,
    /// Caves, grown by a cellular automaton.
    Caves,
    /// Supplies: a corridor with teeth, a station at the end of each; without going into every
    /// tooth one starves.
    Comb,
    /// Supplies: two rails with rungs and stations between, so that a cell is worth entering with
    /// many different amounts of supply.
    Ladder,
    /// Supplies: one station in a dead end off the way, which must be walked in and out.
    DeadEnd,
    /// Supplies: one winding corridor whose stations are exactly a tank apart.
    Corridor,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Random,
        Self::Maze,
        Self::Braided,
        Self::Rooms,
        Self::Caves,
        Self::Comb,
        Self::Ladder,
        Self::DeadEnd,
        Self::Corridor,
    ];

    /// The name by which it is asked for.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Maze => "maze",
            Self::Braided => "braided",
            Self::Rooms => "rooms",
            Self::Caves => "caves",
            Self::Comb => "comb",
            Self::Ladder => "ladder",
            Self::DeadEnd => "dead-end",
            Self::Corridor => "corridor",
        }
    }

    /// Whether it is a problem of supplies.
    #[must_use]
    pub const fn needs_supply(self) -> bool {
        matches!(self, Self::Comb | Self::Ladder | Self::DeadEnd | Self::Corridor)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = GenerateError;

    fn from_str(name: &str) -> Result<Self, GenerateError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| GenerateError::UnknownKind(name.to_owned()))
    }
}

/// The kind, size and seed of a problem to make.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Recipe {
    /// The kind.
    pub kind: Kind,
    /// Rows of the map.
    pub rows: u32,
    /// Columns of the map.
    pub columns: u32,
    /// Another seed, another problem of the same kind.
    pub seed: u64,
    /// Share of walls (random, caves), of dead ends taken away (braided) or of further doors
    /// (rooms); 0 to 1. What suits the kind if none is given.
    pub density: Option<f64>,
    /// Rows and columns of a room; distance of teeth and rungs.
    pub spacing: u32,
    /// The dearest terrain; 1 is plain ground everywhere. Plain kinds only.
    pub costs: u8,
    /// The tank. Supply kinds have the least that suffices if none is given; plain ones have no
    /// limit.
    pub tank: Option<u32>,
    /// Stations put at random, in plain kinds with a tank.
    pub stations: u32,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            kind: Kind::Random,
            rows: 32,
            columns: 32,
            seed: 1,
            density: None,
            spacing: 8,
            costs: 1,
            tank: None,
            stations: 0,
        }
    }
}

/// The reason why a problem cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// No such kind.
    #[error(
        "unknown kind {0:?}; expected random maze braided rooms caves comb ladder dead-end corridor"
    )]
    UnknownKind(String),
    /// The map cannot be so large or so small.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The kind needs more room.
    #[error("{kind} needs at least {rows}×{columns} cells")]
    TooSmall {
        /// The kind.
        kind: Kind,
        /// Rows at least.
        rows: u32,
        /// Columns at least.
        columns: u32,
    },
    /// A share outside 0 to 1.
    #[error("the density is {0}; expected 0 to 1")]
    Density(f64),
}

/// Makes the problem. The same recipe makes the same problem everywhere.
///
/// ```
/// use xun_grid::generate::{Kind, Recipe, generate};
///
/// let recipe = Recipe { kind: Kind::Maze, rows: 21, columns: 41, seed: 7, ..Recipe::default() };
/// assert!(generate(&recipe)?.solve()?.path().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the size or the density is out of range, or too small for the kind.
pub fn generate(recipe: &Recipe) -> Result<Problem, GenerateError> {
    Map::size(recipe.rows, recipe.columns)?;
    if let Some(density) = recipe.density
        && !(0.0..=1.0).contains(&density)
    {
        return Err(GenerateError::Density(density));
    }
    let mut random = Random::new(recipe.seed);
    if recipe.kind.needs_supply() {
        return supply::generate(recipe, &mut random);
    }
    let mut map = Map::open(recipe.rows, recipe.columns)?;
    match recipe.kind {
        Kind::Maze => maze::carve(&mut map, &mut random),
        Kind::Braided => {
            maze::carve(&mut map, &mut random);
            maze::braid(&mut map, recipe.density.unwrap_or(0.8), &mut random);
        }
        Kind::Rooms => {
            rooms::build(&mut map, recipe.spacing, recipe.density.unwrap_or(0.3), &mut random);
        }
        Kind::Caves => caves::grow(&mut map, recipe.density.unwrap_or(0.42), &mut random),
        _ => scatter::walls(&mut map, recipe.density.unwrap_or(0.25), &mut random),
    }
    Ok(scatter::finish(map, recipe, &mut random))
}

#[cfg(test)]
mod tests;
