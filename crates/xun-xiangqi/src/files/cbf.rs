//! CBF, one game of 象棋桥 (`CCBridge`) in XML.

use super::fault::{FaultList, Place, Problem};
use super::pieces::with_turn_of;
use super::tree::{Step, TreeBuilder, add_preorder};
use super::xml::{Part, Xml, attribute};
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
            record.line = tree.into_line(String::clone);
        }
        Err(error) => faults.add(Place::Byte(0), error),
    }
    record.line.comment = before.map(|step| step.comment).unwrap_or_default();
    GameFile::new(FileFormat::Cbf, vec![ReadGame { record, faults: faults.into_vec() }])
}

/// A move such as `77-47`: file and rank, counted from Black's left corner.
fn step(attributes: &str, place: Place) -> Step<String> {
    let chosen = attribute(attributes, "value").and_then(|value| {
        let [file, rank, b'-', to_file, to_rank] = *value.trim().as_bytes() else { return None };
        Move::new(point(file, rank)?, point(to_file, to_rank)?)
    });
    let is_set = |name: &str| attribute(attributes, name) == Some("1");
    Step {
        chosen,
        comment: String::new(),
        has_next: !is_set("end"),
        has_sibling: is_set("var"),
        place,
    }
}

/// The point of two digits: the file, and the rank counted from Black's home.
pub(super) fn point(file: u8, rank: u8) -> Option<Square> {
    let rank = rank.checked_sub(b'0')?;
    Square::new(file.checked_sub(b'0')?, (Square::RANKS - 1).checked_sub(rank)?)
}

fn result_of(text: &str, place: Place, faults: &mut FaultList) -> GameResult {
    match text.trim() {
        "0" | "" => GameResult::Unknown,
        "1" => GameResult::Won(Colour::Red),
        "2" => GameResult::Won(Colour::Black),
        "3" | "4" => GameResult::Drawn,
        other => {
            faults.add(place, Problem::Result(other.chars().take(20).collect()));
            GameResult::Unknown
        }
    }
}
