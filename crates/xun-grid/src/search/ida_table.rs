//! IDA\* with a table of the cheapest way to each place (Reinefeld and Marsland 1994, with one
//! entry for every place, so that nothing is ever lost).
//!
//! A place is not entered again at a higher cost than before, nor twice at the same cost under one
//! bound. So a bound costs about as much as the places it reaches, not as the ways to them.
//!
//! Guarantee: the cheapest path, under the same condition as A\*. Perfect mazes stay its bad case:
//! the bound grows by the least possible each time, and each time all is walked anew.

use super::ida::Memory;
use super::padded_map::PaddedMap;

/// Cheapest cost so far of each place, and under which bound it was entered at that cost.
#[derive(Debug)]
pub(super) struct CostTable {
    g: Vec<u64>,
    entered: Vec<u32>,
    /// Numbers bounds, over all queries.
    bound: u32,
    /// The first bound of this query.
    first: u32,
}

impl CostTable {
    pub(super) fn new(grid: &PaddedMap) -> Self {
        Self { g: vec![0; grid.len()], entered: vec![0; grid.len()], bound: 0, first: 1 }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.g.capacity() * 8 + self.entered.capacity() * 4) as u64
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        self.first = self.bound + 1;
        if self.first > u32::MAX / 2 {
            self.entered.fill(0);
            (self.bound, self.first) = (0, 1);
        }
    }
}

impl Memory for CostTable {
    fn new_bound(&mut self) {
        self.bound = self.bound.saturating_add(1);
    }

    #[inline(always)]
    fn enter(&mut self, place: usize, g: u64) -> bool {
        let (known, entered) = (self.g[place], self.entered[place]);
        if entered >= self.first && (known < g || known == g && entered == self.bound) {
            return false;
        }
        self.g[place] = g;
        self.entered[place] = self.bound;
        true
    }

    #[inline(always)]
    fn is_on_path(&self, _: usize) -> bool {
        false
    }

    #[inline(always)]
    fn leave(&mut self, _: usize) {}
}
