//! The numbers that the arrays of the floods and of the label search hold. Two bytes a number are enough for most problems, and
//! what is half as large is nearly twice as fast; what does not fit is done with four.

use std::fmt::Debug;

/// A distance, a supply or the number of a station.
pub(super) trait Word: Copy + Eq + Ord + Debug {
    /// Not reached (yet) by a flood; also, closed to labels.
    const UNSEEN: Self;
    /// What a flood leaves in a wall.
    const SOLID: Self;
    /// The largest number that may be held. Both of the above are larger.
    const LARGEST: u32;

    /// The number, which must be at most [`LARGEST`](Self::LARGEST).
    fn new(number: u32) -> Self;

    /// The number; of [`UNSEEN`](Self::UNSEEN) and [`SOLID`](Self::SOLID) something larger than
    /// [`LARGEST`](Self::LARGEST).
    fn get(self) -> u32;
}

impl Word for u32 {
    const UNSEEN: Self = Self::MAX;
    const SOLID: Self = Self::MAX - 1;
    const LARGEST: u32 = (1 << 31) - 1;

    #[inline(always)]
    fn new(number: u32) -> Self {
        number
    }

    #[inline(always)]
    fn get(self) -> u32 {
        self
    }
}

impl Word for u16 {
    const UNSEEN: Self = Self::MAX;
    const SOLID: Self = Self::MAX - 1;
    const LARGEST: u32 = 65_000;

    #[inline(always)]
    fn new(number: u32) -> Self {
        number as Self
    }

    #[inline(always)]
    fn get(self) -> u32 {
        Self::into(self)
    }
}
