//! The bodies of the fuzz targets for Xiangqi's readers. Panics are the findings.

use std::sync::OnceLock;
use xun_game::{Limits, SplitMix64, fingerprint};
use xun_xiangqi::network::{Accumulators, Network};
use xun_xiangqi::notation::pgn::{Annotation, parse_pgn_up_to_fault};
use xun_xiangqi::notation::{
    GameRecord, Notation, Ranks, Script, format_board, format_pgn, parse_board, parse_move,
    parse_pgn, parse_pgn_games,
};
use xun_xiangqi::openings::{BookChoice, OpeningBook};
use xun_xiangqi::protocol::{UcciCommand, UcciReply, UciCommand, UciReply};
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::Question;

/// A message may quote what it is about, but not all of it.
const MAX_MESSAGE: usize = 4096;

const NOTATIONS: [Notation; 5] = [
    Notation::Coordinates(Ranks::FromZero),
    Notation::Iccs,
    Notation::Wxf,
    Notation::Chinese(Script::Simplified),
    Notation::Chinese(Script::Traditional),
];

fn assert_short(fault: &impl ToString) {
    let message = fault.to_string();
    assert!(!message.is_empty() && message.len() <= MAX_MESSAGE, "{} bytes", message.len());
}

/// Reads a FEN. What can be read is written and read again, also after every legal move, and each
/// legal move has a text in every notation that is read back.
pub(crate) fn fen(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Position::from_fen(&text) {
        Ok(position) => {
            assert_eq!(Position::from_fen(&position.to_fen()), Ok(position.clone()));
            for chosen in &position.legal_moves() {
                assert!(position.is_legal_move(*chosen), "{chosen}: {}", position.to_fen());
                for notation in NOTATIONS {
                    let text = notation.format(&position, *chosen);
                    let read = notation.parse(&position, &text);
                    assert_eq!(read, Ok(*chosen), "{text}: {}", position.to_fen());
                }
                let mut next = position.clone();
                next.play(*chosen);
                let again = Position::from_fen(&next.to_fen()).expect("a legal move leads to it");
                assert_eq!(again.key(), next.key(), "{}", next.to_fen());
            }
        }
        Err(fault) => assert_short(&fault),
    }
}

/// Reads a move in any notation, and a drawn board.
pub(crate) fn moves(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let position = Position::start();
    for part in text.split_whitespace().take(50) {
        match parse_move(&position, part) {
            Ok(chosen) => assert!(position.is_legal_move(chosen)),
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
    match parse_board(&text) {
        Ok(setup) => {
            let again = parse_board(&format_board(&setup)).expect("what is drawn can be read");
            assert_eq!(again.board, setup.board);
        }
        Err(fault) => assert_short(&fault),
    }
}

/// Reads game records. What can be read is written and read again, in every notation.
pub(crate) fn pgn(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (partial, fault) = parse_pgn_up_to_fault(&text);
    match parse_pgn(&text) {
        Ok(record) => {
            assert_eq!((partial, fault), (record.clone(), None));
            written_and_read_again(&record);
        }
        Err(fault) => assert_short(&fault),
    }
    let games = parse_pgn_games(&text).count();
    assert!(games <= text.len() + 1, "{games} games");
    let annotation = Annotation::parse(&text);
    let _ = format!("{annotation:?}");
}

fn written_and_read_again(record: &GameRecord) {
    for notation in NOTATIONS {
        let text = format_pgn(record, notation);
        let again = parse_pgn(&text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(again.moves().collect::<Vec<_>>(), record.moves().collect::<Vec<_>>());
        assert_eq!((again.start, again.result), (record.start.clone(), record.result));
    }
}

/// Parses lines of UCI and UCCI, of both sides. A command that is written is read back.
pub(crate) fn lines(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.lines().take(200) {
        // Words that mean nothing are noted and not written again, so texts are compared.
        let command = UciCommand::parse(line).to_string();
        assert_eq!(UciCommand::parse(&command).to_string(), command, "{line:?}");
        let command = UcciCommand::parse(line).to_string();
        assert_eq!(UcciCommand::parse(&command).to_string(), command, "{line:?}");
        // Replies of other engines may hold half of a score; they need not be stable.
        let _ = UciReply::parse(&UciReply::parse(line).to_string());
        let _ = UcciReply::parse(&UcciReply::parse(line).to_string());
    }
}

/// Reads a network: the bytes as they are, and the shipped network with four bytes changed for each
/// eight bytes of input and a hash that is right. A network that is accepted can evaluate.
pub(crate) fn network(data: &[u8]) {
    static SHIPPED: OnceLock<Vec<u8>> = OnceLock::new();
    if let Err(fault) = Network::from_bytes(data) {
        assert_short(&fault);
    }
    let file = sealed(SHIPPED.get_or_init(shipped_file), data);
    match Network::from_bytes(&file) {
        Ok(network) => {
            let mut accumulators = Accumulators::new(network.into());
            let ending = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1");
            for position in [Position::start(), ending.expect("a position")] {
                accumulators.reset();
                let _ = accumulators.score(&position);
            }
        }
        Err(fault) => assert_short(&fault),
    }
}

/// Reads an opening book. What can be read is written and read again, and every move that it has
/// for positions near the start is legal.
pub(crate) fn book(data: &[u8]) {
    let book = match OpeningBook::parse(data) {
        Ok(book) => book,
        Err(fault) => return assert_short(&fault),
    };
    assert!(book.len() <= data.len() / 8, "memory grows with the file only");
    if !book.is_empty() {
        assert_eq!(OpeningBook::parse(&book.to_bytes()), Ok(book.clone()));
    }
    let mut position = Position::start();
    let mut random = SplitMix64::new(data.len() as u64);
    let question = Question::from(Limits::depth(1));
    for _ in 0..8 {
        for one in book.moves(&position) {
            assert!(one.weight > 0 && position.is_legal_move(one.chosen), "{}", one.chosen);
        }
        let answer = book.answer(&position, &question, BookChoice::Weighted, &mut random);
        let legal = position.legal_moves();
        let any = legal[random.below(legal.len() as u64) as usize];
        position.play(answer.and_then(|answer| answer.best).unwrap_or(any));
    }
}

/// Bytes before the weights: name, five fields, hash.
const HEADER: usize = 8 + 5 * 4 + 8;

/// The network that is shipped.
fn shipped_file() -> Vec<u8> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = if folder.ends_with("fuzz") { folder.join("..") } else { folder.join("../..") };
    let entries = std::fs::read_dir(folder.join("crates/xun-xiangqi/nets")).expect("shipped");
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
