//! Late move reduction: in a well ordered list the late quiet moves are seldom the best. They are
//! searched one ply less deeply, with a null window; one that does better than expected is searched
//! as if nothing had happened.
//!
//! Not exact: a move that only shows its point at full depth can be missed.

use super::budget::Stopped;
use super::observer::{Observer, Purpose};
use super::refinement::Refinement;
use super::worker::{Window, Worker};
use crate::{Evaluation, Game, GameValue};

/// The first so many moves of a node are never reduced.
const EARLY: usize = 4;
/// Nodes of less depth are not reduced: the horizon is too near.
const LEAST_DEPTH: u32 = 3;

impl<G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// The score of a late quiet move whose reduced search did not beat alpha; nothing if the move
    /// must be searched in full.
    pub(super) fn reduced(
        &mut self,
        chosen: G::Move,
        number: usize,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Result<Option<GameValue>, Stopped> {
        let late = self.on(Refinement::LateMoves)
            && ply > 0
            && number >= EARLY
            && depth >= LEAST_DEPTH
            && window.alpha > Window::OPEN.alpha
            && !window.alpha.is_decided()
            && self.game.capture_gain(chosen) <= 0;
        if !late {
            return Ok(None);
        }
        self.statistics.reductions += 1;
        let score = self.searched(chosen, depth - 2, ply, window.scout(), Purpose::Reduced)?;
        if score <= window.alpha {
            return Ok(Some(score));
        }
        self.statistics.researches += 1;
        Ok(None)
    }
}
