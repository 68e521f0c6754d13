//! Static evaluation of positions, apart from the game's rules.

use crate::{Game, GameValue};

/// A static judgement of positions of a game.
///
/// An evaluation may keep running sums: the search tells it of every move before it is played and
/// after it is taken back, in strict nesting. One that recounts each time keeps the defaults.
pub trait Evaluation<G: Game>: Clone + Send + Sync {
    /// The worth of this position for the side to move.
    fn evaluate(&self, game: &G) -> GameValue;

    /// Starts afresh from this position.
    fn start(&mut self, _game: &G) {}

    /// This move is about to be played in this position.
    fn before_play(&mut self, _game: &G, _chosen: G::Move) {}

    /// The last move was taken back.
    fn after_undo(&mut self) {}
}

/// An evaluation that finds every position equal: only finished games count.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOpinion;

impl<G: Game> Evaluation<G> for NoOpinion {
    fn evaluate(&self, _game: &G) -> GameValue {
        GameValue::ZERO
    }
}
