//! Making and taking back moves, with an observer that hears what changes on the board.

use super::position::HistoryEntry;
use super::{Bitboard, Move, Piece, PieceKind, Position, Square, zobrist};

/// Hears of every change that [`Position::play_observed`] and [`Position::undo_observed`] make: an
/// evaluation's sums or a network's accumulator follow the board this way. [`Unobserved`] costs
/// nothing.
pub trait BoardObserver {
    /// A piece came onto an empty point.
    fn placed(&mut self, piece: Piece, square: Square);

    /// A piece left the board.
    fn removed(&mut self, piece: Piece, square: Square);

    /// A piece went to a point that is empty by now.
    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.placed(piece, to);
    }
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl BoardObserver for Unobserved {
    #[inline(always)]
    fn placed(&mut self, _: Piece, _: Square) {}

    #[inline(always)]
    fn removed(&mut self, _: Piece, _: Square) {}
}

impl Position {
    /// Plays a pseudo-legal move (see [`Position::is_pseudo_legal`]).
    #[inline]
    pub fn play(&mut self, chosen: Move) {
        self.play_observed(chosen, &mut Unobserved);
    }

    /// Plays a pseudo-legal move and tells the observer.
    #[inline]
    pub fn play_observed(&mut self, chosen: Move, observer: &mut impl BoardObserver) {
        let (from, to) = (chosen.from(), chosen.to());
        let Some(piece) = self.piece_on(from) else {
            debug_assert!(false, "{chosen} in {self:?}: nothing stands there");
            return;
        };
        debug_assert_eq!(piece.colour(), self.turn);
        let captured = self.piece_on(to);
        self.history.push(HistoryEntry {
            key: self.key,
            played: Some(chosen),
            captured,
            quiet_plies: self.quiet_plies,
        });
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.key ^=
            zobrist::piece_key(piece, from) ^ zobrist::piece_key(piece, to) ^ zobrist::pass_key();
        if let Some(captured) = captured {
            self.key ^= zobrist::piece_key(captured, to);
            self.toggle(captured, Bitboard::of(to));
            self.quiet_plies = 0;
            observer.removed(captured, to);
        }
        self.toggle(piece, Bitboard::of(from) | Bitboard::of(to));
        self.board[from.padded()] = None;
        self.board[to.padded()] = Some(piece);
        if piece.kind() == PieceKind::King {
            self.kings[piece.colour() as usize] = to;
        }
        self.turn = !self.turn;
        observer.moved(piece, from, to);
    }

    /// Takes back the last move or passed turn; nothing if there is none.
    #[inline]
    pub fn undo(&mut self) -> Option<Move> {
        self.undo_observed(&mut Unobserved)
    }

    /// Takes back the last move or passed turn and tells the observer.
    #[inline]
    pub fn undo_observed(&mut self, observer: &mut impl BoardObserver) -> Option<Move> {
        let last = self.history.pop()?;
        self.take_back_observed(&last, observer);
        last.played
    }

    /// Undoes a move that is not the last of this position's own history, but of the position it
    /// was copied from.
    #[inline]
    pub(super) fn take_back(&mut self, entry: &HistoryEntry) {
        self.take_back_observed(entry, &mut Unobserved);
    }

    #[inline(always)]
    fn take_back_observed(&mut self, last: &HistoryEntry, observer: &mut impl BoardObserver) {
        self.turn = !self.turn;
        self.key = last.key;
        self.quiet_plies = last.quiet_plies;
        let Some(taken_back) = last.played else { return };
        let (from, to) = (taken_back.from(), taken_back.to());
        let Some(piece) = self.piece_on(to) else { return };
        self.toggle(piece, Bitboard::of(from) | Bitboard::of(to));
        self.board[from.padded()] = Some(piece);
        self.board[to.padded()] = last.captured;
        if piece.kind() == PieceKind::King {
            self.kings[piece.colour() as usize] = from;
        }
        observer.moved(piece, to, from);
        if let Some(captured) = last.captured {
            self.toggle(captured, Bitboard::of(to));
            observer.placed(captured, to);
        }
    }

    /// Passes the turn, as null-move search does. Take it back with [`Position::undo`].
    #[inline]
    pub fn pass(&mut self) {
        self.history.push(HistoryEntry {
            key: self.key,
            played: None,
            captured: None,
            quiet_plies: self.quiet_plies,
        });
        self.key ^= zobrist::pass_key();
        self.turn = !self.turn;
    }

    /// The key that [`Position::key`] will have after the move: for prefetching.
    #[inline]
    #[must_use]
    pub fn key_after(&self, chosen: Move) -> u64 {
        let (from, to) = (chosen.from(), chosen.to());
        let mover = self
            .piece_on(from)
            .map_or(0, |piece| zobrist::piece_key(piece, from) ^ zobrist::piece_key(piece, to));
        let captured = self.piece_on(to).map_or(0, |piece| zobrist::piece_key(piece, to));
        self.key ^ zobrist::pass_key() ^ mover ^ captured
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.kinds[piece.kind() as usize] ^= squares;
        self.colours[piece.colour() as usize] ^= squares;
    }
}
