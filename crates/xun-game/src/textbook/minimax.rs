//! Minimax: the value of a position is the best of what the other side leaves of its moves.
//!
//! Written as negamax: each side sees scores from its own side, so one function serves both.

use super::budget::Stopped;
use super::observer::{Leaf, Observer, Purpose};
use super::transposition::TextbookEntry;
use super::worker::{Window, Worker};
use crate::Bound;
use crate::{Evaluation, Game, GameValue};

impl<G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// The value of this position, looking at every move.
    pub(super) fn minimax(&mut self, depth: u32, ply: usize) -> Result<GameValue, Stopped> {
        self.arrive(ply)?;
        if let Some(ending) = self.game.ending() {
            return Ok(self.ended(ending, depth));
        }
        if depth == 0 {
            return self.horizon(ply, Window::OPEN);
        }
        if let Some(score) = self.ask_table(depth, Window::OPEN).1 {
            self.observer.leaf(Leaf::Table);
            return Ok(score);
        }
        let list = self.take_moves(ply);
        let mut best: Option<(GameValue, G::Move)> = None;
        for chosen in &list.moves {
            let score =
                self.look(*chosen, depth - 1, Window::OPEN, Purpose::Full, |worker, _| {
                    worker.minimax(depth - 1, ply + 1)
                })?;
            if best.is_none_or(|(so_far, _)| score > so_far) {
                best = Some((score, *chosen));
                self.observer.raise(&self.game, *chosen, score);
                self.lengthen_line(ply, *chosen);
            }
        }
        self.put_list(ply, list);
        let Some((score, chosen)) = best else {
            return Ok(self.ended(self.game.ending_without_moves(), depth));
        };
        if let Some(table) = self.table {
            let best = Some(self.game.move_index(chosen) as u16);
            table.put(self.game.key(), TextbookEntry { score, depth, bound: Bound::Exact, best });
        }
        Ok(score)
    }
}
