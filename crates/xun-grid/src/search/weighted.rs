//! Weighted A\* (Pohl 1970): A\* with the estimate multiplied by w ≥ 1.
//!
//! Guarantee: no path is cheaper by more than the factor w (times the heuristic's own excess, if it
//! is inadmissible). Usually it expands far fewer places than A\*.

use super::best_first::Order;

/// By cost so far plus the estimate times this.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighted {
    /// The weight in 1/65536.
    weight: u64,
}

impl Weighted {
    /// Rounded down, so that the bound holds.
    pub(super) fn new(weight: f64) -> Self {
        Self { weight: (weight * 65536.0) as u64 }
    }
}

impl Order for Weighted {
    const REOPENS: bool = true;

    #[inline(always)]
    fn key(&self, g: u64, h: u64) -> u64 {
        let weighted = (u128::from(h) * u128::from(self.weight)) >> 16;
        g.saturating_add(weighted.min(u128::from(u64::MAX)) as u64)
    }
}
