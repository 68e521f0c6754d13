//! The policy: a prior for each move, from the patterns at its point and its offset from the last
//! two moves. It is computed for whole lists, so that a function compiled for AVX2 or AVX-512 is
//! entered once.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "functions compiled for AVX2 and AVX-512 are called only where these exist"
    )
)]

use super::kernel::{Block, Kernel, clamped_dot};
use super::last_moves::LastMoveBias;
use crate::eval::Ranked;
use crate::rules::{Board, Code, Point};

/// The parameters of one side's policy.
pub(super) struct Policy<'n> {
    /// The tables of the side's own codes and of the other's.
    pub(super) own: &'n [Block],
    pub(super) other: &'n [Block],
    pub(super) weights: &'n [Block],
    pub(super) bias: i32,
    pub(super) near: &'n LastMoveBias,
}

impl Kernel {
    /// Ranks empty points by the policy of the side to move, divided by `part`.
    #[inline]
    pub(super) fn rank_by_policy(
        self,
        policy: &Policy,
        board: &Board,
        part: i32,
        list: &mut [Ranked],
    ) {
        match self {
            Self::Portable => rank(policy, board, part, list),
            // SAFETY: chosen only on processors with AVX2.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { rank_avx2(policy, board, part, list) },
            // SAFETY: chosen only on processors with AVX-512 F, BW and VL.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { rank_avx512(policy, board, part, list) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn rank_avx2(policy: &Policy, board: &Board, part: i32, list: &mut [Ranked]) {
    rank(policy, board, part, list);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn rank_avx512(policy: &Policy, board: &Board, part: i32, list: &mut [Ranked]) {
    rank(policy, board, part, list);
}

#[inline(always)]
fn rank(policy: &Policy, board: &Board, part: i32, list: &mut [Ranked]) {
    match policy.weights.len() {
        1 => rank_by::<1>(policy, board, part, list),
        2 => rank_by::<2>(policy, board, part, list),
        3 => rank_by::<3>(policy, board, part, list),
        _ => rank_by::<4>(policy, board, part, list),
    }
}

#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "calls of iterators are not inlined into functions compiled for other instruction sets"
)]
fn rank_by<const BLOCKS: usize>(policy: &Policy, board: &Board, part: i32, list: &mut [Ranked]) {
    let (side, recent) = (board.to_move(), [board.recent(0), board.recent(1)]);
    let weights: &[Block; BLOCKS] =
        policy.weights.first_chunk().expect("a weight for each channel");
    for index in 0..list.len() {
        let point: Point = list[index].point;
        let cell = board.cell(point);
        let own = half::<BLOCKS>(policy.own, cell.code(side), 0);
        let other = half::<BLOCKS>(policy.other, cell.code(!side), 1);
        let policy_sum =
            clamped_dot(own, other, weights) + policy.bias + policy.near.of(point, recent);
        list[index].rank = policy_sum / part;
    }
}

/// One half of a row.
#[inline(always)]
fn half<const BLOCKS: usize>(table: &[Block], code: Code, which: usize) -> &[Block; BLOCKS] {
    table[(usize::from(code) * 2 + which) * BLOCKS..].first_chunk().expect("whole rows")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use crate::network::file::tests::random_file;
    use crate::rules::{Rule, Size};

    #[test]
    fn every_kernel_ranks_alike() {
        for channels in [32, 64] {
            let network = Network::from_bytes(&random_file(channels, 16, 7)).unwrap();
            let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
            for (x, y) in [(7, 7), (8, 8), (7, 8), (6, 7), (9, 6)] {
                board.play(Point::new(x, y));
            }
            let ranks = |kernel: Kernel, part: i32| {
                let mut list: Vec<Ranked> =
                    board.empty_points().map(|point| Ranked { point, rank: 0 }).collect();
                kernel.rank_by_policy(&network.policy_of(board.to_move()), &board, part, &mut list);
                list
            };
            let expected = ranks(Kernel::Portable, 1);
            assert!(expected.iter().any(|ranked| ranked.rank != expected[0].rank));
            for kernel in Kernel::available() {
                assert_eq!(ranks(kernel, 1), expected, "{kernel:?}");
                let parts = ranks(kernel, 100);
                assert!(
                    parts.iter().zip(&expected).all(|(part, whole)| part.rank == whole.rank / 100)
                );
            }
        }
    }
}
