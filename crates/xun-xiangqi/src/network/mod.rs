//! The trained evaluation: a network over (own king's place, piece, square), in integers, kept up
//! to date move by move. Trained from our own games by `training/`; its layers are described there.
//!
//! - `features`: which inputs a position switches on,
//! - `file`: the file format and its checks,
//! - `feature_transformer`: the first layer,
//! - `kernel`: the arithmetic, in scalar form and for the processor at hand,
//! - `accumulator`: the first-layer sums along the line of moves,
//! - `units`: the layers behind the accumulators,
//! - `shipped`: the network within the program.

mod accumulator;
mod feature_transformer;
mod features;
mod file;
mod kernel;
mod shipped;
mod units;

pub use accumulator::Accumulators;
pub use kernel::Kernel;
pub use shipped::shipped;

use crate::rules::Colour;
use feature_transformer::FeatureTransformer;
use features::{BUCKETS, INPUTS};
use kernel::Block;
use units::Units;

/// The integer that stands for 1.0 in the accumulators and in the output weights.
const INPUT_ONE: i64 = 255;
const OUTPUT_ONE: i64 = 64;

/// Wider accumulators could overflow a lane of the kernels' 32-bit sums.
const MAX_WIDTH: u32 = 1024;

/// One output head for each band of pieces left on the board.
const HEADS: usize = 8;

/// A network's integers, ready for the kernels.
pub struct Network {
    transformer: FeatureTransformer,
    /// `HEADS` rows of `2 × blocks`: own side, then the other.
    output: Vec<Block>,
    output_bias: [i32; HEADS],
    /// `HEADS` of them.
    units: Vec<Units>,
    /// Centipawns per unit of the trained sigmoid.
    scale: i32,
    /// Hash of the integers, as the file states it.
    hash: u64,
    kernel: Kernel,
}

impl Network {
    /// Numbers in one side's accumulator.
    #[must_use]
    pub fn width(&self) -> usize {
        self.transformer.blocks * kernel::LANES
    }

    /// The hash that the file states, also part of its name.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The same network with another kernel; all give the same scores.
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.kernel = kernel;
        self
    }

    /// The score in centipawns from the side whose accumulator comes first.
    fn score(&self, own: &[Block], other: &[Block], pieces: u32) -> i32 {
        let head = ((pieces.max(1) - 1) / 4).min(HEADS as u32 - 1) as usize;
        let blocks = self.transformer.blocks;
        let row = &self.output[head * 2 * blocks..][..2 * blocks];
        let (own_weights, other_weights) = row.split_at(blocks);
        let sum = self.kernel.dot(own, own_weights) + self.kernel.dot(other, other_weights);
        let total = sum / INPUT_ONE + i64::from(self.output_bias[head]);
        let total = total + self.units[head].sum(self.kernel, own, other);
        (total * i64::from(self.scale) / (INPUT_ONE * OUTPUT_ONE)) as i32
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "Network {{ width: {}, hash: {:016x}, kernel: {:?} }}",
            self.width(),
            self.hash,
            self.kernel
        )
    }
}

const _: () = assert!(BUCKETS * INPUTS == 4152);
const _: () = assert!(Colour::Red as usize == 0 && Colour::Black as usize == 1);
