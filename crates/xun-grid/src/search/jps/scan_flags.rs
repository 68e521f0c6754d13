//! One byte a place for online jump point search: whether each diagonal step is allowed, and
//! whether a walk in each straight direction ends at a jump point.
//!
//! On open ground nearly all walks end at a wall. With these flags a diagonal goes on, at one byte
//! a step, to the next place from which a walk leads somewhere. They follow from the bit lines
//! alone and take about three nanoseconds a cell to make, so they are made for the second query on
//! a map.

use super::bit_lines::Lines;
use crate::search::padded_map::{DOWN, LEFT, PaddedMap, RIGHT, UP};

/// Bit of a straight step: a walk that way ends at a jump point.
pub(super) const fn leads(step: usize) -> u8 {
    1 << step
}

/// Bit of a diagonal step (4 to 7): it is allowed.
pub(super) const fn allowed(step: usize) -> u8 {
    1 << step
}

/// The flags of all places of the padded map.
pub(super) fn make(rows: &Lines, columns: &Lines, grid: &PaddedMap) -> Vec<u8> {
    let mut flags = vec![0; grid.len()];
    let width = rows.width();
    let [up, down] = [false, true].map(|higher| columns.leading(higher).transposed(rows));
    let [left, right] = [false, true].map(|higher| rows.leading(higher));
    for line in 1..rows.lines() - 1 {
        // The padded map's rows share the wall between them: position `p` of a line is `p` places
        // after the wall before it.
        let first = line * grid.stride();
        for word in 0..width {
            let open = |line: usize| Sides::of(rows, line, word);
            let (above, here, below) = (open(line - 1), open(line), open(line + 1));
            let mut planes = [0_u64; 8];
            planes[UP] = up.word(line, word);
            planes[DOWN] = down.word(line, word);
            planes[LEFT] = left.word(line, word);
            planes[RIGHT] = right.word(line, word);
            planes[4] = above.centre & above.left & here.left;
            planes[5] = above.centre & above.right & here.right;
            planes[6] = below.centre & below.left & here.left;
            planes[7] = below.centre & below.right & here.right;
            let last = (grid.stride() - word * 64).min(64);
            for bit in 0..last {
                let flag = &mut flags[first + word * 64 + bit];
                if here.centre >> bit & 1 != 0 {
                    for (step, plane) in planes.iter().enumerate() {
                        *flag |= ((plane >> bit & 1) as u8) << step;
                    }
                }
            }
        }
    }
    flags
}

/// The open cells of a word of a line, and those beside each to the left and right.
struct Sides {
    centre: u64,
    left: u64,
    right: u64,
}

impl Sides {
    fn of(rows: &Lines, line: usize, word: usize) -> Self {
        let centre = !rows.walls_at(line, word);
        let before = if word == 0 { 0 } else { !rows.walls_at(line, word - 1) >> 63 };
        let after = if word + 1 == rows.width() { 0 } else { !rows.walls_at(line, word + 1) & 1 };
        Self { centre, left: centre << 1 | before, right: centre >> 1 | after << 63 }
    }
}
