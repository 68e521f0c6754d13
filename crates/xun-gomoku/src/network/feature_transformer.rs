//! The feature transformer: the sums over the board of the clamped vectors of all empty points. A
//! move changes the patterns at a few points, and the sums by the differences.
//!
//! Most of the network's time is spent here, so the loops run over a number of blocks known at
//! compile time. All kernels give the same integers.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions compiled for AVX2 and AVX-512 are called only where these exist"
    )
)]

use super::kernel::{Block, Kernel, LANES};
use crate::rules::Code;

/// The pattern codes of both colours at one point, before and after a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PatternChange {
    pub(super) before: [Code; 2],
    pub(super) after: [Code; 2],
    /// The region of the point.
    pub(super) region: u8,
}

/// Changes summed in 16 bits without overflow. No move changes more points.
pub(super) const MOST_CHANGES: usize = 100;

impl Kernel {
    /// Adds the differences that these changes make to the sums of both views (`pools`) and of each
    /// region (`regions`, empty for a network without them). `tables` are both colours' vectors by
    /// pattern code: a row has `blocks` blocks for the own view and as many for the other.
    pub(super) fn update_sums(
        self,
        tables: [&[Block]; 2],
        blocks: usize,
        changes: &[PatternChange],
        pools: &mut [i32],
        regions: &mut [Block],
    ) {
        for changes in changes.chunks(MOST_CHANGES) {
            match (blocks, regions.is_empty()) {
                (1, false) => self.fixed::<1, true>(tables, changes, pools, regions),
                (1, true) => self.fixed::<1, false>(tables, changes, pools, regions),
                (2, false) => self.fixed::<2, true>(tables, changes, pools, regions),
                (2, true) => self.fixed::<2, false>(tables, changes, pools, regions),
                (3, false) => self.fixed::<3, true>(tables, changes, pools, regions),
                (3, true) => self.fixed::<3, false>(tables, changes, pools, regions),
                (_, false) => self.fixed::<4, true>(tables, changes, pools, regions),
                (_, true) => self.fixed::<4, false>(tables, changes, pools, regions),
            }
        }
    }

    #[inline]
    fn fixed<const BLOCKS: usize, const REGIONAL: bool>(
        self,
        tables: [&[Block]; 2],
        changes: &[PatternChange],
        pools: &mut [i32],
        regions: &mut [Block],
    ) {
        match self {
            Self::Portable => plain::<BLOCKS, REGIONAL>(tables, changes, pools, regions),
            // SAFETY: chosen only on processors with AVX2.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { avx2::<BLOCKS, REGIONAL>(tables, changes, pools, regions) },
            // SAFETY: chosen only on processors with AVX-512 F, BW and VL.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { avx512::<BLOCKS, REGIONAL>(tables, changes, pools, regions) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn avx2<const BLOCKS: usize, const REGIONAL: bool>(
    tables: [&[Block]; 2],
    changes: &[PatternChange],
    pools: &mut [i32],
    regions: &mut [Block],
) {
    plain::<BLOCKS, REGIONAL>(tables, changes, pools, regions);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn avx512<const BLOCKS: usize, const REGIONAL: bool>(
    tables: [&[Block]; 2],
    changes: &[PatternChange],
    pools: &mut [i32],
    regions: &mut [Block],
) {
    plain::<BLOCKS, REGIONAL>(tables, changes, pools, regions);
}

/// The two halves of a row: own view, other view.
#[inline(always)]
fn halves<const BLOCKS: usize>(table: &[Block], code: Code) -> [&[Block; BLOCKS]; 2] {
    let row = &table[usize::from(code) * 2 * BLOCKS..][..2 * BLOCKS];
    let (own, other) = row.split_at(BLOCKS);
    [own.first_chunk().expect("whole rows"), other.first_chunk().expect("whole rows")]
}

#[inline(always)]
fn both<const BLOCKS: usize>(
    tables: [&[Block]; 2],
    codes: [Code; 2],
) -> [[&[Block; BLOCKS]; 2]; 2] {
    [halves(tables[0], codes[0]), halves(tables[1], codes[1])]
}

#[inline(always)]
fn add(one: &Block, to: &mut Block) {
    for lane in 0..LANES {
        to.0[lane] = to.0[lane].wrapping_add(one.0[lane]);
    }
}

#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "calls of iterators are not inlined into functions compiled for other instruction sets"
)]
fn plain<const BLOCKS: usize, const REGIONAL: bool>(
    tables: [&[Block]; 2],
    changes: &[PatternChange],
    pools: &mut [i32],
    regions: &mut [Block],
) {
    let mut sums = [[Block::default(); BLOCKS]; 2];
    for change in changes {
        let before = both::<BLOCKS>(tables, change.before);
        let after = both::<BLOCKS>(tables, change.after);
        let mut here = [[Block::default(); BLOCKS]; 2];
        for view in 0..2 {
            for block in 0..BLOCKS {
                let (own_before, other_before) =
                    (&before[view][0][block].0, &before[1 - view][1][block].0);
                let (own_after, other_after) =
                    (&after[view][0][block].0, &after[1 - view][1][block].0);
                for lane in 0..LANES {
                    let before = own_before[lane].wrapping_add(other_before[lane]).clamp(0, 255);
                    let after = own_after[lane].wrapping_add(other_after[lane]).clamp(0, 255);
                    here[view][block].0[lane] = after.wrapping_sub(before);
                }
                add(&here[view][block], &mut sums[view][block]);
            }
        }
        if REGIONAL {
            let region = &mut regions[usize::from(change.region) * 2 * BLOCKS..][..2 * BLOCKS];
            for view in 0..2 {
                for block in 0..BLOCKS {
                    add(&here[view][block], &mut region[view * BLOCKS + block]);
                }
            }
        }
    }
    for view in 0..2 {
        for block in 0..BLOCKS {
            let pool = &mut pools[(view * BLOCKS + block) * LANES..][..LANES];
            for lane in 0..LANES {
                pool[lane] += i32::from(sums[view][block].0[lane]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::region::REGIONS;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn all_kernels_update_the_sums_alike(
            numbers in prop::collection::vec(-8000_i16..=8000, 2 * 3 * 2 * 4 * LANES),
            codes in prop::collection::vec(
                (0_u16..3, 0_u16..3, 0_u16..3, 0_u16..3, 0_u8..9),
                0..250,
            ),
            blocks in 1_usize..=4,
        ) {
            let list: Vec<Block> =
                numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect();
            let tables = [&list[..6 * blocks], &list[6 * blocks..12 * blocks]];
            let changes: Vec<PatternChange> = codes
                .into_iter()
                .map(|(a, b, c, d, region)| PatternChange { before: [a, b], after: [c, d], region })
                .collect();
            let results = |kernel: Kernel| {
                let mut pools = vec![7; 2 * blocks * LANES];
                let mut regions = vec![Block::default(); REGIONS * 2 * blocks];
                kernel.update_sums(tables, blocks, &changes, &mut pools, &mut regions);
                let back: Vec<PatternChange> = changes
                    .iter()
                    .map(|change| PatternChange {
                        before: change.after,
                        after: change.before,
                        ..*change
                    })
                    .collect();
                let (mut undone, mut regions_undone) = (pools.clone(), regions.clone());
                kernel.update_sums(tables, blocks, &back, &mut undone, &mut regions_undone);
                assert!(undone.iter().all(|&sum| sum == 7));
                assert!(regions_undone.iter().all(|block| block.0 == [0; LANES]));
                let mut alone = vec![7; 2 * blocks * LANES];
                kernel.update_sums(tables, blocks, &changes, &mut alone, &mut []);
                assert_eq!(alone, pools);
                (pools, regions.iter().flat_map(|block| block.0).collect::<Vec<_>>())
            };
            let expected = results(Kernel::Portable);
            for kernel in Kernel::available() {
                prop_assert_eq!(&results(kernel), &expected, "{:?}", kernel);
            }
        }
    }
}
