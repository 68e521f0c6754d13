//! The state of a search at any moment of its recording, forwards and backwards.
//!
//! Going forwards applies events. Going backwards restores the nearest checkpoint and goes forwards
//! from there; checkpoints are a whole map apart, so that all together they take no more room than
//! the events.

use xun_grid::any_angle::Point;
use xun_grid::trace::Touched;
use xun_grid::{Cell, Event, Observer, Problem};

/// The fewest events between two checkpoints.
const LEAST_INTERVAL: usize = 4096;

/// Counters at the current position in the recording.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) reopened: u64,
    pub(super) refilled: u64,
    pub(super) dead_ends: u64,
    pub(super) replans: u64,
    pub(super) conflicts: u64,
    pub(super) bounds: u64,
    /// The bound in force, for searches that have one.
    pub(super) bound: Option<f64>,
    /// The estimate f of the cell last expanded.
    pub(super) layer: Option<f64>,
}

/// A recording and a moment in it.
pub(super) struct Playback {
    events: Vec<Event>,
    /// Number of events played so far.
    position: usize,
    touched: Touched,
    tally: Tally,
    checkpoints: Vec<(Touched, Tally)>,
    interval: usize,
    bounds: Vec<usize>,
    layers: Vec<usize>,
    /// The cell where a robot begins that discovers its map.
    robot: Option<Cell>,
    /// The ways of several agents, by time.
    ways: Vec<Vec<Cell>>,
}

/// A cell off every map: between paths that are drawn together it keeps them apart.
pub(in crate::path) const GAP: Cell = Cell::new(u32::MAX, u32::MAX);

/// Paths as one list, with gaps between them.
pub(in crate::path) fn joined(ways: &[impl AsRef<[Cell]>]) -> Vec<Cell> {
    let gap = [GAP];
    let parts: Vec<&[Cell]> = ways.iter().map(AsRef::as_ref).collect();
    parts.join(&gap[..])
}

impl Playback {
    /// Playback at the beginning.
    pub(super) fn new(problem: &Problem, events: Vec<Event>, ways: Vec<Vec<Cell>>) -> Self {
        let moves = |event: &Event| matches!(event, Event::See { .. } | Event::Move { .. });
        let robot = events.iter().any(moves).then(|| problem.start());
        let touched = match robot {
            Some(_) => Touched::unseen(problem.map()),
            None => Touched::new(problem.map()),
        };
        let interval = problem.map().cells().max(LEAST_INTERVAL);
        let (bounds, layers) = landmarks(&events);
        let checkpoints = vec![(touched.clone(), Tally::default())];
        Self {
            events,
            position: 0,
            touched,
            tally: Tally::default(),
            checkpoints,
            interval,
            bounds,
            layers,
            robot,
            ways,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn tally(&self) -> Tally {
        self.tally
    }

    pub(super) fn touched(&self) -> &Touched {
        &self.touched
    }

    /// The event that happened last.
    pub(super) fn last(&self) -> Option<&Event> {
        self.events[..self.position].last()
    }

    /// Numbers of bounds and of layers.
    pub(super) fn landmark_counts(&self) -> (usize, usize) {
        (self.bounds.len(), self.layers.len())
    }

    /// Goes to the moment after this many events.
    pub(super) fn seek(&mut self, target: usize) {
        let target = target.min(self.events.len());
        if target < self.position {
            let checkpoint = target / self.interval;
            let (touched, tally) = &self.checkpoints[checkpoint];
            self.touched.clone_from(touched);
            self.tally = *tally;
            self.position = checkpoint * self.interval;
        }
        while self.position < target {
            let event = self.events[self.position];
            self.touched.event(event);
            self.tally.count(&event);
            self.position += 1;
            if self.position == self.checkpoints.len() * self.interval {
                self.checkpoints.push((self.touched.clone(), self.tally));
            }
        }
    }

    /// Goes a number of events forwards or backwards.
    pub(super) fn step(&mut self, by: isize) {
        self.seek(self.position.saturating_add_signed(by));
    }

    /// Goes to just after the next bound's beginning.
    pub(super) fn next_bound(&mut self) {
        self.seek(after(&self.bounds, self.position).unwrap_or(self.len()));
    }

    /// Goes back to just after the beginning of the bound before.
    pub(super) fn previous_bound(&mut self) {
        self.seek(before(&self.bounds, self.position).unwrap_or(0));
    }

    /// Goes to just after the first expansion with a larger f than all before.
    pub(super) fn next_layer(&mut self) {
        self.seek(after(&self.layers, self.position).unwrap_or(self.len()));
    }

    /// Goes back to the beginning of the layer before.
    pub(super) fn previous_layer(&mut self) {
        self.seek(before(&self.layers, self.position).unwrap_or(0));
    }

    /// Goes to the bound with this number, from 1.
    pub(super) fn seek_bound(&mut self, number: usize) -> bool {
        self.seek_landmark(number, false)
    }

    /// Goes to the f-layer with this number, from 1.
    pub(super) fn seek_layer(&mut self, number: usize) -> bool {
        self.seek_landmark(number, true)
    }

    fn seek_landmark(&mut self, number: usize, layers: bool) -> bool {
        let list = if layers { &self.layers } else { &self.bounds };
        let found = number.checked_sub(1).and_then(|index| list.get(index)).copied();
        if let Some(index) = found {
            self.seek(index + 1);
        }
        found.is_some()
    }

    /// The cells that a robot has passed so far, or those of all agents up to the present time.
    pub(super) fn trail(&self) -> Vec<Cell> {
        let past = &self.events[..self.position];
        if let Some(start) = self.robot {
            let entered = past.iter().filter_map(|event| match *event {
                Event::Move { cell } => Some(cell),
                _ => None,
            });
            return std::iter::once(start).chain(entered).collect();
        }
        match past.last() {
            Some(&Event::Step { time }) => {
                let part = |way: &Vec<Cell>| way[..way.len().min(time as usize + 1)].to_vec();
                joined(&self.ways.iter().map(part).collect::<Vec<_>>())
            }
            Some(&Event::Cone { root, left, right }) => {
                joined(&[cells_between(root, left), cells_between(root, right)])
            }
            _ => Vec::new(),
        }
    }

    /// The way to the cell that is being looked at, as the search sees it now: back from parent to
    /// parent. Of a robot and of agents it is their trail.
    pub(super) fn branch(&self) -> Vec<Cell> {
        let past = &self.events[..self.position];
        let has_trail = |event: &Event| matches!(event, Event::Step { .. } | Event::Cone { .. });
        if self.robot.is_some() || past.last().is_some_and(has_trail) {
            return self.trail();
        }
        let Some((mut wanted, mut supply)) = past.iter().rev().find_map(place) else {
            return Vec::new();
        };
        let mut cells = vec![wanted];
        for event in past.iter().rev() {
            match *event {
                Event::Generate { cell, parent, supply: had, .. }
                    if cell == wanted && (supply.is_none() || had.is_none() || had == supply) =>
                {
                    let Some(parent) = parent else { break };
                    cells.push(parent);
                    (wanted, supply) = (parent, None);
                }
                // The parent was expanded just before its child came: now its supply is known too.
                Event::Expand { cell, supply: had, .. } if cell == wanted && supply.is_none() => {
                    supply = had;
                }
                _ => {}
            }
        }
        cells.reverse();
        cells
    }
}

impl Tally {
    fn count(&mut self, event: &Event) {
        match *event {
            Event::Generate { .. } => self.generated += 1,
            Event::Expand { g, h, .. } => {
                self.expanded += 1;
                self.layer = Some(g + h);
            }
            Event::Reopen { .. } => self.reopened += 1,
            Event::NewBound { bound } => {
                self.bounds += 1;
                self.bound = Some(bound);
            }
            Event::Refill { .. } => self.refilled += 1,
            Event::DeadEnd { .. } => self.dead_ends += 1,
            Event::Replan { .. } => self.replans += 1,
            Event::Conflict { .. } => self.conflicts += 1,
            Event::NewSearch { .. } => self.layer = None,
            _ => {}
        }
    }
}

/// The cell, and the supply where it is told, of an event that has one.
pub(super) fn place(event: &Event) -> Option<(Cell, Option<u32>)> {
    match *event {
        Event::Generate { cell, supply, .. }
        | Event::Expand { cell, supply, .. }
        | Event::DeadEnd { cell, supply } => Some((cell, supply)),
        Event::Refill { cell, supply } => Some((cell, Some(supply))),
        Event::Reopen { cell, .. }
        | Event::Close { cell }
        | Event::Found { cell, .. }
        | Event::NewSearch { cell }
        | Event::See { cell }
        | Event::Move { cell }
        | Event::Conflict { cell, .. } => Some((cell, None)),
        _ => None,
    }
}

/// The cells that a straight line passes.
pub(in crate::path) fn cells_between(from: Point, to: Point) -> Vec<Cell> {
    let (down, right) = (to.row - from.row, to.column - from.column);
    let parts = (down.abs().max(right.abs()) * 4.0).ceil().max(1.0);
    let at = |part: f64| {
        let (row, column) = (from.row + down * part / parts, from.column + right * part / parts);
        Cell::new(row.round().max(0.0) as u32, column.round().max(0.0) as u32)
    };
    let mut cells: Vec<Cell> = (0..=parts as u32).map(|part| at(f64::from(part))).collect();
    cells.dedup();
    cells
}

/// Indices of the events that begin a bound, and of expansions whose f exceeds all before.
fn landmarks(events: &[Event]) -> (Vec<usize>, Vec<usize>) {
    let (mut bounds, mut layers) = (Vec::new(), Vec::new());
    let mut highest = f64::NEG_INFINITY;
    for (index, event) in events.iter().enumerate() {
        match *event {
            Event::NewBound { .. } => bounds.push(index),
            Event::NewSearch { .. } => highest = f64::NEG_INFINITY,
            Event::Expand { g, h, .. } if g + h > highest + 1e-9 => {
                highest = g + h;
                layers.push(index);
            }
            _ => {}
        }
    }
    (bounds, layers)
}

/// The moment after the first landmark that has not happened yet.
fn after(landmarks: &[usize], position: usize) -> Option<usize> {
    landmarks.iter().find(|&&index| index >= position).map(|index| index + 1)
}

/// The moment after the last landmark that lies before the present moment's own.
fn before(landmarks: &[usize], position: usize) -> Option<usize> {
    landmarks.iter().rev().find(|&&index| index + 1 < position).map(|index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_grid::Map;

    fn long_recording() -> Playback {
        let problem =
            Problem::new(Map::open(10, 10).expect("small"), Cell::new(0, 0), Cell::new(9, 9))
                .expect("open");
        let mut events = Vec::new();
        for number in 0..20_000_u32 {
            let cell = Cell::new(number / 7 % 10, number % 10);
            if number % 3000 == 0 {
                events.push(Event::NewBound { bound: f64::from(number) });
            }
            let parent = Some(Cell::new(0, 0));
            events.push(Event::Generate { cell, parent, g: 1.0, h: 0.0, supply: None });
            events.push(Event::Expand { cell, g: f64::from(number / 5000), h: 1.0, supply: None });
        }
        Playback::new(&problem, events, Vec::new())
    }

    #[test]
    fn backwards_is_the_same_as_never_having_gone_on() {
        let mut there_and_back = long_recording();
        there_and_back.seek(usize::MAX);
        for target in [39_000, 12_345, 8192, 8191, 4097, 1, 0] {
            there_and_back.seek(target);
            let mut fresh = long_recording();
            fresh.seek(target);
            assert_eq!(there_and_back.touched(), fresh.touched(), "at {target}");
            assert_eq!(there_and_back.tally(), fresh.tally(), "at {target}");
        }
        there_and_back.step(-5);
        assert_eq!(there_and_back.position(), 0, "nothing lies before the beginning");
    }

    #[test]
    fn landmarks_are_found_in_both_directions() {
        let mut playback = long_recording();
        assert_eq!(playback.landmark_counts(), (7, 4));
        playback.next_bound();
        assert_eq!(playback.tally().bounds, 1);
        playback.next_bound();
        assert_eq!((playback.tally().bounds, playback.tally().bound), (2, Some(3000.0)));
        playback.previous_bound();
        assert_eq!(playback.tally().bounds, 1);
        playback.next_layer();
        playback.next_layer();
        assert_eq!(playback.tally().layer, Some(2.0));
        playback.previous_layer();
        assert_eq!(playback.tally().layer, Some(1.0));
        assert!(playback.seek_layer(4) && !playback.seek_layer(5) && !playback.seek_bound(0));
        assert_eq!(playback.tally().layer, Some(4.0));
        playback.next_layer();
        assert_eq!(playback.position(), playback.len(), "after the last layer comes the end");
    }

    #[test]
    fn the_branch_leads_back_to_the_start() {
        let problem =
            Problem::new(Map::open(1, 4).expect("small"), Cell::new(0, 0), Cell::new(0, 3))
                .expect("open");
        let cell = |column| Cell::new(0, column);
        let generate = |column: u32, parent: Option<u32>, supply| Event::Generate {
            cell: cell(column),
            parent: parent.map(cell),
            g: 0.0,
            h: 0.0,
            supply: Some(supply),
        };
        let expand = |column, supply| Event::Expand {
            cell: cell(column),
            g: 0.0,
            h: 0.0,
            supply: Some(supply),
        };
        let events = vec![
            generate(0, None, 3),
            expand(0, 3),
            generate(1, Some(0), 2),
            expand(1, 2),
            generate(2, Some(1), 1),
        ];
        let mut playback = Playback::new(&problem, events, Vec::new());
        playback.seek(5);
        assert_eq!(playback.branch(), [cell(0), cell(1), cell(2)]);
    }
}
