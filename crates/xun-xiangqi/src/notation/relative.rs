//! The common part of WXF and Chinese notation: a move is named by the piece, its file or its rank
//! among its likes on the file, a direction, and a number, all as the mover sees the board.
//!
//! Files are numbered 1 to 9 from the mover's right. Kings, rooks, cannons and pawns that go
//! forward or back name how many points; every other move names the file it ends on.

use super::{MoveTextError, shortened};
use crate::rules::{Colour, Illegality, Move, PieceKind, Position, Square};

/// Selects one of the mover's pieces of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// The one on this file (1 to 9).
    File(u8),
    /// The foremost of several on a file.
    Front,
    /// The second of three on a file.
    Middle,
    /// The last of several on a file.
    Rear,
    /// The n-th pawn of all that share a file with another, counted from the right and then from
    /// the front.
    Nth(u8),
    /// The n-th from the front on this file.
    NthOnFile(u8, u8),
    /// The last of several on this file.
    RearOnFile(u8),
}

/// Direction of a move, as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
    Sideways,
}

/// A move as the mover sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relative {
    pub(super) kind: PieceKind,
    pub(super) which: Which,
    pub(super) direction: Direction,
    pub(super) number: u8,
}

/// The file's number from this side's right, 1 to 9.
pub(super) fn file_number(square: Square, side: Colour) -> u8 {
    match side {
        Colour::Red => Square::FILES - square.file(),
        Colour::Black => square.file() + 1,
    }
}

/// The rank's number from this side's home, 0 to 9.
fn advance(square: Square, side: Colour) -> u8 {
    match side {
        Colour::Red => square.rank(),
        Colour::Black => Square::RANKS - 1 - square.rank(),
    }
}

/// Direction and number of a move.
fn way(chosen: Move, kind: PieceKind, side: Colour) -> (Direction, u8) {
    let (from, to) = (advance(chosen.from(), side), advance(chosen.to(), side));
    let direction = match from.cmp(&to) {
        std::cmp::Ordering::Less => Direction::Forward,
        std::cmp::Ordering::Greater => Direction::Back,
        std::cmp::Ordering::Equal => Direction::Sideways,
    };
    let straight =
        matches!(kind, PieceKind::King | PieceKind::Rook | PieceKind::Cannon | PieceKind::Pawn);
    if straight && direction != Direction::Sideways {
        (direction, from.abs_diff(to))
    } else {
        (direction, file_number(chosen.to(), side))
    }
}

/// A piece's place among the pieces of its kind and colour.
pub(super) struct Place {
    /// Number of them on its file.
    pub(super) on_file: u8,
    /// Number of those in front of it.
    pub(super) in_front: u8,
    /// Number of files with two or more of them.
    pub(super) crowded_files: u8,
    /// Number of pieces on crowded files before it, from the right and then from the front.
    pub(super) before: u8,
}

impl Place {
    pub(super) fn of(position: &Position, square: Square, kind: PieceKind) -> Self {
        let side = position.turn();
        let likes = position.pieces(side, kind);
        let mut counts = [0u8; 10];
        for like in likes {
            counts[usize::from(file_number(like, side))] += 1;
        }
        let file = file_number(square, side);
        let ahead = |like: Square| advance(like, side) > advance(square, side);
        let in_front =
            likes.squares().filter(|&like| file_number(like, side) == file && ahead(like)).count()
                as u8;
        let crowded = |count: &&u8| **count > 1;
        Self {
            on_file: counts[usize::from(file)],
            in_front,
            crowded_files: counts.iter().filter(crowded).count() as u8,
            before: counts[..usize::from(file)].iter().filter(crowded).sum::<u8>() + in_front,
        }
    }
}

impl Relative {
    /// A legal move as the mover sees it, with the name of the piece left to `name`, which is asked
    /// only where the file alone would not do.
    pub(super) fn of(
        position: &Position,
        chosen: Move,
        name: impl Fn(&Place, u8) -> Which,
    ) -> Option<Self> {
        let side = position.turn();
        let kind = position.piece_on(chosen.from())?.kind();
        let (direction, number) = way(chosen, kind, side);
        let file = file_number(chosen.from(), side);
        let place = Place::of(position, chosen.from(), kind);
        // Of two advisors or elephants on a file one can only go forward and the other only back.
        let told_apart = matches!(kind, PieceKind::Advisor | PieceKind::Elephant);
        let which =
            if place.on_file < 2 || told_apart { Which::File(file) } else { name(&place, file) };
        Some(Self { kind, which, direction, number })
    }

    /// Whether a legal move can be meant.
    fn means(self, position: &Position, chosen: Move) -> bool {
        let side = position.turn();
        let from = chosen.from();
        if position.piece_on(from).is_none_or(|piece| piece.kind() != self.kind)
            || way(chosen, self.kind, side) != (self.direction, self.number)
        {
            return false;
        }
        let file = file_number(from, side);
        let place = Place::of(position, from, self.kind);
        let several = place.on_file > 1;
        match self.which {
            Which::File(wanted) => wanted == file,
            Which::Front => several && place.in_front == 0,
            Which::Middle => place.on_file == 3 && place.in_front == 1,
            Which::Rear => several && place.in_front + 1 == place.on_file,
            Which::Nth(nth) => several && place.before + 1 == nth,
            Which::RearOnFile(wanted) => {
                several && wanted == file && place.in_front + 1 == place.on_file
            }
            Which::NthOnFile(nth, wanted) => several && wanted == file && place.in_front + 1 == nth,
        }
    }

    /// The reason why no move that can be meant is legal.
    fn illegality(self, position: &Position) -> Illegality {
        let pieces = position.pieces(position.turn(), self.kind);
        let reasons = pieces.squares().flat_map(|from| {
            let ways = Square::all().filter_map(move |to| Move::new(from, to));
            let meant = ways.filter(|&chosen| self.means(position, chosen));
            meant.filter_map(|chosen| position.illegality(chosen))
        });
        let mut odd = Illegality::NoPiece;
        for reason in reasons {
            match reason {
                Illegality::NotItsMove(_) => odd = reason,
                telling => return telling,
            }
        }
        odd
    }

    /// The only legal move that is meant.
    pub(super) fn find(self, position: &Position, text: &str) -> Result<Move, MoveTextError> {
        let moves = position.legal_moves();
        let meant: Vec<Move> =
            moves.into_iter().filter(|&chosen| self.means(position, chosen)).collect();
        match meant[..] {
            [] => Err(MoveTextError::illegal(text, Some(self.illegality(position)))),
            [only] => Ok(only),
            _ => {
                let names: Vec<String> = meant.iter().map(ToString::to_string).collect();
                Err(MoveTextError::Ambiguous { text: shortened(text), moves: names.join(", ") })
            }
        }
    }
}
