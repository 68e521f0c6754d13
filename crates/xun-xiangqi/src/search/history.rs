//! Histories: main, capture, counter-move and continuation history of moves, and the correction
//! history of the evaluation.

use crate::rules::{Colour, Move, Piece, PieceKind, Square};
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering::Relaxed};

/// Values of the move histories stay within this.
const LIMIT: i32 = 16_384;
/// Values of the corrections stay within this.
const CORRECTION_LIMIT: i32 = 8_192;
/// Sizes of the correction tables, powers of two.
const CORRECTION_SIZE: usize = 16_384;

/// A piece arriving on a point, numbered: what continuations are indexed by.
pub(super) const PIECE_POINTS: usize = 14 * Square::COUNT;
/// Stands for "no move before".
pub(super) const NO_PIECE_POINT: usize = PIECE_POINTS;

/// The number of a piece arriving on a point.
#[inline(always)]
pub(super) fn piece_point(piece: Piece, to: Square) -> usize {
    let index = piece.colour() as usize * 7 + piece.kind() as usize;
    index * Square::COUNT + to.index()
}

/// Moves a value towards the bonus, the less the further it already is. A lesson lost because
/// another thread learnt at the same moment does not matter.
#[inline(always)]
fn learn(value: &AtomicI16, bonus: i32, limit: i32) {
    let old = value_of(value);
    value.store((old + bonus - old * bonus.abs() / limit) as i16, Relaxed);
}

#[inline(always)]
fn value_of(value: &AtomicI16) -> i32 {
    i32::from(value.load(Relaxed))
}

/// So many values of nothing learnt yet.
fn blank(count: usize) -> Vec<AtomicI16> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}

/// The memory of moves, one for all threads of an engine: what one learns, the others need not find
/// out, and they agree on which moves are late ones, so that they can use each other's results.
pub(super) struct Histories {
    /// Main history, by colour and move.
    main: Vec<AtomicI16>,
    /// Capture history, by piece, target and captured kind.
    captures: Vec<AtomicI16>,
    /// Continuation history, by an earlier arrival and this one.
    continuations: Vec<AtomicI16>,
    /// Counter-moves: the reply that last refuted an arrival, packed; 0 for none.
    counters: Vec<AtomicU16>,
    /// Correction history: error of the evaluation, by colour, part and its key.
    corrections: Vec<AtomicI16>,
    /// Correction history after an arrival.
    continuation_correction: Vec<AtomicI16>,
}

/// Number of correction keys: pawns, guards, pieces.
pub(super) const CORRECTIONS: usize = 3;

/// Keys of parts of the position, to look corrections up by.
pub(super) type CorrectionKeys = [u64; CORRECTIONS];

/// Kinds of piece, rounded up to a power of two.
const KINDS: usize = 8;
/// Packed moves are below this.
const MOVES: usize = 16_384;

#[inline(always)]
fn main_index(colour: Colour, chosen: Move) -> usize {
    colour as usize * MOVES + chosen.pack() as usize % MOVES
}

#[inline(always)]
fn correction_index(colour: Colour, part: usize, key: u64) -> usize {
    (colour as usize * CORRECTIONS + part) * CORRECTION_SIZE + key as usize % CORRECTION_SIZE
}

impl Histories {
    pub(super) fn new() -> Self {
        Self {
            main: blank(2 * MOVES),
            captures: blank(PIECE_POINTS * KINDS),
            continuations: blank((PIECE_POINTS + 1) * PIECE_POINTS),
            counters: (0..=PIECE_POINTS).map(|_| AtomicU16::new(0)).collect(),
            corrections: blank(2 * CORRECTIONS * CORRECTION_SIZE),
            continuation_correction: blank(PIECE_POINTS + 1),
        }
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

    /// Correction of the evaluation, from its errors in similar positions.
    #[inline(always)]
    pub(super) fn correction(
        &self,
        colour: Colour,
        keys: &CorrectionKeys,
        before: usize,
        divisor: i32,
    ) -> i32 {
        let by_keys: i32 = keys
            .iter()
            .enumerate()
            .map(|(part, &key)| value_of(&self.corrections[correction_index(colour, part, key)]))
            .sum();
        (by_keys + value_of(&self.continuation_correction[before])) / divisor
    }

    /// Remembers that the search found `error` more than the evaluation said.
    pub(super) fn learn_correction(
        &self,
        colour: Colour,
        keys: &CorrectionKeys,
        before: usize,
        error: i32,
        depth: i32,
    ) {
        let bonus = (error * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for (part, &key) in keys.iter().enumerate() {
            learn(&self.corrections[correction_index(colour, part, key)], bonus, CORRECTION_LIMIT);
        }
        learn(&self.continuation_correction[before], bonus, CORRECTION_LIMIT);
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
