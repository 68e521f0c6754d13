//! Xiangqi games of the page as PGN, both ways: players, event, date, result, variations, comments,
//! marks, scores, clocks and drawings.

use super::export::Imported;
use super::game_board::score_for_first;
use super::remarks;
use super::saved::Saved;
use crate::message::board::{
    Ending, Mark, Note, Over, Player, Remarks, Score, Setup, Shape, ShapeColour, Tag,
};
use crate::message::{Fault, Refusal, Text};
use crate::store::Node;
use std::collections::HashMap;
use std::time::Duration;
use xun_messages::Message;
use xun_xiangqi::files::{FileFault, Place};
use xun_xiangqi::notation::pgn::{
    Annotation, Drawing, DrawingColour, Evaluation, Line, RecordedMove,
};
use xun_xiangqi::notation::{
    GameRecord, GameResult, Notation, Ranks, format_coordinates, format_pgn, parse_coordinates,
};
use xun_xiangqi::rules::{Colour, Position, Square};
use xun_xiangqi::search::win_draw_loss;

/// Deepest nesting of variations that PGN readers take.
const DEEPEST: usize = 60;

/// The refusal of a text with a fault; so many moves were read before it.
pub(super) fn refused(error: &FileFault, moves: usize) -> Refusal {
    let fault = match error.place {
        Place::Text { line, column } => Fault::at(line as u64, column as u64, error.problem.text()),
        Place::Byte(_) => Fault::new(error.text()),
    };
    let fault = Fault { moves_before: (moves > 0).then_some(moves as u32), ..fault };
    Refusal::faults(Text::fixed("This game cannot be read", "无法读取棋谱"), vec![fault])
}

/// The game as PGN: the main line with its variations, whichever move is shown.
pub(super) fn write(saved: &Saved, start: &Position) -> String {
    let setup = &saved.setup;
    let result = match saved.ended().map(|end| end.over.winner) {
        Some(Some(0)) => GameResult::Won(Colour::Red),
        Some(Some(_)) => GameResult::Won(Colour::Black),
        Some(None) => GameResult::Drawn,
        None => GameResult::Unknown,
    };
    let mut game = GameRecord::new(start.to_setup(), [], result);
    game.tags = setup.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
    if !setup.name.is_empty() {
        game.set_tag("Event", &setup.name);
    }
    for (side, tag) in ["Red", "Black"].into_iter().enumerate() {
        game.set_tag(tag, &name_of(setup, side));
    }
    let mut children: HashMap<u32, Vec<&Node>> = HashMap::new();
    for node in &saved.record.nodes {
        children.entry(node.parent).or_default().push(node);
    }
    game.line = line_from(0, &children, 0);
    let first = remarks::read(saved.record.remarks.as_deref());
    game.line.comment = annotation(&first, None, None).to_string();
    format_pgn(&game, Notation::Iccs)
}

/// The name of a player; `?` if it is not known, as in other records.
fn name_of(setup: &Setup, side: usize) -> String {
    let name = &setup.names[side];
    match &setup.players[side] {
        _ if !name.is_empty() => name.clone(),
        Player::Human => "?".to_owned(),
        Player::Engine { level } => format!("Xun ({level})"),
        Player::External { name } => name.clone(),
    }
}

/// The moves after a node along first children, with the others as variations.
fn line_from(node: u32, children: &HashMap<u32, Vec<&Node>>, depth: usize) -> Line {
    let mut line = Line::default();
    let below = |node: u32| children.get(&node).map_or(&[][..], Vec::as_slice);
    let mut next = below(node);
    while let [first, others @ ..] = next {
        let Some(mut made) = recorded(first) else { break };
        if depth < DEEPEST {
            let variations = others.iter().filter_map(|other| variation(other, children, depth));
            made.variations = variations.collect();
        }
        line.moves.push(made);
        next = below(first.id);
    }
    line
}

fn variation(node: &Node, children: &HashMap<u32, Vec<&Node>>, depth: usize) -> Option<Line> {
    let first = recorded(node)?;
    let mut line = line_from(node.id, children, depth + 1);
    line.moves.insert(0, first);
    line.comment = remarks::read(node.remarks.as_deref()).before;
    Some(line)
}

fn recorded(node: &Node) -> Option<RecordedMove> {
    let chosen = parse_coordinates(&node.text, Ranks::FromZero).ok()?;
    let remarks = remarks::read(node.remarks.as_deref());
    let note: Option<Note> = node.note.as_deref().and_then(|note| serde_json::from_str(note).ok());
    let mut glyphs = remarks.glyphs.clone();
    // A mark of a review, unless one is written already.
    if !glyphs.iter().any(|glyph| (1..=6).contains(glyph)) {
        glyphs.extend(note.as_ref().and_then(|note| glyph_of(note.mark)));
    }
    let comment = annotation(&remarks, note.as_ref(), node.clock).to_string();
    Some(RecordedMove { glyphs, comment, ..RecordedMove::from(chosen) })
}

fn glyph_of(mark: Mark) -> Option<u8> {
    match mark {
        Mark::Best | Mark::Good => None,
        Mark::Mistake => Some(2),
        Mark::Blunder => Some(4),
        Mark::Inaccuracy => Some(6),
    }
}

fn annotation(remarks: &Remarks, note: Option<&Note>, clock: Option<i64>) -> Annotation {
    let evaluation = note.map(|note| match note.score.mate {
        Some(moves) => Evaluation::Mate(moves),
        None => Evaluation::Centipawns(note.score.value),
    });
    Annotation {
        text: remarks.comment.clone(),
        evaluation,
        clock: clock.and_then(|left| u64::try_from(left).ok()).map(Duration::from_millis),
        drawings: remarks.shapes.iter().filter_map(drawing).collect(),
    }
}

/// Colours of the page and of PGN.
const COLOURS: [(ShapeColour, DrawingColour); 4] = [
    (ShapeColour::Green, DrawingColour::Green),
    (ShapeColour::Red, DrawingColour::Red),
    (ShapeColour::Yellow, DrawingColour::Yellow),
    (ShapeColour::Blue, DrawingColour::Blue),
];

fn drawing(shape: &Shape) -> Option<Drawing> {
    let (_, colour) = COLOURS.into_iter().find(|&(page, _)| page == shape.colour)?;
    let from = square(&shape.from)?;
    let to = match &shape.to {
        Some(to) => Some(square(to)?),
        None => None,
    };
    Some(Drawing { colour, from, to })
}

fn square(text: &str) -> Option<Square> {
    let [file, rank] = *text.as_bytes() else { return None };
    Square::new(file.checked_sub(b'a')?, rank.checked_sub(b'0')?)
}

fn shape(drawing: Drawing) -> Option<Shape> {
    let (colour, _) = COLOURS.into_iter().find(|&(_, pgn)| pgn == drawing.colour)?;
    let to = drawing.to.map(|to| to.to_string());
    Some(Shape { colour, from: drawing.from.to_string(), to })
}

/// The moves of a record with everything written about them; names and tags go into the set-up.
pub(super) fn read(setup: &mut Setup, game: &GameRecord) -> Imported {
    for (side, tag) in ["Red", "Black"].into_iter().enumerate() {
        let name = game.tag(tag).filter(|name| *name != "?").unwrap_or_default();
        name.clone_into(&mut setup.names[side]);
    }
    if let Some(event) = game.tag("Event") {
        event.clone_into(&mut setup.name);
    }
    setup.tags = game
        .tags
        .iter()
        .map(|(name, value)| Tag { name: name.clone(), value: value.clone() })
        .collect();
    let over = |winner| Some(Over { winner, code: Ending::Recorded });
    let mut read = Imported {
        over: match game.result {
            GameResult::Won(Colour::Red) => over(Some(0)),
            GameResult::Won(Colour::Black) => over(Some(1)),
            GameResult::Drawn => over(None),
            GameResult::Unknown => None,
        },
        remarks: remarks_of(&Annotation::parse(&game.line.comment), Vec::new()),
        ..Imported::default()
    };
    add_line(&mut read, 0, &game.line);
    read
}

/// Adds a line after a node: first its moves, then the variations, so that the first child of every
/// node continues its line.
fn add_line(read: &mut Imported, after: u32, line: &Line) {
    let mut parents = Vec::new();
    let mut parent = after;
    for made in &line.moves {
        let text = format_coordinates(made.chosen, Ranks::FromZero);
        let Some(id) = read.add(parent, text) else { break };
        describe(&mut read.nodes[id as usize - 1], made);
        parents.push(parent);
        parent = id;
    }
    for (&parent, made) in parents.iter().zip(&line.moves) {
        for variation in &made.variations {
            let first = read.nodes.len();
            add_line(read, parent, variation);
            if let Some(node) = read.nodes.get_mut(first).filter(|_| !variation.comment.is_empty())
            {
                let before = variation.comment.clone();
                let kept = remarks::read(node.remarks.as_deref());
                node.remarks = remarks::text_of(&Remarks { before, ..kept });
            }
        }
    }
}

/// Writes what a record says about a move to its node.
fn describe(node: &mut Node, made: &RecordedMove) {
    let annotation = Annotation::parse(&made.comment);
    node.clock = annotation.clock.map(|left| left.as_millis() as i64);
    node.note = annotation.evaluation.and_then(|evaluation| {
        let note = Note {
            score: score_of(evaluation),
            loss: 0.0,
            mark: mark_of(&made.glyphs),
            better: Vec::new(),
            better_names: Vec::new(),
        };
        serde_json::to_string(&note).ok()
    });
    node.remarks = remarks::text_of(&remarks_of(&annotation, made.glyphs.clone()));
}

fn remarks_of(annotation: &Annotation, glyphs: Vec<u8>) -> Remarks {
    Remarks {
        before: String::new(),
        comment: annotation.text.clone(),
        glyphs,
        shapes: annotation.drawings.iter().copied().filter_map(shape).collect(),
    }
}

fn mark_of(glyphs: &[u8]) -> Mark {
    let mut marks = glyphs.iter().filter_map(|glyph| match glyph {
        2 => Some(Mark::Mistake),
        4 => Some(Mark::Blunder),
        6 => Some(Mark::Inaccuracy),
        _ => None,
    });
    marks.next_back().unwrap_or(Mark::Good)
}

/// A score seen from Red, with its chances.
fn score_of(evaluation: Evaluation) -> Score {
    let score = match evaluation {
        Evaluation::Centipawns(value) => xun_game::Score::new(value.clamp(-20_000, 20_000)),
        Evaluation::Mate(moves) if moves > 0 => {
            xun_game::Score::mate_in(2 * moves.unsigned_abs() as usize)
        }
        Evaluation::Mate(moves) => xun_game::Score::mated_in(2 * moves.unsigned_abs() as usize),
    };
    let chances = win_draw_loss(score).map(|chance| f64::from(chance) / 10.0);
    let mate = match evaluation {
        Evaluation::Mate(moves) => Some(moves),
        Evaluation::Centipawns(_) => None,
    };
    score_for_first(0, score.get(), mate, chances)
}
