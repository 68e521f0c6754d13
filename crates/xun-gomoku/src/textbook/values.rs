//! The values of the course evaluation: one for each shape, and the start-up table of the points.

use super::LabShape;
use crate::rules::{Point, Size};
use serde_json::{Map, Value};

/// Values of the shapes and of the points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeValues {
    /// By shape.
    pub shapes: [i64; 7],
    /// By row and column, if a table was given; else a point is worth its distance from the edge.
    startup: Option<Vec<Vec<i64>>>,
}

/// A fault of a file of values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct ValuesFault {
    /// The place: `shapes.five`, `startup[3][4]`.
    pub place: String,
    /// The problem.
    pub problem: ValuesProblem,
}

/// The kinds of faults of a file of values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValuesProblem {
    /// The text is not JSON; the reader's reason.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// The file has no values.
    #[error("no values: wanted an object with \"shapes\"")]
    NoValues,
    /// The value is no whole number in its range.
    #[error("{0} is no whole number from -{MOST} to {MOST}")]
    NotANumber(String),
    /// A shape has no value.
    #[error("no value for {0}")]
    MissingValue(&'static str),
    /// The start-up table is no rectangle of up to 22 by 22.
    #[error("wanted rows of equal length, at most 22 of 22")]
    NotARectangle,
}

/// All faults of a file of values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ValuesError {
    /// The faults; at least one.
    pub faults: Vec<ValuesFault>,
}

/// Largest value: sums must not overflow.
pub const MOST: i64 = 1_000_000_000;

/// The names of each shape in a file: ours, and those of a course.
const NAMES: [[&str; 2]; 7] = [
    ["five", "five"],
    ["open_four", "live4"],
    ["closed_four", "rush4"],
    ["open_three", "live3"],
    ["closed_three", "sleep3"],
    ["open_two", "live2"],
    ["closed_two", "sleep2"],
];

impl ShapeValues {
    /// The set that ships with the program.
    #[must_use]
    pub const fn own() -> Self {
        Self { shapes: [5_000_000, 600_000, 90_000, 60_000, 3_000, 800, 60], startup: None }
    }

    /// Reads `{"shapes": {…}, "startup": [[…]]}`; both may also be called `pattern_values` and lie
    /// under a name, as in the courses' files. Without a start-up table, a point is worth its
    /// distance from the edge.
    ///
    /// # Errors
    /// A text that is not JSON, or no table of values.
    pub fn from_json(text: &str) -> Result<Self, ValuesError> {
        let mut faults = Vec::new();
        let file: Map<String, Value> =
            match serde_json::from_str(text.trim_start_matches('\u{feff}')) {
                Ok(Value::Object(file)) => file,
                Ok(_) => Map::new(),
                Err(error) => {
                    blame(&mut faults, "file", ValuesProblem::NotJson(error.to_string()));
                    return Err(ValuesError { faults });
                }
            };
        let shapes_in = |set: &Map<String, Value>| {
            ["shapes", "pattern_values"].iter().find_map(|key| set.get(*key).cloned())
        };
        let set = if shapes_in(&file).is_some() {
            Some(&file)
        } else {
            file.values().filter_map(Value::as_object).find(|set| shapes_in(set).is_some())
        };
        let Some(set) = set else {
            blame(&mut faults, "file", ValuesProblem::NoValues);
            return Err(ValuesError { faults });
        };
        let shapes = read_shapes(shapes_in(set).as_ref(), &mut faults);
        let startup = set.get("startup").map(|table| read_startup(table, &mut faults));
        if faults.is_empty() { Ok(Self { shapes, startup }) } else { Err(ValuesError { faults }) }
    }

    /// The start-up value of a point: of a stone there on an otherwise empty board.
    #[must_use]
    pub fn startup(&self, point: Point, size: Size) -> i64 {
        let (x, y) = (usize::from(point.x()), usize::from(point.y()));
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        match &self.startup {
            Some(table) if table.len() == height && table.iter().all(|row| row.len() == width) => {
                table[y][x]
            }
            _ => x.min(y).min(width - 1 - x).min(height - 1 - y) as i64,
        }
    }

    /// The value of `count` shapes of a kind: the shape's value times the count squared.
    #[must_use]
    pub fn worth(&self, shape: LabShape, count: u32) -> i64 {
        self.shapes[shape as usize] * i64::from(count) * i64::from(count)
    }
}

fn blame(faults: &mut Vec<ValuesFault>, place: &str, problem: ValuesProblem) {
    faults.push(ValuesFault { place: place.to_owned(), problem });
}

fn number(value: &Value, place: &str, faults: &mut Vec<ValuesFault>) -> i64 {
    let Some(number) = value.as_i64().filter(|number| number.saturating_abs() <= MOST) else {
        blame(faults, place, ValuesProblem::NotANumber(value.to_string()));
        return 0;
    };
    number
}

fn read_shapes(values: Option<&Value>, faults: &mut Vec<ValuesFault>) -> [i64; 7] {
    NAMES.map(|names| {
        let found = names.iter().find_map(|name| Some((*name, values?.get(name)?)));
        if let Some((name, value)) = found {
            number(value, &format!("shapes.{name}"), faults)
        } else {
            blame(faults, "shapes", ValuesProblem::MissingValue(names[0]));
            0
        }
    })
}

fn read_startup(table: &Value, faults: &mut Vec<ValuesFault>) -> Vec<Vec<i64>> {
    let rows = table.as_array().map_or(&[][..], Vec::as_slice);
    let widths: Vec<usize> = rows.iter().map(|row| row.as_array().map_or(0, Vec::len)).collect();
    if rows.is_empty()
        || rows.len() > 22
        || widths.iter().any(|width| *width != widths[0] || *width == 0 || *width > 22)
    {
        blame(faults, "startup", ValuesProblem::NotARectangle);
        return Vec::new();
    }
    rows.iter()
        .enumerate()
        .map(|(y, row)| {
            let cells = row.as_array().map_or(&[][..], Vec::as_slice);
            cells
                .iter()
                .enumerate()
                .map(|(x, value)| number(value, &format!("startup[{y}][{x}]"), faults))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let shapes = r#"{"five":1,"live4":2,"rush4":3,"live3":4,"sleep3":5,"live2":6,"sleep2":7}"#;
        let course = ShapeValues::from_json(&format!(
            r#"{{"x":{{"startup":[[9]],"pattern_values":{shapes}}}}}"#
        ))
        .unwrap();
        assert_eq!(course.shapes, [1, 2, 3, 4, 5, 6, 7]);
        let size = Size::new(7, 7).unwrap();
        assert_eq!(
            course.startup(Point::new(3, 3), size),
            3,
            "a table of another size does not count"
        );
    }

    #[test]
    fn faults_are_all_named() {
        let error =
            ShapeValues::from_json(r#"{"shapes":{"five":"x"},"startup":[[1],[1,2]]}"#).unwrap_err();
        let text = error.to_string();
        for part in ["shapes.five", "no value for open_four", "startup"] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(ShapeValues::from_json("[").is_err() && ShapeValues::from_json("3").is_err());
        let least = format!(r#"{{"shapes":{{"five":{}}}}}"#, i64::MIN);
        let error = ShapeValues::from_json(&least).unwrap_err().to_string();
        assert!(error.contains("shapes.five"), "{error}");
    }
}
