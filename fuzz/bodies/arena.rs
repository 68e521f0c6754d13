//! The bodies of the fuzz targets for files of matches. Panics are the findings.

use std::path::Path;
use std::sync::OnceLock;
use xun_arena::experience::Book;
use xun_arena::{Journal, Opening, PlayerSpec, Setting, TimeControl, read_openings};

/// Opens a file as the journal of a match. What can be opened can be opened again, with the same
/// games.
pub(crate) fn journal(data: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    std::fs::write(&path, data).expect("a file");
    let terms = serde_json::json!(1);
    match Journal::open(&path, &terms) {
        Ok(journal) => {
            let games = journal.games().clone();
            drop(journal);
            let again = Journal::open(&path, &terms).expect("what was opened can be opened");
            assert_eq!(again.games(), &games);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
}

/// Reads openings of both games, and the text of a player and of a clock.
pub(crate) fn openings(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for game in ["xiangqi", "gomoku", "renju"] {
        let Ok(setting) = game.parse::<Setting>() else { continue };
        if let Err(faults) = read_openings(&text, setting) {
            assert!(!faults.faults.is_empty() && faults.to_string().lines().count() <= 100);
        }
    }
    for line in text.lines().take(20) {
        if let Err(fault) = line.parse::<PlayerSpec>() {
            assert!(!fault.to_string().is_empty());
        }
        match line.parse::<TimeControl>() {
            Ok(control) => drop(control.to_string()),
            Err(fault) => assert!(!fault.to_string().is_empty()),
        }
    }
}

/// Opens a damaged experience book and asks it everything. Each eight bytes of input change four of
/// a sound book; two at the end cut it.
pub(crate) fn book(data: &[u8]) {
    static SOUND: OnceLock<Vec<u8>> = OnceLock::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.sqlite");
    let mut file = SOUND.get_or_init(sound_book).clone();
    let (edits, rest) = data.as_chunks::<8>();
    for [a, b, c, d, value @ ..] in edits {
        let at = u32::from_le_bytes([*a, *b, *c, *d]) as usize % (file.len() - 4);
        file[at..at + 4].copy_from_slice(value);
    }
    if let [low, high] = rest {
        file.truncate(usize::from(u16::from_le_bytes([*low, *high])));
    }
    std::fs::write(&path, file).expect("a file");
    ask_book(&path);
    std::fs::write(&path, data).expect("a file");
    ask_book(&path);
}

/// A book that has learnt a few games.
fn sound_book() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.sqlite");
    let mut book = Book::open(&path).expect("a book");
    for (index, moves) in ["h8 i9 h9 i10", "h8 h9 i8 j8", "g7 h8"].into_iter().enumerate() {
        let game = serde_json::json!({
            "index": index, "players": [0, 1], "opening": { "moves": [] }, "winner": "first",
            "moves": moves.split(' ').map(|text| serde_json::json!({ "m": text, "s": 3, "t": 1 }))
                .collect::<Vec<_>>(),
            "ending": "resignation", "note": "",
        });
        let game = serde_json::from_value(game).expect("a game");
        let setting = "gomoku".parse().expect("a game");
        assert!(book.learn_once(setting, &game, "match").expect("a lesson"));
    }
    drop(book);
    std::fs::read(path).expect("a file")
}

fn ask_book(path: &Path) {
    let Ok(mut book) = Book::open(path) else { return };
    let setting: Setting = "gomoku".parse().expect("a game");
    let _ = book.size();
    let _ = book.look_up(setting, &Opening::default(), &["h8", "i9"]);
    let _ = book.export(|_| Ok::<(), rusqlite::Error>(()));
    let _ = book.clear();
}
