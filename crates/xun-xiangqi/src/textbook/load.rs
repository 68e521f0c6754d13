//! Reading course tables from JSON, with every fault named by its place.
//!
//! A file is one set, `{"values": {…}, "tables": {…}, "captures": {…}}`, or a collection of sets in
//! the form the courses use: `{"NAME": tables, "NAME_piece_values": {…}, "NAME_next_move_values":
//! {…}}`. Pieces are named in English, in pinyin or by letter. A table of 10 rows of 9 is written
//! as red sees the board, the far row first; one of 9 columns of 10 has the own home first in each.

use super::{CourseTables, Point};
use crate::rules::PieceKind;
use serde_json::{Map, Value};

/// A fault of a file of tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct TablesFault {
    /// The place: `tables.rook[3][4]`.
    pub place: String,
    /// The fault.
    pub problem: TablesProblem,
}

/// The kinds of faults of a file of tables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TablesProblem {
    /// The text is not JSON; the reader's reason.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// The text is JSON, but no object.
    #[error("wanted a JSON object")]
    NotAnObject,
    /// No set has this name.
    #[error("no set is named \"{wanted}\"; there are: {known}")]
    UnknownSet {
        /// The name asked for.
        wanted: String,
        /// The names that exist.
        known: String,
    },
    /// The file has no set.
    #[error("no set of tables: wanted an object with \"values\" and \"tables\"")]
    NoSet,
    /// The value is no whole number in its range.
    #[error("{0} is no whole number from -{MOST} to {MOST}")]
    NotANumber(String),
    /// Numbers by piece are wanted here.
    #[error("wanted an object of numbers by piece")]
    NumbersWanted,
    /// Tables by piece are wanted here.
    #[error("wanted an object of tables by piece")]
    TablesWanted,
    /// The key names no piece.
    #[error("names no piece")]
    UnknownPiece,
    /// Pieces without a value.
    #[error("no value for {0}")]
    MissingValues(String),
    /// A table has the wrong number of lines.
    #[error("has {0} lines; wanted 10 rows of 9, or 9 columns of 10")]
    TableLines(usize),
    /// A line of a table has the wrong number of numbers.
    #[error("has {found} numbers, wanted {wanted}")]
    LineLength {
        /// Number found.
        found: usize,
        /// Number expected.
        wanted: usize,
    },
}

/// A file of tables is wrong, in all these ways.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct TablesError {
    /// Everything that is wrong.
    pub faults: Vec<TablesFault>,
}

/// Largest value: a larger one is a mistake, and sums could overflow.
pub const MOST: i64 = 1_000_000;

type Faults = Vec<TablesFault>;

fn blame(faults: &mut Faults, place: &str, problem: TablesProblem) {
    faults.push(TablesFault { place: place.to_owned(), problem });
}

impl CourseTables {
    /// The names of the sets in a file: one empty name if the file is itself a set.
    ///
    /// # Errors
    /// A text that is not JSON, or holds no table.
    pub fn sets_in(text: &str) -> Result<Vec<String>, TablesError> {
        let file = parse(text)?;
        Ok(sets(&file))
    }

    /// Reads a set from a file's text: the one of this name, or the only or first one.
    ///
    /// # Errors
    /// A text that is not JSON, or no table of values.
    pub fn from_json(text: &str, set: Option<&str>) -> Result<Self, TablesError> {
        let file = parse(text)?;
        let names = sets(&file);
        let mut faults = Vec::new();
        let Some(name) = set.map_or(names.first().map(String::as_str), |wanted| {
            names.iter().map(String::as_str).find(|name| *name == wanted)
        }) else {
            let problem = match set {
                Some(wanted) => {
                    TablesProblem::UnknownSet { wanted: wanted.to_owned(), known: names.join(", ") }
                }
                None => TablesProblem::NoSet,
            };
            blame(&mut faults, "file", problem);
            return Err(TablesError { faults });
        };
        let tables = if name.is_empty() {
            one_set(&file, &mut faults)
        } else {
            of_collection(&file, name, &mut faults)
        };
        if faults.is_empty() { Ok(tables) } else { Err(TablesError { faults }) }
    }
}

fn parse(text: &str) -> Result<Map<String, Value>, TablesError> {
    let fault =
        |problem| TablesError { faults: vec![TablesFault { place: "file".to_owned(), problem }] };
    match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(fault(TablesProblem::NotAnObject)),
        Err(error) => Err(fault(TablesProblem::NotJson(error.to_string()))),
    }
}

/// A file is a set if it has tables; else every object that holds tables, or has values beside it,
/// is one.
fn sets(file: &Map<String, Value>) -> Vec<String> {
    if file.contains_key("tables") {
        return vec![String::new()];
    }
    let is_set = |name: &str, content: &Value| {
        let tables = |object: &Map<String, Value>| {
            object.iter().any(|(key, table)| !kinds_named(key).is_empty() && table.is_array())
        };
        content.as_object().is_some_and(tables)
            && (file.contains_key(&format!("{name}_piece_values"))
                || ["values", "tables"].iter().any(|key| content.get(key).is_some()))
    };
    let beside = |name: &str| file.contains_key(&format!("{name}_piece_values"));
    let mut names: Vec<_> = file
        .iter()
        .filter(|(name, content)| is_set(name, content))
        .map(|(name, _)| name.clone())
        .collect();
    // Those with their values beside them first; JSON objects have no order of their own.
    names.sort_by_key(|name| !beside(name));
    names
}

fn one_set(set: &Map<String, Value>, faults: &mut Faults) -> CourseTables {
    CourseTables {
        values: required_numbers(set.get("values"), "values", faults),
        positions: positions(set.get("tables").and_then(Value::as_object), "tables", faults),
        captures: numbers(set.get("captures"), "captures", faults).map(Option::unwrap_or_default),
    }
}

fn of_collection(file: &Map<String, Value>, name: &str, faults: &mut Faults) -> CourseTables {
    let set = file.get(name).and_then(Value::as_object);
    let inside = |key: &str| set.and_then(|set| set.get(key));
    let beside = format!("{name}_piece_values");
    let (values, values_place) = match inside("values") {
        Some(values) => (Some(values), format!("{name}.values")),
        None => (file.get(&beside), beside),
    };
    let captures = format!("{name}_next_move_values");
    CourseTables {
        values: required_numbers(values, &values_place, faults),
        positions: positions(set, name, faults),
        captures: numbers(file.get(&captures), &captures, faults).map(Option::unwrap_or_default),
    }
}

/// The kinds that a name stands for: English, pinyin, Chinese, or the letters of one of the
/// courses.
fn kinds_named(name: &str) -> &'static [PieceKind] {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, King, Pawn, Rook};
    match name.to_ascii_lowercase().as_str() {
        "king" | "general" | "jiang" | "shuai" | "j" | "k" | "将" | "帅" => &[King],
        "advisor" | "guard" | "shi" | "s" | "a" | "士" | "仕" => &[Advisor],
        "elephant" | "bishop" | "xiang" | "x" | "b" | "e" | "象" | "相" => &[Elephant],
        "xiang_shi" | "shi_xiang" => &[Elephant, Advisor],
        "knight" | "horse" | "ma" | "m" | "n" | "h" | "马" => &[Horse],
        "rook" | "chariot" | "ju" | "che" | "r" | "车" => &[Rook],
        "cannon" | "pao" | "炮" => &[Cannon],
        "pawn" | "soldier" | "bing" | "bin" | "zu" | "z" | "兵" | "卒" => &[Pawn],
        _ => &[],
    }
}

fn name_of(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::King => "king",
        PieceKind::Advisor => "advisor",
        PieceKind::Elephant => "elephant",
        PieceKind::Horse => "knight",
        PieceKind::Rook => "rook",
        PieceKind::Cannon => "cannon",
        PieceKind::Pawn => "pawn",
    }
}

fn number(value: &Value, place: &str, faults: &mut Faults) -> i32 {
    match value.as_i64() {
        Some(number) if (-MOST..=MOST).contains(&number) => number as i32,
        _ => {
            blame(faults, place, TablesProblem::NotANumber(value.to_string()));
            0
        }
    }
}

/// Numbers by kind of piece. In one of the courses `c` is the rook (che) and `p` the cannon (pao);
/// it is known by its `z` (zu).
fn numbers(object: Option<&Value>, place: &str, faults: &mut Faults) -> [Option<i32>; 7] {
    let mut found = [None; 7];
    let Some(object) = object else { return found };
    let Some(object) = object.as_object() else {
        blame(faults, place, TablesProblem::NumbersWanted);
        return found;
    };
    let pinyin_letters = object.contains_key("z") || object.contains_key("j");
    for (key, value) in object {
        let kinds = match key.as_str() {
            "c" if pinyin_letters => &[PieceKind::Rook],
            "p" if pinyin_letters => &[PieceKind::Cannon],
            "c" => &[PieceKind::Cannon],
            "p" => &[PieceKind::Pawn],
            _ => kinds_named(key),
        };
        if kinds.is_empty() {
            blame(faults, &format!("{place}.{key}"), TablesProblem::UnknownPiece);
        }
        let number = number(value, &format!("{place}.{key}"), faults);
        for kind in kinds {
            found[*kind as usize] = Some(number);
        }
    }
    found
}

fn required_numbers(object: Option<&Value>, place: &str, faults: &mut Faults) -> [i32; 7] {
    let found = numbers(object, place, faults);
    let missing: Vec<_> = PieceKind::ALL
        .into_iter()
        .filter(|kind| found[*kind as usize].is_none())
        .map(name_of)
        .collect();
    if !missing.is_empty() {
        blame(faults, place, TablesProblem::MissingValues(missing.join(", ")));
    }
    found.map(Option::unwrap_or_default)
}

fn positions(
    tables: Option<&Map<String, Value>>,
    place: &str,
    faults: &mut Faults,
) -> [[i32; Point::COUNT]; 7] {
    let mut positions = [[0; Point::COUNT]; 7];
    let Some(tables) = tables else {
        blame(faults, place, TablesProblem::TablesWanted);
        return positions;
    };
    for (key, table) in tables.iter().filter(|(key, _)| *key != "values") {
        let place = format!("{place}.{key}");
        let kinds = kinds_named(key);
        if kinds.is_empty() {
            blame(faults, &place, TablesProblem::UnknownPiece);
        }
        let table = one_table(table, &place, faults);
        for kind in kinds {
            positions[*kind as usize] = table;
        }
    }
    positions
}

fn one_table(table: &Value, place: &str, faults: &mut Faults) -> [i32; Point::COUNT] {
    let mut cells = [0; Point::COUNT];
    let lines = table.as_array().map_or(&[][..], Vec::as_slice);
    let by_column = lines.len() == 9;
    if lines.len() != 10 && !by_column {
        blame(faults, place, TablesProblem::TableLines(lines.len()));
        return cells;
    }
    let wanted = if by_column { 10 } else { 9 };
    for (first, line) in lines.iter().enumerate() {
        let numbers = line.as_array().map_or(&[][..], Vec::as_slice);
        if numbers.len() != wanted {
            let problem = TablesProblem::LineLength { found: numbers.len(), wanted };
            blame(faults, &format!("{place}[{first}]"), problem);
            continue;
        }
        for (second, value) in numbers.iter().enumerate() {
            let value = number(value, &format!("{place}[{first}][{second}]"), faults);
            let (row, column) = if by_column { (9 - second, first) } else { (first, second) };
            cells[row * 9 + column] = value;
        }
    }
    cells
}
