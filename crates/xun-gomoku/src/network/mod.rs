//! The trained evaluation: vectors of line shapes, summed per point and over the board, in integers, kept up to date
//! stone by stone. Trained from our own games by `training/`; its layers are described there.
//!
//! - `lines`: the number of a line's form, as a row of the table,
//! - `file`: the file format and its checks,
//! - `exchange`: what a move does to the vectors,
//! - `kernel`: the rest of the arithmetic, for the processor at hand,
//! - `state`: the vectors of one board.

mod exchange;
mod file;
mod kernel;
mod lines;
mod state;

#[cfg(test)]
pub(crate) use file::tests::random_file;
pub use state::NetworkState;
pub(crate) use state::Stone;

use crate::rules::{Colour, Rule};
use kernel::{Block, Kernel};
use lines::FORMS;

/// Shift from pooled sums to the hidden layer's 16-bit inputs.
const POOL_SHIFT: u32 = 3;
/// Shift from the hidden layer's sums to its outputs of 128 a unit.
const HIDDEN_SHIFT: u32 = 13;
/// Largest output of a hidden unit.
const HIDDEN_MOST: i32 = 16 * 128;
/// Blocks in a point's vector at most.
const MAX_BLOCKS: usize = 4;
/// What the policy's sum grows by for odds of e to 1.
pub const POLICY_UNIT: i32 = 256 * 255;
/// What stands for 1.0 in the value's sum.
const VALUE_ONE: i64 = 131_072;

/// A network's integers, ready for the kernels.
pub struct Network {
    rule: Rule,
    /// Whether each colour has a table and heads of its own, Black's first: under renju they play by different rules.
    by_colour: bool,
    /// Blocks in a point's vector.
    blocks: usize,
    /// One row of `blocks` for each form of a line.
    table: Vec<Block>,
    /// For each hidden unit, `2 × blocks`: own view, then the other.
    hidden: Vec<Block>,
    hidden_bias: Vec<i32>,
    value: Vec<i16>,
    value_bias: Vec<i32>,
    policy: Vec<Block>,
    policy_bias: Vec<i32>,
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

    /// The first row of a view's table.
    fn first_row(&self, view: usize) -> usize {
        if self.by_colour { view * FORMS } else { 0 }
    }

    /// A view's table.
    fn table_of(&self, view: usize) -> &[Block] {
        &self.table[self.first_row(view) * self.blocks..]
    }

    fn row(&self, form: usize) -> &[Block] {
        &self.table[form * self.blocks..][..self.blocks]
    }

    /// Which heads speak for the side to move.
    fn head(&self, colour: Colour) -> usize {
        if self.by_colour { colour as usize } else { 0 }
    }

    /// The score for this side to move from the pooled sums of both views, own first.
    fn score(&self, colour: Colour, own: &[i32], other: &[i32]) -> i32 {
        let head = self.head(colour);
        let units = self.hidden_bias.len() / self.value_bias.len();
        let row = 2 * self.blocks;
        let total = self.kernel.hidden_layer(
            [own, other],
            &self.hidden[head * units * row..][..units * row],
            &self.hidden_bias[head * units..][..units],
            &self.value[head * units..][..units],
        );
        ((total + i64::from(self.value_bias[head])) * i64::from(self.scale) / VALUE_ONE) as i32
    }

    /// How much a side likes a point, from its vector in that side's view.
    fn liking(&self, colour: Colour, vector: &[Block]) -> i32 {
        let head = self.head(colour);
        let weights = &self.policy[head * self.blocks..][..self.blocks];
        self.kernel.clamped_dot(vector, weights) + self.policy_bias[head]
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
