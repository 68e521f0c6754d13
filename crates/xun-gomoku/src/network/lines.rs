//! The number of a line's form. A line is nine points: a centre and four cells to each side, nearest first, each
//! empty, own, the other's, or outside the board. Read from either end it is the same line.
//!
//! `training/xun_training/gomoku_features.py` counts the forms in the same order.

/// Cells to each side of the centre.
pub(super) const REACH: usize = 4;
/// Forms of one side.
const SIDE_FORMS: usize = 121;
const PAIRS: usize = SIDE_FORMS * (SIDE_FORMS + 1) / 2;
/// Forms of a line.
pub(super) const FORMS: usize = 3 * PAIRS;

/// What a cell outside the board holds; 0 is an empty one, 1 and 2 are stones.
pub(super) const OUTSIDE: u8 = 3;

/// `SIDE[a + 4b + 16c + 64d]`: the form of the four cells outwards in both views. In view 0 black stones (1) are the
/// own ones, in view 1 white stones (2) are.
static SIDE: [[u8; 2]; 256] = {
    let (black, white) = (side_numbers(false), side_numbers(true));
    let mut both = [[0; 2]; 256];
    let mut code = 0;
    while code < 256 {
        both[code] = [black[code], white[code]];
        code += 1;
    }
    both
};

const fn side_numbers(swapped: bool) -> [u8; 256] {
    let mut plain = [0; 256];
    let (mut code, mut count) = (0, 0);
    while code < 256 {
        if is_side(code) {
            plain[code] = count;
            count += 1;
        }
        code += 1;
    }
    assert!(count as usize == SIDE_FORMS);
    if !swapped {
        return plain;
    }
    let mut numbers = [0; 256];
    code = 0;
    while code < 256 {
        numbers[code] = plain[exchanged(code)];
        code += 1;
    }
    numbers
}

/// Whether nothing stands outside the board.
const fn is_side(code: usize) -> bool {
    let mut place = 1;
    while place < REACH {
        if (code >> (2 * (place - 1))) & 3 == 3 && (code >> (2 * place)) & 3 != 3 {
            return false;
        }
        place += 1;
    }
    true
}

/// The four cells with own and other exchanged.
const fn exchanged(code: usize) -> usize {
    // A stone is a cell with exactly one of its bits set.
    let ones = (code ^ (code >> 1)) & 0b0101_0101;
    code ^ (ones | (ones << 1))
}

/// A line as it is kept: the sides' codes and the centre, with black 1 and white 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The four cells in the direction, and against it.
    pub(super) sides: [u8; 2],
    /// The centre.
    pub(super) centre: u8,
}

impl Line {
    /// The form's number in both views.
    #[inline(always)]
    pub(super) fn forms(self) -> [u16; 2] {
        // Where the forms of a centre begin.
        const CENTRES: [[u16; 2]; 4] =
            [[0, 0], [PAIRS as u16, 2 * PAIRS as u16], [2 * PAIRS as u16, PAIRS as u16], [0, 0]];
        let (one, other) = (SIDE[usize::from(self.sides[0])], SIDE[usize::from(self.sides[1])]);
        let pair = |view: usize| {
            let (one, other) = (u16::from(one[view]), u16::from(other[view]));
            let (low, high) = (one.min(other), one.max(other));
            high * (high + 1) / 2 + low
        };
        let centres = CENTRES[usize::from(self.centre & 3)];
        [centres[0] + pair(0), centres[1] + pair(1)]
    }

    /// Changes the cell at this distance (from 1) to one side.
    #[inline(always)]
    pub(super) fn set(&mut self, side: usize, distance: usize, cell: u8) {
        let shift = 2 * (distance - 1);
        self.sides[side] = self.sides[side] & !(3 << shift) | (cell << shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_same_from_both_ends() {
        let line = Line { sides: [0b0001_0010, 0b1111_0001], centre: 1 };
        let turned = Line { sides: [line.sides[1], line.sides[0]], centre: 1 };
        assert_eq!(line.forms(), turned.forms());
    }

    #[test]
    fn the_other_view_exchanges_the_stones() {
        let line = Line { sides: [0b0001_0010, 0b1111_0001], centre: 1 };
        let exchanged = Line { sides: [0b0010_0001, 0b1111_0010], centre: 2 };
        let [black, white] = line.forms();
        assert_eq!(exchanged.forms(), [white, black]);
    }

    #[test]
    fn every_form_has_its_own_number() {
        let mut seen = vec![false; FORMS];
        let sides: Vec<u8> = (0..=255).filter(|&code| is_side(code as usize)).collect();
        for centre in 0..3 {
            for (place, &one) in sides.iter().enumerate() {
                for &other in &sides[..=place] {
                    let form = Line { sides: [one, other], centre }.forms()[0];
                    assert!(!std::mem::replace(&mut seen[usize::from(form)], true));
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }
}
