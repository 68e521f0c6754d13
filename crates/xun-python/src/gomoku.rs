//! Gomoku boards, points, and proofs of forced wins.

use crate::errors;
use crate::run::interruptible;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xun_gomoku::notation::{
    Record, Unreadable, draw, parse_moves, parse_point, read_any, write_moves, write_sgf,
};
use xun_gomoku::rules::{Board, Colour, Point, Position, Rule, Size, Status, forbidden_kind};
use xun_gomoku::threat::{self, Effort, Kind, Proof, Replies, ThreatResult};

/// A point of the board.
#[pyclass(frozen, eq, hash, name = "Point", module = "xun.gomoku")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct GomokuPoint(pub(crate) Point);

/// The largest board, on which every point that can be written lies.
fn largest() -> Size {
    let side = u32::from(xun_gomoku::rules::MAX_SIDE);
    Size::new(side, side).unwrap_or(Size::STANDARD)
}

#[pymethods]
impl GomokuPoint {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        parse_point(text, largest()).map(Self).map_err(errors::input)
    }

    /// The column, from 0 at the left.
    #[getter]
    fn x(&self) -> u8 {
        self.0.x()
    }

    /// The row, from 0 at the bottom.
    #[getter]
    fn y(&self) -> u8 {
        self.0.y()
    }

    /// The point as `h8`.
    fn uci(&self) -> String {
        self.0.to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Point('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().uci(),))
    }
}

/// A board with the moves that led to it.
#[pyclass(subclass, module = "xun._xun")]
pub(crate) struct GomokuBoard {
    board: Board,
    /// Number of changes, by which a state knows whether what it keeps still holds.
    changes: u64,
}

pub(crate) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

impl GomokuBoard {
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The board to change it.
    pub(crate) fn board_mut(&mut self) -> &mut Board {
        self.changes += 1;
        &mut self.board
    }

    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    fn is_over(&self) -> bool {
        self.board.status() != Status::Ongoing
    }

    /// The point that Python gives: a `Point` or a text. It may be played.
    pub(crate) fn legal(&self, given: &Bound<'_, PyAny>) -> PyResult<Point> {
        let point = if let Ok(point) = given.cast::<GomokuPoint>() {
            point.get().0
        } else {
            let text: &Bound<'_, PyString> = given.cast().map_err(|_| {
                errors::input(format!("{given} is no move: expected a Point or a text"))
            })?;
            parse_point(text.to_str()?, self.board.size()).map_err(errors::input)?
        };
        let illegal = |why: &str| Err(errors::input(format!("illegal move {point}: {why}")));
        match self.board.status() {
            Status::Ongoing => {}
            _ => return illegal("the game is over"),
        }
        if !self.board.size().has(point) {
            return illegal("outside the board");
        }
        if !self.board.is_empty(point) {
            return illegal("the point is taken");
        }
        if self.board.to_move() == Colour::Black
            && let Some(kind) = forbidden_kind(&self.board, point)
        {
            return illegal(&format!("forbidden to Black ({kind})"));
        }
        Ok(point)
    }
}

#[pymethods]
impl GomokuBoard {
    #[new]
    #[pyo3(signature = (size, rule, moves = ""))]
    fn new(size: (u32, u32), rule: &str, moves: &str) -> PyResult<Self> {
        let size = Size::new(size.0, size.1).map_err(errors::input)?;
        let rule: Rule = rule.parse().map_err(errors::input)?;
        let points = parse_moves(moves, size).map_err(errors::input)?;
        let position = Position::from_moves(size, rule, &points).map_err(|error| {
            let list = error.faults.iter().map(ToString::to_string).collect();
            errors::input_with(&error.to_string(), list)
        })?;
        Ok(Self { board: position.into_board(), changes: 0 })
    }

    /// Takes over stones and history of another board.
    fn assign(&mut self, other: &Self) {
        *self.board_mut() = other.board.clone();
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> (u8, u8) {
        (self.board.size().width(), self.board.size().height())
    }

    /// The name of the rule.
    #[getter]
    fn rule(&self) -> &'static str {
        self.board.rule().name()
    }

    /// The side to move: `black` or `white`.
    #[getter]
    fn turn(&self) -> &'static str {
        colour_name(self.board.to_move())
    }

    /// The points that may be played; none once the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<GomokuPoint> {
        if self.is_over() {
            return Vec::new();
        }
        let legal = |point: &Point| self.board.is_legal(*point);
        self.board.empty_points().filter(legal).map(GomokuPoint).collect()
    }

    /// The points played, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<GomokuPoint> {
        self.board.history().map(|(point, _)| GomokuPoint(point)).collect()
    }

    /// Plays a `Point`, or one as text like `h8`; answers the point.
    fn push(&mut self, chosen: &Bound<'_, PyAny>) -> PyResult<GomokuPoint> {
        let point = self.legal(chosen)?;
        self.board_mut().play(point);
        Ok(GomokuPoint(point))
    }

    /// Takes the last stone back and answers its point; `IndexError` if there is none.
    fn pop(&mut self) -> PyResult<GomokuPoint> {
        let last = self.board.recent(0).filter(|_| self.board.ply() > 0);
        let last =
            last.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move to take back"))?;
        self.board_mut().undo();
        Ok(GomokuPoint(last))
    }

    /// Whether a point may be played.
    fn is_legal(&self, point: &GomokuPoint) -> bool {
        let point = point.0;
        !self.is_over()
            && self.board.size().has(point)
            && self.board.is_empty(point)
            && self.board.is_legal(point)
    }

    /// Points forbidden to Black, with the reason; White may be to move.
    fn forbidden(&self) -> Vec<(GomokuPoint, String)> {
        let kind = |point| forbidden_kind(&self.board, point).map(|kind| (point, kind));
        let found = self.board.empty_points().filter_map(kind);
        found.map(|(point, kind)| (GomokuPoint(point), kind.to_string())).collect()
    }

    /// The stone on a point, `black`, `white` or `None`.
    fn stone_at(&self, x: u32, y: u32) -> PyResult<Option<&'static str>> {
        let point = self.board.size().point(x, y);
        let point = point.ok_or_else(|| errors::input("outside the board"))?;
        Ok(self.board.stone(point).map(colour_name))
    }

    /// Reason and winner of the end of the game.
    fn ending(&self) -> Option<(&'static str, Option<&'static str>)> {
        match self.board.status() {
            Status::Ongoing => None,
            Status::Won(colour) => Some(("five in a row", Some(colour_name(colour)))),
            Status::Draw => Some(("board full", None)),
        }
    }

    /// Number of stones played.
    #[getter]
    fn ply(&self) -> usize {
        self.board.ply()
    }

    /// A 64-bit hash of the position.
    #[getter]
    fn key(&self) -> u64 {
        self.board.key()
    }

    /// The moves as one text, like `h8h9i8`.
    fn moves_text(&self) -> String {
        write_moves(&self.board.history().map(|(point, _)| point).collect::<Vec<_>>())
    }

    /// The board as lines of text.
    fn text(&self) -> String {
        draw(&self.board)
    }

    /// The game as SGF.
    fn sgf(&self) -> String {
        let mut record = Record::new(self.board.size());
        record.rule = Some(self.board.rule());
        record.moves = self.board.history().map(|(point, _)| point).collect();
        write_sgf(&record)
    }
}

/// The exception for a text that cannot be read, with every fault.
pub(crate) fn refused(error: &Unreadable) -> PyErr {
    let list = error.faults.iter().map(ToString::to_string).collect();
    errors::input_with(&error.to_string(), list)
}

/// Size, rule and moves of a record in any format.
#[pyfunction]
fn read_gomoku(text: &str) -> PyResult<((u8, u8), Option<&'static str>, String)> {
    let record = read_any(text, Size::STANDARD).map_err(|error| refused(&error))?;
    if !record.setup.is_empty() {
        return Err(errors::input("the record has stones that were not played as moves"));
    }
    let size = (record.size.width(), record.size.height());
    Ok((size, record.rule.map(Rule::name), write_moves(&record.moves)))
}

/// The result of a search for a forced win.
#[pyclass(frozen, module = "xun._xun")]
pub(crate) struct GomokuSolution {
    board: Board,
    solution: threat::Solution,
}

impl GomokuSolution {
    fn proof(&self) -> Option<&Proof> {
        if let ThreatResult::Win { proof, .. } = &self.solution.verdict {
            Some(proof)
        } else {
            None
        }
    }
}

/// A proof as nested lists: the move, the kind of threat, and each answer with its proof.
fn tree<'py>(py: Python<'py>, proof: &Proof) -> PyResult<Bound<'py, PyAny>> {
    let (kind, answers): (&str, &[(Point, Proof)]) = match &proof.replies {
        Replies::Five => ("five", &[]),
        Replies::Four(answers) => ("four", answers),
        Replies::Three { answers, .. } => ("three", answers),
    };
    let answers: PyResult<Vec<_>> =
        answers.iter().map(|(point, next)| Ok((point.to_string(), tree(py, next)?))).collect();
    Ok((proof.point.to_string(), kind, answers?).into_pyobject(py)?.into_any())
}

#[pymethods]
impl GomokuSolution {
    /// `win`, `loss`, `no forced win` or `unknown`.
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.solution.verdict {
            ThreatResult::Win { .. } => "win",
            ThreatResult::Loss => "loss",
            ThreatResult::NoForcedWin => "no forced win",
            ThreatResult::Unknown | ThreatResult::Unverified { .. } => "unknown",
        }
    }

    #[getter]
    fn kind(&self) -> Option<&'static str> {
        let ThreatResult::Win { kind, .. } = &self.solution.verdict else { return None };
        Some(match kind {
            Kind::Five => "five",
            Kind::Fours => "vcf",
            Kind::Threes => "vct",
        })
    }

    #[getter]
    fn shortest(&self) -> bool {
        matches!(self.solution.verdict, ThreatResult::Win { shortest: true, .. })
    }

    #[getter]
    fn nodes(&self) -> u64 {
        self.solution.nodes
    }

    #[getter]
    fn time(&self) -> f64 {
        self.solution.time.as_secs_f64()
    }

    #[getter]
    fn line(&self) -> Vec<GomokuPoint> {
        let line = self.proof().map(Proof::line).unwrap_or_default();
        line.into_iter().map(GomokuPoint).collect()
    }

    #[getter]
    fn length(&self) -> Option<u32> {
        self.proof().map(Proof::length)
    }

    #[getter]
    fn size(&self) -> usize {
        self.proof().map_or(0, Proof::size)
    }

    fn tree<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.proof().map(|proof| tree(py, proof)).transpose()
    }

    /// Replays the proof against every answer; the refutation if it fails.
    fn refutation(&self, py: Python<'_>) -> Option<String> {
        let proof = self.proof()?;
        let checked = py.detach(|| threat::verify(&self.board, proof));
        checked.err().map(|refuted| refuted.to_string())
    }
}

/// Looks for a forced win of the side to move.
#[pyfunction]
fn gomoku_solve(
    py: Python<'_>,
    board: &GomokuBoard,
    fours_only: bool,
    shortest: bool,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<GomokuSolution> {
    let defaults = Effort::default();
    let effort = Effort {
        nodes: nodes.unwrap_or(defaults.nodes),
        time: time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        fours_only,
        shortest,
        ..defaults
    };
    let (board, stop) = (board.board.clone(), AtomicBool::new(false));
    let work = || threat::solve(&board, &effort, Some(&stop));
    let solution = interruptible(py, &stop, work, None)?;
    Ok(GomokuSolution { board, solution })
}

/// Adds the classes and functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<GomokuPoint>()?;
    module.add_class::<GomokuBoard>()?;
    module.add_class::<GomokuSolution>()?;
    module.add_function(wrap_pyfunction!(read_gomoku, module)?)?;
    module.add_function(wrap_pyfunction!(gomoku_solve, module)?)
}
