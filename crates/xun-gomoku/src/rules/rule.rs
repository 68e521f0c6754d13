//! The rules of winning.

use super::colour::Colour;
use super::line::Goal;
use super::tables::RuleTables;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A rule: the rows that win, and whether black has forbidden points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle = 0,
    /// Exactly five in a row win.
    Standard = 1,
    /// Black: exactly five wins; overline, double four and double three are forbidden. White: five
    /// or more win.
    Renju = 2,
    /// Five in a row win unless an opponent's stone stands at both ends; six or more always win.
    /// The edge of the board blocks nothing.
    Caro = 3,
    /// Exactly five in a row win, unless an opponent's stone stands at both ends. The edge of the
    /// board blocks nothing.
    CaroExact = 4,
}

impl Rule {
    /// All of them.
    pub const ALL: [Self; Self::COUNT] =
        [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::CaroExact];
    /// Number of rules.
    pub const COUNT: usize = 5;

    /// Whether the lookup tables of this rule are computed. The first board of a rule computes
    /// them, which takes a moment; a program with a clock does it before.
    #[must_use]
    pub fn is_prepared(self) -> bool {
        RuleTables::are_ready(self)
    }

    /// The name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroExact => "caro-exact",
        }
    }

    /// The rule of this name, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(name))
    }

    /// The rule's number in the Gomocup protocol: 0, 1, 4, 8 or 9.
    #[must_use]
    pub const fn gomocup(self) -> u32 {
        match self {
            Self::Freestyle => 0,
            Self::Standard => 1,
            Self::Renju => 4,
            Self::Caro => 8,
            Self::CaroExact => 9,
        }
    }

    /// The rule that a Gomocup bit mask asks for; the bit 2 (continuous game) says nothing about
    /// winning.
    #[must_use]
    pub const fn from_gomocup(mask: u32) -> Option<Self> {
        match mask & !2 {
            0 => Some(Self::Freestyle),
            1 => Some(Self::Standard),
            4 | 5 => Some(Self::Renju),
            8 => Some(Self::Caro),
            9 => Some(Self::CaroExact),
            _ => None,
        }
    }

    /// The goal of a colour.
    #[must_use]
    pub const fn goal(self, colour: Colour) -> Goal {
        match (self, colour) {
            (Self::Freestyle, _) | (Self::Renju, Colour::White) => Goal::FiveOrMore,
            (Self::Standard, _) => Goal::ExactlyFive,
            (Self::Renju, Colour::Black) => Goal::RenjuBlack,
            (Self::Caro, _) => Goal::Unblocked,
            (Self::CaroExact, _) => Goal::ExactlyFiveUnblocked,
        }
    }

    /// Whether an opponent's stone at both ends of a row keeps it from winning.
    #[inline]
    #[must_use]
    pub const fn is_caro(self) -> bool {
        matches!(self, Self::Caro | Self::CaroExact)
    }

    /// Whether this colour has forbidden points.
    #[inline]
    #[must_use]
    pub const fn forbids(self, colour: Colour) -> bool {
        matches!((self, colour), (Self::Renju, Colour::Black))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// An unknown name of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no rule: expected freestyle, standard, renju, caro or caro-exact")]
pub struct UnknownRule(pub String);

impl FromStr for Rule {
    type Err = UnknownRule;

    /// Reads a name in any case.
    ///
    /// ```
    /// use xun_gomoku::rules::Rule;
    /// assert_eq!("renju".parse(), Ok(Rule::Renju));
    /// assert!("go".parse::<Rule>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::from_name(name).ok_or_else(|| UnknownRule(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gomocup_numbers_read_back_also_with_the_bit_of_a_continuous_game() {
        for rule in Rule::ALL {
            assert_eq!(Rule::from_gomocup(rule.gomocup()), Some(rule));
            assert_eq!(Rule::from_gomocup(rule.gomocup() | 2), Some(rule));
        }
        assert_eq!(Rule::from_gomocup(12), None);
    }

    #[test]
    fn names_read_back_and_the_error_lists_all() {
        let error = "go".parse::<Rule>().unwrap_err().to_string();
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().to_uppercase().parse(), Ok(rule));
            assert!(error.contains(rule.name()), "{error}");
        }
    }
}
