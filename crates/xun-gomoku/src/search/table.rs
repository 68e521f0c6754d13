//! The transposition table: what was found out about positions, shared by all threads without
//! locks.
//!
//! An entry is two words; the first is the key mixed with the second, so that a torn pair does not
//! match.

use super::score::Score;
use super::untouched::{Untouched, Zeroable};
use crate::rules::Point;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    None = 0,
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

impl Bound {
    /// What the best score found within a window is; only a search of the principal variation finds
    /// exact ones.
    #[inline]
    pub(crate) fn of(best: Score, alpha: Score, beta: Score, pv: bool) -> Self {
        if best >= beta {
            Self::Lower
        } else if pv && best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    #[inline]
    pub(crate) fn at_least(self) -> bool {
        self as u8 & 2 != 0
    }

    #[inline]
    pub(crate) fn at_most(self) -> bool {
        self as u8 & 1 != 0
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) score: Score,
    /// The evaluator's word, where it was asked.
    pub(crate) eval: Option<i32>,
    /// Whole plies; negative in the search of fours.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    pub(crate) was_pv: bool,
    pub(crate) best: Option<Point>,
}

impl Known {
    /// The score, if it lies on the side of the window that it is sure of.
    #[inline]
    pub(crate) fn settled(&self, beta: Score) -> Option<Score> {
        let right_side =
            if self.score >= beta { self.bound.at_least() } else { self.bound.at_most() };
        (self.bound != Bound::None && right_side).then_some(self.score)
    }
}

const CLUSTER: usize = 4;
const DEPTH_OFFSET: i32 = 32;
/// Stands for an evaluation that nobody asked for.
const UNASKED: i16 = i16::MIN;

struct Entry {
    lock: AtomicU64,
    data: AtomicU64,
}

#[repr(align(64))]
struct Cluster([Entry; CLUSTER]);

/// A table of a fixed size.
pub struct Table {
    clusters: Untouched<Cluster>,
    generation: AtomicU8,
    /// Whether anything was stored since it was empty.
    used: AtomicBool,
}

#[expect(unsafe_code, reason = "an entry is integers")]
// SAFETY: an entry is two integers; zeros are an empty one, and it needs no drop.
unsafe impl Zeroable for Cluster {}

impl Table {
    /// A table of about this many bytes (at least 64 KiB).
    pub fn new(bytes: usize) -> Self {
        let clusters = Untouched::new((bytes / size_of::<Cluster>()).max(1024));
        Self { clusters, generation: AtomicU8::new(0), used: AtomicBool::new(false) }
    }

    /// Bytes it uses.
    pub fn bytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>()
    }

    /// Whether nothing was stored since it was empty.
    pub fn is_clean(&self) -> bool {
        !self.used.load(Ordering::Relaxed)
    }

    /// Forgets everything.
    pub fn clear(&self) {
        if !self.used.swap(false, Ordering::Relaxed) {
            return;
        }
        for entry in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            entry.lock.store(0, Ordering::Relaxed);
            entry.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: older entries are replaced first.
    pub(crate) fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// How full it is with entries of the current search, in thousandths.
    pub fn permille_full(&self) -> usize {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.clusters.len().min(250);
        let used = self.clusters[..sample]
            .iter()
            .flat_map(|cluster| &cluster.0)
            .filter(|entry| {
                let data = entry.data.load(Ordering::Relaxed);
                data != 0 && Packed(data).generation() == generation
            })
            .count();
        used * 1000 / (sample * CLUSTER)
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to bring this position's cluster nearer, well before it is read.
    #[inline(always)]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a prefetch has no safe form"))]
    pub(crate) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let place: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch reads nothing architecturally; the address is that of a live
            // element.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        self.cluster(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            (entry.lock.load(Ordering::Relaxed) ^ data == key && data != 0)
                .then(|| Packed(data).unpack(ply))
        })
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, known: Known) {
        if !self.used.load(Ordering::Relaxed) {
            self.used.store(true, Ordering::Relaxed);
        }
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = &self.cluster(key).0[0];
        let mut lowest = i32::MAX;
        for entry in &self.cluster(key).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if data == 0 || entry.lock.load(Ordering::Relaxed) ^ data == key {
                victim = entry;
                break;
            }
            let age = i32::from(generation.wrapping_sub(Packed(data).generation()));
            let worth = Packed(data).depth() - 8 * age;
            if worth < lowest {
                (victim, lowest) = (entry, worth);
            }
        }
        let old = victim.data.load(Ordering::Relaxed);
        let same = old != 0 && victim.lock.load(Ordering::Relaxed) ^ old == key;
        let mut known = known;
        if same {
            known.best = known.best.or_else(|| Packed(old).best());
            let keeps = known.bound != Bound::Exact
                && known.depth + 4 <= Packed(old).depth()
                && Packed(old).generation() == generation;
            if keeps {
                return;
            }
        }
        let data = Packed::pack(&known, ply, generation).0;
        victim.lock.store(key ^ data, Ordering::Relaxed);
        victim.data.store(data, Ordering::Relaxed);
    }
}

/// score 16 | eval 16 | depth 8 | generation 8 | bound 2, pv 1, has move 1 | point 10
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn pack(known: &Known, ply: usize, generation: u8) -> Self {
        let score = u64::from(known.score.to_table(ply) as u16);
        let eval = known.eval.map_or(UNASKED, |eval| eval.clamp(-32_000, 32_000) as i16);
        let eval = u64::from(eval as u16);
        let depth = (known.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
        let flags = known.bound as u64
            | u64::from(known.was_pv) << 2
            | u64::from(known.best.is_some()) << 3;
        let point = known.best.map_or(0, |point| point.index() as u64);
        Self(
            score
                | eval << 16
                | depth << 32
                | u64::from(generation) << 40
                | flags << 48
                | point << 52,
        )
    }

    fn generation(self) -> u8 {
        (self.0 >> 40) as u8
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 32) as u8) - DEPTH_OFFSET
    }

    fn best(self) -> Option<Point> {
        (self.0 >> 51 & 1 != 0).then(|| Point::from_index((self.0 >> 52 & 1023) as usize))
    }

    fn unpack(self, ply: usize) -> Known {
        Known {
            score: Score::from_table(self.0 as u16 as i16, ply),
            eval: Some((self.0 >> 16) as u16 as i16).filter(|&eval| eval != UNASKED).map(i32::from),
            depth: self.depth(),
            bound: match self.0 >> 48 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            was_pv: self.0 >> 50 & 1 != 0,
            best: self.best(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 20);
        let known = Known {
            score: Score::win_at(9),
            eval: Some(-321),
            depth: -3,
            bound: Bound::Lower,
            was_pv: true,
            best: Some(Point::new(21, 21)),
        };
        table.store(0x1234_5678_9abc_def0, 4, known);
        let found = table.probe(0x1234_5678_9abc_def0, 6).unwrap();
        assert_eq!(found.score, Score::win_at(11));
        assert_eq!((found.eval, found.depth, found.bound), (Some(-321), -3, Bound::Lower));
        assert_eq!((found.was_pv, found.best), (true, Some(Point::new(21, 21))));
        assert!(table.probe(0x1234_5678_9abc_def1, 0).is_none());
        table.store(0x1234_5678_9abc_def1, 0, Known { eval: None, ..known });
        assert_eq!(table.probe(0x1234_5678_9abc_def1, 0).unwrap().eval, None);
        table.clear();
        assert!(table.probe(0x1234_5678_9abc_def0, 6).is_none());
    }
}
