//! Published renju problems, where the file with them is at hand. They are diagrams: stones in no
//! order of play.

use xun_gomoku::notation::{Record, parse_moves};
use xun_gomoku::rules::{Board, Colour, Rule, Size};
use xun_gomoku::threat::{Effort, Kind, ThreatResult, solve, verify};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/renju/puzzles.tsv");

/// The positions of this kind; `None` without the file.
fn problems(kind: &str) -> Option<Vec<Board>> {
    let Ok(text) = std::fs::read_to_string(FILE) else {
        eprintln!("skipped: {FILE} is not there");
        return None;
    };
    let fields = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let boards = fields.filter(|fields| fields[0] == kind).map(|fields| {
        let moves = parse_moves(fields[2], Size::STANDARD).unwrap();
        let record = Record { moves, ..Record::new(Size::STANDARD) };
        let mut board = record.diagram(Rule::Renju).unwrap().into_board();
        board.set_side(if fields[1] == "black" { Colour::Black } else { Colour::White });
        board
    });
    Some(boards.collect())
}

/// The kinds of the wins found within so many positions, each verified.
fn wins(boards: &[Board], nodes: u64) -> Vec<Kind> {
    let effort = Effort { nodes, ..Effort::default() };
    let mut kinds = Vec::new();
    for board in boards {
        if let ThreatResult::Win { proof, kind, .. } = solve(board, &effort, None).verdict {
            assert_eq!(verify(board, &proof), Ok(()));
            kinds.push(kind);
        }
    }
    kinds
}

#[test]
fn every_win_by_fours_is_found() {
    let Some(boards) = problems("vcf") else { return };
    let kinds = wins(&boards, 2_000_000);
    assert_eq!(kinds.len(), boards.len());
    assert!(kinds.iter().all(|&kind| kind != Kind::Threes));
}

#[test]
fn nearly_every_win_in_three_is_found() {
    let Some(boards) = problems("three") else { return };
    let found = wins(&boards, 500_000).len();
    assert!(found * 100 >= boards.len() * 98, "{found} of {}", boards.len());
}

/// Takes minutes: `cargo test --release -p xun-gomoku --test renju_set -- --ignored`
#[test]
#[ignore = "takes minutes"]
fn most_wins_by_threes_are_found() {
    let Some(boards) = problems("vct") else { return };
    let found = wins(&boards, 5_000_000).len();
    assert!(found * 100 >= boards.len() * 85, "{found} of {}", boards.len());
}
