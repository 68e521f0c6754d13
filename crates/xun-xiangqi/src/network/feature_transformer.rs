//! The feature transformer: the first layer, from the inputs that a position switches on to one
//! side's accumulator. Both sides use the same weights.

use super::kernel::Block;

/// Weights and bias of the first layer.
pub(super) struct FeatureTransformer {
    /// Blocks in one side's accumulator.
    pub(super) blocks: usize,
    /// `BUCKETS × INPUTS` rows of `blocks`.
    pub(super) weights: Vec<Block>,
    /// The sums without any input.
    pub(super) bias: Vec<Block>,
}

impl FeatureTransformer {
    /// The weights of an input.
    #[inline]
    pub(super) fn row(&self, input: usize) -> &[Block] {
        &self.weights[input * self.blocks..][..self.blocks]
    }
}
