//! FEN, the one-line text of a position.
//!
//! Both letter sets are read (`n`/`b` and `h`/`e` for horse and elephant), the first is written.
//! `w` or `r` is Red's turn. The two fields that chess needs may be missing, and so may the
//! counters.

use super::setup::{Setup, SetupError};
use super::{Colour, Piece, Position, Square};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The start of a game.
pub const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Error in a FEN: malformed text or an impossible position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// There is no text.
    #[error("the FEN is empty; the start position is {START:?}")]
    Empty,
    /// Not ten ranks.
    #[error("the board has {0} ranks, separated by '/'; it needs 10")]
    RankCount(usize),
    /// A rank does not have nine files.
    #[error("rank {rank} ({text:?}) has {files} points; it needs 9")]
    RankLength {
        /// The rank, 9 is the first in the text.
        rank: u8,
        /// Its text.
        text: String,
        /// Number of points that it describes.
        files: u32,
    },
    /// A letter that is no piece.
    #[error(
        "{letter:?} on rank {rank} is no piece; pieces are K A B N R C P (or E for B, H for N), \
         small for Black"
    )]
    Letter {
        /// The rank, 9 is the first in the text.
        rank: u8,
        /// The letter.
        letter: char,
    },
    /// The second field is not a side.
    #[error("{0:?} is no side to move; it is 'w' (or 'r') for Red, 'b' for Black")]
    Turn(String),
    /// A counter is not a number in its range.
    #[error("{0:?} is no {1}; it is a number")]
    Counter(String, &'static str),
    /// Something follows the last field.
    #[error("{0:?} follows the FEN's six fields")]
    Trailing(String),
    /// The text is a board, the board is no position.
    #[error(transparent)]
    Impossible(#[from] SetupError),
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_whitespace();
        let mut setup = Self::empty();
        read_board(fields.next().ok_or(FenError::Empty)?, &mut setup)?;
        setup.turn = match fields.next() {
            None | Some("w" | "W" | "r" | "R") => Colour::Red,
            Some("b" | "B") => Colour::Black,
            Some(other) => return Err(FenError::Turn(shortened(other))),
        };
        let mut rest = fields.peekable();
        // Castling and en passant in chess; always dashes here, and often left out.
        rest.next_if_eq(&"-");
        rest.next_if_eq(&"-");
        if let Some(counter) = rest.next() {
            let wrong = || {
                FenError::Counter(shortened(counter), "count of plies since a capture (0 to 65535)")
            };
            setup.quiet_plies = counter.parse().map_err(|_| wrong())?;
        }
        if let Some(counter) = rest.next() {
            let wrong = || FenError::Counter(shortened(counter), "move number (0 to 4294967295)");
            // Some programs count from 0.
            setup.move_number = counter.parse::<u32>().map_err(|_| wrong())?.max(1);
        }
        rest.next().map_or(Ok(setup), |more| Err(FenError::Trailing(shortened(more))))
    }
}

fn read_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let count = text.split('/').count();
    if count != usize::from(Square::RANKS) {
        return Err(FenError::RankCount(count));
    }
    for (rank, line) in (0..Square::RANKS).rev().zip(text.split('/')) {
        let mut files: u32 = 0;
        for letter in line.chars() {
            if let Some(gap) = letter.to_digit(10) {
                files += gap;
                continue;
            }
            let piece = Piece::from_letter(letter).ok_or(FenError::Letter { rank, letter })?;
            if let Some(square) = Square::new(files.min(u32::from(u8::MAX)) as u8, rank) {
                setup.board[square.index()] = Some(piece);
            }
            files += 1;
        }
        if files != u32::from(Square::FILES) {
            return Err(FenError::RankLength { rank, text: shortened(line), files });
        }
    }
    Ok(())
}

/// Enough of a text to recognise it in a message.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..Square::RANKS).rev() {
            let mut gap = 0;
            for square in (0..Square::FILES).filter_map(|file| Square::new(file, rank)) {
                let Some(piece) = self.board[square.index()] else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    write!(f, "{gap}")?;
                }
                gap = 0;
                write!(f, "{piece}")?;
            }
            if gap > 0 {
                write!(f, "{gap}")?;
            }
            f.write_str(if rank > 0 { "/" } else { "" })?;
        }
        let turn = if self.turn == Colour::Red { 'w' } else { 'b' };
        write!(f, " {turn} - - {} {}", self.quiet_plies, self.move_number)
    }
}

impl Position {
    /// The position of a FEN.
    ///
    /// ```
    /// use xun_xiangqi::rules::Position;
    /// let position = Position::from_fen("4k4/9/9/9/9/9/9/9/4R4/3K5 b").unwrap();
    /// assert!(position.in_check());
    /// assert_eq!(position.to_fen(), "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1");
    /// ```
    ///
    /// # Errors
    /// A text that is no FEN, or a position that no game can contain.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        Ok(Self::from_setup(&text.parse()?)?)
    }

    /// The FEN of the position.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.to_setup().to_string()
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Self::from_fen(text)
    }
}
