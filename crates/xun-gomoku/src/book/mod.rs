//! First moves that are known beforehand, for freestyle on 15×15 with the first stone in the
//! centre, where the first player is known to win.
//!
//! [`Table`] holds the best move of each of Black's positions, once for all its symmetric forms.
//! It was made by `xun-tune gomoku book`, which lets the engine analyse the positions where good
//! play is most likely to lead.

mod key;
mod table;
mod text;

pub use key::{canonical_key, coloured};
pub use table::Table;
pub use text::{BookFault, parse_score};
