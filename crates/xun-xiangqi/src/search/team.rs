//! How several threads search one position together.
//!
//! All search the same tree with the same window, and whoever comes to its end first tells the others, who drop what they were
//! doing and go on from there. In between they share the work by telling each other which moves they are searching: a thread
//! turns to other moves first, and finds the result in the table when it comes back (Kerrigan's simplification of ABDADA).
//! A wrong "busy" costs a little time, never correctness.

use super::root::RootMove;
use super::score::Score;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Places for a key.
const WAYS: usize = 4;
/// Sets of places: far more than the threads' open moves.
const SETS: usize = 1 << 12;
/// Shallower moves are over too soon to be worth the trouble.
const LEAST_DEPTH: i32 = 2;

/// What the threads of one search tell each other, besides the table.
pub(super) struct Team {
    busy: Vec<[AtomicU64; WAYS]>,
    /// How many root searches are done; the one being searched has this number.
    round: AtomicU64,
    /// Each of them, for threads that were several behind.
    finished: Mutex<Vec<Finished>>,
}

/// A root search that was finished.
struct Finished {
    score: Score,
    root: Vec<RootMove>,
}

impl Team {
    pub(super) fn new() -> Self {
        Self {
            busy: (0..SETS).map(|_| Default::default()).collect(),
            round: AtomicU64::new(0),
            finished: Mutex::default(),
        }
    }

    /// The number of the root search being searched.
    #[inline(always)]
    pub(super) fn round(&self) -> u64 {
        self.round.load(Relaxed)
    }

    /// A thread has finished this round, or dropped it: the result of whoever was first, with the root moves as that left them.
    pub(super) fn agree(&self, round: u64, own: Score, root: &mut Vec<RootMove>) -> Score {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(first) = finished.get(round as usize) {
            root.clone_from(&first.root);
            return first.score;
        }
        finished.push(Finished { score: own, root: root.clone() });
        self.round.store(round + 1, Relaxed);
        own
    }

    /// The name of "the position with this key, searched from this depth"; none where it is too shallow.
    pub(super) fn key(position: u64, depth: i32) -> Option<u64> {
        (depth >= LEAST_DEPTH).then(|| position ^ (depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn set(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.busy[(key >> 40) as usize % SETS]
    }

    /// Whether some thread is searching it.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.set(key).iter().any(|place| place.load(Relaxed) == key)
    }

    /// A thread begins to search it. With no place left nobody will know, which only costs time.
    pub(super) fn enter(&self, key: u64) {
        if let Some(place) = self.set(key).iter().find(|place| place.load(Relaxed) == 0) {
            place.store(key, Relaxed);
        }
    }

    /// A thread has done with it.
    pub(super) fn leave(&self, key: u64) {
        for place in self.set(key) {
            if place.load(Relaxed) == key {
                place.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_from_enter_to_leave() {
        let team = Team::new();
        let key = Team::key(0x1234_5678_9ABC_DEF0, 5).expect("deep enough");
        assert!(!team.is_busy(key));
        team.enter(key);
        assert!(team.is_busy(key));
        assert!(!team.is_busy(Team::key(0x1234_5678_9ABC_DEF0, 6).expect("deep enough")));
        team.leave(key);
        assert!(!team.is_busy(key));
        assert_eq!(Team::key(1, LEAST_DEPTH - 1), None);
    }

    #[test]
    fn the_first_to_finish_a_round_decides_it() {
        let team = Team::new();
        let mut root = Vec::new();
        let round = team.round();
        assert_eq!(team.agree(round, Score::raw(7), &mut root), Score::raw(7));
        assert_eq!(team.round(), round + 1);
        assert_eq!(team.agree(round, Score::raw(9), &mut root), Score::raw(7), "too late");
        assert_eq!(team.agree(round + 1, Score::raw(8), &mut root), Score::raw(8));
        assert_eq!(team.agree(round, Score::ZERO, &mut root), Score::raw(7), "two behind");
    }
}
