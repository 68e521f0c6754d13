//! A power cut at a random moment: every game that was acknowledged as learnt is in the book, each
//! once, and the book can be read.
//!
//! Each game is synced to the write-ahead log before it is acknowledged. After a cut the log holds
//! everything up to the last sync; of what was written after it any part may be there, torn or as
//! other bytes.

use super::book::Book;
use crate::record::{Ending, GameRecord, MoveRecord, Opening, Seat};
use crate::setting::Setting;
use rusqlite::Connection;
use std::path::Path;
use xun_game::SplitMix64;
use xun_gomoku::rules::{Rule, Size};

const SETTING: Setting = Setting::Gomoku { size: Size::STANDARD, rule: Rule::Freestyle };

fn game(index: u64, random: &mut SplitMix64) -> GameRecord {
    let points = ["h8", "i9", "g7", "j10", "f6", "k11"];
    let count = 1 + random.below(points.len() as u64) as usize;
    let made = |text: &&str| MoveRecord {
        text: (*text).to_owned(),
        score: Some(random.below(100) as i32),
        depth: Some(3),
        milliseconds: 1,
    };
    GameRecord {
        index,
        players: [0, 1],
        opening: Opening::default(),
        moves: points[..count].iter().map(made).collect(),
        winner: Some(Seat::First),
        ending: Ending::Resignation,
        note: String::new(),
    }
}

/// Games learnt, and moves counted over all of them.
fn count(path: &Path) -> (i64, i64) {
    let book = Connection::open(path).expect("opens");
    let sound: String =
        book.query_row("pragma integrity_check", [], |row| row.get(0)).expect("checks");
    assert_eq!(sound, "ok");
    book.query_row(
        "select (select count(*) from learnt), (select sum(wins + draws + losses) from moves)",
        [],
        |row| Ok((row.get(0)?, row.get::<_, Option<i64>>(1)?.unwrap_or(0))),
    )
    .expect("counts")
}

#[test]
fn nothing_acknowledged_is_lost_at_a_thousand_moments() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("book.sqlite");
    let log = folder.path().join("book.sqlite-wal");
    let length = || std::fs::metadata(&log).map_or(0, |data| data.len() as usize);
    let mut random = SplitMix64::new(18);
    let mut book = Book::open(&path).expect("opens");
    // Length of the log, games and moves after each acknowledged game.
    let mut history = vec![(length(), 0, 0)];
    let mut moves = 0;
    for index in 0..40 {
        let game = game(index, &mut random);
        assert!(book.learn_once(SETTING, &game, "match").expect("learns"));
        moves += game.moves.len() as i64;
        history.push((length(), index as i64 + 1, moves));
    }
    let whole = std::fs::read(&log).expect("reads");
    let first = history[0].0;
    for _ in 0..1000 {
        let cut = first + random.below((whole.len() - first + 1) as u64) as usize;
        let mut left = whole[..cut].to_vec();
        let tail = random.below(9000) as usize;
        match random.below(3) {
            0 => {}
            1 => left.extend(std::iter::repeat_n(0, tail)),
            _ => left.extend((0..tail).map(|_| random.below(256) as u8)),
        }
        let after = tempfile::tempdir().expect("a folder");
        let copy = after.path().join("book.sqlite");
        std::fs::copy(&path, &copy).expect("copies");
        std::fs::write(after.path().join("book.sqlite-wal"), left).expect("writes");
        let mut book = Book::open(&copy).expect("opens after the cut");
        let &(_, games, moves) =
            history.iter().rev().find(|entry| entry.0 <= cut).expect("the first");
        assert_eq!(count(&copy), (games, moves), "cut at {cut}");
        // Taught all its games again, as a match that goes on does, none counts twice.
        if cut.is_multiple_of(16) {
            for index in 0..games as u64 {
                let again = GameRecord { index, ..game(index, &mut SplitMix64::new(index)) };
                assert!(!book.learn_once(SETTING, &again, "match").expect("learns"));
            }
        }
    }
}

/// A commit is on the disk when it returns: the log is synced at each, not only when it is copied
/// into the book.
#[test]
fn every_game_is_synced() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = Book::open(&folder.path().join("book.sqlite")).expect("opens");
    assert_eq!(book.synchronous(), 2, "FULL");
}
