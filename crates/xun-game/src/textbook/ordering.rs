//! Move ordering: the sooner the best move is tried, the more alpha-beta can leave out.
//!
//! Captures go first, then killers (quiet moves that cut off another node of the same distance from
//! the root), then quiet moves by history (how much they have cut off anywhere). The table's move
//! goes before them all.

use super::refinement::{Refinement, Refinements};
use crate::Game;

/// The moves of one node with their ranks; the buffers are kept and used again.
pub(super) struct MoveList<M> {
    pub(super) moves: Vec<M>,
    ranks: Vec<i64>,
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), ranks: Vec::new() }
    }
}

impl<M: Copy> MoveList<M> {
    /// The move to try next: the highest rank not yet tried, the first of equals. Sorting as we go
    /// is cheaper than sorting all, because after a cut-off the rest does not matter.
    #[inline]
    pub(super) fn next(&mut self, number: usize) -> M {
        if !self.ranks.is_empty() {
            let rest = &self.ranks[number..];
            let mut best = 0;
            for (place, rank) in rest.iter().enumerate().skip(1) {
                if *rank > rest[best] {
                    best = place;
                }
            }
            self.ranks[number..=number + best].rotate_right(1);
            self.moves[number..=number + best].rotate_right(1);
        }
        self.moves[number]
    }
}

/// Killer moves and history of quiet moves.
pub(super) struct Experience<M> {
    killers: Vec<[Option<M>; 2]>,
    /// By who moves (even or odd distance from the root) and by move index.
    history: [Vec<u32>; 2],
}

const TABLE_RANK: i64 = 1 << 60;
const CAPTURE_RANK: i64 = 1 << 50;
const KILLER_RANK: i64 = 1 << 40;

impl<M: Copy + Eq> Experience<M> {
    pub(super) fn new(indices: usize, refinements: Refinements) -> Self {
        let places = if refinements.has(Refinement::History) { indices } else { 0 };
        Self { killers: Vec::new(), history: [vec![0; places], vec![0; places]] }
    }

    /// Ranks the moves of a node, as far as the refinements ask for it.
    pub(super) fn rank<G: Game<Move = M>>(
        &self,
        list: &mut MoveList<M>,
        game: &G,
        ply: usize,
        from_table: Option<u16>,
        refinements: Refinements,
    ) {
        list.ranks.clear();
        let captures = refinements.has(Refinement::Captures);
        let killers = refinements.has(Refinement::Killers);
        let history = refinements.has(Refinement::History);
        if !captures && !killers && !history && from_table.is_none() {
            return;
        }
        let killers = self.killers.get(ply).filter(|_| killers);
        for chosen in &list.moves {
            let index = game.move_index(*chosen);
            let gain = if captures { game.capture_gain(*chosen) } else { 0 };
            list.ranks.push(if from_table.is_some_and(|best| usize::from(best) == index) {
                TABLE_RANK
            } else if gain > 0 {
                CAPTURE_RANK + i64::from(gain)
            } else if let Some(place) =
                killers.and_then(|two| two.iter().position(|one| *one == Some(*chosen)))
            {
                KILLER_RANK - place as i64
            } else if history {
                i64::from(self.history[ply & 1][index])
            } else {
                0
            });
        }
    }

    /// A move cut off: if it is quiet, remember it.
    pub(super) fn learn<G: Game<Move = M>>(
        &mut self,
        game: &G,
        chosen: M,
        depth: u32,
        ply: usize,
        refinements: Refinements,
    ) {
        let (killers, history) =
            (refinements.has(Refinement::Killers), refinements.has(Refinement::History));
        if !(killers || history) || game.capture_gain(chosen) > 0 {
            return;
        }
        if killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; 2]);
            }
            let two = &mut self.killers[ply];
            if two[0] != Some(chosen) {
                *two = [Some(chosen), two[0]];
            }
        }
        if history {
            let worth = &mut self.history[ply & 1][game.move_index(chosen)];
            *worth = worth.saturating_add(depth * depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_come_by_rank_and_equals_in_their_own_order() {
        let mut list =
            MoveList { moves: vec!['a', 'b', 'c', 'd', 'e'], ranks: vec![0, 5, 0, 5, 9] };
        let order: String = (0..5).map(|number| list.next(number)).collect();
        assert_eq!(order, "ebdac");
    }

    #[test]
    fn without_ranks_the_natural_order_stays() {
        let mut list = MoveList { moves: vec!['a', 'b', 'c'], ranks: Vec::new() };
        let order: String = (0..3).map(|number| list.next(number)).collect();
        assert_eq!(order, "abc");
    }
}
