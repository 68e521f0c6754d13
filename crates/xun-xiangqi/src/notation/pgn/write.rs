//! Writing PGN.

use super::super::{Notation, Ranks};
use super::{GameRecord, Line};
use crate::rules::{Colour, Position, Setup};
use std::fmt::Write;

/// Columns of a line of moves.
const WIDTH: usize = 80;

/// The record as PGN, with moves in this notation. A record whose set-up is impossible or whose
/// moves are illegal is written up to there.
#[must_use]
pub fn format_pgn(record: &GameRecord, notation: Notation) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    if record.tag("Game").is_none() {
        tag("Game", "Chinese Chess");
    }
    for (name, value) in &record.tags {
        let name = plain_name(name);
        if !name.is_empty() && !OWN.iter().any(|own| own.eq_ignore_ascii_case(&name)) {
            tag(&name, value);
        }
    }
    tag("Result", record.result.text());
    if record.start != Setup::start() {
        tag("FEN", &record.start.to_string());
    }
    tag("Format", format_name(notation));
    let mut words = Vec::new();
    if let Ok(mut position) = Position::from_setup(&record.start) {
        write_line(&record.line, &mut position, notation, &mut words);
    }
    words.push(record.result.text().to_owned());
    text.push('\n');
    text.push_str(&wrapped(&words));
    text
}

/// Tags that the other fields of a record hold.
const OWN: [&str; 4] = ["FEN", "Result", "Format", "SetUp"];

/// The name of a tag without characters that would end it.
fn plain_name(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}

fn format_name(notation: Notation) -> &'static str {
    match notation {
        Notation::Iccs | Notation::Coordinates(Ranks::FromZero) => "ICCS",
        Notation::Coordinates(Ranks::FromOne) => "UCI",
        Notation::Wxf => "WXF",
        Notation::Chinese(_) => "Chinese",
    }
}

/// Appends the words of a line, leaving the position as it was. Depth is bounded by how records are
/// made: the reader refuses deep nesting.
fn write_line(line: &Line, position: &mut Position, notation: Notation, words: &mut Vec<String>) {
    write_comment(&line.comment, words);
    let mut played = 0;
    let mut number_needed = true;
    for recorded in &line.moves {
        if !position.is_legal_move(recorded.chosen) {
            break;
        }
        let number = position.move_number();
        match position.turn() {
            Colour::Red => words.push(format!("{number}.")),
            Colour::Black if number_needed => words.push(format!("{number}...")),
            Colour::Black => {}
        }
        words.push(notation.format(position, recorded.chosen));
        words.extend(recorded.glyphs.iter().map(|glyph| format!("${glyph}")));
        write_comment(&recorded.comment, words);
        for variation in &recorded.variations {
            words.push("(".to_owned());
            write_line(variation, position, notation, words);
            words.push(")".to_owned());
        }
        number_needed = !recorded.comment.is_empty() || !recorded.variations.is_empty();
        position.play(recorded.chosen);
        played += 1;
    }
    for _ in 0..played {
        position.undo();
    }
}

/// Appends a comment as it stands. Blanks at both ends, and a backslash at the end, are set off
/// from the braces, so that the reader does not take them for its own.
fn write_comment(comment: &str, words: &mut Vec<String>) {
    if comment.is_empty() {
        return;
    }
    let set_off = comment.starts_with(' ') && comment.ends_with(' ') || comment.ends_with('\\');
    let blank = if set_off { " " } else { "" };
    words.push(format!("{{{blank}{}{blank}}}", comment.replace('}', "\\}")));
}

/// The words in lines of a readable width.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        // A Chinese character is as wide as two others; a comment may have several lines.
        let wide = |text: &str| -> usize {
            text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum()
        };
        let width = wide(word.lines().next().unwrap_or_default());
        if column > 0 && column + 1 + width > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column = match word.rsplit_once('\n') {
            Some((_, last)) => wide(last),
            None => column + width,
        };
    }
    text.push('\n');
    text
}
