//! Progress of a player: rating (Glicko), streak, and spaced repetition of missed puzzles.
//!
//! All plain values with times given by the caller, so that the terminal and the page keep the same
//! thing in their own ways.

use crate::puzzle::{Puzzle, PuzzleId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Seconds in a day.
const DAY: u64 = 24 * 60 * 60;
/// Seconds until a missed puzzle returns.
const SOON: u64 = 10 * 60;
/// Days until a puzzle returns that was missed once and solved so often in a row since then
/// (Leitner's boxes); after the last one it is known.
const BOXES: [u64; 5] = [1, 3, 7, 16, 40];
/// Puzzles remembered at most; those that are known go first.
const MOST_CARDS: usize = 20_000;

/// The start of every player.
const FIRST_RATING: f64 = 1200.0;
const FIRST_DEVIATION: f64 = 350.0;
const LEAST_DEVIATION: f64 = 45.0;
/// Uncertainty of a puzzle's rating.
const PUZZLE_DEVIATION: f64 = 80.0;

/// Progress of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// Rating, by Glicko.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Puzzles solved in a row.
    pub streak: u32,
    /// The longest streak.
    pub best_streak: u32,
    /// Puzzles solved at the first try without a hint.
    pub solved: u32,
    /// Puzzles missed.
    pub missed: u32,
    /// Every puzzle tried.
    pub cards: BTreeMap<PuzzleId, Card>,
}

/// The memory of one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Card {
    /// Seconds since 1970 from which it is due; `None` if it does not come back.
    pub due: Option<u64>,
    /// Solved so often in a row since it was missed.
    pub right: u32,
    /// Tries.
    pub tries: u32,
    /// Misses.
    pub misses: u32,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            rating: FIRST_RATING,
            deviation: FIRST_DEVIATION,
            streak: 0,
            best_streak: 0,
            solved: 0,
            missed: 0,
            cards: BTreeMap::new(),
        }
    }
}

impl Progress {
    /// Notes the result of a puzzle. Only the first try of a puzzle changes the rating: what was
    /// seen before says little about strength.
    pub fn note(&mut self, puzzle: &Puzzle, solved: bool, now: u64) {
        let card = self.cards.entry(puzzle.id()).or_default();
        let is_new = card.tries == 0;
        card.tries = card.tries.saturating_add(1);
        if solved {
            let waits = card.due.is_some();
            card.right = card.right.saturating_add(1);
            let pause = BOXES.get(card.right.saturating_sub(1) as usize);
            card.due = pause.filter(|_| waits).map(|days| now.saturating_add(days * DAY));
            self.solved = self.solved.saturating_add(1);
            self.streak = self.streak.saturating_add(1);
            self.best_streak = self.best_streak.max(self.streak);
        } else {
            card.misses = card.misses.saturating_add(1);
            card.right = 0;
            card.due = Some(now.saturating_add(SOON));
            self.missed = self.missed.saturating_add(1);
            self.streak = 0;
        }
        if is_new {
            self.rate(puzzle.rating(), solved);
        }
        self.forget_known();
    }

    /// One game of Glicko-1 against a puzzle.
    fn rate(&mut self, puzzle: f64, solved: bool) {
        let q = std::f64::consts::LN_10 / 400.0;
        let pi = std::f64::consts::PI;
        let g = 1.0 / (1.0 + 3.0 * (q * PUZZLE_DEVIATION / pi).powi(2)).sqrt();
        let expected = 1.0 / (1.0 + 10_f64.powf(-g * (self.rating - puzzle) / 400.0));
        let information = (q * g).powi(2) * expected * (1.0 - expected);
        let precision = 1.0 / self.deviation.powi(2) + information;
        let outcome = f64::from(u8::from(solved));
        self.rating += q / precision * g * (outcome - expected);
        self.rating = self.rating.clamp(100.0, 4000.0);
        self.deviation = (1.0 / precision).sqrt().clamp(LEAST_DEVIATION, FIRST_DEVIATION);
    }

    fn forget_known(&mut self) {
        while self.cards.len() > MOST_CARDS {
            let known = self.cards.iter().min_by_key(|(_, card)| card.due.unwrap_or(0));
            let Some(id) = known.map(|(id, _)| id.clone()) else { return };
            self.cards.remove(&id);
        }
    }

    /// Puzzles that are due for repetition.
    #[must_use]
    pub fn due(&self, now: u64) -> usize {
        self.cards.values().filter(|card| card.is_due(now)).count()
    }

    /// The next puzzle: the one that has been due the longest, else a new one whose rating is
    /// nearest to the player's. `None` if every one is solved and none is due.
    #[must_use]
    pub fn next<'a>(
        &self,
        puzzles: impl IntoIterator<Item = &'a Puzzle>,
        now: u64,
    ) -> Option<&'a Puzzle> {
        let mut due: Option<(u64, &Puzzle)> = None;
        let mut new: Option<(f64, &Puzzle)> = None;
        for puzzle in puzzles {
            if let Some(card) = self.cards.get(&puzzle.id()) {
                if let Some(since) = card.due.filter(|_| card.is_due(now))
                    && due.is_none_or(|(first, _)| since < first)
                {
                    due = Some((since, puzzle));
                }
            } else {
                let distance = (puzzle.rating() - self.rating).abs();
                if new.is_none_or(|(nearest, _)| distance < nearest) {
                    new = Some((distance, puzzle));
                }
            }
        }
        due.map(|(_, puzzle)| puzzle).or(new.map(|(_, puzzle)| puzzle))
    }

    /// The same progress with numbers that a damaged file cannot make absurd.
    #[must_use]
    pub fn sound(mut self) -> Self {
        let finite = |value: f64, usual: f64| if value.is_finite() { value } else { usual };
        self.rating = finite(self.rating, FIRST_RATING).clamp(100.0, 4000.0);
        self.deviation =
            finite(self.deviation, FIRST_DEVIATION).clamp(LEAST_DEVIATION, FIRST_DEVIATION);
        self.best_streak = self.best_streak.max(self.streak);
        self.forget_known();
        self
    }
}

impl Card {
    /// Whether it should be repeated now.
    #[must_use]
    pub fn is_due(&self, now: u64) -> bool {
        self.due.is_some_and(|due| due <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzles() -> Vec<Puzzle> {
        let line = |difficulty: u8, file: char| {
            format!("best; {difficulty}; 3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 {difficulty}; a0{file}0")
        };
        let lines = [line(1, 'b'), line(3, 'c'), line(8, 'd')];
        lines.iter().map(|line| Puzzle::parse(line).unwrap()).collect()
    }

    #[test]
    fn a_missed_puzzle_comes_back_soon_then_after_ever_more_days_and_a_solved_one_does_not() {
        let puzzles = puzzles();
        let (first, second) = (&puzzles[0], &puzzles[1]);
        let mut progress = Progress::default();
        progress.note(first, true, 0);
        progress.note(second, false, 0);
        assert_eq!(progress.cards[&first.id()].due, None);
        let mut now = 0;
        let mut pauses = Vec::new();
        for _ in 0..6 {
            let due = progress.cards[&second.id()].due.unwrap();
            pauses.push(due - now);
            assert_eq!((progress.due(due - 1), progress.due(due)), (0, 1));
            assert_eq!(progress.next(&puzzles, due).unwrap().id(), second.id());
            now = due;
            progress.note(second, true, now);
        }
        assert_eq!(pauses, [SOON, DAY, 3 * DAY, 7 * DAY, 16 * DAY, 40 * DAY]);
        assert_eq!(progress.cards[&second.id()].due, None);
    }

    #[test]
    fn the_rating_follows_new_puzzles_only_and_grows_certain() {
        let puzzles = puzzles();
        let mut progress = Progress::default();
        progress.note(&puzzles[2], true, 0);
        let after = progress.rating;
        assert!(after > FIRST_RATING && progress.deviation < FIRST_DEVIATION);
        progress.note(&puzzles[2], false, 0);
        assert!((progress.rating - after).abs() < f64::EPSILON);
        progress.note(&puzzles[0], false, 0);
        assert!(progress.rating < after);
        assert_eq!((progress.solved, progress.missed), (1, 2));
        assert_eq!((progress.streak, progress.best_streak), (0, 1));
    }

    #[test]
    fn the_next_new_puzzle_is_the_one_nearest_to_the_rating() {
        let puzzles = puzzles();
        let progress = Progress { rating: 5000.0, ..Progress::default() };
        assert_eq!(progress.next(&puzzles, 0).unwrap().difficulty, 8);
        let weak = Progress { rating: 0.0, ..Progress::default() };
        assert_eq!(weak.next(&puzzles, 0).unwrap().difficulty, 1);
        assert!(weak.next(&[], 0).is_none());
    }

    #[test]
    fn a_damaged_file_gives_sound_numbers() {
        let text = r#"{"rating":1e300,"deviation":-5,"streak":7,"cards":{"x1":{}}}"#;
        let read: Progress = serde_json::from_str(text).unwrap();
        let sound = read.sound();
        assert!((100.0..=4000.0).contains(&sound.rating) && sound.deviation >= LEAST_DEVIATION);
        assert_eq!((sound.best_streak, sound.cards.len()), (7, 1));
        let again: Progress =
            serde_json::from_str(&serde_json::to_string(&sound).unwrap()).unwrap();
        assert_eq!(again, sound);
    }
}
