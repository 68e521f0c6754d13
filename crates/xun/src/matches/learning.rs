//! Learning after each game: every player with `experience=BOOK` has its finished games written
//! into its book.

use crate::language::Language;
use anyhow::Context as _;
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::path::PathBuf;
use xun_arena::experience::{Book, BookUse};
use xun_arena::{GameRecord, PlayerSpec, Setting};

/// The books that grow during a match.
pub(super) struct Learning {
    books: Vec<PlayerBook>,
    setting: Setting,
    /// The match's own name, so that a game is learnt once however often the match is continued.
    source: String,
}

/// The book of one player.
struct PlayerBook {
    player: usize,
    path: PathBuf,
    progress: Mutex<Progress>,
}

struct Progress {
    book: Book,
    learnt: u64,
    problem: Option<String>,
}

impl Learning {
    /// Opens the books of all players that learn.
    pub(super) fn open<'a>(
        specs: impl Iterator<Item = &'a PlayerSpec>,
        setting: Setting,
        source: &str,
    ) -> anyhow::Result<Self> {
        let mut books = Vec::new();
        for (player, spec) in specs.enumerate() {
            if let Some(used) = BookUse::of(spec)?.filter(|used| used.learns) {
                let book =
                    Book::open(&used.path).with_context(|| used.path.display().to_string())?;
                let progress = Mutex::new(Progress { book, learnt: 0, problem: None });
                books.push(PlayerBook { player, path: used.path, progress });
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
        for book in self.books.iter().filter(|book| game.players.contains(&book.player)) {
            let mut state = book.progress.lock();
            match state.book.learn_once(self.setting, game, &self.source) {
                Ok(new) => state.learnt += u64::from(new),
                Err(error) => state.problem = Some(error.to_string()),
            }
        }
    }

    /// One line for each book: the number of games learnt.
    pub(super) fn report(&self, language: Language) -> Vec<String> {
        let line = |book: &PlayerBook| {
            let state = book.progress.lock();
            let (path, learnt) = (book.path.display(), state.learnt);
            match (&state.problem, language) {
                (None, Language::English) => format!("{path}: {learnt} games learnt"),
                (None, Language::Chinese) => format!("{path}：学习了 {learnt} 局"),
                (Some(problem), Language::English) => {
                    format!("{path}: {learnt} games learnt; not all: {problem}")
                }
                (Some(problem), Language::Chinese) => {
                    format!("{path}：学习了 {learnt} 局；有未学的：{problem}")
                }
            }
        };
        self.books.iter().map(line).collect()
    }

    /// The same for programs.
    pub(super) fn to_json(&self) -> Vec<Value> {
        let one = |book: &PlayerBook| {
            let state = book.progress.lock();
            json!({
                "book": book.path, "player": book.player, "learnt": state.learnt,
                "problem": state.problem
            })
        };
        self.books.iter().map(one).collect()
    }
}
