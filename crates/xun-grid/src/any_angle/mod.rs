//! Paths at any angle: shortest in the plane instead of along a grid's eight directions.
//!
//! A traveller without size goes from the centre of a cell to the centre of another over open
//! ground. Walls are solid squares whose edges and corners may be touched; where two walls meet
//! only at a corner there is no gap, and none between a wall and the map's edge.
//!
//! - `ground`: the map as bits, runs of open cells, and the corners where a shortest path may turn;
//! - `sight`: lines of sight, in whole numbers;
//! - `exact`: the shortest path, by cones of sight (Anya);
//! - `theta`: the textbook's Theta\*;
//! - `smooth`: a path along a grid, straightened.
//!
//! Inside, coordinates are doubled, so that corners are even and centres odd whole numbers.

mod exact;
mod ground;
mod sight;
mod smooth;
mod theta;

pub use sight::line_of_sight;
pub use smooth::smooth;

use crate::{
    Cell, Finding, Limits, Map, Observer, ProblemError, QueryError, Reply, Silent, Statistics,
};
use ground::Ground;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::time::Instant;

/// A point of the plane. The centre of the cell (row, column) is the point (row, column), its
/// corners are half a unit away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Rows from the centre of the first row.
    pub row: f64,
    /// Columns from the centre of the first column.
    pub column: f64,
}

impl Point {
    /// The point at doubled coordinates.
    fn of((x, y): (i64, i64)) -> Self {
        Self { row: (y - 1) as f64 / 2.0, column: (x - 1) as f64 / 2.0 }
    }

    fn distance(self, other: Self) -> f64 {
        euclidean(self.row - other.row, self.column - other.column)
    }
}

/// The length of a line. Coordinates are far too small for their squares to overflow, so that
/// `f64::hypot` is not needed: it is slower, and the C library has it in this form only since
/// glibc 2.35, which a Python wheel should not ask for.
#[inline]
fn euclidean(rows: f64, columns: f64) -> f64 {
    (rows * rows + columns * columns).sqrt()
}

/// A path of straight lines between points.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Polyline {
    /// Start, turning points and goal.
    pub points: Vec<Point>,
    /// Its length in cells.
    pub length: f64,
}

impl Polyline {
    /// The lines between these doubled coordinates, without points at which it does not turn.
    fn of(corners: &[(i64, i64)]) -> Self {
        let mut kept: Vec<(i64, i64)> = Vec::with_capacity(corners.len());
        for &corner in corners {
            if kept.last() == Some(&corner) {
                continue;
            }
            if let [.., (ax, ay), (bx, by)] = kept[..]
                && (bx - ax) * (corner.1 - ay) == (by - ay) * (corner.0 - ax)
            {
                kept.pop();
            }
            kept.push(corner);
        }
        let points: Vec<Point> = kept.into_iter().map(Point::of).collect();
        let length = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        Self { points, length }
    }
}

/// A search for paths at any angle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum AngleMethod {
    /// The shortest path (Anya: Harabor, Grastien, Öz and Aksakalli 2016).
    #[default]
    Anya,
    /// Theta\* (Daniel, Nash, Koenig and Felner 2010): A\* over cells whose parents may be any cell
    /// in sight. Its path is valid and often, but not always, a shortest one.
    Theta,
}

impl AngleMethod {
    /// All of them.
    pub const ALL: &[Self] = &[Self::Anya, Self::Theta];

    /// The name in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Anya => "anya",
            Self::Theta => "theta",
        }
    }

    /// Whether its path is a shortest one.
    #[must_use]
    pub const fn is_exact(self) -> bool {
        matches!(self, Self::Anya)
    }
}

impl fmt::Display for AngleMethod {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for AngleMethod {
    type Err = crate::UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
            crate::UnknownName::new("method", name, Self::ALL.iter().map(|one| one.name()))
        })
    }
}

/// Answers queries about paths at any angle on one map and keeps its memory between them.
///
/// ```
/// use xun_grid::any_angle::{AngleMethod, AngleSearcher, Point};
/// use xun_grid::{Cell, Limits, Map};
///
/// // One wall in the way; the path touches its corner.
/// let map = Map::from_costs(3, 3, vec![1, 1, 1, 1, 0, 1, 1, 1, 1])?;
/// let mut searcher = AngleSearcher::new(&map)?;
/// let (start, goal) = (Cell::new(1, 0), Cell::new(0, 2));
/// let reply = searcher.search(start, goal, AngleMethod::Anya, &Limits::default())?;
/// let path = reply.found().unwrap();
/// assert_eq!(path.points[1], Point { row: 0.5, column: 0.5 });
/// assert!((path.length - (0.5_f64.sqrt() + 2.5_f64.sqrt())).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AngleSearcher<'m> {
    map: Cow<'m, Map>,
    ground: Ground,
    exact: Option<exact::Workspace>,
    theta: Option<theta::Workspace>,
}

impl<'m> AngleSearcher<'m> {
    /// A searcher for this map.
    ///
    /// # Errors
    ///
    /// If the map has ground of different costs.
    pub fn new(map: &'m Map) -> Result<Self, QueryError> {
        if !map.is_uniform() {
            return Err(QueryError::WeightedTerrain);
        }
        let ground = Ground::new(map);
        Ok(Self { map: Cow::Borrowed(map), ground, exact: None, theta: None })
    }

    /// The path between the centres of two cells.
    ///
    /// # Errors
    ///
    /// If start or goal is outside the map or in a wall.
    pub fn search(
        &mut self,
        start: Cell,
        goal: Cell,
        method: AngleMethod,
        limits: &Limits<'_>,
    ) -> Result<Reply<Polyline>, QueryError> {
        self.search_seen((start, goal), method, limits, &mut Silent)
    }

    /// The same, with an observer.
    pub(crate) fn search_seen(
        &mut self,
        (start, goal): (Cell, Cell),
        method: AngleMethod,
        limits: &Limits<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Reply<Polyline>, QueryError> {
        let began = Instant::now();
        for (what, cell) in [("start", start), ("goal", goal)] {
            let (rows, columns) = (self.map.rows(), self.map.columns());
            if !self.map.contains(cell) {
                return Err(ProblemError::Outside { what, cell, rows, columns }.into());
            }
            if !self.map.is_open(cell) {
                return Err(ProblemError::InWall { what, cell }.into());
            }
        }
        let mut statistics = Statistics::default();
        let (ground, ends) = (&self.ground, (start, goal));
        let progress = (limits, &mut statistics, observer);
        let finding = match method {
            AngleMethod::Anya => {
                let work = self.exact.get_or_insert_with(|| exact::Workspace::new(ground));
                let finding = exact::run(ground, work, ends, progress);
                statistics.memory = work.bytes() + ground.bytes();
                finding
            }
            AngleMethod::Theta => {
                let work = self.theta.get_or_insert_with(|| theta::Workspace::new(&self.map));
                let finding = theta::run((&self.map, ground), work, ends, progress);
                statistics.memory = work.bytes() + ground.bytes();
                finding
            }
        };
        statistics.time = began.elapsed();
        Ok(Reply::new(finding, statistics))
    }
}

/// The outcome of a search over doubled coordinates.
type Found = Finding<Polyline>;
