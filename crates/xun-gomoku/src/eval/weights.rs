//! The weights of the pattern evaluation: one set for each rule.

use crate::rules::{
    Board, CODES, Code, Colour, LineClass, PerColour, Rule, Shape, classes_of_code,
};
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// The owner of a pattern, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Role {
    /// The side to move.
    Own = 0,
    /// The other side.
    Other = 1,
}

/// Weights are kept finer than scores: this many for one score.
pub(crate) const FINENESS: i32 = 8;
/// Units of a weight for odds of e to 1.
pub const VALUE_UNIT: f32 = 200.0 * FINENESS as f32;

/// The number of combinations of threats with a weight of their own.
pub const THREATS: usize = 1 << 11;

/// The threats of both sides, as an index below [`THREATS`].
#[inline]
#[must_use]
pub fn threat_index(board: &Board) -> usize {
    let own = board.to_move();
    let has = |colour: Colour, shape: Shape| board.count(colour, shape) > 0;
    let mut index = usize::from(has(!own, Shape::OpenFour));
    let mut bit = 1;
    for colour in [own, !own] {
        for present in [
            has(colour, Shape::FourPlus) || has(colour, Shape::FourThree),
            has(colour, Shape::Four),
            has(colour, Shape::DoubleThree),
            has(colour, Shape::ThreePlus),
            has(colour, Shape::Three),
        ] {
            index |= usize::from(present) << bit;
            bit += 1;
        }
    }
    index
}

/// The weights of one rule. Each colour has its own under renju; elsewhere they are the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By code, for the side to move and the other: the value of the pattern at one empty point for
    /// its owner.
    pub value: PerColour<Vec<[i16; 2]>>,
    /// By [`threat_index`], for the side to move being of this colour.
    pub threat: PerColour<Vec<i16>>,
    /// By code, for the side to move and the other: the policy of a move there.
    pub policy: PerColour<Vec<[i16; 2]>>,
}

/// A file of weights that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("weights: {0}")]
pub struct WeightFault(String);

const HEADING: &[u8; 8] = b"xungmk1\n";

impl Weights {
    /// The trained weights of a rule, which are part of the program.
    pub fn of(rule: Rule) -> Arc<Self> {
        static ALL: [OnceLock<Arc<Weights>>; Rule::COUNT] =
            [const { OnceLock::new() }; Rule::COUNT];
        // In the order of the rules' numbers. Exact caro has the weights of caro's games.
        const FILES: [&[u8]; Rule::COUNT] = [
            include_bytes!("../../weights/freestyle.bin"),
            include_bytes!("../../weights/standard.bin"),
            include_bytes!("../../weights/renju.bin"),
            include_bytes!("../../weights/caro.bin"),
            include_bytes!("../../weights/caro.bin"),
        ];
        let file = FILES[rule as usize];
        let made = || Arc::new(Self::from_bytes(file).unwrap_or_else(|_| Self::handmade()));
        Arc::clone(ALL[rule as usize].get_or_init(made))
    }

    /// Weights set by hand, from which the first games are played.
    #[must_use]
    pub fn handmade() -> Self {
        const VALUE: [i32; LineClass::COUNT] = [0, 0, 1, 2, 5, 6, 7, 9, 14, 16, 20, 40, 40, 50, 0];
        const POLICY: [i32; LineClass::COUNT] =
            [0, 4, 10, 12, 30, 32, 35, 40, 100, 105, 120, 400, 400, 900, 0];
        let sum = |code: Code, table: &[i32]| -> i32 {
            classes_of_code(code).iter().map(|&class| table[class as usize]).sum()
        };
        let value = (0..CODES as Code)
            .map(|code| {
                [
                    (sum(code, &VALUE) * FINENESS) as i16,
                    (sum(code, &VALUE) * FINENESS * 7 / 10) as i16,
                ]
            })
            .collect::<Vec<_>>();
        let policy = (0..CODES as Code)
            .map(|code| [sum(code, &POLICY) as i16, (sum(code, &POLICY) * 8 / 10) as i16])
            .collect::<Vec<_>>();
        Self {
            value: PerColour([value.clone(), value]),
            threat: PerColour([vec![0; THREATS], vec![0; THREATS]]),
            policy: PerColour([policy.clone(), policy]),
        }
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEADING.to_vec();
        for colour in Colour::BOTH {
            let pairs = self.value[colour].iter().chain(&self.policy[colour]).flatten();
            for weight in pairs.chain(&self.threat[colour]) {
                bytes.extend(weight.to_le_bytes());
            }
        }
        bytes
    }

    /// Weights from a file.
    ///
    /// # Errors
    /// Bytes that are no set of weights.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightFault> {
        let body = bytes
            .strip_prefix(HEADING)
            .ok_or_else(|| WeightFault("the heading \"xungmk1\" is missing".to_owned()))?;
        let one_colour = 4 * CODES + THREATS;
        if body.len() != 4 * one_colour {
            return Err(WeightFault(format!(
                "{} bytes are wanted, not {}",
                4 * one_colour,
                body.len()
            )));
        }
        let mut numbers = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut next = || numbers.next().unwrap_or(0);
        let (mut value, mut policy, mut threat) =
            (PerColour::default(), PerColour::default(), PerColour::default());
        for colour in Colour::BOTH {
            value[colour] = (0..CODES).map(|_| [next(), next()]).collect();
            policy[colour] = (0..CODES).map(|_| [next(), next()]).collect();
            threat[colour] = (0..THREATS).map(|_| next()).collect();
        }
        Ok(Self { value, threat, policy })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back() {
        let weights = Weights::handmade();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()).unwrap(), weights);
        assert!(Weights::from_bytes(b"xungmk1\n12").is_err());
        assert!(Weights::from_bytes(b"").is_err());
    }

    #[test]
    fn the_weights_of_every_rule_are_part_of_the_program() {
        for rule in Rule::ALL {
            assert_eq!(Weights::of(rule).value[Colour::Black].len(), CODES);
        }
    }
}
