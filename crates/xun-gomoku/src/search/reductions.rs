//! Depths and what is worked out once from the search's numbers: late-move reductions and the
//! limits by count. A depth is counted in 64ths of a ply.

use super::tuning::Tuning;

/// One ply.
pub(crate) const PLY: i32 = 64;
const DEPTHS: usize = 64;
const MOVES: usize = 128;
/// Plies up to which the number of moves is limited; deeper nodes hardly have as many.
const COUNTED: usize = 24;
const UNCOUNTED: usize = 100;

/// Reductions by depth in plies and number of the move, and how many moves are looked at by depth.
pub(crate) struct Reductions {
    /// The numbers it was made of.
    made_of: [i32; 3],
    table: [[i16; MOVES]; DEPTHS],
    counts: [u8; COUNTED],
}

impl Reductions {
    pub(crate) fn new(tuning: &Tuning) -> Self {
        // Made once at start; the search itself counts in integers.
        let factor = f64::from(tuning.reduction) / 100.0;
        let mut table = [[0; MOVES]; DEPTHS];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let plies = factor * factor * (depth as f64).ln() * (number as f64).ln();
                *cell = (plies * f64::from(PLY)) as i16;
            }
        }
        let mut counts = [0; COUNTED];
        for (depth, count) in counts.iter_mut().enumerate() {
            let more = (depth as f64).powf(f64::from(tuning.count_power) / 100.0);
            // A conversion stops at the type's bound.
            *count = (f64::from(tuning.count_base) + more) as u8;
        }
        Self { made_of: numbers(tuning), table, counts }
    }

    /// Whether it was made of these numbers.
    pub(crate) fn is_of(&self, tuning: &Tuning) -> bool {
        self.made_of == numbers(tuning)
    }

    #[inline]
    pub(crate) fn get(&self, depth: i32, number: usize) -> i32 {
        i32::from(
            self.table[(depth / PLY).clamp(0, DEPTHS as i32 - 1) as usize][number.min(MOVES - 1)],
        )
    }

    /// How many moves are looked at.
    #[inline]
    pub(crate) fn move_count(&self, depth: i32) -> usize {
        self.counts
            .get((depth / PLY).max(0) as usize)
            .map_or(UNCOUNTED, |&count| usize::from(count))
    }
}

fn numbers(tuning: &Tuning) -> [i32; 3] {
    [tuning.reduction, tuning.count_base, tuning.count_power]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_reductions_grow_with_depth_and_follow_the_numbers() {
        let mut tuning =
            Tuning { count_base: 3, count_power: 132, reduction: 95, ..Tuning::default() };
        let made = Reductions::new(&tuning);
        let counts: Vec<usize> = (0..10).map(|plies| made.move_count(plies * PLY)).collect();
        assert_eq!(counts, [3, 4, 5, 7, 9, 11, 13, 16, 18, 21]);
        assert!(made.get(8 * PLY, 20) > made.get(4 * PLY, 20));
        assert!(made.get(8 * PLY, 20) > made.get(8 * PLY, 4));
        tuning.reduction = 60;
        assert!(!made.is_of(&tuning));
        assert!(Reductions::new(&tuning).get(8 * PLY, 20) < made.get(8 * PLY, 20));
    }
}
