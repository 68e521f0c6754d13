//! SGF with `GM[4]` (Gomoku and Renju). The main line is read; points are `[hh]` (column and row
//! letters from the top left, as SGF has it) or `[h8]`.

use super::record::{Faults, Record, Unreadable, excerpt};
use crate::rules::{Colour, Point, Rule, Size};
use std::fmt::Write;

/// The game as SGF.
#[must_use]
pub fn write_sgf(record: &Record) -> String {
    let size = record.size;
    let mut text = String::from("(;FF[4]GM[4]CA[UTF-8]AP[xun]");
    if size.width() == size.height() {
        let _ = write!(text, "SZ[{}]", size.width());
    } else {
        let _ = write!(text, "SZ[{}:{}]", size.width(), size.height());
    }
    if let Some(rule) = record.rule {
        let _ = write!(text, "RU[{rule}]");
    }
    for (property, player) in ["PB", "PW"].into_iter().zip(&record.players) {
        if !player.is_empty() {
            let _ =
                write!(text, "{property}[{}]", player.replace('\\', "\\\\").replace(']', "\\]"));
        }
    }
    for (property, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let mut stones = record.setup.iter().filter(|&&(_, stone)| stone == colour).peekable();
        if stones.peek().is_some() {
            text.push_str(property);
            stones.for_each(|&(point, _)| text.push_str(&bracketed(point, size)));
        }
    }
    let blacks = record.setup.iter().filter(|&&(_, colour)| colour == Colour::Black).count();
    let offset = record.setup.len() - 2 * blacks.min(record.setup.len() - blacks);
    for (number, &point) in record.moves.iter().enumerate() {
        let name = if Colour::to_move_after(number + offset) == Colour::Black { "B" } else { "W" };
        let _ = write!(text, ";{name}{}", bracketed(point, size));
    }
    text.push_str(")\n");
    text
}

fn bracketed(point: Point, size: Size) -> String {
    format!(
        "[{}{}]",
        char::from(b'a' + point.x()),
        char::from(b'a' + size.height() - 1 - point.y())
    )
}

/// Letters of a property's name that are kept.
const LONGEST_NAME: usize = 32;

/// Reads the main line of an SGF game.
///
/// # Errors
/// A text that is no SGF file of this game.
pub fn parse_sgf(text: &str) -> Result<Record, Unreadable> {
    let properties = main_line(text)?;
    let value = |wanted: &str| {
        properties
            .iter()
            .find(|property| property.name == wanted)
            .map(|property| property.value.as_str())
    };
    let mut faults = Faults::default();
    if let Some(game) = value("GM").filter(|game| game.trim() != "4") {
        let (line, column) = place_of(&properties, "GM");
        let game = excerpt(game);
        faults.push(line, column, format!("the game is number {game}, not 4 (Gomoku)"));
    }
    let Some(size) = value("SZ").map_or(Some(Size::STANDARD), sgf_size) else {
        let (line, column) = place_of(&properties, "SZ");
        faults.push(line, column, "a size such as 15 or 15:19, from 5 to 22, is wanted");
        return faults.or_value(Record::new(Size::STANDARD));
    };
    let mut record = Record::new(size);
    record.rule = value("RU").and_then(|name| Rule::from_name(name.trim()));
    record.players = ["PB", "PW"].map(|name| value(name).unwrap_or_default().to_owned());
    let mut turn = None;
    for property in &properties {
        let colour = match property.name.as_str() {
            "B" | "AB" => Colour::Black,
            "W" | "AW" => Colour::White,
            _ => continue,
        };
        let Some(point) = sgf_point(&property.value, size) else {
            let problem = format!(
                "[{}] is no point of the {size} board, such as [hh] or [h8]",
                excerpt(&property.value)
            );
            faults.push(property.line, property.column, problem);
            continue;
        };
        if property.name.len() == 2 {
            record.setup.push((point, colour));
            continue;
        }
        if turn.is_some_and(|turn| turn != colour) {
            let problem = format!("{} moves twice in a row", property.name);
            faults.push(property.line, property.column, problem);
        }
        turn = Some(!colour);
        record.moves.push(point);
    }
    faults.or_value(record)
}

struct Property {
    name: String,
    value: String,
    line: usize,
    column: usize,
}

/// Line and column of the first property of a name.
fn place_of(properties: &[Property], name: &str) -> (usize, usize) {
    let found = properties.iter().find(|property| property.name == name);
    found.map_or((1, 1), |property| (property.line, property.column))
}

fn sgf_size(text: &str) -> Option<Size> {
    let (width, height) = text.trim().split_once(':').unwrap_or((text.trim(), text.trim()));
    Size::new(width.parse().ok()?, height.parse().ok()?).ok()
}

fn sgf_point(text: &str, size: Size) -> Option<Point> {
    let mut letters = text.trim().chars();
    let x = u32::from(letters.next()?.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
    let rest = letters.as_str();
    if let Ok(row) = rest.parse::<u32>() {
        return size.point(x, row.checked_sub(1)?);
    }
    let mut last = rest.chars();
    let from_top = u32::from(last.next()?.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
    let y = u32::from(size.height()).checked_sub(from_top.checked_add(1)?)?;
    last.next().is_none().then(|| size.point(x, y))?
}

/// The properties of the first variation at each branching, in order.
fn main_line(text: &str) -> Result<Vec<Property>, Unreadable> {
    let mut properties = Vec::new();
    let mut name = String::new();
    let mut characters = text.chars();
    let (mut line, mut column) = (1, 0);
    let mut opened = false;
    while let Some(character) = characters.next() {
        column += 1;
        match character {
            '\n' => (line, column) = (line + 1, 0),
            '(' => opened = true,
            // The first variation ends here; what follows are its alternatives.
            ')' => return Ok(properties),
            ';' => name.clear(),
            '[' => {
                let (start_line, start_column) = (line, column);
                let mut value = String::new();
                loop {
                    let Some(inner) = characters.next() else {
                        return Err(Unreadable::one(
                            start_line,
                            start_column,
                            "this bracket is never closed",
                        ));
                    };
                    column += 1;
                    match inner {
                        ']' => break,
                        '\\' => {
                            column += 1;
                            value.extend(characters.next());
                        }
                        '\n' => {
                            (line, column) = (line + 1, 0);
                            value.push('\n');
                        }
                        other => value.push(other),
                    }
                }
                properties.push(Property {
                    name: name.clone(),
                    value,
                    line: start_line,
                    column: start_column,
                });
            }
            letter if letter.is_ascii_uppercase() => {
                // A new name begins after a closed value.
                if properties.last().is_some_and(|last| last.name == name) && !name.is_empty() {
                    name.clear();
                }
                // Names have two letters; a long one is not kept for each of its values.
                if name.len() < LONGEST_NAME {
                    name.push(letter);
                }
            }
            _ => {}
        }
    }
    let problem =
        if opened { "the game's parenthesis is never closed" } else { "SGF begins with (" };
    Err(Unreadable::one(line, column.max(1), problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn long_names_and_values_are_not_multiplied() {
        // Kept for each of its values, this name would take gigabytes.
        let name = format!("(;{}{})", "A".repeat(100_000), "[x]".repeat(100_000));
        assert!(parse_sgf(&name).is_ok(), "unknown properties are skipped");
        let values = format!("(;{})", format!("B[{}]", "z".repeat(1000)).repeat(1000));
        let error = parse_sgf(&values).unwrap_err();
        assert_eq!(error.faults.len(), Unreadable::MOST);
        assert!(error.to_string().len() < 4000, "{}", error.to_string().len());
    }

    #[test]
    fn a_game_reads_back() {
        let mut record = Record::new(Size::new(15, 19).unwrap());
        record.rule = Some(Rule::Renju);
        record.moves = vec![Point::new(7, 7), Point::new(14, 18), Point::new(0, 0)];
        record.players = ["a]b\\c".into(), String::new()];
        assert_eq!(parse_sgf(&write_sgf(&record)).unwrap(), record);
    }

    #[test]
    fn both_point_forms_and_setups_read() {
        let record =
            parse_sgf("(;GM[4]SZ[15]AB[hh][h10]AW[ii];B[a1](;W[o15];B[b2])(;W[c3]))").unwrap();
        assert_eq!(record.setup.len(), 3);
        assert_eq!(record.setup[0].0, Point::new(7, 7));
        assert_eq!(record.setup[1].0, Point::new(7, 9));
        assert_eq!(record.moves, [Point::new(0, 0), Point::new(14, 14), Point::new(1, 1)]);
    }

    #[test]
    fn faults_are_listed() {
        let faults = parse_sgf("(;GM[1]SZ[15]\n;B[zz];W[aa];W[bb])").unwrap_err().faults;
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [1, 2, 2]);
        assert!(parse_sgf("(;GM[4]SZ[99])").is_err());
        assert!(parse_sgf("(;B[hh").is_err());
    }

    proptest! {
        #[test]
        fn nothing_panics(text in "[(;)BWASZGM\\[\\]a-z0-9\\\\]{0,60}") {
            let _ = parse_sgf(&text);
        }
    }
}
