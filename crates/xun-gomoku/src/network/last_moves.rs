//! The bias of the policy by a point's offset from each of the last two moves.

use crate::rules::Point;

/// Kinds of offset, up to symmetry: 28 within six lines, one for all farther points, one for no
/// move.
pub(super) const OFFSETS: usize = 30;
/// The factor of the weights in the policy's sum.
const FACTOR: i32 = 255;
/// Differences of two points' indices, and the offset that makes them positive.
const DIFFERENCES: usize = 2048;
const MIDDLE: usize = DIFFERENCES / 2;

/// One head's biases as lookup tables.
pub(super) struct LastMoveBias {
    /// By recent move, the last first, and by the difference of the points' indices. Boards are so
    /// narrow that a difference within six lines is unique to one offset.
    by_difference: [Box<[i32; DIFFERENCES]>; 2],
    without: [i32; 2],
}

impl LastMoveBias {
    /// The lookup tables of the weights of each kind of offset.
    pub(super) fn new(weights: [&[i16; OFFSETS]; 2]) -> Self {
        let weigh = |weight: i16| i32::from(weight) * FACTOR;
        let by_difference = weights.map(|weights| {
            let mut list = Box::new([weigh(weights[OFFSETS - 2]); DIFFERENCES]);
            let place = |x: u8, y: u8| Point::new(x, y).index();
            for (x, y) in (0..=12).flat_map(|x| (0..=12).map(move |y| (x, y))) {
                let (dx, dy) = (usize::from(6_u8.abs_diff(x)), usize::from(6_u8.abs_diff(y)));
                let (most, least) = (dx.max(dy), dx.min(dy));
                list[MIDDLE + place(x, y) - place(6, 6)] =
                    weigh(weights[most * (most + 1) / 2 + least]);
            }
            list
        });
        Self { by_difference, without: weights.map(|weights| weigh(weights[OFFSETS - 1])) }
    }

    /// The bias of a point.
    #[inline(always)]
    pub(super) fn of(&self, point: Point, recent: [Option<Point>; 2]) -> i32 {
        let one = |ago: usize| match recent[ago] {
            Some(other) => {
                self.by_difference[ago]
                    [(MIDDLE + point.index() - other.index()) & (DIFFERENCES - 1)]
            }
            None => self.without[ago],
        };
        one(0) + one(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Size;

    #[test]
    fn every_way_on_the_largest_board_is_found() {
        let weights: [i16; OFFSETS] = std::array::from_fn(|way| way as i16 + 1);
        let near = LastMoveBias::new([&weights, &[0; OFFSETS]]);
        let size = Size::new(22, 22).unwrap();
        for (point, other) in
            size.points().flat_map(|point| size.points().map(move |other| (point, other)))
        {
            let (x, y) = (point.x().abs_diff(other.x()), point.y().abs_diff(other.y()));
            let (most, least) = (usize::from(x.max(y)), usize::from(x.min(y)));
            let way = if most > 6 { OFFSETS - 2 } else { most * (most + 1) / 2 + least };
            assert_eq!(
                near.of(point, [Some(other), None]),
                FACTOR * (way as i32 + 1),
                "{point} {other}"
            );
        }
        assert_eq!(near.of(Point::new(0, 0), [None, None]), FACTOR * OFFSETS as i32);
    }
}
