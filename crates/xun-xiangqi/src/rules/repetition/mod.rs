//! Repetition, as tournaments rule it. `docs/repetition.md` says precisely what each rule set does.
//!
//! The moves between two occurrences of a position are a cycle. Each side's conduct in the cycle
//! is graded: checking with every move is worst, chasing with every move is next, anything else is
//! idle. The side whose conduct is worse loses; equals draw.

mod chase;
mod cycle;

use super::Position;
pub use cycle::Conduct;
use cycle::Cycle;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Rule set that judges repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// The Asian and World federations' rules (AXF/WXF).
    #[default]
    Asian,
    /// The Chinese rules of 2020: every way of striking with each move is forbidden, threats of
    /// mate too.
    Chinese,
    /// Perpetual check loses, any other third repetition is a draw.
    Simple,
}

impl RuleSet {
    /// All rule sets.
    pub const ALL: [Self; 3] = [Self::Asian, Self::Chinese, Self::Simple];

    /// The name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asian => "asian",
            Self::Chinese => "chinese",
            Self::Simple => "simple",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A name that is no rule set's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no rule set: expected asian, chinese or simple")]
pub struct UnknownRuleSet(pub String);

impl FromStr for RuleSet {
    type Err = UnknownRuleSet;

    /// Reads a name in any case.
    ///
    /// ```
    /// use xun_xiangqi::rules::RuleSet;
    /// assert_eq!("chinese".parse(), Ok(RuleSet::Chinese));
    /// assert!("fide".parse::<RuleSet>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|rules| rules.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownRuleSet(name.to_owned()))
    }
}

/// The rules by which a game can end besides mate and stalemate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The rule set that judges repetition.
    pub repetition: RuleSet,
    /// After how many plies without a capture the game is drawn; `None` for never.
    pub quiet_limit: Option<u16>,
}

impl Default for Rules {
    /// Asian rules, and a draw after 60 moves of each side without a capture.
    fn default() -> Self {
        Self { repetition: RuleSet::Asian, quiet_limit: Some(120) }
    }
}

impl From<RuleSet> for Rules {
    /// This rule set with the usual limit of moves without a capture.
    fn from(repetition: RuleSet) -> Self {
        Self { repetition, ..Self::default() }
    }
}

/// A result for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// A draw.
    Draw,
}

/// The judgement of a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The result for the side to move.
    pub verdict: Verdict,
    /// Conduct of the side to move throughout the cycle.
    pub mover: Conduct,
    /// Conduct of the other side, which moved last, throughout the cycle.
    pub waiter: Conduct,
    /// Number of plies of the judged moves.
    pub plies: usize,
}

impl Position {
    /// Judges the game when the position now on the board stands there for the third time.
    ///
    /// A search passes its distance from the root in plies: inside its own tree one repetition is
    /// enough, since a side that gains by deviating would have. Pass 0 to ask for the real rule.
    /// Without a repetition the answer costs a walk through the keys since the last capture.
    #[inline]
    #[must_use]
    pub fn judge_repetition(&self, rules: RuleSet, plies_below_root: usize) -> Option<Repetition> {
        let plies = self.repeated_since(plies_below_root)?;
        Some(self.judge_cycle(rules, plies))
    }

    /// Plies since the occurrence that makes this position a repetition to be judged.
    #[inline]
    fn repeated_since(&self, plies_below_root: usize) -> Option<usize> {
        let reach = usize::from(self.quiet_plies).min(self.history.len());
        if reach < 4 {
            return None;
        }
        let mut seen = false;
        let recent = self.history[self.history.len() - reach..].iter().rev();
        // The entry n plies back holds the key from before its move; only every second has the same
        // side to move.
        for (plies, entry) in (1..).zip(recent) {
            // A passed turn ends what may be compared.
            entry.played?;
            if plies % 2 == 0 && plies >= 4 && entry.key == self.key {
                if seen || plies < plies_below_root {
                    return Some(plies);
                }
                seen = true;
            }
        }
        None
    }

    /// Judges the last moves, which led from the position back to itself.
    #[cold]
    fn judge_cycle(&self, rules: RuleSet, plies: usize) -> Repetition {
        let cycle = Cycle::of(self, plies, rules);
        let verdict = match cycle.waiter.cmp(&cycle.mover) {
            std::cmp::Ordering::Greater => Verdict::Win,
            std::cmp::Ordering::Less => Verdict::Loss,
            std::cmp::Ordering::Equal => Verdict::Draw,
        };
        Repetition { verdict, mover: cycle.mover, waiter: cycle.waiter, plies }
    }
}

#[cfg(test)]
mod tests;
