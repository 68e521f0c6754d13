//! Points whose change could expose a king. Computed once for a position, they reduce the legality
//! of nearly every move to two bit tests, and likewise whether a move gives check.
//!
//! A move changes the occupation by one point left and one entered. A king that is not in check now
//! can come under attack of a standing enemy piece in three ways only: the only blocker of a rook
//! (or of the facing king) leaves, one of the two screens of a cannon leaves, the leg of a horse
//! leaves; or a piece enters the empty line of a cannon. [`Exposure`] holds these points. Moves
//! that touch none of them are safe; others are tried out.

use super::{Bitboard, Colour, Move, Piece, PieceKind, Position, Square, attacks};

/// Attackers of a king, and points where a move could open or close a line to it.
#[derive(Clone, Copy, Debug)]
pub struct Exposure {
    /// Enemy pieces that give check now (a facing king, the "flying general", among them).
    pub checkers: Bitboard,
    /// Pieces of either colour that hide the king from an attack by standing where they stand.
    pub blockers: Bitboard,
    /// Empty points on which any piece would serve an enemy cannon as its screen.
    pub screens: Bitboard,
}

/// Everything needed to know quickly whether a move gives check.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// The enemy king's exposure to the side to move.
    pub exposure: Exposure,
    /// From where a piece of each kind, arriving, attacks the enemy king.
    pub squares: [Bitboard; 7],
}

impl Position {
    /// The exposure of this colour's king.
    #[inline]
    #[must_use]
    pub fn exposure(&self, colour: Colour) -> Exposure {
        let king = self.king(colour);
        let enemy = self.colour(!colour);
        let occupied = self.occupied();
        let mut found = Exposure {
            checkers: attacks::pawn_to(!colour, king) & enemy & self.kind(PieceKind::Pawn),
            blockers: Bitboard::EMPTY,
            screens: Bitboard::EMPTY,
        };
        let lines = Bitboard::file(king.file()) | Bitboard::rank(king.rank());
        let sliders = self.kind(PieceKind::Rook) | self.kind(PieceKind::Cannon);
        let facing = self.kind(PieceKind::King) & Bitboard::file(king.file());
        for slider in (sliders & lines | facing) & enemy {
            let between = Bitboard::between(king, slider);
            let blockers = between & occupied;
            let attacker = Bitboard::of(slider);
            if self.kind(PieceKind::Cannon).contains(slider) {
                if blockers.is_empty() {
                    found.screens |= between;
                } else if !blockers.has_several() {
                    found.checkers |= attacker;
                } else if blockers.count() == 2 {
                    found.blockers |= blockers;
                }
            } else if blockers.is_empty() {
                found.checkers |= attacker;
            } else if !blockers.has_several() {
                found.blockers |= blockers;
            }
        }
        let horses = attacks::horse_to(king, Bitboard::EMPTY) & enemy & self.kind(PieceKind::Horse);
        if !horses.is_empty() {
            let free = attacks::horse_to(king, occupied);
            found.checkers |= horses & free;
            if !horses.without(free).is_empty() {
                // Some horse is hobbled; any piece around the king may be the one that hobbles it.
                found.blockers |= occupied & diagonal_neighbours(king);
            }
        }
        found
    }

    /// Pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let occupied = self.occupied();
        self.attackers_of_king(self.turn, self.king(self.turn), occupied, self.colour(!self.turn))
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Squares from which the side to move gives check, and pieces whose move discovers one.
    #[inline]
    #[must_use]
    pub fn check_squares(&self) -> CheckSquares {
        let king = self.king(!self.turn);
        let occupied = self.occupied();
        let (rook, cannon) = attacks::rook_and_cannon(king, occupied);
        let mut squares = [Bitboard::EMPTY; 7];
        squares[PieceKind::Rook as usize] = rook;
        squares[PieceKind::Cannon as usize] = cannon;
        squares[PieceKind::Horse as usize] = attacks::horse_to(king, occupied);
        squares[PieceKind::Pawn as usize] = attacks::pawn_to(self.turn, king);
        CheckSquares { exposure: self.exposure(!self.turn), squares }
    }

    /// The points to which this piece may move with check; to all others it surely moves without.
    #[inline]
    pub(super) fn points_worth_a_look(&self, from: Square, info: &CheckSquares) -> Bitboard {
        let Some(kind) = self.piece_on(from).map(Piece::kind) else { return Bitboard::EMPTY };
        let lines = info.exposure.blockers | info.exposure.screens;
        if lines.contains(from) || self.is_own_screen(kind, from) {
            !Bitboard::EMPTY
        } else {
            info.squares[kind as usize] | lines
        }
    }

    /// A cannon moving along the enemy king's own line is no longer the screen that it was.
    #[inline]
    fn is_own_screen(&self, kind: PieceKind, from: Square) -> bool {
        let king = self.king(!self.turn);
        kind == PieceKind::Cannon && (from.file() == king.file() || from.rank() == king.rank())
    }

    /// Whether this pseudo-legal move of the side to move gives check.
    #[inline]
    pub fn gives_check(&self, chosen: Move, info: &CheckSquares) -> bool {
        let (from, to) = (chosen.from(), chosen.to());
        let Some(kind) = self.piece_on(from).map(Piece::kind) else { return false };
        let touched = Bitboard::of(from) | Bitboard::of(to);
        let lines = info.exposure.blockers | info.exposure.screens;
        if touched.intersects(lines) || self.is_own_screen(kind, from) {
            self.attacks_king_after(kind, from, to)
        } else {
            info.squares[kind as usize].contains(to)
        }
    }

    /// Whether the enemy king is attacked once this piece has gone there, found by trying it out.
    #[inline]
    fn attacks_king_after(&self, kind: PieceKind, from: Square, to: Square) -> bool {
        let (from, to) = (Bitboard::of(from), Bitboard::of(to));
        let king = self.king(!self.turn);
        let occupied = self.occupied().without(from) | to;
        let (rook, cannon) = attacks::rook_and_cannon(king, occupied);
        let file = rook & Bitboard::file(king.file());
        let reached = |lines: Bitboard, attacker: PieceKind| {
            let standing = self.pieces(self.turn, attacker);
            lines.intersects(if attacker == kind { standing ^ from ^ to } else { standing })
        };
        reached(rook, PieceKind::Rook)
            || reached(cannon, PieceKind::Cannon)
            || reached(file, PieceKind::King)
            || reached(attacks::horse_to(king, occupied), PieceKind::Horse)
            || reached(attacks::pawn_to(self.turn, king), PieceKind::Pawn)
    }

    /// Whether a pseudo-legal move leaves the mover's king safe, given that king's exposure.
    #[inline]
    #[must_use]
    pub fn is_legal(&self, chosen: Move, own: &Exposure) -> bool {
        let touched = Bitboard::of(chosen.from()) | Bitboard::of(chosen.to());
        let quick = own.checkers.is_empty()
            && !touched.intersects(own.blockers | own.screens)
            && chosen.from() != self.king(self.turn);
        quick || self.keeps_king_safe(chosen)
    }

    /// Whether a pseudo-legal move leaves the mover's king safe, found by trying it out.
    #[inline]
    #[must_use]
    pub fn keeps_king_safe(&self, chosen: Move) -> bool {
        let (from, to) = (Bitboard::of(chosen.from()), Bitboard::of(chosen.to()));
        let king = self.king(self.turn);
        let king = if chosen.from() == king { chosen.to() } else { king };
        let occupied = self.occupied().without(from) | to;
        let enemy = self.colour(!self.turn).without(to);
        self.attackers_of_king(self.turn, king, occupied, enemy).is_empty()
    }

    /// The pieces among `enemy` that attack a king of this colour on this point.
    #[inline(always)]
    pub(super) fn attackers_of_king(
        &self,
        colour: Colour,
        king: Square,
        occupied: Bitboard,
        enemy: Bitboard,
    ) -> Bitboard {
        let (rook, cannon) = attacks::rook_and_cannon(king, occupied);
        let file = rook & Bitboard::file(king.file());
        ((rook & self.kind(PieceKind::Rook))
            | (cannon & self.kind(PieceKind::Cannon))
            | (file & self.kind(PieceKind::King))
            | (attacks::horse_to(king, occupied) & self.kind(PieceKind::Horse))
            | (attacks::pawn_to(!colour, king) & self.kind(PieceKind::Pawn)))
            & enemy
    }
}

/// The points around the king from which a piece can hobble a horse.
#[inline(always)]
fn diagonal_neighbours(king: Square) -> Bitboard {
    let bit = Bitboard::of(king).0;
    // The palace never touches the edge files, so no shift wraps around; ranks fall off at either
    // end.
    Bitboard((bit << 10) | (bit << 8) | (bit >> 8) | (bit >> 10)) & Bitboard::ALL
}
