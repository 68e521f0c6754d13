//! Books that are made here, written, read, damaged and asked.

use super::*;
use crate::notation::{Ranks, parse_coordinates};
use xun_game::Limits;

fn after(moves: &str) -> Position {
    let mut position = Position::start();
    for text in moves.split_whitespace() {
        position.play(parse_coordinates(text, Ranks::FromZero).expect("a move"));
    }
    position
}

fn chosen(text: &str) -> Move {
    parse_coordinates(text, Ranks::FromZero).expect("a move")
}

fn entry(moves: &str, text: &str, weight: u16) -> (u64, Move, u16, u32) {
    let key = SymmetricKey::of(&after(moves));
    (key.key(), key.to_stored(chosen(text)), weight, 3)
}

fn book() -> OpeningBook {
    OpeningBook::new([
        entry("", "h2e2", 60),
        entry("", "g3g4", 30),
        entry("", "c0e2", 10),
        entry("h2e2", "h9g7", 5),
        entry("h2e2 h9g7", "h0g2", 1),
        entry("g3g4", "h7g7", 0),
    ])
}

fn ask(book: &OpeningBook, position: &Position, question: &Question) -> Option<Move> {
    let mut random = SplitMix64::new(1);
    book.answer(position, question, BookChoice::Best, &mut random)?.best
}

#[test]
fn a_book_is_read_as_written_and_knows_mirror_images() {
    let book = book();
    assert_eq!((book.len(), book.positions()), (5, 3));
    assert_eq!(OpeningBook::parse(&book.to_bytes()), Ok(book.clone()));
    let mirrored = book.moves(&after("b2e2"));
    assert_eq!(mirrored.len(), 1);
    assert_eq!((mirrored[0].chosen, mirrored[0].weight, mirrored[0].games), (chosen("b9c7"), 5, 3));
    assert!(book.moves(&after("g3g4")).is_empty(), "weight 0 is left out");
}

#[test]
fn moves_are_drawn_by_their_weights() {
    let (book, question) = (book(), Question::from(Limits::depth(5)));
    let mut random = SplitMix64::new(7);
    let mut counts = [0; 3];
    for _ in 0..10_000 {
        let answer = book
            .answer(&Position::start(), &question, BookChoice::Weighted, &mut random)
            .expect("a move");
        let index = ["h2e2", "g3g4", "g0e2"]
            .iter()
            .position(|text| answer.best == Some(chosen(text)))
            .expect("a move of the book");
        counts[index] += 1;
    }
    assert!((5_700..6_300).contains(&counts[0]), "{counts:?}");
    assert!((2_700..3_300).contains(&counts[1]), "{counts:?}");
}

#[test]
fn the_answer_has_the_books_line() {
    let question = Question::from(Limits::depth(5));
    let mut random = SplitMix64::new(1);
    let answer = book()
        .answer(&Position::start(), &question, BookChoice::Best, &mut random)
        .expect("an answer");
    assert_eq!(answer.lines[0].pv, [chosen("h2e2"), chosen("h9g7"), chosen("h0g2")]);
    assert_eq!((answer.ponder, answer.depth), (Some(chosen("h9g7")), 0));
}

#[test]
fn questions_that_a_book_cannot_answer_are_left_to_the_search() {
    let (book, start) = (book(), Position::start());
    let depth = Question::from(Limits::depth(5));
    assert_eq!(ask(&book, &start, &depth), Some(chosen("h2e2")));
    let without = Question { exclude: vec![chosen("h2e2")], ..depth.clone() };
    assert_eq!(ask(&book, &start, &without), Some(chosen("g3g4")));
    let only = Question { only: vec![chosen("a0a1")], ..depth.clone() };
    assert_eq!(ask(&book, &start, &only), None);
    assert_eq!(ask(&book, &start, &depth.with_lines(2)), None);
    for limits in [
        Limits::default(),
        Limits { infinite: true, ..Limits::depth(5) },
        Limits { ponder: true, ..Limits::depth(5) },
        Limits { mate: Some(3), ..Limits::depth(5) },
    ] {
        assert_eq!(ask(&book, &start, &Question::from(limits.clone())), None, "{limits:?}");
    }
}

#[test]
fn a_move_that_repeats_the_game_is_not_chosen() {
    let book = OpeningBook::new([entry("a0a1 a9a8", "a1a0", 9), entry("a0a1 a9a8", "h2e2", 1)]);
    let question = Question::from(Limits::depth(5));
    let first = after("a0a1 a9a8");
    assert_eq!(ask(&book, &first, &question), Some(chosen("a1a0")));
    let again = after("a0a1 a9a8 a1a0 a8a9 a0a1 a9a8");
    assert_eq!(ask(&book, &again, &question), Some(chosen("h2e2")));
}

#[test]
fn moves_that_are_not_legal_are_left_out() {
    let key = SymmetricKey::of(&Position::start()).key();
    let book = OpeningBook::new([(key, chosen("a0a9"), 9, 1), (key, chosen("e4e5"), 9, 1)]);
    assert!(book.moves(&Position::start()).is_empty());
}

#[test]
fn a_damaged_file_is_refused_with_the_place() {
    let whole = book().to_bytes();
    let fault = |bytes: &[u8]| OpeningBook::parse(bytes).expect_err("no book");
    for length in 0..whole.len() {
        let error = fault(&whole[..length]);
        let expected = if length < 8 {
            matches!(error, BookError::NotABook)
        } else {
            matches!(error, BookError::Length { .. })
        };
        assert!(expected, "{length}: {error}");
    }
    let changed = |at: usize, value: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + value.len()].copy_from_slice(value);
        fault(&bytes)
    };
    assert_eq!(changed(8, &[2]), BookError::Newer(2));
    let entry = |number, byte, fault| BookError::Entry { number, byte, fault };
    assert_eq!(changed(24, &[0xFF, 0xFF]), entry(1, 16, BookFault::Move));
    assert_eq!(changed(26, &[0, 0]), entry(1, 16, BookFault::Weight));
    assert_eq!(changed(32, &[0; 8]), entry(2, 32, BookFault::Order));
    assert!(matches!(changed(12, &[0xFF; 4]), BookError::Length { .. }));
    assert!(matches!(
        OpeningBook::from_file("/no/such/book").expect_err("no file"),
        BookError::Unreadable(_)
    ));
    let (name, _) = OpeningBook::from_files(" ; /no/such/book;").expect_err("no file");
    assert_eq!(name, "/no/such/book");
    assert_eq!(OpeningBook::from_files(" ; ").map(|books| books.len()), Ok(0));
}

/// A file with the layout of `BOOK.DAT`, its keys made by the published scheme.
#[test]
fn a_book_of_elephant_eye_is_read() {
    let mut entries: Vec<(u32, [u8; 2], u16)> = Vec::new();
    let mut add = |moves: &str, points: [u8; 2], weight: u16| {
        entries.push((elephant_eye::keys(&after(moves))[0] as u32, points, weight));
    };
    // 炮二平五: column 10, row 10 to column 7; 兵七进一: column 5, row 9 to row 8.
    add("", [0xAA, 0xA7], 7);
    add("", [0x95, 0x85], 2);
    // Answered in the mirror image of the position: 马2进3 there is 马8进7 here.
    add("b2e2", [0x34, 0x55], 3);
    // No move, and no weight: skipped.
    add("", [0x00, 0xA7], 7);
    add("", [0xAA, 0xA6], 0);
    entries.sort_by_key(|entry| entry.0);
    let bytes: Vec<u8> = entries
        .iter()
        .flat_map(|(key, points, weight)| {
            [&key.to_le_bytes()[..], &points[..], &weight.to_le_bytes()[..]].concat()
        })
        .collect();
    let book = OpeningBook::parse(&bytes).expect("a book");
    let moves = |position: &Position| -> Vec<(String, u16)> {
        book.moves(position).iter().map(|one| (one.chosen.to_string(), one.weight)).collect()
    };
    assert_eq!(moves(&after("")), [("h2e2".to_owned(), 7), ("c3c4".to_owned(), 2)]);
    assert_eq!(moves(&after("h2e2")), [("h9g7".to_owned(), 3)]);
    assert_eq!(moves(&after("b2e2")), [("b9c7".to_owned(), 3)]);
    assert_eq!(OpeningBook::parse(&book.to_bytes()), Ok(book));
    for wrong in [&bytes[..9], &[], &[b"later..!".as_slice(), &[0; 8]].concat()] {
        assert_eq!(OpeningBook::parse(wrong), Err(BookError::NotABook));
    }
}
