//! A set-up: pieces on a board that are not yet checked to be a possible position.
//!
//! [`Setup::faults`] names everything that no game can lead to; only a set-up without faults
//! becomes a [`super::Position`].

use super::{Bitboard, Colour, Piece, PieceKind, Square, attacks};
use std::fmt;

/// A board as it was given, unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The piece on each point, by [`Square::index`].
    pub board: [Option<Piece>; Square::COUNT],
    /// The side to move.
    pub turn: Colour,
    /// Plies since the last capture.
    pub quiet_plies: u16,
    /// The number of the next full move, from 1.
    pub move_number: u32,
}

impl Setup {
    /// An empty board, Red to move.
    #[must_use]
    pub const fn empty() -> Self {
        Self { board: [None; Square::COUNT], turn: Colour::Red, quiet_plies: 0, move_number: 1 }
    }

    /// The start of a game.
    #[expect(clippy::missing_panics_doc, reason = "a constant FEN")]
    #[must_use]
    pub fn start() -> Self {
        super::fen::START.parse().expect("the start position is a FEN")
    }

    /// Every piece and its point.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| self.board[square.index()].map(|piece| (square, piece)))
    }

    /// The set-up with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.rearranged(Square::mirrored, |piece| piece)
    }

    /// The set-up with the colours, and with them the sides of the board and the turn, exchanged.
    #[must_use]
    pub fn colours_swapped(&self) -> Self {
        let swapped =
            self.rearranged(Square::flipped, |piece| Piece::new(!piece.colour(), piece.kind()));
        Self { turn: !self.turn, ..swapped }
    }

    fn rearranged(
        &self,
        place: impl Fn(Square) -> Square,
        change: impl Fn(Piece) -> Piece,
    ) -> Self {
        let mut other = Self { board: [None; Square::COUNT], ..self.clone() };
        for (square, piece) in self.pieces() {
            other.board[place(square).index()] = Some(change(piece));
        }
        other
    }

    /// Everything that is wrong with the set-up; empty if it is a possible position.
    #[must_use]
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for colour in Colour::ALL {
            for kind in PieceKind::ALL {
                let count =
                    self.pieces().filter(|&(_, piece)| piece == Piece::new(colour, kind)).count()
                        as u32;
                if kind == PieceKind::King && count == 0 {
                    faults.push(SetupFault::NoKing(colour));
                } else if count > kind.full_count() {
                    faults.push(SetupFault::TooMany { piece: Piece::new(colour, kind), count });
                }
            }
        }
        faults.extend(
            self.pieces()
                .filter(|&(square, piece)| !home(piece).contains(square))
                .map(|(square, piece)| SetupFault::ImpossiblePoint { piece, square }),
        );
        for colour in Colour::ALL {
            for file in 0..Square::FILES {
                let waiting = uncrossed(colour) & Bitboard::file(file);
                if waiting
                    .squares()
                    .filter(|&square| self.holds(square, colour, PieceKind::Pawn))
                    .count()
                    > 1
                {
                    faults.push(SetupFault::PawnsShareFile { colour, file });
                }
            }
        }
        self.king_faults(&mut faults);
        faults
    }

    fn holds(&self, square: Square, colour: Colour, kind: PieceKind) -> bool {
        self.board[square.index()] == Some(Piece::new(colour, kind))
    }

    fn kings(&self, colour: Colour) -> Bitboard {
        Square::all().filter(|&square| self.holds(square, colour, PieceKind::King)).collect()
    }

    /// Facing kings, and checks that the side not to move could not have left standing.
    fn king_faults(&self, faults: &mut Vec<SetupFault>) {
        let occupied: Bitboard = self.pieces().map(|(square, _)| square).collect();
        let waiting = !self.turn;
        let theirs = self.kings(self.turn);
        for king in self.kings(waiting) {
            if attacks::along_file(king, occupied).intersects(theirs) {
                faults.push(SetupFault::KingsFace);
            }
            let checkers = self.pieces().filter(|&(square, piece)| {
                piece.colour() == self.turn
                    && match piece.kind() {
                        PieceKind::Rook => attacks::rook(square, occupied).contains(king),
                        PieceKind::Cannon => attacks::cannon(square, occupied).contains(king),
                        PieceKind::Horse => attacks::horse(square, occupied).contains(king),
                        PieceKind::Pawn => attacks::pawn(self.turn, square).contains(king),
                        PieceKind::King | PieceKind::Advisor | PieceKind::Elephant => false,
                    }
            });
            faults.extend(checkers.map(|(checker, piece)| SetupFault::WaitingSideInCheck {
                side: waiting,
                checker,
                piece,
            }));
        }
    }

    /// The kings' points, Red's first, if nothing is wrong.
    pub(super) fn validate(&self) -> Result<[Square; 2], SetupError> {
        let faults = self.faults();
        match (self.kings(Colour::Red).first(), self.kings(Colour::Black).first()) {
            (Some(red), Some(black)) if faults.is_empty() => Ok([red, black]),
            _ => Err(SetupError { faults }),
        }
    }
}

/// The ranks on which a pawn of this colour has not crossed the river yet. The one behind the
/// pawns' starting rank is among them although no game leads there: the federation's rule book
/// prints such a diagram.
fn uncrossed(colour: Colour) -> Bitboard {
    match colour {
        Colour::Red => Bitboard::rank(2) | Bitboard::rank(3) | Bitboard::rank(4),
        Colour::Black => Bitboard::rank(7) | Bitboard::rank(6) | Bitboard::rank(5),
    }
}

/// The points a piece can ever stand on.
fn home(piece: Piece) -> Bitboard {
    let own_ranks = match piece.colour() {
        Colour::Red => 0..5,
        Colour::Black => 5..10,
    };
    let own_half = own_ranks.fold(Bitboard::EMPTY, |half, rank| half | Bitboard::rank(rank));
    let at = |points: &[(u8, u8)]| -> Bitboard {
        points
            .iter()
            .filter_map(|&(file, rank)| Square::new(file, rank))
            .map(|square| if piece.colour() == Colour::Red { square } else { square.flipped() })
            .collect()
    };
    match piece.kind() {
        PieceKind::King => {
            Square::all().filter(|square| !attacks::king(*square).is_empty()).collect::<Bitboard>()
                & own_half
        }
        PieceKind::Advisor => at(&[(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)]),
        PieceKind::Elephant => at(&[(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)]),
        PieceKind::Pawn => {
            let starting_files =
                (0..9).step_by(2).fold(Bitboard::EMPTY, |files, file| files | Bitboard::file(file));
            !own_half | uncrossed(piece.colour()) & starting_files
        }
        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => Bitboard::ALL,
    }
}

/// One reason why a set-up cannot arise in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupFault {
    /// A side has no king.
    NoKing(Colour),
    /// A side has more of a piece than a game begins with.
    TooMany {
        /// The piece.
        piece: Piece,
        /// Number found.
        count: u32,
    },
    /// A piece stands where it can never come.
    ImpossiblePoint {
        /// The piece.
        piece: Piece,
        /// Its point.
        square: Square,
    },
    /// Two pawns stand on one file before the river, though a file begins with one and they cannot
    /// change files.
    PawnsShareFile {
        /// Colour of the pawns.
        colour: Colour,
        /// The file, 0 for `a`.
        file: u8,
    },
    /// The kings face each other on an open file, which the last move was not allowed to leave so.
    KingsFace,
    /// The side that is not to move is in check: it was not allowed to leave it so.
    WaitingSideInCheck {
        /// The side that waits.
        side: Colour,
        /// Point of the checking piece.
        checker: Square,
        /// The checking piece.
        piece: Piece,
    },
}

impl SetupFault {
    /// The points of a set-up that the fault concerns.
    #[must_use]
    pub fn squares(&self, setup: &Setup) -> Vec<Square> {
        let all = |wanted: Piece| {
            setup.pieces().filter(move |&(_, piece)| piece == wanted).map(|(square, _)| square)
        };
        let king = |colour| all(Piece::new(colour, PieceKind::King));
        match *self {
            Self::NoKing(_) => Vec::new(),
            Self::TooMany { piece, .. } => all(piece).collect(),
            Self::ImpossiblePoint { square, .. } => vec![square],
            Self::PawnsShareFile { colour, file } => {
                let home = |square: &Square| match colour {
                    Colour::Red => square.rank() < 5,
                    Colour::Black => square.rank() > 4,
                };
                let pawns = all(Piece::new(colour, PieceKind::Pawn));
                pawns.filter(|square| square.file() == file && home(square)).collect()
            }
            Self::KingsFace => Colour::ALL.into_iter().flat_map(king).collect(),
            Self::WaitingSideInCheck { side, checker, .. } => king(side).chain([checker]).collect(),
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(colour) => write!(f, "{colour:?} has no king"),
            Self::TooMany { piece, count } => {
                write!(
                    f,
                    "{count} of {piece} ({piece:?}), at most {} are possible",
                    piece.kind().full_count()
                )
            }
            Self::ImpossiblePoint { piece, square } => {
                write!(f, "{piece} ({piece:?}) can never stand on {square}")
            }
            Self::PawnsShareFile { colour, file } => {
                let file = char::from(b'a' + file);
                write!(
                    f,
                    "{colour:?} has two pawns on file {file} before the river, only one is possible"
                )
            }
            Self::KingsFace => {
                f.write_str("the kings face each other, so the last move was illegal")
            }
            Self::WaitingSideInCheck { side, checker, piece } => {
                write!(
                    f,
                    "{side:?} is in check by {piece} on {checker}, but it is the other side's turn"
                )
            }
        }
    }
}

/// Error of a set-up that is no position: all of its faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// The faults, at least one.
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("impossible position: ")?;
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(fen: &str) -> Vec<SetupFault> {
        fen.parse::<Setup>().expect(fen).faults()
    }

    fn at(square: &str) -> Square {
        Square::all().find(|found| found.to_string() == square).expect(square)
    }

    #[test]
    fn each_fault_is_found() {
        use Colour::{Black, Red};
        let impossible = |piece, square| SetupFault::ImpossiblePoint { piece, square: at(square) };
        let cases = [
            ("9/9/9/9/9/9/9/9/9/4K4 w", vec![SetupFault::NoKing(Black)]),
            (
                "3kk4/9/9/9/9/9/9/9/9/5K3 w",
                vec![SetupFault::TooMany { piece: Piece::BlackKing, count: 2 }],
            ),
            ("4k4/9/9/9/9/9/9/9/9/4K4 w", vec![SetupFault::KingsFace]),
            ("4k4/9/9/9/9/9/9/9/9/4K4 b", vec![SetupFault::KingsFace]),
            ("3k5/9/9/9/9/9/K8/9/9/9 w", vec![impossible(Piece::RedKing, "a3")]),
            ("3k5/9/2B6/9/9/9/9/9/9/4K4 w", vec![impossible(Piece::RedElephant, "c7")]),
            ("3k5/9/9/9/9/9/9/9/2B6/4K4 w", vec![impossible(Piece::RedElephant, "c1")]),
            ("3k5/9/9/9/9/9/9/9/3A5/4K4 w", vec![impossible(Piece::RedAdvisor, "d1")]),
            ("3k5/9/9/9/9/9/9/9/9/4K3P w", vec![impossible(Piece::RedPawn, "i0")]),
            ("3k5/9/9/9/9/1P7/9/9/9/4K4 w", vec![impossible(Piece::RedPawn, "b4")]),
            (
                "3k5/9/9/9/9/P8/P8/9/9/4K4 w",
                vec![SetupFault::PawnsShareFile { colour: Red, file: 0 }],
            ),
            (
                "3k5/PPPPPP3/9/9/9/9/9/9/9/4K4 b",
                vec![SetupFault::TooMany { piece: Piece::RedPawn, count: 6 }],
            ),
            (
                "3k5/9/9/9/9/9/9/9/9/3RK4 w",
                vec![SetupFault::WaitingSideInCheck {
                    side: Black,
                    checker: at("d0"),
                    piece: Piece::RedRook,
                }],
            ),
        ];
        for (fen, expected) in cases {
            assert_eq!(faults(fen), expected, "{fen}");
        }
    }

    #[test]
    fn all_faults_are_listed_together() {
        let found = faults("9/9/2B6/9/9/1P7/9/9/3RRR3/9 w");
        assert_eq!(found.len(), 5, "{found:?}");
        let setup: Setup = "9/9/2B6/9/9/1P7/9/9/3RRR3/9 w".parse().expect("a board");
        let error = super::super::Position::from_setup(&setup).expect_err("an impossible position");
        assert_eq!(error.faults, found);
    }

    #[test]
    fn the_start_and_its_images_are_possible() {
        let start = Setup::start();
        for setup in [start.mirrored(), start.colours_swapped(), start.clone()] {
            assert_eq!(setup.faults(), []);
        }
        assert_eq!(start.mirrored(), start);
        assert_eq!(start.colours_swapped().colours_swapped(), start);
    }
}
