//! Collections of Xiangqi games.

use crate::errors;
use crate::xiangqi::{XiangqiBoard, XiangqiMove};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use xun_collection::{
    Added, BookLimits, BookWeight, Collection, CollectionError, Edit, Filter, GameSummary,
    MaterialError, game_files,
};
use xun_xiangqi::files::ReadOptions;
use xun_xiangqi::notation::pgn::parse_pgn;
use xun_xiangqi::notation::{GameResult, Notation, Ranks, format_pgn};
use xun_xiangqi::openings::OpeningBook;

/// A collection in one file.
#[pyclass(frozen, name = "GameCollection", module = "xun._xun")]
pub(crate) struct GameCollection(Mutex<Collection>);

/// Which games are wanted; `None` for what does not matter.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Wanted {
    player: Option<String>,
    red: Option<String>,
    black: Option<String>,
    event: Option<String>,
    since: Option<u16>,
    until: Option<u16>,
    result: Option<String>,
    opening: Option<String>,
    position: Option<Py<XiangqiBoard>>,
    material: Option<String>,
    tag: Option<String>,
    limit: Option<u64>,
}

fn result_of(text: &str) -> PyResult<GameResult> {
    let known = GameResult::from_text(text);
    known.ok_or_else(|| errors::input(format!("{text:?} is no result: 1-0, 0-1, 1/2-1/2 or *")))
}

impl Wanted {
    fn filter(self, py: Python<'_>) -> PyResult<Filter> {
        let material = self.material.as_deref().map(str::parse).transpose();
        Ok(Filter {
            player: self.player,
            red: self.red,
            black: self.black,
            event: self.event,
            since: self.since,
            until: self.until,
            result: self.result.as_deref().map(result_of).transpose()?,
            opening: self.opening,
            position: self.position.map(|board| board.borrow(py).position().clone()),
            material: material.map_err(|error: MaterialError| errors::input(error))?,
            tag: self.tag,
            limit: self.limit,
        })
    }
}

fn failed(error: CollectionError) -> PyErr {
    errors::input(error)
}

/// Number, title, players, event, date, result, opening in both languages, plies, file.
type Row = (i64, String, String, String, String, String, String, (String, String), u64, String);

fn row(game: GameSummary) -> Row {
    let result = game.result.text().to_owned();
    let opening = (game.opening_en, game.opening);
    let (red, black, event) = (game.red, game.black, game.event);
    (game.id, game.title, red, black, event, game.date, result, opening, game.plies, game.source)
}

/// Move, games, Red's wins, draws, Black's wins, average and latest year, score and depth.
type Explored = (XiangqiMove, u64, u64, u64, u64, Option<u16>, Option<u16>, Option<(i32, u32)>);

impl GameCollection {
    fn open(&self) -> MutexGuard<'_, Collection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl GameCollection {
    #[new]
    #[pyo3(signature = (path = None))]
    fn new(path: Option<PathBuf>) -> PyResult<Self> {
        let opened = path.map_or_else(Collection::in_memory, Collection::open);
        Ok(Self(Mutex::new(opened.map_err(failed)?)))
    }

    fn count(&self) -> PyResult<u64> {
        self.open().len().map_err(failed)
    }

    /// Adds the games of files and folders: new games, duplicates, damaged games, files read
    /// before, files that could not be read.
    fn import_files(
        &self,
        py: Python<'_>,
        paths: Vec<PathBuf>,
    ) -> PyResult<(u64, u64, u64, u64, Vec<String>)> {
        let mut files = Vec::new();
        for path in paths {
            files.extend(game_files(&path)?);
        }
        let stop = AtomicBool::new(false);
        let work = || {
            let goes_on = |_: xun_collection::Progress<'_>| !stop.load(Ordering::Relaxed);
            self.open().import(&files, &ReadOptions::default(), goes_on)
        };
        let report = crate::run::interruptible(py, &stop, work, None)?.map_err(failed)?;
        let unreadable =
            report.unreadable.iter().map(|(path, _)| path.display().to_string()).collect();
        Ok((report.games, report.duplicates, report.damaged, report.known_files, unreadable))
    }

    /// Adds a game as PGN; its number, or `None` if it is there already.
    fn add(&self, pgn: &str) -> PyResult<Option<i64>> {
        let record = parse_pgn(pgn).map_err(errors::input)?;
        match self.open().add(&record, "").map_err(failed)? {
            Added::New(id) => Ok(Some(id)),
            Added::Duplicate => Ok(None),
            Added::Impossible => Err(errors::input("the first position is impossible")),
        }
    }

    /// A game as PGN.
    fn game(&self, id: i64) -> PyResult<String> {
        let record = self.open().game(id).map_err(failed)?;
        Ok(format_pgn(&record, Notation::Coordinates(Ranks::FromZero)))
    }

    fn games(&self, py: Python<'_>, wanted: Wanted) -> PyResult<Vec<Row>> {
        let filter = wanted.filter(py)?;
        let found = py.detach(|| self.open().games(&filter)).map_err(failed)?;
        Ok(found.into_iter().map(row).collect())
    }

    /// The opening's names and the moves.
    #[expect(clippy::type_complexity, reason = "the parts of an answer")]
    fn explore(
        &self,
        py: Python<'_>,
        board: &XiangqiBoard,
    ) -> PyResult<(Option<(&'static str, &'static str)>, Vec<Explored>)> {
        let position = board.position();
        let found = py.detach(|| self.open().explore(position)).map_err(failed)?;
        let moves = found.moves.into_iter().map(|one| {
            let value = one.value.map(|value| (value.score, value.depth));
            let chosen = XiangqiMove(one.chosen);
            let (average, latest) = (one.average_year, one.latest_year);
            (chosen, one.games, one.red, one.draws, one.black, average, latest, value)
        });
        Ok((found.opening.map(|name| (name.english, name.chinese)), moves.collect()))
    }

    fn note_value(&self, board: &XiangqiBoard, score: i32, depth: u32) -> PyResult<()> {
        self.open().note_value(board.position(), score, depth).map_err(failed)
    }

    fn edit(&self, id: i64, tags: Vec<(String, String)>, result: Option<&str>) -> PyResult<()> {
        let edit = Edit { tags, result: result.map(result_of).transpose()? };
        self.open().edit(id, &edit).map_err(failed)
    }

    fn remove(&self, games: Vec<i64>) -> PyResult<usize> {
        self.open().remove(&games).map_err(failed)
    }

    fn tag(&self, games: Vec<i64>, tag: &str) -> PyResult<usize> {
        self.open().tag(&games, tag).map_err(failed)
    }

    fn untag(&self, games: Vec<i64>, tag: &str) -> PyResult<usize> {
        self.open().untag(&games, tag).map_err(failed)
    }

    fn tags(&self, id: i64) -> PyResult<Vec<String>> {
        self.open().tags(id).map_err(failed)
    }

    /// Writes an opening book: positions and moves that it has.
    #[expect(clippy::too_many_arguments, reason = "the arguments of the Python method")]
    fn write_book(
        &self,
        py: Python<'_>,
        path: PathBuf,
        wanted: Wanted,
        plies: u32,
        games: u64,
        score: f64,
        moves: Option<usize>,
        by_games: bool,
    ) -> PyResult<(usize, usize)> {
        let filter = wanted.filter(py)?;
        let weight = if by_games { BookWeight::Games } else { BookWeight::Results };
        let limits = BookLimits { plies, games, score, moves, weight };
        py.detach(|| {
            let book = self.open().book(&filter, &limits).map_err(failed)?;
            std::fs::write(&path, book.to_bytes())?;
            Ok((book.positions(), book.len()))
        })
    }
}

/// The moves that an opening book has for a position, with weights and games.
#[pyfunction]
fn book_moves(path: PathBuf, board: &XiangqiBoard) -> PyResult<Vec<(XiangqiMove, u16, u32)>> {
    let book = OpeningBook::from_file(&path)
        .map_err(|error| errors::input(format!("{}: {error}", path.display())))?;
    let moves = book.moves(board.position()).into_iter();
    Ok(moves.map(|one| (XiangqiMove(one.chosen), one.weight, one.games)).collect())
}

/// Adds the class and the function to the module.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<GameCollection>()?;
    module.add_function(wrap_pyfunction!(book_moves, module)?)
}
