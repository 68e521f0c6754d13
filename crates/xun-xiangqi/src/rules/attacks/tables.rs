//! Tables behind the attack functions, all computed by the compiler.
//!
//! Rows are padded to powers of two, so that indices masked to the size need no bounds check.
//! A rook's or cannon's attacks along a line depend only on the line's inner points: the outermost
//! point is attacked or not whether it is occupied or not. A rank has 7 inner points, a file 8, so
//! the tables are small enough to stay in the cache (100 KiB), unlike the megabytes that magic
//! bitboards take on this board.

use super::super::{Bitboard, Square};

/// Targets of sliders along a line: moves of a rook, and captures of a cannon (over one screen).
#[derive(Clone, Copy)]
pub(super) struct Line<T> {
    pub(super) rook: T,
    pub(super) cannon: T,
}

/// Reach along a line of `length` points from point `at`, with the line's occupation.
const fn reach(at: u32, length: u32, occupied: u32) -> Line<u32> {
    let mut line = Line { rook: 0, cannon: 0 };
    let mut direction = 0;
    while direction < 2 {
        let mut screens = 0;
        let mut point = at;
        while screens < 2 && if direction == 0 { point + 1 < length } else { point > 0 } {
            point = if direction == 0 { point + 1 } else { point - 1 };
            let bit = 1 << point;
            if screens == 0 {
                line.rook |= bit;
            } else {
                line.cannon |= bit;
            }
            if occupied & bit != 0 {
                screens += 1;
            }
        }
        direction += 1;
    }
    line
}

/// Along a rank: `[file][occupation of the inner 7 points]`, to be shifted to the rank.
pub(super) static RANKS: [[Line<u16>; 128]; 16] = {
    let mut table = [[Line { rook: 0, cannon: 0 }; 128]; 16];
    let mut file = 0;
    while file < 9 {
        let mut inner = 0;
        while inner < 128 {
            let line = reach(file, 9, inner << 1);
            table[file as usize][inner as usize] =
                Line { rook: line.rook as u16, cannon: line.cannon as u16 };
            inner += 1;
        }
        file += 1;
    }
    table
};

/// Along a file: `[rank][occupation of the inner 8 points]`, on file `a`, to be shifted to the
/// file.
pub(super) static FILES: [[Line<u128>; 256]; 16] = {
    let mut table = [[Line { rook: 0, cannon: 0 }; 256]; 16];
    let mut rank = 0;
    while rank < 10 {
        let mut inner = 0;
        while inner < 256 {
            let line = reach(rank, 10, inner << 1);
            table[rank as usize][inner as usize] =
                Line { rook: stand_up(line.rook), cannon: stand_up(line.cannon) };
            inner += 1;
        }
        rank += 1;
    }
    table
};

/// Bit `n` becomes the point of file `a` on rank `n`.
const fn stand_up(line: u32) -> u128 {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= ((line >> rank & 1) as u128) << (9 * rank);
        rank += 1;
    }
    bits
}

/// A table with a row for every point, and 16 columns for what stands on four neighbours.
pub(super) type ByNeighbours = [[u128; 16]; 128];
/// A table with an entry for every point.
pub(super) type BySquare = [u128; 128];

/// A step by files and ranks.
type Step = (i8, i8);

/// South, west, east, north: the order of the bits that [`super::orthogonal_index`] makes.
const ORTHOGONAL: [Step; 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
/// South-west, south-east, north-west, north-east: the order of [`super::diagonal_index`].
const DIAGONAL: [Step; 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
/// The two horse moves that each orthogonal neighbour blocks.
const HORSE_OVER: [[Step; 2]; 4] =
    [[(-1, -2), (1, -2)], [(-2, -1), (-2, 1)], [(2, -1), (2, 1)], [(-1, 2), (1, 2)]];
/// The two points from which a horse comes past each diagonal neighbour.
const HORSE_FROM: [[Step; 2]; 4] =
    [[(-1, -2), (-2, -1)], [(1, -2), (2, -1)], [(-1, 2), (-2, 1)], [(1, 2), (2, 1)]];
/// The elephant move over each diagonal neighbour, its eye (given twice to be of the same shape).
const ELEPHANT_OVER: [[Step; 2]; 4] =
    [[(-2, -2), (-2, -2)], [(2, -2), (2, -2)], [(-2, 2), (-2, 2)], [(2, 2), (2, 2)]];

#[expect(clippy::large_stack_arrays, reason = "only the compiler runs it")]
const fn by_neighbours(targets: [[Step; 2]; 4], stays_home: bool) -> ByNeighbours {
    let mut table = [[0; 16]; 128];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut blocked = 0;
        while blocked < 16 {
            let mut way = 0;
            while way < 8 {
                let (files, ranks) = targets[way / 2][way % 2];
                if let Some(to) = square.offset(files, ranks)
                    && blocked >> (way / 2) & 1 == 0
                    && (!stays_home || (square.rank() < 5) == (to.rank() < 5))
                {
                    table[index][blocked] |= Bitboard::of(to).0;
                }
                way += 1;
            }
            blocked += 1;
        }
        index += 1;
    }
    table
}

/// Moves of a horse, by its occupied legs (orthogonal neighbours).
pub(super) static HORSE: ByNeighbours = by_neighbours(HORSE_OVER, false);
/// Points from which a horse reaches the point, by the point's occupied diagonal neighbours.
pub(super) static HORSE_TO: ByNeighbours = by_neighbours(HORSE_FROM, false);
/// Moves of an elephant, by its occupied eyes (diagonal neighbours), on its own half.
pub(super) static ELEPHANT: ByNeighbours = by_neighbours(ELEPHANT_OVER, true);

const fn inside_palace(square: Square) -> bool {
    square.file() >= 3 && square.file() <= 5 && (square.rank() <= 2 || square.rank() >= 7)
}

const fn palace_steps(steps: [Step; 4], diagonal: bool) -> BySquare {
    let mut table = [0; 128];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut way = 0;
        while way < 4 {
            if let Some(to) = square.offset(steps[way].0, steps[way].1)
                && inside_palace(square)
                && inside_palace(to)
                // Advisors keep to the lines from the centre of the palace.
                && (!diagonal || is_palace_centre(square) || is_palace_centre(to))
            {
                table[index] |= Bitboard::of(to).0;
            }
            way += 1;
        }
        index += 1;
    }
    table
}

const fn is_palace_centre(square: Square) -> bool {
    square.file() == 4 && (square.rank() == 1 || square.rank() == 8)
}

/// Moves of a king.
pub(super) static KING: BySquare = palace_steps(ORTHOGONAL, false);
/// Moves of an advisor.
pub(super) static ADVISOR: BySquare = palace_steps(DIAGONAL, true);

/// Moves of a pawn, Red's then Black's; `reversed` for the points from which one comes.
const fn pawn(reversed: bool) -> [BySquare; 2] {
    let mut table = [[0; 128]; 2];
    let mut index = 0;
    while let Some(square) = Square::from_index(index) {
        let mut colour = 0;
        while colour < 2 {
            let forward = if colour == 0 { 1 } else { -1 };
            let mut way = 0;
            while way < 3 {
                let (files, ranks) = [(0, forward), (-1, 0), (1, 0)][way];
                let crossed = (square.rank() >= 5) == (colour == 0);
                if (way == 0 || crossed)
                    && let Some(to) = square.offset(files, ranks)
                {
                    let (row, bit) = if reversed { (to, square) } else { (square, to) };
                    table[colour][row.index()] |= Bitboard::of(bit).0;
                }
                way += 1;
            }
            colour += 1;
        }
        index += 1;
    }
    table
}

/// Moves of a pawn of each colour.
pub(super) static PAWN: [BySquare; 2] = pawn(false);
/// Points from which a pawn of each colour reaches the point.
pub(super) static PAWN_TO: [BySquare; 2] = pawn(true);
