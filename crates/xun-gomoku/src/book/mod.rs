//! First moves that are known beforehand: a table that our own engine made by thinking long about
//! the positions that follow from a stone in the centre of the empty 15×15 board under freestyle,
//! where the first player is known to win.
//!
//! [`Tree`] is the analysis: positions, the moves that the engine looked at and what it thought of
//! them. It is grown by [`grow`] where a game between good players is most likely to go, and can be
//! continued any time. [`Table`] is what a player takes from it: the best move of each of black's
//! positions, once for all its symmetric forms.

mod grow;
mod key;
mod table;
mod text;
mod tree;

pub use grow::{Growth, grow};
pub use table::Table;
pub use text::BookFault;
pub use tree::{Tree, Tried};
