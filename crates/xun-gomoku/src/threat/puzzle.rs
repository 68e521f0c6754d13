//! Puzzles: positions from our own games in which the side to move wins by force, with the exact
//! length.
//!
//! One puzzle a line, `#` begins a comment:
//!
//! ```text
//! RULE SIZE KIND PLIES MOVES
//! renju 15x15 vct 11 h8i9g9…
//! ```
//!
//! KIND is `vcf` (fours alone) or `vct` (fours and threats of fours; no win by fours alone exists).
//! PLIES counts from the winner's first move to five against the longest defence, and no win of the
//! kind is shorter. MOVES are the moves of the game, black and white in turn.

use super::solver::Kind;
use crate::notation::parse_moves;
use crate::rules::{Board, Position, Rule, Size};
use std::fmt;
use thiserror::Error;

/// A position that is won by force.
#[derive(Clone)]
pub struct Puzzle {
    /// The position; the side to move wins.
    pub position: Position,
    /// By fours or by threes.
    pub kind: Kind,
    /// Plies of the shortest win of this kind.
    pub plies: u32,
}

/// A line that is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct PuzzleFault {
    /// The line, from one.
    pub line: usize,
    /// The problem.
    pub what: String,
}

impl Puzzle {
    /// The board of the puzzle.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [rule, size, kind, plies, moves] = fields[..] else {
            return Err(format!(
                "five fields are wanted (rule, size, kind, plies, moves), not {}",
                fields.len()
            ));
        };
        let rule = Rule::from_name(rule).ok_or_else(|| format!("{rule} is no rule"))?;
        let (width, height) =
            size.split_once('x').ok_or_else(|| format!("{size}: 15x15 is a size"))?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("{text} is no number"));
        let size = Size::new(number(width)?, number(height)?).map_err(|fault| fault.to_string())?;
        let kind = match kind {
            "vcf" => Kind::Fours,
            "vct" => Kind::Threes,
            other => return Err(format!("{other}: the kind is vcf or vct")),
        };
        let moves = parse_moves(moves, size).map_err(|fault| fault.to_string())?;
        let position =
            Position::from_moves(size, rule, &moves).map_err(|fault| fault.to_string())?;
        Ok(Self { position, kind, plies: number(plies)? })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        let moves: Vec<_> = board.history().map(|(point, _)| point).collect();
        let size = board.size();
        let kind = if self.kind == Kind::Threes { "vct" } else { "vcf" };
        let (width, height) = (size.width(), size.height());
        write!(formatter, "{} {width}x{height} {kind} {} ", board.rule(), self.plies)?;
        moves.iter().try_for_each(|point| write!(formatter, "{point}"))
    }
}

/// The puzzles of a text.
///
/// # Errors
/// A line that is no puzzle, with its number.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, PuzzleFault> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(line, text)| Puzzle::parse(text).map_err(|what| PuzzleFault { line, what }))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_back_and_a_bad_one_says_why() {
        let text = "# ours\n\nfreestyle 15x15 vct 9 h8a1i8a3g10c1g11e1 # three and three\n";
        let puzzles = read_puzzles(text).unwrap();
        assert_eq!(puzzles.len(), 1);
        assert_eq!(puzzles[0].to_string(), "freestyle 15x15 vct 9 h8a1i8a3g10c1g11e1");
        for (bad, word) in [
            ("freestyle 15x15 vct 9", "five fields"),
            ("chess 15x15 vct 9 h8", "no rule"),
            ("renju 15 vct 9 h8", "size"),
            ("renju 15x99 vct 9 h8", "columns"),
            ("renju 15x15 vcx 9 h8", "vcf or vct"),
            ("renju 15x15 vct nine h8", "no number"),
            ("renju 15x15 vct 9 h8h8", ""),
        ] {
            let fault = read_puzzles(bad).err().unwrap();
            assert!(
                fault.to_string().starts_with("line 1: ") && fault.what.contains(word),
                "{fault}"
            );
        }
    }
}
