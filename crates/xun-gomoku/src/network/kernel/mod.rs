//! Kernels: the inner loops of the layers, in portable Rust and for AVX2 and AVX-512. The kernel is
//! chosen once, when a network is loaded; all kernels give the same integers.
#![cfg_attr(
    all(test, target_arch = "x86_64"),
    expect(unsafe_code, reason = "functions for wider registers are called only where they exist")
)]

mod portable;
#[cfg(target_arch = "x86_64")]
pub(super) mod x86;

pub(super) use portable::{Portable, clamped_dot};
#[cfg(target_arch = "x86_64")]
use xun_game::Vectors;
pub(super) use xun_game::network::{Block, LANES};

/// Units of one block of weights, which holds the weights of two inputs for each.
pub(super) const UNITS: usize = LANES / 2;

/// The instruction set of the inner loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Portable Rust.
    Portable,
    /// AVX2, 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// AVX-512 F, BW and VL, 512 bits.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// The kernels that this processor has and `Vectors::allowed` lets be used, slowest first.
    pub(super) fn available() -> Vec<Self> {
        #[cfg_attr(
            not(target_arch = "x86_64"),
            expect(unused_mut, reason = "only x86-64 has more than one")
        )]
        let mut kernels = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let allowed = Vectors::allowed();
            if allowed >= Vectors::Avx2 {
                kernels.push(Self::Avx2);
            }
            if allowed >= Vectors::Avx512 {
                kernels.push(Self::Avx512);
            }
        }
        kernels
    }

    /// The fastest of them.
    pub(super) fn detect() -> Self {
        Self::available().pop().expect("the portable kernel is always there")
    }
}

/// Groups of sixteen units computed together: an input is loaded once for all of them.
pub(super) const TOGETHER: usize = 4;

/// Sums of sixteen units.
pub(super) type Sixteen = [i32; UNITS];

/// Matrix products with one instruction set.
pub(super) trait MultiplyAdd: Copy {
    /// Adds to the sums of several groups of units the products of pairs of inputs with their
    /// weights: for each pair one block per group.
    fn multiply_add<const SIXTEENS: usize>(
        self,
        inputs: &[[i16; 2]],
        weights: &[Block],
        sums: &mut [Sixteen; SIXTEENS],
    );

    /// The same for one group of units and several equally long lists of inputs.
    fn multiply_add_lists<const LISTS: usize>(
        self,
        inputs: [&[[i16; 2]]; LISTS],
        weights: &[Block],
        sums: &mut [Sixteen; LISTS],
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_kernels_agree(
            inputs in prop::collection::vec((any::<i16>(), any::<i16>()), 0..9),
            numbers in prop::collection::vec(-8000_i16..=8000, 36 * LANES),
        ) {
            let weights: Vec<Block> =
                numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect();
            let inputs: Vec<[i16; 2]> =
                inputs.into_iter().map(|(one, other)| [one, other]).collect();
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
        kernel: impl MultiplyAdd,
        inputs: &[[i16; 2]],
        weights: &[Block],
    ) -> ([Sixteen; 4], [Sixteen; 3]) {
        let (mut sums, mut lists) = ([[-3; UNITS]; 4], [[5; UNITS]; 3]);
        kernel.multiply_add(inputs, weights, &mut sums);
        let half = inputs.len() / 2;
        kernel.multiply_add_lists(
            [&inputs[..half], &inputs[half..2 * half], &inputs[..half]],
            weights,
            &mut lists,
        );
        (sums, lists)
    }
}
