//! Paths at any angle against a visibility graph over all corners, made by looking at every wall
//! for every pair of points: 8,000 random maps.

use xun_grid::any_angle::{AngleMethod, AngleSearcher, Point, Polyline, line_of_sight, smooth};
use xun_grid::{Cell, Finding, Limits, Map, Moves, Options, QueryError, Searcher, Silent};

struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % below
    }
}

/// A point in doubled coordinates: corners are even, centres odd.
type Doubled = (i64, i64);

fn is_wall(map: &Map, row: i64, column: i64) -> bool {
    row < 0 || column < 0 || !map.is_open(Cell::new(row as u32, column as u32))
}

/// Whether two walls meet only at this corner.
fn is_pinched(map: &Map, (x, y): Doubled) -> bool {
    let (row, column) = (y / 2, x / 2);
    let above = [is_wall(map, row - 1, column - 1), is_wall(map, row - 1, column)];
    let below = [is_wall(map, row, column - 1), is_wall(map, row, column)];
    matches!((above, below), ([true, false], [false, true]) | ([false, true], [true, false]))
}

/// Whether the line between two points passes through no wall: looks at each wall on its own.
/// With `clear` it may not even touch one.
fn sees(map: &Map, one: Doubled, two: Doubled, clear: bool) -> bool {
    let (low_x, high_x) = (one.0.min(two.0), one.0.max(two.0));
    let (low_y, high_y) = (one.1.min(two.1), one.1.max(two.1));
    let side =
        |x: i64, y: i64| ((two.0 - one.0) * (y - one.1) - (two.1 - one.1) * (x - one.0)).signum();
    for row in -1..=i64::from(map.rows()) {
        for column in -1..=i64::from(map.columns()) {
            if !is_wall(map, row, column) {
                continue;
            }
            let (x, y) = (2 * column, 2 * row);
            let sides = [side(x, y), side(x + 2, y), side(x, y + 2), side(x + 2, y + 2)];
            let (least, most) = (*sides.iter().min().unwrap(), *sides.iter().max().unwrap());
            let apart = if clear {
                high_x < x || low_x > x + 2 || high_y < y || low_y > y + 2 || least > 0 || most < 0
            } else {
                high_x <= x
                    || low_x >= x + 2
                    || high_y <= y
                    || low_y >= y + 2
                    || least >= 0
                    || most <= 0
            };
            if !apart {
                return false;
            }
        }
    }
    // Pinched corners on the way.
    for x in (0..=2 * i64::from(map.columns())).step_by(2) {
        for y in (0..=2 * i64::from(map.rows())).step_by(2) {
            let on =
                (low_x..=high_x).contains(&x) && (low_y..=high_y).contains(&y) && side(x, y) == 0;
            if on && (x, y) != one && (x, y) != two && is_pinched(map, (x, y)) {
                return false;
            }
        }
    }
    // Along an edge between two walls there is no room.
    if low_y == high_y && low_y % 2 == 0 {
        let row = low_y / 2;
        return (low_x / 2..high_x / 2)
            .all(|column| !is_wall(map, row - 1, column) || !is_wall(map, row, column));
    }
    if low_x == high_x && low_x % 2 == 0 {
        let column = low_x / 2;
        return (low_y / 2..high_y / 2)
            .all(|row| !is_wall(map, row, column - 1) || !is_wall(map, row, column));
    }
    true
}

fn centre(cell: Cell) -> Doubled {
    (2 * i64::from(cell.column) + 1, 2 * i64::from(cell.row) + 1)
}

fn distance(one: Doubled, two: Doubled) -> f64 {
    ((one.0 - two.0) as f64).hypot((one.1 - two.1) as f64) / 2.0
}

/// The length of a shortest path over the visibility graph of all corners.
fn shortest(map: &Map, start: Cell, goal: Cell) -> Option<f64> {
    let mut points = vec![centre(start), centre(goal)];
    for x in 0..=i64::from(map.columns()) {
        for y in 0..=i64::from(map.rows()) {
            if !is_pinched(map, (2 * x, 2 * y)) {
                points.push((2 * x, 2 * y));
            }
        }
    }
    let mut lengths = vec![f64::INFINITY; points.len()];
    let mut done = vec![false; points.len()];
    lengths[0] = 0.0;
    loop {
        let waiting = (0..points.len()).filter(|&at| !done[at] && lengths[at].is_finite());
        let at = waiting.min_by(|&one, &two| lengths[one].total_cmp(&lengths[two]))?;
        if at == 1 {
            return Some(lengths[1]);
        }
        done[at] = true;
        for to in 0..points.len() {
            let length = lengths[at] + distance(points[at], points[to]);
            if !done[to] && length < lengths[to] && sees(map, points[at], points[to], false) {
                lengths[to] = length;
            }
        }
    }
}

fn doubled(point: Point) -> Doubled {
    ((point.column * 2.0) as i64 + 1, (point.row * 2.0) as i64 + 1)
}

fn assert_is_line(map: &Map, start: Cell, goal: Cell, line: &Polyline) {
    let points: Vec<Doubled> = line.points.iter().copied().map(doubled).collect();
    assert_eq!((points[0], points[points.len() - 1]), (centre(start), centre(goal)));
    let mut length = 0.0;
    for pair in points.windows(2) {
        assert!(sees(map, pair[0], pair[1], false), "{pair:?} {map:?}");
        length += distance(pair[0], pair[1]);
    }
    assert!((length - line.length).abs() < 1e-9);
}

fn each_map(seed: u64, maps: usize, most: u64, mut test: impl FnMut(&Map, Cell, Cell)) {
    let mut numbers = Numbers(0x5EED_0000_0000 + seed);
    for _ in 0..maps {
        let (rows, columns) = (1 + numbers.next(most) as u32, 1 + numbers.next(most) as u32);
        let density = numbers.next(55);
        let costs: Vec<u8> =
            (0..rows * columns).map(|_| u8::from(numbers.next(100) >= density)).collect();
        let map = Map::from_costs(rows, columns, costs).unwrap();
        let open: Vec<Cell> =
            (0..map.cells()).map(|at| map.cell(at)).filter(|&cell| map.is_open(cell)).collect();
        if open.is_empty() {
            continue;
        }
        let mut pick = || open[numbers.next(open.len() as u64) as usize];
        let (start, goal) = (pick(), pick());
        test(&map, start, goal);
    }
}

fn compare(map: &Map, start: Cell, goal: Cell) {
    let mut searcher = AngleSearcher::new(map).unwrap();
    let none = Limits::default();
    let exact = searcher.search(start, goal, AngleMethod::Anya, &none).unwrap();
    let theta = searcher.search(start, goal, AngleMethod::Theta, &none).unwrap();
    let about = || format!("{start} to {goal} {map:?}");
    let Some(expected) = shortest(map, start, goal) else {
        assert_eq!(exact.finding, Finding::Impossible, "{}", about());
        assert_eq!(theta.finding, Finding::Impossible, "{}", about());
        return;
    };
    let line = exact.found().unwrap_or_else(|| panic!("no path: {}", about()));
    assert!((line.length - expected).abs() < 1e-9, "{} not {expected}: {}", line.length, about());
    assert_is_line(map, start, goal, line);
    let line = theta.found().unwrap_or_else(|| panic!("no path: {}", about()));
    assert!(line.length >= expected - 1e-9, "{}", about());
    assert_is_line(map, start, goal, line);
}

#[test]
fn the_shortest_line_is_that_of_the_visibility_graph() {
    each_map(1, 7_000, 6, compare);
    each_map(2, 1_000, 10, compare);
}

#[test]
fn a_searcher_answers_many_queries_alike() {
    each_map(3, 200, 9, |map, _, goal| {
        let mut kept = AngleSearcher::new(map).unwrap();
        for index in (0..map.cells()).step_by(3) {
            let start = map.cell(index);
            if !map.is_open(start) {
                continue;
            }
            for method in [AngleMethod::Anya, AngleMethod::Theta] {
                let mut fresh = AngleSearcher::new(map).unwrap();
                let one = kept.search(start, goal, method, &Limits::default()).unwrap();
                let two = fresh.search(start, goal, method, &Limits::default()).unwrap();
                assert_eq!(one.finding, two.finding);
            }
        }
    });
}

#[test]
fn lines_of_sight_are_those_of_the_reference() {
    each_map(4, 20_000, 9, |map, one, two| {
        let expected = sees(map, centre(one), centre(two), false);
        assert_eq!(line_of_sight(map, one, two), expected, "{one} {two} {map:?}");
        assert_eq!(line_of_sight(map, two, one), expected, "{two} {one} {map:?}");
    });
}

#[test]
fn smoothing_shortens_and_never_touches_a_wall() {
    let mut straightened = 0;
    each_map(5, 4_000, 9, |map, start, goal| {
        let options = Options { moves: Moves::Eight, ..Options::default() };
        let mut searcher = Searcher::new(map);
        let answer =
            searcher.search(start, goal, &options, &Limits::default(), &mut Silent).unwrap();
        let Some(path) = answer.path() else { return };
        let line = smooth(map, path).unwrap();
        assert_is_line(map, start, goal, &line);
        assert!(line.length <= path.cost + 1e-9);
        straightened += usize::from(line.length < path.cost - 1e-9);
        let points: Vec<Doubled> = line.points.iter().copied().map(doubled).collect();
        for pair in points.windows(2) {
            // The map's edge and the walls are half a cell away at least, diagonals included.
            assert!(sees(map, pair[0], pair[1], true), "{pair:?} {map:?}");
        }
    });
    assert!(straightened > 500, "{straightened}");
}

#[test]
fn weighted_ground_walls_and_limits() {
    let weighted = Map::from_costs(1, 3, vec![1, 5, 1]).unwrap();
    assert_eq!(AngleSearcher::new(&weighted).unwrap_err(), QueryError::WeightedTerrain);
    let map = Map::from_costs(1, 3, vec![1, 0, 1]).unwrap();
    let mut searcher = AngleSearcher::new(&map).unwrap();
    let (left, wall, right) = (Cell::new(0, 0), Cell::new(0, 1), Cell::new(0, 2));
    let none = Limits::default();
    assert!(searcher.search(left, wall, AngleMethod::Anya, &none).is_err());
    assert!(searcher.search(Cell::new(1, 0), left, AngleMethod::Theta, &none).is_err());
    let few = Limits { expansions: Some(0), ..none };
    for method in AngleMethod::ALL {
        let reply = searcher.search(left, right, *method, &few).unwrap();
        assert_eq!(reply.finding, Finding::Stopped);
    }
}
