//! Self-play games of both engines: how they are made, kept in files, and turned into training
//! records. Game *n* of a seed is the same game wherever it is played.
//!
//! Used by `xun-tune` and by the Python package; the formats are described in `docs/datagen.md`.

mod game_file;
pub mod gomoku;
pub mod xiangqi;

pub use game_file::{GameFile, GameFileError};
