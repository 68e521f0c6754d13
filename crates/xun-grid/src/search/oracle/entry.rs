//! An entry of a hub label in one word: the hub, the straight and diagonal steps to it, and the
//! neighbour through which the way goes.

use crate::Cell;
use std::f64::consts::SQRT_2;

/// Ticks of a straight step. Sums of fewer than 2^18 diagonal steps compare as their ticks do.
pub(super) const STRAIGHT: u64 = 1 << 40;
/// Ticks of a diagonal step, √2 · 2^40 rounded.
const DIAGONAL: u64 = (SQRT_2 * (1_u64 << 40) as f64 + 0.5) as u64;

/// A distance as its numbers of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Steps {
    pub(super) straight: u32,
    pub(super) diagonal: u32,
}

impl Steps {
    /// The least that may lie between two cells.
    #[inline]
    pub(super) fn between(one: Cell, other: Cell) -> Self {
        let (rows, columns) = (one.row.abs_diff(other.row), one.column.abs_diff(other.column));
        Self { straight: rows.abs_diff(columns), diagonal: rows.min(columns) }
    }

    #[inline]
    pub(super) fn ticks(self) -> u64 {
        u64::from(self.straight) * STRAIGHT + u64::from(self.diagonal) * DIAGONAL
    }

    #[inline]
    pub(super) fn cost(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * SQRT_2
    }

    #[inline]
    pub(super) fn plus(self, other: Self) -> Self {
        let straight = self.straight + other.straight;
        Self { straight, diagonal: self.diagonal + other.diagonal }
    }
}

const HUB_BITS: u32 = 20;
const STEP_BITS: u32 = 18;
const STEP_MASK: u64 = (1 << STEP_BITS) - 1;
/// The most hubs that can be numbered.
pub(super) const MOST_HUBS: usize = 1 << HUB_BITS;
/// In place of a neighbour whose number is too large: look at all of them.
pub(super) const ANY_NEIGHBOUR: u8 = u8::MAX;

/// An entry. The order of entries is that of their hubs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(pub(super) u64);

impl Entry {
    /// The entry, unless a number is too large for it.
    pub(super) fn new(hub: u32, steps: Steps, neighbour: usize) -> Option<Self> {
        let (straight, diagonal) = (u64::from(steps.straight), u64::from(steps.diagonal));
        if hub as usize >= MOST_HUBS || straight > STEP_MASK || diagonal > STEP_MASK {
            return None;
        }
        let neighbour = u64::from(u8::try_from(neighbour).unwrap_or(ANY_NEIGHBOUR));
        let high = u64::from(hub) << (2 * STEP_BITS) | straight << STEP_BITS | diagonal;
        Some(Self(high << 8 | neighbour))
    }

    #[inline]
    pub(super) fn hub(self) -> u32 {
        (self.0 >> (2 * STEP_BITS + 8)) as u32
    }

    #[inline]
    pub(super) fn steps(self) -> Steps {
        let straight = (self.0 >> (STEP_BITS + 8) & STEP_MASK) as u32;
        Steps { straight, diagonal: (self.0 >> 8 & STEP_MASK) as u32 }
    }

    #[inline]
    pub(super) fn ticks(self) -> u64 {
        self.steps().ticks()
    }

    #[inline]
    pub(super) fn neighbour(self) -> u8 {
        self.0 as u8
    }
}

/// The entry of this hub in a label, which is in the order of the hubs.
#[inline]
pub(super) fn find(label: &[u64], hub: u32) -> Option<Entry> {
    let at = label.partition_point(|&word| Entry(word).hub() < hub);
    label.get(at).map(|&word| Entry(word)).filter(|entry| entry.hub() == hub)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_hold_their_parts() {
        let steps = Steps { straight: 262_143, diagonal: 131_072 };
        let entry = Entry::new(1_048_575, steps, 254).unwrap();
        assert_eq!((entry.hub(), entry.steps(), entry.neighbour()), (1_048_575, steps, 254));
        assert_eq!(Entry::new(1, Steps::default(), 300).unwrap().neighbour(), ANY_NEIGHBOUR);
        assert!(Entry::new(1_048_576, steps, 0).is_none());
        assert!(Entry::new(0, Steps { straight: 262_144, diagonal: 0 }, 0).is_none());
        assert_eq!(DIAGONAL, (SQRT_2 * STRAIGHT as f64).round() as u64);
    }
}
