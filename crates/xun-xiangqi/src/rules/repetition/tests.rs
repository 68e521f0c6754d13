//! The rule book's diagrams, where they lie beside the project.

use super::*;
use crate::rules::{Move, Setup, Square};

fn squares(text: &str) -> Move {
    let point = |text: &str| {
        let bytes = text.as_bytes();
        Square::new(bytes[0] - b'a', bytes[1] - b'0').expect(text)
    };
    Move::new(point(&text[..2]), point(&text[2..])).expect(text)
}

#[test]
fn diagrams_of_the_rule_book() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/xiangqi/repetition.tsv");
    let Ok(cases) = std::fs::read_to_string(path) else {
        println!("skipped: {path} is not there");
        return;
    };
    let mut wrong = Vec::new();
    for line in cases.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let setup: Setup = fields[0].parse().expect(fields[0]);
        let moves: Vec<Move> = fields[2].split(' ').map(squares).collect();
        let mirrored =
            |moves: &[Move]| moves.iter().map(|chosen| chosen.mirrored()).collect::<Vec<_>>();
        let flipped =
            |moves: &[Move]| moves.iter().map(|chosen| chosen.flipped()).collect::<Vec<_>>();
        let variants = [
            ("", setup.clone(), moves.clone()),
            ("mirrored ", setup.mirrored(), mirrored(&moves)),
            ("swapped ", setup.colours_swapped(), flipped(&moves)),
            ("both ", setup.mirrored().colours_swapped(), flipped(&mirrored(&moves))),
        ];
        for (name, setup, moves) in variants {
            let mut position = Position::from_setup(&setup).expect(fields[0]);
            for chosen in moves {
                assert!(position.is_legal_move(chosen), "{chosen} in {position:?}");
                position.play(chosen);
            }
            let judged = position.judge_repetition(RuleSet::Asian, 0);
            if judged.is_none_or(|judged| format!("{:?}", judged.verdict) != fields[1]) {
                wrong.push(format!("{name}{line}\n   {judged:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

const OWN_CASES: &str = include_str!("../../../tests/data/repetition.tsv");

/// One case of ours for each clause, under every rule set, with its mirror image and with colours
/// exchanged.
#[test]
fn every_clause_has_its_case() {
    for line in OWN_CASES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [clause, fen, cycle, verdicts] = fields[..] else { panic!("four fields in {line:?}") };
        let setup: Setup = fen.parse().expect(fen);
        let cycle: Vec<Move> = cycle.split(' ').map(squares).collect();
        for (mirror, swap) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut setup = setup.clone();
            let mut cycle = cycle.clone();
            if mirror {
                setup = setup.mirrored();
                cycle = cycle.into_iter().map(Move::mirrored).collect();
            }
            if swap {
                setup = setup.colours_swapped();
                cycle = cycle.into_iter().map(Move::flipped).collect();
            }
            let mut position = Position::from_setup(&setup).expect(clause);
            for (ply, &chosen) in cycle.iter().chain(&cycle).enumerate() {
                // Nothing stands for the third time before the last move; a search sees the second
                // time already.
                assert_eq!(position.judge_repetition(RuleSet::Asian, 0), None, "{clause}");
                let seen_below_root = position.judge_repetition(RuleSet::Asian, ply + 1).is_some();
                assert_eq!(seen_below_root, ply >= cycle.len(), "{clause} after {ply} plies");
                assert!(position.is_legal_move(chosen), "{clause}: {chosen} in {position:?}");
                position.play(chosen);
            }
            for (rules, verdict) in [RuleSet::Asian, RuleSet::Chinese, RuleSet::Simple]
                .into_iter()
                .zip(verdicts.split(' '))
            {
                let judged = position.judge_repetition(rules, 0).map(|judged| judged.verdict);
                let judged = format!("{:?}", judged.expect("a third repetition")).to_lowercase();
                assert_eq!(judged, verdict, "{clause} by {rules:?} rules");
            }
        }
    }
}

#[test]
fn a_passed_turn_or_a_capture_ends_what_can_repeat() {
    let mut position = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/5K3 w").expect("a position");
    let cycle = ["e1d1", "d9e9", "d1e1", "e9d9"].map(squares);
    position.play(cycle[0]);
    position.undo();
    for chosen in cycle {
        position.play(chosen);
    }
    position.pass();
    position.pass();
    for chosen in cycle {
        position.play(chosen);
    }
    assert_eq!(position.judge_repetition(RuleSet::Asian, 0), None);
}
