//! One puzzle, and the text of a set of them.
//!
//! One puzzle a line, `#` begins a comment; four fields with `;` between:
//!
//! ```text
//! THEME; DIFFICULTY; POSITION; SOLUTION
//! mate 2; 3; 4k4/… w - - 0 1; h2e2(e9e8 e2e6)(e9f9 b2f2)
//! vcf 9; 4; renju 15x15 h8i9g9…; j10(k11 …)
//! ```
//!
//! THEME is one of [`Theme`]'s names with its number; DIFFICULTY is 1 to 8; POSITION is a FEN, or
//! rule, size and moves of Gomoku; SOLUTION is a [`Solution`].

use crate::fault::{Problem, PuzzleFault};
use crate::place::Place;
use crate::theme::Theme;
use crate::tree::Solution;
use std::fmt;
use std::sync::LazyLock;
use xun_arena::Game;
use xun_text::Text;

/// A position with one right first move.
#[derive(Clone)]
pub struct Puzzle {
    /// The position; the solver is to move.
    pub place: Place,
    /// The task.
    pub theme: Theme,
    /// From 1 (every level of the engine solves it) to 8 (only full strength does).
    pub difficulty: u8,
    /// The solution.
    pub solution: Solution,
}

/// The name of a puzzle: letter of the game and a hash of the position, the same in every version.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(transparent)]
pub struct PuzzleId(pub String);

impl fmt::Display for PuzzleId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The largest difficulty.
pub const MOST_DIFFICULT: u8 = 8;

impl Puzzle {
    /// The puzzle's name.
    #[must_use]
    pub fn id(&self) -> PuzzleId {
        let hash = xun_game::fingerprint(self.place.text().as_bytes());
        let letter = if self.game() == Game::Xiangqi { 'x' } else { 'g' };
        PuzzleId(format!("{letter}{:08x}", hash >> 32))
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.place.game()
    }

    /// The task in words.
    #[must_use]
    pub fn task(&self) -> Text {
        self.theme.task(self.game(), self.place.is_first_to_move())
    }

    /// Rating at which a player solves it as often as not: grows with difficulty and length.
    #[must_use]
    pub fn rating(&self) -> f64 {
        let length = self.solution.depth().min(8) as f64;
        600.0 + 180.0 * f64::from(self.difficulty) + 25.0 * length
    }

    /// The puzzle of a line.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn parse(line: &str) -> Result<Self, Problem> {
        let fields: Vec<&str> = line.split(';').map(str::trim).collect();
        let [theme, difficulty, position, solution] = fields[..] else {
            return Err(Problem::Fields(fields.len()));
        };
        let theme: Theme = theme.parse()?;
        let difficulty = difficulty
            .parse()
            .ok()
            .filter(|number| (1..=MOST_DIFFICULT).contains(number))
            .ok_or_else(|| Problem::Difficulty(difficulty.chars().take(40).collect()))?;
        // A FEN has slashes between its ranks, the moves of Gomoku never.
        let game = if position.contains('/') { Game::Xiangqi } else { Game::Gomoku };
        if !theme.belongs_to(game) {
            return Err(Problem::Theme(format!("{theme} ({game})")));
        }
        let place = Place::parse(game, position)?;
        let solution = Solution::parse(solution, &place)?;
        Ok(Self { place, theme, difficulty, solution })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, theme, difficulty, solution } = self;
        write!(formatter, "{theme}; {difficulty}; {}; {solution}", place.text())
    }
}

/// The puzzles of a text, and the faults of the lines that are none.
#[must_use]
pub fn read_puzzles(text: &str) -> (Vec<Puzzle>, Vec<PuzzleFault>) {
    let (mut puzzles, mut faults) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        match Puzzle::parse(line) {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(problem) => faults.push(PuzzleFault { line: index + 1, problem }),
        }
    }
    (puzzles, faults)
}

/// The text of the shipped puzzles of a game.
#[must_use]
pub const fn shipped_text(game: Game) -> &'static str {
    match game {
        Game::Xiangqi => include_str!("../data/xiangqi.txt"),
        Game::Gomoku => include_str!("../data/gomoku.txt"),
    }
}

/// The shipped puzzles of a game, easiest first.
#[must_use]
pub fn shipped(game: Game) -> &'static [Puzzle] {
    static XIANGQI: LazyLock<Vec<Puzzle>> = LazyLock::new(|| read(Game::Xiangqi));
    static GOMOKU: LazyLock<Vec<Puzzle>> = LazyLock::new(|| read(Game::Gomoku));
    fn read(game: Game) -> Vec<Puzzle> {
        let mut puzzles = read_puzzles(shipped_text(game)).0;
        puzzles.sort_by(|one, other| one.rating().total_cmp(&other.rating()));
        puzzles
    }
    match game {
        Game::Xiangqi => &XIANGQI,
        Game::Gomoku => &GOMOKU,
    }
}
