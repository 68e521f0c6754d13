//! Forced wins are found, verified by rules alone, and false proofs are refused.

use xun_gomoku::notation::{parse_moves, read_any};
use xun_gomoku::rules::{Board, Position, Rule, Shape, Size};
use xun_gomoku::threat::{
    Effort, Kind, Proof, Replies, VcfLimits, Verdict, find_vcf, shortest_vcf, solve, verify,
};

fn drawn(text: &str, rule: Rule) -> Board {
    read_any(text, Size::STANDARD).unwrap().position(rule).unwrap().into_board()
}

const DOUBLE_FOUR: &str = "
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . O . . . . . . .
    . . . . . . . X . . . . . . .
    . . . . . . . X . . . . . . .
    . . . . . . . X . . . . . . .
    . . . . . . . . X X X O . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . O . O . . . . . . . . .
    . . . . O . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . .
    . . . . . . . . . . . . O . .
";

#[test]
fn a_double_four_wins_except_for_black_under_renju() {
    for rule in Rule::ALL {
        let board = drawn(DOUBLE_FOUR, rule);
        let line = find_vcf(&board, VcfLimits { fours: 1, nodes: 1000 });
        assert_eq!(line.is_some(), rule != Rule::Renju, "{rule}");
    }
}

#[test]
fn three_and_three_wins_by_threes() {
    let moves = parse_moves("h8a1i8a3g10c1g11e1", Size::STANDARD).unwrap();
    let board = Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves).unwrap().into_board();
    let solution = solve(&board, &Effort { nodes: 200_000, ..Effort::default() }, None);
    let Verdict::Win { proof, kind, .. } = solution.verdict else {
        panic!("{:?}", solution.verdict)
    };
    assert_eq!(kind, Kind::Threes);
    assert!(verify(&board, &proof).is_ok());
    assert!(proof.length() >= 5 && proof.line().len() >= 3);
}

#[test]
fn a_proof_that_forgets_an_answer_is_refused() {
    let moves = parse_moves("h8a1i8a3g10c1g11e1", Size::STANDARD).unwrap();
    let board = Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves).unwrap().into_board();
    let Verdict::Win { mut proof, .. } = solve(&board, &Effort::default(), None).verdict else {
        panic!()
    };
    if let Replies::Three { answers, .. } = &mut proof.replies {
        assert!(!answers.is_empty());
        answers.pop();
    }
    assert!(verify(&board, &proof).is_err());
    let nonsense = Proof { point: moves[0], replies: Replies::Five };
    assert!(verify(&board, &nonsense).is_err());
}

#[test]
fn every_win_in_random_positions_verifies_and_the_shortest_is_shortest() {
    let mut state = 99_u64;
    let mut next = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let (mut fours, mut threes) = (0, 0);
    for round in 0..120 {
        let rule = Rule::ALL[round % Rule::COUNT];
        let mut board = Board::new(Size::STANDARD, rule);
        for _ in 0..14 + next(16) {
            let candidates: Vec<_> = board
                .candidates()
                .filter(|&point| {
                    board.cell(point).shape(board.to_move()) < Shape::OpenFour
                        && board.is_legal(point)
                })
                .collect();
            let centre = board.size().centre();
            let point =
                if candidates.is_empty() { centre } else { candidates[next(candidates.len())] };
            board.play(point);
        }
        if board.winner().is_some() {
            continue;
        }
        let effort = Effort { nodes: 3_000, table_bytes: 1 << 20, ..Effort::default() };
        if let Verdict::Win { proof, kind, shortest } = solve(&board, &effort, None).verdict {
            assert!(verify(&board, &proof).is_ok());
            match kind {
                Kind::Fours => fours += 1,
                Kind::Threes => threes += 1,
                Kind::Five => {}
            }
            if kind == Kind::Fours && shortest {
                let limits = VcfLimits { fours: proof.size() as u32, nodes: 100_000 };
                let (line, certain) = shortest_vcf(&board, limits).unwrap();
                assert!(certain && Proof::length(&proof) <= line.len() as u32 + 2);
            }
        }
    }
    assert!(fours > 5 && threes > 5, "{fours} {threes}");
}
