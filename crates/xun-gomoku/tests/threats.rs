//! Forced wins are found, verified by rules alone, and false proofs are refused.

use xun_gomoku::notation::{parse_moves, read_any};
use xun_gomoku::rules::{Board, Colour, Position, Rule, Shape, Size};
use xun_gomoku::threat::{
    Effort, Kind, Proof, Replies, ThreatResult, VcfLimits, find_vcf, shortest_vcf, solve, verify,
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
    let ThreatResult::Win { proof, kind, .. } = solution.verdict else {
        panic!("{:?}", solution.verdict)
    };
    assert_eq!(kind, Kind::Threes);
    assert!(verify(&board, &proof).is_ok());
    assert!(proof.length() >= 5 && proof.line().len() >= 3);
}

#[test]
fn a_win_that_begins_with_a_quiet_move_is_found_before_anything_is_exhausted() {
    // No win begins with a four or a three: a search of these alone once said that there is none.
    let moves = parse_moves("i11h10j10e9f8h9g8i8h8i7g7f6g6g5", Size::STANDARD).unwrap();
    let board = Position::from_moves(Size::STANDARD, Rule::Renju, &moves).unwrap().into_board();
    let solution = solve(&board, &Effort { nodes: 1_000_000, ..Effort::default() }, None);
    let ThreatResult::Win { proof, kind: Kind::Threes, .. } = solution.verdict else {
        panic!("{:?}", solution.verdict)
    };
    assert_eq!(verify(&board, &proof), Ok(()));
}

#[test]
fn a_position_that_is_said_to_be_exhausted_has_no_win_by_any_threats() {
    // Every point, every defence, and every line of fours, without the solver's lists.
    fn wins(board: &mut Board, quiets: u32, calls: &mut u32) -> bool {
        let own = board.to_move();
        *calls += 1;
        if find_vcf(board, VcfLimits { fours: 20, nodes: 50_000 }).is_some() {
            return true;
        }
        if quiets == 0 || *calls > 20_000 {
            return false;
        }
        let points: Vec<_> = board.empty_points().filter(|&point| board.is_legal(point)).collect();
        points.into_iter().any(|point| {
            board.play(point);
            board.pass();
            let threatens = find_vcf(board, VcfLimits { fours: 20, nodes: 50_000 }).is_some();
            board.undo();
            let won = threatens
                && board.fives(!own).first().is_none()
                && board
                    .empty_points()
                    .filter(|&answer| board.is_legal(answer))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .all(|answer| {
                        board.play(answer);
                        let won = wins(board, quiets - 1, calls);
                        board.undo();
                        won
                    });
            board.undo();
            won
        })
    }
    let mut exhausted = 0;
    for (index, board) in random_boards(24, 7).into_iter().enumerate() {
        let effort = Effort { nodes: 100_000, table_bytes: 4 << 20, ..Effort::default() };
        if solve(&board, &effort, None).verdict == ThreatResult::NoForcedWin {
            exhausted += 1;
            assert!(!wins(&mut board.clone(), 1, &mut 0), "position {index}");
        }
    }
    assert!(exhausted >= 3, "{exhausted}");
}

#[test]
fn a_solution_that_is_stopped_says_no_more_than_it_knows() {
    // A proof of many thousand moves; the search is stopped while it runs or is written down.
    let moves =
        parse_moves("h11f10i10h10g9e9h9f9f8j9g8i8h8f7k8j7g7i6i7h5h6", Size::STANDARD).unwrap();
    let stones: Vec<_> =
        (0..).zip(moves).map(|(number, point)| (point, Colour::to_move_after(number))).collect();
    let position = Position::from_stones(Size::STANDARD, Rule::Renju, &stones, None).unwrap();
    let effort = Effort { time: Some(std::time::Duration::from_millis(100)), ..Effort::default() };
    match solve(position.board(), &effort, None).verdict {
        ThreatResult::Win { proof, .. } => assert_eq!(verify(position.board(), &proof), Ok(())),
        ThreatResult::Unverified { kind, .. } => assert_eq!(kind, Kind::Threes),
        verdict => assert_eq!(verdict, ThreatResult::Unknown),
    }
}

#[test]
fn a_proof_that_forgets_an_answer_is_refused() {
    let moves = parse_moves("h8a1i8a3g10c1g11e1", Size::STANDARD).unwrap();
    let board = Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves).unwrap().into_board();
    let ThreatResult::Win { mut proof, .. } = solve(&board, &Effort::default(), None).verdict
    else {
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

/// Positions of random moves near other stones, under each rule in turn; no open four is made.
fn random_boards(count: usize, seed: u64) -> Vec<Board> {
    let mut state = seed;
    let mut next = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut boards = Vec::new();
    for round in 0..count {
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
        if board.winner().is_none() {
            boards.push(board);
        }
    }
    boards
}

#[test]
fn every_win_in_random_positions_verifies_and_the_shortest_is_shortest() {
    let (mut fours, mut threes) = (0, 0);
    for board in random_boards(120, 99) {
        let effort = Effort { nodes: 3_000, table_bytes: 1 << 20, ..Effort::default() };
        if let ThreatResult::Win { proof, kind, shortest } = solve(&board, &effort, None).verdict {
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
