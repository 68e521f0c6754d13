//! The kernels for x86-64's wide registers. The only unsafe code of the network: calling a function
//! compiled for instructions that `Kernel::available` has found, and loading whole aligned blocks.
#![expect(unsafe_code, reason = "wide instructions are reached through std::arch only")]

use super::{Block, Bytes, Group, Kernel, LANES, portable};
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi16, _mm256_add_epi32, _mm256_load_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16,
    _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_srli_epi16, _mm256_store_si256, _mm256_storeu_si256,
    _mm256_sub_epi16, _mm512_add_epi16, _mm512_add_epi32, _mm512_add_epi64, _mm512_castsi512_si256,
    _mm512_cvtepi16_epi8, _mm512_cvtepi32_epi64, _mm512_dpbusd_epi32, _mm512_dpwssd_epi32,
    _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_madd_epi16, _mm512_maddubs_epi16,
    _mm512_max_epi16, _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi64,
    _mm512_set1_epi16, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_srli_epi16,
    _mm512_store_si512, _mm512_storeu_si512, _mm512_sub_epi16,
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
                // SAFETY: these kernels are only offered after the processor was found to have
                // AVX-512 F and BW.
                Kernel::Avx512 | Kernel::Avx512Vnni => unsafe { $wider($($argument),*) },
            }
        }
    };
}

dispatch!(
    update,
    update_avx2,
    update_avx512,
    (to: &mut [Block], from: &[Block], added: &[Block], removed: [&[Block]; 2], both: bool)
);
dispatch!(add, add_avx2, add_avx512, (to: &mut [Block], row: &[Block]));
dispatch!(activate, activate_avx2, activate_avx512, (values: &[Block], to: &mut [Bytes]));
dispatch!(subtract, subtract_avx2, subtract_avx512, (to: &mut [Block], row: &[Block]));

// Written out instruction by instruction: left to the compiler, it depends on the kind of build
// whether these loops use wide registers, and a network that adds number by number searches a
// quarter of the positions.

/// A block's half.
#[target_feature(enable = "avx2")]
#[inline]
fn half(block: &Block, which: usize) -> __m256i {
    let numbers = &block.0.as_chunks::<16>().0[which];
    // SAFETY: 16 numbers of a block of 32, 32-byte aligned because a block is 64-byte aligned.
    unsafe { _mm256_load_si256((&raw const *numbers).cast()) }
}

#[target_feature(enable = "avx2")]
#[inline]
fn put_half(block: &mut Block, which: usize, numbers: __m256i) {
    let place = &mut block.0.as_chunks_mut::<16>().0[which];
    // SAFETY: as above.
    unsafe { _mm256_store_si256((&raw mut *place).cast(), numbers) };
}

/// A whole block.
#[target_feature(enable = "avx512f")]
#[inline]
fn whole(block: &Block) -> __m512i {
    // SAFETY: a block is 64 bytes, 64-byte aligned.
    unsafe { _mm512_load_si512((&raw const *block).cast()) }
}

#[target_feature(enable = "avx512f")]
#[inline]
fn put_whole(block: &mut Block, numbers: __m512i) {
    // SAFETY: as above.
    unsafe { _mm512_store_si512((&raw mut *block).cast(), numbers) };
}

#[target_feature(enable = "avx2")]
fn update_avx2(
    to: &mut [Block],
    from: &[Block],
    added: &[Block],
    removed: [&[Block]; 2],
    both: bool,
) {
    let rows = to.iter_mut().zip(from).zip(added).zip(removed[0].iter().zip(removed[1]));
    for (((to, from), added), (first, second)) in rows {
        for which in 0..2 {
            let mut sum = _mm256_sub_epi16(
                _mm256_add_epi16(half(from, which), half(added, which)),
                half(first, which),
            );
            if both {
                sum = _mm256_sub_epi16(sum, half(second, which));
            }
            put_half(to, which, sum);
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn update_avx512(
    to: &mut [Block],
    from: &[Block],
    added: &[Block],
    removed: [&[Block]; 2],
    both: bool,
) {
    let rows = to.iter_mut().zip(from).zip(added).zip(removed[0].iter().zip(removed[1]));
    for (((to, from), added), (first, second)) in rows {
        let mut sum = _mm512_sub_epi16(_mm512_add_epi16(whole(from), whole(added)), whole(first));
        if both {
            sum = _mm512_sub_epi16(sum, whole(second));
        }
        put_whole(to, sum);
    }
}

#[target_feature(enable = "avx2")]
fn add_avx2(to: &mut [Block], row: &[Block]) {
    for (to, row) in to.iter_mut().zip(row) {
        for which in 0..2 {
            put_half(to, which, _mm256_add_epi16(half(to, which), half(row, which)));
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn add_avx512(to: &mut [Block], row: &[Block]) {
    for (to, row) in to.iter_mut().zip(row) {
        put_whole(to, _mm512_add_epi16(whole(to), whole(row)));
    }
}

#[target_feature(enable = "avx2")]
fn subtract_avx2(to: &mut [Block], row: &[Block]) {
    for (to, row) in to.iter_mut().zip(row) {
        for which in 0..2 {
            put_half(to, which, _mm256_sub_epi16(half(to, which), half(row, which)));
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn subtract_avx512(to: &mut [Block], row: &[Block]) {
    for (to, row) in to.iter_mut().zip(row) {
        put_whole(to, _mm512_sub_epi16(whole(to), whole(row)));
    }
}

// A square of at most 255, and 256 more, still fits 16 bits without a sign.

#[target_feature(enable = "avx2")]
fn activate_avx2(values: &[Block], to: &mut [Bytes]) {
    let (zero, one, round) =
        (_mm256_setzero_si256(), _mm256_set1_epi16(255), _mm256_set1_epi16(256));
    for (values, to) in values.iter().zip(to) {
        let mut halves = [zero; 2];
        for (which, bytes) in halves.iter_mut().enumerate() {
            let value = _mm256_min_epi16(_mm256_max_epi16(half(values, which), zero), one);
            *bytes =
                _mm256_srli_epi16::<9>(_mm256_add_epi16(_mm256_mullo_epi16(value, value), round));
        }
        // Packing takes turns between the quarters of both registers; the second step puts them in
        // order.
        let bytes =
            _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(halves[0], halves[1]));
        // SAFETY: these are 32 bytes, 32-byte aligned.
        unsafe { _mm256_store_si256((&raw mut *to).cast(), bytes) };
    }
}

#[target_feature(enable = "avx512f,avx512bw")]
fn activate_avx512(values: &[Block], to: &mut [Bytes]) {
    let (zero, one, round) =
        (_mm512_setzero_si512(), _mm512_set1_epi16(255), _mm512_set1_epi16(256));
    for (values, to) in values.iter().zip(to) {
        let value = _mm512_min_epi16(_mm512_max_epi16(whole(values), zero), one);
        let bytes =
            _mm512_srli_epi16::<9>(_mm512_add_epi16(_mm512_mullo_epi16(value, value), round));
        // SAFETY: these are 32 bytes, 32-byte aligned.
        unsafe { _mm256_store_si256((&raw mut *to).cast(), _mm512_cvtepi16_epi8(bytes)) };
    }
}

#[inline]
pub(super) fn dot(kernel: Kernel, values: &[Block], weights: &[Block]) -> i64 {
    match kernel {
        Kernel::Portable => portable::dot(values, weights),
        // SAFETY: this kernel is only offered after the processor was found to have AVX2.
        Kernel::Avx2 => unsafe { dot_avx2(values, weights) },
        // SAFETY: this kernel is only offered after the processor was found to have AVX-512 F and
        // BW.
        Kernel::Avx512 => unsafe { dot_avx512(values, weights) },
        // SAFETY: this kernel is only offered after the processor was found to have AVX-512 F, BW
        // and VNNI.
        Kernel::Avx512Vnni => unsafe { dot_vnni(values, weights) },
    }
}

// A value (at most 255) times a weight (at most ±127) fits 16 bits; that product times the value
// again is summed in pairs into 32-bit lanes, of which the widest network (1024) fills each by less
// than 2³¹.

#[target_feature(enable = "avx2")]
fn dot_avx2(values: &[Block], weights: &[Block]) -> i64 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(255));
    let mut sums = [_mm256_setzero_si256(); 2];
    for (block, row) in values.iter().zip(weights) {
        for (which, sum) in sums.iter_mut().enumerate() {
            let value = _mm256_min_epi16(_mm256_max_epi16(half(block, which), zero), one);
            let product = _mm256_mullo_epi16(value, half(row, which));
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
        let value = _mm512_min_epi16(_mm512_max_epi16(whole(block), zero), one);
        let product = _mm512_mullo_epi16(value, whole(row));
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(product, value));
    }
    horizontal_512(sum)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn dot_vnni(values: &[Block], weights: &[Block]) -> i64 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(255));
    let mut sum = _mm512_setzero_si512();
    for (block, row) in values.iter().zip(weights) {
        let value = _mm512_min_epi16(_mm512_max_epi16(whole(block), zero), one);
        sum = _mm512_dpwssd_epi32(sum, _mm512_mullo_epi16(value, whole(row)), value);
    }
    horizontal_512(sum)
}

#[target_feature(enable = "avx512f")]
fn horizontal_512(sum: __m512i) -> i64 {
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sum));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sum));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}

#[inline]
pub(super) fn first(kernel: Kernel, inputs: &[Bytes], weights: &[Group]) -> [i32; 16] {
    match kernel {
        Kernel::Portable => portable::first(inputs, weights),
        // SAFETY: this kernel is only offered after the processor was found to have AVX2.
        Kernel::Avx2 => unsafe { first_avx2(inputs, weights) },
        // SAFETY: this kernel is only offered after the processor was found to have AVX-512 F and
        // BW.
        Kernel::Avx512 => unsafe { first_avx512(inputs, weights) },
        // SAFETY: this kernel is only offered after the processor was found to have AVX-512 F, BW
        // and VNNI.
        Kernel::Avx512Vnni => unsafe { first_vnni(inputs, weights) },
    }
}

// Four inputs are spread over the register and meet every unit's four weights. Two products of at
// most 127 × 127 fit 16 bits.

#[target_feature(enable = "avx2")]
fn first_avx2(inputs: &[Bytes], weights: &[Group]) -> [i32; 16] {
    let ones = _mm256_set1_epi16(1);
    let mut sums = [_mm256_setzero_si256(); 2];
    for (&four, group) in portable::fours(inputs).zip(weights) {
        let four = _mm256_set1_epi32(i32::from_le_bytes(four));
        for (half, sum) in sums.iter_mut().enumerate() {
            let row = &raw const group.0[32 * half];
            // SAFETY: it points at 32 bytes within a group of 64, which is 64-byte aligned.
            let row = unsafe { _mm256_load_si256(row.cast()) };
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(_mm256_maddubs_epi16(four, row), ones));
        }
    }
    let mut units = [0_i32; 16];
    for (sum, half) in sums.into_iter().zip(units.as_chunks_mut::<8>().0) {
        // SAFETY: the array has the register's 32 bytes; an unaligned store asks for nothing else.
        unsafe { _mm256_storeu_si256((&raw mut *half).cast(), sum) };
    }
    units
}

#[target_feature(enable = "avx512f,avx512bw")]
fn first_avx512(inputs: &[Bytes], weights: &[Group]) -> [i32; 16] {
    let ones = _mm512_set1_epi16(1);
    let mut sum = _mm512_setzero_si512();
    for (&four, group) in portable::fours(inputs).zip(weights) {
        let four = _mm512_set1_epi32(i32::from_le_bytes(four));
        // SAFETY: a group is 64 bytes, 64-byte aligned.
        let row = unsafe { _mm512_load_si512((&raw const *group).cast()) };
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_maddubs_epi16(four, row), ones));
    }
    stored(sum)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn first_vnni(inputs: &[Bytes], weights: &[Group]) -> [i32; 16] {
    // Four sums in turn: each waits for its own last addition only.
    let mut sums = [_mm512_setzero_si512(); 4];
    for (bytes, groups) in inputs.iter().zip(weights.as_chunks::<{ LANES / 4 }>().0) {
        let fours = bytes.0.as_chunks::<4>().0;
        for at in 0..LANES / 4 {
            let four = _mm512_set1_epi32(i32::from_le_bytes(fours[at]));
            // SAFETY: a group is 64 bytes, 64-byte aligned.
            let row = unsafe { _mm512_load_si512((&raw const groups[at]).cast()) };
            sums[at % 4] = _mm512_dpbusd_epi32(sums[at % 4], four, row);
        }
    }
    let [a, b, c, d] = sums;
    stored(_mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d)))
}

#[target_feature(enable = "avx512f")]
fn stored(sum: __m512i) -> [i32; 16] {
    let mut lanes = [0_i32; 16];
    // SAFETY: the array has the register's 64 bytes; an unaligned store asks for nothing else.
    unsafe { _mm512_storeu_si512((&raw mut lanes).cast(), sum) };
    lanes
}

#[inline]
pub(super) fn second(kernel: Kernel, inputs: &[i16; 32], weights: &[Block]) -> [i32; 32] {
    match kernel {
        Kernel::Portable => portable::second(inputs, weights),
        // SAFETY: this kernel is only offered after the processor was found to have AVX2.
        Kernel::Avx2 => unsafe { second_avx2(inputs, weights) },
        // SAFETY: these kernels are only offered after the processor was found to have AVX-512 F
        // and BW.
        Kernel::Avx512 | Kernel::Avx512Vnni => unsafe { second_avx512(inputs, weights) },
    }
}

#[target_feature(enable = "avx2")]
fn second_avx2(inputs: &[i16; 32], weights: &[Block]) -> [i32; 32] {
    let mut sums = [_mm256_setzero_si256(); 4];
    for (two, blocks) in inputs.as_chunks::<2>().0.iter().zip(weights.as_chunks::<2>().0) {
        let two = _mm256_set1_epi32(spread(*two));
        for (quarter, sum) in sums.iter_mut().enumerate() {
            let row = half(&blocks[quarter / 2], quarter % 2);
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(two, row));
        }
    }
    let mut units = [0_i32; 32];
    for (sum, quarter) in sums.into_iter().zip(units.as_chunks_mut::<8>().0) {
        // SAFETY: the array has the register's 32 bytes; an unaligned store asks for nothing else.
        unsafe { _mm256_storeu_si256((&raw mut *quarter).cast(), sum) };
    }
    units
}

#[target_feature(enable = "avx512f,avx512bw")]
fn second_avx512(inputs: &[i16; 32], weights: &[Block]) -> [i32; 32] {
    let mut sums = [_mm512_setzero_si512(); 2];
    for (two, blocks) in inputs.as_chunks::<2>().0.iter().zip(weights.as_chunks::<2>().0) {
        let two = _mm512_set1_epi32(spread(*two));
        for (block, sum) in blocks.iter().zip(&mut sums) {
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(two, whole(block)));
        }
    }
    let mut units = [0_i32; 32];
    for (sum, half) in sums.into_iter().zip(units.as_chunks_mut::<16>().0) {
        *half = stored(sum);
    }
    units
}

/// Two numbers of 16 bits as one of 32, the first in its lower half.
fn spread([first, second]: [i16; 2]) -> i32 {
    i32::from(second) << 16 | i32::from(first as u16)
}
