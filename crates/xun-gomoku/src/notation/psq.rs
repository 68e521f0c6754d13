//! `.psq`, the game files of Piskvork and Gomocup: a heading with the size, one
//! `column,row,milliseconds` line a move (counted from one), then the players' files and the
//! result.

use super::record::{Faults, Record, Unreadable};
use crate::rules::{Rule, Size};
use std::fmt::Write;

/// The game as a `.psq` file.
#[must_use]
pub fn write_psq(record: &Record) -> String {
    let mut text =
        format!("Piskvorky {}x{}, 11:11, 0\r\n", record.size.width(), record.size.height());
    for (number, point) in record.moves.iter().enumerate() {
        let time = record.times.get(number).copied().unwrap_or(0);
        let _ = write!(text, "{},{},{time}\r\n", point.x() + 1, point.y() + 1);
    }
    for player in &record.players {
        let _ = write!(text, "{}\r\n", name_line(player));
    }
    let _ = write!(text, "-1\r\n");
    if let Some(rule) = record.rule {
        let _ = write!(text, "{},{rule}\r\n", rule.gomocup());
    }
    text
}

/// A name on one line that is not taken for a move.
fn name_line(name: &str) -> String {
    let line = name.replace(char::is_control, " ");
    if move_line(&line).is_some() { line.replace(',', " ") } else { line }
}

/// Reads a `.psq` file.
///
/// # Errors
/// A text that is no such file, with its line.
pub fn parse_psq(text: &str) -> Result<Record, Unreadable> {
    let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim()));
    let (_, heading) = lines.next().unwrap_or((1, ""));
    let mut record = Record::new(heading_size(heading)?);
    let mut faults = Faults::default();
    let mut rest = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        match (rest.is_empty(), move_line(line)) {
            (true, Some([x, y, time])) => {
                let point = x.checked_sub(1).zip(y.checked_sub(1)).and_then(|(x, y)| {
                    record.size.point(u32::try_from(x).ok()?, u32::try_from(y).ok()?)
                });
                match point {
                    Some(point) => {
                        record.moves.push(point);
                        record.times.push(time);
                    }
                    None => faults.push(
                        number,
                        1,
                        format!("{x},{y} lies outside the {} board", record.size),
                    ),
                }
            }
            _ => rest.push(line),
        }
    }
    let mut names = rest.iter().filter(|line| line.parse::<i64>().is_err());
    for player in &mut record.players {
        if let Some(name) = names.next() {
            (*name).clone_into(player);
        }
    }
    record.rule =
        rest.iter().rev().find_map(|line| Rule::from_name(line.rsplit(',').next()?.trim()));
    faults.or_value(record)
}

fn heading_size(heading: &str) -> Result<Size, Unreadable> {
    let wrong =
        || Unreadable::one(1, 1, "a heading such as \"Piskvorky 15x15, 11:11, 0\" is wanted");
    let mut words = heading.split_whitespace();
    if !words.next().is_some_and(|word| word.eq_ignore_ascii_case("piskvorky")) {
        return Err(wrong());
    }
    let (width, height) = words
        .next()
        .and_then(|word| word.trim_end_matches(',').split_once('x'))
        .ok_or_else(wrong)?;
    let number = |text: &str| text.parse().map_err(|_| wrong());
    Size::new(number(width)?, number(height)?)
        .map_err(|error| Unreadable::one(1, 11, error.to_string()))
}

fn move_line(line: &str) -> Option<[u64; 3]> {
    let mut numbers = line.split(',').map(|part| part.trim().parse::<u64>());
    let triple = [numbers.next()?.ok()?, numbers.next()?.ok()?, numbers.next()?.ok()?];
    numbers.next().is_none().then_some(triple)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Point;

    #[test]
    fn a_game_reads_back() {
        let mut record = Record::new(Size::new(20, 15).unwrap());
        record.rule = Some(Rule::Renju);
        record.moves = vec![Point::new(7, 7), Point::new(19, 14), Point::new(0, 0)];
        record.times = vec![1, 20, 300];
        record.players = ["pbrain-xun".into(), "other".into()];
        assert_eq!(parse_psq(&write_psq(&record)).unwrap(), record);
    }

    #[test]
    fn a_name_is_not_taken_for_a_move() {
        let mut record = Record::new(Size::STANDARD);
        record.players = ["1,1,9".into(), "a\r\n2,2,0".into()];
        let again = parse_psq(&write_psq(&record)).unwrap();
        assert!(again.moves.is_empty());
        assert_eq!(again.players, ["1 1 9", "a  2,2,0"]);
    }

    #[test]
    fn a_file_of_the_managers_form_reads() {
        let text =
            "Piskvorky 20x20, 11:11, 0\r\n11,10,0\r\n12,10,4031\r\nAI1.zip\r\nAI2.zip\r\n-1\r\n";
        let record = parse_psq(text).unwrap();
        assert_eq!(record.moves, [Point::new(10, 9), Point::new(11, 9)]);
        assert_eq!(record.players, ["AI1.zip", "AI2.zip"]);
    }

    #[test]
    fn faults_say_where() {
        let error = parse_psq("Piskvorky 15x15, 0\n16,1,0\n0,3,0\n1,1,5\n").unwrap_err();
        assert_eq!(error.faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2, 3]);
        assert!(parse_psq("Piskvorky 4x4,").is_err() && parse_psq("x").is_err());
    }
}
