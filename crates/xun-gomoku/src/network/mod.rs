//! The neural network: a vector of each empty point's patterns, clamped and summed over the board,
//! then two hidden layers; all in integers and updated move by move. It is trained from games of
//! the engine against itself by `training/`, where the layers are described.
//!
//! - `file`: the file format and its checks,
//! - `feature_transformer`: from pattern codes to the sums over the board,
//! - `accumulator`: the sums of a board and of the moves played since,
//! - `region`: the nine regions of the board,
//! - `layers`: from the sums to the value,
//! - `policy`: priors of moves,
//! - `last_moves`: the part of the policy that depends on the last two moves,
//! - `kernel`: the inner loops, portable and for x86-64,
//! - `shipped`: the networks within the program.

mod accumulator;
mod feature_transformer;
mod file;
mod kernel;
mod last_moves;
mod layers;
mod policy;
mod region;
mod shipped;

pub use accumulator::Accumulator;
#[cfg(test)]
pub(crate) use file::tests::random_file;
pub use shipped::shipped;

use crate::rules::{CODES, Code, Colour, Rule};
use kernel::{Block, Kernel};
use last_moves::LastMoveBias;
use layers::{Head, Sums};
use policy::Policy;

/// Shift from pooled sums to the hidden layer's 16-bit inputs.
const POOL_SHIFT: u32 = 3;
/// Shift from a region's units' sums to their outputs of 1024 for 1.0, and the largest of these.
const REGION_SHIFT: u32 = 11;
const REGION_MOST: i32 = 4095;
/// Shift from the hidden layer's sums to its outputs of 128 for 1.0.
const HIDDEN_SHIFT: u32 = 13;
/// The same for the second hidden layer.
const SECOND_SHIFT: u32 = 9;
/// Shift from the threats' weights to the hidden layer's sums.
const THREAT_SHIFT: u32 = 10;
/// Largest output of a hidden unit.
const HIDDEN_MOST: i32 = 16 * 128;
/// Most blocks in a point's vector.
const MAX_BLOCKS: usize = 4;
/// The policy's sum for odds of e to 1.
pub const POLICY_UNIT: i32 = 256 * 255;
/// The value's sum for 1.0.
const VALUE_ONE: i64 = 131_072;

/// The code of a taken point. Its row is so far below zero that the clamped vector is zero.
const TAKEN: Code = CODES as Code;
const TAKEN_WEIGHT: i16 = -8000;
/// Rows of a table of vectors.
const ROWS: usize = CODES + 1;

/// A network's integers, ready for the kernels.
pub struct Network {
    rule: Rule,
    /// Whether each colour has tables and heads of its own, Black's first, as under renju.
    by_colour: bool,
    /// Blocks in a point's vector.
    blocks: usize,
    /// Whether the value also depends on the sums over each region.
    has_regions: bool,
    /// For each colour with tables of its own and each pattern code of that colour, `2 × blocks`:
    /// the vector in the own view, then in the other's.
    table: Vec<Block>,
    heads: Vec<Head>,
    policy: Vec<Block>,
    policy_bias: Vec<i32>,
    near: Vec<LastMoveBias>,
    scale: i32,
    hash: u64,
    kernel: Kernel,
}

impl Network {
    /// The rule of the games it was trained on.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The hash that the file states, also part of its name.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The table of a colour's codes.
    fn table_of(&self, colour: usize) -> &[Block] {
        let length = ROWS * 2 * self.blocks;
        let from = if self.by_colour { colour * length } else { 0 };
        &self.table[from..from + length]
    }

    fn tables(&self) -> [&[Block]; 2] {
        [self.table_of(0), self.table_of(1)]
    }

    /// The index of the heads for this side to move.
    fn head(&self, colour: Colour) -> usize {
        if self.by_colour { colour as usize } else { 0 }
    }

    /// The score for this side to move from the pooled sums of both colours' views, those of the
    /// regions, and the threats on the board.
    fn score(&self, colour: Colour, pools: &[i32], regions: &[Block], threats: usize) -> i32 {
        let (black, white) = pools.split_at(pools.len() / 2);
        let views = if colour == Colour::Black { [black, white] } else { [white, black] };
        let sums = Sums { views, regions, first_view: colour as usize };
        let total = self.heads[self.head(colour)].value(self.kernel, sums, threats);
        (total * i64::from(self.scale) / VALUE_ONE) as i32
    }

    /// The parameters of this side's policy.
    #[inline]
    fn policy_of(&self, colour: Colour) -> Policy<'_> {
        let head = self.head(colour);
        Policy {
            own: self.table_of(colour as usize),
            other: self.table_of(!colour as usize),
            weights: &self.policy[head * self.blocks..][..self.blocks],
            bias: self.policy_bias[head],
            near: &self.near[head],
        }
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
