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

pub(crate) use chances::Chances;
pub(crate) use file::{Games, HEADER, appendable_length};
pub(crate) use record::{GameRecord, PlayedMove};
pub(crate) use selfplay::{PlaySettings, play_game, random_opening};
pub(crate) use unpack::{Record, is_quiet, records_of};
pub(crate) use varied::varied;
