//! How several threads search one position together.
//!
//! All search the same tree with the same window, and whoever comes to its end first tells the others, who drop what they were
//! doing and go on from there. In between they share the work by telling each other which moves they are searching: a thread
//! turns to other moves first, and finds the result in the table when it comes back (Kerrigan's simplification of ABDADA).
//! And whoever is still inside a node that another has settled meanwhile leaves it at once (`open`).
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
const LEAST_DEPTH: i32 = 3;

/// What the threads of one search tell each other, besides the table.
pub(super) struct Team {
    busy: Vec<[AtomicU64; WAYS]>,
    /// How many root searches are done; the one being searched has this number.
    round: AtomicU64,
    /// Each of them, for threads that were several behind.
    finished: Mutex<Vec<Finished>>,
    /// How often a better move was found at the root, and the last one with its round.
    announcements: AtomicU64,
    announced: Mutex<Option<(u64, RootMove)>>,
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
            announcements: AtomicU64::new(0),
            announced: Mutex::default(),
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

    /// A thread has found a better move at the root: the others need only look for better ones still.
    pub(super) fn announce(&self, round: u64, better: &RootMove) {
        let mut announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        let known = announced.as_ref().filter(|(when, _)| *when == round);
        if known.is_none_or(|(_, last)| better.score > last.score) {
            *announced = Some((round, better.clone()));
            self.announcements.fetch_add(1, Relaxed);
        }
    }

    /// The best move announced in this round, if anything was announced since `heard`.
    pub(super) fn news(&self, round: u64, heard: &mut u64) -> Option<RootMove> {
        let count = self.announcements.load(Relaxed);
        if count == *heard {
            return None;
        }
        *heard = count;
        let announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        announced.as_ref().filter(|(when, _)| *when == round).map(|(_, better)| better.clone())
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
    fn better_root_moves_are_heard_of_once_and_only_in_their_round() {
        let team = Team::new();
        let chosen = crate::rules::Position::start().legal_moves()[0];
        let found = |score| RootMove { score: Score::raw(score), ..RootMove::new(chosen) };
        let (mut heard, mut late) = (0, 0);
        assert!(team.news(0, &mut heard).is_none());
        team.announce(0, &found(5));
        team.announce(0, &found(3));
        assert_eq!(team.news(0, &mut heard).map(|better| better.score), Some(Score::raw(5)), "the best");
        assert!(team.news(0, &mut heard).is_none(), "no news");
        assert!(team.news(1, &mut late).is_none(), "of another round");
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
