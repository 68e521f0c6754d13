//! The ten-line board: ten rows of nine characters, Black's home first, `.` for an empty point.

use crate::rules::{Piece, Setup, Square};
use std::fmt;

/// Error in the text of a board, with all of its faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardTextError {
    /// The faults, each with its line.
    pub faults: Vec<String>,
}

impl fmt::Display for BoardTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.faults.join("; "))
    }
}

impl std::error::Error for BoardTextError {}

/// The board of ten lines, Red to move. Blank lines around it and blanks between points do not
/// matter.
///
/// ```
/// use xun_xiangqi::notation::{format_board, parse_board};
/// use xun_xiangqi::rules::Setup;
/// let text = format_board(&Setup::start());
/// assert_eq!(text.lines().next(), Some("rnbakabnr"));
/// assert_eq!(parse_board(&text), Ok(Setup::start()));
/// ```
///
/// # Errors
/// A text that is no board, with line and column.
pub fn parse_board(text: &str) -> Result<Setup, BoardTextError> {
    let mut setup = Setup::empty();
    let mut faults = Vec::new();
    let rows: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, row)| !row.trim().is_empty()).collect();
    if rows.len() != usize::from(Square::RANKS) {
        faults.push(format!("a board has 10 rows, this one has {}", rows.len()));
    }
    for ((line, row), rank) in rows.iter().zip((0..Square::RANKS).rev()) {
        let letters: Vec<char> = row.chars().filter(|letter| !letter.is_whitespace()).collect();
        if letters.len() != usize::from(Square::FILES) {
            faults.push(format!("line {line} has {} points, it needs 9", letters.len()));
        }
        for (&letter, file) in letters.iter().zip(0..Square::FILES) {
            let piece = Piece::from_letter(letter);
            if piece.is_none() && !matches!(letter, '.' | '0' | '-' | '+' | '·') {
                faults.push(format!(
                    "line {line}, point {}: {letter:?} is no piece; pieces are K A B N R C P, \
                     small for Black, '.' is empty",
                    file + 1
                ));
            }
            if let Some(square) = Square::new(file, rank) {
                setup.board[square.index()] = piece;
            }
        }
        if faults.len() > 20 {
            break;
        }
    }
    if faults.is_empty() { Ok(setup) } else { Err(BoardTextError { faults }) }
}

/// The ten lines of a board.
pub fn format_board(setup: &Setup) -> String {
    let mut text = String::with_capacity(100);
    for rank in (0..Square::RANKS).rev() {
        for square in (0..Square::FILES).filter_map(|file| Square::new(file, rank)) {
            text.push(setup.board[square.index()].map_or('.', Piece::letter));
        }
        text.push('\n');
    }
    text
}
