//! Static exchange evaluation (SEE): material result of a sequence of captures on one point.
//!
//! Attackers are looked up afresh after every capture, because in Xiangqi a piece that leaves may
//! take a cannon's screen with it or free a horse's leg, and one that stays may be a screen.

use crate::eval::EXCHANGE_VALUES;
use crate::rules::{Bitboard, Move, PieceKind, Position};

/// Cheapest first: who takes back.
const BY_VALUE: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::King,
];

fn value(kind: PieceKind) -> i32 {
    EXCHANGE_VALUES[kind as usize]
}

/// Whether the move gains at least `threshold` if both sides may go on taking, cheapest piece
/// first, or stop.
#[must_use]
pub fn exchange_at_least(position: &Position, chosen: Move, threshold: i32) -> bool {
    let (from, to) = (chosen.from(), chosen.to());
    let gained = position.piece_on(to).map_or(0, |piece| value(piece.kind()));
    let mut balance = gained - threshold;
    if balance < 0 {
        return false;
    }
    let Some(mover) = position.piece_on(from) else { return false };
    balance -= value(mover.kind());
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.occupied().without(Bitboard::of(from)) | Bitboard::of(to);
    let mut turn = !position.turn();
    loop {
        let attackers = position.attackers_to(to, occupied) & occupied;
        let own = attackers & position.colour(turn);
        let Some(kind) = BY_VALUE.into_iter().find(|&kind| own.intersects(position.kind(kind)))
        else {
            break;
        };
        let Some(taker) = (own & position.kind(kind)).first() else { break };
        occupied = occupied.without(Bitboard::of(taker));
        // A king may not take what is still guarded, once it has left its own point.
        let enemy = position.colour(!turn) & occupied;
        if kind == PieceKind::King && position.attackers_to(to, occupied).intersects(enemy) {
            break;
        }
        turn = !turn;
        balance = -balance - 1 - value(kind);
        if balance >= 0 {
            break;
        }
    }
    turn != position.turn()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Class;

    /// The same policy on a real board: the exact gain with both sides free to stop.
    fn exchange_by_playing(position: &mut Position, chosen: Move) -> i32 {
        let to = chosen.to();
        let gained = position.piece_on(to).map_or(0, |piece| value(piece.kind()));
        position.play(chosen);
        let loss = best_recapture(position, to);
        position.undo();
        gained - loss
    }

    fn best_recapture(position: &mut Position, to: crate::rules::Square) -> i32 {
        let captures = position.pseudo_legal_moves(Class::Captures);
        let on_point: Vec<Move> =
            captures.into_iter().filter(|capture| capture.to() == to).collect();
        let rank = |capture: &Move| {
            let kind = position.piece_on(capture.from()).expect("someone moves").kind();
            BY_VALUE.iter().position(|&other| other == kind)
        };
        let Some(&cheapest) = on_point.iter().min_by_key(|capture| (rank(capture), capture.from()))
        else {
            return 0;
        };
        let mover = position.piece_on(cheapest.from()).expect("someone moves").kind();
        if mover == PieceKind::King {
            position.play(cheapest);
            let guarded =
                position.pseudo_legal_moves(Class::Captures).iter().any(|reply| reply.to() == to);
            position.undo();
            if guarded {
                return 0;
            }
        }
        exchange_by_playing(position, cheapest).max(0)
    }

    #[test]
    fn agrees_with_exchanges_played_out() {
        let mut state = 12345u64;
        let mut checked = 0;
        for _ in 0..60 {
            let mut position = Position::start();
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &capture in &position.pseudo_legal_moves(Class::Captures) {
                    if position
                        .piece_on(capture.to())
                        .is_some_and(|piece| piece.kind() == PieceKind::King)
                    {
                        continue;
                    }
                    let exact = exchange_by_playing(&mut position, capture);
                    assert!(
                        exchange_at_least(&position, capture, exact),
                        "{capture} in {position:?}: {exact}"
                    );
                    assert!(
                        !exchange_at_least(&position, capture, exact + 1),
                        "{capture} in {position:?}: {exact}"
                    );
                    checked += 1;
                }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.play(moves[(state >> 33) as usize % moves.len()]);
            }
        }
        assert!(checked > 2000, "{checked}");
    }
}
