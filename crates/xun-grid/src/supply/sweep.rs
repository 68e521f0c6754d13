//! The steps from one cell to another, 64 cells at a time.
//!
//! A step leads nearer by rows plus columns, or away. A way with `k` steps away is as long as rows
//! plus columns and 2k more. So: first all cells that are reached by steps nearer alone; then those
//! that are reached with one step away, and so on. Each of these sets is one sweep over the rows
//! towards the end's row: the cells reached in the row before are passed on and spread towards the
//! end's column, which for 64 cells is one addition. (A\* by rows plus columns looks at the same
//! cells, one by one.)

use super::bits::{Bits, WORD};
use super::leg::distance;
use crate::{Cell, Map};
use std::ops::Range;

/// Measures legs on one map.
pub(super) struct Sweeps<'a> {
    map: &'a Map,
    bits: Bits<'a>,
    /// The cells of the window that have been reached.
    reached: Vec<u64>,
    /// Words looked at so far.
    pub(super) looked_at: u64,
    /// Work so far, in words: beginning with a row, or clearing eight words, is as much.
    pub(super) effort: u64,
}

/// The rows and words in which a leg must lie.
struct Window {
    top: usize,
    /// Below it.
    bottom: usize,
    words: Range<usize>,
    /// Words of a row, with an empty one on each side; there is also an empty row above and below.
    stride: usize,
    /// The end's row, word and bit.
    row: usize,
    word: usize,
    bit: usize,
}

impl Window {
    fn new(map: &Map, from: Cell, to: Cell, detour: u32) -> Self {
        let range = |one: u32, other: u32, size: u32| {
            let first = one.min(other).saturating_sub(detour) as usize;
            (first, one.max(other).saturating_add(detour).min(size - 1) as usize)
        };
        let (top, bottom) = range(from.row, to.row, map.rows());
        let (left, right) = range(from.column, to.column, map.columns());
        let words = left / WORD..right / WORD + 1;
        let stride = words.len() + 2;
        let (row, word) = (to.row as usize, to.column as usize / WORD - words.start);
        Self { top, bottom: bottom + 1, words, stride, row, word, bit: to.column as usize % WORD }
    }

    /// Index of the first word of a row.
    #[inline(always)]
    fn at(&self, row: usize) -> usize {
        (row - self.top + 1) * self.stride + 1
    }

    /// The columns of a word that are not beyond the end's.
    #[inline(always)]
    fn before(&self, word: usize) -> u64 {
        match word.cmp(&self.word) {
            std::cmp::Ordering::Less => u64::MAX,
            std::cmp::Ordering::Equal => u64::MAX >> (WORD - 1 - self.bit),
            std::cmp::Ordering::Greater => 0,
        }
    }

    fn holds_end(&self, set: &[u64]) -> bool {
        set[self.at(self.row) + self.word] >> self.bit & 1 == 1
    }
}

impl<'a> Sweeps<'a> {
    pub(super) fn new(map: &'a Map) -> Self {
        Self { map, bits: Bits::new(map), reached: Vec::new(), looked_at: 0, effort: 0 }
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> u64 {
        (self.reached.capacity() * size_of::<u64>()) as u64 + self.bits.memory()
    }

    /// The fewest steps; none if they are more than `longest`, or if all effort so far comes to
    /// more than `most`.
    pub(super) fn measure(&mut self, from: Cell, to: Cell, longest: u32, most: u64) -> Option<u32> {
        // A way back is as long, and so all ways here lead to the right at first.
        let (from, to) = if from.column <= to.column { (from, to) } else { (to, from) };
        let straight = distance(from, to);
        let spare = longest.checked_sub(straight)? / 2;
        let window = Window::new(self.map, from, to, spare);
        self.bits.make(window.top..window.bottom, window.words.clone());
        self.reached.clear();
        self.reached.resize((window.bottom - window.top + 2) * window.stride, 0);
        self.effort += self.reached.len() as u64 / 8;
        let mut changed = self.nearer(&window, from);
        for away in 0..=spare {
            if window.holds_end(&self.reached) {
                return Some(straight + 2 * away);
            }
            if away == spare || changed.is_empty() || self.effort > most {
                return None;
            }
            changed = self.away(&window, changed);
        }
        None
    }

    /// Marks the cells that are reached from `from` by steps nearer alone. Returns the rows that
    /// have such cells.
    fn nearer(&mut self, window: &Window, from: Cell) -> Range<usize> {
        let (begin, end) = (from.row as usize, window.row);
        let column = from.column as usize - window.words.start * WORD;
        let words = column / WORD..window.word + 1;
        self.reached[window.at(begin) + words.start] = 1 << (column % WORD);
        let mut before = window.at(begin);
        let mut rows = 0;
        while rows <= begin.abs_diff(end) {
            let row = if begin < end { begin + rows } else { begin - rows };
            let open = self.bits.row(row, window.words.clone());
            let at = window.at(row);
            let (mut entering, mut any) = (0, 0);
            for word in words.clone() {
                let open = open[word] & window.before(word);
                let seeds = (self.reached[before + word] | entering) & open;
                let filled = spread_right(seeds, open);
                entering = filled >> (WORD - 1);
                self.reached[at + word] = filled;
                any |= filled;
            }
            if any == 0 {
                break;
            }
            before = at;
            rows += 1;
        }
        self.looked_at += (rows * words.len()) as u64;
        self.effort += (rows * (words.len() + 1)) as u64;
        if begin < end { begin..begin + rows } else { begin + 1 - rows..begin + 1 }
    }

    /// Marks the cells that are reached with one more step away. The step begins in one of the
    /// `changed` rows, which had new cells last time; returns the rows that have new cells now.
    ///
    /// The rows are visited towards the end's row from both sides, that row itself last. So of the
    /// two rows beside one, the farther is already updated, and the nearer still holds the cells of
    /// the last call, each of which may take its step away into this row.
    fn away(&mut self, window: &Window, changed: Range<usize>) -> Range<usize> {
        let rows =
            changed.start.saturating_sub(1).max(window.top)..(changed.end + 1).min(window.bottom);
        let mut new = window.bottom..window.top;
        let mut going_on = false;
        let mut row = rows.start;
        while row < window.row && (row < rows.end || going_on) {
            going_on = self.row(window, row);
            if going_on {
                new = new.start.min(row)..new.end.max(row + 1);
            }
            row += 1;
        }
        let from_above = going_on && row == window.row;
        going_on = false;
        let mut below = rows.end;
        while below > window.row + 1 && (below > rows.start || going_on) {
            going_on = self.row(window, below - 1);
            if going_on {
                new = new.start.min(below - 1)..new.end.max(below);
            }
            below -= 1;
        }
        let from_below = going_on && below == window.row + 1;
        if (rows.contains(&window.row) || from_above || from_below) && self.row(window, window.row)
        {
            new = new.start.min(window.row)..new.end.max(window.row + 1);
        }
        new
    }

    /// Marks the cells reached in one row. Whether any is new.
    #[inline(always)]
    fn row(&mut self, window: &Window, row: usize) -> bool {
        let open = self.bits.row(row, window.words.clone());
        let (at, stride) = (window.at(row), window.stride);
        self.looked_at += open.len() as u64;
        self.effort += open.len() as u64 + 1;
        let (mut entering, mut beyond, mut new) = (0, 0, 0);
        for (word, &open) in open.iter().enumerate() {
            let here = at + word;
            let reached = self.reached[here];
            let beside =
                reached << 1 | reached >> 1 | self.reached[here + 1] << (WORD - 1) | entering;
            let above_and_below = self.reached[here - stride] | self.reached[here + stride];
            let seeds = (reached | beside | above_and_below) & open;
            let before_end = window.before(word);
            let filled = seeds | spread_right(seeds & before_end, open & before_end);
            // Beyond the end's column a step to the right leads away, so that only what had been
            // reached before takes it.
            entering = if word < window.word { filled } else { reached } >> (WORD - 1);
            beyond |= filled & !before_end;
            new |= filled ^ reached;
            self.reached[here] = filled;
        }
        if beyond != 0 {
            let mut entering = 0;
            for word in (window.word..open.len()).rev() {
                // Steps to the left lead nearer from beyond the end's column, to that column.
                let towards_end =
                    !window.before(word) | u64::from(word == window.word) << window.bit;
                let open = open[word] & towards_end;
                let filled = &mut self.reached[at + word];
                let seeds = (*filled | entering << (WORD - 1)) & open;
                let spread = spread_left(seeds, open);
                entering = spread & 1;
                new |= spread & !*filled;
                *filled |= spread;
            }
        }
        new != 0
    }
}

/// All cells to the right (higher bits) of the seeds up to the next that is not open. Seeds are
/// open.
#[inline(always)]
fn spread_right(seeds: u64, open: u64) -> u64 {
    // The sum carries through each run of open cells from its first seed on; later seeds of a run
    // stop showing, and are put back.
    ((seeds.wrapping_add(open) ^ open) | seeds) & open
}

/// The same to the left.
#[inline(always)]
fn spread_left(mut seeds: u64, mut open: u64) -> u64 {
    for width in [1, 2, 4, 8, 16, 32] {
        seeds |= open & seeds >> width;
        open &= open >> width;
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::super::leg::Legs;
    use super::*;
    use crate::generate::{Kind, Random, Recipe, generate};

    #[test]
    fn cells_spread_until_a_wall() {
        let mut random = Random::new(11);
        for _ in 0..20_000 {
            let open = random.bits() | random.bits();
            let seeds = random.bits() & random.bits() & open;
            let (mut right, mut left) = (seeds, seeds);
            for _ in 0..WORD {
                right |= right << 1 & open;
                left |= left >> 1 & open;
            }
            assert_eq!(spread_right(seeds, open), right);
            assert_eq!(spread_left(seeds, open), left);
        }
    }

    /// As long as A\* says, on maps narrower and wider than a word.
    #[test]
    fn legs_are_as_long_cell_by_cell() {
        let mut random = Random::new(3);
        for seed in 0..240 {
            let kind = [Kind::Random, Kind::Maze, Kind::Caves, Kind::Rooms][seed as usize % 4];
            let (rows, columns) = (5 + random.below(90), 5 + random.below(200));
            let Ok(problem) = generate(&Recipe { kind, rows, columns, seed, ..Recipe::default() })
            else {
                continue;
            };
            let map = problem.map();
            let (mut sweeps, mut legs) = (Sweeps::new(map), Legs::new(map, 600));
            let mut cell = || loop {
                let cell = Cell::new(random.below(map.rows()), random.below(map.columns()));
                if map.is_open(cell) {
                    return cell;
                }
            };
            for count in 0..60 {
                let (from, to) = (cell(), cell());
                let longest = [600, 80, 30][count % 3];
                let expected = legs.measure(from, to, longest, u64::MAX);
                let measured = sweeps.measure(from, to, longest, u64::MAX);
                assert_eq!(measured, expected, "seed {seed}, {kind:?}, from {from} to {to}");
            }
            let far = (problem.start(), problem.goal());
            if distance(far.0, far.1) < 600 {
                let effort = sweeps.effort;
                assert!(
                    sweeps
                        .measure(far.0, far.1, 600, effort)
                        .is_none_or(|steps| steps == distance(far.0, far.1))
                );
            }
        }
    }
}
