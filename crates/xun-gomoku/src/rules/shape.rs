//! Shapes: the four line classes of a stone taken together.

use super::line::LineClass;
use std::sync::OnceLock;

/// A multiset of four line classes, one for each direction, numbered densely below [`CODES`].
pub type Code = u16;

/// The number of multisets of four classes.
pub const CODES: usize = 3060;

/// The tactical shape of a stone at a point, weakest first. `Forbidden` is for black under renju
/// only; where it rests on threes it is preliminary: see
/// [`forbidden_kind`](super::forbidden_kind).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Shape {
    /// Nothing below.
    Quiet = 0,
    /// An open two.
    Two,
    /// A closed three.
    ClosedThree,
    /// Two open twos.
    DoubleTwo,
    /// A closed three with another or with an open two.
    ClosedThreePlus,
    /// An open three.
    Three,
    /// An open three with a closed three or an open two.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four with a closed three or an open two.
    FourPlus,
    /// A four with an open three.
    FourThree,
    /// An open four or two fours: five follows whatever the opponent does, unless he makes five
    /// first.
    OpenFour,
    /// Five.
    Five,
    /// Overline, double four or double three of black under renju.
    Forbidden,
}

impl Shape {
    /// Number of shapes.
    pub const COUNT: usize = 14;
    /// All shapes in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Quiet,
        Self::Two,
        Self::ClosedThree,
        Self::DoubleTwo,
        Self::ClosedThreePlus,
        Self::Three,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
        Self::Forbidden,
    ];

    /// The shape of four line classes, for a colour that has forbidden points or one that has none.
    #[must_use]
    pub fn of(classes: [LineClass; 4], forbids: bool) -> Self {
        let count = |wanted: &dyn Fn(LineClass) -> bool| {
            classes.iter().filter(|&&class| wanted(class)).count()
        };
        let of = |class: LineClass| count(&|other| other == class);
        if of(LineClass::Five) > 0 {
            return Self::Five;
        }
        let fours = count(&LineClass::is_four) + of(LineClass::DoubleFour);
        let threes = count(&LineClass::is_open_three);
        if forbids && (of(LineClass::Overline) > 0 || fours > 1 || threes > 1) {
            return Self::Forbidden;
        }
        let minor = of(LineClass::ClosedThree) + count(&LineClass::is_open_two);
        match (fours, threes) {
            (2.., _) => Self::OpenFour,
            (1, _) if of(LineClass::OpenFour) > 0 => Self::OpenFour,
            (1, 1..) => Self::FourThree,
            (1, 0) if minor > 0 => Self::FourPlus,
            (1, 0) => Self::Four,
            (0, 2..) => Self::DoubleThree,
            (0, 1) if minor > 0 => Self::ThreePlus,
            (0, 1) => Self::Three,
            _ if of(LineClass::ClosedThree) > 0 && minor > 1 => Self::ClosedThreePlus,
            _ if minor > 1 => Self::DoubleTwo,
            _ if of(LineClass::ClosedThree) > 0 => Self::ClosedThree,
            _ if minor > 0 => Self::Two,
            _ => Self::Quiet,
        }
    }
}

/// A [`Shape`] in the low four bits and what lines it has in the high ones, as the board keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Mark(pub(crate) u8);

impl Mark {
    /// A line is five.
    pub(crate) const FIVE: u8 = 0x10;
    /// A line is a four, even where the point is forbidden.
    pub(crate) const FOUR: u8 = 0x20;
    /// A line is an open three, even where the point is forbidden.
    pub(crate) const THREE: u8 = 0x40;

    pub(crate) fn of(classes: [LineClass; 4], forbids: bool) -> Self {
        let any = |wanted: &dyn Fn(LineClass) -> bool, bit| {
            if classes.iter().any(|&class| wanted(class)) { bit } else { 0 }
        };
        Self(
            Shape::of(classes, forbids) as u8
                | any(&|class| class == LineClass::Five, Self::FIVE)
                | any(&LineClass::is_four, Self::FOUR)
                | any(&LineClass::is_open_three, Self::THREE),
        )
    }

    #[inline]
    pub(crate) const fn shape(self) -> Shape {
        Shape::ALL[(self.0 & 15) as usize]
    }
}

struct Codes {
    /// By the four classes as nibbles.
    by_nibbles: Box<[Code]>,
    classes: Vec<[LineClass; 4]>,
}

fn codes() -> &'static Codes {
    static CODES_ONCE: OnceLock<Codes> = OnceLock::new();
    CODES_ONCE.get_or_init(|| {
        let mut classes: Vec<[LineClass; 4]> = Vec::with_capacity(CODES);
        let mut by_nibbles = vec![0; 1 << 16].into_boxed_slice();
        let nibbles = |four: [usize; 4]| four[0] | four[1] << 4 | four[2] << 8 | four[3] << 12;
        let many = LineClass::COUNT;
        for d in 0..many {
            for c in 0..=d {
                for b in 0..=c {
                    for a in 0..=b {
                        let code = classes.len() as Code;
                        classes.push([a, b, c, d].map(LineClass::from_index));
                        permutations([a, b, c, d], &mut |four| by_nibbles[nibbles(four)] = code);
                    }
                }
            }
        }
        Codes { by_nibbles, classes }
    })
}

/// Every order of four numbers, some more than once where numbers are equal.
fn permutations(four: [usize; 4], each: &mut impl FnMut([usize; 4])) {
    for first in 0..4 {
        for second in (0..4).filter(|&second| second != first) {
            for third in (0..4).filter(|&third| third != first && third != second) {
                let fourth = 6 - first - second - third;
                each([four[first], four[second], four[third], four[fourth]]);
            }
        }
    }
}

pub(crate) fn code_table() -> &'static [Code] {
    &codes().by_nibbles
}

/// The code of four line classes in any order.
#[must_use]
pub fn code_of_classes(classes: [LineClass; 4]) -> Code {
    let nibbles = classes.iter().rev().fold(0, |nibbles, &class| nibbles << 4 | class as usize);
    codes().by_nibbles[nibbles]
}

/// The four line classes of a code, weakest first. The code must be below [`CODES`].
#[must_use]
pub fn classes_of_code(code: Code) -> [LineClass; 4] {
    codes().classes[usize::from(code)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_dense_and_forget_the_order() {
        assert_eq!(codes().classes.len(), CODES);
        for code in 0..CODES as Code {
            let mut classes = classes_of_code(code);
            classes.reverse();
            assert_eq!(code_of_classes(classes), code);
        }
    }

    #[test]
    fn five_beats_everything() {
        use LineClass::{ClosedFour, Dead, Five, OpenFour, OpenThree, Overline};
        assert_eq!(Shape::of([Five, Overline, OpenFour, OpenFour], true), Shape::Five);
        assert_eq!(Shape::of([ClosedFour, Dead, OpenFour, Dead], true), Shape::Forbidden);
        assert_eq!(Shape::of([ClosedFour, Dead, OpenFour, Dead], false), Shape::OpenFour);
        assert_eq!(Shape::of([ClosedFour, OpenThree, Dead, Dead], true), Shape::FourThree);
        assert_eq!(Shape::of([Overline, Dead, Dead, Dead], false), Shape::Quiet);
    }
}
