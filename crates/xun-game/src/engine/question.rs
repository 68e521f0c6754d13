//! One question to an engine.

use super::{Limits, TimePlan};

/// One question to an engine: the limits of the search and the moves it may choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question<M> {
    /// Limits of the search.
    pub limits: Limits,
    /// Root moves to choose from; empty for all.
    pub only: Vec<M>,
    /// Root moves to leave out.
    pub exclude: Vec<M>,
    /// Number of best lines to find (multi-PV); 0 counts as 1.
    pub lines: usize,
    /// The time plan, if the move was planned before the search begins; else the engine plans it.
    pub plan: Option<TimePlan>,
}

impl<M> Question<M> {
    /// A question about all moves within these limits, for one line.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, only: Vec::new(), exclude: Vec::new(), lines: 1, plan: None }
    }

    /// The same question for so many best lines.
    #[must_use]
    pub fn with_lines(self, lines: usize) -> Self {
        Self { lines, ..self }
    }

    /// The same question with this time plan.
    #[must_use]
    pub fn with_plan(self, plan: TimePlan) -> Self {
        Self { plan: Some(plan), ..self }
    }

    /// Whether every legal move may be chosen.
    #[must_use]
    pub fn allows_all(&self) -> bool {
        self.only.is_empty() && self.exclude.is_empty()
    }
}

impl<M: PartialEq> Question<M> {
    /// Whether this root move may be chosen.
    pub fn allows(&self, root_move: &M) -> bool {
        (self.only.is_empty() || self.only.contains(root_move)) && !self.exclude.contains(root_move)
    }
}

impl<M> Default for Question<M> {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl<M> From<Limits> for Question<M> {
    fn from(limits: Limits) -> Self {
        Self::new(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_and_exclude_restrict_the_root_moves() {
        let mut question = Question::<u8>::default();
        assert!(question.allows(&3) && question.allows_all());
        question.exclude.push(3);
        assert!(!question.allows(&3) && question.allows(&4) && !question.allows_all());
        question.only.extend([3, 5]);
        assert!(!question.allows(&3) && !question.allows(&4) && question.allows(&5));
    }
}
