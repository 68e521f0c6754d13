//! Nodes in the shared transposition table, packed for Gomoku.

use crate::rules::Point;
use xun_game::{Bound, Score, TableEntry, TranspositionTable};

/// Added to stored depths: quiescence depths are negative.
const DEPTH_OFFSET: i32 = 32;
/// Stored instead of a static evaluation that was not computed.
const NO_EVAL: i16 = i16::MIN;

/// A node in the transposition table.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoredNode {
    pub(super) score: Score,
    /// The static evaluation, if it was computed.
    pub(super) eval: Option<i32>,
    /// Whole plies; negative in the quiescence search.
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) was_pv: bool,
    pub(super) best: Option<Point>,
}

impl StoredNode {
    /// The node with this key, seen from this ply.
    #[inline]
    pub(super) fn probe(table: &TranspositionTable, key: u64, ply: usize) -> Option<Self> {
        let entry = table.probe(key)?;
        let eval = Some(entry.eval).filter(|&eval| eval != NO_EVAL);
        let best = entry.best.checked_sub(1);
        Some(Self {
            score: entry.score_at(ply),
            eval: eval.map(i32::from),
            depth: i32::from(entry.depth) - DEPTH_OFFSET,
            bound: entry.bound,
            was_pv: entry.pv,
            best: best.map(|index| Point::from_index(usize::from(index))),
        })
    }

    /// Stores the node, found at this ply.
    #[inline]
    pub(super) fn store(self, table: &TranspositionTable, key: u64, ply: usize) {
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.clamp(-32_000, 32_000) as i16);
        let entry = TableEntry {
            best: self.best.map_or(0, |point| point.index() as u16 + 1),
            score: self.score.to_table(ply),
            eval,
            depth: (self.depth + DEPTH_OFFSET).clamp(1, 255) as u8,
            bound: self.bound,
            pv: self.was_pv,
        };
        table.store(key, entry);
    }

    /// The score, if its bound settles a zero window below `beta`.
    #[inline]
    pub(super) fn settled(&self, beta: Score) -> Option<Score> {
        let settles =
            if self.score >= beta { self.bound.is_lower() } else { self.bound.is_upper() };
        settles.then_some(self.score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_node_is_found() {
        let table = TranspositionTable::with_mebibytes(1).expect("one mebibyte");
        let node = StoredNode {
            score: Score::mate_in(9),
            eval: Some(-321),
            depth: -3,
            bound: Bound::Lower,
            was_pv: true,
            best: Some(Point::new(21, 21)),
        };
        let key = 0x1234_5678_9abc_def0;
        node.store(&table, key, 4);
        let found = StoredNode::probe(&table, key, 6).unwrap();
        assert_eq!(found.score, Score::mate_in(11));
        assert_eq!((found.eval, found.depth, found.bound), (Some(-321), -3, Bound::Lower));
        assert_eq!((found.was_pv, found.best), (true, Some(Point::new(21, 21))));
        assert!(StoredNode::probe(&table, key + 1, 0).is_none());
        StoredNode { eval: None, best: None, ..node }.store(&table, key + 1, 0);
        let found = StoredNode::probe(&table, key + 1, 0).unwrap();
        assert_eq!((found.eval, found.best), (None, None));
    }
}
