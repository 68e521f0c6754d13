//! The kernels for AVX2 and AVX-512.
#![expect(
    unsafe_code,
    reason = "functions for wider registers are called only where they exist, and load whole blocks"
)]

use super::{Block, MultiplyAdd, Sixteen};
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_set1_epi32, _mm256_storeu_si256, _mm512_add_epi32, _mm512_load_si512,
    _mm512_loadu_si512, _mm512_madd_epi16, _mm512_set1_epi32, _mm512_storeu_si512,
};

/// Products by AVX2. Constructed only in functions compiled for AVX2.
#[derive(Clone, Copy)]
pub(in crate::network) struct Avx2(());

impl Avx2 {
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(in crate::network) fn new() -> Self {
        Self(())
    }
}

/// Products by AVX-512. Constructed only in functions compiled for AVX-512 F, BW and VL.
#[derive(Clone, Copy)]
pub(in crate::network) struct Avx512(());

impl Avx512 {
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    #[inline]
    pub(in crate::network) fn new() -> Self {
        Self(())
    }
}

impl MultiplyAdd for Avx2 {
    #[inline(always)]
    fn multiply_add<const SIXTEENS: usize>(
        self,
        inputs: &[[i16; 2]],
        weights: &[Block],
        sums: &mut [Sixteen; SIXTEENS],
    ) {
        // SAFETY: the constructor can only be called where AVX2 is enabled.
        unsafe { multiply_add_avx2(inputs, weights, sums) }
    }

    #[inline(always)]
    fn multiply_add_lists<const LISTS: usize>(
        self,
        inputs: [&[[i16; 2]]; LISTS],
        weights: &[Block],
        sums: &mut [Sixteen; LISTS],
    ) {
        for list in 0..LISTS {
            // SAFETY: the constructor can only be called where AVX2 is enabled.
            unsafe {
                multiply_add_avx2(inputs[list], weights, std::array::from_mut(&mut sums[list]));
            }
        }
    }
}

impl MultiplyAdd for Avx512 {
    #[inline(always)]
    fn multiply_add<const SIXTEENS: usize>(
        self,
        inputs: &[[i16; 2]],
        weights: &[Block],
        sums: &mut [Sixteen; SIXTEENS],
    ) {
        // SAFETY: the constructor can only be called where AVX-512 is enabled.
        unsafe { multiply_add_avx512(inputs, weights, sums) }
    }

    #[inline(always)]
    fn multiply_add_lists<const LISTS: usize>(
        self,
        inputs: [&[[i16; 2]]; LISTS],
        weights: &[Block],
        sums: &mut [Sixteen; LISTS],
    ) {
        // SAFETY: the constructor can only be called where AVX-512 is enabled.
        unsafe { multiply_add_lists_avx512(inputs, weights, sums) }
    }
}

/// A pair of inputs as one lane of 32 bits.
#[inline(always)]
fn packed(pair: [i16; 2]) -> i32 {
    i32::from(pair[0] as u16) | i32::from(pair[1]) << 16
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn load_sums_avx512<const MANY: usize>(sums: &[Sixteen; MANY]) -> [__m512i; MANY] {
    // SAFETY: a sixteen is 64 bytes; this load needs no alignment.
    std::array::from_fn(|index| unsafe { _mm512_loadu_si512(sums[index].as_ptr().cast()) })
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn store_sums_avx512<const MANY: usize>(totals: [__m512i; MANY], sums: &mut [Sixteen; MANY]) {
    for index in 0..MANY {
        // SAFETY: as at the load.
        unsafe { _mm512_storeu_si512(sums[index].as_mut_ptr().cast(), totals[index]) };
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn multiply_add_avx512<const SIXTEENS: usize>(
    inputs: &[[i16; 2]],
    weights: &[Block],
    sums: &mut [Sixteen; SIXTEENS],
) {
    let mut totals = load_sums_avx512(sums);
    let weights = weights.as_chunks::<SIXTEENS>().0;
    for index in 0..inputs.len().min(weights.len()) {
        let input = _mm512_set1_epi32(packed(inputs[index]));
        for sixteen in 0..SIXTEENS {
            // SAFETY: a block is 64 bytes aligned to 64.
            let block = unsafe { _mm512_load_si512((&raw const weights[index][sixteen]).cast()) };
            totals[sixteen] = _mm512_add_epi32(totals[sixteen], _mm512_madd_epi16(input, block));
        }
    }
    store_sums_avx512(totals, sums);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
#[inline]
fn multiply_add_lists_avx512<const LISTS: usize>(
    inputs: [&[[i16; 2]]; LISTS],
    weights: &[Block],
    sums: &mut [Sixteen; LISTS],
) {
    let mut totals = load_sums_avx512(sums);
    let length = inputs.iter().fold(weights.len(), |length, list| length.min(list.len()));
    for index in 0..length {
        // SAFETY: a block is 64 bytes aligned to 64.
        let block = unsafe { _mm512_load_si512((&raw const weights[index]).cast()) };
        for list in 0..LISTS {
            let input = _mm512_set1_epi32(packed(inputs[list][index]));
            totals[list] = _mm512_add_epi32(totals[list], _mm512_madd_epi16(input, block));
        }
    }
    store_sums_avx512(totals, sums);
}

#[target_feature(enable = "avx2")]
#[expect(clippy::cast_ptr_alignment, reason = "the sums are loaded and stored without alignment")]
#[inline]
fn multiply_add_avx2<const SIXTEENS: usize>(
    inputs: &[[i16; 2]],
    weights: &[Block],
    sums: &mut [Sixteen; SIXTEENS],
) {
    let weights = weights.as_chunks::<SIXTEENS>().0;
    for sixteen in 0..SIXTEENS {
        let halves = sums[sixteen].as_mut_ptr().cast::<__m256i>();
        // SAFETY: the sums are twice 32 bytes; loads and stores need no alignment.
        let mut total = unsafe { [_mm256_loadu_si256(halves), _mm256_loadu_si256(halves.add(1))] };
        for index in 0..inputs.len().min(weights.len()) {
            let input = _mm256_set1_epi32(packed(inputs[index]));
            let block = (&raw const weights[index][sixteen]).cast::<__m256i>();
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
}
