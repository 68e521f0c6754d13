//! A board drawn with characters: `X` black, `O` white, `.` empty, the first row at the bottom.

use super::record::{Faults, Record, Unreadable};
use crate::rules::{Board, Colour, Point, Size};
use std::fmt::Write;

/// Draws the board with its coordinates.
#[must_use]
pub fn draw(board: &Board) -> String {
    draw_with(board.size(), |point| match board.stone(point) {
        Some(Colour::Black) => 'X',
        Some(Colour::White) => 'O',
        None => '.',
    })
}

fn draw_with(size: Size, at: impl Fn(Point) -> char) -> String {
    let mut text = String::new();
    for y in (0..size.height()).rev() {
        let _ = write!(text, "{:2}", y + 1);
        for x in 0..size.width() {
            text.push(' ');
            text.push(at(Point::new(x, y)));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for x in 0..size.width() {
        text.push(' ');
        text.push(char::from(b'a' + x));
    }
    text.push('\n');
    text
}

/// Reads a drawn board: black `X x * # ●`, white `O o @ ○`, empty `. + _ ·`. Row numbers at the
/// left or right and a row of column letters are allowed; the size is the drawing's.
///
/// # Errors
/// A text that is no drawn board, with line and column.
pub fn parse_drawn(text: &str) -> Result<Record, Unreadable> {
    let mut rows: Vec<(usize, Vec<Option<Colour>>)> = Vec::new();
    let mut faults = Faults::default();
    for (number, line) in text.lines().enumerate() {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(['a', 'A']) {
            continue;
        }
        let mut row = Vec::new();
        for (column, character) in line.chars().enumerate() {
            match character {
                'X' | 'x' | '*' | '#' | '●' => row.push(Some(Colour::Black)),
                'O' | 'o' | '@' | '○' => row.push(Some(Colour::White)),
                '.' | '+' | '_' | '·' => row.push(None),
                other if other.is_whitespace() || other.is_ascii_digit() || other == '|' => {}
                other => faults.push(
                    number + 1,
                    column + 1,
                    format!("{other:?} is none of X (black), O (white) and . (empty)"),
                ),
            }
        }
        rows.push((number + 1, row));
        if faults.is_full() {
            return faults.or_value(Record::new(Size::STANDARD));
        }
    }
    let width = rows.first().map_or(0, |(_, row)| row.len());
    for (line, row) in rows.iter().filter(|(_, row)| row.len() != width) {
        faults.push(*line, 1, format!("{} points in a row, {width} in the first", row.len()));
    }
    let size = match Size::new(width as u32, rows.len() as u32) {
        Ok(size) => faults.or_value(size)?,
        Err(error) => {
            faults.push(1, 1, error.to_string());
            return faults.or_value(Record::new(Size::STANDARD));
        }
    };
    let mut record = Record::new(size);
    for (y, (_, row)) in rows.iter().rev().enumerate() {
        for (x, stone) in row.iter().enumerate() {
            if let Some(colour) = *stone {
                record.setup.push((Point::new(x as u8, y as u8), colour));
            }
        }
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rule;

    #[test]
    fn drawing_reads_back() {
        let size = Size::new(9, 6).unwrap();
        let mut board = Board::new(size, Rule::Freestyle);
        for (x, y) in [(0, 0), (8, 5), (4, 2), (8, 0)] {
            board.play(Point::new(x, y));
        }
        let record = parse_drawn(&draw(&board)).unwrap();
        let again = record.position(Rule::Freestyle).unwrap();
        assert_eq!(record.size, size);
        assert_eq!(again.board().key(), board.key());
        assert_eq!(draw(again.board()), draw(&board));
    }

    #[test]
    fn ragged_and_strange_drawings_are_refused() {
        let faults = parse_drawn(".....\n..z..\n....\n.....\n.....\n").unwrap_err().faults;
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2, 2, 3]);
        assert!(parse_drawn("").is_err());
    }
}
