//! The opening book: the best move of each known position, once for all its symmetric forms.
//!
//! The built-in book is for freestyle on 15×15 with the first stone in the centre, where the first
//! player is known to win. It was made by `xun-tune gomoku book`, which lets the engine analyse the
//! positions where good play is most likely to lead.

use super::book_text::{BookFault, parse_score, words};
use super::symmetric_key::{canonical_key, coloured};
use crate::notation::{parse_moves, parse_point};
use crate::rules::{Board, Point, Rule, Size};
use crate::search::{Answer, Question};
use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;
use xun_game::{Bound, Report, Score};

/// An opening book: positions and the move to play in each.
///
/// As text one position a line, `MOVES MOVE SCORE`; `#` begins a comment:
///
/// ```text
/// h8i9 i7 +213
/// ```
pub struct OpeningBook {
    size: Size,
    rule: Rule,
    moves: HashMap<u64, (Point, Score)>,
}

const BUILT_IN: &str = include_str!("../../openings/freestyle-15.txt");

impl OpeningBook {
    /// The built-in book, for freestyle on 15×15.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BOOK: LazyLock<OpeningBook> = LazyLock::new(|| {
            OpeningBook::parse(BUILT_IN, Size::STANDARD, Rule::Freestyle)
                .expect("a test reads the built-in book")
        });
        &BOOK
    }

    /// The answer of the book; `None` for an unknown position, or if the question asks for more
    /// than one move or excludes the book's.
    #[must_use]
    pub fn answer(&self, board: &Board, question: &Question) -> Option<Answer> {
        if question.lines > 1 || !question.only.is_empty() {
            return None;
        }
        let (point, score) = self.look_up(board)?;
        let line = Report {
            depth: 0,
            selective_depth: 0,
            line: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            time: Duration::ZERO,
            fullness: 0,
            pv: vec![point],
        };
        question.allows(&point).then(|| Answer::from_report(&line))?
    }

    /// Reads a book.
    ///
    /// # Errors
    /// A line that is no entry of a book, with its number.
    pub fn parse(text: &str, size: Size, rule: Rule) -> Result<Self, BookFault> {
        let mut moves = HashMap::new();
        for (line, words) in words(text) {
            let wrong = |what: String| BookFault { line, what };
            let [played, best, value] = words[..] else {
                return Err(wrong(format!(
                    "three words are wanted (moves, move, score), not {}",
                    words.len()
                )));
            };
            let played = parse_moves(played, size).map_err(|fault| wrong(fault.to_string()))?;
            let best = parse_point(best, size).map_err(|fault| wrong(fault.to_string()))?;
            if played.contains(&best) {
                return Err(wrong(format!("{best} is taken")));
            }
            let (key, symmetry) = canonical_key(&coloured(&played), size);
            moves.insert(key, (symmetry.apply(best, size), parse_score(value).map_err(wrong)?));
        }
        Ok(Self { size, rule, moves })
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no position in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The move for the side to move, with its score, if the position is known.
    #[must_use]
    pub fn look_up(&self, board: &Board) -> Option<(Point, Score)> {
        if board.size() != self.size || board.rule() != self.rule {
            return None;
        }
        let colour = |point| board.stone(point).map(|colour| (point, colour));
        let stones: Vec<_> = self.size.points().filter_map(colour).collect();
        let (key, symmetry) = canonical_key(&stones, self.size);
        let &(point, score) = self.moves.get(&key)?;
        let point = symmetry.inverse().apply(point, self.size);
        (board.is_empty(point) && board.winner().is_none()).then_some((point, score))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Colour, Symmetry};

    fn board(text: &str, rule: Rule) -> Board {
        let mut board = Board::new(Size::STANDARD, rule);
        parse_moves(text, Size::STANDARD).unwrap().into_iter().for_each(|point| board.play(point));
        board
    }

    #[test]
    fn every_symmetric_form_is_known() {
        let size = Size::STANDARD;
        let book = OpeningBook::parse(
            "# first\nh8 i9 -12\nh8i9h7i7 g6 +M21 # won\n",
            size,
            Rule::Freestyle,
        )
        .unwrap();
        assert_eq!(book.len(), 2);
        let played = parse_moves("h8i9h7i7", size).unwrap();
        let best = parse_point("g6", size).unwrap();
        for symmetry in Symmetry::of(size) {
            let mut board = Board::new(size, Rule::Freestyle);
            // Another order of the same stones is the same position.
            for index in [2, 3, 0, 1] {
                board.play(symmetry.apply(played[index], size));
            }
            assert_eq!(
                book.look_up(&board),
                Some((symmetry.apply(best, size), Score::mate_in(21)))
            );
        }
        assert_eq!(book.look_up(&board("h8i9", Rule::Freestyle)), None);
        assert_eq!(book.look_up(&board("h8i9h7i7", Rule::Standard)), None);
    }

    #[test]
    fn a_bad_line_says_what_is_wrong_and_where() {
        for (text, word) in [
            ("h8 i9", "three words"),
            ("\nh8 z9 +1", "z9"),
            ("h8 h8 +1", "taken"),
            ("h8 i9 good", "score"),
            ("h8 i9 +M9999", "score"),
        ] {
            let fault = OpeningBook::parse(text, Size::STANDARD, Rule::Freestyle)
                .err()
                .unwrap()
                .to_string();
            assert!(fault.contains(word) && fault.starts_with("line "), "{text}: {fault}");
        }
    }

    #[test]
    fn the_built_in_book_answers_every_first_reply_near_the_centre() {
        let centre = Size::STANDARD.centre();
        for white in
            Size::STANDARD.points().filter(|point| (1..=2).contains(&point.distance(centre)))
        {
            let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
            board.play(centre);
            board.play(white);
            let (point, score) = OpeningBook::built_in().look_up(&board).expect("a move");
            assert!(board.is_empty(point) && score > Score::ZERO, "{white}: {point} {score}");
            assert_eq!(board.to_move(), Colour::Black);
        }
    }
}
