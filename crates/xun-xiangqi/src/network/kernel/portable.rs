//! The kernels in plain Rust: the definition that the others must equal. The loops over whole blocks are also
//! what the wide versions of `add`, `subtract` and `update` are compiled from, with wider registers allowed.

use super::{Block, LANES};

#[inline(always)]
pub(super) fn dot(values: &[Block], weights: &[Block]) -> i64 {
    let mut sum = 0;
    for (block, row) in values.iter().zip(weights) {
        for lane in 0..LANES {
            let value = i32::from(block.0[lane].clamp(0, 255));
            sum += i64::from(value * value * i32::from(row.0[lane]));
        }
    }
    sum
}

#[inline(always)]
pub(super) fn update(to: &mut [Block], from: &[Block], added: &[Block], removed: [&[Block]; 2], both: bool) {
    let [first, second] = removed;
    // Zipped, so that no bound is checked within the loop; the two cases apart, so that none is asked there.
    let rows = to.iter_mut().zip(from).zip(added).zip(first);
    if both {
        for ((((to, from), added), first), second) in rows.zip(second) {
            for lane in 0..LANES {
                let moved = from.0[lane].wrapping_add(added.0[lane]).wrapping_sub(first.0[lane]);
                to.0[lane] = moved.wrapping_sub(second.0[lane]);
            }
        }
    } else {
        for (((to, from), added), first) in rows {
            for lane in 0..LANES {
                to.0[lane] = from.0[lane].wrapping_add(added.0[lane]).wrapping_sub(first.0[lane]);
            }
        }
    }
}

#[inline(always)]
pub(super) fn add(to: &mut [Block], row: &[Block]) {
    for (block, row) in to.iter_mut().zip(row) {
        for lane in 0..LANES {
            block.0[lane] = block.0[lane].wrapping_add(row.0[lane]);
        }
    }
}

#[inline(always)]
pub(super) fn subtract(to: &mut [Block], row: &[Block]) {
    for (block, row) in to.iter_mut().zip(row) {
        for lane in 0..LANES {
            block.0[lane] = block.0[lane].wrapping_sub(row.0[lane]);
        }
    }
}
