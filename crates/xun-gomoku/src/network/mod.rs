//! The trained evaluation: vectors of what stones would make at each empty point, summed over the
//! board, in integers, kept up to date move by move. Trained from our own games by `training/`; its
//! layers are described there.
//!
//! - `file`: the file format and its checks,
//! - `change`: what a move does to the sums,
//! - `region`: which ninth of the board a point lies in,
//! - `layers`: from the sums to the value,
//! - `policy`: how much a side likes each of many points,
//! - `near`: what the policy owes to the last two moves,
//! - `kernel` and `x86`: the arithmetic, for the processor at hand,
//! - `state`: the sums of one board and of the moves that led to it,
//! - `shipped`: the networks within the program.

mod change;
mod file;
mod kernel;
mod layers;
mod near;
mod policy;
mod region;
mod shipped;
mod state;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
pub(crate) use file::tests::random_file;
pub use shipped::shipped;
pub use state::NetworkState;

use crate::rules::{CODES, Code, Colour, Rule};
use kernel::{Block, Kernel};
use layers::{Head, Sums};
use near::Nearness;
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
/// Blocks in a point's vector at most.
const MAX_BLOCKS: usize = 4;
/// What the policy's sum grows by for odds of e to 1.
pub const POLICY_UNIT: i32 = 256 * 255;
/// What stands for 1.0 in the value's sum.
const VALUE_ONE: i64 = 131_072;

/// What stands for the code of a taken point: its row is so far below zero that the point counts
/// for nothing.
const TAKEN: Code = CODES as Code;
const TAKEN_WEIGHT: i16 = -8000;
/// Rows of a table.
const ROWS: usize = CODES + 1;

/// A network's integers, ready for the kernels.
pub struct Network {
    rule: Rule,
    /// Whether each colour has tables and heads of its own, Black's first: under renju they play by
    /// different rules.
    by_colour: bool,
    /// Blocks in a point's vector.
    blocks: usize,
    /// Whether its value depends on the sums over each region too.
    has_regions: bool,
    /// For each colour with tables of its own and each code of that colour, `2 × blocks`: what it
    /// adds to the point's vector in its own view, then in the other's.
    table: Vec<Block>,
    heads: Vec<Head>,
    policy: Vec<Block>,
    policy_bias: Vec<i32>,
    near: Vec<Nearness>,
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

    /// The table of a colour's codes.
    fn table_of(&self, colour: usize) -> &[Block] {
        let length = ROWS * 2 * self.blocks;
        let from = if self.by_colour { colour * length } else { 0 };
        &self.table[from..from + length]
    }

    fn tables(&self) -> [&[Block]; 2] {
        [self.table_of(0), self.table_of(1)]
    }

    /// Which heads speak for the side to move.
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

    /// What this side's likings are worked out from.
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
