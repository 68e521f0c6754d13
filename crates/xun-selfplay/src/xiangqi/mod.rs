//! Self-play games: how they are made, kept in a file, and turned into training records.
//!
//! The file format is described in `docs/datagen.md`. Positions are not filtered when games are
//! made but when they are unpacked, so one set of games serves every experiment.

mod agreement;
mod chances;
mod file;
mod record;
mod selfplay;
mod unpack;
mod varied;

pub use chances::{ChanceModel, Chances};
pub use file::{FileFault, Games, open_games};
pub use record::{GameRecord, GameResult, PlayedMove};
pub use selfplay::{PlaySettings, SelfPlay, random_opening};
pub use unpack::{Record, is_quiet, records_of};
pub use varied::varied;
