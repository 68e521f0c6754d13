//! A set of points as bits of the padded field.

use super::point::{FIELD, Point, STRIDE};

const WORDS: usize = FIELD / 64;

/// A set of points. Iterates row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Whether the point is in it.
    #[inline]
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, point: Point) {
        self.0[point.index() / 64] |= 1 << (point.index() % 64);
    }

    /// Removes a point.
    #[inline]
    pub fn remove(&mut self, point: Point) {
        self.0[point.index() / 64] &= !(1 << (point.index() % 64));
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The first, row by row.
    #[inline]
    #[must_use]
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Adds every point of the other.
    #[inline]
    pub fn union_with(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine |= theirs;
        }
    }

    /// The points in both.
    #[inline]
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let mut both = *self;
        for (mine, theirs) in both.0.iter_mut().zip(&other.0) {
            *mine &= theirs;
        }
        both
    }

    /// Adds the points of nine rows of nine around a point; bit 4 of the fifth row is the point
    /// itself. They may lie off the board.
    #[inline]
    pub(crate) fn add_rows(&mut self, point: Point, rows: &[u32; 9]) {
        let (x, y) = (point.index() % STRIDE, point.index() / STRIDE);
        for (row, &bits) in rows.iter().enumerate() {
            let row = y + row - 4;
            self.0[row / 2] |= u64::from(bits << (x - 4)) << (row % 2 * STRIDE);
        }
    }

    /// Every point, row by row.
    #[inline]
    #[must_use]
    pub fn iter(&self) -> Points {
        Points { words: self.0, next: 0 }
    }
}

impl Default for PointSet {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl IntoIterator for &PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

/// The points of a [`PointSet`] in order.
#[derive(Clone)]
pub struct Points {
    words: [u64; WORDS],
    next: usize,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.next < WORDS {
            let word = self.words[self.next];
            if word != 0 {
                self.words[self.next] = word & (word - 1);
                return Some(Point::from_index(self.next * 64 + word.trailing_zeros() as usize));
            }
            self.next += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Size;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let all: Vec<Point> = Size::new(22, 17).unwrap().points().collect();
        let set: PointSet = all.iter().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), all);
        assert_eq!(set.len(), 22 * 17);
        let mut less = set;
        less.remove(all[100]);
        assert!(!less.contains(all[100]) && set.contains(all[100]));
        assert_eq!(less.intersection(&set), less);
    }
}
