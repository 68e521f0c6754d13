//! Whoever chooses moves: our engines, external ones, a random one, a person.

use crate::record::{Ending, Opening, Seat};
use crate::time_control::TimeControl;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a player is told when it is its turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// Where the game began.
    pub opening: &'a Opening,
    /// Moves played after the opening.
    pub moves: &'a [String],
    /// Whose turn it is.
    pub seat: Seat,
    /// What is left on both clocks, where the time control has clocks.
    pub clocks: [Duration; 2],
    /// The player's limits.
    pub control: &'a TimeControl,
    /// Raised when the match is being stopped.
    pub stop: &'a AtomicBool,
}

impl Turn<'_> {
    /// All moves from the start, the opening's included.
    pub fn all_moves(&self) -> impl Iterator<Item = &str> {
        self.opening.moves.iter().chain(self.moves).map(String::as_str)
    }

    /// How long an answer may take before the player counts as silent: its time and a patient
    /// margin.
    pub fn patience(&self) -> Duration {
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move, or nothing to give up.
    pub text: Option<String>,
    /// Its own score in hundredths, from its side.
    pub score: Option<i32>,
    /// How deep it searched.
    pub depth: Option<u32>,
}

/// Why a player has no answer. The game is lost for it, and the next one begins with a fresh
/// player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure.
    pub ending: Ending,
    /// In words.
    pub note: String,
}

/// Someone who plays.
pub trait Player: Send {
    /// Prepares for a new game.
    fn new_game(&mut self) -> Result<(), Failure>;

    /// Chooses a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure>;
}
