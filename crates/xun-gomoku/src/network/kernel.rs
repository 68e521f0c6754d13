//! The arithmetic of the heads, written for any processor; `x86` has it for wider registers. The
//! processor at hand decides once which is called. All give the same integers.
#![cfg_attr(
    all(test, target_arch = "x86_64"),
    expect(unsafe_code, reason = "functions for wider registers are called only where they exist")
)]

pub(super) use xun_game::network::{Block, LANES};

/// Units that one block of weights serves: it holds two inputs' weights of each.
pub(super) const UNITS: usize = LANES / 2;

/// Which registers do the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Any processor.
    Portable,
    /// 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// All that this processor has, slowest first.
    pub(super) fn available() -> Vec<Self> {
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(unused_mut, reason = "only x86-64 has more than one")
        )]
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self::Avx2);
            }
            if is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
            {
                kernels.push(Self::Avx512);
            }
        }
        kernels
    }

    /// The fastest.
    pub(super) fn detect() -> Self {
        Self::available().pop().expect("the portable kernel is always there")
    }
}

/// Sixteens of units that are worked out together: an input is fetched once for all of them.
pub(super) const TOGETHER: usize = 4;

/// Sums of sixteen units.
pub(super) type Sixteen = [i32; UNITS];

/// How products of inputs and weights are added up, by the processor's means.
pub(super) trait Weigh: Copy {
    /// Adds to several sixteens of units the products of pairs of inputs with their weights: for
    /// each pair a block for each sixteen.
    fn weigh<const SIXTEENS: usize>(
        self,
        inputs: &[[i16; 2]],
        weights: &[Block],
        sums: &mut [Sixteen; SIXTEENS],
    );

    /// The same for the same sixteen units of several equally long lists of inputs.
    fn weigh_lists<const LISTS: usize>(
        self,
        inputs: [&[[i16; 2]]; LISTS],
        weights: &[Block],
        sums: &mut [Sixteen; LISTS],
    );
}

/// For any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

fn weigh_one(pair: [i16; 2], block: &Block, sums: &mut Sixteen) {
    for (sum, weight) in sums.iter_mut().zip(block.0.as_chunks::<2>().0) {
        let products =
            i32::from(pair[0]) * i32::from(weight[0]) + i32::from(pair[1]) * i32::from(weight[1]);
        *sum = sum.wrapping_add(products);
    }
}

impl Weigh for Portable {
    fn weigh<const SIXTEENS: usize>(
        self,
        inputs: &[[i16; 2]],
        weights: &[Block],
        sums: &mut [Sixteen; SIXTEENS],
    ) {
        for (&pair, blocks) in inputs.iter().zip(weights.as_chunks::<SIXTEENS>().0) {
            for (sums, block) in sums.iter_mut().zip(blocks) {
                weigh_one(pair, block, sums);
            }
        }
    }

    fn weigh_lists<const LISTS: usize>(
        self,
        inputs: [&[[i16; 2]]; LISTS],
        weights: &[Block],
        sums: &mut [Sixteen; LISTS],
    ) {
        for (sums, inputs) in sums.iter_mut().zip(inputs) {
            for (&pair, block) in inputs.iter().zip(weights) {
                weigh_one(pair, block, sums);
            }
        }
    }
}

/// The sum of products of the clamped values, each the sum of one's and another's. A loop by index:
/// calls of iterators stay calls in a function that is compiled for other registers.
#[inline(always)]
pub(super) fn clamped_dot<const BLOCKS: usize>(
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

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "x86_64")]
    use super::super::x86;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_kernels_agree(
            inputs in prop::collection::vec((any::<i16>(), any::<i16>()), 0..9),
            numbers in prop::collection::vec(-8000_i16..=8000, 36 * LANES),
        ) {
            let weights: Vec<Block> = numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect();
            let inputs: Vec<[i16; 2]> = inputs.into_iter().map(|(one, other)| [one, other]).collect();
            let results = |kernel: Kernel| {
                match kernel {
                    Kernel::Portable => both(Portable, &inputs, &weights),
                    // SAFETY: the kernel is available.
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx2 => both(unsafe { x86::Avx2::new() }, &inputs, &weights),
                    // SAFETY: the kernel is available.
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx512 => both(unsafe { x86::Avx512::new() }, &inputs, &weights),
                }
            };
            let expected = results(Kernel::Portable);
            for kernel in Kernel::available() {
                prop_assert_eq!(&results(kernel), &expected, "{:?}", kernel);
            }
        }
    }

    /// Four sixteens of one list of inputs, and one sixteen of three lists.
    fn both(
        weigh: impl Weigh,
        inputs: &[[i16; 2]],
        weights: &[Block],
    ) -> ([Sixteen; 4], [Sixteen; 3]) {
        let (mut sums, mut lists) = ([[-3; UNITS]; 4], [[5; UNITS]; 3]);
        weigh.weigh(inputs, weights, &mut sums);
        let half = inputs.len() / 2;
        weigh.weigh_lists(
            [&inputs[..half], &inputs[half..2 * half], &inputs[..half]],
            weights,
            &mut lists,
        );
        (sums, lists)
    }
}
