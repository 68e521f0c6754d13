//! Paths on a map that changes, and a robot that discovers its map: D\* Lite (Koenig and Likhachev
//! 2002). A change costs as much work as the part of the plan that it touches.

use crate::search::{LimitCheck, check};
use crate::{
    Cell, Event, Finding, Limits, Map, Moves, Observer, Path, QueryError, Reply, Silent,
    Statistics, Step, Terrain,
};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::SQRT_2;
use std::time::Instant;

/// Ticks of a straight step over plain ground.
const STRAIGHT: u64 = 1 << 32;
/// Ticks of a diagonal step over plain ground: √2 to ten places.
const DIAGONAL: u64 = 6_074_001_000;
/// Ticks as a cost.
fn units(ticks: u64) -> f64 {
    if ticks == FAR { f64::INFINITY } else { ticks as f64 / STRAIGHT as f64 }
}

/// No way.
const FAR: u64 = u64::MAX;

type Key = (u64, u64);

/// A plan to a fixed goal that follows changes of the map and moves of the traveller.
///
/// ```
/// use xun_grid::{Cell, Limits, Map, Moves, Replanner, Terrain};
///
/// let mut replanner =
///     Replanner::new(Map::open(3, 5)?, Cell::new(1, 0), Cell::new(1, 4), Moves::Four)?;
/// let none = Limits::default();
/// assert_eq!(replanner.path(&none).found().unwrap().steps(), 4);
/// replanner.move_to(Cell::new(1, 1))?;
/// replanner.set(Cell::new(1, 2), Terrain::WALL)?;
/// assert_eq!(replanner.path(&none).found().unwrap().steps(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replanner {
    map: Map,
    moves: Moves,
    start: Cell,
    goal: Cell,
    /// The start when keys were last put off.
    last: Cell,
    /// Offset of all later keys (the key modifier `k_m` of D\* Lite).
    offset: u64,
    /// Cost to the goal as last expanded, and as the successors say.
    cost: Vec<u64>,
    ahead: Vec<u64>,
    /// The key with which a cell waits.
    waiting: Vec<Option<Key>>,
    open: BinaryHeap<Reverse<(Key, u32)>>,
}

impl Replanner {
    /// A plan from start to goal. Nothing is searched yet.
    ///
    /// # Errors
    ///
    /// If start or goal is outside the map or in a wall.
    pub fn new(map: Map, start: Cell, goal: Cell, moves: Moves) -> Result<Self, QueryError> {
        check(&map, "start", &[start])?;
        check(&map, "goal", &[goal])?;
        let cells = map.cells();
        let mut new = Self {
            moves,
            start,
            goal,
            last: start,
            offset: 0,
            cost: vec![FAR; cells],
            ahead: vec![FAR; cells],
            waiting: vec![None; cells],
            open: BinaryHeap::new(),
            map,
        };
        let at = new.map.index(goal);
        new.ahead[at] = 0;
        new.queue(at);
        Ok(new)
    }

    /// The map as it is believed to be.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The traveller's cell.
    #[must_use]
    pub fn position(&self) -> Cell {
        self.start
    }

    /// Moves the traveller.
    ///
    /// # Errors
    ///
    /// If the cell is outside the map or in a wall.
    pub fn move_to(&mut self, cell: Cell) -> Result<(), QueryError> {
        check(&self.map, "start", &[cell])?;
        self.start = cell;
        Ok(())
    }

    /// Changes the ground of a cell. Whether it was different.
    ///
    /// # Errors
    ///
    /// If the cell is outside the map, or if start or goal would become a wall.
    pub fn set(&mut self, cell: Cell, terrain: Terrain) -> Result<bool, QueryError> {
        crate::search::inside(&self.map, "cell", cell)?;
        if self.map.terrain(cell) == terrain {
            return Ok(false);
        }
        let end =
            [("start", self.start), ("goal", self.goal)].into_iter().find(|end| end.1 == cell);
        if let (true, Some((what, cell))) = (terrain.is_wall(), end) {
            return Err(crate::ProblemError::InWall { what, cell }.into());
        }
        // Keys are lower bounds again when they are put off by the way that was made since.
        self.offset += self.estimate(self.last, self.start);
        self.last = self.start;
        self.map.set(cell, terrain);
        // Steps into the cell, out of it, and diagonals past it begin in the block around it.
        self.update(self.map.index(cell));
        for step in Step::ALL {
            if let Some(beside) = cell.step(step).filter(|&beside| self.map.contains(beside)) {
                self.update(self.map.index(beside));
            }
        }
        Ok(true)
    }

    /// The cheapest path from the traveller to the goal on the map as it is now.
    pub fn path(&mut self, limits: &Limits<'_>) -> Reply<Path> {
        self.path_seen(limits, &mut Silent)
    }

    /// The same, with an observer. Costs are those to the goal, estimates those to the traveller.
    fn path_seen(&mut self, limits: &Limits<'_>, observer: &mut dyn Observer) -> Reply<Path> {
        let began = Instant::now();
        let mut statistics = Statistics::default();
        let finding = if self.search(limits, &mut statistics, observer) {
            self.follow().map_or(Finding::Impossible, Finding::Found)
        } else {
            Finding::Stopped
        };
        statistics.memory = self.cost.len() as u64 * 41 + self.open.capacity() as u64 * 24;
        statistics.time = began.elapsed();
        Reply::new(finding, statistics)
    }

    /// A lower bound of the cost between two cells.
    fn estimate(&self, from: Cell, to: Cell) -> u64 {
        let rows = u64::from(from.row.abs_diff(to.row));
        let columns = u64::from(from.column.abs_diff(to.column));
        if self.moves == Moves::Four {
            return (rows + columns) * STRAIGHT;
        }
        rows.max(columns) * STRAIGHT + rows.min(columns) * (DIAGONAL - STRAIGHT)
    }

    fn key(&self, at: usize) -> Key {
        let least = self.cost[at].min(self.ahead[at]);
        let estimate = self.estimate(self.start, self.map.cell(at)) + self.offset;
        (least.saturating_add(estimate), least)
    }

    fn queue(&mut self, at: usize) {
        let key = self.key(at);
        self.waiting[at] = Some(key);
        self.open.push(Reverse((key, at as u32)));
    }

    /// The cells one step away, with the cost of entering them; none from a wall.
    fn steps(&self, cell: Cell) -> impl Iterator<Item = (Cell, u64)> + '_ {
        let open = move |down: i32, right: i32| {
            let row = cell.row.checked_add_signed(down)?;
            let column = cell.column.checked_add_signed(right)?;
            Some(Cell::new(row, column)).filter(|&next| self.map.is_open(next))
        };
        let count = match (self.map.is_open(cell), self.moves) {
            (false, _) => 0,
            (true, Moves::Four) => 4,
            (true, _) => 8,
        };
        Step::ALL.into_iter().take(count).filter_map(move |step| {
            let (down, right) = step.delta();
            let next = open(down, right)?;
            let cost = u64::from(self.map.terrain(next).cost());
            if down == 0 || right == 0 {
                return Some((next, cost * STRAIGHT));
            }
            let beside = [open(down, 0).is_some(), open(0, right).is_some()];
            let passes = match self.moves {
                Moves::EightCutting => beside[0] || beside[1],
                _ => beside[0] && beside[1],
            };
            passes.then_some((next, cost * DIAGONAL))
        })
    }

    /// Computes the cost that a cell's successors give it, and queues it if that is news.
    fn update(&mut self, at: usize) {
        let cell = self.map.cell(at);
        if cell != self.goal {
            let over = self
                .steps(cell)
                .map(|(next, cost)| self.cost[self.map.index(next)].saturating_add(cost));
            self.ahead[at] = over.min().unwrap_or(FAR);
        }
        self.waiting[at] = None;
        if self.cost[at] != self.ahead[at] {
            self.queue(at);
        }
    }

    /// Searches until the start's cost is final. False if a limit was reached first.
    fn search(
        &mut self,
        limits: &Limits<'_>,
        statistics: &mut Statistics,
        observer: &mut dyn Observer,
    ) -> bool {
        let mut limit = LimitCheck::new(*limits);
        loop {
            let start = self.map.index(self.start);
            let Some(&Reverse((key, at))) = self.open.peek() else { return true };
            if self.waiting[at as usize] != Some(key) {
                self.open.pop();
                continue;
            }
            if key >= self.key(start) && self.ahead[start] == self.cost[start] {
                return true;
            }
            if limit.is_reached(statistics.expanded) {
                return false;
            }
            self.open.pop();
            let at = at as usize;
            self.waiting[at] = None;
            if key < self.key(at) {
                self.queue(at);
                continue;
            }
            statistics.expanded += 1;
            let raised = self.cost[at] < self.ahead[at];
            self.cost[at] = if raised { FAR } else { self.ahead[at] };
            if raised {
                self.update(at);
            }
            // A step back is allowed where the step is.
            let cell = self.map.cell(at);
            if observer.is_active() && self.map.is_open(cell) {
                let (g, h) = (units(self.cost[at]), units(self.estimate(self.start, cell)));
                observer.event(Event::Expand { cell, g, h, supply: None });
            }
            for step in Step::ALL {
                if let Some(beside) = cell.step(step).filter(|&beside| self.map.is_open(beside)) {
                    let to = self.map.index(beside);
                    self.update(to);
                    statistics.generated += 1;
                    if observer.is_active() && self.waiting[to].is_some() {
                        let g = units(self.ahead[to].min(self.cost[to]));
                        let h = units(self.estimate(self.start, beside));
                        let parent = Some(cell);
                        observer.event(Event::Generate {
                            cell: beside,
                            parent,
                            g,
                            h,
                            supply: None,
                        });
                    }
                }
            }
            let waiting = self.open.len() as u64;
            statistics.largest_frontier = statistics.largest_frontier.max(waiting);
        }
    }

    /// Follows the costs from the traveller to the goal.
    fn follow(&self) -> Option<Path> {
        let (mut at, mut cells) = (self.start, vec![self.start]);
        let (mut straight, mut diagonal) = (0_u64, 0_u64);
        while at != self.goal {
            let over =
                |&(next, cost): &(Cell, u64)| self.cost[self.map.index(next)].saturating_add(cost);
            let (next, cost) = self.steps(at).min_by_key(over).filter(|step| over(step) != FAR)?;
            let ground = u64::from(self.map.terrain(next).cost());
            if cost == ground * STRAIGHT {
                straight += ground;
            } else {
                diagonal += ground;
            }
            cells.push(next);
            at = next;
        }
        Some(Path { cells, cost: straight as f64 + diagonal as f64 * SQRT_2 })
    }
}

/// The way of a robot that discovered its map.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Discovery {
    /// The way that it went.
    pub path: Path,
    /// Whether it reached the goal; otherwise it learned that there is no way.
    pub reached: bool,
    /// Number of replans.
    pub replans: u64,
    /// Cells that were other than it had believed.
    pub changes: u64,
}

/// Sends a robot to the goal over a map that it does not know: it believes unseen cells to be plain
/// ground, sees all cells up to `sight` rows and columns away, and plans again when one of them is
/// other than it believed.
///
/// ```
/// use xun_grid::{Cell, Limits, Map, Moves, discover};
///
/// // A dead end: the robot walks into it and back.
/// let map = Map::from_costs(3, 4, vec![1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1])?;
/// let (start, goal) = (Cell::new(1, 0), Cell::new(1, 3));
/// let reply = discover(&map, start, goal, Moves::Four, 1, &Limits::default())?;
/// let discovery = reply.found().unwrap();
/// assert!(discovery.reached && discovery.replans > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If start or goal is outside the map or in a wall.
pub fn discover(
    truth: &Map,
    start: Cell,
    goal: Cell,
    moves: Moves,
    sight: u32,
    limits: &Limits<'_>,
) -> Result<Reply<Discovery>, QueryError> {
    discover_seen(truth, (start, goal), moves, sight, limits, &mut Silent)
}

/// The same, with an observer.
pub(crate) fn discover_seen(
    truth: &Map,
    (start, goal): (Cell, Cell),
    moves: Moves,
    sight: u32,
    limits: &Limits<'_>,
    observer: &mut dyn Observer,
) -> Result<Reply<Discovery>, QueryError> {
    let began = Instant::now();
    check(truth, "start", &[start])?;
    check(truth, "goal", &[goal])?;
    let mut believed = truth.clone();
    for index in 0..believed.cells() {
        believed.set(believed.cell(index), Terrain::PLAIN);
    }
    let mut replanner = Replanner::new(believed, start, goal, moves)?;
    let mut statistics = Statistics::default();
    let (mut cells, mut replans, mut changes) = (vec![start], 0, 0);
    let (mut straight, mut diagonal) = (0_u64, 0_u64);
    let mut plan: Option<Vec<Cell>> = None;
    let reached = loop {
        let at = replanner.position();
        let seen = look(&mut replanner, truth, sight, observer)?;
        changes += seen;
        if seen > 0 || plan.is_none() {
            if plan.is_some() {
                replans += 1;
                observer.event(Event::Replan { number: replans });
            }
            let left = limits.expansions.map(|most| most.saturating_sub(statistics.expanded));
            let reply = replanner.path_seen(&Limits { expansions: left, ..*limits }, observer);
            statistics.expanded += reply.statistics.expanded;
            statistics.generated += reply.statistics.generated;
            statistics.memory = reply.statistics.memory;
            match reply.finding {
                Finding::Found(path) => {
                    plan = Some(path.cells.into_iter().rev().collect());
                }
                Finding::Impossible => break false,
                Finding::Stopped => {
                    statistics.time = began.elapsed();
                    return Ok(Reply::new(Finding::Stopped, statistics));
                }
            }
        }
        // The plan is kept from its end; its last cell is where the robot is.
        let rest = plan.get_or_insert_default();
        rest.pop();
        let Some(&next) = rest.last() else { break true };
        let ground = u64::from(truth.terrain(next).cost());
        if next.row == at.row || next.column == at.column {
            straight += ground;
        } else {
            diagonal += ground;
        }
        cells.push(next);
        replanner.move_to(next)?;
        observer.event(Event::Move { cell: next });
    };
    statistics.time = began.elapsed();
    let path = Path { cells, cost: straight as f64 + diagonal as f64 * SQRT_2 };
    let discovery = Discovery { path, reached, replans, changes };
    Ok(Reply::new(Finding::Found(discovery), statistics))
}

/// Tells the plan of the cells that the traveller sees; returns the number of new ones.
fn look(
    replanner: &mut Replanner,
    truth: &Map,
    sight: u32,
    observer: &mut dyn Observer,
) -> Result<u64, QueryError> {
    let (mut changes, at) = (0, replanner.position());
    let last_row = at.row.saturating_add(sight).min(truth.rows() - 1);
    let last_column = at.column.saturating_add(sight).min(truth.columns() - 1);
    for row in at.row.saturating_sub(sight)..=last_row {
        for column in at.column.saturating_sub(sight)..=last_column {
            let cell = Cell::new(row, column);
            if replanner.set(cell, truth.terrain(cell))? {
                changes += 1;
                observer.event(Event::See { cell });
            }
        }
    }
    Ok(changes)
}
