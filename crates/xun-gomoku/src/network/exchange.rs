//! The work of a move: rows of the table that take others' places in points' vectors, and what that changes in the
//! sum of all vectors. This is where the search's time goes, so that it is also written out for AVX2; both ways
//! give the same integers.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions for AVX2 are called only where it exists, and load whole blocks"
    )
)]

use super::kernel::{Block, Kernel, LANES};

/// A row of the table that takes another's place in a point's vector.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exchange {
    /// The point's place among the vectors.
    pub(super) place: u16,
    /// The row that goes.
    pub(super) removed: u16,
    /// The row that comes.
    pub(super) added: u16,
}

/// So many exchanges of a move come first and are at its own point, one after the other.
pub(super) const AT_CENTRE: usize = 4;

impl Kernel {
    /// Makes a move's exchanges in vectors of so many blocks, and adds to the pool what they change in the clamped
    /// values. The vectors as they were go to `saved`, in the order of their places.
    pub(super) fn exchange(
        self,
        vectors: &mut [Block],
        table: &[Block],
        exchanges: &[Exchange],
        blocks: usize,
        pool: &mut [i32],
        saved: &mut [Block],
    ) {
        self.any_blocks::<true>(vectors, table, exchanges, blocks, pool, saved);
    }

    /// Adds the same to the pool and leaves the vectors as they are.
    pub(super) fn look_at(
        self,
        vectors: &mut [Block],
        table: &[Block],
        exchanges: &[Exchange],
        blocks: usize,
        pool: &mut [i32],
    ) {
        self.any_blocks::<false>(vectors, table, exchanges, blocks, pool, &mut []);
    }

    #[inline]
    fn any_blocks<const KEEP: bool>(
        self,
        vectors: &mut [Block],
        table: &[Block],
        exchanges: &[Exchange],
        blocks: usize,
        pool: &mut [i32],
        saved: &mut [Block],
    ) {
        match blocks {
            1 => self.fixed_blocks::<1, KEEP>(vectors, table, exchanges, pool, saved),
            2 => self.fixed_blocks::<2, KEEP>(vectors, table, exchanges, pool, saved),
            3 => self.fixed_blocks::<3, KEEP>(vectors, table, exchanges, pool, saved),
            _ => self.fixed_blocks::<4, KEEP>(vectors, table, exchanges, pool, saved),
        }
    }

    #[inline]
    fn fixed_blocks<const BLOCKS: usize, const KEEP: bool>(
        self,
        vectors: &mut [Block],
        table: &[Block],
        exchanges: &[Exchange],
        pool: &mut [i32],
        saved: &mut [Block],
    ) {
        match self {
            Self::Portable => portable::<BLOCKS, KEEP>(vectors, table, exchanges, pool, saved),
            // SAFETY: both are offered only after the processor was found to have AVX2.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 | Self::Avx512 => unsafe {
                avx2::exchange::<BLOCKS, KEEP>(vectors, table, exchanges, pool, saved);
            },
        }
    }
}

/// Puts the vectors at these places back as [`Kernel::exchange`] saved them.
pub(super) fn restore(vectors: &mut [Block], places: &[u16], saved: &[Block], blocks: usize) {
    match blocks {
        1 => restore_blocks::<1>(vectors, places, saved),
        2 => restore_blocks::<2>(vectors, places, saved),
        3 => restore_blocks::<3>(vectors, places, saved),
        _ => restore_blocks::<4>(vectors, places, saved),
    }
}

fn restore_blocks<const BLOCKS: usize>(vectors: &mut [Block], places: &[u16], saved: &[Block]) {
    for (&place, saved) in places.iter().zip(saved.as_chunks::<BLOCKS>().0) {
        *of_mut::<BLOCKS>(vectors, place) = *saved;
    }
}

/// The blocks of a row or vector.
#[inline(always)]
fn of<const BLOCKS: usize>(list: &[Block], place: u16) -> &[Block; BLOCKS] {
    list[usize::from(place) * BLOCKS..].first_chunk().expect("rows and vectors are whole")
}

#[inline(always)]
fn of_mut<const BLOCKS: usize>(list: &mut [Block], place: u16) -> &mut [Block; BLOCKS] {
    list[usize::from(place) * BLOCKS..].first_chunk_mut().expect("rows and vectors are whole")
}

fn portable<const BLOCKS: usize, const KEEP: bool>(
    vectors: &mut [Block],
    table: &[Block],
    exchanges: &[Exchange],
    pool: &mut [i32],
    saved: &mut [Block],
) {
    let Some((centre, others)) = exchanges.split_first_chunk::<AT_CENTRE>() else { return };
    let mut count = 0;
    let mut one_place = |exchanges: &[Exchange]| {
        let Some(&Exchange { place, .. }) = exchanges.first() else { return };
        let vector = of_mut::<BLOCKS>(vectors, place);
        for (block, vector) in vector.iter_mut().enumerate() {
            let mut after = *vector;
            for exchange in exchanges {
                let (added, removed) = (
                    of::<BLOCKS>(table, exchange.added)[block],
                    of::<BLOCKS>(table, exchange.removed)[block],
                );
                for lane in 0..LANES {
                    after.0[lane] = after.0[lane].wrapping_add(added.0[lane]).wrapping_sub(removed.0[lane]);
                }
            }
            for lane in 0..LANES {
                pool[block * LANES + lane] +=
                    i32::from(after.0[lane].clamp(0, 255)) - i32::from(vector.0[lane].clamp(0, 255));
            }
            if KEEP {
                saved[count * BLOCKS + block] = *vector;
                *vector = after;
            }
        }
        count += 1;
    };
    one_place(centre);
    others.chunks(1).for_each(one_place);
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{AT_CENTRE, Block, Exchange, of, of_mut};
    use std::arch::x86_64::{
        __m256i, _mm256_add_epi16, _mm256_load_si256, _mm256_max_epi16, _mm256_min_epi16, _mm256_set1_epi16,
        _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
    };

    /// Registers of a block.
    const HALVES: usize = 2;

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(block: &Block, half: usize) -> __m256i {
        // SAFETY: a block is 64 bytes aligned to 64, and has two halves of 32.
        unsafe { _mm256_load_si256((&raw const *block).cast::<__m256i>().add(half & 1)) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store(block: &mut Block, half: usize, value: __m256i) {
        // SAFETY: as above.
        unsafe { _mm256_store_si256((&raw mut *block).cast::<__m256i>().add(half & 1), value) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn clamped(value: __m256i) -> __m256i {
        _mm256_min_epi16(_mm256_max_epi16(value, _mm256_setzero_si256()), _mm256_set1_epi16(255))
    }

    #[target_feature(enable = "avx2")]
    #[expect(
        clippy::needless_range_loop,
        reason = "calls of iterators stay calls in a function for other registers"
    )]
    pub(super) fn exchange<const BLOCKS: usize, const KEEP: bool>(
        vectors: &mut [Block],
        table: &[Block],
        exchanges: &[Exchange],
        pool: &mut [i32],
        saved: &mut [Block],
    ) {
        // Each change is within ±255, and a move makes few of them.
        let mut change = [[_mm256_setzero_si256(); HALVES]; BLOCKS];
        let Some((centre, others)) = exchanges.split_first_chunk::<AT_CENTRE>() else { return };
        let vector = of_mut::<BLOCKS>(vectors, centre[0].place);
        for block in 0..BLOCKS {
            for half in 0..HALVES {
                let before = load(&vector[block], half);
                let mut after = before;
                for index in 0..AT_CENTRE {
                    let (added, removed) = (
                        of::<BLOCKS>(table, centre[index].added),
                        of::<BLOCKS>(table, centre[index].removed),
                    );
                    after = _mm256_add_epi16(after, load(&added[block], half));
                    after = _mm256_sub_epi16(after, load(&removed[block], half));
                }
                change[block][half] = _mm256_sub_epi16(clamped(after), clamped(before));
                if KEEP {
                    store(&mut saved[block], half, before);
                    store(&mut vector[block], half, after);
                }
            }
        }
        for index in 0..others.len() {
            let Exchange { place, removed, added } = others[index];
            let vector = of_mut::<BLOCKS>(vectors, place);
            let (added, removed) = (of::<BLOCKS>(table, added), of::<BLOCKS>(table, removed));
            let saved = if KEEP { &mut saved[(index + 1) * BLOCKS..][..BLOCKS] } else { &mut [][..] };
            for block in 0..BLOCKS {
                for half in 0..HALVES {
                    let before = load(&vector[block], half);
                    let after = _mm256_add_epi16(before, load(&added[block], half));
                    let after = _mm256_sub_epi16(after, load(&removed[block], half));
                    let difference = _mm256_sub_epi16(clamped(after), clamped(before));
                    change[block][half] = _mm256_add_epi16(change[block][half], difference);
                    if KEEP {
                        store(&mut saved[block], half, before);
                        store(&mut vector[block], half, after);
                    }
                }
            }
        }
        for block in 0..BLOCKS {
            for half in 0..HALVES {
                let numbers = numbers(change[block][half]);
                let totals = &mut pool[(block * HALVES + half) * 16..][..16];
                for lane in 0..16 {
                    totals[lane] += i32::from(numbers[lane]);
                }
            }
        }
    }

    /// The numbers of a register.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn numbers(register: __m256i) -> [i16; 16] {
        // SAFETY: both are 32 bytes, and any bits are numbers.
        unsafe { std::mem::transmute(register) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_kernels_make_the_same_exchanges(
            numbers in prop::collection::vec(-7000_i16..=7000, 6 * 4 * LANES),
            exchanges in prop::collection::vec((0_u16..3, 0_u16..3, 0_u16..3), 4..36),
            blocks in 1_usize..=4,
        ) {
            let list: Vec<Block> = numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect();
            let (vectors, table) = list.split_at(3 * blocks);
            let mut exchanges: Vec<Exchange> = exchanges
                .into_iter()
                .map(|(place, removed, added)| Exchange { place, removed, added })
                .collect();
            let centre = exchanges[0].place;
            exchanges[..AT_CENTRE].iter_mut().for_each(|exchange| exchange.place = centre);
            // A move changes each place once; only the tables' rows repeat.
            let mut seen = vec![centre];
            let mut others = exchanges.split_off(AT_CENTRE);
            others.retain(|exchange| !seen.contains(&exchange.place) && { seen.push(exchange.place); true });
            exchanges.extend(others);
            let results = |kernel: Kernel| {
                let (mut changed, mut looked) = (vectors.to_vec(), vectors.to_vec());
                let (mut pool, mut other) = (vec![7; blocks * LANES], vec![7; blocks * LANES]);
                let mut saved = vec![Block::default(); exchanges.len() * blocks];
                kernel.exchange(&mut changed, table, &exchanges, blocks, &mut pool, &mut saved);
                kernel.look_at(&mut looked, table, &exchanges, blocks, &mut other);
                assert_eq!((&looked[..], &pool), (vectors, &other));
                let mut back = changed.clone();
                restore(&mut back, &seen, &saved, blocks);
                assert_eq!(back, vectors);
                (changed, pool)
            };
            let expected = results(Kernel::Portable);
            for kernel in Kernel::available() {
                prop_assert_eq!(&results(kernel), &expected, "{:?}", kernel);
            }
        }
    }
}
