//! Turns and reflections of the board.

use super::{Point, Size};

/// A turn or reflection of the board. Those that exchange columns and rows are for square boards
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    transpose: bool,
    flip_columns: bool,
    flip_rows: bool,
}

impl Symmetry {
    /// All eight; the first leaves everything where it is.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { transpose: false, flip_columns: false, flip_rows: false }; 8];
        let mut index = 0;
        while index < 8 {
            all[index] = Self {
                transpose: index & 4 != 0,
                flip_columns: index & 1 != 0,
                flip_rows: index & 2 != 0,
            };
            index += 1;
        }
        all
    };

    /// Those of a board of this size.
    pub fn of(size: Size) -> impl Iterator<Item = Self> {
        let square = size.width() == size.height();
        Self::ALL.into_iter().filter(move |symmetry| square || !symmetry.transpose)
    }

    /// The image of a point.
    #[must_use]
    pub fn apply(self, point: Point, size: Size) -> Point {
        let (x, y) = if self.transpose { (point.y(), point.x()) } else { (point.x(), point.y()) };
        let x = if self.flip_columns { size.width() - 1 - x } else { x };
        let y = if self.flip_rows { size.height() - 1 - y } else { y };
        Point::new(x, y)
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        if self.transpose {
            Self { transpose: true, flip_columns: self.flip_rows, flip_rows: self.flip_columns }
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        let size = Size::STANDARD;
        for symmetry in Symmetry::of(size) {
            for point in size.points() {
                let moved = symmetry.apply(point, size);
                assert_eq!(symmetry.inverse().apply(moved, size), point, "{symmetry:?}");
            }
        }
        let oblong = Size::new(20, 15).unwrap();
        assert_eq!(Symmetry::of(oblong).count(), 4);
        assert!(
            Symmetry::of(oblong)
                .all(|one| oblong.points().all(|point| oblong.has(one.apply(point, oblong))))
        );
    }
}
