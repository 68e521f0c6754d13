//! Lists of point numbers, each kept once: neighbouring cells often have the same.
//!
//! A list is its length, then for each number, in ascending order, the difference to the one
//! before; a difference of 65,535 or more is written as that mark and two halves.

use std::collections::HashMap;

/// Marks a large difference.
const LARGE: u16 = u16::MAX;

/// A list has more entries than can be counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLong;

/// All lists. A list is named by its position; position 0 is the empty one.
#[derive(Debug)]
pub(super) struct ListStore {
    pub(super) words: Vec<u16>,
    known: HashMap<Box<[u16]>, u32>,
}

impl Default for ListStore {
    fn default() -> Self {
        Self { words: vec![0], known: HashMap::from([(vec![0].into_boxed_slice(), 0)]) }
    }
}

impl ListStore {
    /// The position of the list with these numbers, which are put in order.
    pub(super) fn add(&mut self, numbers: &mut Vec<u32>) -> Result<u32, TooLong> {
        numbers.sort_unstable();
        numbers.dedup();
        let mut words = vec![u16::try_from(numbers.len()).map_err(|_| TooLong)?];
        let mut before = 0;
        for &number in &*numbers {
            let difference = number - before;
            if difference < u32::from(LARGE) {
                words.push(difference as u16);
            } else {
                words.extend([LARGE, (difference >> 16) as u16, difference as u16]);
            }
            before = number;
        }
        if let Some(&position) = self.known.get(&*words) {
            return Ok(position);
        }
        let position = u32::try_from(self.words.len()).map_err(|_| TooLong)?;
        self.words.extend_from_slice(&words);
        self.known.insert(words.into_boxed_slice(), position);
        Ok(position)
    }
}

/// The numbers of the list at a position. Reads past the end are an empty rest.
#[inline]
pub(super) fn numbers(words: &[u16], position: u32) -> impl Iterator<Item = u32> + '_ {
    let mut words = words.get(position as usize..).unwrap_or_default().iter().copied();
    let count = words.next().unwrap_or(0);
    let mut number = 0_u32;
    (0..count).map_while(move |_| {
        let difference = match words.next()? {
            LARGE => u32::from(words.next()?) << 16 | u32::from(words.next()?),
            small => u32::from(small),
        };
        number = number.wrapping_add(difference);
        Some(number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_as_they_were_and_equal_ones_are_kept_once() {
        let mut store = ListStore::default();
        let lists = [vec![], vec![3, 1, 1], vec![0], vec![5, 70_000, 70_001, 4_000_000_000]];
        let positions: Vec<u32> =
            lists.iter().map(|list| store.add(&mut list.clone()).unwrap()).collect();
        let length = store.words.len();
        for (list, &position) in lists.iter().zip(&positions) {
            assert_eq!(store.add(&mut list.clone()).unwrap(), position);
            let mut sorted = list.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(numbers(&store.words, position).collect::<Vec<_>>(), sorted);
        }
        assert_eq!(store.words.len(), length);
        assert_eq!(numbers(&store.words, u32::MAX).count(), 0);
    }
}
