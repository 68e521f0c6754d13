//! CBF, one game of 象棋桥 (`CCBridge`) in XML: a head, then the moves in preorder as in CBR.
//!
//! `end` marks the last move of a line. The mark of a move that has another one beside it, which
//! CBR keeps in a bit, is any other attribute that is set: no document names it.

use super::fault::{FaultList, Place, Problem};
use super::pieces::with_turn_of;
use super::tree::{Step, TreeBuilder, add_preorder};
use super::xml::{Part, Xml, attributes};
use super::{FileFormat, GameFile, ReadGame};
use crate::notation::{GameRecord, GameResult};
use crate::rules::{Colour, Move, Setup, Square};

/// Names of the head that have another name as tags.
const NAMES: [(&str, &str); 5] = [
    ("Name", "Title"),
    ("Contest", "Event"),
    ("TimeRule", "TimeControl"),
    ("Commentator", "Annotator"),
    ("Creator", "Author"),
];

/// Reads the game of a CBF text. Places of faults are offsets in it.
pub(super) fn read(text: &str) -> GameFile {
    let mut faults = FaultList::default();
    let mut setup = Setup::start();
    let mut tags = Vec::new();
    let mut result = GameResult::Unknown;
    let mut steps: Vec<Step<String>> = Vec::new();
    let mut in_head = false;
    // The open element of the head, or the move that text belongs to.
    let mut field: Option<&str> = None;
    for (at, part) in Xml::of(text) {
        match part {
            Part::Open { name: "Head", empty, .. } => in_head = !empty,
            Part::Close("Head") => in_head = false,
            Part::Open { name: "Move", attributes, empty } => {
                steps.push(step(attributes, Place::Byte(at)));
                field = (!empty).then_some("Move");
            }
            Part::Open { name, empty, .. } => field = (in_head && !empty).then_some(name),
            Part::Close(_) => field = None,
            Part::Text(value) => match field {
                Some("Move") => {
                    if let Some(step) = steps.last_mut() {
                        step.comment.push_str(&value);
                    }
                }
                Some("FEN") => match value.parse() {
                    Ok(read) => setup = read,
                    Err(error) => faults.add(Place::Byte(at), Problem::Fen(error)),
                },
                Some("RecordResult") => result = result_of(&value, Place::Byte(at), &mut faults),
                Some(name) if in_head && !value.trim().is_empty() => {
                    let known = NAMES.iter().find(|(theirs, _)| *theirs == name);
                    let tag = known.map_or(name, |(_, ours)| ours);
                    tags.push((tag.to_owned(), value.trim().to_owned()));
                }
                _ => {}
            },
            Part::Unfinished(shown) => {
                faults.add(Place::Byte(at), Problem::Unfinished(shown.to_owned()));
            }
        }
    }
    let mut steps = steps.into_iter().peekable();
    // The first move is none: it holds the comment before the game.
    let before = steps.next_if(|step| step.chosen.is_none());
    let position = with_turn_of(&mut setup, steps.peek().and_then(|step| step.chosen));
    let mut record = GameRecord::new(setup, [], result);
    record.tags = tags;
    match position {
        Ok(position) => {
            let mut tree = TreeBuilder::new(position);
            add_preorder(&mut tree, &mut faults, |_| steps.next());
            if let Some(place) = steps.peek().map(|step| step.place) {
                faults.add(place, Problem::BehindTheEnd(steps.count()));
            }
            record.line = tree.into_line(String::clone);
        }
        Err(error) => faults.add(Place::Byte(0), error),
    }
    record.line.comment = before.map(|step| step.comment).unwrap_or_default();
    GameFile::new(FileFormat::Cbf, vec![ReadGame { record, faults: faults.into_vec() }])
}

/// A move such as `77-47`: file and rank, counted from Black's left corner.
fn step(text: &str, place: Place) -> Step<String> {
    let mut step =
        Step { chosen: None, comment: String::new(), has_next: true, has_sibling: false, place };
    for (name, value) in attributes(text) {
        let is_set = matches!(value.trim(), "1" | "true" | "True" | "yes");
        match name {
            "value" => step.chosen = move_of(value),
            "end" => step.has_next = !is_set,
            _ => step.has_sibling |= is_set,
        }
    }
    step
}

fn move_of(value: &str) -> Option<Move> {
    let [file, rank, b'-', to_file, to_rank] = *value.trim().as_bytes() else { return None };
    Move::new(point(file, rank)?, point(to_file, to_rank)?)
}

/// The point of two digits: the file, and the rank counted from Black's home.
pub(super) fn point(file: u8, rank: u8) -> Option<Square> {
    let rank = rank.checked_sub(b'0')?;
    Square::new(file.checked_sub(b'0')?, (Square::RANKS - 1).checked_sub(rank)?)
}

fn result_of(text: &str, place: Place, faults: &mut FaultList) -> GameResult {
    match text.trim() {
        // 4 is several results.
        "0" | "4" | "" => GameResult::Unknown,
        "1" => GameResult::Won(Colour::Red),
        "2" => GameResult::Won(Colour::Black),
        "3" => GameResult::Drawn,
        other => {
            faults.add(place, Problem::Result(other.chars().take(20).collect()));
            GameResult::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_pgn;
    use crate::notation::pgn::Line;

    /// The moves of a record, and its faults.
    fn read_moves(moves: &str) -> (Line, Vec<String>) {
        let text = format!("<ChineseChessRecord><MoveList>{moves}</MoveList></ChineseChessRecord>");
        let game = read(&text).games.remove(0);
        let faults = game.faults.iter().map(|fault| fault.problem.to_string()).collect();
        (game.record.line, faults)
    }

    #[test]
    fn a_mark_on_a_move_promises_another_one_beside_it() {
        for mark in ["var=\"1\"", "branch='true'", "sibling = \"1\" "] {
            let (moves, faults) = read_moves(&format!(
                "<Move value=\"00-00\"/><Move value=\"77-47\" {mark}/>\
                 <Move value=\"70-62\" {mark}/><Move value=\"79-67\" end=\"1\">a</Move>\
                 <Move value=\"10-22\" end=\"1\"/><Move value=\"17-47\" end=\"1\"/>"
            ));
            let expected = "1. h2e2 (1. b2e2) h9g7 (1... b9c7) 2. h0g2 {a} *";
            assert_eq!(moves, parse_pgn(expected).expect("a game").line, "{mark}");
            assert_eq!(faults, [""; 0], "{mark}");
        }
    }

    #[test]
    fn moves_behind_the_last_line_are_told() {
        let (_, faults) = read_moves(
            "<Move value=\"00-00\"/><Move value=\"77-47\" end=\"1\"/><Move value=\"17-47\"/>",
        );
        assert_eq!(faults, ["1 moves follow the end of the last line; left out"]);
    }
}
