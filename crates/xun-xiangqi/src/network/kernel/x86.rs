//! The kernels for x86-64's wide registers. The only unsafe code of the network: calling a function compiled for
//! instructions that `Kernel::available` has found, and loading whole aligned blocks.
#![expect(unsafe_code, reason = "wide instructions are reached through std::arch only")]

use super::{Block, Kernel, portable};
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_load_si256, _mm256_madd_epi16, _mm256_max_epi16,
    _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_storeu_si256,
    _mm512_add_epi32, _mm512_dpwssd_epi32, _mm512_load_si512, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_set1_epi16, _mm512_setzero_si512, _mm512_storeu_si512,
};

/// Defines a safe function that calls the version for the kernel's registers.
macro_rules! dispatch {
    ($name:ident, $wide:ident, $wider:ident, ($($argument:ident: $kind:ty),*)) => {
        #[inline]
        pub(super) fn $name(kernel: Kernel, $($argument: $kind),*) {
            match kernel {
                Kernel::Portable => portable::$name($($argument),*),
                // SAFETY: this kernel is only offered after the processor was found to have AVX2.
                Kernel::Avx2 => unsafe { $wide($($argument),*) },
                // SAFETY: these kernels are only offered after the processor was found to have AVX-512 F and BW.
                Kernel::Avx512 | Kernel::Avx512Vnni => unsafe { $wider($($argument),*) },
            }
        }

        #[target_feature(enable = "avx2")]
        fn $wide($($argument: $kind),*) {
            portable::$name($($argument),*);
        }

        #[target_feature(enable = "avx512f,avx512bw")]
        fn $wider($($argument: $kind),*) {
            portable::$name($($argument),*);
        }
    };
}

dispatch!(update, update_avx2, update_avx512, (to: &mut [Block], from: &[Block], added: &[Block], removed: [&[Block]; 2], both: bool));
dispatch!(add, add_avx2, add_avx512, (to: &mut [Block], row: &[Block]));
dispatch!(subtract, subtract_avx2, subtract_avx512, (to: &mut [Block], row: &[Block]));

#[inline]
pub(super) fn dot(kernel: Kernel, values: &[Block], weights: &[Block]) -> i64 {
    match kernel {
        Kernel::Portable => portable::dot(values, weights),
        // SAFETY: this kernel is only offered after the processor was found to have AVX2.
        Kernel::Avx2 => unsafe { dot_avx2(values, weights) },
        // SAFETY: this kernel is only offered after the processor was found to have AVX-512 F and BW.
        Kernel::Avx512 => unsafe { dot_avx512(values, weights) },
        // SAFETY: this kernel is only offered after the processor was found to have AVX-512 F, BW and VNNI.
        Kernel::Avx512Vnni => unsafe { dot_vnni(values, weights) },
    }
}

// A value (at most 255) times a weight (at most ±127) fits 16 bits; that product times the value again is
// summed in pairs into 32-bit lanes, of which the widest network (1024) fills each by less than 2³¹.

#[target_feature(enable = "avx2")]
fn dot_avx2(values: &[Block], weights: &[Block]) -> i64 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(255));
    let mut sums = [_mm256_setzero_si256(); 2];
    for (block, row) in values.iter().zip(weights) {
        for (half, sum) in sums.iter_mut().enumerate() {
            let (block, row) = (&raw const block.0[16 * half], &raw const row.0[16 * half]);
            // SAFETY: both point at 16 numbers within a block of 32, 32-byte aligned because a block is 64-byte aligned.
            let (value, weight) = unsafe { (_mm256_load_si256(block.cast()), _mm256_load_si256(row.cast())) };
            let value = _mm256_min_epi16(_mm256_max_epi16(value, zero), one);
            let product = _mm256_mullo_epi16(value, weight);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(product, value));
        }
    }
    sums.iter().map(|&sum| horizontal(sum)).sum()
}

#[target_feature(enable = "avx2")]
fn horizontal(sum: __m256i) -> i64 {
    let mut lanes = [0_i32; 8];
    // SAFETY: the array has the register's 32 bytes; an unaligned store asks for nothing else.
    unsafe { _mm256_storeu_si256((&raw mut lanes).cast(), sum) };
    lanes.iter().map(|&lane| i64::from(lane)).sum()
}

#[target_feature(enable = "avx512f,avx512bw")]
fn dot_avx512(values: &[Block], weights: &[Block]) -> i64 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(255));
    let mut sum = _mm512_setzero_si512();
    for (block, row) in values.iter().zip(weights) {
        // SAFETY: a block is 64 bytes, 64-byte aligned.
        let (value, weight) = unsafe {
            (_mm512_load_si512((&raw const *block).cast()), _mm512_load_si512((&raw const *row).cast()))
        };
        let value = _mm512_min_epi16(_mm512_max_epi16(value, zero), one);
        let product = _mm512_mullo_epi16(value, weight);
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(product, value));
    }
    horizontal_512(sum)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn dot_vnni(values: &[Block], weights: &[Block]) -> i64 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(255));
    let mut sum = _mm512_setzero_si512();
    for (block, row) in values.iter().zip(weights) {
        // SAFETY: a block is 64 bytes, 64-byte aligned.
        let (value, weight) = unsafe {
            (_mm512_load_si512((&raw const *block).cast()), _mm512_load_si512((&raw const *row).cast()))
        };
        let value = _mm512_min_epi16(_mm512_max_epi16(value, zero), one);
        sum = _mm512_dpwssd_epi32(sum, _mm512_mullo_epi16(value, weight), value);
    }
    horizontal_512(sum)
}

#[target_feature(enable = "avx512f")]
fn horizontal_512(sum: __m512i) -> i64 {
    let mut lanes = [0_i32; 16];
    // SAFETY: the array has the register's 64 bytes; an unaligned store asks for nothing else.
    unsafe { _mm512_storeu_si512((&raw mut lanes).cast(), sum) };
    lanes.iter().map(|&lane| i64::from(lane)).sum()
}
