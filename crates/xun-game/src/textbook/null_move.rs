//! Null-move pruning (Beal 1989, Donninger 1993): if a side could pass, and even then, after a
//! shallower search, stood at beta or better, a real move will do so too.
//!
//! Not exact: in zugzwang a pass is the best move of all. A game says where passing is safe.

use super::budget::Stopped;
use super::observer::{Observer, Purpose};
use super::refinement::Refinement;
use super::worker::{Window, Worker};
use crate::{Evaluation, Game, GameValue};

/// Reduction of the search after a null move.
const REDUCTION: u32 = 2;

impl<G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// Beta, if even passing reaches it.
    pub(super) fn null_move(
        &mut self,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Result<Option<GameValue>, Stopped> {
        let after_a_pass = std::mem::take(&mut self.passed);
        let useful = self.on(Refinement::NullMove)
            && depth > REDUCTION
            && !after_a_pass
            && window.beta < GameValue::INFINITY
            && !window.beta.is_decided()
            && self.game.can_pass();
        if !useful {
            return Ok(None);
        }
        let narrow = Window { alpha: window.beta.previous(), beta: window.beta }.turned();
        let left = depth - 1 - REDUCTION;
        self.observer.enter(&self.game, None, left, narrow.alpha, narrow.beta, Purpose::Pass);
        self.game.pass();
        self.passed = true;
        let result = self.alpha_beta(left, ply + 1, narrow);
        self.passed = false;
        self.game.take_back_pass();
        let score = result?;
        self.observer.leave(score);
        if -score < window.beta {
            return Ok(None);
        }
        self.statistics.null_move_cutoffs += 1;
        Ok(Some(window.beta))
    }
}
