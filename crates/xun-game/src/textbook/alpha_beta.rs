//! Alpha-beta: minimax that leaves out what cannot change the answer (Knuth and Moore 1975, in the
//! fail-soft form).
//!
//! At every node the side to move already has `alpha` elsewhere, and the other side will not allow
//! more than `beta`. A move worth `beta` or more ends the node: the other side will avoid the whole
//! node. Each refinement is one call here, in a file of its own.

use super::budget::Stopped;
use super::observer::{Leaf, Observer};
use super::refinement::Refinement;
use super::transposition::TextbookEntry;
use super::worker::{Window, Worker};
use crate::Bound;
use crate::{Evaluation, Game, GameValue};

impl<G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// The value of this position if it lies inside the window, else a bound on it.
    pub(super) fn alpha_beta(
        &mut self,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Result<GameValue, Stopped> {
        self.arrive(ply)?;
        if let Some(ending) = self.game.ending() {
            return Ok(self.ended(ending, depth));
        }
        if depth == 0 {
            return self.horizon(ply, window);
        }
        let (from_table, settled) = self.ask_table(depth, window);
        if let Some(score) = settled {
            self.observer.leaf(Leaf::Table);
            return Ok(score);
        }
        if let Some(score) = self.null_move(depth, ply, window)? {
            self.observer.leaf(Leaf::NullMove);
            return Ok(score);
        }
        let mut list = self.take_moves(ply);
        let count = list.moves.len();
        self.experience.rank(&mut list, &self.game, ply, from_table, self.settings.refinements);

        let mut alpha = window.alpha;
        let mut best: Option<(GameValue, G::Move)> = None;
        for number in 0..count {
            let chosen = list.next(number);
            let score =
                self.try_move(chosen, number, depth, ply, Window { alpha, beta: window.beta })?;
            if best.is_none_or(|(so_far, _)| score > so_far) {
                best = Some((score, chosen));
            }
            if score > alpha {
                alpha = score;
                self.observer.raise(&self.game, chosen, score);
                self.lengthen_line(ply, chosen);
            }
            if alpha >= window.beta {
                self.statistics.cutoffs += 1;
                self.statistics.first_move_cutoffs += u64::from(number == 0);
                self.observer.cut(&self.game, chosen, score, count - number - 1);
                self.experience.learn(&self.game, chosen, depth, ply, self.settings.refinements);
                break;
            }
        }
        self.put_list(ply, list);
        let Some((score, chosen)) = best else {
            return Ok(self.ended(self.game.ending_without_moves(), depth));
        };
        self.tell_table(depth, window, score, chosen);
        Ok(score)
    }

    /// The table's best move here, and its score if that settles this search.
    #[inline]
    pub(super) fn ask_table(
        &mut self,
        depth: u32,
        window: Window,
    ) -> (Option<u16>, Option<GameValue>) {
        let Some(table) = self.table else { return (None, None) };
        self.statistics.table_probes += 1;
        let Some(entry) = table.get(self.game.key()) else { return (None, None) };
        self.statistics.table_hits += 1;
        let settled = entry.settles(depth, window.alpha, window.beta);
        self.statistics.table_cutoffs += u64::from(settled.is_some());
        (entry.best, settled)
    }

    #[inline]
    fn tell_table(&self, depth: u32, window: Window, score: GameValue, chosen: G::Move) {
        let Some(table) = self.table else { return };
        let bound = if score >= window.beta {
            Bound::Lower
        } else if score <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let best = Some(self.game.move_index(chosen) as u16);
        table.put(self.game.key(), TextbookEntry { score, depth, bound, best });
    }

    /// The score of one move, searched plainly or with the refinements that search a move twice.
    #[inline]
    pub(super) fn try_move(
        &mut self,
        chosen: G::Move,
        number: usize,
        depth: u32,
        ply: usize,
        window: Window,
    ) -> Result<GameValue, Stopped> {
        if let Some(score) = self.reduced(chosen, number, depth, ply, window)? {
            return Ok(score);
        }
        if self.on(Refinement::Pvs) && number > 0 {
            return self.scouted(chosen, depth, ply, window);
        }
        self.searched(chosen, depth - 1, ply, window, super::Purpose::Full)
    }

    /// Plays the move and searches the position after it.
    #[inline]
    pub(super) fn searched(
        &mut self,
        chosen: G::Move,
        depth: u32,
        ply: usize,
        window: Window,
        purpose: super::Purpose,
    ) -> Result<GameValue, Stopped> {
        self.look(chosen, depth, window, purpose, |worker, window| {
            worker.alpha_beta(depth, ply + 1, window)
        })
    }
}
