//! Terms of the hand-written evaluation. See [`super::features`] for the list.

use super::features::{
    ADVISORS_CANNONS, ADVISORS_HORSES, ADVISORS_ROOKS, CANNON_KING_FILE, CANNON_KING_RANK,
    CANNON_MOBILITY, CROSSED_PAWNS, ELEPHANTS_CANNONS, ELEPHANTS_ROOKS, HANGING, HORSE_MOBILITY,
    HORSES_CANNONS, KING_DANGER, LINKED, MATERIAL, PALACE_ATTACK, PAWN_PAIR, ROOK_FILE,
    ROOK_KING_LINE, ROOK_MOBILITY, ROOKS_ROOKS, SAFE_CHECK, TEMPO, THREATS, TIED, WING,
};
use super::sink::Sink;
use super::weights::square_feature;
use crate::rules::PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
use crate::rules::{Bitboard, Colour, PieceKind, Position, attacks};

/// The part of the middlegame that is left: rooks count 4, horses and cannons 2; 32 at the start.
#[inline]
#[must_use]
pub fn phase(position: &Position) -> i32 {
    let light = position.kind(Horse) | position.kind(Cannon);
    4 * position.kind(Rook).count() as i32 + 2 * light.count() as i32
}

/// Whether this colour has anything left that crosses the river.
#[inline]
#[must_use]
pub fn can_attack(position: &Position, colour: Colour) -> bool {
    let crossing =
        position.kind(Horse) | position.kind(Rook) | position.kind(Cannon) | position.kind(Pawn);
    crossing.intersects(position.colour(colour))
}

/// Piece values and points. The evaluator keeps their sum incrementally; the tuner and the
/// explanation list them.
pub(super) fn add_squares(position: &Position, sink: &mut impl Sink) {
    for square in position.occupied() {
        if let Some(piece) = position.piece_on(square) {
            sink.add(piece.colour(), MATERIAL + piece.kind() as usize, 1);
            sink.add(piece.colour(), square_feature(piece, square), 1);
        }
    }
}

/// The attacks of each side.
struct Side {
    by_kind: [Bitboard; 7],
    all: Bitboard,
    /// Points attacked by other pieces than the king.
    without_king: Bitboard,
    /// Moves and captures of the cannons.
    cannon_moves: Bitboard,
}

/// Everything but the incremental sum.
#[inline]
pub(super) fn add_terms(position: &Position, sink: &mut impl Sink) {
    let pawn_guards = [Colour::Red, Colour::Black].map(|colour| pawn_attacks(position, colour));
    let red = mobility(position, Colour::Red, pawn_guards, sink);
    let black = mobility(position, Colour::Black, pawn_guards, sink);
    for (colour, own, enemy) in [(Colour::Red, &red, &black), (Colour::Black, &black, &red)] {
        attack_on_king(position, colour, own, enemy, sink);
        guards_and_attackers(position, colour, sink);
        pawns_and_wings(position, colour, sink);
        connections(position, colour, own, sink);
        threats(position, colour, own, enemy, sink);
    }
    sink.add(position.turn(), TEMPO, 1);
}

#[inline(always)]
fn pawn_attacks(position: &Position, colour: Colour) -> Bitboard {
    position
        .pieces(colour, Pawn)
        .into_iter()
        .fold(Bitboard::EMPTY, |reached, square| reached | attacks::pawn(colour, square))
}

#[inline(always)]
fn mobility(
    position: &Position,
    colour: Colour,
    pawns: [Bitboard; 2],
    sink: &mut impl Sink,
) -> Side {
    let occupied = position.occupied();
    let own = position.colour(colour);
    let safe = !(own | pawns[!colour as usize]);
    let mut by_kind = [Bitboard::EMPTY; 7];
    let mut cannon_moves = Bitboard::EMPTY;
    for square in own & position.kind(Rook) {
        let reached = attacks::rook(square, occupied);
        by_kind[Rook as usize] |= reached;
        sink.add(colour, ROOK_MOBILITY + (reached & safe).count() as usize, 1);
        let file = Bitboard::file(square.file()) & position.kind(Pawn);
        if !file.intersects(own) {
            sink.add(colour, ROOK_FILE + usize::from(file.is_empty()), 1);
        }
    }
    for square in own & position.kind(Cannon) {
        let (quiet, capture) = attacks::rook_and_cannon(square, occupied);
        by_kind[Cannon as usize] |= capture;
        let moves = (quiet.without(occupied) | capture & occupied).without(own);
        cannon_moves |= moves;
        sink.add(colour, CANNON_MOBILITY + (moves & safe).count() as usize, 1);
    }
    for square in own & position.kind(Horse) {
        let reached = attacks::horse(square, occupied);
        by_kind[Horse as usize] |= reached;
        sink.add(colour, HORSE_MOBILITY + (reached & safe).count() as usize, 1);
    }
    for square in own & position.kind(Elephant) {
        by_kind[Elephant as usize] |= attacks::elephant(square, occupied);
    }
    for square in own & position.kind(Advisor) {
        by_kind[Advisor as usize] |= attacks::advisor(square);
    }
    by_kind[Pawn as usize] = pawns[colour as usize];
    let without_king = by_kind.iter().fold(Bitboard::EMPTY, |all, &part| all | part);
    by_kind[King as usize] = attacks::king(position.king(colour));
    Side { by_kind, all: without_king | by_kind[King as usize], without_king, cannon_moves }
}

#[inline(always)]
fn palace(colour: Colour) -> Bitboard {
    let files = Bitboard::file(3) | Bitboard::file(4) | Bitboard::file(5);
    files
        & match colour {
            Colour::Red => Bitboard::rank(0) | Bitboard::rank(1) | Bitboard::rank(2),
            Colour::Black => Bitboard::rank(7) | Bitboard::rank(8) | Bitboard::rank(9),
        }
}

/// Terms for the attack of `colour` on the enemy king.
#[inline(always)]
fn attack_on_king(
    position: &Position,
    colour: Colour,
    own: &Side,
    enemy: &Side,
    sink: &mut impl Sink,
) {
    let occupied = position.occupied();
    let king = position.king(!colour);
    for cannon in position.pieces(colour, Cannon) {
        let between = (Bitboard::between(cannon, king) & occupied).count().min(3) as usize;
        if cannon.file() == king.file() {
            sink.add(colour, CANNON_KING_FILE + between, 1);
        } else if cannon.rank() == king.rank() {
            sink.add(colour, CANNON_KING_RANK + between, 1);
        }
    }
    for rook in position.pieces(colour, Rook) {
        if rook.file() == king.file() {
            sink.add(colour, ROOK_KING_LINE, 1);
        } else if rook.rank() == king.rank() {
            sink.add(colour, ROOK_KING_LINE + 1, 1);
        }
    }
    let palace = palace(!colour);
    let advisors = position.pieces(!colour, Advisor).count() as usize;
    for (row, kind) in [Pawn, Horse, Rook, Cannon].into_iter().enumerate() {
        let hits = (own.by_kind[kind as usize] & palace).count() as i32;
        if hits > 0 {
            sink.add(colour, PALACE_ATTACK + row * 3 + advisors, hits);
        }
    }
    let weak = (own.all & palace).without(enemy.without_king).count() as usize;
    sink.add(colour, KING_DANGER + weak, 1);

    let open = !(position.colour(colour) | enemy.all);
    let (rook_lines, cannon_lines) = attacks::rook_and_cannon(king, occupied);
    let checks = [
        attacks::horse_to(king, occupied) & own.by_kind[Horse as usize],
        rook_lines & own.by_kind[Rook as usize],
        cannon_lines & own.cannon_moves,
        attacks::pawn_to(colour, king) & own.by_kind[Pawn as usize],
    ];
    for (index, squares) in checks.into_iter().enumerate() {
        let count = (squares & open).count() as i32;
        if count > 0 {
            sink.add(colour, SAFE_CHECK + index, count);
        }
    }
}

/// Terms for own guards by the enemy attackers left, and for pairs of pieces.
#[inline(always)]
fn guards_and_attackers(position: &Position, colour: Colour, sink: &mut impl Sink) {
    let own = |kind: PieceKind| position.pieces(colour, kind).count() as usize;
    let enemy = |kind: PieceKind| position.pieces(!colour, kind).count() as usize;
    let (advisors, elephants) = (own(Advisor) * 3, own(Elephant) * 3);
    let (rooks, cannons) = (enemy(Rook), enemy(Cannon));
    sink.add(colour, ADVISORS_CANNONS + advisors + cannons, 1);
    sink.add(colour, ADVISORS_ROOKS + advisors + rooks, 1);
    sink.add(colour, ADVISORS_HORSES + advisors + enemy(Horse), 1);
    sink.add(colour, ELEPHANTS_CANNONS + elephants + cannons, 1);
    sink.add(colour, ELEPHANTS_ROOKS + elephants + rooks, 1);
    sink.add(colour, HORSES_CANNONS + own(Horse) * 3 + own(Cannon), 1);
    sink.add(colour, ROOKS_ROOKS + own(Rook) * 3 + rooks, 1);
}

#[inline(always)]
fn across(colour: Colour) -> Bitboard {
    match colour {
        Colour::Red => (5..10).fold(Bitboard::EMPTY, |half, rank| half | Bitboard::rank(rank)),
        Colour::Black => (0..5).fold(Bitboard::EMPTY, |half, rank| half | Bitboard::rank(rank)),
    }
}

#[inline(always)]
fn pawns_and_wings(position: &Position, colour: Colour, sink: &mut impl Sink) {
    let across = across(colour);
    let last = Bitboard::rank(if colour == Colour::Red { 9 } else { 0 });
    let pawns = position.pieces(colour, Pawn) & across;
    let crossed = pawns.without(last);
    let advisors = position.pieces(!colour, Advisor).count() as usize;
    sink.add(colour, CROSSED_PAWNS + advisors * 6 + (crossed.count() as usize).min(5), 1);
    let beside: u32 = crossed
        .into_iter()
        .map(|pawn| (attacks::pawn(colour, pawn) & Bitboard::rank(pawn.rank()) & crossed).count())
        .sum();
    if beside > 0 {
        sink.add(colour, PAWN_PAIR, beside as i32 / 2);
    }
    let light = position.kind(Horse) | position.kind(Cannon);
    let strong = (light | position.kind(Rook)) & position.colour(colour) & across | crossed;
    let left = Bitboard::file(0) | Bitboard::file(1) | Bitboard::file(2) | Bitboard::file(3);
    let right = Bitboard::file(5) | Bitboard::file(6) | Bitboard::file(7) | Bitboard::file(8);
    let wing = (strong & left).count().max((strong & right).count()).min(5);
    sink.add(colour, WING + wing as usize, 1);
}

/// Pieces that guard each other, and pieces tied to their king.
#[inline(always)]
fn connections(position: &Position, colour: Colour, own: &Side, sink: &mut impl Sink) {
    let guarded = |by: PieceKind, kind: PieceKind| {
        (own.by_kind[by as usize] & position.pieces(colour, kind)).count()
    };
    let links =
        [guarded(Horse, Horse), guarded(Rook, Rook), guarded(Cannon, Cannon), guarded(Pawn, Horse)];
    for (index, count) in links.into_iter().enumerate() {
        if count > 0 {
            sink.add(colour, LINKED + index, count as i32);
        }
    }
    for square in position.exposure(colour).blockers & position.colour(colour) {
        if let Some(piece) = position.piece_on(square) {
            sink.add(colour, TIED + piece.kind() as usize, 1);
        }
    }
}

/// Enemy pieces that `colour` attacks.
#[inline(always)]
fn threats(position: &Position, colour: Colour, own: &Side, enemy: &Side, sink: &mut impl Sink) {
    let victims = position.colour(!colour).without(position.kind(King));
    let of = |kind: PieceKind| own.by_kind[kind as usize] & victims;
    let rows = [of(Pawn), of(Advisor) | of(Elephant) | of(King), of(Horse), of(Cannon), of(Rook)];
    for (row, hits) in rows.into_iter().enumerate() {
        for square in hits {
            if let Some(piece) = position.piece_on(square) {
                sink.add(colour, THREATS + row * 6 + piece.kind() as usize - 1, 1);
            }
        }
    }
    for square in (own.all & victims).without(enemy.all) {
        if let Some(piece) = position.piece_on(square) {
            sink.add(colour, HANGING + piece.kind() as usize - 1, 1);
        }
    }
}
