//! Depths and the tables of late-move reductions. A depth is counted in 64ths of a ply.

use crate::rules::Rule;
use std::sync::OnceLock;

/// One ply.
pub(crate) const PLY: i32 = 64;
const DEPTHS: usize = 64;
const MOVES: usize = 128;

/// Reductions by depth in plies and number of the move.
pub(crate) struct Reductions([[i16; MOVES]; DEPTHS]);

impl Reductions {
    pub(crate) fn of(rule: Rule) -> &'static Self {
        static ALL: [OnceLock<Reductions>; 4] = [const { OnceLock::new() }; 4];
        ALL[rule as usize].get_or_init(|| {
            let factor = match rule {
                Rule::Freestyle | Rule::Caro => 0.95,
                Rule::Standard => 0.80,
                Rule::Renju => 0.76,
            };
            let mut table = [[0; MOVES]; DEPTHS];
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, cell) in row.iter_mut().enumerate().skip(1) {
                    // Made once at start; the search itself counts in integers.
                    let plies = factor * factor * (depth as f64).ln() * (number as f64).ln();
                    *cell = (plies * f64::from(PLY)) as i16;
                }
            }
            Self(table)
        })
    }

    #[inline]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(self.0[(depth / PLY).clamp(0, DEPTHS as i32 - 1) as usize][number.min(MOVES - 1)])
    }
}
