//! Import of a player's own problems: lists of FENs, files of puzzles, and Xiangqi game files (XQF,
//! PGN and others) whose games begin at a problem.

use crate::analyst::Analyst;
use crate::fault::Problem;
use crate::make::{Effort, NoPuzzle, make, measure_difficulty};
use crate::place::Place;
use crate::puzzle::Puzzle;
use crate::theme::Theme;
use crate::tree::Solution;
use thiserror::Error;
use xun_arena::{Game, GameMove};
use xun_xiangqi::files::{FileFault, ReadOptions, read_games};
use xun_xiangqi::notation::GameRecord;
use xun_xiangqi::notation::pgn::RecordedMove;
use xun_xiangqi::rules::{Position, Setup};

/// Most problems that one file gives.
pub const MOST_IMPORTED: usize = 10_000;
/// Most of the solver's moves that are taken from a game.
const MOST_MOVES: usize = 30;

/// A problem that was not imported: its number in the file (line or game, from 1) and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{number}: {reason}")]
pub struct Skipped {
    /// Line of a text, or game of a game file.
    pub number: usize,
    /// The reason.
    pub reason: SkipReason,
}

/// The reason why a problem was not imported.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SkipReason {
    /// The line cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Problem),
    /// It has no solution, and the engine finds no single one.
    #[error(transparent)]
    NoPuzzle(#[from] NoPuzzle),
    /// The game begins at the usual start: it is no problem.
    #[error("the game begins at the usual start position")]
    WholeGame,
}

/// The problems of a file.
#[derive(Default)]
pub struct Imported {
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
    /// The problems that were left out.
    pub skipped: Vec<Skipped>,
}

/// Reads the problems of a file. A problem without a solution is solved by the engine; the
/// difficulty of each is measured. `go_on` is asked before each problem and may end the work.
///
/// # Errors
/// A file that holds no line of a known form and no game.
pub fn import(
    bytes: &[u8],
    analyst: &mut Analyst,
    effort: &Effort,
    go_on: &mut dyn FnMut(usize) -> bool,
) -> Result<Imported, FileFault> {
    let mut work = Import { analyst, effort, go_on, imported: Imported::default() };
    match std::str::from_utf8(bytes) {
        Ok(text) if is_list(text) => work.list(text),
        _ => {
            let file = read_games(bytes, &ReadOptions::default())?;
            for (index, game) in file.games.iter().take(MOST_IMPORTED).enumerate() {
                if !(work.go_on)(index) {
                    break;
                }
                let made = work.game(&game.record);
                work.keep(index + 1, made);
            }
        }
    }
    Ok(work.imported)
}

/// Whether the first line with text is a FEN or a puzzle.
fn is_list(text: &str) -> bool {
    let first = text.lines().map(without_comment).find(|line| !line.is_empty());
    first.is_some_and(|line| Puzzle::parse(line).is_ok() || Position::from_fen(line).is_ok())
}

fn without_comment(line: &str) -> &str {
    line.trim_start_matches('\u{feff}').split('#').next().unwrap_or_default().trim()
}

struct Import<'a> {
    analyst: &'a mut Analyst,
    effort: &'a Effort,
    go_on: &'a mut dyn FnMut(usize) -> bool,
    imported: Imported,
}

impl Import<'_> {
    fn list(&mut self, text: &str) {
        let lines = text.lines().map(without_comment).enumerate();
        let lines = lines.filter(|(_, line)| !line.is_empty()).take(MOST_IMPORTED);
        for (index, line) in lines {
            if !(self.go_on)(self.imported.puzzles.len()) {
                break;
            }
            let made = self.line(line);
            self.keep(index + 1, made);
        }
    }

    fn line(&mut self, line: &str) -> Result<Puzzle, SkipReason> {
        if line.contains(';') {
            return Ok(Puzzle::parse(line)?);
        }
        let place = Place::parse(Game::Xiangqi, line)?;
        self.solved(&place)
    }

    fn game(&mut self, record: &GameRecord) -> Result<Puzzle, SkipReason> {
        if record.start == Setup::start() {
            return Err(SkipReason::WholeGame);
        }
        let position = Position::from_setup(&record.start)
            .map_err(|fault| Problem::Position(fault.to_string()))?;
        let place = Place::Xiangqi(Box::new(position));
        match solution_of(&record.line.moves, MOST_MOVES) {
            Some(solution) => {
                // The tree must be playable; a reader's mistake must not reach the trainer.
                let solution = Solution::parse(&solution.to_string(), &place)?;
                let theme = Theme::BestMove;
                self.measured(Puzzle { place, theme, difficulty: 1, solution })
            }
            None => self.solved(&place),
        }
    }

    /// The puzzle of a position that came without a solution.
    fn solved(&mut self, place: &Place) -> Result<Puzzle, SkipReason> {
        let puzzle = make(place, self.analyst, self.effort)?;
        self.measured(puzzle)
    }

    fn measured(&mut self, mut puzzle: Puzzle) -> Result<Puzzle, SkipReason> {
        puzzle.difficulty = measure_difficulty(&puzzle, self.analyst).map_err(NoPuzzle::from)?;
        Ok(puzzle)
    }

    fn keep(&mut self, number: usize, made: Result<Puzzle, SkipReason>) {
        match made {
            Ok(puzzle) => self.imported.puzzles.push(puzzle),
            Err(reason) => self.imported.skipped.push(Skipped { number, reason }),
        }
    }
}

/// The solution that the moves of a game give: the main line is the solver's, the variations of the
/// other side are its defences.
fn solution_of(moves: &[RecordedMove], most: usize) -> Option<Solution> {
    let (first, rest) = moves.split_first()?;
    let best = GameMove::Xiangqi(first.chosen);
    if most <= 1 {
        return Some(Solution::last(best));
    }
    let mut defences: Vec<(GameMove, Solution)> = Vec::new();
    if let Some((defence, further)) = rest.split_first() {
        let variations = defence.variations.iter().map(|line| &line.moves[..]);
        let lines = std::iter::once((defence, further))
            .chain(variations.filter_map(|moves| moves.split_first()));
        for (defence, further) in lines {
            let chosen = GameMove::Xiangqi(defence.chosen);
            let known = defences.iter().any(|(known, _)| *known == chosen);
            if let (Some(further), false) = (solution_of(further, most - 1), known) {
                defences.push((chosen, further));
            }
        }
    }
    Some(Solution { best, defences })
}
