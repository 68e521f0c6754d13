//! Text forms of positions and games: coordinates, drawn boards, `.psq` and SGF files.

mod coordinates;
mod drawn;
mod psq;
mod record;
mod sgf;

pub use coordinates::{parse_moves, parse_point, write_moves};
pub use drawn::{draw, parse_drawn};
pub use psq::{parse_psq, write_psq};
pub use record::{Record, TextFault, Unreadable, read_any};
pub use sgf::{parse_sgf, write_sgf};
