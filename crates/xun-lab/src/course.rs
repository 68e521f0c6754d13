//! Evaluation tables of a course, read from its folder in place of those that ship.

use std::path::{Path, PathBuf};
use thiserror::Error;
use xun_gomoku::textbook::{ShapeValues, ValuesError};
use xun_xiangqi::textbook::{CourseTables, TablesError};

/// The evaluations of a course: Xiangqi tables `a` (also for `b`, which adds capturable pieces) and
/// `d`, and the values of Gomoku's shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseData {
    /// The names of the sets, for the report.
    pub name: String,
    /// Piece values and position tables; capturable pieces for `b`.
    pub first: CourseTables,
    /// Other tables.
    pub second: CourseTables,
    /// Values of Gomoku's shapes and the start-up table.
    pub shapes: ShapeValues,
}

/// Why a course's folder cannot be used.
#[derive(Debug, Error)]
pub enum CourseError {
    /// The file cannot be read.
    #[error("{path}: {error}; expected a folder with tables.json")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The tables are wrong.
    #[error("{path}: {error}")]
    Tables {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: TablesError,
    },
    /// The values of shapes are wrong.
    #[error("{path}: {error}")]
    Shapes {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: ValuesError,
    },
    /// There are not two sets of Xiangqi tables.
    #[error("{path}: {found} set of tables; `a` and `d` need two")]
    TooFew {
        /// The file.
        path: PathBuf,
        /// Number found.
        found: usize,
    },
}

impl CourseData {
    /// Reads `tables.json` of a folder.
    pub fn read(folder: &Path) -> Result<Self, CourseError> {
        let path = folder.join("tables.json");
        let text = match xun_game::files::read_text(&path) {
            Ok(text) => text,
            Err(error) => return Err(CourseError::Unreadable { path, error }),
        };
        let tables = |error| CourseError::Tables { path: path.clone(), error };
        let names = CourseTables::sets_in(&text).map_err(tables)?;
        let [first, second, ..] = names.as_slice() else {
            return Err(CourseError::TooFew { path, found: names.len() });
        };
        Ok(Self {
            name: format!("{first}, {second}"),
            first: CourseTables::from_json(&text, Some(first)).map_err(tables)?,
            second: CourseTables::from_json(&text, Some(second)).map_err(tables)?,
            shapes: ShapeValues::from_json(&text)
                .map_err(|error| CourseError::Shapes { path: path.clone(), error })?,
        })
    }
}
