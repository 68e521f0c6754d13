//! Small problems of every family, from a seed.

use xun_grid::generate::{self, Kind, Recipe};
use xun_grid::{Cell, Map, Problem, Station, Supply, Terrain};

/// The generators' random numbers, as the drawings here ask for them.
pub(crate) struct Random(generate::Random);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(generate::Random::new(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number from `from` to `to`, both included.
    pub(crate) fn range(&mut self, from: u32, to: u32) -> u32 {
        from + (self.next() % u64::from(to - from + 1)) as u32
    }

    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.range(0, 99) < percent
    }
}

/// A grid to draw a problem on.
struct Canvas {
    map: Map,
    stations: Vec<Cell>,
}

impl Canvas {
    fn open(rows: u32, columns: u32) -> Self {
        Self { map: Map::open(rows, columns).unwrap(), stations: Vec::new() }
    }

    fn solid(rows: u32, columns: u32) -> Self {
        let map = Map::from_costs(rows, columns, vec![0; (rows * columns) as usize]).unwrap();
        Self { map, stations: Vec::new() }
    }

    fn dig(&mut self, row: u32, column: u32) {
        self.map.set(Cell::new(row, column), Terrain::PLAIN);
    }

    fn station(&mut self, row: u32, column: u32) {
        self.dig(row, column);
        self.stations.push(Cell::new(row, column));
    }

    fn problem(mut self, start: (u32, u32), goal: (u32, u32), tank: u32) -> Problem {
        self.dig(start.0, start.1);
        self.dig(goal.0, goal.1);
        let stations = self.stations.iter().map(|&cell| Station { cell, price: 0 }).collect();
        let [start, goal] = [start, goal].map(|(row, column)| Cell::new(row, column));
        Problem::with_supply(self.map, start, goal, Some(Supply { tank, stations })).unwrap()
    }
}

/// Walls and stations anywhere, any tank.
pub(crate) fn random(random: &mut Random) -> Problem {
    let (rows, columns) = (random.range(1, 12), random.range(1, 12));
    let (walls, stations) = (random.range(0, 45), random.range(0, 25));
    let mut canvas = Canvas::open(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            if random.chance(walls) {
                canvas.map.set(Cell::new(row, column), Terrain::WALL);
            } else if random.chance(stations) {
                canvas.station(row, column);
            }
        }
    }
    let start = (random.range(0, rows - 1), random.range(0, columns - 1));
    let goal = (random.range(0, rows - 1), random.range(0, columns - 1));
    let tank = random.range(0, 14);
    canvas.problem(start, goal, tank)
}

/// Larger maps, where a way goes over many stations.
pub(crate) fn wide(random: &mut Random) -> Problem {
    let (rows, columns) = (random.range(15, 40), random.range(15, 40));
    let (walls, every) = (random.range(0, 30), random.range(10, 60));
    let mut canvas = Canvas::open(rows, columns);
    for row in 0..rows {
        for column in 0..columns {
            if random.chance(walls) {
                canvas.map.set(Cell::new(row, column), Terrain::WALL);
            } else if random.range(1, every) == 1 {
                canvas.station(row, column);
            }
        }
    }
    let start = (random.range(0, 4), random.range(0, 4));
    let goal = (rows - 1 - random.range(0, 4), columns - 1 - random.range(0, 4));
    let tank = random.range(6, 18);
    canvas.problem(start, goal, tank)
}

/// A problem of the crate's own generator, with its tank or one near it.
pub(crate) fn generated(kind: Kind, random: &mut Random) -> Problem {
    let mut recipe = Recipe {
        kind,
        rows: random.range(3, 10),
        columns: random.range(8, 24),
        seed: random.next(),
        spacing: random.range(2, 9),
        ..Recipe::default()
    };
    let problem = generate::generate(&recipe).unwrap();
    let tank = problem.supply().unwrap().tank;
    let other = (tank + random.range(0, 4)).saturating_sub(1);
    recipe.tank = Some(other);
    if random.chance(50) { problem } else { generate::generate(&recipe).unwrap() }
}

/// A spine with teeth, stations at the ends of some.
pub(crate) fn comb(random: &mut Random) -> Problem {
    let teeth = random.range(1, 7);
    let depth = random.range(1, 6);
    let mut canvas = Canvas::solid(depth + 1, teeth * 2 + 1);
    for column in 0..=teeth * 2 {
        canvas.dig(0, column);
    }
    for tooth in 0..teeth {
        let length = random.range(0, depth);
        for row in 0..=length {
            canvas.dig(row, tooth * 2 + 1);
        }
        if length > 0 && random.chance(80) {
            canvas.station(length, tooth * 2 + 1);
        }
    }
    let tank = random.range(1, depth * 2 + 4);
    canvas.problem((0, 0), (0, teeth * 2), tank)
}

/// A corridor whose every rung offers more supply for more steps, from one end or the other or
/// both.
pub(crate) fn ladder(random: &mut Random) -> Problem {
    let rungs = random.range(1, 5);
    let (corridor, tail) = (random.range(0, 12), random.range(0, 8));
    let columns = 2 + rungs * 2 + corridor + tail;
    let rows = rungs + 3;
    let mut canvas = Canvas::solid(rows, columns);
    for column in 0..columns {
        canvas.dig(0, column);
    }
    for rung in 0..rungs {
        let column = 1 + rung * 2;
        for row in 0..=rung + 1 {
            canvas.dig(row, column);
        }
        canvas.station(rung + 1 + u32::from(random.chance(30)), column);
    }
    for _ in 0..random.range(0, 3) {
        canvas.station(random.range(1, rows - 1), random.range(columns / 2, columns - 1));
        canvas.dig(1, random.range(0, columns - 1));
    }
    let tank = random.range(1, corridor + tail + rungs + 4);
    let ends = ((0, 0), (0, columns - 1));
    if random.chance(50) {
        canvas.problem(ends.0, ends.1, tank)
    } else {
        canvas.problem(ends.1, ends.0, tank)
    }
}

/// Stations that lie nearer to the goal than what leads on.
pub(crate) fn dead_end_station(random: &mut Random) -> Problem {
    let (rows, columns) = (random.range(3, 9), random.range(5, 12));
    let mut canvas = Canvas::open(rows, columns);
    let wall = random.range(2, columns - 3);
    let gap = random.range(0, rows - 1);
    for row in 0..rows {
        if row != gap {
            canvas.map.set(Cell::new(row, wall), Terrain::WALL);
        }
    }
    canvas.station(random.range(0, rows - 1), wall - 1);
    for _ in 0..random.range(0, 3) {
        canvas.station(random.range(0, rows - 1), random.range(0, wall - 1));
    }
    if random.chance(60) {
        canvas.station(gap, wall);
    }
    let start = (random.range(0, rows - 1), 0);
    let goal = (random.range(0, rows - 1), columns - 1);
    let tank = random.range(columns / 3, columns + rows);
    canvas.problem(start, goal, tank)
}

/// A winding corridor with stations whose tank is exact, or one unit too small.
pub(crate) fn corridor_by_one(random: &mut Random) -> Problem {
    let (rows, columns) = (random.range(1, 4) * 2 - 1, random.range(2, 9));
    let mut canvas = Canvas::solid(rows, columns);
    let mut path = Vec::new();
    for row in 0..rows {
        let turn = if row / 2 % 2 == 0 { columns - 1 } else { 0 };
        for column in 0..columns {
            if row % 2 == 0 {
                path.push((row, if row / 2 % 2 == 0 { column } else { columns - 1 - column }));
            } else if column == turn {
                path.push((row, column));
            }
        }
    }
    for &(row, column) in &path {
        canvas.dig(row, column);
    }
    let last = path.len() - 1;
    let (mut since, mut longest) = (0, 0);
    for (index, &(row, column)) in path.iter().enumerate().skip(1) {
        since += 1;
        longest = longest.max(since);
        if index < last && random.chance(20) {
            canvas.station(row, column);
            since = 0;
        }
    }
    let tank = longest - u32::from(random.chance(50));
    canvas.problem(path[0], path[last], tank)
}
