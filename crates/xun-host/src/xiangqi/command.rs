//! Commands that UCI and UCCI share.

use super::Dialect;

/// A command of a board.
pub(crate) enum Command<D: Dialect> {
    /// Introduce yourself.
    Introduce,
    /// Answer that everything before is done.
    IsReady,
    /// A new game begins.
    NewGame,
    /// Set an option.
    SetOption { name: String, value: String },
    /// The position to search, with moves that may not be played in it.
    Position { fen: Option<String>, moves: Vec<String>, banned: Vec<String> },
    /// Search.
    Go(Box<D::Go>),
    /// Answer now. Without a search nothing is answered: the answer has crossed the command.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// A command of this protocol alone.
    Dialect(D::Command),
    /// End.
    Quit,
    /// An empty line.
    Nothing,
    /// An unknown line.
    Unknown(String),
}
