//! The active inputs of a position, seen from one side: the board is turned so that this side
//! sits at the bottom, and mirrored so that its king stands on files d or e. The king's place gives
//! one of six buckets; each piece, on a square it can ever stand on, one of 692 inputs within it.
//!
//! `training/xun_training/xiangqi_features.py` counts them in the same order.

use crate::rules::{Colour, Piece, PieceKind, Square};

/// Inputs of one bucket.
pub(super) const INPUTS: usize = 692;
/// Places of the own king, left and right taken together.
pub(super) const BUCKETS: usize = 6;

const NONE: u16 = u16::MAX;

/// `TABLE[other][kind][square]`: the input within a bucket.
static TABLE: [[[u16; Square::COUNT]; 7]; 2] = input_table();

const fn input_table() -> [[[u16; Square::COUNT]; 7]; 2] {
    let mut table = [[[NONE; Square::COUNT]; 7]; 2];
    let mut count = 0;
    let mut other = 0;
    while other < 2 {
        let mut kind = 0;
        while kind < 7 {
            let mut square = 0;
            while square < Square::COUNT {
                let (rank, file) = (square / 9, square % 9);
                let rank = if other == 1 { 9 - rank } else { rank };
                if can_stand(PieceKind::ALL[kind], rank, file) {
                    table[other][kind][square] = count;
                    count += 1;
                }
                square += 1;
            }
            kind += 1;
        }
        other += 1;
    }
    assert!(count as usize == INPUTS);
    table
}

/// Whether a piece of the side at the bottom can ever stand there.
const fn can_stand(kind: PieceKind, rank: usize, file: usize) -> bool {
    match kind {
        PieceKind::King => rank <= 2 && file >= 3 && file <= 5,
        PieceKind::Advisor => matches!((rank, file), (0 | 2, 3 | 5) | (1, 4)),
        PieceKind::Elephant => matches!((rank, file), (0 | 4, 2 | 6) | (2, 0 | 4 | 8)),
        PieceKind::Pawn => rank >= 5 || (rank >= 3 && file.is_multiple_of(2)),
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
    }
}

/// The perspective of one side: its colour and the place of its king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    colour: Colour,
    mirrored: bool,
    bucket: u8,
}

impl View {
    /// The view of the side whose king stands there.
    pub(super) fn new(colour: Colour, king: Square) -> Self {
        let rank = if colour == Colour::Black { 9 - king.rank() } else { king.rank() };
        let bucket = (rank * 2 + u8::from(king.file() == 4)).min(BUCKETS as u8 - 1);
        Self { colour, mirrored: king.file() == 5, bucket }
    }

    /// A number for this view among one side's twelve.
    pub(super) fn index(self) -> usize {
        self.bucket as usize * 2 + usize::from(self.mirrored)
    }

    /// The input row of a piece on a square. A piece that stands where it never can (which a
    /// checked position excludes) shares the first row, so that nothing a caller does reaches
    /// outside the table.
    pub(super) fn input(self, piece: Piece, square: Square) -> usize {
        let square = if self.colour == Colour::Black { square.flipped() } else { square };
        let square = if self.mirrored { square.mirrored() } else { square };
        let input = TABLE[usize::from(piece.colour() != self.colour)][piece.kind() as usize]
            [square.index()];
        debug_assert_ne!(input, NONE, "{piece:?} on {square}");
        let input = if input == NONE { 0 } else { input as usize };
        self.bucket as usize * INPUTS + input
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_see_the_same_of_exchanged_positions() {
        let king = Square::new(3, 1).unwrap();
        let rook = Square::new(7, 4).unwrap();
        let red = View::new(Colour::Red, king);
        let black = View::new(Colour::Black, king.flipped());
        assert_eq!(red.input(Piece::RedRook, rook), black.input(Piece::BlackRook, rook.flipped()));
        assert_eq!(red.input(Piece::BlackRook, rook), black.input(Piece::RedRook, rook.flipped()));
    }

    #[test]
    fn left_and_right_are_one() {
        let king = Square::new(3, 0).unwrap();
        let pawn = Square::new(0, 6).unwrap();
        let view = View::new(Colour::Red, king);
        let mirror = View::new(Colour::Red, king.mirrored());
        assert_eq!(view.input(Piece::RedPawn, pawn), mirror.input(Piece::RedPawn, pawn.mirrored()));
        assert_ne!(view.index(), mirror.index());
    }
}
