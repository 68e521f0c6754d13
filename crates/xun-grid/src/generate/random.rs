//! Random numbers that are the same everywhere: `SplitMix64` (Steele, Lea, Flood 2014).

use rand_core::{Rng as _, SeedableRng as _};
use rand_xoshiro::SplitMix64;

/// A stream of numbers.
///
/// ```
/// let mut random = xun_grid::generate::Random::new(1);
/// assert_eq!(random.bits(), 0x910A_2DEC_8902_5CC1);
/// ```
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The stream of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// The next 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below this one, which must not be zero.
    #[inline]
    pub fn below(&mut self, end: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// True in this share of cases.
    #[inline]
    pub fn chance(&mut self, share: f64) -> bool {
        ((self.bits() >> 11) as f64) < share * (1_u64 << 53) as f64
    }
}
