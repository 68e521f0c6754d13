//! A power cut at a random moment: what was acknowledged is there, and the store can be read.
//!
//! Each change is synced to the write-ahead log before it is acknowledged. After a cut the log
//! holds everything up to the last sync; of what was written after it any part may be there, torn
//! or as other bytes.

use super::Store;
use rusqlite::Connection;
use std::path::Path;
use xun_game::SplitMix64;

/// Games and moves after each acknowledged change, with the length of the log at that moment.
struct Acknowledged {
    log: usize,
    games: i64,
    moves: i64,
}

fn count(folder: &Path) -> (i64, i64) {
    let store = Connection::open(folder.join("games.sqlite")).expect("opens");
    let sound: String =
        store.query_row("PRAGMA integrity_check", [], |row| row.get(0)).expect("checks");
    assert_eq!(sound, "ok");
    let count = |table: &str| {
        let question = format!("SELECT count(*) FROM {table}");
        store.query_row(&question, [], |row| row.get(0)).expect("counts")
    };
    (count("games"), count("nodes"))
}

#[test]
fn nothing_acknowledged_is_lost_at_a_thousand_moments() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("games.sqlite-wal");
    let length = || std::fs::metadata(&log).map_or(0, |data| data.len() as usize);
    let mut random = SplitMix64::new(18);
    let store = Store::open(Some(folder.path())).expect("opens");
    let mut history = vec![Acknowledged { log: length(), games: 0, moves: 0 }];
    let (mut games, mut moves) = (0_i64, 0_i64);
    for _ in 0..60 {
        if games == 0 || random.below(5) == 0 {
            games = store.create("gomoku", "{}", &[], 0).expect("creates");
        } else {
            store.add(games, 0, "h8", None).expect("adds");
            moves += 1;
        }
        history.push(Acknowledged { log: length(), games, moves });
    }
    let (main, whole) = (folder.path().join("games.sqlite"), std::fs::read(&log).expect("reads"));
    let first = history[0].log;
    for _ in 0..1000 {
        // Synced up to here; behind it a random part of the rest, torn.
        let cut = first + random.below((whole.len() - first + 1) as u64) as usize;
        let mut left = whole[..cut].to_vec();
        let tail = random.below(9000) as usize;
        match random.below(3) {
            0 => {}
            1 => left.extend(std::iter::repeat_n(0, tail)),
            _ => left.extend((0..tail).map(|_| random.below(256) as u8)),
        }
        let after = tempfile::tempdir().expect("a folder");
        std::fs::copy(&main, after.path().join("games.sqlite")).expect("copies");
        std::fs::write(after.path().join("games.sqlite-wal"), left).expect("writes");
        drop(Store::open(Some(after.path())).expect("opens after the cut"));
        let (games, moves) = count(after.path());
        let last = history.iter().rev().find(|entry| entry.log <= cut).expect("the first");
        assert_eq!((games, moves), (last.games, last.moves), "cut at {cut}");
    }
}
