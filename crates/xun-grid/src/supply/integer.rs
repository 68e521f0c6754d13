//! The numbers that the arrays of the floods and of the label search hold. Two bytes a number are
//! enough for most problems, and what is half as large is nearly twice as fast; what does not fit
//! is done with four.

use std::fmt::Debug;

/// A distance, a supply or the number of a station.
pub(super) trait Integer: Copy + Eq + Ord + Debug {
    /// Not reached (yet) by a flood; also, closed to labels.
    const UNSEEN: Self;
    /// The entry of a wall in a flood.
    const SOLID: Self;
    /// The largest number that may be held. All of the above are larger.
    const LARGEST: u32;

    /// Two numbers side by side in one, so that they are read and written together.
    type Pair: Copy + Eq + Ord + Debug;

    /// Whether the first numbers of two pairs differ and both are something.
    fn first_differ(one: Self::Pair, other: Self::Pair) -> bool;

    /// The number, which must be at most [`LARGEST`](Self::LARGEST).
    fn new(number: u32) -> Self;

    /// The number; of the constants above something larger than [`LARGEST`](Self::LARGEST).
    fn get(self) -> u32;

    /// Side by side. Pairs are ordered by the second number, then by the first.
    fn pair(first: Self, second: Self) -> Self::Pair;

    /// The numbers of a pair.
    fn split(pair: Self::Pair) -> [Self; 2];

    /// The pair with another even number in its first (0) or second (1) place, of which the lowest
    /// bit is kept.
    #[inline(always)]
    fn supply<const WHICH: usize>(pair: Self::Pair, even: Self) -> Self::Pair {
        let [first, second] = Self::split(pair);
        let kept = Self::new(even.get() | [first, second][WHICH].get() & 1);
        if WHICH == 0 { Self::pair(kept, second) } else { Self::pair(first, kept) }
    }

    /// The pair with another number in its first (0) or second (1) place.
    #[inline(always)]
    fn replace<const WHICH: usize>(pair: Self::Pair, number: Self) -> Self::Pair {
        let [first, second] = Self::split(pair);
        if WHICH == 0 { Self::pair(number, second) } else { Self::pair(first, number) }
    }
}

impl Integer for u32 {
    const UNSEEN: Self = Self::MAX;
    const SOLID: Self = Self::MAX - 1;
    const LARGEST: u32 = (1 << 31) - 1;
    type Pair = u64;

    #[expect(clippy::needless_bitwise_bool, reason = "lazy operators would be branches")]
    #[inline(always)]
    fn first_differ(one: u64, other: u64) -> bool {
        // In whole numbers of the pair's width, so that several are compared at once.
        const FIRST: u64 = 0xFFFF_FFFF;
        let (one, other) = (one & FIRST, other & FIRST);
        (one != other) & (one != FIRST) & (other != FIRST)
    }

    #[inline(always)]
    fn new(number: u32) -> Self {
        number
    }

    #[inline(always)]
    fn get(self) -> u32 {
        self
    }

    #[inline(always)]
    fn pair(first: Self, second: Self) -> u64 {
        u64::from(first) | u64::from(second) << 32
    }

    #[inline(always)]
    fn split(pair: u64) -> [Self; 2] {
        [pair as Self, (pair >> 32) as Self]
    }
}

impl Integer for u16 {
    const UNSEEN: Self = Self::MAX;
    const SOLID: Self = Self::MAX - 1;
    const LARGEST: u32 = 65_000;
    type Pair = u32;

    #[expect(clippy::needless_bitwise_bool, reason = "lazy operators would be branches")]
    #[inline(always)]
    fn first_differ(one: u32, other: u32) -> bool {
        // In whole numbers of the pair's width, so that several are compared at once.
        const FIRST: u32 = 0xFFFF;
        let (one, other) = (one & FIRST, other & FIRST);
        (one != other) & (one != FIRST) & (other != FIRST)
    }

    #[inline(always)]
    fn new(number: u32) -> Self {
        number as Self
    }

    #[inline(always)]
    fn get(self) -> u32 {
        Self::into(self)
    }

    #[inline(always)]
    fn pair(first: Self, second: Self) -> u32 {
        u32::from(first) | u32::from(second) << 16
    }

    #[inline(always)]
    fn split(pair: u32) -> [Self; 2] {
        [pair as Self, (pair >> 16) as Self]
    }
}
