//! The shortest path at any angle, after Anya (Harabor, Grastien, Öz and Aksakalli 2016).
//!
//! A shortest path is straight but for turns at corners of walls. The search is A\* over two kinds
//! of nodes: a *turn* is such a corner with the length of the path so far; a *cone* is a part of a
//! horizontal grid line seen from a turn (its root). Expanding a cone offers the turns on its line
//! and hands the view on, through each run of open cells, to the next line. Expanding a turn begins
//! the one cone into which a path that comes from the turn's parent may bend round its wall; it
//! lies in one quadrant. A cone's estimate is the shortest way from its root over its line to the
//! goal without regard to walls, so nothing is looked at that lies farther away than the goal.
//!
//! Both ends of a cone are rays from the root through corners, kept as whole numbers: which corners
//! are seen is decided exactly. Only lengths are floating point.

use super::ground::Ground;
use super::{Found, Point, Polyline, euclidean};
use crate::search::LimitCheck;
use crate::{Cell, Event, Finding, Limits, Observer, Statistics};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A ray from a root: columns to the right for so many rows away, in doubled coordinates. Rows are
/// positive.
#[derive(Clone, Copy, Debug)]
struct Ray {
    right: i32,
    away: i32,
}

impl Ray {
    fn new(right: i64, away: i64) -> Self {
        Self { right: right as i32, away: away as i32 }
    }

    /// Which of two rays lies farther to the left.
    fn order(self, other: Self) -> Ordering {
        let (one, two) = (i64::from(self.right), i64::from(other.right));
        (one * i64::from(other.away)).cmp(&(two * i64::from(self.away)))
    }

    fn leftmost(self, other: Self) -> Self {
        if other.order(self) == Ordering::Less { other } else { self }
    }

    fn rightmost(self, other: Self) -> Self {
        if other.order(self) == Ordering::Greater { other } else { self }
    }

    fn is_between(self, (left, right): (Self, Self)) -> bool {
        self.order(left) != Ordering::Less && self.order(right) != Ordering::Greater
    }

    /// The place where it crosses a line, as a fraction.
    fn crossing(self, root: i64, rows: i64) -> (i64, i64) {
        let away = i64::from(self.away);
        (root * away + i64::from(self.right) * rows, away)
    }
}

/// A part of a horizontal line, seen from a root.
#[derive(Clone, Copy, Debug)]
struct Cone {
    root: u32,
    /// The grid line: above the row of this number.
    line: u32,
    left: Ray,
    right: Ray,
    /// Whether the view goes to higher rows.
    down: bool,
}

/// A node on the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Goal,
    Turn(u32),
    Cone(u32),
}

/// The path to a corner.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    length: f64,
    parent: u32,
    /// Twice the query's number, and one more for expanded corners.
    stamp: u32,
}

/// Records of all corners, cones and open list.
#[derive(Debug)]
pub(super) struct Workspace {
    /// By corner; the two after the last are start and goal.
    records: Vec<Record>,
    stamp: u32,
    cones: Vec<Cone>,
    open: BinaryHeap<Reverse<(u64, Node)>>,
}

impl Workspace {
    pub(super) fn new(ground: &Ground) -> Self {
        let corners = (ground.rows() + 1) * (ground.columns() + 1);
        let records = vec![Record::default(); corners as usize + 2];
        Self { records, stamp: 0, cones: Vec::new(), open: BinaryHeap::new() }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.records.len() * size_of::<Record>()
            + self.cones.capacity() * size_of::<Cone>()
            + self.open.capacity() * size_of::<(u64, Node)>()) as u64
    }

    fn begin(&mut self) {
        self.stamp = self.stamp.wrapping_add(2);
        if self.stamp == 0 {
            self.records.fill(Record::default());
            self.stamp = 2;
        }
        self.cones.clear();
        self.open.clear();
    }
}

/// Searches.
pub(super) fn run(
    ground: &Ground,
    work: &mut Workspace,
    (start, goal): (Cell, Cell),
    (limits, statistics, observer): (&Limits<'_>, &mut Statistics, &mut dyn Observer),
) -> Found {
    work.begin();
    let centre = |cell: Cell| (2 * i64::from(cell.column) + 1, 2 * i64::from(cell.row) + 1);
    let last = work.records.len() as u32;
    let mut search = Search {
        ground,
        work,
        start: centre(start),
        goal: centre(goal),
        goal_cell: (i64::from(goal.row), i64::from(goal.column)),
        start_root: last - 2,
        goal_root: last - 1,
        generated: 0,
    };
    let found = search.run((start, goal), limits, statistics, observer);
    statistics.generated = search.generated;
    found
}

struct Search<'a> {
    ground: &'a Ground,
    work: &'a mut Workspace,
    start: (i64, i64),
    goal: (i64, i64),
    goal_cell: (i64, i64),
    start_root: u32,
    goal_root: u32,
    generated: u64,
}

impl Search<'_> {
    fn run(
        &mut self,
        ends: (Cell, Cell),
        limits: &Limits<'_>,
        statistics: &mut Statistics,
        observer: &mut dyn Observer,
    ) -> Found {
        let (start, goal) = ends;
        if start == goal {
            return Finding::Found(Polyline::of(&[self.start]));
        }
        let mut limit = LimitCheck::new(*limits);
        self.begin(start);
        while let Some(Reverse((_, node))) = self.work.open.pop() {
            if limit.is_reached(statistics.expanded) {
                return Finding::Stopped;
            }
            statistics.expanded += 1;
            match node {
                Node::Goal => {
                    let g = self.work.records[self.goal_root as usize].length / 2.0;
                    observer.event(Event::Found { cell: goal, g });
                    return Finding::Found(self.line());
                }
                Node::Turn(corner) => {
                    let stamp = self.work.stamp;
                    let record = &mut self.work.records[corner as usize];
                    if record.stamp == stamp {
                        record.stamp = stamp + 1;
                        self.expand_turn(corner);
                    }
                }
                Node::Cone(cone) => {
                    let cone = self.work.cones[cone as usize];
                    if observer.is_active() {
                        observer.event(self.seen(cone));
                    }
                    self.expand_cone(cone);
                }
            }
            let waiting = self.work.open.len() as u64;
            statistics.largest_frontier = statistics.largest_frontier.max(waiting);
        }
        Finding::Impossible
    }

    /// The start sees its run of cells, and the lines above and below it.
    fn begin(&mut self, start: Cell) {
        let (row, column) = (i64::from(start.row), i64::from(start.column));
        let (stamp, root) = (self.work.stamp, self.start_root);
        self.work.records[root as usize] = Record { length: 0.0, parent: root, stamp };
        let (first, last) = self.ground.run(row, column);
        if self.goal_cell.0 == row && (first..=last).contains(&self.goal_cell.1) {
            self.reach_goal(root);
        }
        let x = self.start.0;
        let (left, right) = (Ray::new(2 * first - x, 1), Ray::new(2 * last + 2 - x, 1));
        self.push_cone(Cone { root, line: row as u32, left, right, down: false });
        self.push_cone(Cone { root, line: row as u32 + 1, left, right, down: true });
    }

    /// A cone as an event.
    fn seen(&self, cone: Cone) -> Event {
        let ((x, y), line) = (self.point(cone.root), 2 * i64::from(cone.line));
        let end = |ray: Ray| {
            let (over, under) = ray.crossing(x, (line - y).abs());
            let column = (over as f64 / under as f64 - 1.0) / 2.0;
            Point { row: (line - 1) as f64 / 2.0, column }
        };
        let (left, right) = (end(cone.left), end(cone.right));
        Event::Cone { root: Point::of((x, y)), left, right }
    }

    /// Doubled coordinates of a root.
    fn point(&self, root: u32) -> (i64, i64) {
        if root == self.start_root {
            return self.start;
        }
        let width = self.ground.columns() + 1;
        (i64::from(root) % width * 2, i64::from(root) / width * 2)
    }

    fn corner(&self, row: i64, column: i64) -> u32 {
        (row * (self.ground.columns() + 1) + column) as u32
    }

    /// Puts a cone on the open list.
    fn push_cone(&mut self, cone: Cone) {
        let (x, y) = self.point(cone.root);
        let line = 2 * i64::from(cone.line);
        let rows = (line - y).abs();
        let place = |ray: Ray| {
            let (over, under) = ray.crossing(x, rows);
            over as f64 / under as f64
        };
        // A goal on the root's side of the line is as far as its reflection.
        let (goal_x, goal_y) = self.goal;
        let beyond = (goal_y - line).abs() as f64;
        let straight = x as f64 + (goal_x - x) as f64 * rows as f64 / (rows as f64 + beyond);
        let over = straight.max(place(cone.left)).min(place(cone.right));
        let to_line = euclidean(over - x as f64, rows as f64);
        let to_goal = euclidean(over - goal_x as f64, beyond);
        let f = self.work.records[cone.root as usize].length + to_line + to_goal;
        let node = Node::Cone(self.work.cones.len() as u32);
        self.work.cones.push(cone);
        self.work.open.push(Reverse((f.to_bits(), node)));
        self.generated += 1;
    }

    /// Notes a way to a corner, straight from a root.
    fn reach_turn(&mut self, root: u32, row: i64, column: i64) {
        let ((x, y), to) = (self.point(root), (2 * column, 2 * row));
        // The path must come from a quadrant beside the wall's.
        let (wall_x, wall_y) = self.ground.wall_of(row, column);
        let (back_x, back_y) = ((x - to.0) * wall_x, (y - to.1) * wall_y);
        if !(back_x <= 0 && back_y >= 0 || back_x >= 0 && back_y <= 0) {
            return;
        }
        let length = self.work.records[root as usize].length + distance((x, y), to);
        let (corner, stamp) = (self.corner(row, column), self.work.stamp);
        let record = &mut self.work.records[corner as usize];
        if record.stamp > stamp || record.stamp == stamp && record.length <= length {
            return;
        }
        *record = Record { length, parent: root, stamp };
        let f = length + distance(to, self.goal);
        self.work.open.push(Reverse((f.to_bits(), Node::Turn(corner))));
        self.generated += 1;
    }

    /// Notes a way to the goal, straight from a root.
    fn reach_goal(&mut self, root: u32) {
        let length =
            self.work.records[root as usize].length + distance(self.point(root), self.goal);
        let stamp = self.work.stamp;
        let record = &mut self.work.records[self.goal_root as usize];
        if record.stamp == stamp && record.length <= length {
            return;
        }
        *record = Record { length, parent: root, stamp };
        self.work.open.push(Reverse((length.to_bits(), Node::Goal)));
        self.generated += 1;
    }

    /// Offers the turns on a cone's line and hands the view on to the next line.
    fn expand_cone(&mut self, cone: Cone) {
        let Cone { root, left, right, down, .. } = cone;
        let (x, y) = self.point(root);
        let line = i64::from(cone.line);
        let rows = (2 * line - y).abs();
        // The first and the last column whose corner is seen.
        let (over, under) = left.crossing(x, rows);
        let first_corner = -(-over).div_euclid(2 * under);
        let (over, under) = right.crossing(x, rows);
        let last_corner = over.div_euclid(2 * under);
        let mut from = first_corner;
        while let Some(column) = self.ground.next_turn(line, from, last_corner) {
            self.reach_turn(root, line, column);
            from = column + 1;
        }
        let row = if down { line } else { line - 1 };
        if !(0..self.ground.rows()).contains(&row) {
            return;
        }
        // Every run that the line touches, at a corner too.
        let last = last_corner.min(self.ground.columns() - 1);
        let mut from = (first_corner - 1).max(0);
        while let Some(open) = self.ground.next_open(row, from, last) {
            let (begin, end) = self.ground.run(row, open);
            from = end + 2;
            let (low, high) = (2 * begin, 2 * end + 2);
            let entry_left = left.rightmost(Ray::new(low - x, rows));
            let entry_right = right.leftmost(Ray::new(high - x, rows));
            match entry_left.order(entry_right) {
                Ordering::Greater => continue,
                Ordering::Equal if self.is_pinched(entry_left, (x, rows), line, (low, high)) => {
                    continue;
                }
                _ => {}
            }
            self.pass_strip(cone, (entry_left, entry_right), row, (begin, end));
        }
    }

    /// Whether a ray enters a run only through its end, where two walls meet.
    fn is_pinched(&self, ray: Ray, (x, rows): (i64, i64), line: i64, ends: (i64, i64)) -> bool {
        let at = |place: i64| ray.order(Ray::new(place - x, rows)) == Ordering::Equal;
        [ends.0, ends.1]
            .into_iter()
            .any(|place| at(place) && self.ground.is_pinched(line, place / 2))
    }

    /// Hands a view through a run of a row of cells on to the line behind it.
    fn pass_strip(
        &mut self,
        cone: Cone,
        (left, right): (Ray, Ray),
        row: i64,
        (begin, end): (i64, i64),
    ) {
        let (x, y) = self.point(cone.root);
        if self.goal_cell.0 == row && (begin..=end).contains(&self.goal_cell.1) {
            let to_goal = Ray::new(self.goal.0 - x, (self.goal.1 - y).abs());
            if to_goal.is_between((left, right)) {
                self.reach_goal(cone.root);
            }
        }
        let line = if cone.down { row + 1 } else { row };
        let rows = (2 * line - y).abs();
        let left = left.rightmost(Ray::new(2 * begin - x, rows));
        let right = right.leftmost(Ray::new(2 * end + 2 - x, rows));
        if left.order(right) != Ordering::Greater {
            self.push_cone(Cone { line: line as u32, left, right, ..cone });
        }
    }

    /// Begins the cone into which a path may bend at a corner.
    fn expand_turn(&mut self, root: u32) {
        let (x, y) = self.point(root);
        let (row, column) = (y / 2, x / 2);
        let (parent_x, parent_y) = self.point(self.work.records[root as usize].parent);
        let (wall_x, wall_y) = self.ground.wall_of(row, column);
        // The direction of arrival, and the quadrant it points to, which lies beside the wall.
        let (on_x, on_y) = (x - parent_x, y - parent_y);
        let along_row = on_x * wall_x >= 0 && on_y * wall_y <= 0;
        let (side_x, side_y) = if along_row { (wall_x, -wall_y) } else { (-wall_x, wall_y) };
        let strip = if side_y > 0 { row } else { row - 1 };
        let beside = if side_x > 0 { column } else { column - 1 };
        let (begin, end) = self.ground.run(strip, beside);
        let far = Ray::new(if side_x > 0 { 2 * end + 2 - x } else { 2 * begin - x }, 2);
        // The cone lies between the wall's edge and the direction of arrival.
        let arrival = (on_y != 0).then(|| Ray::new(on_x, on_y.abs()));
        let flat = Ray::new(side_x * i64::from(i32::MAX / 2), 1);
        let (near, outer) = if along_row {
            (arrival, flat)
        } else {
            (Some(Ray::new(0, 1)), arrival.unwrap_or(flat))
        };
        if let Some(near) = near {
            let ordered = |outer: Ray| if side_x > 0 { (near, outer) } else { (outer, near) };
            if self.goal_cell.0 == strip && (begin..=end).contains(&self.goal_cell.1) {
                let to_goal = Ray::new(self.goal.0 - x, (self.goal.1 - y).abs());
                if to_goal.is_between(ordered(outer)) {
                    self.reach_goal(root);
                }
            }
            let outer = if side_x > 0 { outer.leftmost(far) } else { outer.rightmost(far) };
            let (left, right) = ordered(outer);
            if left.order(right) != Ordering::Greater {
                let down = side_y > 0;
                let line = if down { row + 1 } else { row - 1 };
                self.push_cone(Cone { root, line: line as u32, left, right, down });
            }
        }
        if along_row || on_y == 0 {
            self.follow_line(root, (row, column), side_x);
        }
    }

    /// Follows a horizontal line from a corner to the next turn on it.
    fn follow_line(&mut self, root: u32, (row, mut column): (i64, i64), side: i64) {
        loop {
            let beside = if side > 0 { column } else { column - 1 };
            if self.ground.is_wall(row - 1, beside) && self.ground.is_wall(row, beside) {
                return;
            }
            column += side;
            if self.ground.is_turn(row, column) {
                self.reach_turn(root, row, column);
                return;
            }
            if self.ground.is_pinched(row, column) {
                return;
            }
        }
    }

    fn line(&self) -> Polyline {
        let mut corners = vec![self.goal];
        let mut at = self.work.records[self.goal_root as usize].parent;
        while at != self.start_root {
            corners.push(self.point(at));
            at = self.work.records[at as usize].parent;
        }
        corners.push(self.start);
        corners.reverse();
        Polyline::of(&corners)
    }
}

/// The length between two points, in doubled coordinates.
fn distance((x, y): (i64, i64), (to_x, to_y): (i64, i64)) -> f64 {
    euclidean((to_x - x) as f64, (to_y - y) as f64)
}
