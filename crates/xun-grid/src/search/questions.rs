//! Questions of a [`Searcher`] about more than one path: the nearest reachable point, many starts
//! and goals, matrices of costs, distance and flow fields.

use super::flood::{self, FloodQuery, Until};
use super::padded_map::OPPOSITE;
use super::searcher::Searcher;
use crate::field::{NO_PATH, SOURCE};
use crate::{
    Cell, Direction, Event, Field, Finding, Limits, Map, Moves, Observer, Options, Outcome, Path,
    ProblemError, QueryError, Reply, Silent, SolveError, Statistics,
};
use std::time::Instant;

/// The reachable cell nearest to a goal. See [`Searcher::nearest_reachable`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearestPoint {
    /// The cell.
    pub cell: Cell,
    /// The length of the straight line from it to the goal; 0 if it is the goal.
    pub distance: f64,
    /// The cheapest path to it.
    pub path: Path,
}

impl Searcher<'_> {
    /// The reachable cell that is nearest to the goal by a straight line, and the cheapest path to
    /// it. Among cells as near as that, the one with the cheapest path. The goal may be a wall.
    ///
    /// ```
    /// use xun_grid::{Cell, Limits, Map, Moves, Searcher};
    ///
    /// // A wall across the map.
    /// let map = Map::from_costs(3, 5, vec![1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1])?;
    /// let mut searcher = Searcher::new(&map);
    /// let (start, goal) = (Cell::new(0, 0), Cell::new(2, 4));
    /// let reply = searcher.nearest_reachable(start, goal, Moves::Four, &Limits::default())?;
    /// let nearest = reply.found().unwrap();
    /// assert_eq!((nearest.cell, nearest.distance), (Cell::new(2, 1), 3.0));
    /// assert_eq!(nearest.path.letters().unwrap(), "RDD");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the start is outside the map or in a wall, or the goal outside the map.
    pub fn nearest_reachable(
        &mut self,
        start: Cell,
        goal: Cell,
        moves: Moves,
        limits: &Limits<'_>,
    ) -> Result<Reply<NearestPoint>, QueryError> {
        self.nearest_reachable_seen(start, goal, moves, limits, &mut Silent)
    }

    /// The same, with an observer.
    pub(crate) fn nearest_reachable_seen(
        &mut self,
        start: Cell,
        goal: Cell,
        moves: Moves,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Reply<NearestPoint>, QueryError> {
        let began = Instant::now();
        check(self.map(), "start", &[start])?;
        inside(self.map(), "goal", goal)?;
        let mut statistics = Statistics::default();
        if self.map().is_open(goal) {
            let answer = self.cheapest(start, goal, moves, limits, observer)?;
            statistics = answer.statistics;
            match answer.outcome {
                Outcome::Found(path) => {
                    let nearest = NearestPoint { cell: goal, distance: 0.0, path };
                    return Ok(Reply::new(Finding::Found(nearest), statistics));
                }
                Outcome::Stopped => return Ok(Reply::new(Finding::Stopped, statistics)),
                Outcome::Impossible => {}
            }
            observer.event(Event::NewSearch { cell: start });
        }
        let (map, grid, work) = self.flood_parts();
        let sources = [grid.index(start)];
        let query = FloodQuery { sources: &sources, backwards: false, moves, limits: *limits };
        let finding =
            if flood::run(grid, work, &query, Until::Everything, &mut statistics, observer) {
                let squared = |cell: Cell| {
                    let rows = u64::from(cell.row.abs_diff(goal.row));
                    let columns = u64::from(cell.column.abs_diff(goal.column));
                    rows * rows + columns * columns
                };
                let cells = (0..map.cells()).map(|index| map.cell(index));
                let reached = cells.filter_map(|cell| {
                    work.nodes.g(grid.index(cell)).map(|ticks| (squared(cell), ticks, cell))
                });
                let (square, _, cell) = reached.min().unwrap_or((squared(start), 0, start));
                match flood::path(grid, work, grid.index(cell), false) {
                    Some(path) => {
                        let distance = (square as f64).sqrt();
                        Finding::Found(NearestPoint { cell, distance, path })
                    }
                    None => Finding::Impossible,
                }
            } else {
                Finding::Stopped
            };
        statistics.memory = work.bytes() + grid.bytes();
        statistics.time = began.elapsed();
        Ok(Reply::new(finding, statistics))
    }

    /// The cheapest of all paths from any of the starts to any of the goals.
    ///
    /// ```
    /// use xun_grid::{Cell, Limits, Map, Moves, Searcher};
    ///
    /// let map = Map::open(1, 9)?;
    /// let starts = [Cell::new(0, 0), Cell::new(0, 5)];
    /// let goals = [Cell::new(0, 3), Cell::new(0, 8)];
    /// let mut searcher = Searcher::new(&map);
    /// let reply = searcher.nearest_goal(&starts, &goals, Moves::Four, &Limits::default())?;
    /// assert_eq!(reply.found().unwrap().letters().unwrap(), "LL");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no start or no goal, or if one is outside the map or in a wall.
    pub fn nearest_goal(
        &mut self,
        starts: &[Cell],
        goals: &[Cell],
        moves: Moves,
        limits: &Limits<'_>,
    ) -> Result<Reply<Path>, QueryError> {
        self.nearest_goal_seen(starts, goals, moves, limits, &mut Silent)
    }

    /// The same, with an observer.
    pub(crate) fn nearest_goal_seen(
        &mut self,
        starts: &[Cell],
        goals: &[Cell],
        moves: Moves,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Reply<Path>, QueryError> {
        let began = Instant::now();
        check(self.map(), "start", starts)?;
        check(self.map(), "goal", goals)?;
        let (_, grid, work) = self.flood_parts();
        let [sources, wanted] =
            [starts, goals].map(|cells| cells.iter().map(|&cell| grid.index(cell)).collect());
        let (sources, wanted): (Vec<usize>, Vec<usize>) = (sources, wanted);
        let query = FloodQuery { sources: &sources, backwards: false, moves, limits: *limits };
        let mut statistics = Statistics::default();
        let finding =
            if flood::run(grid, work, &query, Until::One(&wanted), &mut statistics, observer) {
                let costs = wanted.iter().filter_map(|&place| Some((work.nodes.g(place)?, place)));
                let nearest = costs.min();
                match nearest.and_then(|(_, place)| flood::path(grid, work, place, false)) {
                    Some(path) => Finding::Found(path),
                    None => Finding::Impossible,
                }
            } else {
                Finding::Stopped
            };
        statistics.memory = work.bytes() + grid.bytes();
        statistics.time = began.elapsed();
        Ok(Reply::new(finding, statistics))
    }

    /// The cheapest path to each goal from whichever start is nearest to it; none where there is
    /// no way.
    ///
    /// # Errors
    ///
    /// If there is no start or no goal, or if one is outside the map or in a wall.
    pub fn all_goals(
        &mut self,
        starts: &[Cell],
        goals: &[Cell],
        moves: Moves,
        limits: &Limits<'_>,
    ) -> Result<Reply<Vec<Option<Path>>>, QueryError> {
        self.all_goals_seen(starts, goals, moves, limits, &mut Silent)
    }

    /// The same, with an observer.
    pub(crate) fn all_goals_seen(
        &mut self,
        starts: &[Cell],
        goals: &[Cell],
        moves: Moves,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Reply<Vec<Option<Path>>>, QueryError> {
        let began = Instant::now();
        check(self.map(), "start", starts)?;
        check(self.map(), "goal", goals)?;
        let (_, grid, work) = self.flood_parts();
        let sources: Vec<usize> = starts.iter().map(|&cell| grid.index(cell)).collect();
        let wanted: Vec<usize> = goals.iter().map(|&cell| grid.index(cell)).collect();
        let query = FloodQuery { sources: &sources, backwards: false, moves, limits: *limits };
        let mut statistics = Statistics::default();
        let finding =
            if flood::run(grid, work, &query, Until::All(&wanted), &mut statistics, observer) {
                let path = |&place: &usize| flood::path(grid, work, place, false);
                Finding::Found(wanted.iter().map(path).collect())
            } else {
                Finding::Stopped
            };
        statistics.memory = work.bytes() + grid.bytes();
        statistics.time = began.elapsed();
        Ok(Reply::new(finding, statistics))
    }

    /// The cost of the cheapest path from each start to each goal: a row for each start, none where
    /// there is no way. One flood from each start, or backwards from each goal if those are fewer.
    ///
    /// ```
    /// use xun_grid::{Cell, Limits, Map, Moves, Searcher};
    ///
    /// let map = Map::from_costs(1, 4, vec![1, 5, 1, 1])?;
    /// let ends = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(0, 3)];
    /// let mut searcher = Searcher::new(&map);
    /// let reply = searcher.matrix(&ends, &ends, Moves::Four, &Limits::default())?;
    /// let rows = reply.found().unwrap();
    /// assert_eq!(rows[0], [Some(0.0), Some(5.0), Some(7.0)]);
    /// assert_eq!(rows[2], [Some(7.0), Some(6.0), Some(0.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no start or no goal, or if one is outside the map or in a wall.
    pub fn matrix(
        &mut self,
        starts: &[Cell],
        goals: &[Cell],
        moves: Moves,
        limits: &Limits<'_>,
    ) -> Result<Reply<Vec<Vec<Option<f64>>>>, QueryError> {
        let reply = self.ticks_between(starts, goals, moves, limits, &mut Silent)?;
        let (_, grid, _) = self.flood_parts();
        let units = |ticks: &Option<u64>| ticks.map(|ticks| grid.units(ticks));
        let finding = match reply.finding {
            Finding::Found(rows) => {
                Finding::Found(rows.iter().map(|row| row.iter().map(units).collect()).collect())
            }
            Finding::Impossible => Finding::Impossible,
            Finding::Stopped => Finding::Stopped,
        };
        Ok(Reply::new(finding, reply.statistics))
    }

    /// The matrix in ticks.
    pub(super) fn ticks_between(
        &mut self,
        starts: &[Cell],
        goals: &[Cell],
        moves: Moves,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Reply<Vec<Vec<Option<u64>>>>, QueryError> {
        let began = Instant::now();
        check(self.map(), "start", starts)?;
        check(self.map(), "goal", goals)?;
        let (_, grid, work) = self.flood_parts();
        let backwards = goals.len() < starts.len();
        let mut statistics = Statistics::default();
        let (from, to) = if backwards { (goals, starts) } else { (starts, goals) };
        let wanted: Vec<usize> = to.iter().map(|&cell| grid.index(cell)).collect();
        let mut rows = vec![vec![None; goals.len()]; starts.len()];
        let mut stopped = false;
        for (one, &cell) in from.iter().enumerate() {
            let sources = [grid.index(cell)];
            let query = FloodQuery { sources: &sources, backwards, moves, limits: *limits };
            observer.event(Event::NewSearch { cell });
            if !flood::run(grid, work, &query, Until::All(&wanted), &mut statistics, observer) {
                stopped = true;
                break;
            }
            for (other, &place) in wanted.iter().enumerate() {
                let (row, column) = if backwards { (other, one) } else { (one, other) };
                rows[row][column] = work.nodes.g(place);
            }
        }
        statistics.memory = work.bytes() + grid.bytes();
        statistics.time = began.elapsed();
        let finding = if stopped { Finding::Stopped } else { Finding::Found(rows) };
        Ok(Reply::new(finding, statistics))
    }

    /// The cost of every cell from or to the nearest of the sources, and the steps of those paths.
    ///
    /// ```
    /// use xun_grid::{Cell, Direction, Limits, Map, Moves, Searcher, Step};
    ///
    /// let map = Map::open(3, 4)?;
    /// let exits = [Cell::new(0, 0), Cell::new(2, 3)];
    /// let mut searcher = Searcher::new(&map);
    /// let reply =
    ///     searcher.field(&exits, Direction::ToSources, Moves::Four, &Limits::default())?;
    /// let field = reply.found().unwrap();
    /// assert_eq!(field.cost(Cell::new(1, 3)), Some(1.0));
    /// assert_eq!(field.step(Cell::new(1, 3)), Some(Step::Down));
    /// assert_eq!(field.path(Cell::new(0, 1)).unwrap().letters().unwrap(), "L");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no source, or if one is outside the map or in a wall.
    pub fn field(
        &mut self,
        sources: &[Cell],
        direction: Direction,
        moves: Moves,
        limits: &Limits<'_>,
    ) -> Result<Reply<Field>, QueryError> {
        self.field_seen(sources, direction, moves, limits, &mut Silent)
    }

    /// The same, with an observer.
    pub(crate) fn field_seen(
        &mut self,
        sources: &[Cell],
        direction: Direction,
        moves: Moves,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Reply<Field>, QueryError> {
        let began = Instant::now();
        let backwards = direction == Direction::ToSources;
        check(self.map(), if backwards { "goal" } else { "start" }, sources)?;
        let (map, grid, work) = self.flood_parts();
        let sources: Vec<usize> = sources.iter().map(|&cell| grid.index(cell)).collect();
        let query = FloodQuery { sources: &sources, backwards, moves, limits: *limits };
        let mut statistics = Statistics::default();
        let finding =
            if flood::run(grid, work, &query, Until::Everything, &mut statistics, observer) {
                let entry = |index: usize| {
                    let place = grid.index(map.cell(index));
                    match work.nodes.g(place) {
                        None => (f64::INFINITY, NO_PATH),
                        Some(0) => (0.0, SOURCE),
                        Some(ticks) => {
                            let entered = work.nodes.entered(place);
                            let step = if backwards { OPPOSITE[entered] } else { entered };
                            (grid.units(ticks), step as u8)
                        }
                    }
                };
                let (costs, steps) = (0..map.cells()).map(entry).unzip();
                Finding::Found(Field::new((map.rows(), map.columns()), direction, costs, steps))
            } else {
                Finding::Stopped
            };
        statistics.memory = work.bytes() + grid.bytes() + map.cells() as u64 * 9;
        statistics.time = began.elapsed();
        Ok(Reply::new(finding, statistics))
    }

    /// The cheapest path between two cells, by the algorithm that is the fastest here.
    pub(super) fn cheapest(
        &mut self,
        start: Cell,
        goal: Cell,
        moves: Moves,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<crate::Answer, QueryError> {
        let options = Options { moves, ..Options::default() };
        match self.search(start, goal, &options, limits, observer) {
            Ok(answer) => Ok(answer),
            Err(SolveError::Problem(error)) => Err(error.into()),
            Err(other) => unreachable!("auto handles every map and all moves: {other}"),
        }
    }
}

/// Fails unless there are cells, all of them open.
pub(crate) fn check(map: &Map, what: &'static str, cells: &[Cell]) -> Result<(), QueryError> {
    if cells.is_empty() {
        return Err(QueryError::NoCells { what });
    }
    for &cell in cells {
        inside(map, what, cell)?;
        if !map.is_open(cell) {
            return Err(ProblemError::InWall { what, cell }.into());
        }
    }
    Ok(())
}

/// Fails unless the cell lies on the map.
pub(crate) fn inside(map: &Map, what: &'static str, cell: Cell) -> Result<(), ProblemError> {
    let (rows, columns) = (map.rows(), map.columns());
    if map.contains(cell) {
        Ok(())
    } else {
        Err(ProblemError::Outside { what, cell, rows, columns })
    }
}
