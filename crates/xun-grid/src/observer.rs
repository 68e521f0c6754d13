//! What a search tells while it works. Searches are generic over [`Observer`]; with [`Silent`] the
//! calls compile to nothing.

use crate::Cell;

/// Something that happened in a search, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A cell came onto the frontier, reached from `parent`.
    Generate {
        /// The cell.
        cell: Cell,
        /// Where it was reached from; none for the start.
        parent: Option<Cell>,
        /// Cost so far.
        g: f64,
        /// Estimated cost to go.
        h: f64,
        /// Supply left on arrival, where supply is limited.
        supply: Option<u32>,
    },
    /// A cell was taken from the frontier.
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
    /// Nothing more will come of this cell.
    Close {
        /// The cell.
        cell: Cell,
    },
    /// IDA\* or fringe search begins anew with this bound on cost.
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
    /// From here neither goal nor any station can be reached with what is left.
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
}

/// Listens to a search.
pub trait Observer {
    /// False only where [`event`](Self::event) does nothing, so that a search need not even prepare
    /// an event.
    const ACTIVE: bool = true;

    /// Takes note of an event.
    fn event(&mut self, event: Event);
}

/// Listens to nothing, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn event(&mut self, _: Event) {}
}

impl<O: Observer> Observer for &mut O {
    const ACTIVE: bool = O::ACTIVE;

    #[inline(always)]
    fn event(&mut self, event: Event) {
        (**self).event(event);
    }
}
