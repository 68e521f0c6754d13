//! Observers: events of a textbook search.
//!
//! Scores are the search's own: seen from the side to move at the node. With [`NoObserver`] every
//! call is an empty function, so a search without an observer pays nothing.

use crate::{Game, GameValue};

/// Why a position is being looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Purpose {
    /// With the full window.
    Full,
    /// With a null window, to see whether it can beat the best.
    Scout,
    /// Less deeply, to see whether it deserves the full depth.
    Reduced,
    /// After a pass.
    Pass,
    /// Beyond the depth, playing captures out.
    Quiescence,
}

/// Why a node was left without searching all its moves, or had none to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Leaf {
    /// The depth was reached and the evaluation asked.
    Evaluated,
    /// The game is over.
    Ended,
    /// The transposition table knew enough.
    Table,
    /// Passing was already too good.
    NullMove,
    /// The evaluation alone was already too good to play captures out.
    StandPat,
}

/// Receives the events of a search, in order. Every `enter` is matched by a `leave`, except when
/// the search is stopped.
pub trait Observer<G: Game> {
    /// A new iteration begins; what was seen before belongs to shallower ones (or to a window that
    /// failed).
    fn iteration(&mut self, _depth: u32, _alpha: GameValue, _beta: GameValue) {}

    /// A position is entered: by this move of this position (none: by a pass).
    /// The bounds are those of the position entered.
    fn enter(
        &mut self,
        _before: &G,
        _chosen: Option<G::Move>,
        _depth: u32,
        _alpha: GameValue,
        _beta: GameValue,
        _purpose: Purpose,
    ) {
    }

    /// This move raised the lower bound of the current position.
    fn raise(&mut self, _game: &G, _chosen: G::Move, _alpha: GameValue) {}

    /// This move reached the upper bound of the current position: the moves not yet searched are
    /// left out.
    fn cut(&mut self, _game: &G, _chosen: G::Move, _score: GameValue, _left_out: usize) {}

    /// The current position needs no search of its moves, for this reason.
    fn leaf(&mut self, _reason: Leaf) {}

    /// The current position is left with this value for the side to move in it.
    fn leave(&mut self, _value: GameValue) {}

    /// An iteration is finished, with its result.
    fn finished(&mut self, _iteration: &super::Iteration<G::Move>) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<G: Game> Observer<G> for NoObserver {}
