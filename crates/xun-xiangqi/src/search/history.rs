//! What the search learns as it goes: which moves were good after which, and how wrong the evaluation was.

use crate::rules::{Colour, Move, Piece, PieceKind, Square};

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

/// Moves a value towards the bonus, the less the further it already is.
#[inline(always)]
fn learn(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// One thread's memory of moves.
pub(super) struct Histories {
    /// By colour and move.
    main: Vec<i16>,
    /// By piece, target and captured kind.
    captures: Vec<[i16; 8]>,
    /// By an earlier arrival and this one.
    continuations: Vec<[i16; PIECE_POINTS]>,
    /// The reply that last refuted an arrival.
    counters: Vec<Option<Move>>,
    /// How far the evaluation was off, by colour, part and its key.
    corrections: Vec<i16>,
    /// How far the evaluation was off after an arrival.
    continuation_correction: Vec<i16>,
}

/// How many kinds of correction there are: pawns, guards, pieces.
pub(super) const CORRECTIONS: usize = 3;

/// Keys of parts of the position, to look corrections up by.
pub(super) type CorrectionKeys = [u64; CORRECTIONS];

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
            main: vec![0; 2 * MOVES],
            captures: vec![[0; 8]; PIECE_POINTS],
            continuations: vec![[0; PIECE_POINTS]; PIECE_POINTS + 1],
            counters: vec![None; PIECE_POINTS + 1],
            corrections: vec![0; 2 * CORRECTIONS * CORRECTION_SIZE],
            continuation_correction: vec![0; PIECE_POINTS + 1],
        }
    }

    pub(super) fn clear(&mut self) {
        self.main.fill(0);
        self.captures.fill([0; 8]);
        self.continuations.iter_mut().for_each(|row| row.fill(0));
        self.counters.fill(None);
        self.corrections.fill(0);
        self.continuation_correction.fill(0);
    }

    #[inline(always)]
    pub(super) fn main(&self, colour: Colour, chosen: Move) -> i32 {
        i32::from(self.main[main_index(colour, chosen)])
    }

    #[inline(always)]
    pub(super) fn learn_main(&mut self, colour: Colour, chosen: Move, bonus: i32) {
        learn(&mut self.main[main_index(colour, chosen)], bonus);
    }

    #[inline(always)]
    pub(super) fn capture(&self, arrival: usize, captured: PieceKind) -> i32 {
        i32::from(self.captures[arrival][captured as usize])
    }

    #[inline(always)]
    pub(super) fn learn_capture(&mut self, arrival: usize, captured: PieceKind, bonus: i32) {
        learn(&mut self.captures[arrival][captured as usize], bonus);
    }

    /// How good this arrival was after that earlier one.
    #[inline(always)]
    pub(super) fn continuation(&self, before: usize, arrival: usize) -> i32 {
        i32::from(self.continuations[before][arrival])
    }

    #[inline(always)]
    pub(super) fn learn_continuation(&mut self, before: usize, arrival: usize, bonus: i32) {
        if before != NO_PIECE_POINT {
            learn(&mut self.continuations[before][arrival], bonus);
        }
    }

    #[inline(always)]
    pub(super) fn counter(&self, before: usize) -> Option<Move> {
        self.counters[before]
    }

    #[inline(always)]
    pub(super) fn set_counter(&mut self, before: usize, reply: Move) {
        self.counters[before] = Some(reply);
    }

    /// What to add to the evaluation, by what it was off in positions alike.
    #[inline(always)]
    pub(super) fn correction(&self, colour: Colour, keys: &CorrectionKeys, before: usize) -> i32 {
        let by_keys: i32 = keys
            .iter()
            .enumerate()
            .map(|(part, &key)| i32::from(self.corrections[correction_index(colour, part, key)]))
            .sum();
        (by_keys + i32::from(self.continuation_correction[before])) / 96
    }

    /// Remembers that the search found `error` more than the evaluation said.
    pub(super) fn learn_correction(
        &mut self,
        colour: Colour,
        keys: &CorrectionKeys,
        before: usize,
        error: i32,
        depth: i32,
    ) {
        let bonus = (error * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        let move_towards = |value: &mut i16| {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / CORRECTION_LIMIT) as i16;
        };
        for (part, &key) in keys.iter().enumerate() {
            move_towards(&mut self.corrections[correction_index(colour, part, key)]);
        }
        move_towards(&mut self.continuation_correction[before]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learning_stays_within_bounds() {
        let mut value = 0;
        for _ in 0..1000 {
            learn(&mut value, 2000);
        }
        assert!((14_000..=16_384).contains(&value));
        for _ in 0..1000 {
            learn(&mut value, -16_384);
        }
        assert!((-16_384..=-14_000).contains(&value));
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
