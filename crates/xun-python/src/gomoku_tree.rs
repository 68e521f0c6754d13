//! Gomoku games with variations, from SGF and `RenLib` files.

use crate::errors;
use crate::gomoku::{GomokuPoint, colour_name, refused};
use encoding_rs::{Encoding, GB18030, UTF_8, WINDOWS_1252};
use pyo3::prelude::*;
use xun_gomoku::notation::{
    GameTree, MoveMark, Remarks, RenLib, RenLibFault, is_renlib, parse_renlib, parse_sgf_tree,
    read_any, write_moves, write_sgf_tree,
};
use xun_gomoku::rules::{Rule, Size};

/// Comment, mark, circles and arrows.
type RawRemarks = (String, Option<&'static str>, Vec<GomokuPoint>, Vec<(GomokuPoint, GomokuPoint)>);

/// Point, colour, number of the move before it, remarks, value in hundredths, seconds left.
type RawMove = (GomokuPoint, &'static str, usize, RawRemarks, Option<i32>, Option<u32>);

/// A game with variations.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct GomokuTree {
    tree: GameTree,
    /// The faults of the parts that were left out.
    faults: Vec<String>,
}

/// The encoding of this name, else the first one that fits, is tried by `read` in turn.
fn encodings(name: Option<&str>) -> PyResult<Vec<&'static Encoding>> {
    let Some(name) = name else { return Ok(vec![UTF_8, GB18030]) };
    let found = Encoding::for_label(name.as_bytes()).ok_or_else(|| {
        errors::input(format!("unknown encoding {name:?}; expected one such as utf-8, gbk or sjis"))
    })?;
    Ok(vec![found])
}

/// Reads with the named encoding, or the first one that fits all texts.
fn library(bytes: &[u8], encodings: &[&'static Encoding]) -> Result<RenLib, RenLibFault> {
    let read = |encoding: &'static Encoding| {
        let mut fits = true;
        let library = parse_renlib(bytes, |text| {
            let (text, faulty) = encoding.decode_without_bom_handling(text);
            fits &= !faulty;
            text.into_owned()
        });
        (library, fits)
    };
    if let &[only] = encodings {
        return read(only).0;
    }
    let fitting = encodings.iter().map(|&encoding| read(encoding)).find(|(_, fits)| *fits);
    fitting.map_or_else(|| read(WINDOWS_1252).0, |(library, _)| library)
}

fn decoded(bytes: &[u8], encodings: &[&'static Encoding]) -> String {
    let fits = |encoding: &&&'static Encoding| !encoding.decode(bytes).2;
    let found = || encodings.iter().find(fits).copied().unwrap_or(WINDOWS_1252);
    let encoding = if let &[only] = encodings { only } else { found() };
    encoding.decode(bytes).0.into_owned()
}

fn mark_name(mark: MoveMark) -> &'static str {
    match mark {
        MoveMark::Good => "good",
        MoveMark::VeryGood => "very good",
        MoveMark::Bad => "bad",
        MoveMark::VeryBad => "very bad",
        MoveMark::Interesting => "interesting",
        MoveMark::Doubtful => "doubtful",
    }
}

fn remarks(remarks: &Remarks) -> RawRemarks {
    let circles = remarks.circles.iter().map(|&point| GomokuPoint(point)).collect();
    let arrow = |&(from, to): &_| (GomokuPoint(from), GomokuPoint(to));
    let arrows = remarks.arrows.iter().map(arrow).collect();
    (remarks.comment.clone(), remarks.mark.map(mark_name), circles, arrows)
}

#[pymethods]
impl GomokuTree {
    /// The game of a file's bytes: `RenLib`, SGF, psq or a line of points.
    #[staticmethod]
    fn read(py: Python<'_>, bytes: &[u8], encoding: Option<&str>) -> PyResult<Self> {
        let encodings = encodings(encoding)?;
        py.detach(|| {
            if is_renlib(bytes) || bytes.first() == Some(&0x78) {
                let RenLib { tree, faults, .. } =
                    library(bytes, &encodings).map_err(errors::input)?;
                let faults = faults.iter().map(ToString::to_string).collect();
                return Ok(Self { tree, faults });
            }
            let text = decoded(bytes, &encodings);
            let begin = text.trim_start_matches('\u{feff}').trim_start();
            let tree = if begin.starts_with('(') {
                parse_sgf_tree(begin)
            } else {
                read_any(&text, Size::STANDARD).map(GameTree::from)
            };
            let tree = tree.map_err(|error| refused(&error))?;
            Ok(Self { tree, faults: Vec::new() })
        })
    }

    #[getter]
    fn size(&self) -> (u8, u8) {
        (self.tree.record.size.width(), self.tree.record.size.height())
    }

    #[getter]
    fn rule(&self) -> Option<&'static str> {
        self.tree.record.rule.map(Rule::name)
    }

    /// The names of the players, Black's first.
    #[getter]
    fn players(&self) -> (&str, &str) {
        let [black, white] = &self.tree.record.players;
        (black.as_str(), white.as_str())
    }

    /// The stones before the first move.
    #[getter]
    fn setup(&self) -> Vec<(GomokuPoint, &'static str)> {
        let stones = self.tree.record.setup.iter();
        stones.map(|&(point, colour)| (GomokuPoint(point), colour_name(colour))).collect()
    }

    /// Texts about the game by their SGF property.
    #[getter]
    fn info(&self) -> Vec<(String, String)> {
        self.tree.info.clone()
    }

    #[getter]
    fn faults(&self) -> Vec<String> {
        self.faults.clone()
    }

    /// The remarks of the first position.
    #[getter]
    fn remarks(&self) -> RawRemarks {
        remarks(&self.tree.remarks)
    }

    fn __len__(&self) -> usize {
        self.tree.moves.len()
    }

    /// The move of a number, counted from 1.
    fn at(&self, number: usize) -> Option<RawMove> {
        let made = self.tree.moves.get(number.checked_sub(1)?)?;
        let colour = colour_name(made.colour);
        let (value, left) = (made.value, made.seconds_left);
        Some((GomokuPoint(made.point), colour, made.parent, remarks(&made.remarks), value, left))
    }

    /// The number of the move before each move; 0 is the first position.
    fn parents(&self) -> Vec<usize> {
        self.tree.moves.iter().map(|made| made.parent).collect()
    }

    /// The main line as one text.
    fn main_line(&self) -> String {
        write_moves(&self.tree.record.moves)
    }

    /// The game as SGF.
    fn sgf(&self) -> String {
        write_sgf_tree(&self.tree)
    }
}

/// Adds the class to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<GomokuTree>()
}
