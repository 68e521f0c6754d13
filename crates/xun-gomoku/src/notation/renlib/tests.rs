//! Files made by hand.

use super::*;
use crate::notation::{parse_sgf_tree, write_moves, write_sgf_tree};

fn file(nodes: &[&[u8]]) -> Vec<u8> {
    let mut bytes = [&MAGIC[..], &VERSION].concat();
    bytes.resize(HEADER, 0xFF);
    bytes.extend(nodes.concat());
    bytes
}

fn read(bytes: &[u8]) -> RenLib {
    parse_renlib(bytes, renlib_text).unwrap()
}

fn problems(library: &RenLib) -> Vec<(usize, RenLibProblem)> {
    library.faults.iter().map(|fault| (fault.at, fault.problem.clone())).collect()
}

#[test]
fn variations_comments_marks_and_texts_are_read() {
    let library = read(&file(&[
        &[0x00, COMMENT],
        b"all\x08more\r\nlines\0",
        &[0x78, 0x00],
        // i9 with a mark, and h9 beside it after its line.
        &[0x69, DOWN | MARK],
        &[0x01, RIGHT | COMMENT],
        "角\0".as_bytes(),
        // h9 with a text on the board, then a text at o1 that is no move.
        &[0x68, EXTENSION, 0x00, BOARD_TEXT],
        b"A\0",
        &[0xEF, NO_MOVE | RIGHT | EXTENSION, 0x00, BOARD_TEXT],
        b"BC\0\0",
    ]));
    assert_eq!(library.faults, []);
    let tree = library.tree;
    assert_eq!(write_moves(&tree.record.moves), "h8i9a15");
    assert_eq!(tree.remarks.comment, "all\nmore\nlines");
    let moves: Vec<_> = tree
        .moves
        .iter()
        .map(|made| (made.parent, made.point.to_string(), made.colour, &*made.remarks.comment))
        .collect();
    let (black, white) = (Colour::Black, Colour::White);
    assert_eq!(
        moves,
        [
            (0, "h8".into(), black, ""),
            (1, "i9".into(), white, ""),
            (2, "a15".into(), black, "角"),
            (1, "h9".into(), white, "h9: A\no1: BC"),
        ]
    );
    assert_eq!(tree.moves[1].remarks.circles, [tree.moves[1].point]);
    assert_eq!(parse_sgf_tree(&write_sgf_tree(&tree)).unwrap(), tree);
}

#[test]
fn variations_close_in_the_order_of_the_lines() {
    // h8 (i9 j10 | h9 (g9 | g8)), then a first move g7 beside h8; no node for the first position.
    let library = read(&file(&[
        &[0x78, DOWN],
        &[0x69, DOWN],
        &[0x5A, RIGHT],
        &[0x68, 0x00],
        &[0x67, DOWN | RIGHT],
        &[0x77, RIGHT],
        &[0x87, RIGHT],
    ]));
    assert_eq!(library.faults, []);
    let moves: Vec<_> =
        library.tree.moves.iter().map(|made| (made.parent, made.point.to_string())).collect();
    let expected = [(0, "h8"), (1, "i9"), (2, "j10"), (1, "h9"), (4, "g9"), (4, "g8"), (0, "g7")];
    assert_eq!(moves, expected.map(|(parent, point)| (parent, point.to_owned())));
}

#[test]
fn files_of_old_versions_are_read() {
    let library = read(&[0x78, OLD_COMMENT, b'h', b'|', b'g' | 0x80, 0x00, 0x69, RIGHT]);
    assert_eq!(library.faults, []);
    assert_eq!(write_moves(&library.tree.record.moves), "h8i9");
    assert_eq!(library.tree.moves[0].remarks.comment, "hög");
}

#[test]
fn what_is_sound_stays_and_faults_have_their_byte() {
    let taken = Point::new(7, 7);
    let library = read(&file(&[
        &[0x00, 0x00],
        &[0x78, 0x00],
        &[0x78, DOWN],
        &[0x69, RIGHT],
        &[0xF1, DOWN | RIGHT],
        &[0x00, DOWN | RIGHT],
        &[0x69, RIGHT],
        &[0x01],
    ]));
    assert_eq!(write_moves(&library.tree.record.moves), "h8i9");
    assert_eq!(
        problems(&library),
        [
            (24, RenLibProblem::Occupied { point: taken }),
            (28, RenLibProblem::Outside { place: 0xF1 }),
            (30, RenLibProblem::Pass),
            (34, RenLibProblem::AfterEnd),
        ]
    );
    let library = read(&file(&[&[0x78, DOWN], &[0x69, COMMENT], b"cut"]));
    assert_eq!(library.tree.moves[1].remarks.comment, "cut");
    assert_eq!(
        problems(&library),
        [(24, RenLibProblem::Truncated), (27, RenLibProblem::Unfinished { lines: 1 })]
    );
    let mut newer = file(&[&[0x78, 0x00]]);
    newer[8] = 4;
    assert_eq!(problems(&read(&newer)), [(8, RenLibProblem::Version { major: 4, minor: 4 })]);
    let fault = |bytes: &[u8]| parse_renlib(bytes, renlib_text).unwrap_err();
    assert_eq!(fault(b"").problem, RenLibProblem::NotRenLib);
    assert_eq!(fault(&newer[..12]), RenLibFault { at: 12, problem: RenLibProblem::Truncated });
}

#[test]
fn many_faults_are_few() {
    let library = read(&file(&[&[0xF1, DOWN | RIGHT].repeat(1000)]));
    assert_eq!(library.faults.len(), RenLib::MOST_FAULTS);
    assert!(library.tree.moves.is_empty());
}
