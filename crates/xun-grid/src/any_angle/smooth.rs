//! Straightening of paths along a grid.

use super::ground::Ground;
use super::sight::Touch;
use super::{Polyline, euclidean};
use crate::{Map, Path, QueryError};

/// Cells of a path that are tried from one point, nearest first: a bound on the work.
const REACH: usize = 4096;

/// Straightens a path: keeps as few of its cells as a line of sight allows. A line that shortens it
/// never touches a wall, not even its corner; steps of the path that do are kept as they are.
///
/// ```
/// use xun_grid::any_angle::smooth;
/// use xun_grid::{Moves, Options, Problem};
///
/// let problem = Problem::parse("S....\n.....\n....G\n")?;
/// let options = Options { moves: Moves::Eight, ..Options::default() };
/// let answer = problem.solve_with(&options)?;
/// let line = smooth(problem.map(), answer.path().unwrap())?;
/// assert_eq!((line.points.len(), line.length), (2, 20_f64.sqrt()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the map has ground of different costs, where straight lines need not be cheaper.
pub fn smooth(map: &Map, path: &Path) -> Result<Polyline, QueryError> {
    if !map.is_uniform() {
        return Err(QueryError::WeightedTerrain);
    }
    let ground = Ground::new(map);
    let cells = &path.cells;
    // The shortest way over cells of the path that see each other, from each cell to the end.
    let mut best: Vec<(f64, usize)> = vec![(0.0, 0); cells.len()];
    for at in (0..cells.len().saturating_sub(1)).rev() {
        let length = |to: usize| {
            let (rows, columns) = (
                cells[at].row.abs_diff(cells[to].row),
                cells[at].column.abs_diff(cells[to].column),
            );
            euclidean(rows.into(), columns.into())
        };
        let mut least = (length(at + 1) + best[at + 1].0, at + 1);
        for to in at + 2..cells.len().min(at + 2 + REACH) {
            let total = length(to) + best[to].0;
            if total < least.0 && ground.sees(cells[at], cells[to], Touch::Forbidden) {
                least = (total, to);
            }
        }
        best[at] = least;
    }
    let mut corners = Vec::new();
    let mut at = 0;
    while let Some(cell) = cells.get(at) {
        corners.push((2 * i64::from(cell.column) + 1, 2 * i64::from(cell.row) + 1));
        if at + 1 == cells.len() {
            break;
        }
        at = best[at].1;
    }
    Ok(Polyline::of(&corners))
}
