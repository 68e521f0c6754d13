//! Advice of a book to a player, and the book that a player consults.

#[cfg(feature = "experience")]
use super::Book;
use super::Canonical;
use crate::player_error::PlayerError;
use crate::setting::Game;
use std::path::Path;

/// The book's advice to a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Advice {
    /// Moves to leave alone.
    pub avoid: Vec<String>,
    /// A move to play, if one has earned the confidence that was asked for.
    pub play: Option<String>,
}

/// The book that a player consults.
#[cfg(feature = "experience")]
pub(crate) struct ConsultedBook {
    book: Book,
    confidence: Option<f64>,
}

#[cfg(feature = "experience")]
impl ConsultedBook {
    /// Opens or makes the book.
    pub(crate) fn open(path: &Path) -> Result<Self, PlayerError> {
        let book = Book::open(path).map_err(|error| PlayerError::file(path, &error))?;
        Ok(Self { book, confidence: None })
    }

    /// Sets the least confidence at which its move is played without a search.
    pub(crate) fn set_confidence(&mut self, confidence: Option<f64>) {
        self.confidence = confidence;
    }

    /// The book's advice on a position; never to avoid all that is legal.
    pub(crate) fn advice(&self, game: Game, position: &Canonical, legal: usize) -> Advice {
        // A book that cannot be read just now is no reason to lose a game.
        let known = self.book.look_up_key(game, position).unwrap_or_default();
        let mut advice = known.advice(self.confidence);
        if advice.avoid.len() >= legal {
            advice.avoid.clear();
        }
        advice
    }
}

/// Without the feature `experience` there is no book: opening one is an error.
#[cfg(not(feature = "experience"))]
pub(crate) enum ConsultedBook {}

#[cfg(not(feature = "experience"))]
impl ConsultedBook {
    pub(crate) fn open(path: &Path) -> Result<Self, PlayerError> {
        Err(PlayerError::file(path, &"built without the feature experience"))
    }

    pub(crate) fn set_confidence(&mut self, _: Option<f64>) {
        match *self {}
    }

    pub(crate) fn advice(&self, _: Game, _: &Canonical, _: usize) -> Advice {
        match *self {}
    }
}
