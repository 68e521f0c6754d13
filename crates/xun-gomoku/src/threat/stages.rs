//! The order in which scopes of the search for threats are tried.
//!
//! Most wins need few moves that are no fours, but one of them may be any point near a row of
//! either side; a search that allows few such moves finds them soonest. Long wins consist of fours
//! and threes; a search of these alone without a limit finds them. The two take turns, each turn
//! longer than the last. When threes alone do not win, the search of all threats and all points
//! takes their turn: only that one can show that there is no win by threats.

use super::dfpn::Scope;

/// Nodes of the first turn.
const FIRST_NODES: u64 = 20_000;
/// A number of quiet attacks that no win needs.
const MOST_QUIETS: u32 = 40;

/// The stages of one solution.
pub(crate) struct Stages {
    plies: Option<u32>,
    exact: bool,
    /// Quiet attacks that the limited search allows.
    quiets: u32,
    /// Whether the search of promising threats has not failed.
    promising: bool,
    /// Whether it is the limited search's turn.
    limited: bool,
    nodes: u64,
}

impl Stages {
    /// The stages for wins within so many plies, if it matters.
    pub(crate) fn new(plies: Option<u32>) -> Self {
        Self {
            plies,
            exact: false,
            quiets: 1,
            promising: true,
            limited: false,
            nodes: FIRST_NODES / 2,
        }
    }

    /// The next scope, and the nodes of its turn.
    pub(crate) fn next(&mut self) -> (Scope, u64) {
        let deep = self.quiets > MOST_QUIETS;
        self.limited = !self.limited && !deep;
        if self.limited || deep {
            self.nodes = self.nodes.saturating_mul(2);
        }
        (self.scope(), self.nodes)
    }

    fn scope(&self) -> Scope {
        let (plies, exact) = (self.plies, self.exact);
        if self.limited {
            Scope { plies, quiets: Some(self.quiets), complete: true, exact }
        } else if self.promising {
            Scope { plies, quiets: None, complete: false, exact }
        } else {
            Scope::all(plies)
        }
    }

    /// The scope of this turn holds no win.
    pub(crate) fn disproved(&mut self) {
        if self.limited {
            self.quiets += 1;
            // The turn goes on with one more.
            self.limited = false;
            self.nodes = (self.nodes / 2).max(FIRST_NODES / 2);
        } else {
            self.promising = false;
        }
    }

    /// A defence was left out that mattered: begins again with all of them.
    pub(crate) fn try_all_defences(&mut self) {
        *self = Self { exact: true, ..Self::new(self.plies) };
    }
}
