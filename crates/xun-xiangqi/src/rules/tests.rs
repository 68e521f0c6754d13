//! Laws that tie the parts of the rules together, on positions from random games.

use super::perft::{divide, perft};
use super::*;
use std::sync::atomic::AtomicBool;

const PERFT: &str = include_str!("../../tests/data/perft.tsv");

/// Lines of `FEN<tab>counts by depth`.
fn perft_cases() -> impl Iterator<Item = (&'static str, Vec<u64>)> {
    PERFT.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (fen, counts) = line.split_once('\t').expect("a tab after the FEN");
        (fen, counts.split(' ').map(|count| count.parse().expect("a count")).collect())
    })
}

#[test]
fn perft_counts_are_right() {
    for (fen, counts) in perft_cases() {
        let mut position = Position::from_fen(fen).expect(fen);
        for (depth, &expected) in (1..).zip(&counts) {
            assert_eq!(perft(&mut position, depth), expected, "{fen} at depth {depth}");
        }
        assert_eq!(position, Position::from_fen(fen).expect(fen));
    }
}

#[test]
fn divide_shares_the_same_sum_among_threads() {
    for (fen, counts) in perft_cases() {
        let position = Position::from_fen(fen).expect(fen);
        for (depth, threads) in [(1, 1), (2, 3), (4, 2)] {
            let parts = divide(&position, depth, threads, &AtomicBool::new(false), |_, _| ());
            let sum: u64 = parts.expect("not stopped").into_iter().map(|(_, count)| count).sum();
            assert_eq!(sum, counts[depth as usize - 1], "{fen} at depth {depth}");
        }
    }
    assert!(divide(&Position::start(), 5, 2, &AtomicBool::new(true), |_, _| ()).is_none());
}

/// Calls `look` with many positions: random games from every perft position.
fn in_random_games(mut look: impl FnMut(&mut Position)) {
    let mut seed: u64 = 7;
    for (fen, _) in perft_cases() {
        for _ in 0..20 {
            let mut position = Position::from_fen(fen).expect(fen);
            for _ in 0..80 {
                look(&mut position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.play(moves[(seed >> 33) as usize % moves.len()]);
            }
        }
    }
}

#[test]
fn quick_answers_equal_slow_ones() {
    in_random_games(|position| {
        let own = position.exposure(position.turn());
        assert_eq!(own.checkers, position.checkers());
        let info = position.check_squares();
        let all = position.pseudo_legal_moves(Class::All);
        let mut legal = 0;
        for chosen in all.iter().copied() {
            assert!(position.is_pseudo_legal(chosen));
            let mover = position.turn();
            let foreseen = position.is_legal(chosen, &own);
            let check = position.gives_check(chosen, &info);
            let key = position.key_after(chosen);
            position.play(chosen);
            assert_eq!(position.key(), key);
            let safe = position.exposure(mover).checkers.is_empty();
            assert_eq!(foreseen, safe, "{chosen} before {position:?}");
            if safe {
                assert_eq!(check, position.in_check(), "{chosen} before {position:?}");
                legal += 1;
            }
            position.undo();
        }
        let mut checks = Vec::new();
        position.for_each_quiet_check(&info, |chosen| checks.push(chosen));
        let quiets = position.pseudo_legal_moves(Class::Quiets);
        let one_by_one = quiets.into_iter().filter(|&chosen| position.gives_check(chosen, &info));
        assert_eq!(checks, one_by_one.collect::<Vec<_>>(), "{position:?}");
        assert_eq!(position.count_legal_moves(), legal);
        assert_eq!(position.legal_moves().len() as u64, legal);
        assert_eq!(position.has_legal_move(), legal > 0);
        let mut by_class = position.pseudo_legal_moves(Class::Captures);
        assert!(by_class.iter().all(|chosen| position.piece_on(chosen.to()).is_some()));
        by_class.extend(position.pseudo_legal_moves(Class::Quiets));
        let (mut by_class, mut all) = (by_class.to_vec(), all.to_vec());
        by_class.sort_unstable();
        all.sort_unstable();
        assert_eq!(by_class, all);
    });
}

#[test]
fn only_generated_moves_are_pseudo_legal() {
    let mut turn = 0;
    in_random_games(|position| {
        turn += 1;
        if turn % 20 != 0 {
            return;
        }
        let all = position.pseudo_legal_moves(Class::All);
        for packed in 0..=u16::MAX >> 2 {
            if let Some(chosen) = Move::unpack(packed) {
                assert_eq!(
                    position.is_pseudo_legal(chosen),
                    all.contains(&chosen),
                    "{chosen} in {position:?}"
                );
            }
        }
    });
}

/// Follows the board only by what it hears.
#[derive(Clone, PartialEq, Debug)]
struct Follower([Option<Piece>; 90]);

impl BoardObserver for Follower {
    fn placed(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].replace(piece), None);
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece));
    }
}

#[test]
fn undo_is_the_inverse_of_play_and_observers_can_follow() {
    in_random_games(|position| {
        let before = position.clone();
        let mut follower = Follower(position.to_setup().board);
        for chosen in position.legal_moves() {
            position.play_observed(chosen, &mut follower);
            assert_eq!(follower.0, position.to_setup().board);
            assert_eq!(position.key(), position.recomputed_key());
            let copy =
                Position::from_fen(&position.to_fen()).expect("a position reached is possible");
            assert_eq!(copy.to_setup(), position.to_setup());
            assert_eq!(position.undo_observed(&mut follower), Some(chosen));
            assert_eq!(follower.0, position.to_setup().board);
            assert_eq!((&*position, position.key()), (&before, before.key()));
            assert_eq!(
                (position.kinds, position.colours, position.kings),
                (before.kinds, before.colours, before.kings)
            );
        }
        position.pass();
        assert_eq!(position.key(), position.recomputed_key());
        position.undo();
        assert_eq!(position.to_setup(), before.to_setup());
    });
}

#[test]
fn attackers_are_the_pieces_that_attack() {
    let mut turn = 0;
    in_random_games(|position| {
        turn += 1;
        if turn % 10 != 0 {
            return;
        }
        for target in Square::all() {
            let mut expected: Bitboard = position
                .occupied()
                .squares()
                .filter(|&from| position.attacks_from(from).contains(target))
                .collect();
            for colour in Colour::ALL {
                if position.king(colour) == target
                    && attacks::along_file(target, position.occupied())
                        .contains(position.king(!colour))
                {
                    expected |= Bitboard::of(position.king(!colour));
                }
            }
            assert_eq!(
                position.attackers_to(target, position.occupied()),
                expected,
                "{target} in {position:?}"
            );
        }
    });
}

#[test]
fn rule_sets_read_back_and_the_error_lists_all() {
    let error = "fide".parse::<RuleSet>().unwrap_err().to_string();
    for rules in RuleSet::ALL {
        assert_eq!(rules.to_string().to_uppercase().parse(), Ok(rules));
        assert!(error.contains(rules.name()), "{error}");
    }
}
