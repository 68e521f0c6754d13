//! The root: as any other node, but every move keeps its score, and equals are told apart by their
//! natural order.

use super::answer::{Precision, RootMove};
use super::budget::Stopped;
use super::observer::{Observer, Purpose};
use super::settings::{Algorithm, Tie};
use super::worker::{Window, Worker};
use crate::{Evaluation, Game, GameValue};

/// The best root move so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Best {
    pub(super) score: GameValue,
    /// Its place in the natural order.
    pub(super) index: usize,
}

impl Best {
    /// Score that the move with this index must exceed to become the best. A move that wins ties
    /// need only equal it.
    pub(super) fn floor(best: Option<Self>, alpha: GameValue, index: usize, tie: Tie) -> GameValue {
        match best {
            None => alpha,
            Some(best) if tie.prefers(index, best.index) => best.score.previous().max(alpha),
            Some(best) => best.score,
        }
    }
}

impl<G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// Searches the root moves in this order. The best is none if none is above the window.
    pub(super) fn root(
        &mut self,
        depth: u32,
        window: Window,
        moves: &mut [RootMove<G::Move>],
        best: &mut Option<Best>,
    ) -> Result<(), Stopped> {
        self.observer.iteration(depth, window.alpha, window.beta);
        let count = moves.len();
        for (number, root_move) in moves.iter_mut().enumerate() {
            let floor = Best::floor(*best, window.alpha, root_move.index, self.settings.tie);
            self.root_move(root_move, number, depth, Window { alpha: floor, beta: window.beta })?;
            if root_move.score > floor {
                *best = Some(Best { score: root_move.score, index: root_move.index });
                self.observer.raise(&self.game, root_move.chosen, root_move.score);
            }
            if root_move.score >= window.beta {
                self.observer.cut(
                    &self.game,
                    root_move.chosen,
                    root_move.score,
                    count - number - 1,
                );
                break;
            }
        }
        Ok(())
    }

    /// Searches one root move; its score is exact inside the window.
    pub(super) fn root_move(
        &mut self,
        root_move: &mut RootMove<G::Move>,
        number: usize,
        depth: u32,
        window: Window,
    ) -> Result<(), Stopped> {
        let chosen = root_move.chosen;
        let minimax = self.settings.algorithm == Algorithm::Minimax;
        let full = minimax || self.settings.score_every_move;
        let score = if minimax {
            self.look(chosen, depth - 1, Window::OPEN, Purpose::Full, |worker, _| {
                worker.minimax(depth - 1, 1)
            })
        } else if full {
            self.searched(chosen, depth - 1, 0, Window::OPEN, Purpose::Full)
        } else {
            self.try_move(chosen, number, depth, 0, window)
        }?;
        root_move.score = score;
        root_move.precision = if full {
            Precision::Exact
        } else if score <= window.alpha {
            Precision::AtMost
        } else if score >= window.beta {
            Precision::AtLeast
        } else {
            Precision::Exact
        };
        root_move.line.clear();
        root_move.line.push(chosen);
        root_move.line.extend_from_slice(self.line(1));
        Ok(())
    }
}
