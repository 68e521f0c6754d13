//! The book itself: one `SQLite` file.

use super::advice::Advice;
use super::canonical::Canonical;
use super::lesson::{Lesson, lesson_of};
use crate::record::{GameRecord, Opening};
use crate::score::Points;
use crate::setting::{Game, Setting};
use crate::standing::first_mover;
use rusqlite::{Connection, params};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// Time to wait for another program that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(20);

/// Marks the file as ours, and its layout.
const APPLICATION: i32 = 0x5855_4E45;
const LAYOUT: i32 = 2;
/// The layout before games were remembered by name.
const LAYOUT_WITHOUT_GAMES: i32 = 1;

/// Which games have been learnt: a match's name and the game's number in it.
const LEARNT: &str = "create table learnt (
    source text not null,
    game integer not null,
    primary key (source, game)
) without rowid";

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

/// The reason why a book cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BookError {
    /// The database refused.
    #[error("experience book: {0}")]
    Database(#[from] rusqlite::Error),
    /// The file is a database of something else.
    #[error("experience book: this file is not a book of Xun's")]
    NotABook,
    /// The book was written by a newer program.
    #[error(
        "experience book: written by a newer version of Xun (format {0}, this program knows \
         {LAYOUT})"
    )]
    Newer(i32),
    /// The copy that is kept before an old book is changed cannot be written.
    #[error("experience book: cannot keep a copy of the old format as {path}: {cause}")]
    Backup {
        /// The copy.
        path: PathBuf,
        /// The system's or the database's error.
        cause: String,
    },
    /// A game or position that cannot be played.
    #[error("experience book: these moves cannot be played")]
    Unplayable,
}

/// The book's record of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PositionRecord {
    /// The moves played from it, most played first.
    pub moves: Vec<MoveRecordOf>,
}

/// The book's record of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveRecordOf {
    /// The move, as the position has it.
    #[serde(rename = "move")]
    pub text: String,
    /// Wins of the side that played it.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Number of games in which it was the decision that lost.
    pub regrets: u64,
    /// The deepest search's score of it, and its depth.
    pub score: Option<(i32, u32)>,
}

impl MoveRecordOf {
    /// Whether to play something else: it was regretted, and has not won more often than that.
    #[must_use]
    pub fn is_avoided(&self) -> bool {
        self.regrets > 0 && self.wins <= self.regrets
    }

    /// Games with it.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The lower end of the 95 % interval of its score (Wilson), used as the cautious estimate.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        let n = self.games() as f64;
        if n == 0.0 {
            return 0.0;
        }
        let (z, p) = (1.96_f64, (self.wins as f64 + 0.5 * self.draws as f64) / n);
        let centre = p + z * z / (2.0 * n);
        let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        (centre - spread) / (1.0 + z * z / n)
    }
}

impl PositionRecord {
    /// The advice for this position. A move is advised if the lower end of the 95 % interval of its
    /// score reaches `confidence`.
    #[must_use]
    pub fn advice(&self, confidence: Option<f64>) -> Advice {
        let (bad, good): (Vec<_>, Vec<_>) = self.moves.iter().partition(|made| made.is_avoided());
        let best =
            good.into_iter().max_by(|one, other| one.confidence().total_cmp(&other.confidence()));
        Advice {
            avoid: bad.into_iter().map(|made| made.text.clone()).collect(),
            play: best
                .filter(|made| confidence.is_some_and(|wanted| made.confidence() >= wanted))
                .map(|made| made.text.clone()),
        }
    }
}

/// Keeps a copy of a book of an older format beside it, named by the format: `PATH.format-1`. One
/// that is there already stays.
fn back_up_older(database: &Connection, path: &Path) -> Result<(), BookError> {
    let mark: i32 = database.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let layout: i32 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if mark != APPLICATION || !(1..LAYOUT).contains(&layout) {
        return Ok(());
    }
    let with_ending = |ending: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let copy = with_ending(&format!(".format-{layout}"));
    if copy.exists() {
        return Ok(());
    }
    // Under another name first: a copy that was interrupted is not taken for a whole one.
    let part = with_ending(&format!(".format-{layout}.part-{}", std::process::id()));
    let failed = |cause: String| BookError::Backup { path: copy.clone(), cause };
    let name = part.to_str().ok_or_else(|| failed("the path is not Unicode".to_owned()))?;
    database.execute("vacuum into ?1", [name]).map_err(|error| failed(error.to_string()))?;
    std::fs::rename(&part, &copy).map_err(|error| failed(error.to_string()))
}

impl Book {
    /// Opens a book, or begins one. A book of an older format is brought to the present one; a copy
    /// of it stays beside it, as `PATH.format-1`.
    ///
    /// # Errors
    /// A file that cannot be opened, that is no book, or that a newer program wrote.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let database = Connection::open(path)?;
        database.busy_timeout(BUSY_TIMEOUT)?;
        back_up_older(&database, path)?;
        Self::prepare(database)
    }

    /// A book that is gone when it is dropped.
    ///
    /// # Errors
    /// A database that cannot be made.
    pub fn in_memory() -> Result<Self, BookError> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut database: Connection) -> Result<Self, BookError> {
        database.busy_timeout(BUSY_TIMEOUT)?;
        database.pragma_update(None, "journal_mode", "wal")?;
        database.pragma_update(None, "synchronous", "full")?;
        let begin = database.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mark: i32 = begin.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let layout: i32 = begin.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let tables: i64 =
            begin.query_row("select count(*) from sqlite_master", [], |row| row.get(0))?;
        match (mark, layout, tables) {
            (APPLICATION, LAYOUT, _) => {}
            (APPLICATION, LAYOUT_WITHOUT_GAMES, _) => {
                begin.execute_batch(LEARNT)?;
                begin.pragma_update(None, "user_version", LAYOUT)?;
            }
            (0, 0, 0) => {
                begin.execute_batch(
                    "create table moves (
                        game integer not null,
                        position integer not null,
                        move text not null,
                        wins integer not null default 0,
                        draws integer not null default 0,
                        losses integer not null default 0,
                        regrets integer not null default 0,
                        score integer,
                        depth integer not null default 0,
                        primary key (game, position, move)
                    ) without rowid",
                )?;
                begin.execute_batch(LEARNT)?;
                begin.pragma_update(None, "application_id", APPLICATION)?;
                begin.pragma_update(None, "user_version", LAYOUT)?;
            }
            (APPLICATION, newer, _) if newer > LAYOUT => return Err(BookError::Newer(newer)),
            _ => return Err(BookError::NotABook),
        }
        begin.commit()?;
        Ok(Self { database })
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
    fn confidence_grows_with_games() {
        let of = |wins| MoveRecordOf {
            text: String::new(),
            wins,
            draws: 0,
            losses: 0,
            regrets: 0,
            score: None,
        };
        assert!(
            of(1).confidence() < of(4).confidence() && of(4).confidence() < of(40).confidence()
        );
        assert!((of(4).confidence() - 0.5101).abs() < 0.001);
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
    fn a_book_without_remembered_games_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("old.db");
        let mut book = Book::open(&path).unwrap();
        book.learn(SETTING, &game("h8 i9", None)).unwrap();
        book.database.execute_batch("drop table learnt; pragma user_version = 1").unwrap();
        drop(book);
        let mut book = Book::open(&path).unwrap();
        assert!(book.learn_once(SETTING, &game("h8 i9", None), "one").unwrap());
        assert_eq!(look_up(&book, &["h8"]).moves[0].draws, 2);
        let kept = Connection::open(folder.path().join("old.db.format-1")).unwrap();
        let layout: i32 = kept.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
        let draws: i64 =
            kept.query_row("select max(draws) from moves", [], |row| row.get(0)).unwrap();
        assert_eq!((layout, draws), (1, 1), "the copy is the old book");
    }

    #[test]
    fn a_newer_book_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.db");
        let book = Book::open(&path).unwrap();
        book.database
            .execute_batch("pragma user_version = 3; pragma journal_mode = delete")
            .unwrap();
        drop(book);
        let before = std::fs::read(&path).unwrap();
        let fault = Book::open(&path).err().expect("it is newer").to_string();
        assert!(fault.contains("newer version of Xun (format 3"), "{fault}");
        let other = Connection::open(folder.path().join("other.db")).unwrap();
        other.execute_batch("create table t (x)").unwrap();
        assert!(matches!(Book::open(&folder.path().join("other.db")), Err(BookError::NotABook)));
        let layout = |bytes: &[u8]| bytes[60..64].to_vec();
        assert_eq!(layout(&std::fs::read(&path).unwrap()), layout(&before));
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
    fn advice_is_given_within_the_confidence() {
        let of = |text: &str, wins, regrets| MoveRecordOf {
            text: text.into(),
            wins,
            draws: 0,
            losses: regrets,
            regrets,
            score: None,
        };
        let known = PositionRecord { moves: vec![of("a1", 0, 1), of("b1", 4, 0), of("c1", 1, 0)] };
        let advice = known.advice(Some(0.5));
        assert_eq!((advice.avoid, advice.play), (vec!["a1".to_owned()], Some("b1".to_owned())));
        assert_eq!(known.advice(Some(0.6)).play, None);
        assert_eq!(known.advice(None).play, None);
    }

    #[test]
    fn another_database_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("other.db");
        Connection::open(&path).unwrap().execute_batch("create table t (x)").unwrap();
        assert!(matches!(Book::open(&path), Err(BookError::NotABook)));
        std::fs::write(&path, "not a database at all, but long enough to look at").unwrap();
        assert!(matches!(Book::open(&path), Err(BookError::Database(_))));
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
