//! The experience book: looks up positions and learns games.

use super::book_format::{self, BookError};
use super::canonical::Canonical;
use super::lesson::{Lesson, lesson_of};
use super::position_record::{MoveRecordOf, PositionRecord};
use crate::record::{GameRecord, Opening};
use crate::score::Points;
use crate::setting::{Game, Setting};
use crate::standing::first_mover;
use rusqlite::{Connection, params};
use std::path::Path;

/// An open book.
///
/// ```
/// use xun_arena::experience::Book;
/// use xun_arena::{Opening, Setting};
///
/// let book = Book::in_memory()?;
/// let setting: Setting = "xiangqi".parse()?;
/// assert!(book.look_up(setting, &Opening::default(), &["h2e2"])?.moves.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Book {
    database: Connection,
}

impl Book {
    /// Opens a book, or begins one. A book of an older format is brought to the present one; a copy
    /// of it stays beside it, as `PATH.format-1`.
    ///
    /// # Errors
    /// A file that cannot be opened, that is no book, or that a newer program wrote.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        Ok(Self { database: book_format::open(path)? })
    }

    /// A book that is gone when it is dropped.
    ///
    /// # Errors
    /// A database that cannot be made.
    pub fn in_memory() -> Result<Self, BookError> {
        Ok(Self { database: book_format::in_memory()? })
    }

    /// `SQLite`'s own number for when it syncs; 2 is at each commit.
    #[cfg(test)]
    pub(super) fn synchronous(&self) -> i64 {
        self.database.pragma_query_value(None, "synchronous", |row| row.get(0)).expect("a number")
    }

    /// The record of the position after these moves.
    ///
    /// # Errors
    /// A book that cannot be read.
    pub fn look_up(
        &self,
        setting: Setting,
        opening: &Opening,
        moves: &[&str],
    ) -> Result<PositionRecord, BookError> {
        let keys = setting.book_keys(opening, moves).ok_or(BookError::Unplayable)?;
        let key = keys.last().ok_or(BookError::Unplayable)?;
        self.look_up_key(setting.game(), key)
    }

    /// The record of a position.
    ///
    /// # Errors
    /// A book that cannot be read.
    pub fn look_up_key(&self, game: Game, name: &Canonical) -> Result<PositionRecord, BookError> {
        let mut query = self.database.prepare_cached(
            "select move, wins, draws, losses, regrets, score, depth from moves
             where game = ?1 and position = ?2 order by wins + draws + losses desc, move",
        )?;
        let rows = query.query_map(params![game.book_number(), name.key], |row| {
            let score: Option<i32> = row.get(5)?;
            let depth: u32 = row.get(6)?;
            Ok(MoveRecordOf {
                text: row.get(0)?,
                wins: row.get(1)?,
                draws: row.get(2)?,
                losses: row.get(3)?,
                regrets: row.get(4)?,
                score: score.map(|score| (score, depth)),
            })
        })?;
        let mut found = PositionRecord::default();
        for row in rows {
            let mut row = row?;
            // A move that cannot be translated was not written by us.
            if let Some(text) = name.from_book(&row.text) {
                row.text = text;
                found.moves.push(row);
            }
        }
        Ok(found)
    }

    /// Learns a finished game, in one transaction.
    ///
    /// # Errors
    /// A book that cannot be written.
    pub fn learn(&mut self, setting: Setting, game: &GameRecord) -> Result<Lesson, BookError> {
        Ok(self.learn_from(setting, game, None)?.unwrap_or_default())
    }

    /// Learns a finished game of a match, unless it has been learnt before: so a match that was
    /// killed can teach all its games again, and none counts twice. Tells whether it was new.
    ///
    /// # Errors
    /// A book that cannot be written.
    pub fn learn_once(
        &mut self,
        setting: Setting,
        game: &GameRecord,
        source: &str,
    ) -> Result<bool, BookError> {
        Ok(self.learn_from(setting, game, Some(source))?.is_some())
    }

    fn learn_from(
        &mut self,
        setting: Setting,
        game: &GameRecord,
        source: Option<&str>,
    ) -> Result<Option<Lesson>, BookError> {
        let texts: Vec<&str> = game.moves.iter().map(|made| made.text.as_str()).collect();
        let names = setting.book_keys(&game.opening, &texts).ok_or(BookError::Unplayable)?;
        let number_of_game = setting.game().book_number();
        let write =
            self.database.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        if let Some(source) = source {
            let number = i64::try_from(game.index).map_err(|_| BookError::Unplayable)?;
            let new = write
                .execute("insert or ignore into learnt values (?1, ?2)", params![source, number])?;
            if new == 0 {
                return Ok(None);
            }
        }
        let mut beyond_regret = Vec::with_capacity(texts.len());
        for (name, text) in names.iter().zip(&texts) {
            let (others, known): (usize, bool) = write
                .prepare_cached(
                    "select count(*) filter (where move <> ?3), count(*) filter (where move = ?3)
                     from moves
                     where game = ?1 and position = ?2 and regrets > 0 and wins <= regrets",
                )?
                .query_row(params![number_of_game, name.key, name.to_book(text)], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?;
            // Where nothing else could be played, or all else is avoided, the mistake was made
            // before.
            beyond_regret.push(known || others + 1 >= name.choices);
        }
        let lesson = lesson_of(game, first_mover(game), |ply| beyond_regret[ply]);
        for (name, step) in names.iter().zip(&lesson.steps) {
            let count = |points: Points| i64::from(step.points == points);
            write
                .prepare_cached(
                    "insert into moves (game, position, move, wins, draws, losses, regrets,
                        score, depth)
                     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                     on conflict do update set
                        wins = wins + excluded.wins, draws = draws + excluded.draws,
                        losses = losses + excluded.losses, regrets = regrets + excluded.regrets,
                        score = case when excluded.score is not null and excluded.depth >= depth
                            then excluded.score else score end,
                        depth = max(depth, excluded.depth)",
                )?
                .execute(params![
                    number_of_game,
                    name.key,
                    name.to_book(&step.text),
                    count(Points::Win),
                    count(Points::Draw),
                    count(Points::Loss),
                    i64::from(step.regretted),
                    step.score.map(|(score, _)| score),
                    step.score.map_or(0, |(_, depth)| depth),
                ])?;
        }
        write.commit()?;
        Ok(Some(lesson))
    }

    /// Adds all that another book knows to this one.
    ///
    /// # Errors
    /// A book that cannot be read or written.
    pub fn merge(&mut self, other: &Path) -> Result<u64, BookError> {
        drop(Self::open(other)?);
        self.database.execute("attach database ?1 as other", params![other.to_string_lossy()])?;
        let added = self.database.execute(
            "insert into moves select * from other.moves where true
             on conflict do update set
                wins = wins + excluded.wins, draws = draws + excluded.draws,
                losses = losses + excluded.losses, regrets = regrets + excluded.regrets,
                score = case when excluded.score is not null and excluded.depth >= depth
                    then excluded.score else score end,
                depth = max(depth, excluded.depth)",
            [],
        );
        let games =
            self.database.execute("insert or ignore into learnt select * from other.learnt", []);
        self.database.execute("detach database other", [])?;
        games?;
        Ok(added? as u64)
    }

    /// Forgets everything.
    ///
    /// # Errors
    /// A book that cannot be written.
    pub fn clear(&mut self) -> Result<u64, BookError> {
        self.database.execute("delete from learnt", [])?;
        Ok(self.database.execute("delete from moves", [])? as u64)
    }

    /// Everything as lines of tab-separated values, in a fixed order, told to `line` one by one.
    ///
    /// # Errors
    /// A book that cannot be read.
    pub fn export<E: From<rusqlite::Error>>(
        &self,
        mut line: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut query = self.database.prepare(
            "select game, position, move, wins, draws, losses, regrets, score, depth from moves \
             order by 1, 2, 3",
        )?;
        line("game\tposition\tmove\twins\tdraws\tlosses\tregrets\tscore\tdepth")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            let (game, key, text): (i64, i64, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let counts: [i64; 4] = [row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?];
            let (score, depth): (Option<i64>, i64) = (row.get(7)?, row.get(8)?);
            let game = Game::ALL.into_iter().find(|known| known.book_number() == game);
            let game = game.map_or("unknown", Game::name);
            let counts = counts.map(|count| count.to_string()).join("\t");
            let score = score.map(|score| score.to_string()).unwrap_or_default();
            line(&format!("{game}\t{key:016x}\t{text}\t{counts}\t{score}\t{depth}"))?;
        }
        Ok(())
    }

    /// Numbers of positions and of moves.
    ///
    /// # Errors
    /// A book that cannot be read.
    pub fn size(&self) -> Result<(u64, u64), BookError> {
        Ok(self.database.query_row(
            "select count(distinct position), count(*) from moves",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, MoveRecord, Seat};
    use xun_gomoku::rules::{Rule, Size};

    const SETTING: Setting = Setting::Gomoku { size: Size::STANDARD, rule: Rule::Freestyle };

    fn game(moves: &str, winner: Option<Seat>) -> GameRecord {
        let made = |text: &str| MoveRecord {
            text: text.into(),
            score: Some(0),
            depth: Some(4),
            milliseconds: 1,
        };
        GameRecord {
            index: 0,
            players: [0, 1],
            opening: Opening::default(),
            moves: moves.split_whitespace().map(made).collect(),
            winner,
            ending: Ending::Rules,
            note: String::new(),
        }
    }

    fn look_up(book: &Book, moves: &[&str]) -> PositionRecord {
        book.look_up(SETTING, &Opening::default(), moves).unwrap()
    }

    #[test]
    fn a_lost_line_is_avoided_in_all_its_symmetries() {
        let mut book = Book::in_memory().unwrap();
        book.learn(SETTING, &game("h8 i9 g7 h9", Some(Seat::First))).unwrap();
        // White's last move at which it was content is its second, h9 after h8 i9 g7.
        let known = look_up(&book, &["h8", "i9", "g7"]);
        assert_eq!(known.moves[0].text, "h9");
        assert!(known.moves[0].is_avoided());
        // The same position, mirrored.
        let mirrored = look_up(&book, &["h8", "g9", "i7"]);
        assert_eq!(mirrored.moves[0].text, "h9");
        assert!(mirrored.moves[0].is_avoided());
        // Lost again the same way: the move before is regretted too.
        book.learn(SETTING, &game("h8 i9 g7 h9", Some(Seat::First))).unwrap();
        assert!(look_up(&book, &["h8"]).moves[0].is_avoided());
    }

    #[test]
    fn a_move_without_a_choice_is_not_regretted() {
        let setting = "xiangqi".parse().unwrap();
        // After the rook has come down, the king on f0 can only go back.
        let opening =
            Opening { start: Some("3k5/9/9/9/9/9/9/r8/9/4K4 w".into()), moves: Vec::new() };
        let lost = GameRecord {
            opening: opening.clone(),
            ..game("e0f0 a2a1 f0e0 a1a0", Some(Seat::Second))
        };
        let mut book = Book::in_memory().unwrap();
        book.learn(setting, &lost).unwrap();
        let avoided =
            |moves: &[&str]| book.look_up(setting, &opening, moves).unwrap().moves[0].is_avoided();
        assert!(!avoided(&["e0f0", "a2a1"]), "nothing else could be played");
        assert!(avoided(&[]), "here there was a choice");
    }

    #[test]
    fn a_move_that_wins_again_is_forgiven() {
        let mut book = Book::in_memory().unwrap();
        book.learn(SETTING, &game("h8 i9", Some(Seat::First))).unwrap();
        assert!(look_up(&book, &["h8"]).moves[0].is_avoided());
        for _ in 0..2 {
            book.learn(SETTING, &game("h8 i9", Some(Seat::Second))).unwrap();
        }
        assert!(!look_up(&book, &["h8"]).moves[0].is_avoided());
    }

    #[test]
    fn books_merge_export_and_clear() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["one.db", "two.db"].map(|name| folder.path().join(name));
        let mut one = Book::open(&paths[0]).unwrap();
        let mut two = Book::open(&paths[1]).unwrap();
        one.learn(SETTING, &game("h8 i9", None)).unwrap();
        two.learn(SETTING, &game("h8 i9 a1", None)).unwrap();
        drop(two);
        one.merge(&paths[1]).unwrap();
        assert_eq!(look_up(&one, &["h8"]).moves[0].draws, 2);
        assert_eq!(one.size().unwrap(), (3, 3));
        let mut lines = Vec::new();
        one.export(|line| {
            lines.push(line.to_owned());
            Ok::<(), rusqlite::Error>(())
        })
        .unwrap();
        assert_eq!(lines.len(), 4);
        assert_eq!(one.clear().unwrap(), 3);
        assert_eq!(one.size().unwrap(), (0, 0));
    }

    #[test]
    fn a_game_of_a_match_is_learnt_once() {
        let mut book = Book::in_memory().unwrap();
        let played = game("h8 i9", None);
        assert!(book.learn_once(SETTING, &played, "one").unwrap());
        assert!(!book.learn_once(SETTING, &played, "one").unwrap());
        assert!(book.learn_once(SETTING, &played, "another").unwrap());
        assert!(book.learn_once(SETTING, &GameRecord { index: 1, ..played }, "one").unwrap());
        assert_eq!(look_up(&book, &["h8"]).moves[0].draws, 3);
    }

    #[test]
    fn a_kill_in_mid_write_leaves_the_book_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        let mut book = Book::open(&path).unwrap();
        book.learn(SETTING, &game("h8 i9", None)).unwrap();
        // A killed writer leaves its pages in the log, without the commit. Its
        // connection is leaked, and the files are copied as the kill would leave them.
        book.database
            .execute_batch("pragma cache_spill = 1; pragma cache_size = 1; begin immediate")
            .unwrap();
        for number in 0..500 {
            book.database
                .execute(
                    "insert into moves (game, position, move, wins) values (1, ?1, 'a1', 1)",
                    [number],
                )
                .unwrap();
        }
        let copy = folder.path().join("killed.db");
        for tail in ["", "-wal"] {
            let name = |base: &Path| format!("{}{tail}", base.display());
            std::fs::copy(name(&path), name(&copy)).unwrap();
        }
        std::mem::forget(book);
        let book = Book::open(&copy).unwrap();
        assert_eq!(book.size().unwrap(), (2, 2));
        assert_eq!(look_up(&book, &["h8"]).moves[0].draws, 1);
    }

    #[test]
    fn two_writers_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.db");
        drop(Book::open(&path).unwrap());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    let mut book = Book::open(&path).unwrap();
                    for _ in 0..25 {
                        book.learn(SETTING, &game("h8 i9 j10", None)).unwrap();
                    }
                });
            }
        });
        assert_eq!(look_up(&Book::open(&path).unwrap(), &["h8"]).moves[0].draws, 50);
    }
}
