//! The bodies of the fuzz targets for Gomoku's readers. Panics are the findings.

use std::sync::OnceLock;
use xun_game::fingerprint;
use xun_gomoku::eval::Weights;
use xun_gomoku::network::{Accumulator, Network};
use xun_gomoku::notation::{
    GameTree, Record, RenLib, Unreadable, draw, parse_drawn, parse_moves, parse_psq, parse_renlib,
    parse_sgf, parse_sgf_tree, read_any, renlib_text, write_moves, write_psq, write_sgf,
    write_sgf_tree,
};
use xun_gomoku::openings::OpeningBook;
use xun_gomoku::protocol::{Command, Info, Reply};
use xun_gomoku::rules::{Board, Rule, Size};
use xun_gomoku::threat::read_puzzles;

/// The faults of a text are few and short, and have a place.
fn assert_few(unreadable: &Unreadable) {
    assert!((1..=Unreadable::MOST).contains(&unreadable.faults.len()));
    assert!(unreadable.faults.iter().all(|fault| fault.line > 0 && fault.column > 0));
    assert!(unreadable.to_string().len() <= 8192, "{unreadable}");
}

/// A record that was read is possible or has its faults named, under every rule.
fn check(record: &Record) {
    for rule in Rule::ALL {
        match record.position(rule) {
            Ok(position) => {
                let drawn = draw(position.board());
                let again = parse_drawn(&drawn).unwrap_or_else(|fault| panic!("{fault}\n{drawn}"));
                assert_eq!(again.setup.len() + again.moves.len(), position.board().stones());
            }
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
}

/// Reads SGF. What can be read is written and read again.
pub(crate) fn sgf(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match parse_sgf_tree(&text) {
        Ok(tree) => {
            let written = write_sgf_tree(&tree);
            let again = parse_sgf_tree(&written).unwrap_or_else(|f| panic!("{f}\n{written}"));
            assert_eq!(again.moves.len(), tree.moves.len(), "{written}");
            // Stones are written colour by colour.
            let stones = |tree: &GameTree| {
                let mut stones: Vec<_> = tree.record.setup.clone();
                stones.sort_by_key(|&(point, colour)| (colour as u8, point.to_string()));
                stones
            };
            assert_eq!(stones(&again), stones(&tree), "{written}");
            assert_eq!(write_sgf_tree(&again), written, "writing is stable");
        }
        Err(fault) => assert_few(&fault),
    }
    match parse_sgf(&text) {
        Ok(record) => {
            let written = write_sgf(&record);
            let again = parse_sgf(&written).unwrap_or_else(|f| panic!("{f}\n{written}"));
            assert_eq!((again.size, &again.moves), (record.size, &record.moves), "{written}");
            check(&record);
        }
        Err(fault) => assert_few(&fault),
    }
}

/// Reads PSQ. What can be read is written and read again.
pub(crate) fn psq(data: &[u8]) {
    match parse_psq(&String::from_utf8_lossy(data)) {
        Ok(record) => {
            let written = write_psq(&record);
            let again = parse_psq(&written).unwrap_or_else(|f| panic!("{f}\n{written}"));
            assert_eq!((again.size, &again.moves), (record.size, &record.moves), "{written}");
            check(&record);
        }
        Err(fault) => assert_few(&fault),
    }
}

/// Reads `RenLib`. The faults lie in the file; what was read is a sound game that SGF can hold.
pub(crate) fn renlib(data: &[u8]) {
    match parse_renlib(data, renlib_text) {
        Ok(RenLib { tree, faults, .. }) => {
            assert!(faults.len() <= RenLib::MOST_FAULTS);
            assert!(faults.iter().all(|fault| fault.at <= data.len()), "{faults:?}");
            assert!(tree.moves.len() <= data.len() / 2, "memory grows with the file only");
            let mut taken = std::collections::HashSet::new();
            assert!(tree.record.moves.iter().all(|&point| taken.insert(point)));
            let written = write_sgf_tree(&tree);
            let again = parse_sgf_tree(&written).unwrap_or_else(|f| panic!("{f}\n{written}"));
            assert_eq!(again.moves.len(), tree.moves.len(), "{written}");
            check(&tree.record);
        }
        Err(fault) => assert!(fault.at <= data.len() && !fault.to_string().is_empty()),
    }
}

/// Reads a position in any form: moves, drawn board, PSQ, SGF.
pub(crate) fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for size in [Size::STANDARD, Size::new(5, 22).expect("a size")] {
        match read_any(&text, size) {
            Ok(record) => check(&record),
            Err(fault) => assert_few(&fault),
        }
        match parse_moves(&text, size) {
            Ok(moves) => assert_eq!(parse_moves(&write_moves(&moves), size), Ok(moves)),
            Err(fault) => assert_few(&fault),
        }
    }
}

/// Reads a table of openings and a list of puzzles.
pub(crate) fn tables(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match OpeningBook::parse(&text, Size::STANDARD, Rule::Freestyle) {
        Ok(book) => {
            let _ = book.look_up(&Board::new(Size::STANDARD, Rule::Freestyle));
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    match read_puzzles(&text) {
        Ok(puzzles) => {
            for puzzle in puzzles.into_iter().filter(|puzzle| puzzle.board().stones() > 0) {
                let again = read_puzzles(&puzzle.to_string()).expect("what is written is read");
                assert_eq!(again[0].to_string(), puzzle.to_string());
            }
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
    if let Err(fault) = Weights::from_bytes(data) {
        assert!(!fault.to_string().is_empty());
    }
}

fn is_other(command: &Command) -> bool {
    matches!(command, Command::Info(Info::Other(_)))
}

/// Parses lines of Gomocup, of both sides. A command that is written is read back.
pub(crate) fn lines(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.lines().take(200) {
        match Command::parse(line) {
            Ok(command) => {
                // A key that we do not know may lose its odd letters and become one that we do.
                let (written, is_other) = (command.to_string(), is_other(&command));
                assert!(is_other || Command::parse(&written) == Ok(command), "{written:?}");
            }
            Err(fault) => assert!(fault.to_string().len() < 1000, "{fault}"),
        }
        // Replies of other engines may quote anything; they need not be stable.
        if let Some(reply) = Reply::parse(line, Size::STANDARD) {
            let _ = Reply::parse(&reply.to_string(), Size::STANDARD);
        }
    }
}

/// Reads a network: the bytes as they are, and a shipped network with four bytes changed for each
/// eight bytes of input and a hash that is right. A network that is accepted can evaluate.
pub(crate) fn network(data: &[u8]) {
    static SHIPPED: OnceLock<Vec<u8>> = OnceLock::new();
    if let Err(fault) = Network::from_bytes(data) {
        assert!(!fault.to_string().is_empty());
    }
    let file = sealed(SHIPPED.get_or_init(shipped_file), data);
    match Network::from_bytes(&file) {
        Ok(network) => {
            let mut board = Board::new(Size::STANDARD, network.rule());
            let mut accumulator = Accumulator::new(network.into(), &board);
            let _ = accumulator.score(&board);
            let moves = parse_moves("h8i9h9i10", Size::STANDARD).expect("moves");
            for point in moves {
                board.play(point);
            }
            accumulator.reset(&board);
            let _ = accumulator.score(&board);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

/// Bytes before the weights: name, eight fields, hash.
const HEADER: usize = 8 + 8 * 4 + 8;

/// The smallest network that is shipped.
fn shipped_file() -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = if folder.ends_with("fuzz") { folder.join("..") } else { folder.join("../..") };
    let entries = std::fs::read_dir(folder.join("crates/xun-gomoku/nets")).expect("shipped");
    let files = entries.flatten().map(|entry| std::fs::read(entry.path()).expect("a file"));
    files.min_by_key(Vec::len).expect("a network")
}

/// A copy of the file with changed bytes and a right hash.
fn sealed(file: &[u8], edits: &[u8]) -> Vec<u8> {
    let mut file = file.to_vec();
    let (edits, _) = edits.as_chunks::<8>();
    for [a, b, c, d, value @ ..] in edits {
        let at = u32::from_le_bytes([*a, *b, *c, *d]) as usize % (file.len() - 4);
        file[at..at + 4].copy_from_slice(value);
    }
    let hash = fingerprint(&file[HEADER..]);
    file[HEADER - 8..HEADER].copy_from_slice(&hash.to_le_bytes());
    file
}
