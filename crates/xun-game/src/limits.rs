//! What bounds one search: depth, nodes, time, and whether it must wait to be stopped.

use std::time::Duration;

/// The limits of one search. What is `None` does not bind; with nothing set the search runs until
/// it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Finish after this many plies of iterative deepening.
    pub depth: Option<u32>,
    /// Visit at most this many positions.
    pub nodes: Option<u64>,
    /// Stop once a mate in this many moves is proved.
    pub mate: Option<u32>,
    /// Think exactly this long.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Answer only when told to stop, even if the search has nothing left to do.
    pub infinite: bool,
    /// Think on the opponent's time: time limits bind only from the moment the expected move is
    /// played.
    pub ponder: bool,
}

/// One side's clock at the start of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time gained with each move.
    pub increment: Duration,
    /// Moves until the next time control; `None` when the rest of the game must fit.
    pub moves_to_go: Option<u32>,
}

impl Limits {
    /// A search to a depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of so many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of a fixed time.
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// True when time decides the end of this search.
    pub fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some()
    }
}
