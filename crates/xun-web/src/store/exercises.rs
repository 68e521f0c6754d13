//! Exercises: positions in which a mistake was made, to be played better. They come back by spaced
//! repetition: an exercise answered well returns after a day, then after ever longer times; one
//! answered badly returns after ten minutes.

use super::{Result, Store, now};
use rusqlite::{OptionalExtension, params};

pub(super) const SCHEMA: &str = "
    CREATE TABLE exercises (id INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL,
        source INTEGER NOT NULL, node INTEGER NOT NULL, setup TEXT NOT NULL, moves TEXT NOT NULL,
        played TEXT NOT NULL, loss REAL NOT NULL, due INTEGER NOT NULL,
        streak INTEGER NOT NULL DEFAULT 0, UNIQUE (source, node));
    CREATE INDEX exercises_by_time ON exercises(game, due);";

/// Exercises kept for one game; the mistakes that lost least go first.
const MOST: u32 = 1_000;
const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;
/// Time until an exercise returns that was answered badly.
const SOON: i64 = 10 * MINUTE;

/// A mistake found by a review.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    /// `xiangqi` or `gomoku`.
    pub(crate) game: String,
    /// The saved game.
    pub(crate) source: i64,
    /// The node of the mistake.
    pub(crate) node: u32,
    /// The set-up as JSON.
    pub(crate) setup: String,
    /// The moves that lead to the position, with blanks between them.
    pub(crate) moves: String,
    /// The mistake.
    pub(crate) played: String,
    /// Winning chances that it lost, in percentage points.
    pub(crate) loss: f64,
}

/// An exercise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Exercise {
    /// Its number.
    pub(crate) id: i64,
    /// The mistake that it is made of.
    pub(crate) finding: Finding,
    /// Milliseconds since 1970 from which it is due.
    pub(crate) due: i64,
    /// Good answers in a row.
    pub(crate) streak: u32,
}

const COLUMNS: &str = "id, game, source, node, setup, moves, played, loss, due, streak";

impl Store {
    /// Keeps a mistake as an exercise, due at once. A known one stays as it is.
    pub(crate) fn add_exercise(&self, finding: &Finding) -> Result<()> {
        let mut connection = self.lock()?;
        let change = connection.transaction()?;
        change.execute(
            "INSERT OR IGNORE INTO exercises (game, source, node, setup, moves, played, loss, due)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            params![
                finding.game,
                finding.source,
                finding.node,
                finding.setup,
                finding.moves,
                finding.played,
                finding.loss,
                now()
            ],
        )?;
        change.execute(
            "DELETE FROM exercises WHERE game = ?1 AND id NOT IN
                (SELECT id FROM exercises WHERE game = ?1 ORDER BY loss DESC, id DESC LIMIT ?2)",
            params![finding.game, MOST],
        )?;
        Ok(change.commit()?)
    }

    /// The exercise that has been due the longest.
    pub(crate) fn due_exercise(&self, game: &str) -> Result<Option<Exercise>> {
        let select = format!(
            "SELECT {COLUMNS} FROM exercises WHERE game = ?1 AND due <= ?2 ORDER BY due, id LIMIT 1"
        );
        Ok(self.lock()?.query_row(&select, params![game, now()], exercise).optional()?)
    }

    /// The exercise with this number.
    pub(crate) fn exercise(&self, id: i64) -> Result<Option<Exercise>> {
        let select = format!("SELECT {COLUMNS} FROM exercises WHERE id = ?1");
        Ok(self.lock()?.query_row(&select, [id], exercise).optional()?)
    }

    /// Number of exercises that are due, and of all.
    pub(crate) fn count_exercises(&self, game: &str) -> Result<(u32, u32)> {
        let select = "SELECT count(*) FILTER (WHERE due <= ?2), count(*) FROM exercises
            WHERE game = ?1";
        let counts = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        Ok(self.lock()?.query_row(select, params![game, now()], counts)?)
    }

    /// Sets the time at which an exercise returns after an answer.
    pub(crate) fn answer_exercise(&self, exercise: &Exercise, good: bool) -> Result<()> {
        let streak = if good { exercise.streak + 1 } else { 0 };
        self.lock()?.execute(
            "UPDATE exercises SET streak = ?2, due = ?3 WHERE id = ?1",
            params![exercise.id, streak, now() + pause(streak)],
        )?;
        Ok(())
    }

    /// Removes an exercise.
    pub(crate) fn forget_exercise(&self, id: i64) -> Result<()> {
        self.lock()?.execute("DELETE FROM exercises WHERE id = ?1", [id])?;
        Ok(())
    }
}

/// Milliseconds until an exercise returns: ten minutes after a wrong answer, then 1, 3, 7, 18, …
/// days, at most a year.
fn pause(streak: u32) -> i64 {
    match streak {
        0 => SOON,
        right => {
            let days = 2.5_f64.powi(right.min(10) as i32 - 1).ceil();
            DAY * (days as i64).min(365)
        }
    }
}

fn exercise(row: &rusqlite::Row<'_>) -> rusqlite::Result<Exercise> {
    Ok(Exercise {
        id: row.get(0)?,
        finding: Finding {
            game: row.get(1)?,
            source: row.get(2)?,
            node: row.get(3)?,
            setup: row.get(4)?,
            moves: row.get(5)?,
            played: row.get(6)?,
            loss: row.get(7)?,
        },
        due: row.get(8)?,
        streak: row.get(9)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(node: u32, loss: f64) -> Finding {
        Finding {
            game: String::from("xiangqi"),
            source: 1,
            node,
            setup: String::from("{}"),
            moves: String::new(),
            played: String::from("h2e2"),
            loss,
        }
    }

    #[test]
    fn an_exercise_comes_back_later_when_answered_well_and_soon_when_not() {
        let store = Store::open(None).expect("opens");
        store.add_exercise(&finding(3, 30.0)).expect("adds");
        store.add_exercise(&finding(3, 99.0)).expect("is known");
        assert_eq!(store.count_exercises("xiangqi").expect("counts"), (1, 1));
        let before = now();
        let mut pauses = Vec::new();
        for good in [true, true, true, false] {
            let exercise = store.exercise(1).expect("reads").expect("is there");
            store.answer_exercise(&exercise, good).expect("writes");
            let due = store.exercise(1).expect("reads").expect("is there").due;
            pauses.push((due - before) / DAY);
        }
        assert_eq!(pauses, [1, 3, 7, 0]);
        assert_eq!(store.due_exercise("xiangqi").expect("reads"), None);
        assert_eq!(store.count_exercises("xiangqi").expect("counts"), (0, 1));
        assert_eq!(store.due_exercise("gomoku").expect("reads"), None);
        store.forget_exercise(1).expect("forgets");
        assert_eq!(store.count_exercises("xiangqi").expect("counts"), (0, 0));
    }

    #[test]
    fn the_number_of_exercises_is_bounded_and_large_mistakes_stay() {
        let store = Store::open(None).expect("opens");
        for node in 0..MOST + 5 {
            store.add_exercise(&finding(node, f64::from(node))).expect("adds");
        }
        assert_eq!(store.count_exercises("xiangqi").expect("counts").1, MOST);
        assert_eq!(
            store.due_exercise("xiangqi").expect("reads").map(|one| one.finding.node),
            Some(5)
        );
    }
}
