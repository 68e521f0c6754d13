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
        let mirrored = |moves: &[Move]| moves.iter().map(|chosen| chosen.mirrored()).collect::<Vec<_>>();
        let flipped = |moves: &[Move]| moves.iter().map(|chosen| chosen.flipped()).collect::<Vec<_>>();
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
