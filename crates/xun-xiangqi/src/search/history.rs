//! Histories of moves: main, capture, counter-move and continuation history.

use super::correction_history::CorrectionHistory;
use crate::rules::{Colour, Move, Piece, PieceKind, Square};
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering::Relaxed};

/// Values of the move histories stay within this.
const LIMIT: i32 = 16_384;

/// Number of pairs of a piece and the point it arrives on: the index of continuations.
pub(super) const PIECE_POINTS: usize = 14 * Square::COUNT;
/// The index for "no move before".
pub(super) const NO_PIECE_POINT: usize = PIECE_POINTS;

/// The number of a piece arriving on a point.
#[inline(always)]
pub(super) fn piece_point(piece: Piece, to: Square) -> usize {
    let index = piece.colour() as usize * 7 + piece.kind() as usize;
    index * Square::COUNT + to.index()
}

/// History gravity: moves a value towards the bonus, the less the further it already is. An update
/// that is lost because another thread writes at the same moment does not matter.
#[inline(always)]
pub(super) fn learn(value: &AtomicI16, bonus: i32, limit: i32) {
    let old = value_of(value);
    value.store((old + bonus - old * bonus.abs() / limit) as i16, Relaxed);
}

#[inline(always)]
pub(super) fn value_of(value: &AtomicI16) -> i32 {
    i32::from(value.load(Relaxed))
}

/// So many zeros.
pub(super) fn blank(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}

/// Sets all values to 0.
pub(super) fn clear(values: &[AtomicI16]) {
    for value in values {
        value.store(0, Relaxed);
    }
}

/// The histories, shared by all threads of an engine: the threads then agree on which moves are
/// late ones, and can use each other's results.
pub(super) struct Histories {
    /// Main history, by colour and move.
    main: Vec<AtomicI16>,
    /// Capture history, by piece, target and captured kind.
    captures: Vec<AtomicI16>,
    /// Continuation history, by an earlier arrival and this one.
    continuations: Vec<AtomicI16>,
    /// Counter-moves: the reply that last refuted an arrival, packed; 0 for none.
    counters: Vec<AtomicU16>,
    /// Correction history of the evaluation.
    pub(super) corrections: CorrectionHistory,
}

/// Kinds of piece, rounded up to a power of two.
const KINDS: usize = 8;
/// Packed moves are below this.
const MOVES: usize = 16_384;

#[inline(always)]
fn main_index(colour: Colour, chosen: Move) -> usize {
    colour as usize * MOVES + chosen.pack() as usize % MOVES
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            main: blank(2 * MOVES),
            captures: blank(PIECE_POINTS * KINDS),
            continuations: blank((PIECE_POINTS + 1) * PIECE_POINTS),
            counters: (0..=PIECE_POINTS).map(|_| AtomicU16::new(0)).collect(),
            corrections: CorrectionHistory::new(),
        }
    }

    /// Forgets everything learnt.
    pub(super) fn clear(&self) {
        clear(&self.main);
        clear(&self.captures);
        clear(&self.continuations);
        for counter in &self.counters {
            counter.store(0, Relaxed);
        }
        self.corrections.clear();
    }

    #[inline(always)]
    pub(super) fn main(&self, colour: Colour, chosen: Move) -> i32 {
        value_of(&self.main[main_index(colour, chosen)])
    }

    #[inline(always)]
    pub(super) fn learn_main(&self, colour: Colour, chosen: Move, bonus: i32) {
        learn(&self.main[main_index(colour, chosen)], bonus, LIMIT);
    }

    #[inline(always)]
    pub(super) fn capture(&self, arrival: usize, captured: PieceKind) -> i32 {
        value_of(&self.captures[arrival * KINDS + captured as usize])
    }

    #[inline(always)]
    pub(super) fn learn_capture(&self, arrival: usize, captured: PieceKind, bonus: i32) {
        learn(&self.captures[arrival * KINDS + captured as usize], bonus, LIMIT);
    }

    /// Continuation history of this arrival after that earlier one.
    #[inline(always)]
    pub(super) fn continuation(&self, before: usize, arrival: usize) -> i32 {
        value_of(&self.continuations[before * PIECE_POINTS + arrival])
    }

    #[inline(always)]
    pub(super) fn learn_continuation(&self, before: usize, arrival: usize, bonus: i32) {
        if before != NO_PIECE_POINT {
            learn(&self.continuations[before * PIECE_POINTS + arrival], bonus, LIMIT);
        }
    }

    #[inline(always)]
    pub(super) fn counter(&self, before: usize) -> Option<Move> {
        Move::unpack(self.counters[before].load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn set_counter(&self, before: usize, reply: Move) {
        self.counters[before].store(reply.pack(), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_stays_within_bounds() {
        let value = AtomicI16::new(0);
        for _ in 0..1000 {
            learn(&value, 2000, LIMIT);
        }
        assert!((14_000..=16_384).contains(&value_of(&value)));
        for _ in 0..1000 {
            learn(&value, -16_384, LIMIT);
        }
        assert!((-16_384..=-14_000).contains(&value_of(&value)));
    }

    #[test]
    fn every_arrival_has_its_own_number() {
        let mut seen = std::collections::HashSet::new();
        for piece in Piece::ALL {
            for square in Square::all() {
                assert!(seen.insert(piece_point(piece, square)));
            }
        }
        assert_eq!(seen.len(), PIECE_POINTS);
        assert!(seen.iter().all(|&number| number < PIECE_POINTS));
    }
}
