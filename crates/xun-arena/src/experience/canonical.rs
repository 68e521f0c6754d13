//! One key for all positions that are the same but for symmetry. Each game makes its own keys
//! ([`crate::EngineBoard::book_key`]).

#[cfg(feature = "experience")]
use crate::own::EngineBoard;
#[cfg(feature = "experience")]
use crate::setting::Setting;
use std::fmt::Debug;
use std::sync::Arc;

/// A position's key in the book, and the symmetry by which its moves are written there.
#[derive(Clone, Debug)]
pub struct Canonical {
    /// The key in the book.
    pub key: i64,
    /// Number of moves to choose from.
    pub choices: usize,
    symmetry: Arc<dyn MoveSymmetry>,
}

/// The symmetry that leads from a position to its key.
pub trait MoveSymmetry: Debug + Send + Sync {
    /// A move as text, turned to the key's position or back; `None` if it is no move.
    fn turn(&self, text: &str, back: bool) -> Option<String>;
}

impl Canonical {
    /// A key with so many moves to choose from.
    #[must_use]
    pub fn new(key: i64, choices: usize, symmetry: impl MoveSymmetry + 'static) -> Self {
        Self { key, choices, symmetry: Arc::new(symmetry) }
    }

    /// A move of the position, as the book writes it; `None` if it is no move.
    #[must_use]
    pub fn to_book(&self, text: &str) -> Option<String> {
        self.symmetry.turn(text, false)
    }

    /// A move of the book, as the position has it.
    #[must_use]
    pub fn from_book(&self, text: &str) -> Option<String> {
        self.symmetry.turn(text, true)
    }
}

/// The keys of all positions from this board along these moves, the first one before the first
/// move. `None` if they cannot be played.
#[cfg(feature = "experience")]
pub(crate) fn keys_along<B: EngineBoard>(
    setting: Setting,
    mut board: B,
    moves: &[&str],
) -> Option<Vec<Canonical>> {
    let mut keys = vec![board.book_key()];
    for text in moves {
        board.play(setting.parse_move(text).ok()?).ok()?;
        keys.push(board.book_key());
    }
    Some(keys)
}
