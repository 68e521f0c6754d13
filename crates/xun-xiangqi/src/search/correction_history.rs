//! Correction history: how far the search result differed from the static evaluation in similar
//! positions, by keys of parts of the position and by the move before.

use super::history::{PIECE_POINTS, blank, clear, learn, value_of};
use crate::rules::Colour;
use std::sync::atomic::AtomicI16;

/// Values stay within this.
const LIMIT: i32 = 8_192;
/// Size of the table of one part, a power of two.
const SIZE: usize = 16_384;

/// Number of parts with a key: pawns, guards, pieces.
pub(super) const PARTS: usize = 3;

/// Keys of parts of the position.
pub(super) type CorrectionKeys = [u64; PARTS];

/// The correction history, shared by all threads of an engine.
pub(super) struct CorrectionHistory {
    /// By colour, part and its key.
    parts: Vec<AtomicI16>,
    /// By the arrival of the move before.
    continuation: Vec<AtomicI16>,
}

#[inline(always)]
fn index(colour: Colour, part: usize, key: u64) -> usize {
    (colour as usize * PARTS + part) * SIZE + key as usize % SIZE
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        Self { parts: blank(2 * PARTS * SIZE), continuation: blank(PIECE_POINTS + 1) }
    }

    /// Forgets everything learnt.
    pub(super) fn clear(&self) {
        clear(&self.parts);
        clear(&self.continuation);
    }

    /// Correction of the static evaluation.
    #[inline(always)]
    pub(super) fn value(
        &self,
        colour: Colour,
        keys: &CorrectionKeys,
        before: usize,
        divisor: i32,
    ) -> i32 {
        let by_keys: i32 = keys
            .iter()
            .enumerate()
            .map(|(part, &key)| value_of(&self.parts[index(colour, part, key)]))
            .sum();
        (by_keys + value_of(&self.continuation[before])) / divisor
    }

    /// Learns from a search that found `error` more than the static evaluation.
    pub(super) fn learn(
        &self,
        colour: Colour,
        keys: &CorrectionKeys,
        before: usize,
        error: i32,
        depth: i32,
    ) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for (part, &key) in keys.iter().enumerate() {
            learn(&self.parts[index(colour, part, key)], bonus, LIMIT);
        }
        learn(&self.continuation[before], bonus, LIMIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::history::NO_PIECE_POINT;

    #[test]
    fn a_correction_follows_the_error_of_similar_positions_only() {
        let history = CorrectionHistory::new();
        let (keys, others) = ([1, 2, 3], [4, 5, 6]);
        for _ in 0..100 {
            history.learn(Colour::Red, &keys, 7, 50, 8);
        }
        assert!(history.value(Colour::Red, &keys, 7, 1) > 100);
        let after_another_move = history.value(Colour::Red, &keys, NO_PIECE_POINT, 1);
        assert!((1..history.value(Colour::Red, &keys, 7, 1)).contains(&after_another_move));
        assert_eq!(history.value(Colour::Red, &others, NO_PIECE_POINT, 1), 0);
        assert_eq!(history.value(Colour::Black, &keys, NO_PIECE_POINT, 1), 0);
    }
}
