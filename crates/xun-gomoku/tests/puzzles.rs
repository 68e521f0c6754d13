//! Our own puzzles: each is won, by its kind, in exactly as many plies as it says.

use xun_gomoku::threat::{Effort, Kind, ThreatResult, read_puzzles, solve, verify};

const PUZZLES: &str = include_str!("../puzzles.txt");

#[test]
fn every_puzzle_is_solved_and_the_proof_holds() {
    let puzzles = read_puzzles(PUZZLES).unwrap();
    assert!(puzzles.len() >= 20, "{}", puzzles.len());
    for puzzle in &puzzles {
        let effort = Effort { nodes: 20_000_000, ..Effort::default() };
        let ThreatResult::Win { proof, kind, .. } = solve(puzzle.board(), &effort, None).verdict
        else {
            panic!("{puzzle} is not solved")
        };
        assert_eq!(kind, puzzle.kind, "{puzzle}");
        assert!(proof.length() >= puzzle.plies, "{puzzle}: {} plies", proof.length());
        assert_eq!(verify(puzzle.board(), &proof), Ok(()), "{puzzle}");
    }
}

#[test]
fn the_lengths_are_exact() {
    // The short ones; finding out that nothing is shorter takes much longer than a win.
    let short = |kind| if kind == Kind::Fours { 25 } else { 11 };
    let mut seen = 0;
    for puzzle in
        read_puzzles(PUZZLES).unwrap().iter().filter(|puzzle| puzzle.plies <= short(puzzle.kind))
    {
        let effort = Effort { nodes: 20_000_000, shortest: true, ..Effort::default() };
        let ThreatResult::Win { proof, shortest, .. } =
            solve(puzzle.board(), &effort, None).verdict
        else {
            panic!("{puzzle} is not solved")
        };
        assert_eq!(proof.length(), puzzle.plies, "{puzzle}");
        // A four that can be stopped beyond its row's end is no move of the searches for fours:
        // under caro nothing is said to be shortest where one was left out.
        assert!(shortest || puzzle.board().rule().is_caro(), "{puzzle}");
        seen += 1;
    }
    assert!(seen > 5, "{seen}");
}
