//! The position: what stands where, whose turn it is, and how it came to be.
//!
//! A `Position` is always possible (see [`super::Setup`] for the way in) and is changed in place by
//! [`Position::play`] and [`Position::undo`].

use super::setup::{Setup, SetupError};
use super::{Bitboard, Colour, Move, Piece, PieceKind, Square, attacks, zobrist};
use std::fmt;

/// State before a move that cannot be recomputed when it is undone, or that repetition needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryEntry {
    /// The key before the move.
    pub(super) key: u64,
    /// The move; none for a passed turn.
    pub(super) played: Option<Move>,
    /// The captured piece.
    pub(super) captured: Option<Piece>,
    /// Plies without a capture before the move.
    pub(super) quiet_plies: u16,
}

/// A Xiangqi position with its history.
#[derive(Clone)]
pub struct Position {
    pub(super) board: [Option<Piece>; 128],
    pub(super) kinds: [Bitboard; 7],
    pub(super) colours: [Bitboard; 2],
    pub(super) kings: [Square; 2],
    pub(super) turn: Colour,
    pub(super) quiet_plies: u16,
    pub(super) first_move_number: u32,
    pub(super) first_turn: Colour,
    pub(super) key: u64,
    pub(super) history: Vec<HistoryEntry>,
}

impl Position {
    /// The position of a set-up, or everything that is wrong with it.
    ///
    /// # Errors
    /// Every fault of a set-up that no game can contain.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let kings = setup.validate()?;
        let mut position = Self {
            board: [None; 128],
            kinds: [Bitboard::EMPTY; 7],
            colours: [Bitboard::EMPTY; 2],
            kings,
            turn: setup.turn,
            quiet_plies: setup.quiet_plies,
            first_move_number: setup.move_number,
            first_turn: setup.turn,
            key: zobrist::turn_key(setup.turn),
            history: Vec::with_capacity(256),
        };
        for (square, piece) in setup.pieces() {
            position.put(piece, square);
        }
        Ok(position)
    }

    /// The position as a set-up: to change it, to print it, to compare it without its history.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            setup.board[square.index()] = self.piece_on(square);
        }
        setup.turn = self.turn;
        setup.quiet_plies = self.quiet_plies;
        setup.move_number = self.move_number();
        setup
    }

    /// The start of a game.
    #[expect(clippy::missing_panics_doc, reason = "a constant position")]
    #[must_use]
    pub fn start() -> Self {
        Self::from_setup(&Setup::start()).expect("the start position is possible")
    }

    /// The side to move.
    #[inline(always)]
    #[must_use]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// The piece on a point.
    #[inline(always)]
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.padded()]
    }

    /// Points with pieces of this kind, of both colours.
    #[inline(always)]
    #[must_use]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        self.kinds[kind as usize]
    }

    /// Points with pieces of this colour.
    #[inline(always)]
    #[must_use]
    pub fn colour(&self, colour: Colour) -> Bitboard {
        self.colours[colour as usize]
    }

    /// Points with pieces of this colour and kind.
    #[inline(always)]
    #[must_use]
    pub fn pieces(&self, colour: Colour, kind: PieceKind) -> Bitboard {
        self.colour(colour) & self.kind(kind)
    }

    /// Points with a piece.
    #[inline(always)]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.colours[0] | self.colours[1]
    }

    /// Point of the king of this colour.
    #[inline(always)]
    #[must_use]
    pub fn king(&self, colour: Colour) -> Square {
        self.kings[colour as usize]
    }

    /// The key of the position with its side to move; equal positions have equal keys.
    #[inline(always)]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key, computed afresh: what [`Position::key`] must equal.
    #[must_use]
    pub fn recomputed_key(&self) -> u64 {
        self.occupied().squares().fold(zobrist::turn_key(self.turn), |key, square| {
            key ^ self.piece_on(square).map_or(0, |piece| zobrist::piece_key(piece, square))
        })
    }

    /// Plies since the last capture.
    #[inline(always)]
    #[must_use]
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The number of the next full move, as a FEN counts them.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        let plies = self.history.len() + self.first_turn as usize;
        self.first_move_number.saturating_add(plies as u32 / 2)
    }

    /// Number of plies (with passed turns) played since the position was set up.
    #[inline(always)]
    #[must_use]
    pub fn plies_played(&self) -> usize {
        self.history.len()
    }

    /// The moves played since the position was set up, oldest first; `None` for a passed turn.
    #[must_use]
    pub fn moves_played(
        &self,
    ) -> impl DoubleEndedIterator<Item = Option<Move>> + ExactSizeIterator {
        self.history.iter().map(|entry| entry.played)
    }

    /// The last move, unless nothing was played or the turn was passed.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.history.last().and_then(|entry| entry.played)
    }

    /// A copy without the history, cheap to make: to look around without disturbing the position.
    pub(super) fn scene(&self) -> Self {
        Self { history: Vec::new(), ..*self }
    }

    /// Forgets the history, so that nothing before now counts as a repetition.
    pub fn forget_history(&mut self) {
        self.first_move_number = self.move_number();
        self.first_turn = self.turn;
        self.history.clear();
    }

    /// All pieces of both colours that attack the point, on a board occupied like this. Cannons
    /// need their screen in `occupied`, horses their legs free of it. Kings attack each other along
    /// an open file only if the point holds the other king.
    #[inline]
    #[must_use]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let (rook_lines, cannon_lines) = attacks::rook_and_cannon(square, occupied);
        let pawns = attacks::pawn_to(Colour::Red, square) & self.colour(Colour::Red)
            | attacks::pawn_to(Colour::Black, square) & self.colour(Colour::Black);
        let mut kings = attacks::king(square);
        if self.kind(PieceKind::King).contains(square) {
            kings |= attacks::along_file(square, occupied);
        }
        (rook_lines & self.kind(PieceKind::Rook))
            | (cannon_lines & self.kind(PieceKind::Cannon))
            | (attacks::horse_to(square, occupied) & self.kind(PieceKind::Horse))
            | (attacks::elephant(square, occupied) & self.kind(PieceKind::Elephant))
            | (attacks::advisor(square) & self.kind(PieceKind::Advisor))
            | (pawns & self.kind(PieceKind::Pawn))
            | (kings & self.kind(PieceKind::King))
    }

    /// Points that the piece on this point attacks, of either colour; empty if the point is empty.
    #[inline]
    #[must_use]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        let occupied = self.occupied();
        self.piece_on(square).map_or(Bitboard::EMPTY, |piece| match piece.kind() {
            PieceKind::King => attacks::king(square),
            PieceKind::Advisor => attacks::advisor(square),
            PieceKind::Elephant => attacks::elephant(square, occupied),
            PieceKind::Horse => attacks::horse(square, occupied),
            PieceKind::Rook => attacks::rook(square, occupied),
            PieceKind::Cannon => attacks::cannon(square, occupied),
            PieceKind::Pawn => attacks::pawn(piece.colour(), square),
        })
    }

    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.board[square.padded()] = Some(piece);
        self.kinds[piece.kind() as usize] |= Bitboard::of(square);
        self.colours[piece.colour() as usize] |= Bitboard::of(square);
        self.key ^= zobrist::piece_key(piece, square);
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

impl PartialEq for Position {
    /// Equal boards with the same side to move, as repetition sees it.
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.turn == other.turn && self.board == other.board
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.to_setup())
    }
}
