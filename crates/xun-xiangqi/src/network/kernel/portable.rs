//! The kernels in plain Rust: the definition that the others must equal.

use super::{Block, Bytes, Group, LANES};

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

// Each block is computed in a local array and stored whole: then no store can alias a later load,
// and the compiler uses wide registers.

#[inline(always)]
pub(super) fn update(
    to: &mut [Block],
    from: &[Block],
    added: &[Block],
    removed: [&[Block]; 2],
    both: bool,
) {
    let [first, second] = removed;
    // Zipped, so that no bound is checked within the loop; the two cases apart, so that none is
    // asked there.
    let rows = to.iter_mut().zip(from).zip(added).zip(first);
    if both {
        for ((((to, from), added), first), second) in rows.zip(second) {
            let mut block = [0; LANES];
            for (lane, sum) in block.iter_mut().enumerate() {
                let moved = from.0[lane].wrapping_add(added.0[lane]).wrapping_sub(first.0[lane]);
                *sum = moved.wrapping_sub(second.0[lane]);
            }
            to.0 = block;
        }
    } else {
        for (((to, from), added), first) in rows {
            let mut block = [0; LANES];
            for (lane, sum) in block.iter_mut().enumerate() {
                *sum = from.0[lane].wrapping_add(added.0[lane]).wrapping_sub(first.0[lane]);
            }
            to.0 = block;
        }
    }
}

#[inline(always)]
pub(super) fn add(to: &mut [Block], row: &[Block]) {
    for (to, row) in to.iter_mut().zip(row) {
        let mut block = to.0;
        for (sum, weight) in block.iter_mut().zip(row.0) {
            *sum = sum.wrapping_add(weight);
        }
        to.0 = block;
    }
}

#[inline(always)]
pub(super) fn subtract(to: &mut [Block], row: &[Block]) {
    for (to, row) in to.iter_mut().zip(row) {
        let mut block = to.0;
        for (sum, weight) in block.iter_mut().zip(row.0) {
            *sum = sum.wrapping_sub(weight);
        }
        to.0 = block;
    }
}

/// `(clamp(value, 0, 255)² + 256) >> 9`, at most 127.
#[inline(always)]
pub(super) fn activate(values: &[Block], to: &mut [Bytes]) {
    for (values, to) in values.iter().zip(to) {
        let mut bytes = [0; LANES];
        for (byte, value) in bytes.iter_mut().zip(values.0) {
            let value = value.clamp(0, 255) as u16;
            *byte = ((value * value + 256) >> 9) as u8;
        }
        to.0 = bytes;
    }
}

/// The bytes four by four.
#[inline(always)]
pub(super) fn fours(bytes: &[Bytes]) -> impl Iterator<Item = &[u8; 4]> {
    bytes.iter().flat_map(|bytes| bytes.0.as_chunks::<4>().0)
}

/// Sixteen units over inputs of at most 127.
#[inline(always)]
pub(super) fn first(inputs: &[Bytes], weights: &[Group]) -> [i32; 16] {
    let mut sums = [0; 16];
    for (four, group) in fours(inputs).zip(weights) {
        for (sum, weights) in sums.iter_mut().zip(group.0.as_chunks::<4>().0) {
            for (input, weight) in four.iter().zip(weights) {
                *sum += i32::from(*input) * i32::from(*weight);
            }
        }
    }
    sums
}

/// Thirty-two units over thirty-two inputs of at most 127.
#[inline(always)]
pub(super) fn second(inputs: &[i16; 32], weights: &[Block]) -> [i32; 32] {
    let mut sums = [0; 32];
    for (two, blocks) in inputs.as_chunks::<2>().0.iter().zip(weights.as_chunks::<2>().0) {
        let rows = blocks.iter().flat_map(|block| block.0.as_chunks::<2>().0);
        for (sum, weights) in sums.iter_mut().zip(rows) {
            *sum += i32::from(two[0]) * i32::from(weights[0])
                + i32::from(two[1]) * i32::from(weights[1]);
        }
    }
    sums
}
