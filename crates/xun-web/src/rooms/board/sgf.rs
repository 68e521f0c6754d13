//! Gomoku games of the page as SGF, both ways. SGF has no colours of drawings and no comments
//! before a variation.

use super::export::Imported;
use super::game_board::score_for_first;
use super::gomoku::chances;
use super::remarks;
use super::saved::Saved;
use crate::message::board::{
    Ending, Mark, Note, Over, Player, Remarks, Setup, Shape, ShapeColour, Tag,
};
use crate::store::Node;
use std::collections::HashMap;
use xun_game::Score;
use xun_gomoku::notation::{
    GameTree, MoveMark, Record, Remarks as SgfRemarks, TreeMove, parse_point, write_sgf_tree,
};
use xun_gomoku::rules::{Colour, Point, Size};

/// Numbered marks of the page (NAG) and marks of SGF.
const MARKS: [(u8, MoveMark); 6] = [
    (1, MoveMark::Good),
    (2, MoveMark::Bad),
    (3, MoveMark::VeryGood),
    (4, MoveMark::VeryBad),
    (5, MoveMark::Interesting),
    (6, MoveMark::Doubtful),
];

/// The game as SGF, from a record of its first position.
pub(super) fn write(saved: &Saved, first: Record) -> String {
    let setup = &saved.setup;
    let size = first.size;
    let mut tree = GameTree::from(first);
    let given = tree.moves.len();
    tree.record.players = names(setup);
    tree.info = setup.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    if !setup.name.is_empty() {
        set(&mut tree.info, "EV", &setup.name);
    }
    if let Some(result) = saved.ended().map(|end| result_text(&end.over)) {
        set(&mut tree.info, "RE", &result);
    }
    tree.remarks = sgf_remarks(&remarks::read(saved.record.remarks.as_deref()), None, size);
    let black_first = saved.board_at(0).map_or(true, |board| board.side() == 0);
    let first_colour = if black_first { Colour::Black } else { Colour::White };
    let mut numbers = HashMap::from([(0, given)]);
    for node in &saved.record.nodes {
        let (Some(&parent), Ok(point)) = (numbers.get(&node.parent), parse_point(&node.text, size))
        else {
            continue;
        };
        let colour = match parent {
            before if before > given => !tree.moves[before - 1].colour,
            _ => first_colour,
        };
        tree.moves.push(TreeMove { parent, ..tree_move(node, point, colour, size) });
        numbers.insert(node.id, tree.moves.len());
    }
    write_sgf_tree(&tree)
}

fn tree_move(node: &Node, point: Point, colour: Colour, size: Size) -> TreeMove {
    let note: Option<Note> = node.note.as_deref().and_then(|note| serde_json::from_str(note).ok());
    TreeMove {
        remarks: sgf_remarks(&remarks::read(node.remarks.as_deref()), note.as_ref(), size),
        value: note.map(|note| note.score.value),
        seconds_left: node.clock.and_then(|left| u32::try_from(left / 1_000).ok()),
        ..TreeMove::new(point, colour)
    }
}

/// Names of the players; `?` is not known.
pub(super) fn names(setup: &Setup) -> [String; 2] {
    [0, 1].map(|side| match &setup.players[side] {
        _ if !setup.names[side].is_empty() => setup.names[side].clone(),
        Player::Human => String::new(),
        Player::Engine { level } => format!("Xun ({level})"),
        Player::External { name } => name.clone(),
    })
}

fn set(info: &mut Vec<(String, String)>, name: &str, value: &str) {
    match info.iter_mut().find(|(known, _)| known == name) {
        Some((_, old)) => value.clone_into(old),
        None => info.push((name.to_owned(), value.to_owned())),
    }
}

fn result_text(over: &Over) -> String {
    let side = match over.winner {
        None => return "Draw".to_owned(),
        Some(0) => "B",
        Some(_) => "W",
    };
    let reason = match over.code {
        Ending::Resign => "R",
        Ending::Time => "T",
        _ => "",
    };
    format!("{side}+{reason}")
}

fn result_of(text: &str) -> Option<Over> {
    let (winner, reason) = match text.trim().split_at_checked(2) {
        Some(("B+", reason)) => (Some(0), reason),
        Some(("W+", reason)) => (Some(1), reason),
        _ if ["Draw", "0", "D"].contains(&text.trim()) => (None, ""),
        _ => return None,
    };
    let code = match reason.to_ascii_uppercase().as_str() {
        "R" | "RESIGN" => Ending::Resign,
        "T" | "TIME" => Ending::Time,
        _ => Ending::Recorded,
    };
    Some(Over { winner, code })
}

fn sgf_remarks(remarks: &Remarks, note: Option<&Note>, size: Size) -> SgfRemarks {
    let written = MARKS.into_iter().find(|(glyph, _)| remarks.glyphs.contains(glyph));
    let reviewed = note.and_then(|note| match note.mark {
        Mark::Best | Mark::Good => None,
        Mark::Inaccuracy => Some(MoveMark::Doubtful),
        Mark::Mistake => Some(MoveMark::Bad),
        Mark::Blunder => Some(MoveMark::VeryBad),
    });
    let point = |text: &str| parse_point(text, size).ok();
    let arrow = |shape: &Shape| Some((point(&shape.from)?, point(shape.to.as_deref()?)?));
    let circles = remarks.shapes.iter().filter(|shape| shape.to.is_none());
    SgfRemarks {
        comment: remarks.comment.clone(),
        mark: written.map(|(_, mark)| mark).or(reviewed),
        circles: circles.filter_map(|shape| point(&shape.from)).collect(),
        arrows: remarks.shapes.iter().filter_map(arrow).collect(),
    }
}

fn page_remarks(remarks: &SgfRemarks) -> Remarks {
    let shape = |from: Point, to: Option<Point>| Shape {
        colour: ShapeColour::Green,
        from: from.to_string(),
        to: to.map(|to| to.to_string()),
    };
    let circles = remarks.circles.iter().map(|&point| shape(point, None));
    let arrows = remarks.arrows.iter().map(|&(from, to)| shape(from, Some(to)));
    let glyphs = MARKS.into_iter().filter(|(_, mark)| Some(*mark) == remarks.mark);
    Remarks {
        before: String::new(),
        comment: remarks.comment.clone(),
        glyphs: glyphs.map(|(glyph, _)| glyph).collect(),
        shapes: circles.chain(arrows).collect(),
    }
}

/// The moves of a tree with everything written about them; names and texts go into the set-up.
pub(super) fn read(setup: &mut Setup, tree: &GameTree) -> Imported {
    setup.names.clone_from(&tree.record.players);
    let info = |wanted: &str| tree.info.iter().find(|(name, _)| name == wanted);
    if let Some((_, event)) = info("EV") {
        event.clone_into(&mut setup.name);
    }
    let tags = tree.info.iter();
    setup.tags =
        tags.map(|(name, value)| Tag { name: name.clone(), value: value.clone() }).collect();
    let over = info("RE").and_then(|(_, text)| result_of(text));
    let remarks = page_remarks(&tree.remarks);
    let mut read = Imported { remarks, over, ..Imported::default() };
    for made in &tree.moves {
        let Some(id) = read.add(made.parent as u32, made.point.to_string()) else { break };
        let node = &mut read.nodes[id as usize - 1];
        node.clock = made.seconds_left.map(|seconds| i64::from(seconds) * 1_000);
        node.remarks = remarks::text_of(&page_remarks(&made.remarks));
        node.note = made.value.and_then(|value| {
            let score = Score::new(value.clamp(-20_000, 20_000));
            let note = Note {
                score: score_for_first(0, score.get(), None, chances(score)),
                loss: 0.0,
                mark: mark_of(made.remarks.mark),
                better: Vec::new(),
                better_names: Vec::new(),
            };
            serde_json::to_string(&note).ok()
        });
    }
    read
}

fn mark_of(mark: Option<MoveMark>) -> Mark {
    match mark {
        Some(MoveMark::Doubtful) => Mark::Inaccuracy,
        Some(MoveMark::Bad) => Mark::Mistake,
        Some(MoveMark::VeryBad) => Mark::Blunder,
        _ => Mark::Good,
    }
}
