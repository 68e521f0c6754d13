//! The opening book of a conversation: the program's own, a file, or none.

use std::sync::Arc;
use xun_gomoku::openings::OpeningBook;
use xun_gomoku::rules::{Board, Rule, Size};
use xun_gomoku::search::{Answer, Question};

/// Longest file that is read.
const MAX_BYTES: u64 = 64 << 20;

/// The opening book that is chosen.
#[derive(Clone, Default)]
pub(super) enum BookChoice {
    /// None.
    Off,
    /// The program's own, parsed when it is first needed.
    #[default]
    Own,
    /// A book from the file of this name.
    File(Arc<str>, Arc<OpeningBook>),
}

impl BookChoice {
    /// The book that `INFO openings` names: `own` (or `1`), `off` (or `0`), or a file that
    /// `xun-tune gomoku book table` wrote.
    pub(super) fn from_name(name: &str) -> Result<Self, String> {
        match name.to_ascii_lowercase().as_str() {
            "off" | "0" => return Ok(Self::Off),
            "own" | "1" => return Ok(Self::Own),
            "" => return Err("INFO openings wants own, off or a file".into()),
            _ => {}
        }
        let wrong = |reason: &dyn std::fmt::Display| format!("{name}: {reason}");
        let length = std::fs::metadata(name).map_err(|error| wrong(&error))?.len();
        if length > MAX_BYTES {
            return Err(wrong(&format!("{length} bytes; no table has more than {MAX_BYTES}")));
        }
        let text = xun_game::files::read_text(name).map_err(|error| wrong(&error))?;
        let book = OpeningBook::parse(&text, Size::STANDARD, Rule::Freestyle)
            .map_err(|fault| wrong(&fault))?;
        Ok(Self::File(name.into(), Arc::new(book)))
    }

    /// Whether it is the book of this file. Some managers name the file before each move.
    pub(super) fn is(&self, name: &str) -> bool {
        matches!(self, Self::File(file, _) if **file == *name)
    }

    /// Parses the program's own book now, while no clock runs.
    pub(super) fn prepare(&self) {
        if matches!(self, Self::Own) {
            let _ = OpeningBook::built_in();
        }
    }

    /// The book's answer, if it has one.
    pub(super) fn answer(&self, board: &Board, question: &Question) -> Option<Answer> {
        // The books are for this board and rule; other games do not parse them.
        if board.size() != Size::STANDARD || board.rule() != Rule::Freestyle {
            return None;
        }
        match self {
            Self::Off => None,
            Self::Own => OpeningBook::built_in().answer(board, question),
            Self::File(_, book) => book.answer(board, question),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &[(u32, u32)]) -> Board {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        for &(x, y) in moves {
            board.play(Size::STANDARD.point(x, y).unwrap());
        }
        board
    }

    #[test]
    fn a_book_is_own_off_or_a_file() {
        let (board, question) = (after(&[(7, 7), (8, 8)]), Question::default());
        assert!(BookChoice::from_name("own").unwrap().answer(&board, &question).is_some());
        assert!(BookChoice::from_name("off").unwrap().answer(&board, &question).is_none());
        let file = std::env::temp_dir().join(format!("xun-openings-{}.txt", std::process::id()));
        std::fs::write(&file, "h8i9 a1 +5\n").unwrap();
        let name = file.display().to_string();
        let book = BookChoice::from_name(&name).unwrap();
        assert!(book.is(&name) && !book.is("own"));
        let best = book.answer(&board, &question).and_then(|answer| answer.best);
        assert_eq!(best, Size::STANDARD.point(0, 0));
        std::fs::write(&file, "h8i9 a1\n").unwrap();
        let fault = BookChoice::from_name(&name).err().unwrap();
        assert!(fault.contains("line 1") && fault.contains(&name), "{fault}");
        std::fs::remove_file(&file).unwrap();
        assert!(BookChoice::from_name(&name).err().unwrap().contains(&name));
        assert!(BookChoice::from_name("").is_err());
    }

    #[test]
    fn other_boards_and_wider_questions_are_searched() {
        let own = BookChoice::Own;
        let mut twenty = Board::new(Size::new(20, 20).unwrap(), Rule::Freestyle);
        twenty.play(twenty.size().centre());
        assert!(own.answer(&twenty, &Question::default()).is_none());
        let board = after(&[(7, 7), (8, 8)]);
        assert!(own.answer(&board, &Question::default().with_lines(2)).is_none());
        let best = own.answer(&board, &Question::default()).and_then(|answer| answer.best).unwrap();
        assert!(
            own.answer(&board, &Question { exclude: vec![best], ..Question::default() }).is_none()
        );
    }
}
