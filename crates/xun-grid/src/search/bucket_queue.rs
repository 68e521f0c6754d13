//! Bucket queue: the open list of best-first searches, smallest key first.
//!
//! A binary heap of the whole open list costs a cache miss and a mispredicted branch on each of its
//! levels. Here only the current bucket is a heap, a small one; the other entries lie in buckets by
//! key, unsorted, and a bucket becomes the heap when its turn comes.
//!
//! A key and its place share one word. Where the key does not fit above the place it is rounded
//! down; [`BucketQueue::is_exact`] says whether that can have changed the order.

use super::padded_map::PaddedMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// No entry.
const NONE: u32 = u32::MAX;
/// Buckets there are at first; always a power of two.
const BUCKETS: usize = 1024;

/// An entry of a bucket.
#[derive(Clone, Copy, Debug)]
struct Entry {
    word: u64,
    next: u32,
}

/// Places in order of their keys.
#[derive(Debug)]
pub(super) struct BucketQueue {
    /// The entries of the current bucket and before it.
    near: BinaryHeap<Reverse<u64>>,
    /// First entries of the buckets, in a ring.
    heads: Vec<u32>,
    /// One bit a bucket: whether it has entries.
    occupied: Vec<u64>,
    entries: Vec<Entry>,
    free: u32,
    /// Number of the current bucket.
    present: u64,
    len: usize,
    place_bits: u32,
    /// Bits of a key that are rounded away.
    shift: u32,
    /// Bits of a word below the bucket's number.
    bucket_bits: u32,
}

impl BucketQueue {
    /// A frontier for places of this grid.
    pub(super) fn new(grid: &PaddedMap) -> Self {
        let place_bits = usize::BITS - grid.len().leading_zeros();
        // Costs are below 2^62 ticks.
        let shift = 62_u32.saturating_sub(64 - place_bits);
        // Half a step is a bucket.
        let half = (grid.straight().ilog2() - 1).saturating_sub(shift);
        Self {
            near: BinaryHeap::new(),
            heads: vec![NONE; BUCKETS],
            occupied: vec![0; BUCKETS / 64],
            entries: Vec::new(),
            free: NONE,
            present: 0,
            len: 0,
            place_bits,
            shift,
            bucket_bits: place_bits + half,
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let near = self.near.capacity() * 8;
        let far =
            self.heads.capacity() * 4 + self.occupied.capacity() * 8 + self.entries.capacity() * 16;
        (near + far) as u64
    }

    /// Empties the queue. Buckets begin at the first key; smaller keys are sorted at once.
    pub(super) fn begin(&mut self, first: u64) {
        self.near.clear();
        if self.len > 0 && self.entries.len() <= self.occupied.len() {
            // Few entries: their buckets alone.
            for entry in &self.entries {
                let at = (entry.word >> self.bucket_bits) as usize & (self.heads.len() - 1);
                self.heads[at] = NONE;
                self.occupied[at / 64] = 0;
            }
        } else if self.len > 0 {
            for (index, bits) in self.occupied.iter_mut().enumerate() {
                while *bits != 0 {
                    self.heads[index * 64 + bits.trailing_zeros() as usize] = NONE;
                    *bits &= *bits - 1;
                }
            }
        }
        self.entries.clear();
        (self.free, self.len) = (NONE, 0);
        self.present = self.rounded(first) >> (self.bucket_bits - self.place_bits);
    }

    /// Whether places come in the order of their keys even where those differ by as little as two
    /// sums of steps on a map of this kind can.
    #[inline]
    pub(super) fn is_exact(&self) -> bool {
        self.shift < 20
    }

    /// The number of entries.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The key as it is compared.
    #[inline(always)]
    pub(super) fn rounded(&self, key: u64) -> u64 {
        (key >> self.shift).min((1 << (64 - self.place_bits)) - 1)
    }

    #[inline(always)]
    pub(super) fn push(&mut self, key: u64, place: usize) {
        let word = self.rounded(key) << self.place_bits | place as u64;
        let bucket = word >> self.bucket_bits;
        self.len += 1;
        if bucket <= self.present {
            self.near.push(Reverse(word));
        } else {
            self.push_far(bucket, word);
        }
    }

    #[inline(always)]
    fn push_far(&mut self, bucket: u64, word: u64) {
        if bucket - self.present >= self.heads.len() as u64 {
            self.grow(bucket);
        }
        let at = bucket as usize & (self.heads.len() - 1);
        let entry = Entry { word, next: self.heads[at] };
        if self.free == NONE {
            self.heads[at] = self.entries.len() as u32;
            self.entries.push(entry);
        } else {
            self.heads[at] = self.free;
            let slot = &mut self.entries[self.free as usize];
            self.free = slot.next;
            *slot = entry;
        }
        self.occupied[at / 64] |= 1 << (at % 64);
    }

    /// More buckets, so that this one is among them.
    #[cold]
    fn grow(&mut self, bucket: u64) {
        let buckets = (bucket - self.present + 1).next_power_of_two() as usize;
        let heads = std::mem::replace(&mut self.heads, vec![NONE; buckets]);
        self.occupied = vec![0; buckets / 64];
        for mut entry in heads {
            while entry != NONE {
                let Entry { word, next } = self.entries[entry as usize];
                let at = (word >> self.bucket_bits) as usize & (buckets - 1);
                self.entries[entry as usize].next = self.heads[at];
                self.heads[at] = entry;
                self.occupied[at / 64] |= 1 << (at % 64);
                entry = next;
            }
        }
    }

    /// The place with the smallest key, and that key as it is compared.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(u64, usize)> {
        if self.near.is_empty() && !self.advance() {
            return None;
        }
        let Reverse(word) = self.near.pop()?;
        self.len -= 1;
        Some((word >> self.place_bits, (word & ((1 << self.place_bits) - 1)) as usize))
    }

    /// Goes on to the next bucket that has entries. Whether there is one.
    fn advance(&mut self) -> bool {
        if self.len == 0 {
            return false;
        }
        let size = self.heads.len();
        let from = (self.present + 1) as usize & (size - 1);
        let words = self.occupied.len();
        // The ring from `from` on: the rest of its word, the other words, and its word again.
        let mut at = from / 64;
        let mut bits = self.occupied[at] & u64::MAX << (from % 64);
        for _ in 0..=words {
            if bits != 0 {
                let found = at * 64 + bits.trailing_zeros() as usize;
                self.present += 1 + (found.wrapping_sub(from) & (size - 1)) as u64;
                self.take(found);
                return true;
            }
            at = if at + 1 == words { 0 } else { at + 1 };
            bits = self.occupied[at];
        }
        false
    }

    /// Makes a bucket the heap.
    fn take(&mut self, at: usize) {
        let mut near = std::mem::take(&mut self.near).into_vec();
        let mut entry = std::mem::replace(&mut self.heads[at], NONE);
        self.occupied[at / 64] &= !(1 << (at % 64));
        while entry != NONE {
            let slot = &mut self.entries[entry as usize];
            near.push(Reverse(slot.word));
            let next = slot.next;
            slot.next = self.free;
            self.free = entry;
            entry = next;
        }
        self.near = BinaryHeap::from(near);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Map;
    use crate::generate::Random;

    #[test]
    fn places_come_in_order() {
        let grid = PaddedMap::new(&Map::open(30, 30).unwrap());
        let mut frontier = BucketQueue::new(&grid);
        let mut random = Random::new(3);
        for round in 0..50 {
            frontier.begin(0);
            let mut waiting: Vec<(u64, usize)> = Vec::new();
            let mut last = 0;
            for _ in 0..2000 {
                if random.below(3) > 0 || waiting.is_empty() {
                    let reach = 1 << (round % 20);
                    let key = (last + u64::from(random.below(reach))) << frontier.shift;
                    let place = random.below(900) as usize;
                    frontier.push(key, place);
                    waiting.push((key >> frontier.shift, place));
                } else {
                    let least = *waiting.iter().min().unwrap();
                    waiting.swap_remove(waiting.iter().position(|&one| one == least).unwrap());
                    assert_eq!(frontier.pop(), Some(least));
                    last = least.0;
                }
                assert_eq!(frontier.len(), waiting.len());
            }
            if round % 2 == 0 {
                waiting.sort_unstable();
                for least in waiting {
                    assert_eq!(frontier.pop(), Some(least));
                }
                assert_eq!(frontier.pop(), None);
            }
        }
    }

    #[test]
    fn nothing_is_left_of_the_few_entries_of_the_query_before() {
        let grid = PaddedMap::new(&Map::open(30, 30).unwrap());
        let mut frontier = BucketQueue::new(&grid);
        for round in 1..40 {
            frontier.begin(0);
            assert_eq!((frontier.len(), frontier.pop()), (0, None));
            for entry in 0..round {
                let bucket = (entry * 37 + round) as u64;
                frontier.push(bucket << (frontier.bucket_bits - frontier.place_bits), entry);
            }
            assert_eq!(frontier.len(), round);
            frontier.pop();
            frontier.push(5 << (frontier.bucket_bits - frontier.place_bits), 7);
        }
    }
}
