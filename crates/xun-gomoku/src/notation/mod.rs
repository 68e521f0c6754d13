//! Text forms of positions and games: coordinates, drawn boards, `.psq`, SGF and `RenLib` files.
//!
//! ```
//! use xun_gomoku::notation::{read_any, write_sgf};
//! use xun_gomoku::rules::{Rule, Size};
//!
//! let record = read_any("h8i9j10", Size::STANDARD)?;
//! assert_eq!(record.position(Rule::Freestyle)?.board().stones(), 3);
//! assert!(write_sgf(&record).contains("GM[4]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod coordinates;
mod drawn;
mod psq;
mod record;
mod renlib;
mod sgf;

pub use coordinates::{parse_moves, parse_point, write_moves};
pub use drawn::{draw, parse_drawn};
pub use psq::{parse_psq, write_psq};
pub use record::{Record, TextFault, Unreadable, read_any};
pub use renlib::{RenLib, RenLibFault, RenLibProblem, is_renlib, parse_renlib, renlib_text};
pub use sgf::{
    GameTree, MoveMark, Remarks, TreeMove, parse_sgf, parse_sgf_tree, write_sgf, write_sgf_tree,
};
