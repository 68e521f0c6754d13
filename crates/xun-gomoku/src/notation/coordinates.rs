//! Points as `h8` (column letter, row from one) or `7,7` (column and row from zero), and strings of
//! them.

use super::record::{Faults, Unreadable};
use crate::rules::{Point, Size};
use std::fmt::Write;

/// One point, in either form.
///
/// ```
/// use xun_gomoku::{notation::parse_point, rules::Size};
/// assert_eq!(parse_point("h8", Size::STANDARD), parse_point("7,7", Size::STANDARD));
/// assert!(parse_point("p8", Size::STANDARD).is_err());
/// ```
///
/// # Errors
/// A text that is no point of the board.
pub fn parse_point(text: &str, size: Size) -> Result<Point, Unreadable> {
    match parse_moves(text, size)?.as_slice() {
        [point] => Ok(*point),
        [] => Err(Unreadable::one(1, 1, "a point such as h8 or 7,7 is missing")),
        more => Err(Unreadable::one(1, 1, format!("one point is wanted, not {}", more.len()))),
    }
}

/// A string of points: `h8i9`, `h8 i9`, `h8,i9`, `7,7 8,8` or `7,7;8,8`, with any blanks between.
///
/// # Errors
/// A text that is no list of points of the board.
pub fn parse_moves(text: &str, size: Size) -> Result<Vec<Point>, Unreadable> {
    let characters: Vec<char> = text.chars().collect();
    let mut reader = Reader {
        characters: &characters,
        place: 0,
        size,
        faults: Faults::default(),
        counted: Counted { place: 0, line: 1, column: 1 },
    };
    let mut points = Vec::new();
    while !reader.faults.is_full() && reader.skip_separators() {
        points.extend(reader.point());
    }
    reader.faults.or_value(points)
}

/// The points as `h8i9j10`.
#[must_use]
pub fn write_moves(points: &[Point]) -> String {
    points.iter().fold(String::new(), |mut text, point| {
        let _ = write!(text, "{point}");
        text
    })
}

struct Reader<'a> {
    characters: &'a [char],
    place: usize,
    size: Size,
    faults: Faults,
    counted: Counted,
}

/// Line and column of a place in the text; faults come in order, so that it only moves on.
struct Counted {
    place: usize,
    line: usize,
    column: usize,
}

impl Counted {
    fn advance(&mut self, characters: &[char], place: usize) {
        for &character in &characters[self.place..place] {
            if character == '\n' {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += 1;
            }
        }
        self.place = place;
    }
}

impl Reader<'_> {
    /// Whether anything follows.
    fn skip_separators(&mut self) -> bool {
        while self
            .peek()
            .is_some_and(|next| next.is_whitespace() || matches!(next, ',' | ';' | '-' | '.'))
        {
            self.place += 1;
        }
        self.place < self.characters.len()
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.place).copied()
    }

    fn point(&mut self) -> Option<Point> {
        let from = self.place;
        let next = self.peek()?;
        let (x, y) = if next.is_ascii_alphabetic() {
            self.place += 1;
            let row = self.number();
            (
                Some(next.to_ascii_lowercase() as u32 - 'a' as u32),
                row.and_then(|row| row.checked_sub(1)),
            )
        } else if next.is_ascii_digit() {
            let x = self.number();
            while self.peek() == Some(' ') {
                self.place += 1;
            }
            if self.peek() != Some(',') {
                return self.fault(from, "a comma and a row are missing, as in 7,7");
            }
            self.place += 1;
            while self.peek() == Some(' ') {
                self.place += 1;
            }
            (x, self.number())
        } else {
            self.place += 1;
            return self.fault(from, "a point such as h8 or 7,7 is wanted");
        };
        match (x, y) {
            (Some(x), Some(y)) => match self.size.point(x, y) {
                Some(point) => Some(point),
                None => {
                    self.fault(from, &format!("the point lies outside the {} board", self.size))
                }
            },
            _ => self.fault(from, "a row number is missing or too large"),
        }
    }

    fn number(&mut self) -> Option<u32> {
        let mut value = None;
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            value = Some(value.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit));
            self.place += 1;
        }
        value.filter(|&value| value < 10_000)
    }

    fn fault(&mut self, place: usize, problem: &str) -> Option<Point> {
        self.counted.advance(self.characters, place);
        let found: String = self.characters[place..].iter().take(8).collect();
        let problem = format!("{problem}; found {found:?}");
        self.faults.push(self.counted.line, self.counted.column, problem);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_forms_mean_the_same() {
        let read = |text: &str| write_moves(&parse_moves(text, Size::STANDARD).unwrap());
        for text in [
            "h8i9o15",
            "H8 I9 O15",
            "h8,i9,o15",
            "7,7 8,8 14,14",
            "7,7;8,8;14,14\n",
            "7, 7\n8 ,8\n14,14",
        ] {
            assert_eq!(read(text), "h8i9o15", "{text}");
        }
    }

    #[test]
    fn every_fault_says_where() {
        let faults = parse_moves("h8p1\n?9,i16", Size::STANDARD).unwrap_err().faults;
        let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column)).collect();
        assert_eq!(places, [(1, 3), (2, 1), (2, 2), (2, 4)]);
    }

    #[test]
    fn faults_are_few_and_found_in_one_pass() {
        // A place found by counting from the start each time would take hours for this.
        let text = "?\n".repeat(1 << 20);
        let faults = parse_moves(&text, Size::STANDARD).unwrap_err().faults;
        assert_eq!(faults.len(), Unreadable::MOST);
        let last = &faults[Unreadable::MOST - 1];
        assert_eq!((last.line, last.column), (Unreadable::MOST, 1));
        let late = "h8 ".repeat(1 << 20) + "\n ?";
        let faults = parse_moves(&late, Size::STANDARD).unwrap_err().faults;
        assert_eq!((faults.len(), faults[0].line, faults[0].column), (1, 2, 2));
    }

    proptest! {
        #[test]
        fn print_then_parse_is_the_identity(
            places in proptest::collection::vec((0_u32..22, 0_u32..22), 0..60),
        ) {
            let size = Size::new(22, 22).unwrap();
            let points: Vec<Point> = places.iter().filter_map(|&(x, y)| size.point(x, y)).collect();
            prop_assert_eq!(parse_moves(&write_moves(&points), size).unwrap(), points);
        }

        #[test]
        fn nothing_panics(text in ".{0,80}") {
            let _ = parse_moves(&text, Size::STANDARD);
        }
    }
}
