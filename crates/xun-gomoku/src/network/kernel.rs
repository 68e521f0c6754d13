//! The arithmetic of the heads, written for any processor and for wider registers; the processor at hand decides once
//! which is called. All give the same integers.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions for wider registers are called only where they exist, and load whole blocks"
    )
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
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "only x86-64 has more than one"))]
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

    /// The sum of products of the clamped values, each the sum of one's and another's.
    #[inline]
    pub(super) fn clamped_dot(self, one: &[Block], other: &[Block], weights: &[Block]) -> i32 {
        match self {
            Self::Portable => clamped_dot(one, other, weights),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { x86::clamped_dot_avx2(one, other, weights) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { x86::clamped_dot_avx512(one, other, weights) },
        }
    }
}

/// Adds to 16 units' sums the products of pairs of inputs with their weights, one block for each pair.
pub(super) fn weigh(inputs: &[[i16; 2]], weights: &[Block], sums: &mut [i32; UNITS]) {
    for (pair, block) in inputs.iter().zip(weights) {
        for (sum, weight) in sums.iter_mut().zip(block.0.as_chunks::<2>().0) {
            let products =
                i32::from(pair[0]) * i32::from(weight[0]) + i32::from(pair[1]) * i32::from(weight[1]);
            *sum = sum.wrapping_add(products);
        }
    }
}

// A loop by index: calls of iterators stay calls in a function that is compiled for other registers.
#[inline(always)]
fn clamped_dot(one: &[Block], other: &[Block], weights: &[Block]) -> i32 {
    let mut sum = 0_i32;
    for block in 0..one.len().min(other.len()).min(weights.len()) {
        let (one, other, weights) = (&one[block].0, &other[block].0, &weights[block].0);
        for lane in 0..LANES {
            let value = one[lane].wrapping_add(other[lane]).clamp(0, 255);
            sum = sum.wrapping_add(i32::from(value) * i32::from(weights[lane]));
        }
    }
    sum
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    use super::{Block, UNITS, clamped_dot};
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16,
        _mm256_set1_epi32, _mm256_storeu_si256, _mm512_add_epi32, _mm512_load_si512, _mm512_loadu_si512,
        _mm512_madd_epi16, _mm512_set1_epi32, _mm512_storeu_si512,
    };

    /// Both inputs in one number, as the registers hold them.
    #[inline(always)]
    fn together(pair: [i16; 2]) -> i32 {
        i32::from(pair[0] as u16) | i32::from(pair[1]) << 16
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    #[inline]
    pub(in super::super) fn weigh_avx512(inputs: &[[i16; 2]], weights: &[Block], sums: &mut [i32; UNITS]) {
        // SAFETY: the sums are 64 bytes; loads and stores need no alignment.
        let mut total = unsafe { _mm512_loadu_si512(sums.as_ptr().cast()) };
        for index in 0..inputs.len().min(weights.len()) {
            // SAFETY: a block is 64 bytes aligned to 64.
            let block = unsafe { _mm512_load_si512((&raw const weights[index]).cast()) };
            let products = _mm512_madd_epi16(_mm512_set1_epi32(together(inputs[index])), block);
            total = _mm512_add_epi32(total, products);
        }
        // SAFETY: as at the load.
        unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), total) };
    }

    #[target_feature(enable = "avx2")]
    #[expect(clippy::cast_ptr_alignment, reason = "the sums are loaded and stored without alignment")]
    #[inline]
    pub(in super::super) fn weigh_avx2(inputs: &[[i16; 2]], weights: &[Block], sums: &mut [i32; UNITS]) {
        let halves = sums.as_mut_ptr().cast::<__m256i>();
        // SAFETY: the sums are twice 32 bytes; loads and stores need no alignment.
        let mut total = unsafe { [_mm256_loadu_si256(halves), _mm256_loadu_si256(halves.add(1))] };
        for index in 0..inputs.len().min(weights.len()) {
            let input = _mm256_set1_epi32(together(inputs[index]));
            let block = (&raw const weights[index]).cast::<__m256i>();
            // SAFETY: a block is 64 bytes aligned to 64, and has two halves of 32.
            let weights = unsafe { [_mm256_load_si256(block), _mm256_load_si256(block.add(1))] };
            total[0] = _mm256_add_epi32(total[0], _mm256_madd_epi16(input, weights[0]));
            total[1] = _mm256_add_epi32(total[1], _mm256_madd_epi16(input, weights[1]));
        }
        // SAFETY: as at the load.
        unsafe {
            _mm256_storeu_si256(halves, total[0]);
            _mm256_storeu_si256(halves.add(1), total[1]);
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn clamped_dot_avx2(one: &[Block], other: &[Block], weights: &[Block]) -> i32 {
        clamped_dot(one, other, weights)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub(super) fn clamped_dot_avx512(one: &[Block], other: &[Block], weights: &[Block]) -> i32 {
        clamped_dot(one, other, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_kernels_agree(
            inputs in prop::collection::vec((any::<i16>(), any::<i16>()), 0..9),
            numbers in prop::collection::vec(-8000_i16..=8000, 8 * LANES),
        ) {
            let weights: Vec<Block> = numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect();
            let inputs: Vec<[i16; 2]> = inputs.into_iter().map(|(one, other)| [one, other]).collect();
            let results = |kernel: Kernel| {
                let mut sums = [-3; UNITS];
                match kernel {
                    Kernel::Portable => weigh(&inputs, &weights, &mut sums),
                    // SAFETY: the kernel is available.
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx2 => unsafe { x86::weigh_avx2(&inputs, &weights, &mut sums) },
                    // SAFETY: the kernel is available.
                    #[cfg(target_arch = "x86_64")]
                    Kernel::Avx512 => unsafe { x86::weigh_avx512(&inputs, &weights, &mut sums) },
                }
                (sums, kernel.clamped_dot(&weights[..2], &weights[2..4], &weights[4..6]))
            };
            let expected = results(Kernel::Portable);
            for kernel in Kernel::available() {
                prop_assert_eq!(&results(kernel), &expected, "{:?}", kernel);
            }
        }
    }
}
