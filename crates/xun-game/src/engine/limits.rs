//! Limits of one search: depth, nodes, time, and whether it must wait to be stopped.

use super::Stop;
use std::time::Duration;

/// Limits of one search. A limit that is `None` does not bind; with none set the search runs until
/// it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Most plies of the iterative deepening.
    pub depth: Option<u32>,
    /// Most positions visited by all threads.
    pub nodes: Option<u64>,
    /// Stop once a mate in this many moves is proved.
    pub mate: Option<u32>,
    /// Longest time of this move. Without a clock all of it is used.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Answer only when told to stop, even if the search has nothing left to do.
    pub infinite: bool,
    /// Search on the opponent's time: time limits bind only from the moment the expected move is
    /// played ([`Stop::ponder_hit`]).
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
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of so many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A search of a fixed time.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }

    /// Whether time decides the end of this search.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.move_time.is_some() || self.clock.is_some()
    }

    /// Whether the move has no time at all: the answer comes without a search.
    #[must_use]
    pub fn is_immediate(&self) -> bool {
        self.move_time.is_some_and(|time| time.is_zero())
    }

    /// Whether only a stop ends this search.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.infinite
            || self.ponder
            || (self.depth.is_none()
                && self.nodes.is_none()
                && self.mate.is_none()
                && !self.is_timed())
    }

    /// Whether the search ponders: it was asked to, and the expected move was not yet played.
    #[inline]
    #[must_use]
    pub fn is_pondering(&self, stop: &Stop) -> bool {
        self.ponder && !stop.is_ponder_hit() && !stop.is_stopped()
    }

    /// Whether a finished search must wait for a stop (or a ponder hit) before it answers.
    #[must_use]
    pub fn must_wait(&self, stop: &Stop) -> bool {
        (self.infinite && !stop.is_stopped()) || self.is_pondering(stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pondering_search_waits_for_the_hit_and_an_infinite_one_for_the_stop() {
        let stop = Stop::new();
        let ponder = Limits { ponder: true, ..Limits::depth(3) };
        let infinite = Limits { infinite: true, ..Limits::default() };
        assert!(ponder.must_wait(&stop) && infinite.must_wait(&stop));
        assert!(!Limits::depth(3).must_wait(&stop));
        stop.ponder_hit();
        assert!(!ponder.must_wait(&stop) && infinite.must_wait(&stop));
        stop.stop();
        assert!(!infinite.must_wait(&stop));
        let stopped = Stop::new();
        stopped.stop();
        assert!(!ponder.is_pondering(&stopped));
    }

    #[test]
    fn a_search_without_limits_ends_only_by_a_stop() {
        assert!(Limits::default().is_unlimited() && !Limits::nodes(5).is_unlimited());
        assert!(Limits { ponder: true, ..Limits::depth(3) }.is_unlimited());
        assert!(Limits::move_time(Duration::ZERO).is_immediate());
    }
}
