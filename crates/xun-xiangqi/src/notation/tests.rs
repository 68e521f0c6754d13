//! Every legal move of every position is read back from what is written for it.

use super::*;
use crate::rules::Setup;
use proptest::prelude::*;

const ALL: [Notation; 6] = [
    Notation::Coordinates(Ranks::FromZero),
    Notation::Coordinates(Ranks::FromOne),
    Notation::Iccs,
    Notation::Wxf,
    Notation::Chinese(Script::Simplified),
    Notation::Chinese(Script::Traditional),
];

fn round_trips(position: &Position) {
    for notation in ALL {
        let mut texts = std::collections::HashSet::new();
        for chosen in position.legal_moves() {
            let text = notation.format(position, chosen);
            assert_eq!(notation.parse(position, &text), Ok(chosen), "{text} in {position:?}");
            assert!(texts.insert(text));
        }
    }
    let setup = position.to_setup();
    let board = parse_board(&format_board(&setup)).expect("what was written is read");
    assert_eq!(board.board, setup.board);
}

/// Boards with up to five pawns anywhere across the river, and pairs of pieces: the crowded files
/// that games rarely show.
fn crowded() -> impl Strategy<Value = Position> {
    // On three files only; rows count from Black's home.
    let points = |rows: std::ops::Range<usize>, count: std::ops::RangeInclusive<usize>| {
        proptest::collection::vec(
            (rows, 0..3usize).prop_map(|(row, file)| 9 * row + 2 + file),
            count,
        )
    };
    let pawns = (points(0..5, 0..=5), points(5..10, 0..=5));
    let officers = (points(0..10, 6..=6), points(0..10, 6..=6));
    (pawns, officers, any::<bool>(), 3..6u8, 3..6u8).prop_filter_map(
        "possible",
        |((red_pawns, black_pawns), (red, black), red_moves, red_king, black_king)| {
            let board: String = {
                let mut cells = [b'1'; 90];
                for (points, letter) in [(&red_pawns, b'P'), (&black_pawns, b'p')] {
                    for &point in points {
                        cells[point] = letter;
                    }
                }
                for (points, letters) in [(&red, b"RRNNCC"), (&black, b"rrnncc")] {
                    points.iter().zip(letters).for_each(|(&point, &letter)| cells[point] = letter);
                }
                cells[9 * 9 + usize::from(red_king)] = b'K';
                cells[usize::from(black_king)] = b'k';
                let rows: Vec<&str> =
                    cells.chunks(9).map(|row| std::str::from_utf8(row).expect("letters")).collect();
                rows.join("/")
            };
            let fen = format!("{board} {}", if red_moves { 'w' } else { 'b' });
            let setup: Setup = fen.parse().expect("a board");
            Position::from_setup(&setup).ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        max_global_rejects: 100_000,
        ..ProptestConfig::default()
    })]

    #[test]
    fn crowded_boards_round_trip(position in crowded()) {
        round_trips(&position);
    }

    #[test]
    fn games_round_trip(choices in proptest::collection::vec(any::<usize>(), 0..120)) {
        let mut position = Position::start();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[choice % moves.len()]);
        }
        round_trips(&position);
    }

    #[test]
    fn no_text_is_too_much(text in "\\PC{0,12}", mixed in "[前中后一二三四五兵车马炮进退平1-9+=.a-i-]{0,6}") {
        let position = Position::start();
        for text in [text, mixed] {
            let _ = parse_move(&position, &text);
            let _ = parse_board(&text);
            let _ = text.parse::<Setup>();
        }
    }
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

#[test]
fn pieces_behind_each_other() {
    let check = |fen: &str, chosen: &str, wxf: &str, chinese: &str| {
        let position = position(fen);
        let chosen = parse_move(&position, chosen).expect(chosen);
        assert_eq!(format_wxf(&position, chosen).expect("a piece"), wxf);
        assert_eq!(
            format_chinese(&position, chosen, Script::Simplified).expect("a piece"),
            chinese
        );
    };
    check("3k5/9/9/2R6/9/2R6/9/9/9/4K4 w", "c6e6", "R+=5", "前车平五");
    check("3k5/9/9/2R6/9/2R6/9/9/9/4K4 w", "c4e4", "R-=5", "后车平五");
    check("3k5/9/2P6/2P6/9/9/9/9/9/4K4 w", "c6b6", "P-=8", "后兵平八");
    check("3k5/9/9/2P6/2P6/2P6/9/9/9/4K4 w", "c6c7", "17+1", "前兵进一");
    check("3k5/9/9/2P6/2P6/2P6/9/9/9/4K4 w", "c5d5", "27=6", "中兵平六");
    check("3k5/9/2P6/2P6/2P6/9/2P6/9/9/4K4 w", "c5d5", "37=6", "三兵平六");
    check("3k5/9/2P6/2P1P4/4P4/9/9/9/9/4K4 w", "e5f5", "25=4", "二兵平四");
    check("3k5/9/2P6/2P1P4/4P4/9/9/9/9/4K4 w", "c7d7", "17=6", "三兵平六");
    check("5k3/9/9/9/9/2p6/2p6/2p6/9/4K4 b", "c3b3", "23=2", "中卒平２");
    check("4k4/9/9/9/9/9/9/2n6/2n6/3K5 b", "c2d4", "H--4", "后马退４");
    check("3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w", "d2e1", "A6-5", "仕六退五");
    check("3k5/9/9/9/9/2B6/9/3A5/9/2BAK4 w", "c0e2", "E7+5", "相七进五");
}

#[test]
fn other_ways_to_write_are_read() {
    let crowded = position("3k5/9/2P6/2P1P4/4P4/9/9/9/9/4K4 w");
    for (text, meant) in
        [("前七平六", "c7d7"), ("后兵五平四", "e5f5"), ("二七平八", "c6b6"), ("1P=4", "e6f6")]
    {
        assert_eq!(
            parse_move(&crowded, text).map(|chosen| chosen.to_string()),
            Ok(meant.to_owned()),
            "{text}"
        );
    }
    assert!(matches!(parse_move(&crowded, "前兵进一"), Err(MoveTextError::Ambiguous { .. })));
    assert!(matches!(parse_move(&crowded, "车一进一"), Err(MoveTextError::Illegal { .. })));
    assert!(matches!(parse_move(&crowded, "车一走一"), Err(MoveTextError::Malformed { .. })));
    let start = Position::start();
    for text in ["傌二進三", "N2+3", "h2+3", "马2进3", "馬２進３"] {
        assert_eq!(
            parse_move(&start, text).map(|chosen| chosen.to_string()),
            Ok("h0g2".to_owned()),
            "{text}"
        );
    }
}

#[test]
fn every_fault_of_a_board_is_listed() {
    let error = parse_board("rnbakabnx\n.........\n....\n").expect_err("a bad board");
    assert_eq!(error.faults.len(), 3, "{error}");
}
