//! The trained evaluation: vectors of line shapes, summed per point and over the board, in integers, kept up to date
//! stone by stone. Trained from our own games by `training/`; its layers are described there.
//!
//! - `lines`: the number of a line's form, as a row of the table,
//! - `file`: the file format and its checks,
//! - `kernel`: the arithmetic, for the processor at hand,
//! - `state`: the vectors of one board.

mod file;
mod kernel;
mod lines;
mod state;

pub use state::NetworkState;

use crate::rules::Rule;
use kernel::{Block, Kernel};

/// Shift from pooled sums to the hidden layer's 16-bit inputs.
const POOL_SHIFT: u32 = 3;
/// Shift from the hidden layer's sums to its outputs of 128 a unit.
const HIDDEN_SHIFT: u32 = 13;
/// Largest output of a hidden unit.
const HIDDEN_MOST: i32 = 16 * 128;
/// What stands for 1.0 in the value's sum.
const VALUE_ONE: i64 = 131_072;

/// A network's integers, ready for the kernels.
pub struct Network {
    rule: Rule,
    /// Blocks in a point's vector.
    blocks: usize,
    /// One row of `blocks` for each form of a line.
    table: Vec<Block>,
    /// For each hidden unit, `2 × blocks`: own view, then the other.
    hidden: Vec<Block>,
    hidden_bias: Vec<i32>,
    value: Vec<i16>,
    value_bias: i32,
    policy: Vec<Block>,
    policy_bias: i32,
    scale: i32,
    hash: u64,
    kernel: Kernel,
}

impl Network {
    /// The rule that it was trained for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The hash that the file states, also part of its name.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    fn row(&self, form: usize) -> &[Block] {
        &self.table[form * self.blocks..][..self.blocks]
    }

    /// The score from the pooled sums of both views, own first.
    fn score(&self, own: &[i32], other: &[i32]) -> i32 {
        let mut inputs = vec![Block::default(); 2 * self.blocks];
        for (lane, &sum) in inputs.iter_mut().flat_map(|block| &mut block.0).zip(own.iter().chain(other)) {
            *lane = (sum >> POOL_SHIFT) as i16;
        }
        let units = self.hidden.chunks_exact(2 * self.blocks).zip(&self.hidden_bias).zip(&self.value);
        let total: i64 = units
            .map(|((row, bias), &weight)| {
                let sum = self.kernel.dot(&inputs, row).wrapping_add(*bias);
                i64::from((sum >> HIDDEN_SHIFT).clamp(0, HIDDEN_MOST)) * i64::from(weight)
            })
            .sum();
        ((total + i64::from(self.value_bias)) * i64::from(self.scale) / VALUE_ONE) as i32
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "Network {{ rule: {}, blocks: {}, hash: {:016x} }}",
            self.rule, self.blocks, self.hash
        )
    }
}
