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
    for (index, block) in to.iter_mut().enumerate() {
        let (from, added, first) = (&from[index], &added[index], &first[index]);
        for lane in 0..LANES {
            block.0[lane] = from.0[lane].wrapping_add(added.0[lane]).wrapping_sub(first.0[lane]);
        }
        if both {
            let second = &second[index];
            for lane in 0..LANES {
                block.0[lane] = block.0[lane].wrapping_sub(second.0[lane]);
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
