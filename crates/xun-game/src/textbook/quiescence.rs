//! Quiescence search: a position in the middle of an exchange must not be judged. Beyond the depth
//! only captures are played, and the side to move may always stop ("stand pat") at the evaluation's
//! word.

use super::budget::Stopped;
use super::observer::{Leaf, Observer, Purpose};
use super::refinement::{Refinement, Refinements};
use super::worker::{Window, Worker};
use crate::{Evaluation, Game, GameValue};

/// Past this distance from the root even captures are not played: a game whose "captures" never end
/// would otherwise never be judged.
const FARTHEST: usize = 200;

impl<G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// The value of the position when the captures are over.
    pub(super) fn quiescence(&mut self, ply: usize, window: Window) -> Result<GameValue, Stopped> {
        let standing = self.judge();
        if standing >= window.beta || ply >= FARTHEST {
            self.observer.leaf(Leaf::StandPat);
            return Ok(standing);
        }
        let mut list = self.take_list(ply);
        self.game.captures(&mut list.moves);
        let captures = Refinements::of(&[Refinement::Captures]);
        self.experience.rank(&mut list, &self.game, ply, None, captures);
        let count = list.moves.len();
        if count == 0 {
            self.observer.leaf(Leaf::Evaluated);
        }
        let mut best = standing;
        let mut alpha = window.alpha.max(standing);
        for number in 0..count {
            let chosen = list.next(number);
            let inner = Window { alpha, beta: window.beta };
            let score = self.look(chosen, 0, inner, Purpose::Quiescence, |worker, window| {
                worker.arrive(ply + 1)?;
                worker.statistics.quiescence_nodes += 1;
                match worker.game.ending() {
                    Some(ending) => Ok(worker.ended(ending, 0)),
                    None => worker.quiescence(ply + 1, window),
                }
            })?;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.observer.raise(&self.game, chosen, score);
                self.lengthen_line(ply, chosen);
            }
            if alpha >= window.beta {
                self.statistics.cutoffs += 1;
                self.statistics.first_move_cutoffs += u64::from(number == 0);
                self.observer.cut(&self.game, chosen, score, count - number - 1);
                break;
            }
        }
        self.put_list(ply, list);
        Ok(best)
    }
}
