//! What the policy of a point owes to how it lies to the last two moves.

use crate::rules::Point;

/// Ways in which a point lies to another: up to six lines away 28, farther one, and no other.
pub(super) const NEAR: usize = 30;
/// What the weights are multiplied by in the policy's sum.
const FACTOR: i32 = 255;
/// Differences of two points' indices, and what is added to make them positive.
const DIFFERENCES: usize = 2048;
const MIDDLE: usize = DIFFERENCES / 2;

/// One head's weights, ready to be looked up.
pub(super) struct Nearness {
    /// By recent move, the last first, and by the difference of the points' indices. No near point
    /// has the same difference as another way of lying: boards are too narrow for it.
    by_difference: [Box<[i32; DIFFERENCES]>; 2],
    without: [i32; 2],
}

impl Nearness {
    /// From the weights of each way.
    pub(super) fn new(weights: [&[i16; NEAR]; 2]) -> Self {
        let weigh = |weight: i16| i32::from(weight) * FACTOR;
        let by_difference = weights.map(|weights| {
            let mut list = Box::new([weigh(weights[NEAR - 2]); DIFFERENCES]);
            let place = |x: u8, y: u8| Point::new(x, y).index();
            for (x, y) in (0..=12).flat_map(|x| (0..=12).map(move |y| (x, y))) {
                let (dx, dy) = (usize::from(6_u8.abs_diff(x)), usize::from(6_u8.abs_diff(y)));
                let (most, least) = (dx.max(dy), dx.min(dy));
                list[MIDDLE + place(x, y) - place(6, 6)] =
                    weigh(weights[most * (most + 1) / 2 + least]);
            }
            list
        });
        Self { by_difference, without: weights.map(|weights| weigh(weights[NEAR - 1])) }
    }

    /// What a point gets.
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
        let weights: [i16; NEAR] = std::array::from_fn(|way| way as i16 + 1);
        let near = Nearness::new([&weights, &[0; NEAR]]);
        let size = Size::new(22, 22).unwrap();
        for (point, other) in
            size.points().flat_map(|point| size.points().map(move |other| (point, other)))
        {
            let (x, y) = (point.x().abs_diff(other.x()), point.y().abs_diff(other.y()));
            let (most, least) = (usize::from(x.max(y)), usize::from(x.min(y)));
            let way = if most > 6 { NEAR - 2 } else { most * (most + 1) / 2 + least };
            assert_eq!(
                near.of(point, [Some(other), None]),
                FACTOR * (way as i32 + 1),
                "{point} {other}"
            );
        }
        assert_eq!(near.of(Point::new(0, 0), [None, None]), FACTOR * NEAR as i32);
    }
}
