//! Learning after each game: every player with `experience=BOOK` has its finished games written
//! into its book.

use crate::language::Language;
use anyhow::Context as _;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use xun_arena::experience::{Book, Setting};
use xun_arena::{GameRecord, PlayerSpec};

/// How a player uses a book.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BookUse {
    pub(super) path: PathBuf,
    /// Whether its games are learnt; otherwise the book is only read.
    pub(super) learns: bool,
    /// How sure the book must be of a move for it to be played at once.
    pub(super) confidence: Option<f64>,
}

impl BookUse {
    /// Whether a setting of a player is about its book.
    pub(super) fn has_setting(name: &str) -> bool {
        matches!(name, "experience" | "learn" | "confidence")
    }

    /// What a player's settings say of a book.
    pub(super) fn of(spec: &PlayerSpec) -> Result<Option<Self>, String> {
        let value = |wanted: &str| {
            spec.options.iter().rev().find(|(name, _)| name == wanted).map(|(_, value)| value)
        };
        let learns = match value("learn").map(String::as_str) {
            None | Some("on") => true,
            Some("off") => false,
            Some(other) => return Err(format!("learn={other}: expected on or off")),
        };
        let confidence = match value("confidence") {
            None => None,
            Some(text) => match text.parse::<f64>() {
                Ok(number) if (0.0..=1.0).contains(&number) => Some(number),
                _ => return Err(format!("confidence={text}: expected a number from 0 to 1")),
            },
        };
        match value("experience").map(String::as_str) {
            Some("off") => Ok(None),
            Some(path) => {
                let path = PathBuf::from(path);
                // A mistyped name must not become an empty book that nobody writes into.
                if !learns && !path.is_file() {
                    return Err(format!(
                        "experience={}: no such book, and learn=off",
                        path.display()
                    ));
                }
                Ok(Some(Self { path, learns, confidence }))
            }
            None if value("learn").is_some() || confidence.is_some() => {
                Err("learn and confidence are about experience=BOOK, which is missing".into())
            }
            None => Ok(None),
        }
    }
}

/// The books that grow during a match.
pub(super) struct Learning {
    books: Vec<Pupil>,
    setting: Setting,
    /// The match's own name, so that a game is learnt once however often the match is taken up
    /// again.
    source: String,
}

struct Pupil {
    player: usize,
    path: PathBuf,
    state: Mutex<State>,
}

struct State {
    book: Book,
    learnt: u64,
    problem: Option<String>,
}

impl Learning {
    /// Opens the books of all players that learn.
    pub(super) fn open(
        specs: &[PlayerSpec],
        setting: Setting,
        source: &str,
    ) -> anyhow::Result<Self> {
        let mut books = Vec::new();
        for (player, spec) in specs.iter().enumerate() {
            if let Some(used) =
                BookUse::of(spec).map_err(anyhow::Error::msg)?.filter(|used| used.learns)
            {
                let book =
                    Book::open(&used.path).with_context(|| used.path.display().to_string())?;
                let state = Mutex::new(State { book, learnt: 0, problem: None });
                books.push(Pupil { player, path: used.path, state });
            }
        }
        Ok(Self { books, setting, source: source.to_owned() })
    }

    /// Learns a finished game, once. A game that a program's fault ended teaches nothing about the
    /// moves. A book that cannot be written is told at the end; the match goes on.
    pub(super) fn learn(&self, game: &GameRecord) {
        if game.ending.is_fault() {
            return;
        }
        for pupil in self.books.iter().filter(|pupil| game.players.contains(&pupil.player)) {
            let mut state = pupil.state.lock().unwrap_or_else(PoisonError::into_inner);
            match state.book.learn_once(self.setting, game, &self.source) {
                Ok(new) => state.learnt += u64::from(new),
                Err(error) => state.problem = Some(error.to_string()),
            }
        }
    }

    /// What was learnt, a line for each book.
    pub(super) fn report(&self, language: Language) -> Vec<String> {
        let line = |pupil: &Pupil| {
            let state = pupil.state.lock().unwrap_or_else(PoisonError::into_inner);
            let (path, learnt) = (pupil.path.display(), state.learnt);
            match (&state.problem, language) {
                (None, Language::En) => format!("{path}: {learnt} games learnt"),
                (None, Language::Zh) => format!("{path}：学习了 {learnt} 局"),
                (Some(problem), Language::En) => {
                    format!("{path}: {learnt} games learnt; not all: {problem}")
                }
                (Some(problem), Language::Zh) => {
                    format!("{path}：学习了 {learnt} 局；有未学的：{problem}")
                }
            }
        };
        self.books.iter().map(line).collect()
    }

    /// The same for programs.
    pub(super) fn to_json(&self) -> Vec<Value> {
        let one = |pupil: &Pupil| {
            let state = pupil.state.lock().unwrap_or_else(PoisonError::into_inner);
            json!({ "book": pupil.path, "player": pupil.player, "learnt": state.learnt, "problem": state.problem })
        };
        self.books.iter().map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Result<Option<BookUse>, String> {
        BookUse::of(&text.parse().unwrap())
    }

    #[test]
    fn settings_of_a_book() {
        assert_eq!(of("xun"), Ok(None));
        assert_eq!(of("xun; experience=off"), Ok(None));
        let learns = of("xun; experience=a.db; confidence=0.6").unwrap().unwrap();
        assert!(learns.learns && learns.confidence == Some(0.6));
        assert!(of("xun; experience=/no/such; learn=off").unwrap_err().contains("no such book"));
        assert!(of("xun; learn=off").unwrap_err().contains("experience=BOOK"));
        assert!(
            of("xun; experience=a; learn=maybe").is_err()
                && of("xun; experience=a; confidence=2").is_err()
        );
    }
}
