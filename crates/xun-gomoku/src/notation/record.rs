//! A recorded game, and the faults of texts.

use super::coordinates::parse_moves;
use super::drawn::parse_drawn;
use super::psq::parse_psq;
use super::sgf::parse_sgf;
use crate::rules::{Colour, Impossible, Point, Position, Rule, Size};
use std::fmt;
use thiserror::Error;

/// A game or a position as a file holds it. Nothing is checked against the rules before
/// [`position`](Self::position).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board's size.
    pub size: Size,
    /// The rule, where the text says it.
    pub rule: Option<Rule>,
    /// Stones that stand before the first move.
    pub setup: Vec<(Point, Colour)>,
    /// The moves in order.
    pub moves: Vec<Point>,
    /// Milliseconds of each move, where the text says them.
    pub times: Vec<u64>,
    /// The players' names, black first.
    pub players: [String; 2],
}

impl Record {
    /// A record without moves.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self {
            size,
            rule: None,
            setup: Vec::new(),
            moves: Vec::new(),
            times: Vec::new(),
            players: [String::new(), String::new()],
        }
    }

    /// The position at the end, if every stone is possible under the rule.
    ///
    /// # Errors
    /// Every fault of a position that no game can contain.
    pub fn position(&self, rule: Rule) -> Result<Position, Impossible> {
        if self.setup.is_empty() {
            return Position::from_moves(self.size, rule, &self.moves);
        }
        let blacks = self.setup.iter().filter(|&&(_, colour)| colour == Colour::Black).count();
        let first = if blacks * 2 == self.setup.len() { Colour::Black } else { Colour::White };
        let colour = |number: usize| if number.is_multiple_of(2) { first } else { !first };
        let played = self.moves.iter().enumerate().map(|(number, &point)| (point, colour(number)));
        let stones: Vec<_> = self.setup.iter().copied().chain(played).collect();
        Position::from_stones(self.size, rule, &stones, None)
    }
}

impl Record {
    /// The position at the end; moves that cannot have been played in this order are read as a
    /// diagram: stones of alternating colours, black first, in whatever order they were played.
    ///
    /// ```
    /// use xun_gomoku::notation::read_any;
    /// use xun_gomoku::rules::{Rule, Size};
    ///
    /// // Black's fifth stone, j8, would make two threes.
    /// let record = read_any("h8a1i8a3j9c1j10e1j8g1", Size::STANDARD)?;
    /// assert!(record.position(Rule::Renju).is_err());
    /// assert_eq!(record.diagram(Rule::Renju)?.board().stones(), 10);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of the moves, if the diagram is impossible too.
    pub fn diagram(&self, rule: Rule) -> Result<Position, Impossible> {
        self.position(rule).or_else(|fault| {
            if !self.setup.is_empty() {
                return Err(fault);
            }
            let stones: Vec<_> = (0..)
                .zip(&self.moves)
                .map(|(number, &point)| (point, Colour::to_move_after(number)))
                .collect();
            Position::from_stones(self.size, rule, &stones, None).map_err(|_| fault)
        })
    }
}

/// A fault of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// Line, from one.
    pub line: usize,
    /// Column in characters, from one.
    pub column: usize,
    /// The problem, and the expected text.
    pub problem: String,
}

impl fmt::Display for TextFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

/// The first faults of a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct Unreadable {
    /// The faults; at least one, [`Unreadable::MOST`] at most.
    pub faults: Vec<TextFault>,
}

impl Unreadable {
    /// Faults that are kept; a text with so many is of another kind.
    pub const MOST: usize = 20;

    pub(crate) fn one(line: usize, column: usize, problem: impl Into<String>) -> Self {
        Self { faults: vec![TextFault { line, column, problem: problem.into() }] }
    }
}

/// The faults found so far, up to [`Unreadable::MOST`].
#[derive(Default)]
pub(super) struct Faults(Vec<TextFault>);

impl Faults {
    pub(super) fn push(&mut self, line: usize, column: usize, problem: impl Into<String>) {
        if !self.is_full() {
            self.0.push(TextFault { line, column, problem: problem.into() });
        }
    }

    /// Whether further faults are dropped, so that reading on is of no use.
    pub(super) fn is_full(&self) -> bool {
        self.0.len() == Unreadable::MOST
    }

    /// The value, if there were no faults.
    pub(super) fn or_value<T>(self, value: T) -> Result<T, Unreadable> {
        if self.0.is_empty() { Ok(value) } else { Err(Unreadable { faults: self.0 }) }
    }
}

/// The beginning of a text that is quoted in a fault.
pub(super) fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

impl fmt::Display for Unreadable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.faults.iter().enumerate() {
            if number > 0 {
                formatter.write_str("; ")?;
            }
            write!(formatter, "{fault}")?;
        }
        Ok(())
    }
}

/// Reads whichever form the text has: SGF (begins with a parenthesis), `.psq` (begins with
/// `Piskvorky`), a drawn board (several lines, or dots), or coordinates on a board of this size.
///
/// # Errors
/// A text in none of the formats.
pub fn read_any(text: &str, size: Size) -> Result<Record, Unreadable> {
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    let looks_drawn = trimmed.lines().count() > 1 && trimmed.contains(['.', '+', '·', '_']);
    if trimmed.starts_with('(') {
        parse_sgf(trimmed)
    } else if trimmed.to_ascii_lowercase().starts_with("piskvorky") {
        parse_psq(trimmed)
    } else if looks_drawn {
        parse_drawn(text)
    } else {
        parse_moves(trimmed, size).map(|moves| Record { moves, ..Record::new(size) })
    }
}
