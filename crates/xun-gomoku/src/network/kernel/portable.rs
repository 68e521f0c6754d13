//! The kernel in portable Rust.

use super::{Block, LANES, MultiplyAdd, Sixteen};

/// Products in portable Rust.
#[derive(Clone, Copy)]
pub(in crate::network) struct Portable;

fn multiply_add_pair(pair: [i16; 2], block: &Block, sums: &mut Sixteen) {
    for (sum, weight) in sums.iter_mut().zip(block.0.as_chunks::<2>().0) {
        let products =
            i32::from(pair[0]) * i32::from(weight[0]) + i32::from(pair[1]) * i32::from(weight[1]);
        *sum = sum.wrapping_add(products);
    }
}

impl MultiplyAdd for Portable {
    fn multiply_add<const SIXTEENS: usize>(
        self,
        inputs: &[[i16; 2]],
        weights: &[Block],
        sums: &mut [Sixteen; SIXTEENS],
    ) {
        for (&pair, blocks) in inputs.iter().zip(weights.as_chunks::<SIXTEENS>().0) {
            for (sums, block) in sums.iter_mut().zip(blocks) {
                multiply_add_pair(pair, block, sums);
            }
        }
    }

    fn multiply_add_lists<const LISTS: usize>(
        self,
        inputs: [&[[i16; 2]]; LISTS],
        weights: &[Block],
        sums: &mut [Sixteen; LISTS],
    ) {
        for (sums, inputs) in sums.iter_mut().zip(inputs) {
            for (&pair, block) in inputs.iter().zip(weights) {
                multiply_add_pair(pair, block, sums);
            }
        }
    }
}

/// The dot product of `weights` with the clamped sums of `one` and `other`.
///
/// Loops by index: calls of iterators are not inlined into functions compiled for other instruction
/// sets.
#[inline(always)]
pub(in crate::network) fn clamped_dot<const BLOCKS: usize>(
    one: &[Block; BLOCKS],
    other: &[Block; BLOCKS],
    weights: &[Block; BLOCKS],
) -> i32 {
    let mut sum = 0_i32;
    for block in 0..BLOCKS {
        let (one, other, weights) = (&one[block].0, &other[block].0, &weights[block].0);
        for lane in 0..LANES {
            let value = one[lane].wrapping_add(other[lane]).clamp(0, 255);
            sum = sum.wrapping_add(i32::from(value) * i32::from(weights[lane]));
        }
    }
    sum
}
