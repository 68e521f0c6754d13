//! XQF files that are made here: written and read, disguised by keys, and cut off.

use super::keys::Keys;
use super::*;
use crate::files::{Loss, Place, Problem, ReadGame, ReadOptions, read_games};
use crate::notation::pgn::tests::{STARTS, record};
use crate::notation::pgn::{Line, RecordedMove};
use crate::notation::{GameRecord, GameResult};
use crate::rules::{Position, Setup};
use proptest::prelude::*;

fn read_one(bytes: &[u8]) -> ReadGame {
    read_games(bytes, &ReadOptions::default()).expect("a game").games.remove(0)
}

/// The line as XQF holds it: no marks, and other first moves of a variation beside it.
pub(in crate::files) fn plain(line: &Line) -> Line {
    let mut moves: Vec<RecordedMove> = Vec::new();
    for made in &line.moves {
        let mut variations = Vec::new();
        for variation in &made.variations {
            let mut kept = plain(variation);
            let Some(first) = kept.moves.first_mut() else { continue };
            let others = std::mem::take(&mut first.variations);
            variations.push(kept);
            variations.extend(others);
        }
        let comment = made.comment.clone();
        moves.push(RecordedMove { comment, variations, ..RecordedMove::from(made.chosen) });
    }
    Line { comment: line.comment.clone(), moves }
}

/// A file as `XQStudio` disguises it: everything behind the header is shifted by the keys.
fn disguised(plain: &[u8], version: u8, key: [u8; 13]) -> Vec<u8> {
    let mut bytes = plain.to_vec();
    bytes[2] = version;
    bytes[3..16].copy_from_slice(&key);
    let keys = Keys::of_header(bytes.first_chunk().expect("a header"));
    for index in 0..32_usize {
        let shift = if version >= 12 { usize::from(keys.pieces) + 1 } else { 0 };
        // In the plain file the list is shifted by one.
        let point = plain[0x10 + (index + 31) % 32];
        bytes[0x10 + (index + 64 * 32 - shift) % 32] = point.wrapping_add(keys.pieces);
    }
    let mut at = HEADER;
    while at < bytes.len() {
        bytes[at] = bytes[at].wrapping_add(keys.from);
        bytes[at + 1] = bytes[at + 1].wrapping_add(keys.to);
        let commented = bytes[at + 2] & 0x20 != 0;
        at += 4;
        if commented {
            let four: [u8; 4] = bytes[at..at + 4].try_into().expect("four bytes");
            let length = u32::from_le_bytes(four) - 767;
            bytes[at..at + 4].copy_from_slice(&(length + keys.comment).to_le_bytes());
            at += 4 + length as usize;
        }
    }
    for (index, byte) in bytes[HEADER..].iter_mut().enumerate() {
        *byte = byte.wrapping_add(keys.stream[index % 32]);
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn what_is_written_is_read_under_any_key(
        start in 0..2usize,
        choices in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..60),
        version in 11..=18u8,
        key in any::<[u8; 13]>(),
    ) {
        let record = record(STARTS[start], &choices);
        let expected = plain(&record.line);
        let written = write_xqf(&record).bytes;
        for bytes in [disguised(&written, version, key), written] {
            let game = read_one(&bytes);
            prop_assert_eq!(&game.faults, &[]);
            prop_assert_eq!(&game.record.line, &expected);
            prop_assert_eq!(game.record.start.board, record.start.board);
            prop_assert_eq!(game.record.result, record.result);
            prop_assert_eq!(game.record.tag("Red"), Some("back\\slash \"quo"));
        }
    }

    #[test]
    fn a_file_that_is_cut_off_keeps_its_first_moves(
        choices in proptest::collection::vec((any::<usize>(), any::<u8>()), 5..40),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes = write_xqf(&record(STARTS[0], &choices)).bytes;
        let end = cut.index(bytes.len());
        match read_games(&bytes[..end], &ReadOptions::default()) {
            Err(fault) => prop_assert!(end < HEADER, "{}", fault),
            Ok(file) => {
                prop_assert!(!file.games[0].faults.is_empty());
                let whole = read_one(&bytes).record;
                let kept: Vec<_> = file.games[0].record.moves().collect();
                prop_assert!(whole.moves().take(kept.len()).eq(kept));
            }
        }
    }
}

#[test]
fn version_ten_has_no_keys() {
    // The example of the format's description, shortened to two moves and a variation.
    let mut bytes = vec![0; HEADER];
    bytes[..3].copy_from_slice(b"XQ\x0A");
    bytes[0x10..0x30].copy_from_slice(&[
        80, 70, 60, 50, 40, 30, 20, 10, 0, 72, 12, 83, 63, 43, 23, 3, 9, 19, 29, 39, 49, 59, 69,
        79, 89, 17, 77, 6, 26, 46, 66, 86,
    ]);
    bytes[0x33] = 2;
    bytes[0x130..0x137].copy_from_slice(b"\x06\xC1\xF8\xB4\xF3\xBB\xAA");
    bytes.extend([0x18, 0x20, 0xF0, 0xFF, 0, 0, 0, 0]);
    bytes.extend([0x2F, 0x38, 0xF0, 0, 4, 0, 0, 0, 0xBA, 0xC3, 0xC6, 0xE5]);
    bytes.extend([0x67, 0x63, 0x0F, 0, 0, 0, 0, 0]);
    bytes.extend([0x29, 0x3B, 0x00, 0, 0, 0, 0, 0]);
    let ReadGame { record, faults } = read_one(&bytes);
    assert_eq!(faults, []);
    assert_eq!((record.tag("Red"), &record.start), (Some("柳大华"), &Setup::start()));
    assert_eq!(record.result.text(), "0-1");
    let main: Vec<String> =
        record.line.moves.iter().map(|made| format!("{}{}", made.chosen, made.comment)).collect();
    assert_eq!(main, ["c3c4好棋", "h9g7"]);
    assert_eq!(record.line.moves[1].variations[0].moves[0].chosen.to_string(), "b7c7");
}

#[test]
fn an_illegal_move_is_left_out_and_its_siblings_stay() {
    let start = Position::start();
    let chosen = |text: &str| crate::notation::parse_move(&start, text).expect(text);
    let mut game = GameRecord::new(Setup::start(), [chosen("h2e2")], GameResult::Unknown);
    game.line.moves[0].variations = ["b2e2", "h0g2"]
        .map(|text| Line { moves: vec![chosen(text).into()], ..Line::default() })
        .into();
    let mut bytes = write_xqf(&game).bytes;
    // The first variation goes nowhere.
    let at = bytes.len() - 8;
    bytes[at + 1] = 8 * 10 + 32;
    let ReadGame { record, faults } = read_one(&bytes);
    let [fault] = &faults[..] else { panic!("{faults:?}") };
    assert_eq!(fault.place, Place::Byte(at));
    assert!(matches!(fault.problem, Problem::IllegalMove { ply: 1, .. }), "{fault}");
    assert_eq!(record.line.moves[0].variations.len(), 1);
}

#[test]
fn what_does_not_fit_is_said() {
    let mut game = GameRecord::new(Setup::start(), [], GameResult::Unknown);
    game.set_tag("Red", "一二三四五六七八");
    game.set_tag("Round", "3");
    game.set_tag("Game", "Chinese Chess");
    let written = write_xqf(&game);
    assert_eq!(
        written.losses,
        [Loss::Cut { tag: "Red".to_owned(), bytes: 15 }, Loss::Tag("Round".to_owned())]
    );
    assert_eq!(read_one(&written.bytes).record.tag("Red"), Some("一二三四五六七"));
}
