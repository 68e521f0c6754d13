//! The look of each cell, for every renderer.

use super::palette::Ink;
use crate::trace::{Touch, Touched};
use crate::{Cell, Problem, Step, WALL};
use std::collections::{HashMap, HashSet};

/// A problem with the things to show on it.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    problem: &'a Problem,
    path: &'a [Cell],
    touched: Option<&'a Touched>,
    /// Ways in and out of each cell of the path, one bit a direction.
    ways: HashMap<usize, u8>,
    stations: HashSet<usize>,
    /// One bit a cell: whether path or station may be there. Most cells of a large map need no more
    /// than this.
    special: Vec<u64>,
}

/// A sign in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    None,
    /// A station.
    Station,
    /// The start.
    Start,
    /// The goal.
    Goal,
}

/// The look of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its ground.
    pub ground: Ink,
    /// The sign on it.
    pub shape: Shape,
    /// The directions in which the path leaves or enters, bit n for `Step::ALL[n]`; zero off the
    /// path.
    pub ways: u8,
    /// Whether the path goes through it.
    pub on_path: bool,
}

impl<'a> Scene<'a> {
    /// A scene; `path` may be empty. Cells of the path that lie off the map are ignored.
    #[must_use]
    pub fn new(problem: &'a Problem, path: &'a [Cell], touched: Option<&'a Touched>) -> Self {
        let map = problem.map();
        let mut ways = HashMap::new();
        for &cell in path.iter().filter(|&&cell| map.contains(cell)) {
            ways.entry(map.index(cell)).or_insert(0);
        }
        for pair in path.windows(2) {
            for (from, to) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                let step = Step::ALL.into_iter().position(|step| from.step(step) == Some(to));
                if let (Some(step), true) = (step, map.contains(from)) {
                    *ways.entry(map.index(from)).or_insert(0) |= 1 << step;
                }
            }
        }
        let stations = problem.supply().into_iter().flat_map(|supply| &supply.stations);
        let stations: HashSet<usize> = stations.map(|station| map.index(station.cell)).collect();
        let mut special = vec![0; map.cells().div_ceil(64)];
        for &index in ways.keys().chain(&stations) {
            special[index / 64] |= 1 << (index % 64);
        }
        Self { problem, path, touched, ways, stations, special }
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &'a Problem {
        self.problem
    }

    /// The path's cells.
    #[must_use]
    pub fn path(&self) -> &'a [Cell] {
        self.path
    }

    /// Whether it shows what a search touched.
    #[must_use]
    pub fn has_touched(&self) -> bool {
        self.touched.is_some()
    }

    /// The look of this cell, which must lie on the map.
    #[must_use]
    pub fn look(&self, cell: Cell) -> Look {
        let index = self.problem.map().index(cell);
        let special = self.special[index / 64] >> (index % 64) & 1 == 1;
        let way = if special { self.ways.get(&index) } else { None };
        Look {
            ground: self.ground(index),
            shape: self.shape(cell, index, special),
            ways: way.copied().unwrap_or(0),
            on_path: way.is_some(),
        }
    }

    /// The one ink that says most about a cell: for pictures too small for shapes.
    #[must_use]
    pub fn ink(&self, cell: Cell) -> Ink {
        let look = self.look(cell);
        match look.shape {
            Shape::Start => Ink::Start,
            Shape::Goal => Ink::Goal,
            _ if look.on_path => Ink::Path,
            Shape::Station => Ink::Station,
            Shape::None => look.ground,
        }
    }

    /// The ink of a rectangle of cells, `rows` × `columns` from `corner`, that becomes a single
    /// point: what matters most in it, or wall if walls are at least half of it.
    #[must_use]
    pub fn ink_of_block(&self, corner: Cell, rows: u32, columns: u32) -> Ink {
        let map = self.problem.map();
        let (mut walls, mut all) = (0_u32, 0_u32);
        let mut best = Ink::Ground;
        for row in corner.row..corner.row.saturating_add(rows).min(map.rows()) {
            for column in corner.column..corner.column.saturating_add(columns).min(map.columns()) {
                let ink = self.ink(Cell::new(row, column));
                all += 1;
                walls += u32::from(ink == Ink::Wall);
                if weight(ink) > weight(best) {
                    best = ink;
                }
            }
        }
        if weight(best) < weight(Ink::Path) && walls * 2 >= all.max(1) { Ink::Wall } else { best }
    }

    fn ground(&self, index: usize) -> Ink {
        let terrain = self.problem.map().costs()[index];
        let touch = self.touched.map_or(Touch::Untouched, |touched| touched.marks()[index]);
        match (terrain, touch) {
            (WALL, Touch::Unseen) => Ink::Unseen,
            (_, Touch::Unseen) => Ink::Ground,
            (WALL, _) => Ink::Wall,
            (_, Touch::Frontier) => Ink::Frontier,
            (_, Touch::Expanded) => Ink::Expanded,
            (_, Touch::DeadEnd) => Ink::DeadEnd,
            (1, Touch::Earlier) => Ink::Earlier,
            (1, Touch::Untouched) => Ink::Ground,
            (2..=3, _) => Ink::Rough,
            _ => Ink::Heavy,
        }
    }

    fn shape(&self, cell: Cell, index: usize, special: bool) -> Shape {
        if cell == self.problem.start() {
            Shape::Start
        } else if cell == self.problem.goal() {
            Shape::Goal
        } else if special && self.stations.contains(&index) {
            Shape::Station
        } else {
            Shape::None
        }
    }
}

/// Which ink wins when many cells share a point.
fn weight(ink: Ink) -> u8 {
    match ink {
        Ink::Start | Ink::Goal => 9,
        Ink::Path => 8,
        Ink::Station => 5,
        Ink::DeadEnd => 4,
        Ink::Frontier => 3,
        Ink::Expanded => 2,
        Ink::Earlier | Ink::Rough | Ink::Heavy => 1,
        Ink::Ground | Ink::Wall | Ink::Unseen | Ink::Line | Ink::Sign => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Map;

    #[test]
    fn a_cell_shows_ways_and_shapes() {
        let mut map = Map::open(2, 3).expect("small");
        map.set(Cell::new(1, 1), crate::Terrain::WALL);
        let problem = Problem::new(map, Cell::new(0, 0), Cell::new(1, 2)).expect("open");
        let path = [(0, 0), (0, 1), (0, 2), (1, 2)].map(|(row, column)| Cell::new(row, column));
        let scene = Scene::new(&problem, &path, None);
        let corner = scene.look(Cell::new(0, 2));
        assert_eq!(corner.ways, 1 << 1 | 1 << 2, "left and down");
        assert_eq!(scene.look(Cell::new(0, 0)).shape, Shape::Start);
        assert_eq!(scene.ink(Cell::new(1, 1)), Ink::Wall);
        assert_eq!(scene.ink(Cell::new(0, 1)), Ink::Path);
        assert_eq!(
            scene.ink_of_block(Cell::new(0, 1), 9, 9),
            Ink::Goal,
            "blocks end at the map's edge"
        );
    }
}
