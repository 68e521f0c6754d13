//! The transposition table: search results by position, shared by all search threads without a
//! lock.
//!
//! A cluster is 32 bytes: three entries of 64 bits, and one word with a 21-bit check for each. A
//! check is the key's low bits mixed with a digest of the entry itself, so an entry torn by two
//! threads writing at once does not match and reads as absent. That makes plain relaxed atomics
//! enough. The key's high bits choose the cluster.

use super::zeroed::{Zeroable, ZeroedSlice};
use super::{Bound, Score};
#[cfg(loom)]
use loom::sync::atomic::{AtomicBool, AtomicU8, AtomicU64};
use std::sync::atomic::Ordering::Relaxed;
#[cfg(not(loom))]
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64};

/// Entries in a cluster.
const WAYS: usize = 3;
/// Bits of a check.
const CHECK_BITS: u32 = 21;
const CHECK_MASK: u64 = (1 << CHECK_BITS) - 1;
/// Generations wrap at this many searches.
const GENERATIONS: u8 = 32;

/// One position's search result in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The best move, packed by the game; 0 for none.
    pub best: u16,
    /// The score, as [`Score::to_table`] packs it.
    pub score: i16,
    /// The static evaluation; the game chooses a value for "none".
    pub eval: i16,
    /// The depth that gave the score. A game with negative depths adds an offset.
    pub depth: u8,
    /// The bound of the score.
    pub bound: Bound,
    /// Whether the position was once on a principal variation.
    pub pv: bool,
}

impl TableEntry {
    /// The score, read at a node of this ply.
    #[inline(always)]
    #[must_use]
    pub const fn score_at(&self, ply: usize) -> Score {
        Score::from_table(self.score, ply)
    }

    #[inline(always)]
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.best)
            | u64::from(self.score as u16) << 16
            | u64::from(self.eval as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
    }

    #[inline(always)]
    fn unpack(word: u64) -> Self {
        Self {
            best: word as u16,
            score: (word >> 16) as i16,
            eval: (word >> 32) as i16,
            depth: (word >> 48) as u8,
            bound: Bound::from_bits((word >> 56) as u8),
            pv: word >> 58 & 1 == 1,
        }
    }
}

#[cfg(not(loom))]
const _: () = assert!(size_of::<Cluster>() == 32);

#[cfg_attr(loom, derive(Default))]
#[repr(align(32))]
struct Cluster {
    entries: [AtomicU64; WAYS],
    checks: AtomicU64,
}

#[expect(unsafe_code, reason = "a cluster is integers")]
// SAFETY: a cluster is four integers; zeros are an empty one, and it needs no drop.
unsafe impl Zeroable for Cluster {}

/// Mixes an entry's bits down to the width of a check.
#[inline(always)]
fn digest(word: u64) -> u64 {
    (word ^ (word >> CHECK_BITS) ^ (word >> (2 * CHECK_BITS))) & CHECK_MASK
}

#[inline(always)]
fn check_of(checks: u64, way: usize) -> u64 {
    checks >> (way as u32 * CHECK_BITS) & CHECK_MASK
}

#[inline(always)]
fn generation_of(word: u64) -> u8 {
    (word >> 59) as u8
}

/// A table of the requested size could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system has not enough memory.
    #[error("no memory for a table of {mebibytes} MiB; the old table stays")]
    NoMemory {
        /// The requested size.
        mebibytes: usize,
    },
}

/// A transposition table of fixed size. Its memory is taken from the system page by page as it is
/// used, so that a new table costs no time.
///
/// ```
/// use xun_game::{Bound, Score, TableEntry, TranspositionTable};
///
/// let table = TranspositionTable::with_mebibytes(1)?;
/// let entry = TableEntry {
///     best: 7,
///     score: Score::new(25).to_table(0),
///     eval: 20,
///     depth: 6,
///     bound: Bound::Exact,
///     pv: true,
/// };
/// table.store(0x1234_5678_9abc_def0, entry);
/// assert_eq!(table.probe(0x1234_5678_9abc_def0).map(|found| found.depth), Some(6));
/// assert!(table.probe(1).is_none());
/// # Ok::<(), xun_game::TableError>(())
/// ```
pub struct TranspositionTable {
    clusters: ZeroedSlice<Cluster>,
    generation: AtomicU8,
    /// Whether anything was stored since the table was empty.
    used: AtomicBool,
    /// See [`TranspositionTable::with_pv_margin`].
    pv_margin: i32,
}

impl TranspositionTable {
    /// A table of about this many bytes (at least one cluster).
    ///
    /// # Errors
    /// More memory than the machine has.
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        let no_memory = TableError::NoMemory { mebibytes: bytes >> 20 };
        if available_memory().is_some_and(|room| bytes as u64 > room) {
            return Err(no_memory);
        }
        let clusters = ZeroedSlice::new(bytes / size_of::<Cluster>()).ok_or(no_memory)?;
        Ok(Self {
            clusters,
            generation: AtomicU8::new(0),
            used: AtomicBool::new(false),
            pv_margin: 2,
        })
    }

    /// A table of about this many mebibytes (at least one cluster).
    ///
    /// # Errors
    /// More memory than the machine has.
    pub fn with_mebibytes(mebibytes: usize) -> Result<Self, TableError> {
        let bytes = mebibytes.checked_mul(1 << 20).ok_or(TableError::NoMemory { mebibytes })?;
        Self::new(bytes)
    }

    /// The same table with another margin for principal variations: a result of a principal
    /// variation replaces one of the same search that is up to 4 plies + this margin deeper, other
    /// results one that is up to 4 plies deeper. The margin is 2 at first.
    #[must_use]
    pub fn with_pv_margin(self, pv_margin: i32) -> Self {
        Self { pv_margin, ..self }
    }

    /// Whether nothing was stored since the table was empty.
    pub fn is_clean(&self) -> bool {
        !self.used.load(Relaxed)
    }

    /// Empties the table.
    pub fn clear(&self) {
        if !self.used.swap(false, Relaxed) {
            return;
        }
        for cluster in &*self.clusters {
            cluster.checks.store(0, Relaxed);
            cluster.entries.iter().for_each(|entry| entry.store(0, Relaxed));
        }
        self.generation.store(0, Relaxed);
    }

    /// Begins a new search: entries of earlier searches are replaced first.
    pub fn next_generation(&self) {
        let next = (self.generation.load(Relaxed) + 1) % GENERATIONS;
        self.generation.store(next, Relaxed);
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    /// Prefetches this position's cluster into the cache, well before it is read.
    #[inline(always)]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "a prefetch has no safe form"))]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let place: *const Cluster = &raw const self.clusters[self.index(key)];
            // SAFETY: a prefetch reads nothing architecturally; the address is that of a live
            // element.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let cluster = &self.clusters[self.index(key)];
        let checks = cluster.checks.load(Relaxed);
        (0..WAYS).find_map(|way| {
            let word = cluster.entries[way].load(Relaxed);
            let fits = check_of(checks, way) == (key ^ digest(word)) & CHECK_MASK;
            (fits && word != 0).then(|| TableEntry::unpack(word))
        })
    }

    /// Stores a position's result over its old entry, or over the least useful entry of its
    /// cluster. A known move is kept when the new entry has none, and a much deeper result of this
    /// same search is not replaced by a shallow bound.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        // The flag is written only once: a write by every store would contend between threads.
        if !self.used.load(Relaxed) {
            self.used.store(true, Relaxed);
        }
        let generation = self.generation.load(Relaxed);
        let cluster = &self.clusters[self.index(key)];
        let checks = cluster.checks.load(Relaxed);
        let words: [u64; WAYS] = std::array::from_fn(|way| cluster.entries[way].load(Relaxed));
        let mut way = 0;
        let mut least = i32::MAX;
        for (candidate, &word) in words.iter().enumerate() {
            if word != 0 && check_of(checks, candidate) == (key ^ digest(word)) & CHECK_MASK {
                let old = TableEntry::unpack(word);
                if entry.best == 0 {
                    entry.best = old.best;
                }
                let fresh = generation_of(word) == generation;
                let margin = 4 + self.pv_margin * i32::from(entry.pv);
                let shallow = i32::from(entry.depth) + margin <= i32::from(old.depth);
                if fresh && shallow && entry.bound != Bound::Exact {
                    return;
                }
                way = candidate;
                break;
            }
            let worth = worth(word, generation);
            if worth < least {
                least = worth;
                way = candidate;
            }
        }
        let word = entry.pack(generation);
        let shift = way as u32 * CHECK_BITS;
        let check = ((key ^ digest(word)) & CHECK_MASK) << shift;
        cluster.entries[way].store(word, Relaxed);
        cluster.checks.store(checks & !(CHECK_MASK << shift) | check, Relaxed);
    }

    /// Fullness with entries of this search, in thousandths.
    pub fn fullness(&self) -> u32 {
        let generation = self.generation.load(Relaxed);
        let sample = self.clusters.len().min(1000);
        let used: usize = self.clusters[..sample]
            .iter()
            .flat_map(|cluster| &cluster.entries)
            .filter(|entry| {
                let word = entry.load(Relaxed);
                word != 0 && generation_of(word) == generation
            })
            .count();
        (used * 1000 / (sample * WAYS)) as u32
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.clusters.len() * size_of::<Cluster>()
    }
}

/// Value of keeping an entry: depth less age; least for an empty one.
#[inline]
fn worth(word: u64, generation: u8) -> i32 {
    if word == 0 {
        return i32::MIN;
    }
    let age = (GENERATIONS + generation - generation_of(word)) % GENERATIONS;
    i32::from((word >> 48) as u8) - 8 * i32::from(age)
}

/// Available memory in bytes, where the system says so.
fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn entry(best: u16, depth: u8) -> TableEntry {
        TableEntry { best, score: -321, eval: 77, depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn an_entry_survives_packing() {
        for bound in [Bound::None, Bound::Upper, Bound::Lower, Bound::Exact] {
            let entry = TableEntry {
                best: 0xABCD,
                score: i16::MIN,
                eval: i16::MAX,
                depth: 255,
                bound,
                pv: false,
            };
            assert_eq!(TableEntry::unpack(entry.pack(31)), entry);
            assert_eq!(generation_of(entry.pack(31)), 31);
        }
    }

    #[test]
    fn finds_what_was_stored_and_nothing_else() {
        let table = TranspositionTable::with_mebibytes(1).expect("one mebibyte");
        let key = 0x1234_5678_9ABC_DEF0;
        assert_eq!(table.probe(key), None);
        table.store(key, entry(42, 7));
        assert_eq!(table.probe(key), Some(entry(42, 7)));
        assert_eq!(table.probe(key ^ 1), None);
        table.store(key, TableEntry { best: 0, bound: Bound::Exact, ..entry(0, 3) });
        assert_eq!(table.probe(key).map(|found| found.best), Some(42), "the known move is kept");
        assert!(!table.is_clean());
        table.clear();
        assert_eq!(table.probe(key), None);
        assert!(table.is_clean());
    }

    #[test]
    fn keeps_deep_entries_of_this_search_over_shallow_ones() {
        let table = TranspositionTable::with_mebibytes(1).expect("one mebibyte");
        // Keys with equal high bits share a cluster.
        for low in 1..=3 {
            table.store(low, entry(low as u16, 10 + low as u8));
        }
        table.store(4, entry(4, 1));
        assert_eq!(table.probe(1), None, "the shallowest went");
        assert!([2, 3, 4].into_iter().all(|key| table.probe(key).is_some()));
        for _ in 0..8 {
            table.next_generation();
        }
        table.store(5, entry(5, 1));
        assert!(table.probe(5).is_some());
    }

    #[test]
    fn a_torn_entry_reads_as_absent() {
        let table = TranspositionTable::with_mebibytes(1).expect("one mebibyte");
        table.store(9, entry(42, 7));
        let cluster = &table.clusters[table.index(9)];
        let way = (0..WAYS).find(|&way| cluster.entries[way].load(Relaxed) != 0).expect("stored");
        cluster.entries[way].fetch_xor(1 << 20, Relaxed);
        assert_eq!(table.probe(9), None);
    }

    #[test]
    fn an_impossible_size_is_refused() {
        assert!(TranspositionTable::with_mebibytes(usize::MAX).is_err());
        assert!(TranspositionTable::with_mebibytes(1 << 40).is_err());
    }

    #[test]
    fn fullness_counts_this_search_only() {
        let table = TranspositionTable::new(0).expect("one cluster");
        table.store(1, entry(1, 1));
        assert_eq!(table.fullness(), 333);
        table.next_generation();
        assert_eq!(table.fullness(), 0);
    }
}
