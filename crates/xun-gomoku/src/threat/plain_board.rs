//! The verifier's board: stones, and rows counted stone by stone. It shares no pattern or table
//! with the other boards.

use crate::rules::{Board, Colour, Point, Rule, Size};

/// Every five points in a row that the board has, and how many stones of either colour stand on
/// them, counted stone by stone. A five fills one of them.
struct Windows {
    /// By point, the windows that it lies in.
    of_point: Vec<Vec<usize>>,
    points: Vec<[Point; 5]>,
    counts: Vec<[u8; 2]>,
    /// Windows with four stones of a colour and nothing else.
    fours: [Vec<usize>; 2],
}

impl Windows {
    fn new(size: Size) -> Self {
        let mut windows = Self {
            of_point: vec![Vec::new(); size.area()],
            points: Vec::new(),
            counts: Vec::new(),
            fours: [vec![], vec![]],
        };
        for start in size.points() {
            for (dx, dy) in WAYS {
                let at = |steps: i32| {
                    let (x, y) =
                        (i32::from(start.x()) + steps * dx, i32::from(start.y()) + steps * dy);
                    size.point(u32::try_from(x).ok()?, u32::try_from(y).ok()?)
                };
                // If the last point is on the board, all are.
                if at(4).is_none() {
                    continue;
                }
                let row = [0, 1, 2, 3, 4].map(|steps| at(steps).unwrap_or(start));
                for point in row {
                    windows.of_point[number(size, point)].push(windows.points.len());
                }
                windows.points.push(row);
                windows.counts.push([0; 2]);
            }
        }
        windows
    }

    /// A stone of this colour comes to a point or goes from it.
    fn count(&mut self, point: usize, colour: Colour, comes: bool) {
        for &window in &self.of_point[point] {
            let before = four_of(self.counts[window]);
            let count = &mut self.counts[window][colour as usize];
            *count = if comes { *count + 1 } else { count.saturating_sub(1) };
            let after = four_of(self.counts[window]);
            if before != after {
                if let Some(colour) = before {
                    self.fours[colour as usize].retain(|&other| other != window);
                }
                if let Some(colour) = after {
                    self.fours[colour as usize].push(window);
                }
            }
        }
    }
}

fn four_of(counts: [u8; 2]) -> Option<Colour> {
    match counts {
        [4, 0] => Some(Colour::Black),
        [0, 4] => Some(Colour::White),
        _ => None,
    }
}

/// A point's number, row by row.
fn number(size: Size, point: Point) -> usize {
    usize::from(point.y()) * usize::from(size.width()) + usize::from(point.x())
}

/// Stones and the rules of rows; nothing else.
pub(super) struct PlainBoard {
    size: Size,
    rule: Rule,
    stones: Vec<Option<Colour>>,
    windows: Windows,
    /// Whether black has forbidden points.
    black: bool,
}

const WAYS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl PlainBoard {
    /// A board with the stones of another, and none of its patterns.
    pub(super) fn new(board: &Board) -> Self {
        let size = board.size();
        let mut plain = Self {
            size,
            rule: board.rule(),
            stones: vec![None; size.area()],
            windows: Windows::new(size),
            black: board.rule().forbids(Colour::Black),
        };
        for point in size.points() {
            if let Some(colour) = board.stone(point) {
                plain.put(point, Some(colour));
            }
        }
        plain
    }

    /// The stones, row by row.
    pub(super) fn stones(&self) -> &[Option<Colour>] {
        &self.stones
    }

    pub(super) fn is_caro(&self) -> bool {
        self.rule.is_caro()
    }

    pub(super) fn put(&mut self, point: Point, stone: Option<Colour>) {
        let index = number(self.size, point);
        if let Some(colour) = self.stones[index] {
            self.windows.count(index, colour, false);
        }
        if let Some(colour) = stone {
            self.windows.count(index, colour, true);
        }
        self.stones[index] = stone;
    }

    fn at(&self, x: i32, y: i32) -> Option<Colour> {
        let point = self.size.point(u32::try_from(x).ok()?, u32::try_from(y).ok()?)?;
        self.stones[number(self.size, point)]
    }

    fn is_empty(&self, x: i32, y: i32) -> bool {
        let inside = u32::try_from(x)
            .ok()
            .zip(u32::try_from(y).ok())
            .is_some_and(|(x, y)| self.size.contains(x, y));
        inside && self.at(x, y).is_none()
    }

    /// The row through a stone: its length, and the places just beyond its ends.
    fn row(&self, point: Point, colour: Colour, (dx, dy): (i32, i32)) -> (i32, [(i32, i32); 2]) {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        let mut length = 1;
        let ends = [1, -1].map(|sign| {
            let mut steps = 1;
            while self.at(x + sign * steps * dx, y + sign * steps * dy) == Some(colour) {
                steps += 1;
                length += 1;
            }
            (x + sign * steps * dx, y + sign * steps * dy)
        });
        (length, ends)
    }

    /// Whether a stone at the point makes five, whether it stands there already or not.
    pub(super) fn has_five_through(&self, point: Point, colour: Colour) -> bool {
        WAYS.into_iter().any(|way| {
            let (length, ends) = self.row(point, colour, way);
            let blocked_twice = || ends.iter().all(|&(x, y)| self.at(x, y) == Some(!colour));
            match (self.rule, colour) {
                (Rule::Freestyle, _) | (Rule::Renju, Colour::White) => length >= 5,
                (Rule::Standard, _) | (Rule::Renju, Colour::Black) => length == 5,
                (Rule::Caro, _) => length > 5 || (length == 5 && !blocked_twice()),
                (Rule::CaroExact, _) => length == 5 && !blocked_twice(),
            }
        })
    }

    pub(super) fn empty_points(&self) -> Vec<Point> {
        self.size
            .points()
            .filter(|point| self.is_empty(point.x().into(), point.y().into()))
            .collect()
    }

    pub(super) fn five_points(&self, colour: Colour) -> Vec<Point> {
        let mut found: Vec<Point> = self.windows.fours[colour as usize]
            .iter()
            .flat_map(|&window| self.windows.points[window])
            .filter(|point| self.stones[number(self.size, *point)].is_none())
            .collect();
        found.sort_unstable();
        found.dedup();
        found.retain(|&point| self.has_five_through(point, colour));
        found
    }

    pub(super) fn may_play(&mut self, point: Point, colour: Colour) -> bool {
        self.is_empty(point.x().into(), point.y().into())
            && !(self.black && colour == Colour::Black && self.is_forbidden(point))
    }

    /// A stone that is only thought of: rows see it, the windows do not.
    fn assume(&mut self, point: Point, stone: Option<Colour>) {
        let index = number(self.size, point);
        self.stones[index] = stone;
    }

    /// Black's forbidden points, word for word: see `rules::forbidden`.
    fn is_forbidden(&mut self, point: Point) -> bool {
        // The least that is forbidden, two threes, takes four other stones on the lines through the
        // point.
        if self.black_stones_near(point) < 4 || self.has_five_through(point, Colour::Black) {
            return false;
        }
        self.assume(point, Some(Colour::Black));
        let (mut overline, mut fours, mut threes) = (false, 0, 0);
        for way in WAYS {
            let (length, _) = self.row(point, Colour::Black, way);
            overline |= length > 5;
            let fives = self.fives_on(point, way);
            fours += if length == 4 { fives.len().min(1) } else { fives.len() };
            if fives.is_empty() && !overline {
                threes += usize::from(self.is_three(point, way));
            }
        }
        self.assume(point, None);
        overline || fours > 1 || threes > 1
    }

    fn black_stones_near(&self, point: Point) -> usize {
        let (x, y) = (i32::from(point.x()), i32::from(point.y()));
        WAYS.into_iter()
            .flat_map(|(dx, dy)| (-5..=5).map(move |steps| (x + steps * dx, y + steps * dy)))
            .filter(|&(x, y)| self.at(x, y) == Some(Colour::Black))
            .count()
    }

    fn near(&self, point: Point, (dx, dy): (i32, i32)) -> Vec<Point> {
        (-4..=4)
            .filter_map(|steps: i32| {
                let (x, y) = (i32::from(point.x()) + steps * dx, i32::from(point.y()) + steps * dy);
                self.is_empty(x, y).then(|| self.size.point(x as u32, y as u32))?
            })
            .collect()
    }

    /// Points of this line that make exactly five through black's stone.
    fn fives_on(&mut self, point: Point, way: (i32, i32)) -> Vec<Point> {
        let mut found = Vec::new();
        for other in self.near(point, way) {
            self.assume(other, Some(Colour::Black));
            if self.row(point, Colour::Black, way).0 == 5 {
                found.push(other);
            }
            self.assume(other, None);
        }
        found
    }

    fn is_three(&mut self, point: Point, way: (i32, i32)) -> bool {
        self.near(point, way).into_iter().any(|other| {
            if self.has_five_through(other, Colour::Black) {
                return false;
            }
            self.assume(other, Some(Colour::Black));
            let straight =
                self.row(point, Colour::Black, way).0 == 4 && self.fives_on(point, way).len() == 2;
            self.assume(other, None);
            straight && !self.is_forbidden(other)
        })
    }
}
