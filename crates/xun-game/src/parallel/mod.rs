//! Parallel search of one position by several threads over a shared table (lazy SMP with divided
//! moves).
//!
//! All threads search the same tree with the same window. The first to finish a root search ends it
//! for the others, which go on from its result. In between they mark the moves that they search: a
//! thread postpones a marked move and later finds its result in the table (Kerrigan's
//! simplification of ABDADA). A thread abandons a node that another one has settled meanwhile
//! ([`ActivePath`]). A wrong mark costs a little time, never correctness.

mod active_path;
mod helper;

pub use active_path::{ActiveNode, ActivePath};
pub use helper::{has_room_for_helper, spawn_helper};

use crate::SplitMix64;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// Places for a key.
const WAYS: usize = 4;
/// Sets of places: far more than the threads' open moves.
const SETS: usize = 1 << 12;

/// The state that the threads of a lazy SMP search share besides the table: moves being searched
/// (ABDADA), finished root searches, better root moves. `Root` is a root move with its result.
pub struct LazySmp<Root, Score> {
    busy: Vec<[AtomicU64; WAYS]>,
    /// Number of finished root searches; the current one has this number.
    round: AtomicU64,
    /// Each of them, for threads that were several behind.
    finished: Mutex<Vec<(Score, Vec<Root>)>>,
    /// Number of better root moves found, and the last one with its round and score.
    announcements: AtomicU64,
    announced: Mutex<Option<(u64, Score, Root)>>,
}

/// The name of "the position with this key, searched from this depth".
#[inline(always)]
#[must_use]
pub fn work_key(position: u64, depth: i32) -> u64 {
    position ^ (depth as u64).wrapping_mul(SplitMix64::GAMMA)
}

impl<Root: Clone, Score: Copy + Ord> Default for LazySmp<Root, Score> {
    fn default() -> Self {
        Self {
            busy: (0..SETS).map(|_| Default::default()).collect(),
            round: AtomicU64::new(0),
            finished: Mutex::default(),
            announcements: AtomicU64::new(0),
            announced: Mutex::default(),
        }
    }
}

impl<Root: Clone, Score: Copy + Ord> LazySmp<Root, Score> {
    /// The number of the root search being searched.
    #[inline(always)]
    pub fn round(&self) -> u64 {
        self.round.load(Relaxed)
    }

    /// A thread has finished this round, or dropped it: the result of the first thread to finish,
    /// with its root moves.
    pub fn agree(&self, round: u64, own: Score, root: &mut Vec<Root>) -> Score {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((score, moves)) = finished.get(round as usize) {
            root.clone_from(moves);
            return *score;
        }
        finished.push((own, root.clone()));
        self.round.store(round + 1, Relaxed);
        own
    }

    /// A thread has found a better move at the root: the others need only look for better ones
    /// still.
    pub fn announce(&self, round: u64, score: Score, better: &Root) {
        let mut announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        let known = announced.as_ref().filter(|(when, ..)| *when == round);
        if known.is_none_or(|(_, last, _)| score > *last) {
            *announced = Some((round, score, better.clone()));
            self.announcements.fetch_add(1, Relaxed);
        }
    }

    /// The best move announced in this round, if anything was announced since `heard`.
    pub fn news(&self, round: u64, heard: &mut u64) -> Option<Root> {
        let count = self.announcements.load(Relaxed);
        if count == *heard {
            return None;
        }
        *heard = count;
        let announced = self.announced.lock().unwrap_or_else(PoisonError::into_inner);
        announced.as_ref().filter(|(when, ..)| *when == round).map(|(_, _, better)| better.clone())
    }

    #[inline]
    fn set(&self, key: u64) -> &[AtomicU64; WAYS] {
        &self.busy[(key >> 40) as usize % SETS]
    }

    /// Whether some thread is searching the move with this [`work_key`].
    #[inline]
    pub fn is_busy(&self, key: u64) -> bool {
        self.set(key).iter().any(|place| place.load(Relaxed) == key)
    }

    /// A thread begins to search it. With no place left it stays unmarked, which only costs time.
    #[inline]
    pub fn enter(&self, key: u64) {
        if let Some(place) = self.set(key).iter().find(|place| place.load(Relaxed) == 0) {
            place.store(key, Relaxed);
        }
    }

    /// A thread has done with it.
    #[inline]
    pub fn leave(&self, key: u64) {
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
        let smp = LazySmp::<(), i32>::default();
        let key = work_key(0x1234_5678_9ABC_DEF0, 5);
        assert!(!smp.is_busy(key));
        smp.enter(key);
        assert!(smp.is_busy(key));
        assert!(!smp.is_busy(work_key(0x1234_5678_9ABC_DEF0, 6)), "another depth");
        smp.leave(key);
        assert!(!smp.is_busy(key));
    }

    #[test]
    fn better_root_moves_are_heard_of_once_and_only_in_their_round() {
        let smp = LazySmp::default();
        let (mut heard, mut late) = (0, 0);
        assert!(smp.news(0, &mut heard).is_none());
        smp.announce(0, 5, &"best");
        smp.announce(0, 3, &"second");
        assert_eq!(smp.news(0, &mut heard), Some("best"));
        assert!(smp.news(0, &mut heard).is_none(), "no news");
        assert!(smp.news(1, &mut late).is_none(), "of another round");
    }

    #[test]
    fn the_first_to_finish_a_round_decides_it() {
        let smp = LazySmp::default();
        let mut root = vec!["first"];
        let round = smp.round();
        assert_eq!(smp.agree(round, 7, &mut root), 7);
        assert_eq!(smp.round(), round + 1);
        let mut late = vec!["late"];
        assert_eq!(smp.agree(round, 9, &mut late), 7, "too late");
        assert_eq!(late, ["first"]);
        assert_eq!(smp.agree(round + 1, 8, &mut root), 8);
        assert_eq!(smp.agree(round, 0, &mut root), 7, "two behind");
    }
}
