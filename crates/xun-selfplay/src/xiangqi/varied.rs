//! Positions beside a game: what a search looks at, and what games between good players never show.

use xun_game::SplitMix64;
use xun_xiangqi::eval::EXCHANGE_VALUES;
use xun_xiangqi::rules::{Class, Move, Position};
use xun_xiangqi::search::exchange_at_least;

/// Captures that are settled at most before a position is given up.
const MOST_CAPTURES: usize = 12;

/// A quiet position one to three moves beside this one, as the leaves of a search are: moves at
/// random, two thirds of which give nothing away, then the captures that win something. None where
/// that ends in check or without a move.
pub fn varied(position: &Position, random: &mut SplitMix64) -> Option<Position> {
    let mut varied = position.clone();
    for _ in 0..=random.below(8) / 3 {
        let chosen = any_move(&varied, random)?;
        varied.play(chosen);
    }
    for _ in 0..MOST_CAPTURES {
        if varied.in_check() {
            return None;
        }
        let Some(capture) = winning_capture(&varied) else {
            return (!varied.legal_moves().is_empty()).then_some(varied);
        };
        varied.play(capture);
    }
    None
}

fn any_move(position: &Position, random: &mut SplitMix64) -> Option<Move> {
    let mut legal = position.legal_moves();
    if random.below(3) > 0 {
        legal.retain(|chosen| exchange_at_least(position, *chosen, 0));
    }
    (!legal.is_empty()).then(|| legal[random.below(legal.len() as u64) as usize])
}

/// The capture of the most valuable piece among those that win something.
fn winning_capture(position: &Position) -> Option<Move> {
    let worth = |capture: &Move| {
        position.piece_on(capture.to()).map(|piece| EXCHANGE_VALUES[piece.kind() as usize])
    };
    let captures = position.pseudo_legal_moves(Class::Captures).into_iter();
    captures
        .filter(|&capture| {
            position.is_legal_move(capture) && exchange_at_least(position, capture, 1)
        })
        .max_by_key(worth)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_found_is_quiet_and_follows_from_the_seed() {
        let find = |seed| {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::start();
            let mut found = Vec::new();
            for _ in 0..200 {
                found.extend(varied(&position, &mut random));
                match any_move(&position, &mut random) {
                    Some(chosen) => position.play(chosen),
                    None => position = Position::start(),
                }
            }
            found
        };
        let found = find(5);
        assert!(found.len() > 100, "{}", found.len());
        for position in &found {
            assert!(!position.in_check() && winning_capture(position).is_none(), "{position:?}");
        }
        let fens =
            |positions: &[Position]| positions.iter().map(Position::to_fen).collect::<Vec<_>>();
        assert_eq!(fens(&found), fens(&find(5)));
        assert_ne!(fens(&found), fens(&find(6)));
    }
}
