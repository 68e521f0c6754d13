//! The evaluation that the engine plays with: hand-written, or a network.

use super::{Evaluator, HandEvaluator};
use crate::network::{self, Accumulators, Network};
use crate::rules::{BoardObserver, Piece, Position, Square};
use std::sync::Arc;
use xun_game::network::{NetworkLoadError, load_network};

/// A network's score stays this side of the scores that mean mate.
const HIGHEST: i32 = 15_000;

/// Either evaluation. The choice is made once for a whole search, so the processor predicts it.
#[derive(Clone)]
#[non_exhaustive]
pub enum PlayingEvaluator {
    /// The hand-written one.
    Hand(Box<HandEvaluator>),
    /// A trained one.
    Network(Accumulators),
}

impl PlayingEvaluator {
    /// The hand-written one.
    #[must_use]
    pub fn hand() -> Self {
        Self::Hand(Box::default())
    }

    /// The evaluation that an `EvalFile` option names: a network file; `hand` for the hand-written
    /// evaluation; an empty name for the default.
    ///
    /// # Errors
    /// A file that cannot be read, or that is not a network for this game.
    pub fn from_file(file: &str) -> Result<Self, NetworkLoadError> {
        match file {
            "" => Ok(Self::default()),
            "hand" => Ok(Self::hand()),
            _ => Ok(Self::from(Arc::new(load_network(file, Network::from_bytes)?))),
        }
    }
}

impl Default for PlayingEvaluator {
    /// The network that comes with the program; the hand-written one where it was left out.
    fn default() -> Self {
        network::shipped().map_or_else(Self::hand, Self::from)
    }
}

impl From<HandEvaluator> for PlayingEvaluator {
    fn from(hand: HandEvaluator) -> Self {
        Self::Hand(Box::new(hand))
    }
}

impl From<Arc<Network>> for PlayingEvaluator {
    fn from(network: Arc<Network>) -> Self {
        Self::Network(Accumulators::new(network))
    }
}

macro_rules! both {
    ($self:ident, $inner:ident => $hand:expr, $accumulators:ident => $network:expr) => {
        match $self {
            Self::Hand($inner) => $hand,
            Self::Network($accumulators) => $network,
        }
    };
}

impl BoardObserver for PlayingEvaluator {
    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        both!(self, hand => hand.placed(piece, square), network => network.placed(piece, square));
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        both!(self, hand => hand.removed(piece, square), network => network.removed(piece, square));
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        both!(self, hand => hand.moved(piece, from, to), network => network.moved(piece, from, to));
    }
}

impl Evaluator for PlayingEvaluator {
    fn reset(&mut self, position: &Position) {
        both!(self, hand => hand.reset(position), network => network.reset());
    }

    #[inline]
    fn push(&mut self) {
        both!(self, hand => hand.push(), network => network.push());
    }

    #[inline]
    fn pop(&mut self) {
        both!(self, hand => hand.pop(), network => network.pop());
    }

    #[inline]
    fn evaluate(&mut self, position: &Position) -> i32 {
        both!(
            self,
            hand => hand.evaluate(position),
            network => network.score(position).clamp(-HIGHEST, HIGHEST)
        )
    }
}
