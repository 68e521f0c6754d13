//! Clearance: the cells where a body larger than a point fits, as a map for every search.

use crate::{Map, Terrain};
use std::collections::VecDeque;
use thiserror::Error;

/// The shape of a traveller, around the cell that it is said to be in.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Body {
    /// A square of so many cells a side, 1 to 255. The cell is its middle one; with an even side,
    /// the one above and left of its middle.
    Square(u32),
    /// A disc of this radius in cells around the cell's centre, more than 0 and at most 127.
    Round(f64),
}

/// A body that no map is made for.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BodyError {
    /// The side of a square is out of range.
    #[error("a body of {0} cells a side; expected 1 to 255")]
    Side(u32),
    /// The radius of a disc is out of range.
    #[error("a body of radius {0}; expected more than 0 and at most 127 cells")]
    Radius(f64),
}

/// More than the dearest ground.
const BLOCKED: u16 = 256;

impl Body {
    /// The cells that the body covers, by rows: the row and the first and last column, all counted
    /// from its own cell.
    fn spans(self) -> Result<Vec<(i64, i64, i64)>, BodyError> {
        match self {
            Self::Square(side @ 1..=255) => {
                let (before, after) = (i64::from((side - 1) / 2), i64::from(side / 2));
                Ok((-before..=after).map(|row| (row, -before, after)).collect())
            }
            Self::Square(side) => Err(BodyError::Side(side)),
            Self::Round(radius) if radius > 0.0 && radius <= 127.0 => {
                // The distance from the centre to the nearest point of a cell so far away.
                let gap = |cells: i64| (cells as f64 - 0.5).max(0.0);
                let covers = |row: i64, column: i64| {
                    gap(row) * gap(row) + gap(column) * gap(column) < radius * radius
                };
                let reach = radius.ceil() as i64 + 1;
                let rows = (-reach..=reach).filter(|row| covers(row.abs(), 0));
                let span = |row: i64| {
                    let wide = (0..=reach).take_while(|&column| covers(row.abs(), column)).count();
                    (row, 1 - wide as i64, wide as i64 - 1)
                };
                Ok(rows.map(span).collect())
            }
            Self::Round(radius) => Err(BodyError::Radius(radius)),
        }
    }
}

impl Map {
    /// The map for a body of this shape: a cell is open where the body fits between the walls and
    /// the map's edges, and costs as much as the dearest ground under the body.
    ///
    /// A path over it with [`Moves::Four`](crate::Moves::Four) or
    /// [`Moves::Eight`](crate::Moves::Eight) never brings the body into a wall, on the way between
    /// two cells either. A body that fits into one cell changes nothing.
    ///
    /// ```
    /// use xun_grid::{Body, Cell, Map, Terrain};
    ///
    /// let mut map = Map::open(5, 9)?;
    /// map.set(Cell::new(0, 4), Terrain::WALL);
    /// let wide = map.for_body(Body::Square(3))?;
    /// assert!(wide.is_open(Cell::new(1, 1)) && !wide.is_open(Cell::new(0, 1)));
    /// assert!(!wide.is_open(Cell::new(1, 4)) && wide.is_open(Cell::new(2, 4)));
    /// assert_eq!(map.for_body(Body::Round(0.5))?, map);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the side or the radius is out of range.
    pub fn for_body(&self, body: Body) -> Result<Self, BodyError> {
        let spans = body.spans()?;
        let (rows, columns) = (i64::from(self.rows()), self.columns() as usize);
        let mut covered = vec![0_u16; self.cells()];
        let (mut windows, mut known) = (Vec::new(), None);
        // Rows of the same span share their windows.
        let mut by_width = spans;
        by_width.sort_by_key(|&(_, first, last)| (first, last));
        for (offset, first, last) in by_width {
            if known != Some((first, last)) {
                windows = self.windows(first, last);
                known = Some((first, last));
            }
            for row in 0..rows {
                let line = &mut covered[row as usize * columns..][..columns];
                let other = row + offset;
                if (0..rows).contains(&other) {
                    let above = &windows[other as usize * columns..][..columns];
                    for (cell, &most) in line.iter_mut().zip(above) {
                        *cell = most.max(*cell);
                    }
                } else {
                    line.fill(BLOCKED);
                }
            }
        }
        let mut map = self.clone();
        for (index, &most) in covered.iter().enumerate() {
            map.set(map.cell(index), u8::try_from(most).map_or(Terrain::WALL, Terrain::new));
        }
        Ok(map)
    }

    /// For each cell the dearest of the cells from `first` to `last` columns away in its row.
    fn windows(&self, first: i64, last: i64) -> Vec<u16> {
        let columns = i64::from(self.columns());
        let mut most = Vec::with_capacity(self.cells());
        let mut falling: VecDeque<(i64, u16)> = VecDeque::new();
        for row in self.costs().chunks_exact(columns as usize) {
            let cost = |column: i64| match usize::try_from(column).ok().and_then(|at| row.get(at)) {
                None | Some(0) => BLOCKED,
                Some(&cost) => u16::from(cost),
            };
            falling.clear();
            for right in first..columns + last {
                let entering = cost(right);
                while falling.back().is_some_and(|&(_, cost)| cost <= entering) {
                    falling.pop_back();
                }
                falling.push_back((right, entering));
                let centre = right - last;
                if centre >= 0 {
                    while falling.front().is_some_and(|&(at, _)| at < centre + first) {
                        falling.pop_front();
                    }
                    most.push(falling.front().map_or(BLOCKED, |&(_, cost)| cost));
                }
            }
        }
        most
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;
    use crate::generate::Random;

    #[test]
    fn a_cell_is_open_where_the_body_fits() {
        let mut random = Random::new(11);
        for round in 0..2000 {
            let (rows, columns) = (1 + random.below(9), 1 + random.below(9));
            let costs = (0..rows * columns)
                .map(|_| if random.below(100) < round % 40 { 0 } else { 1 + random.below(3) as u8 })
                .collect();
            let map = Map::from_costs(rows, columns, costs).unwrap();
            let body = if random.below(2) == 0 {
                Body::Square(1 + random.below(5))
            } else {
                Body::Round(f64::from(1 + random.below(30)) / 10.0)
            };
            let fitted = map.for_body(body).unwrap();
            for index in 0..map.cells() {
                let at = map.cell(index);
                let mut dearest = 0;
                for row in -9..19_i64 {
                    for column in -9..19_i64 {
                        let (down, right) =
                            (row - i64::from(at.row), column - i64::from(at.column));
                        let covers = match body {
                            Body::Square(side) => {
                                let (low, high) = (-i64::from((side - 1) / 2), i64::from(side / 2));
                                (low..=high).contains(&down) && (low..=high).contains(&right)
                            }
                            Body::Round(radius) => {
                                // The nearest point of the cell's square.
                                let near = |away: i64| {
                                    (0.0_f64).clamp(away as f64 - 0.5, away as f64 + 0.5)
                                };
                                near(down).powi(2) + near(right).powi(2) < radius * radius
                            }
                        };
                        if covers {
                            let inside = (0..i64::from(rows)).contains(&row)
                                && (0..i64::from(columns)).contains(&column);
                            let cell = Cell::new(row as u32, column as u32);
                            let cost = if inside { map.terrain(cell).cost() } else { 0 };
                            dearest = dearest.max(if cost == 0 { 999 } else { u32::from(cost) });
                        }
                    }
                }
                let expected = if dearest == 999 { 0 } else { dearest };
                assert_eq!(u32::from(fitted.terrain(at).cost()), expected, "{body:?} {at} {map:?}");
            }
        }
    }

    #[test]
    fn bodies_out_of_range_are_refused() {
        let map = Map::open(2, 2).unwrap();
        for body in [Body::Square(0), Body::Square(256), Body::Round(0.0), Body::Round(128.0)] {
            assert!(map.for_body(body).is_err(), "{body:?}");
        }
        assert!(map.for_body(Body::Round(f64::NAN)).is_err());
        assert!(!map.for_body(Body::Square(255)).unwrap().is_open(Cell::new(0, 0)));
    }
}
