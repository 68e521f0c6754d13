//! A player of a game: our engines, textbook searches, external engines, random moves, a person.
//!
//! A player keeps its own position. It is told the opening once and every move as it is played, so
//! nothing is replayed for a move.

use crate::player_error::PlayerError;
use crate::record::{Ending, Opening, Seat};
use crate::setting::GameMove;
use crate::time_control::TimeControl;
use std::time::Duration;
use xun_game::Stop;

/// The terms of one move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The seat whose turn it is.
    pub seat: Seat,
    /// Time left on both clocks, where the time control has clocks.
    pub clocks: [Duration; 2],
    /// The player's limits.
    pub control: &'a TimeControl,
    /// Raised when the match is being stopped.
    pub stop: &'a Stop,
}

impl Turn<'_> {
    /// The longest wait for an answer before the player counts as silent: its time and a margin.
    #[must_use]
    pub fn answer_timeout(&self) -> Duration {
        let limit = match (self.control.per_move, self.control.per_game) {
            (Some(limit), _) => limit,
            (None, Some(_)) => self.clocks[self.seat as usize],
            // By depth or nodes a slow machine may take long; only a hang should end here.
            (None, None) => Duration::from_secs(120),
        };
        limit + Duration::from_secs(2)
    }
}

/// A player's answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move; none resigns.
    pub chosen: Option<GameMove>,
    /// The player's own score in hundredths, from its side.
    pub score: Option<i32>,
    /// Search depth in plies.
    pub depth: Option<u32>,
}

/// The reason why a player has no answer. It loses the game, and the next one begins with a fresh
/// player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure.
    pub ending: Ending,
    /// In words.
    pub note: String,
}

impl Failure {
    /// A player that cannot go on.
    #[expect(clippy::needless_pass_by_value, reason = "for `map_err(Failure::crash)`")]
    pub fn crash(note: impl ToString) -> Self {
        Self { ending: Ending::Crash, note: note.to_string() }
    }
}

/// A player of a game.
pub trait Player: Send {
    /// Tells the number of the game that begins, so that what is random in it follows from the
    /// player's seed and this number alone, whatever was played before.
    fn seed(&mut self, _game: u64) {}

    /// Forgets the game before.
    ///
    /// # Errors
    /// A program that ended or does not answer.
    fn new_game(&mut self) -> Result<(), Failure>;

    /// Takes the position after an opening.
    ///
    /// # Errors
    /// An opening that the player does not take, or a program that ended.
    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure>;

    /// Follows a legal move of either side, its own included.
    ///
    /// # Errors
    /// A program that ended.
    fn follow(&mut self, played: GameMove) -> Result<(), Failure>;

    /// Chooses a move in its position.
    ///
    /// # Errors
    /// No answer in time, an answer that is no move, or a program that ended: the game is lost.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure>;
}

/// A player that could not be made. It loses its game with the reason.
pub(crate) struct Absent(pub(crate) PlayerError);

impl Player for Absent {
    fn new_game(&mut self) -> Result<(), Failure> {
        Err(Failure::crash(&self.0))
    }

    fn set_up(&mut self, _: &Opening) -> Result<(), Failure> {
        Err(Failure::crash(&self.0))
    }

    fn follow(&mut self, _: GameMove) -> Result<(), Failure> {
        Err(Failure::crash(&self.0))
    }

    fn choose(&mut self, _: &Turn<'_>) -> Result<Choice, Failure> {
        Err(Failure::crash(&self.0))
    }
}
