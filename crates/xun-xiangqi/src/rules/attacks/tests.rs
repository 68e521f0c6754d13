//! The tables against walks on the board, step by step.

use super::*;

/// A small generator: the boards need only be many and different.
struct Random(u64);

impl Random {
    fn board(&mut self) -> Bitboard {
        let mut next = || {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            u128::from(self.0 >> 32)
        };
        let bits = next() | next() << 32 | next() << 64;
        let thinner = next() | next() << 32 | next() << 64;
        Bitboard(bits & thinner) & Bitboard::ALL
    }
}

const ORTHOGONAL: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

fn walk(square: Square, occupied: Bitboard, screens_wanted: u32) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for (files, ranks) in ORTHOGONAL {
        let (mut at, mut screens) = (square, 0);
        while let Some(next) = at.offset(files, ranks) {
            at = next;
            if screens == screens_wanted {
                reached |= Bitboard::of(at);
            }
            screens += u32::from(occupied.contains(at));
            if screens > screens_wanted {
                break;
            }
        }
    }
    reached
}

fn hop(square: Square, occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for (files, ranks) in ORTHOGONAL {
        let Some(leg) = square.offset(files, ranks).filter(|&leg| !occupied.contains(leg)) else {
            continue;
        };
        for side in [-1, 1] {
            let (files, ranks) = if files == 0 { (side, ranks) } else { (files, side) };
            reached = leg.offset(files, ranks).map_or(reached, |to| reached | Bitboard::of(to));
        }
    }
    reached
}

fn stride(square: Square, occupied: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for (files, ranks) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        let eye_free = square.offset(files, ranks).is_some_and(|eye| !occupied.contains(eye));
        if let Some(to) = square.offset(2 * files, 2 * ranks)
            && eye_free
            && (to.rank() < 5) == (square.rank() < 5)
        {
            reached |= Bitboard::of(to);
        }
    }
    reached
}

#[test]
fn tables_agree_with_walks() {
    let mut random = Random(1);
    for _ in 0..500 {
        let occupied = random.board();
        for square in Square::all() {
            assert_eq!(rook(square, occupied), walk(square, occupied, 0));
            assert_eq!(cannon(square, occupied), walk(square, occupied, 1));
            assert_eq!(
                rook_and_cannon(square, occupied),
                (rook(square, occupied), cannon(square, occupied))
            );
            assert_eq!(
                along_file(square, occupied),
                rook(square, occupied) & Bitboard::file(square.file())
            );
            assert_eq!(horse(square, occupied), hop(square, occupied));
            assert_eq!(elephant(square, occupied), stride(square, occupied));
        }
    }
}

#[test]
fn reverse_tables_agree_with_forward_ones() {
    let mut random = Random(2);
    for _ in 0..50 {
        let occupied = random.board();
        for to in Square::all() {
            let horses: Bitboard =
                Square::all().filter(|&from| horse(from, occupied).contains(to)).collect();
            assert_eq!(horse_to(to, occupied), horses);
            for colour in Colour::ALL {
                let pawns: Bitboard =
                    Square::all().filter(|&from| pawn(colour, from).contains(to)).collect();
                assert_eq!(pawn_to(colour, to), pawns);
            }
        }
    }
}

#[test]
fn palace_pieces_stay_in_the_palace() {
    let kings: u32 = Square::all().map(|square| king(square).count()).sum();
    let advisors: u32 = Square::all().map(|square| advisor(square).count()).sum();
    // 12 lines in each palace, and 4 diagonals; both ends count.
    assert_eq!((kings, advisors), (2 * 2 * 12, 2 * 2 * 4));
}
