//! Which pieces a side chases: whose capture it threatens, so that the rules against perpetual
//! chase look at it.
//!
//! A threat counts only if the capture could really be made and would win something:
//! - kings and pawns may chase, so their threats do not count; threats to the king are checks; a
//!   pawn that has not crossed the river may be chased;
//! - a capture that would expose the capturer's own king is no threat (a pinned piece does not
//!   attack);
//! - a horse or cannon threatens a rook, and an advisor or elephant a rook, horse or cannon,
//!   protected or not;
//! - any other victim must be unprotected: no recapture is possible that would not expose the
//!   recapturer's king (a pinned piece does not protect);
//! - against its own kind a piece threatens nothing if the victim could as well capture it: that is
//!   an offer to exchange. A horse hobbled on the way back, and a pinned piece, could not.

use super::super::{Bitboard, Colour, PieceKind, Position, Square};

/// Names for the pieces of a cycle of moves, which follow them as they move. Nothing is captured in
/// a cycle.
#[derive(Clone)]
pub(super) struct Names([u8; 128]);

impl Names {
    pub(super) fn of(position: &Position) -> Self {
        let mut names = [0; 128];
        for colour in Colour::ALL {
            for (name, square) in (0..).zip(position.colour(colour)) {
                names[square.padded()] = name;
            }
        }
        Self(names)
    }

    pub(super) fn relocate(&mut self, from: Square, to: Square) {
        self.0[to.padded()] = self.0[from.padded()];
    }

    fn bit(&self, square: Square) -> u16 {
        1 << (self.0[square.padded()] & 15)
    }
}

/// Threats of one side: for each victim's name, the names of the pieces that threaten it.
#[derive(Clone, Default)]
pub(super) struct Threats([u16; 16]);

impl Threats {
    /// The victims with a threat that is not among the earlier ones.
    pub(super) fn new_since(&self, earlier: &Self) -> u16 {
        (0..16)
            .filter(|&name| self.0[name] & !earlier.0[name] != 0)
            .fold(0, |set, name| set | 1 << name)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 16]
    }
}

/// Protectors that count when asking whether a victim is protected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Protection {
    /// All pieces that could recapture.
    Any,
    /// Only those whose line to the victim does not lead over the place that the attacker would
    /// leave. Losing one of the others is no new threat: closing a line against one's own attacked
    /// piece, or a screen stepping out of it, only looks as if it took a protection away.
    Direct,
}

/// The threats of a side, whichever side is to move.
pub(super) fn threats(
    position: &Position,
    names: &Names,
    side: Colour,
    protection: Protection,
) -> Threats {
    let mut found = Threats::default();
    let chasers = position
        .colour(side)
        .without(position.kind(PieceKind::King) | position.kind(PieceKind::Pawn));
    let victims = position
        .colour(!side)
        .without(position.kind(PieceKind::King) | unchaseable_pawns(position, !side));
    let mut checks = None;
    for from in chasers {
        for to in position.attacks_from(from) & victims {
            let checks = checks.get_or_insert_with(|| standing_checks(position));
            if is_threat(position, side, from, to, checks, protection) {
                found.0[usize::from(names.0[to.padded()] & 15)] |= names.bit(from);
            }
        }
    }
    found
}

/// Pawns that have not crossed the river.
fn unchaseable_pawns(position: &Position, colour: Colour) -> Bitboard {
    let half = |first: u8| {
        (first..first + 5).fold(Bitboard::EMPTY, |half, rank| half | Bitboard::rank(rank))
    };
    let own_half = if colour == Colour::Red { half(0) } else { half(5) };
    position.pieces(colour, PieceKind::Pawn) & own_half
}

/// Pieces that give check to each king now. A check that stands anyway does not void a threat or a
/// protection.
fn standing_checks(position: &Position) -> [Bitboard; 2] {
    Colour::ALL.map(|colour| {
        position.attackers_of_king(
            colour,
            position.king(colour),
            position.occupied(),
            position.colour(!colour),
        )
    })
}

fn is_threat(
    position: &Position,
    side: Colour,
    from: Square,
    to: Square,
    checks: &[Bitboard; 2],
    protection: Protection,
) -> bool {
    let (Some(attacker), Some(victim)) = (position.piece_on(from), position.piece_on(to)) else {
        return false;
    };
    let (attacker, victim) = (attacker.kind(), victim.kind());
    if !can_capture(position, side, from, to, checks) {
        return false;
    }
    if is_worth_more(attacker, victim) {
        return true;
    }
    if is_protected(position, side, from, to, checks, protection) {
        return false;
    }
    attacker != victim
        || !position.attacks_from(to).contains(from)
        || !can_capture(position, !side, to, from, checks)
}

/// Whether the victim is worth giving the attacker for.
fn is_worth_more(attacker: PieceKind, victim: PieceKind) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Rook};
    match attacker {
        Horse | Cannon => victim == Rook,
        Advisor | Elephant => matches!(victim, Rook | Horse | Cannon),
        _ => false,
    }
}

/// Whether a capture leaves the capturer's king in no check that was not there before.
fn can_capture(
    position: &Position,
    side: Colour,
    from: Square,
    to: Square,
    checks: &[Bitboard; 2],
) -> bool {
    let king = position.king(side);
    let king = if king == from { to } else { king };
    let occupied = position.occupied().without(Bitboard::of(from));
    let enemy = position.colour(!side).without(Bitboard::of(to));
    position
        .attackers_of_king(side, king, occupied, enemy)
        .without(checks[side as usize])
        .is_empty()
}

/// Whether, once the piece on `from` has captured on `to`, it could be captured there.
fn is_protected(
    position: &Position,
    side: Colour,
    from: Square,
    to: Square,
    checks: &[Bitboard; 2],
    protection: Protection,
) -> bool {
    let occupied = position.occupied().without(Bitboard::of(from));
    let mut protectors =
        position.attackers_to(to, occupied) & position.colour(!side).without(Bitboard::of(to));
    if protection == Protection::Direct {
        protectors &= position.attackers_to(to, position.occupied());
    }
    let enemy = position.colour(side).without(Bitboard::of(from));
    protectors.squares().any(|protector| {
        let king = position.king(!side);
        let king = if king == protector { to } else { king };
        let occupied = occupied.without(Bitboard::of(protector));
        position
            .attackers_of_king(!side, king, occupied, enemy)
            .without(checks[!side as usize])
            .is_empty()
    })
}

/// Whether the side, were it its turn, could mate at once: the "threat of mate" of the Chinese
/// rules.
pub(super) fn threatens_mate(position: &Position, side: Colour) -> bool {
    let mut scene = position.scene();
    scene.turn = side;
    // A side in check must answer it, and a king that can be taken is a check, not a threat.
    if scene.in_check() || !scene.exposure(!side).checkers.is_empty() {
        return false;
    }
    let info = scene.check_squares();
    scene.legal_moves().into_iter().any(|chosen| {
        scene.gives_check(chosen, &info) && {
            scene.play(chosen);
            let mated = !scene.has_legal_move();
            scene.undo();
            mated
        }
    })
}
