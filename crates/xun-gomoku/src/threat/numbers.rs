//! Proof and disproof numbers, the table that keeps them, and the moves of positions that are
//! visited again.

use crate::rules::Point;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// More than any number that a search reaches.
pub(crate) const INFINITE: u32 = (1 << 24) - 1;

/// Proof and disproof number of a position: the least number of leaves that must still be won to
/// prove it, or lost to disprove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

impl Numbers {
    pub(crate) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(crate) const DISPROVEN: Self = Self { proof: INFINITE, disproof: 0 };

    pub(crate) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Two numbers added, at most infinite.
#[inline]
pub(crate) fn add(one: u32, other: u32) -> u32 {
    one.saturating_add(other).min(INFINITE)
}

/// The numbers of several children together.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Total {
    sum: u64,
    most: u32,
}

impl Total {
    #[inline]
    pub(crate) fn add(&mut self, number: u32) {
        self.sum += u64::from(number);
        self.most = self.most.max(number);
    }

    /// All of them added up. What is undecided stays below infinity, however often the same leaves
    /// are counted.
    #[inline]
    pub(crate) fn sum(self) -> u32 {
        self.below_infinity(self.sum)
    }

    /// The greatest and a quarter of the others: most attacks fail for the same few reasons, and
    /// adding them all up would make every position with many attacks look hard to disprove.
    #[inline]
    pub(crate) fn damped(self) -> u32 {
        self.below_infinity(
            u64::from(self.most) + (self.sum - u64::from(self.most)).div_ceil(DAMPING),
        )
    }

    fn below_infinity(self, total: u64) -> u32 {
        if self.most == INFINITE { INFINITE } else { total.min(u64::from(INFINITE) - 1) as u32 }
    }

    /// The threshold of a child with this number: beyond it the sum reaches `most`.
    #[inline]
    pub(crate) fn sum_limit(self, child: u32, most: u32) -> u32 {
        limit(self.sum - u64::from(child), child, most)
    }

    /// The threshold of a child with this number: beyond it the damped total reaches `most`.
    #[inline]
    pub(crate) fn damped_limit(self, child: u32, most: u32) -> u32 {
        limit((self.sum - u64::from(child)).div_ceil(DAMPING), child, most)
    }
}

/// The weight of the lesser numbers of a damped total.
const DAMPING: u64 = 4;

fn limit(others: u64, child: u32, most: u32) -> u32 {
    if most == INFINITE {
        return INFINITE;
    }
    u64::from(most).saturating_sub(others).clamp(u64::from(child) + 1, u64::from(INFINITE)) as u32
}

/// Entries that share a place.
const WAYS: usize = 4;
const ENTRY_BYTES: usize = 2 * size_of::<u64>();
const FIRST_BUCKETS: usize = 1 << 8;

/// A bounded table of numbers that begins small and grows with its use. Four entries share a place;
/// the one that cost the least work is replaced.
pub(crate) struct ProofTable {
    /// Key, then proof and disproof numbers (24 bits each) and how much work they cost (16 bits);
    /// plain words, so that memory is taken as it is used.
    words: Vec<u64>,
    buckets: usize,
    most_buckets: usize,
    used: usize,
}

impl ProofTable {
    pub(crate) fn new(bytes: usize) -> Self {
        let most_buckets = (bytes / (WAYS * ENTRY_BYTES)).max(1 << 6);
        let buckets = FIRST_BUCKETS.min(most_buckets);
        Self { words: vec![0; 2 * WAYS * buckets], buckets, most_buckets, used: 0 }
    }

    /// The words of a key's place.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * 2 * WAYS
    }

    #[inline]
    pub(crate) fn look(&self, key: u64) -> Option<Numbers> {
        let from = self.bucket(key);
        let entry =
            self.words[from..from + 2 * WAYS].chunks_exact(2).find(|entry| entry[0] == key)?;
        let data = entry[1];
        (data != 0).then_some(Numbers {
            proof: (data & u64::from(INFINITE)) as u32,
            disproof: (data >> 24 & u64::from(INFINITE)) as u32,
        })
    }

    /// Keeps the numbers that this many nodes worked out.
    pub(crate) fn keep(&mut self, key: u64, numbers: Numbers, nodes: u64) {
        // The work on a logarithmic scale, and decided positions before others of equal work.
        let work = (u64::from(nodes.max(1).ilog2()) << 1 | u64::from(numbers.is_decided())) + 1;
        self.insert(key, u64::from(numbers.proof) | u64::from(numbers.disproof) << 24 | work << 48);
        if self.used * 3 > self.buckets * WAYS && self.buckets < self.most_buckets {
            self.grow();
        }
    }

    fn insert(&mut self, key: u64, data: u64) {
        let from = self.bucket(key);
        let bucket = &mut self.words[from..from + 2 * WAYS];
        let place = (0..WAYS)
            .find(|&way| bucket[2 * way] == key)
            .or_else(|| (0..WAYS).min_by_key(|&way| bucket[2 * way + 1] >> 48))
            .unwrap_or(0);
        self.used += usize::from(bucket[2 * place + 1] == 0);
        bucket[2 * place] = key;
        bucket[2 * place + 1] = data;
    }

    fn grow(&mut self) {
        self.buckets = (self.buckets * 4).min(self.most_buckets);
        self.used = 0;
        let old = std::mem::replace(&mut self.words, vec![0; 2 * WAYS * self.buckets]);
        for entry in old.chunks_exact(2).filter(|entry| entry[1] != 0) {
            self.insert(entry[0], entry[1]);
        }
    }
}

/// Keys are random already.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The moves of positions, kept because a search comes back to most of them. Forgets everything
/// when full.
pub(crate) struct MoveLists {
    places: HashMap<u64, (u32, u16), BuildHasherDefault<KeyHasher>>,
    points: Vec<Point>,
    most: usize,
}

impl MoveLists {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { places: HashMap::default(), points: Vec::new(), most: (bytes / 8).max(1 << 12) }
    }

    pub(crate) fn get(&self, key: u64) -> Option<&[Point]> {
        let &(from, count) = self.places.get(&key)?;
        Some(&self.points[from as usize..from as usize + usize::from(count)])
    }

    pub(crate) fn keep(&mut self, key: u64, moves: &[Point]) {
        // In points of two bytes: a place costs about sixteen.
        if self.points.len() + 16 * self.places.len() > self.most {
            self.places.clear();
            self.points.clear();
        }
        self.places.insert(key, (self.points.len() as u32, moves.len() as u16));
        self.points.extend_from_slice(moves);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_what_cost_most() {
        let mut table = ProofTable::new(0);
        let key = |index: u64| index + 1;
        table.keep(key(0), Numbers { proof: 3, disproof: 4 }, 1_000);
        for index in 1..50 {
            table.keep(key(index), Numbers { proof: 1, disproof: 1 }, 1);
        }
        assert_eq!(table.look(key(0)), Some(Numbers { proof: 3, disproof: 4 }));
        table.keep(key(0), Numbers::PROVEN, 1);
        assert_eq!(table.look(key(0)), Some(Numbers::PROVEN));
        assert_eq!(table.look(999), None);
    }

    #[test]
    fn lists_come_back_as_they_were() {
        let mut lists = MoveLists::new(0);
        let points: Vec<Point> = (0..30).map(|x| Point::new(x % 15, x / 15)).collect();
        for key in 0..1_000 {
            lists.keep(key, &points[..(key % 30) as usize]);
            assert_eq!(lists.get(key), Some(&points[..(key % 30) as usize]));
        }
        assert!(lists.get(0).is_none(), "old lists were forgotten");
    }
}
