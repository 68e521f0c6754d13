//! The events of a search and the trait that receives them. Every search
//! is compiled twice: for [`Silent`], where events compile to nothing, and for other observers.

use crate::Cell;
use crate::any_angle::Point;

/// An event of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A cell came onto the open list, reached from `parent`.
    Generate {
        /// The cell.
        cell: Cell,
        /// The cell it was reached from; none for the start.
        parent: Option<Cell>,
        /// Cost so far.
        g: f64,
        /// Estimated cost to go.
        h: f64,
        /// Supply left on arrival, where supply is limited.
        supply: Option<u32>,
    },
    /// A cell was taken from the open list.
    Expand {
        /// The cell.
        cell: Cell,
        /// Cost so far.
        g: f64,
        /// Estimated cost to go.
        h: f64,
        /// Supply left, where supply is limited.
        supply: Option<u32>,
    },
    /// A cell was found again by a cheaper way after it had been expanded.
    Reopen {
        /// The cell.
        cell: Cell,
        /// The cheaper cost.
        g: f64,
    },
    /// The cell is closed: all its neighbours have been generated.
    Close {
        /// The cell.
        cell: Cell,
    },
    /// IDA\* or fringe search starts again with this bound on cost.
    NewBound {
        /// The bound.
        bound: f64,
    },
    /// The tank was refilled at a station.
    Refill {
        /// The station.
        cell: Cell,
        /// Supply after it.
        supply: u32,
    },
    /// From here neither goal nor any station can be reached with the supply left.
    DeadEnd {
        /// The cell.
        cell: Cell,
        /// Supply left, where supply is limited.
        supply: Option<u32>,
    },
    /// The goal was reached.
    Found {
        /// The goal.
        cell: Cell,
        /// The path's cost.
        g: f64,
    },
    /// The next of several searches begins: of a leg, of a row of a matrix, of a flood after a
    /// search that found no way.
    NewSearch {
        /// The cell from which it begins.
        cell: Cell,
    },
    /// A cone of sight is looked at (Anya): all points of a line that a turn sees.
    Cone {
        /// The turn.
        root: Point,
        /// The left end of the line.
        left: Point,
        /// Its right end.
        right: Point,
    },
    /// The robot sees that a cell is other than it believed.
    See {
        /// The cell.
        cell: Cell,
    },
    /// The robot plans again.
    Replan {
        /// Number of replans so far, with this one.
        number: u64,
    },
    /// The robot moves.
    Move {
        /// The cell that it enters.
        cell: Cell,
    },
    /// The ways of two agents meet, and one of them must avoid it.
    Conflict {
        /// The first agent's cell.
        cell: Cell,
        /// The time.
        time: u32,
        /// The agents, by their places in the list.
        agents: [u32; 2],
    },
    /// All agents are where the plan has them at this time.
    Step {
        /// The time.
        time: u32,
    },
}

/// Receives the events of a search.
///
/// ```
/// use xun_grid::{Event, Limits, Observer, Options, Problem, solve};
///
/// struct Expansions(Vec<xun_grid::Cell>);
/// impl Observer for Expansions {
///     fn event(&mut self, event: Event) {
///         if let Event::Expand { cell, .. } = event {
///             self.0.push(cell);
///         }
///     }
/// }
///
/// let problem = Problem::parse("S.#\n..G\n")?;
/// let mut expansions = Expansions(Vec::new());
/// let answer = solve(&problem, &Options::default(), &Limits::default(), &mut expansions)?;
/// assert_eq!(answer.statistics.expanded, expansions.0.len() as u64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// False only where [`event`](Self::event) does nothing, so that the search need not prepare
    /// events. Asked once, before the search.
    fn is_active(&self) -> bool {
        true
    }

    /// Receives an event.
    fn event(&mut self, event: Event);
}

/// Ignores all events, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn is_active(&self) -> bool {
        false
    }

    #[inline(always)]
    fn event(&mut self, _: Event) {}
}

/// The observer as the searches are compiled for it: once for [`Silent`], where events compile to
/// nothing, and once for every other observer.
pub(crate) trait EventSink {
    /// False where [`send`](Self::send) does nothing.
    const ACTIVE: bool;

    /// Sends an event to the observer.
    fn send(&mut self, event: Event);
}

impl EventSink for Silent {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn send(&mut self, _: Event) {}
}

impl EventSink for &mut dyn Observer {
    const ACTIVE: bool = true;

    #[inline]
    fn send(&mut self, event: Event) {
        self.event(event);
    }
}
