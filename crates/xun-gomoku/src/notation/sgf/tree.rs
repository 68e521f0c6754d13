//! Games with variations, comments, marks and drawings.

use super::super::record::{Faults, Record, Unreadable, excerpt};
use super::nodes::{self, Node, Property};
use crate::rules::{Colour, Point, Rule, Size};
use std::fmt::Write;

/// A game as an SGF file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Board, rule, players and first stones; its moves are the main line.
    pub record: Record,
    /// Texts about the game by their property: `EV` event, `DT` date, `RO` round, `PC` place, `RE`
    /// result, and others.
    pub info: Vec<(String, String)>,
    /// Comment and drawings of the first position.
    pub remarks: Remarks,
    /// All moves, parents before children. The first child of a move continues its line.
    pub moves: Vec<TreeMove>,
}

/// A move of a game tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// Number of the move before it, from one; 0 is the first position.
    pub parent: usize,
    /// Its point.
    pub point: Point,
    /// The side that plays it.
    pub colour: Colour,
    /// Comment, mark and drawings.
    pub remarks: Remarks,
    /// The value of the position in hundredths, positive for black.
    pub value: Option<i32>,
    /// Seconds left on the mover's clock.
    pub seconds_left: Option<u32>,
}

impl TreeMove {
    /// A move from the first position without anything written about it.
    #[must_use]
    pub fn new(point: Point, colour: Colour) -> Self {
        let remarks = Remarks::default();
        Self { parent: 0, point, colour, remarks, value: None, seconds_left: None }
    }
}

/// Comment, mark and drawings of a move. SGF drawings have no colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// The comment.
    pub comment: String,
    /// The mark.
    pub mark: Option<MoveMark>,
    /// Points with a circle.
    pub circles: Vec<Point>,
    /// Arrows from point to point.
    pub arrows: Vec<(Point, Point)>,
}

/// A mark of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveMark {
    /// `!`
    Good,
    /// `!!`
    VeryGood,
    /// `?`
    Bad,
    /// `??`
    VeryBad,
    /// `!?`
    Interesting,
    /// `?!`
    Doubtful,
}

impl MoveMark {
    const ALL: [Self; 6] =
        [Self::Good, Self::VeryGood, Self::Bad, Self::VeryBad, Self::Interesting, Self::Doubtful];

    /// Property and value.
    const fn property(self) -> (&'static str, &'static str) {
        match self {
            Self::Good => ("TE", "1"),
            Self::VeryGood => ("TE", "2"),
            Self::Bad => ("BM", "1"),
            Self::VeryBad => ("BM", "2"),
            Self::Interesting => ("IT", ""),
            Self::Doubtful => ("DO", ""),
        }
    }
}

impl From<Record> for GameTree {
    /// The record's main line as a tree.
    fn from(record: Record) -> Self {
        let blacks = record.setup.iter().filter(|&&(_, colour)| colour == Colour::Black).count();
        let offset = record.setup.len() - 2 * blacks.min(record.setup.len() - blacks);
        let moves = record.moves.iter().enumerate().map(|(number, &point)| TreeMove {
            parent: number,
            ..TreeMove::new(point, Colour::to_move_after(number + offset))
        });
        let moves = moves.collect();
        Self { record, info: Vec::new(), remarks: Remarks::default(), moves }
    }
}

/// Properties of the root that other fields hold.
const OWN: [&str; 21] = [
    "FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "AB", "AW", "B", "W", "C", "CR", "AR", "PL",
    "ST", "TE", "BM", "IT", "DO",
];

/// The game as SGF.
#[must_use]
pub fn write_sgf_tree(tree: &GameTree) -> String {
    let (record, size) = (&tree.record, tree.record.size);
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
            write_property(&mut text, property, player);
        }
    }
    for (name, value) in &tree.info {
        let usual = !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_uppercase());
        if usual && !OWN.contains(&name.as_str()) {
            write_property(&mut text, name, value);
        }
    }
    for (property, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
        let mut stones = record.setup.iter().filter(|&&(_, stone)| stone == colour).peekable();
        if stones.peek().is_some() {
            text.push_str(property);
            stones.for_each(|&(point, _)| text.push_str(&bracketed(point, size)));
        }
    }
    write_remarks(&mut text, &tree.remarks, size);
    write_moves(&mut text, tree);
    text.push_str(")\n");
    text
}

/// Writes the moves in the order of their lines, without recursion.
fn write_moves(text: &mut String, tree: &GameTree) {
    enum Step {
        Line(usize),
        Close,
    }
    let mut children = vec![Vec::new(); tree.moves.len() + 1];
    for (index, made) in tree.moves.iter().enumerate() {
        if let Some(siblings) = children.get_mut(made.parent) {
            siblings.push(index + 1);
        }
    }
    let mut steps = Vec::new();
    let branch = |steps: &mut Vec<Step>, below: &[usize]| {
        for &child in below.iter().rev() {
            steps.extend([Step::Close, Step::Line(child)]);
        }
    };
    let mut next = Some(0);
    loop {
        // Along a line as long as there is one child only.
        while let Some(number) = next {
            next = match children[number][..] {
                [only] => {
                    write_move(text, &tree.moves[only - 1], tree.record.size);
                    Some(only)
                }
                ref below => {
                    branch(&mut steps, below);
                    None
                }
            };
        }
        match steps.pop() {
            None => return,
            Some(Step::Close) => text.push(')'),
            Some(Step::Line(first)) => {
                text.push('(');
                write_move(text, &tree.moves[first - 1], tree.record.size);
                next = Some(first);
            }
        }
    }
}

fn write_move(text: &mut String, made: &TreeMove, size: Size) {
    let name = if made.colour == Colour::Black { "B" } else { "W" };
    let _ = write!(text, ";{name}{}", bracketed(made.point, size));
    write_remarks(text, &made.remarks, size);
    if let Some(value) = made.value {
        let sign = if value < 0 { "-" } else { "" };
        let _ = write!(
            text,
            "V[{sign}{}.{:02}]",
            value.unsigned_abs() / 100,
            value.unsigned_abs() % 100
        );
    }
    if let Some(left) = made.seconds_left {
        let _ = write!(text, "{name}L[{left}]");
    }
}

fn write_remarks(text: &mut String, remarks: &Remarks, size: Size) {
    if let Some((name, value)) = remarks.mark.map(MoveMark::property) {
        let _ = write!(text, "{name}[{value}]");
    }
    if !remarks.comment.is_empty() {
        write_property(text, "C", &remarks.comment);
    }
    if !remarks.circles.is_empty() {
        text.push_str("CR");
        remarks.circles.iter().for_each(|&point| text.push_str(&bracketed(point, size)));
    }
    if !remarks.arrows.is_empty() {
        text.push_str("AR");
        for &(from, to) in &remarks.arrows {
            let _ = write!(text, "[{}:{}]", letters(from, size), letters(to, size));
        }
    }
}

fn write_property(text: &mut String, name: &str, value: &str) {
    let _ = write!(text, "{name}[{}]", value.replace('\\', "\\\\").replace(']', "\\]"));
}

fn letters(point: Point, size: Size) -> String {
    let row = size.height() - 1 - point.y();
    [char::from(b'a' + point.x()), char::from(b'a' + row)].iter().collect()
}

fn bracketed(point: Point, size: Size) -> String {
    format!("[{}]", letters(point, size))
}

/// Reads an SGF game with its variations.
///
/// # Errors
/// A text that is no SGF file of this game.
pub fn parse_sgf_tree(text: &str) -> Result<GameTree, Unreadable> {
    let nodes = nodes::parse(text)?;
    let empty = Node { parent: None, properties: Vec::new() };
    let root = nodes.first().unwrap_or(&empty);
    let mut faults = Faults::default();
    if let Some(game) = root.property("GM").filter(|game| game.value.trim() != "4") {
        let number = excerpt(&game.value);
        report(&mut faults, game, &format!("the game is number {number}, not 4 (Gomoku)"));
    }
    let written = root.property("SZ");
    let size = written.map_or(Some(Size::STANDARD), |written| sgf_size(&written.value));
    let Some(size) = size else {
        let wanted = "a size such as 15 or 15:19, from 5 to 22, is wanted";
        if let Some(written) = written {
            report(&mut faults, written, wanted);
        }
        return faults.or_value(GameTree::from(Record::new(Size::STANDARD)));
    };
    let mut record = Record::new(size);
    record.rule = root.value("RU").and_then(|name| Rule::from_name(name.trim()));
    record.players = ["PB", "PW"].map(|name| root.value(name).unwrap_or_default().to_owned());
    let info = root.properties.iter().filter(|property| !OWN.contains(&property.name.as_str()));
    let info = info.map(|property| (property.name.clone(), property.value.clone())).collect();
    let remarks = read_remarks(root, size);
    let mut tree = GameTree { record, info, remarks, moves: Vec::new() };
    add_nodes(&mut tree, &nodes, &mut faults);
    tree.record.moves = main_line(&tree.moves);
    faults.or_value(tree)
}

/// Adds the moves and first stones of all nodes.
fn add_nodes(tree: &mut GameTree, nodes: &[Node], faults: &mut Faults) {
    let size = tree.record.size;
    // The last move at or before each node.
    let mut reached = vec![0; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        let mut last: usize = node.parent.map_or(0, |parent| reached[parent]);
        for property in &node.properties {
            let colour = match property.name.as_str() {
                "B" | "AB" => Colour::Black,
                "W" | "AW" => Colour::White,
                _ => continue,
            };
            let Some(point) = sgf_point(&property.value, size) else {
                let value = excerpt(&property.value);
                let problem =
                    format!("[{value}] is no point of the {size} board, such as [hh] or [h8]");
                report(faults, property, &problem);
                continue;
            };
            if property.name.len() == 2 {
                tree.record.setup.push((point, colour));
                continue;
            }
            let before = last.checked_sub(1).map(|before| tree.moves[before].colour);
            if before == Some(colour) {
                report(faults, property, &format!("{} moves twice in a row", property.name));
            }
            tree.moves.push(TreeMove {
                parent: last,
                remarks: if index == 0 { Remarks::default() } else { read_remarks(node, size) },
                value: node.value("V").and_then(hundredths),
                seconds_left: seconds_left(node, colour),
                ..TreeMove::new(point, colour)
            });
            last = tree.moves.len();
        }
        reached[index] = last;
    }
}

/// The first line of a tree.
pub(in super::super) fn main_line(moves: &[TreeMove]) -> Vec<Point> {
    let mut line = Vec::new();
    let mut last = 0;
    for (index, made) in moves.iter().enumerate() {
        // Parents come before children, and first children before the others.
        if made.parent == last {
            line.push(made.point);
            last = index + 1;
        }
    }
    line
}

fn read_remarks(node: &Node, size: Size) -> Remarks {
    let mut marks = MoveMark::ALL.into_iter().filter(|mark| {
        let (name, value) = mark.property();
        node.value(name).is_some_and(|found| value.is_empty() || found.trim() == value)
    });
    let arrow = |text: &str| {
        let (from, to) = text.split_once(':')?;
        Some((sgf_point(from, size)?, sgf_point(to, size)?))
    };
    Remarks {
        comment: node.value("C").unwrap_or_default().to_owned(),
        mark: marks.next_back(),
        circles: node.values("CR").filter_map(|text| sgf_point(text, size)).collect(),
        arrows: node.values("AR").filter_map(arrow).collect(),
    }
}

fn seconds_left(node: &Node, colour: Colour) -> Option<u32> {
    let name = if colour == Colour::Black { "BL" } else { "WL" };
    let seconds: f64 = node.value(name)?.trim().parse().ok()?;
    (0.0..1e9).contains(&seconds).then_some(seconds as u32)
}

fn hundredths(text: &str) -> Option<i32> {
    let value: f64 = text.trim().parse().ok()?;
    (value.abs() < 1e6).then(|| (value * 100.0).round() as i32)
}

fn report(faults: &mut Faults, place: &Property, problem: &str) {
    faults.push(place.line, place.column, problem);
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
