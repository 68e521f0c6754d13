//! The lookup tables of a rule, computed at first use: from the ten points around a point, two bits
//! each, to the class of the line for either colour.

use super::colour::{Colour, PerColour};
use super::line::{Goal, LineClass, REACH, Window, class_by};
use super::rule::Rule;
use super::shape::{CODES, Code, Mark, classes_of_code, code_table};
use std::sync::OnceLock;

/// The four directions of lines as steps of column and row.
pub const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Contents of a point in a line key.
pub(crate) const EMPTY: u8 = 0;
pub(crate) const WALL: u8 = 3;

/// The lookup tables of one rule.
pub(crate) struct RuleTables {
    /// Points to either side that a line key holds: four where five or more win, else five.
    pub(crate) half: usize,
    /// By line key: black's class in the low four bits, white's in the high ones.
    pub(crate) lines: Box<[u8]>,
    /// By code, for each colour.
    pub(crate) marks: PerColour<Box<[Mark]>>,
    /// By the classes as nibbles.
    pub(crate) codes: &'static [Code],
}

/// The tables by the numbers of the rules.
static ALL: [OnceLock<RuleTables>; Rule::COUNT] = [const { OnceLock::new() }; Rule::COUNT];

impl RuleTables {
    /// The tables of a rule.
    pub(crate) fn of(rule: Rule) -> &'static Self {
        ALL[rule as usize].get_or_init(|| Self::new(rule))
    }

    /// Whether the tables of a rule are computed.
    pub(crate) fn are_ready(rule: Rule) -> bool {
        ALL[rule as usize].get().is_some()
    }

    fn new(rule: Rule) -> Self {
        let half = if rule == Rule::Freestyle { 4 } else { REACH };
        let [black_goal, white_goal] = [Colour::Black, Colour::White].map(|side| rule.goal(side));
        let black = ClassTable::new(black_goal, half);
        let other = (white_goal != black_goal).then(|| ClassTable::new(white_goal, half));
        let white = other.as_ref().unwrap_or(&black);
        let keys = 1_usize << (4 * half);
        let (black_low, white_low) = (black.halves(Colour::Black), white.halves(Colour::White));
        let low_mask = (1 << (2 * half)) - 1;
        let lines = (0..keys)
            .map(|key| {
                let (low, high) = (key & low_mask, key >> (2 * half));
                let class = |table: &ClassTable, halves: &[u32]| {
                    table.classes[halves[low] as usize + halves[high] as usize * table.half_states]
                };
                class(&black, &black_low) | class(white, &white_low) << 4
            })
            .collect();
        let marks = |colour| {
            (0..CODES as Code)
                .map(|code| Mark::of(classes_of_code(code), rule.forbids(colour)))
                .collect()
        };
        Self {
            half,
            lines,
            marks: PerColour([marks(Colour::Black), marks(Colour::White)]),
            codes: code_table(),
        }
    }
}

/// Classes of every window for one goal, by the window's points as digits: empty, own, opponent's,
/// and off the board where that differs from an opponent's stone.
struct ClassTable {
    half: usize,
    radix: usize,
    half_states: usize,
    classes: Vec<u8>,
}

const FREE_DIGIT: usize = 0;
const OWN_DIGIT: usize = 1;
const OTHER_DIGIT: usize = 2;

impl ClassTable {
    fn new(goal: Goal, half: usize) -> Self {
        let radix: usize = if goal.sees_blocked_ends() { 4 } else { 3 };
        let half_states = radix.pow(half as u32);
        let states = half_states * half_states;
        let mut table = Self { half, radix, half_states, classes: vec![0; states] };
        // The digit of the point at each bit.
        let mut places = [0; 2 * REACH + 1];
        for (place, bit) in table.bits().enumerate() {
            places[bit] = radix.pow(place as u32);
        }
        // A stone on a free point makes the number larger, so larger numbers come first.
        for state in (0..states).rev() {
            let class = class_by(goal, table.window(state), |bit| {
                let filled = state + OWN_DIGIT * places[bit.trailing_zeros() as usize];
                LineClass::from_index(usize::from(table.classes[filled]))
            });
            table.classes[state] = class as u8;
        }
        table
    }

    /// Window bits of the digits' points: five to each side of the middle, of which `half` are
    /// used.
    fn bits(&self) -> impl Iterator<Item = usize> + use<> {
        let half = self.half;
        (REACH - half..REACH).chain(REACH + 1..=REACH + half)
    }

    fn window(&self, mut state: usize) -> Window {
        let mut window = Window { own: 0, free: 0, other: 0 };
        for bit in self.bits() {
            match state % self.radix {
                FREE_DIGIT => window.free |= 1 << bit,
                OWN_DIGIT => window.own |= 1 << bit,
                OTHER_DIGIT => window.other |= 1 << bit,
                _ => {}
            }
            state /= self.radix;
        }
        window
    }

    /// For each half of a line key, its digits as this colour sees them.
    fn halves(&self, colour: Colour) -> Vec<u32> {
        (0..1_usize << (2 * self.half))
            .map(|key| {
                (0..self.half).rev().fold(0, |state, place| {
                    let content = (key >> (2 * place) & 3) as u8;
                    let digit = match content {
                        EMPTY => FREE_DIGIT,
                        WALL => self.radix - 1,
                        stone if stone == colour as u8 + 1 => OWN_DIGIT,
                        _ => OTHER_DIGIT,
                    };
                    state * self.radix as u32 + digit as u32
                })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::line::classify;

    #[test]
    fn the_tables_hold_the_classes_of_the_definition() {
        for goal in [
            Goal::FiveOrMore,
            Goal::ExactlyFive,
            Goal::RenjuBlack,
            Goal::Unblocked,
            Goal::ExactlyFiveUnblocked,
        ] {
            let half = if goal == Goal::FiveOrMore { 4 } else { REACH };
            let table = ClassTable::new(goal, half);
            // A stride without common factors meets all kinds of windows.
            for state in (0..table.classes.len()).step_by(1009) {
                let Window { own, free, other } = table.window(state);
                // The definition without a memory takes long on an empty line.
                if free.count_ones() < 7 {
                    let class = classify(goal, own, free, other);
                    assert_eq!(table.classes[state], class as u8, "{goal:?} {state}");
                }
            }
        }
    }
}
