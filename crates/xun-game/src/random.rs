//! Random numbers that are the same on every machine.

/// The `SplitMix64` generator: for Zobrist keys (in constants too), seeds and shuffles.
///
/// ```
/// use xun_game::SplitMix64;
/// let mut random = SplitMix64::new(1);
/// assert_eq!(random.next_u64(), 0x910A_2DEC_8902_5CC1);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The step between two states: 2⁶⁴ divided by the golden ratio.
    pub const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

    /// A generator with this seed. Different seeds give unrelated sequences.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(Self::GAMMA);
        Self::mix(self.state)
    }

    /// A number below `limit`; 0 where the limit is 0.
    #[inline]
    pub const fn below(&mut self, limit: u64) -> u64 {
        ((self.next_u64() as u128 * limit as u128) >> 64) as u64
    }

    /// The finaliser: spreads the bits of a number over all 64.
    #[inline]
    #[must_use]
    pub const fn mix(number: u64) -> u64 {
        let mut mixed = number;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }
}
