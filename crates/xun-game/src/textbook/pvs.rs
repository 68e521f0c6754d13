//! Principal variation search (Marsland and Campbell 1982): when the first move is the best, as it
//! mostly is in a well ordered tree, all that must be shown of the others is that they are not
//! better. A null window shows that with the fewest nodes; only a surprise is searched again.

use super::budget::Stopped;
use super::observer::{Observer, Purpose};
use super::worker::{Window, Worker};
use crate::{Evaluation, Game, GameValue};

impl<G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// The score of a move that is expected to be no better than alpha.
    pub(super) fn scouted(
        &mut self,
        chosen: G::Move,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Result<GameValue, Stopped> {
        let narrow = window.scout();
        let open_below = window.alpha == Window::OPEN.alpha;
        if open_below || narrow.beta >= window.beta {
            return self.searched(chosen, depth - 1, ply, window, Purpose::Full);
        }
        let score = self.searched(chosen, depth - 1, ply, narrow, Purpose::Scout)?;
        if score <= window.alpha || score >= window.beta {
            return Ok(score);
        }
        self.statistics.researches += 1;
        self.searched(chosen, depth - 1, ply, window, Purpose::Full)
    }
}
