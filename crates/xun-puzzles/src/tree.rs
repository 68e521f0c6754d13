//! Solution trees: the solver's move and an answer to each sound defence.
//!
//! As text: the solver's move, then in brackets each defence with the solver's next move:
//! `h2e2(e9e8 e2e6)(e9f9 b2f2(f9f8 h0g2))`. A move without brackets ends the solution: mate, a piece
//! won, or five that cannot be stopped any more.

use crate::fault::Problem;
use crate::place::Place;
use std::fmt;
use xun_arena::GameMove;

/// Deepest solution that is read, in the solver's moves.
const MOST_DEPTH: usize = 60;

/// The solver's move and its continuation after each sound defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The solver's move.
    pub best: GameMove,
    /// Every sound defence, and the solution after it. None at the end of the solution.
    pub defences: Vec<(GameMove, Solution)>,
}

impl Solution {
    /// The solution's last move.
    #[must_use]
    pub const fn last(best: GameMove) -> Self {
        Self { best, defences: Vec::new() }
    }

    /// Most moves of the solver, against the longest defence.
    #[must_use]
    pub fn depth(&self) -> usize {
        1 + self.defences.iter().map(|(_, further)| further.depth()).max().unwrap_or(0)
    }

    /// Number of the solver's moves in the whole tree.
    #[must_use]
    pub fn size(&self) -> usize {
        1 + self.defences.iter().map(|(_, further)| further.size()).sum::<usize>()
    }

    /// The defence that lasts longest, with the solution after it.
    #[must_use]
    pub fn longest_defence(&self) -> Option<&(GameMove, Self)> {
        // The first of equals: `max_by_key` answers the last.
        self.defences.iter().rev().max_by_key(|(_, further)| further.depth())
    }

    /// The main line: best moves and longest defences.
    #[must_use]
    pub fn main_line(&self) -> Vec<GameMove> {
        let mut line = vec![self.best];
        let mut here = self;
        while let Some((defence, further)) = here.longest_defence() {
            line.extend([*defence, further.best]);
            here = further;
        }
        line
    }

    /// Reads a solution for a place; every move must be legal.
    ///
    /// # Errors
    /// Brackets that do not match, a missing move, an illegal move.
    pub fn parse(text: &str, place: &Place) -> Result<Self, Problem> {
        let mut reader = Reader { rest: text.trim() };
        let solution = reader.solution(place, 0)?;
        if reader.rest.is_empty() {
            Ok(solution)
        } else {
            Err(Problem::Solution("text after the end of the solution"))
        }
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.best)?;
        for (defence, further) in &self.defences {
            write!(formatter, "({defence} {further})")?;
        }
        Ok(())
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn chosen(&mut self, place: &Place) -> Result<GameMove, Problem> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|letter: char| !letter.is_ascii_alphanumeric());
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        if word.is_empty() {
            return Err(Problem::Solution("a move is missing"));
        }
        self.rest = rest;
        place.parse_move(word)
    }

    fn solution(&mut self, place: &Place, depth: usize) -> Result<Solution, Problem> {
        if depth >= MOST_DEPTH {
            return Err(Problem::Solution("too many moves"));
        }
        let best = self.chosen(place)?;
        let after = place.after(best).ok_or(Problem::Solution("a move is missing"))?;
        let mut defences: Vec<(GameMove, Solution)> = Vec::new();
        loop {
            self.rest = self.rest.trim_start();
            let Some(rest) = self.rest.strip_prefix('(') else { break };
            self.rest = rest;
            let defence = self.chosen(&after)?;
            if defences.iter().any(|(known, _)| *known == defence) {
                return Err(Problem::Solution("a defence is there twice"));
            }
            let answered = after.after(defence).ok_or(Problem::Solution("a move is missing"))?;
            let further = self.solution(&answered, depth + 1)?;
            self.rest = self.rest.trim_start();
            let closed = self.rest.strip_prefix(')');
            self.rest = closed.ok_or(Problem::Solution("a bracket is not closed"))?;
            defences.push((defence, further));
        }
        Ok(Solution { best, defences })
    }
}
