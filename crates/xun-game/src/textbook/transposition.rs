//! The transposition table: results of positions reached before, shared by threads without
//! locks.
//!
//! A slot is two words; the first is the key xor the second, so that a half-written slot does not
//! match any key and is simply not found (Hyatt and Mann's lockless table).

use crate::{Bound, GameValue, SplitMix64};
use std::sync::atomic::{AtomicU64, Ordering};

/// A position's result in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextbookEntry {
    pub(super) score: GameValue,
    pub(super) depth: u32,
    pub(super) bound: Bound,
    /// The best move's index, if one was found.
    pub(super) best: Option<u16>,
}

impl TextbookEntry {
    /// The score, if it settles a search to this depth with this window. Only an entry of the
    /// *same* depth does: a deeper one may be more accurate, but then the search would no
    /// longer be minimax.
    pub(super) fn settles(
        &self,
        depth: u32,
        alpha: GameValue,
        beta: GameValue,
    ) -> Option<GameValue> {
        let enough = self.bound.settles(self.score, alpha, beta);
        (self.depth == depth && enough).then_some(self.score)
    }

    fn pack(self) -> u64 {
        let best = self.best.map_or(0, |index| index + 1);
        u64::from(self.score.get() as u32)
            | u64::from(best) << 32
            | u64::from(self.depth as u8) << 48
            | (self.bound as u64) << 56
    }

    fn unpack(word: u64) -> Option<Self> {
        let bound = Bound::from_bits((word >> 56) as u8);
        if bound == Bound::None {
            return None;
        }
        let best = ((word >> 32) as u16).checked_sub(1);
        Some(Self {
            score: GameValue::from_bits(word as u32 as i32),
            depth: u32::from((word >> 48) as u8),
            bound,
            best,
        })
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// A table of fixed size. The newest entry always takes the slot.
pub(super) struct TextbookTable {
    slots: Vec<Slot>,
}

impl TextbookTable {
    /// A table of about this size, rounded down to a power of two slots.
    pub(super) fn new(mebibytes: u32) -> Self {
        let wanted = (u64::from(mebibytes.clamp(1, 1 << 16)) << 20) / size_of::<Slot>() as u64;
        let mut slots = Vec::new();
        slots.resize_with(1 << wanted.ilog2(), Slot::default);
        Self { slots }
    }

    fn slot(&self, key: u64) -> &Slot {
        // The low bits of weak keys repeat; a multiplication spreads them over the high ones.
        let spread = key.wrapping_mul(SplitMix64::GAMMA) >> (64 - self.slots.len().ilog2());
        &self.slots[spread as usize]
    }

    pub(super) fn get(&self, key: u64) -> Option<TextbookEntry> {
        let slot = self.slot(key);
        let word = slot.word.load(Ordering::Relaxed);
        let check = slot.check.load(Ordering::Relaxed);
        (check ^ word == key).then(|| TextbookEntry::unpack(word)).flatten()
    }

    pub(super) fn put(&self, key: u64, entry: TextbookEntry) {
        let slot = self.slot(key);
        let word = entry.pack();
        slot.word.store(word, Ordering::Relaxed);
        slot.check.store(key ^ word, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_put_is_got(
            key: u64,
            number: i32,
            depth in 0u32..=100,
            kind in 0..3,
            best: Option<u16>,
        ) {
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][kind as usize];
            let best = best.filter(|index| *index < u16::MAX);
            let entry = TextbookEntry { score: GameValue::from_bits(number), depth, bound, best };
            let table = TextbookTable::new(1);
            table.put(key, entry);
            prop_assert_eq!(table.get(key), Some(entry));
            prop_assert_eq!(table.get(!key), None);
        }
    }

    #[test]
    fn an_empty_slot_knows_nothing() {
        assert_eq!(TextbookTable::new(1).get(0), None);
    }

    #[test]
    fn only_the_same_depth_settles() {
        let entry = TextbookEntry {
            score: GameValue::points(5),
            depth: 3,
            bound: Bound::Lower,
            best: None,
        };
        let window = (GameValue::points(0), GameValue::points(5));
        assert_eq!(entry.settles(3, window.0, window.1), Some(GameValue::points(5)));
        assert_eq!(entry.settles(2, window.0, window.1), None);
        assert_eq!(entry.settles(3, window.0, GameValue::points(6)), None);
    }
}
