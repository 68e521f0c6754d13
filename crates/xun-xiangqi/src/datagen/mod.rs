//! Self-play games: how they are made, kept in a file, and turned into training records.
//!
//! The file format is described in `docs/datagen.md`. Positions are not filtered when games are
//! made but when they are unpacked, so one set of games serves every experiment.

mod chances;
mod file;
mod random;
mod record;
mod selfplay;
mod unpack;
mod vary;

pub use chances::{ChanceModel, Chances};
pub use file::{FileFault, Games, HEADER, appendable_length};
pub use random::Random;
pub use record::{GameRecord, GameResult, PlayedMove};
pub use selfplay::{PlaySettings, play_game, random_opening};
pub use unpack::{Record, is_quiet, records_of};
pub use vary::varied;
