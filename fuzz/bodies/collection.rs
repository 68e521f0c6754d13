//! The body of the fuzz target for collections of games. Panics are the findings.

use std::sync::OnceLock;
use xun_collection::{Collection, Filter};
use xun_xiangqi::notation::parse_pgn;
use xun_xiangqi::rules::Position;

/// Opens a damaged collection and asks it everything. Each eight bytes of input change four of a
/// sound one; two at the end cut it.
pub(crate) fn collection(data: &[u8]) {
    static SOUND: OnceLock<Vec<u8>> = OnceLock::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let mut file = SOUND.get_or_init(sound_collection).clone();
    let (edits, rest) = data.as_chunks::<8>();
    for [a, b, c, d, value @ ..] in edits {
        let at = u32::from_le_bytes([*a, *b, *c, *d]) as usize % (file.len() - 4);
        file[at..at + 4].copy_from_slice(value);
    }
    if let [low, high] = rest {
        file.truncate(usize::from(u16::from_le_bytes([*low, *high])));
    }
    std::fs::write(&path, file).expect("a file");
    let Ok(mut collection) = Collection::open(&path) else { return };
    let _ = collection.len();
    let _ = collection.games(&Filter::default());
    for game in 0..3 {
        let _ = collection.game(game);
        let _ = collection.tags(game);
    }
    let _ = collection.explore(&Position::start());
    let _ = collection.tag(&[1], "x");
    let _ = collection.summarise();
}

/// A collection of two games.
fn sound_collection() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let mut collection = Collection::open(&path).expect("a collection");
    for text in ["[Red \"A\"]\n\n1. h2e2 h9g7 2. h0g2 1-0\n", "[Black \"B\"]\n\n1. c3c4 g6g5 *\n"] {
        let record = parse_pgn(text).expect("a game");
        collection.add(&record, "a file").expect("added");
    }
    drop(collection);
    std::fs::read(path).expect("a file")
}
