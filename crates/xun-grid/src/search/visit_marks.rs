//! One 16-bit word a place for breadth-first, depth-first and unit-cost searches: unvisited,
//! queued, or the step by which the place was entered.
//!
//! Nothing is cleared between queries: each query writes numbers above all that earlier ones wrote
//! ([`VisitMarks::begin`]), and walls are above everything, so "open and not yet visited" is one
//! comparison.

use super::padded_map::PaddedMap;
use crate::{Map, WALL};

/// A wall, in the words.
const BLOCKED: u16 = u16::MAX;
/// Words that one query may write: queued, visited by one of eight steps, start.
const WORDS: u16 = 10;
/// The word of the start, above the query's base.
const START: u16 = 9;

/// One word a place.
#[derive(Debug)]
pub(super) struct VisitMarks {
    words: Vec<u16>,
    /// The word of a queued place; visited places have larger words.
    base: u16,
}

impl VisitMarks {
    pub(super) fn new(map: &Map) -> Self {
        let (columns, stride) = (map.columns() as usize, map.columns() as usize + 1);
        let mut words = vec![BLOCKED; PaddedMap::padded_size(map)];
        for (row, terrain) in map.costs().chunks_exact(columns).enumerate() {
            let from = (row + 1) * stride + 1;
            for (word, &cost) in words[from..from + columns].iter_mut().zip(terrain) {
                *word = if cost == WALL { BLOCKED } else { 0 };
            }
        }
        Self { words, base: 1 }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.words.capacity() * 2) as u64
    }

    /// Starts a query: no place is visited.
    pub(super) fn begin(&mut self) {
        if self.base >= BLOCKED - 2 * WORDS {
            for word in &mut self.words {
                *word = if *word == BLOCKED { BLOCKED } else { 0 };
            }
            self.base = 1;
        } else {
            self.base += WORDS;
        }
    }

    /// Whether the place is no wall.
    #[inline(always)]
    pub(super) fn is_open(&self, place: usize) -> bool {
        self.words[place] != BLOCKED
    }

    /// Whether the place is open and not visited (it may be queued).
    #[inline(always)]
    pub(super) fn is_unvisited(&self, place: usize) -> bool {
        self.words[place] <= self.base
    }

    #[inline(always)]
    pub(super) fn visit(&mut self, place: usize, step: usize) {
        self.words[place] = self.base + 1 + step as u16;
    }

    pub(super) fn visit_start(&mut self, place: usize) {
        self.words[place] = self.base + START;
    }

    /// The step by which a visited place was entered.
    pub(super) fn entered(&self, place: usize) -> usize {
        usize::from(self.words[place] - self.base - 1)
    }

    /// The words of all places and the word of a queued one, for loops that keep both in registers.
    #[inline(always)]
    pub(super) fn parts(&mut self) -> (&mut [u16], u16) {
        (&mut self.words, self.base)
    }
}
