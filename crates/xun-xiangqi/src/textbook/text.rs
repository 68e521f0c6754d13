//! The ten-line board: ten rows of nine characters, blank lines around them do not matter.

use super::{CourseBoard, CourseRules, Point};
use crate::rules::Piece;
use std::fmt;

/// One thing that is wrong with a board text. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardTextFault {
    /// There are not ten rows.
    Rows(usize),
    /// This line has so many characters, not nine.
    Length {
        /// Line in the file.
        line: usize,
        /// Number of characters that it has.
        found: usize,
    },
    /// This character is no piece.
    Letter {
        /// Line in the file.
        line: usize,
        /// Column in the line.
        column: usize,
        /// The character.
        found: char,
    },
}

impl fmt::Display for BoardTextFault {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows(found) => write!(to, "a board has 10 rows, this one has {found}"),
            Self::Length { line, found } => {
                write!(to, "line {line} has {found} characters, it must have 9")
            }
            Self::Letter { line, column, found } => write!(
                to,
                "line {line}, column {column}: {found:?} is no piece; pieces are K A B N R C P \
                 (red) and k a b n r c p (black), `.` is empty"
            ),
        }
    }
}

/// A board text is wrong, in all these ways.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct BoardTextError {
    /// Everything that is wrong.
    pub faults: Vec<BoardTextFault>,
}

impl CourseBoard {
    /// Reads a ten-line board, red to move. Blank lines before and after, blanks at line ends and
    /// any line ending are accepted; letters of both sets are (`n`/`h` knight, `b`/`e` elephant).
    ///
    /// # Errors
    /// A text that is no board, with line and column.
    pub fn from_text(text: &str, rules: CourseRules) -> Result<Self, BoardTextError> {
        let text = text.trim_start_matches('\u{feff}');
        let rows: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(number, line)| (number + 1, line.trim_end()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let mut faults = Vec::new();
        if rows.len() != 10 {
            faults.push(BoardTextFault::Rows(rows.len()));
        }
        let mut board = Self::empty(rules);
        for (row, (line, content)) in rows.iter().take(10).enumerate() {
            let found = content.chars().count();
            if found != 9 {
                faults.push(BoardTextFault::Length { line: *line, found });
            }
            for (column, letter) in content.chars().take(9).enumerate() {
                let piece = Piece::from_letter(letter);
                if piece.is_none() && letter != '.' {
                    faults.push(BoardTextFault::Letter {
                        line: *line,
                        column: column + 1,
                        found: letter,
                    });
                }
                if let Some(point) = Point::new(row as u8, column as u8) {
                    board.put(point, piece);
                }
            }
        }
        if faults.is_empty() { Ok(board) } else { Err(BoardTextError { faults }) }
    }

    /// The ten lines, each ended.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(100);
        for point in Point::all() {
            text.push(self.piece_on(point).map_or('.', Piece::letter));
            if point.column() == 8 {
                text.push('\n');
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "\
rnbakabnr
.........
.c.....c.
p.p.p.p.p
.........
.........
P.P.P.P.P
.C.....C.
.........
RNBAKABNR
";

    #[test]
    fn a_board_is_read_and_written_back() {
        let board = CourseBoard::from_text(START, CourseRules::default()).unwrap();
        assert_eq!(board.to_text(), START);
        let messy =
            format!("\u{feff}\r\n{}\r\n\r\n", START.replace('\n', "  \r\n").replace('n', "h"));
        assert_eq!(
            CourseBoard::from_text(&messy, CourseRules::default()).unwrap().to_text(),
            START
        );
    }

    #[test]
    fn every_fault_is_named_with_its_place() {
        let error =
            CourseBoard::from_text("rnbakabnr\n....x...\n", CourseRules::default()).unwrap_err();
        assert_eq!(
            error.faults,
            [
                BoardTextFault::Rows(2),
                BoardTextFault::Length { line: 2, found: 8 },
                BoardTextFault::Letter { line: 2, column: 5, found: 'x' },
            ]
        );
        assert!(error.to_string().contains("line 2, column 5"));
    }
}
