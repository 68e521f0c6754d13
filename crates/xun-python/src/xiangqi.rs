//! Xiangqi boards, moves and game records.

use crate::errors;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::atomic::AtomicBool;
use xun_xiangqi::notation::pgn::parse_pgn;
use xun_xiangqi::notation::{
    GameRecord, GameResult, Notation, Ranks, Script, format_board, format_chinese,
    format_coordinates, format_pgn, format_wxf, parse_coordinates, parse_move,
};
use xun_xiangqi::rules::{
    Colour, FenError, Move, Piece, Position, Reason, RuleSet, Rules, Square, Termination, fen,
    perft,
};

/// A move from one square to another.
#[pyclass(frozen, eq, hash, name = "Move", module = "xun.xiangqi")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct XiangqiMove(pub(crate) Move);

#[pymethods]
impl XiangqiMove {
    #[new]
    fn new(uci: &str) -> PyResult<Self> {
        parse_coordinates(uci, Ranks::FromZero).map(Self).map_err(errors::input)
    }

    /// The move of a text like `h2e2`.
    #[staticmethod]
    fn from_uci(uci: &str) -> PyResult<Self> {
        Self::new(uci)
    }

    /// The move as `h2e2`.
    fn uci(&self) -> String {
        format_coordinates(self.0, Ranks::FromZero)
    }

    /// The square that it leaves, 0 to 89.
    #[getter(from_square)]
    fn origin(&self) -> usize {
        self.0.from().index()
    }

    /// The square that it enters, 0 to 89.
    #[getter(to_square)]
    fn target(&self) -> usize {
        self.0.to().index()
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.uci())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().uci(),))
    }
}

/// A position with the moves that led to it.
#[pyclass(subclass, module = "xun._xun")]
pub(crate) struct XiangqiBoard {
    position: Position,
    /// The position before the first move.
    start: String,
    /// Number of changes, by which a state knows whether what it keeps still holds.
    changes: u64,
}

fn fen_error(error: &FenError) -> PyErr {
    match error {
        FenError::Impossible(faults) => {
            let list = faults.faults.iter().map(ToString::to_string).collect();
            errors::input_with(&error.to_string(), list)
        }
        _ => errors::input(error),
    }
}

fn rules(name: &str, quiet: Option<u16>) -> PyResult<Rules> {
    let repetition: RuleSet = name.parse().map_err(errors::input)?;
    Ok(Rules { repetition, quiet_limit: quiet })
}

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "red",
        Colour::Black => "black",
    }
}

fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::Repetition(_) => "repetition",
        Reason::QuietLimit(_) => "moves without capture",
        Reason::Material => "insufficient material",
    }
}

impl XiangqiBoard {
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The position to change it.
    pub(crate) fn position_mut(&mut self) -> &mut Position {
        self.changes += 1;
        &mut self.position
    }

    pub(crate) fn changes(&self) -> u64 {
        self.changes
    }

    /// The move that Python gives: a `Move` or a text in any notation. It is legal.
    pub(crate) fn legal(&self, given: &Bound<'_, PyAny>) -> PyResult<Move> {
        let chosen = if let Ok(chosen) = given.cast::<XiangqiMove>() {
            chosen.get().0
        } else {
            let text: &Bound<'_, PyString> = given.cast().map_err(|_| {
                errors::input(format!("{given} is no move: expected a Move or a text"))
            })?;
            parse_move(&self.position, text.to_str()?).map_err(errors::input)?
        };
        self.checked(chosen)
    }

    fn checked(&self, chosen: Move) -> PyResult<Move> {
        if self.position.is_legal_move(chosen) {
            return Ok(chosen);
        }
        let (text, fen) = (format_coordinates(chosen, Ranks::FromZero), self.position.to_fen());
        Err(errors::input(format!("illegal move {text} in {fen}")))
    }

    fn ended(&self, rules: &Rules) -> Option<Termination> {
        self.position.outcome(rules)
    }
}

#[pymethods]
impl XiangqiBoard {
    #[classattr]
    const START: &'static str = fen::START;

    #[new]
    #[pyo3(signature = (fen = None))]
    fn new(fen: Option<&str>) -> PyResult<Self> {
        let start = fen.unwrap_or(fen::START).trim();
        let position = Position::from_fen(start).map_err(|error| fen_error(&error))?;
        Ok(Self { start: position.to_fen(), position, changes: 0 })
    }

    /// Takes over position and history of another board.
    fn assign(&mut self, other: &Self) {
        *self.position_mut() = other.position.clone();
        self.start.clone_from(&other.start);
    }

    /// The position as FEN.
    fn fen(&self) -> String {
        self.position.to_fen()
    }

    /// The position before the first move, as FEN.
    #[getter]
    fn root_fen(&self) -> &str {
        &self.start
    }

    /// The side to move: `red` or `black`.
    #[getter]
    fn turn(&self) -> &'static str {
        colour_name(self.position.turn())
    }

    /// The legal moves.
    #[getter]
    fn legal_moves(&self) -> Vec<XiangqiMove> {
        self.position.legal_moves().into_iter().map(XiangqiMove).collect()
    }

    /// The number of legal moves.
    fn legal_count(&self) -> usize {
        self.position.legal_moves().len()
    }

    /// The moves played, the first one first.
    #[getter]
    fn move_stack(&self) -> Vec<XiangqiMove> {
        self.position.moves_played().flatten().map(XiangqiMove).collect()
    }

    /// Plays a `Move`, or a move as text in any notation; answers the move.
    fn push(&mut self, chosen: &Bound<'_, PyAny>) -> PyResult<XiangqiMove> {
        let chosen = self.legal(chosen)?;
        self.position_mut().play(chosen);
        Ok(XiangqiMove(chosen))
    }

    /// Plays a move like `h2e2`; answers the move.
    fn push_uci(&mut self, uci: &str) -> PyResult<XiangqiMove> {
        let chosen = self.parse_uci(uci)?;
        self.position_mut().play(chosen.0);
        Ok(chosen)
    }

    /// Plays a move in Chinese (`炮二平五`), WXF (`C2=5`) or coordinates; answers the move.
    fn push_text(&mut self, text: &str) -> PyResult<XiangqiMove> {
        let chosen = self.parse_text(text)?;
        self.position_mut().play(chosen.0);
        Ok(chosen)
    }

    /// Takes the last move back and answers it; `IndexError` if there is none.
    fn pop(&mut self) -> PyResult<XiangqiMove> {
        let last = self.position_mut().undo().map(XiangqiMove);
        last.ok_or_else(|| pyo3::exceptions::PyIndexError::new_err("no move to take back"))
    }

    /// The legal move of a text like `h2e2`.
    fn parse_uci(&self, uci: &str) -> PyResult<XiangqiMove> {
        let chosen = parse_coordinates(uci, Ranks::FromZero).map_err(errors::input)?;
        self.checked(chosen).map(XiangqiMove)
    }

    /// The legal move of a text in any notation.
    fn parse_text(&self, text: &str) -> PyResult<XiangqiMove> {
        let chosen = parse_move(&self.position, text).map_err(errors::input)?;
        self.checked(chosen).map(XiangqiMove)
    }

    /// Whether a move is legal here.
    fn is_legal(&self, chosen: &XiangqiMove) -> bool {
        self.position.is_legal_move(chosen.0)
    }

    /// Whether a legal move captures.
    fn is_capture(&self, chosen: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.position.piece_on(self.legal(chosen)?.to()).is_some())
    }

    /// A legal move in WXF notation, like `C2=5`.
    fn wxf(&self, chosen: &Bound<'_, PyAny>) -> PyResult<String> {
        let chosen = self.legal(chosen)?;
        format_wxf(&self.position, chosen).ok_or_else(|| errors::input("no piece moves there"))
    }

    /// A legal move in Chinese notation, like `炮二平五`.
    #[pyo3(signature = (chosen, traditional = false))]
    fn chinese(&self, chosen: &Bound<'_, PyAny>, traditional: bool) -> PyResult<String> {
        let chosen = self.legal(chosen)?;
        let script = if traditional { Script::Traditional } else { Script::Simplified };
        let text = format_chinese(&self.position, chosen, script);
        text.ok_or_else(|| errors::input("no piece moves there"))
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.position.in_check()
    }

    /// Whether a legal move gives check.
    fn gives_check(&self, chosen: &Bound<'_, PyAny>) -> PyResult<bool> {
        let chosen = self.legal(chosen)?;
        Ok(self.position.gives_check(chosen, &self.position.check_squares()))
    }

    /// Reason and winner of the end of the game.
    fn ending(
        &self,
        rule_set: &str,
        quiet: Option<u16>,
    ) -> PyResult<Option<(&'static str, Option<&'static str>)>> {
        let ended = self.ended(&rules(rule_set, quiet)?);
        let turn = self.position.turn();
        Ok(ended.map(|outcome| {
            (reason_name(outcome.reason), outcome.verdict.winner(turn).map(colour_name))
        }))
    }

    /// The piece on a square as a letter of the FEN, or `None`.
    fn piece_at(&self, square: usize) -> PyResult<Option<char>> {
        let square = Square::from_index(square);
        let square = square.ok_or_else(|| errors::input("a square is a number from 0 to 89"))?;
        Ok(self.position.piece_on(square).map(Piece::letter))
    }

    /// Plies since the last capture.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.position.quiet_plies()
    }

    /// The number of the move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.position.move_number()
    }

    /// Number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.position.plies_played()
    }

    /// A 64-bit hash of the position.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// Leaf positions at a depth, on all cores.
    #[pyo3(signature = (depth, threads = 1))]
    fn perft(&self, py: Python<'_>, depth: u32, threads: usize) -> PyResult<u64> {
        if depth == 0 {
            return Ok(1);
        }
        let stop = AtomicBool::new(false);
        let work = || perft::divide(&self.position, depth, threads, &stop, |_, _| {});
        let counts = crate::run::interruptible(py, &stop, work, None)?;
        Ok(counts.unwrap_or_default().iter().map(|(_, leaves)| leaves).sum())
    }

    /// The board as ten lines of text.
    fn text(&self) -> String {
        format_board(&self.position.to_setup())
    }
}

/// One game of a PGN text: tags, first position, moves with comments, result.
#[expect(clippy::type_complexity, reason = "the parts of a record")]
#[pyfunction]
fn read_pgn(
    text: &str,
) -> PyResult<(Vec<(String, String)>, String, String, Vec<(XiangqiMove, String)>, &'static str)> {
    let record = parse_pgn(text).map_err(errors::input)?;
    let start = Position::from_setup(&record.start).map_err(errors::input)?.to_fen();
    let result = record.result.text();
    let moves = record.line.moves.into_iter();
    let moves = moves.map(|one| (XiangqiMove(one.chosen), one.comment)).collect();
    Ok((record.tags, start, record.line.comment, moves, result))
}

/// A game as PGN.
#[pyfunction]
fn write_pgn(
    tags: Vec<(String, String)>,
    start: &str,
    moves: Vec<Py<XiangqiMove>>,
    result: &str,
    notation: &str,
) -> PyResult<String> {
    let position = Position::from_fen(start).map_err(|error| fen_error(&error))?;
    let result = GameResult::from_text(result)
        .ok_or_else(|| errors::input(format!("{result:?} is no result of a game")))?;
    let notation = match notation {
        "iccs" | "uci" => Notation::Coordinates(Ranks::FromZero),
        "wxf" => Notation::Wxf,
        "chinese" => Notation::Chinese(Script::Simplified),
        other => {
            let text = format!("unknown notation {other:?}; expected iccs, wxf or chinese");
            return Err(errors::input(text));
        }
    };
    let moves = moves.iter().map(|one| one.get().0);
    let mut record = GameRecord::new(position.to_setup(), moves, result);
    for (name, value) in &tags {
        record.set_tag(name, value);
    }
    Ok(format_pgn(&record, notation))
}

/// Adds the classes and functions to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<XiangqiMove>()?;
    module.add_class::<XiangqiBoard>()?;
    module.add_function(wrap_pyfunction!(read_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(write_pgn, module)?)
}
