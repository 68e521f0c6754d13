//! The tree of a search, kept for looking at: every node with its window, its value, and why it was
//! cut.
//!
//! The search sees scores from the side to move; people compare them more easily from one side, so
//! a trace has all of them from the side that began (the maximising one): `alpha` is what it has
//! already, `beta` what the other side will not exceed. In JSON a score is its number: ±2147483647
//! are the open ends of a window, from ±2000000000 on a game is won or lost.

mod recorder;

pub use recorder::Recorder;

use super::{Leaf, Purpose};
use crate::GameValue;
use std::fmt;

/// A recorded search tree: the last iteration's.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Trace {
    /// The depth of the search.
    pub depth: u32,
    /// The nodes that were kept, parents before children; the root is the first.
    pub nodes: Vec<TraceNode>,
    /// The events in order, for stepping through them. Only steps at kept nodes.
    pub steps: Vec<TraceStep>,
    /// Number of nodes visited but not kept.
    pub omitted: u64,
}

/// One node of a trace.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TraceNode {
    /// The node above; none for the root.
    pub parent: Option<usize>,
    /// The kept nodes below, in the order of search.
    pub children: Vec<usize>,
    /// The move that leads here, as the game writes it; empty for the root, `–` for a pass.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub chosen: String,
    /// Distance from the root.
    pub ply: usize,
    /// Depth left to search.
    pub depth: u32,
    /// True where the side that began is to move.
    pub maximising: bool,
    /// Lower end of the window on arrival.
    pub alpha: GameValue,
    /// Upper end of the window on arrival.
    pub beta: GameValue,
    /// The value found; none if the search was stopped here.
    pub value: Option<GameValue>,
    /// Why it was searched.
    pub purpose: Purpose,
    /// Why its moves were not searched, if they were not.
    pub leaf: Option<Leaf>,
    /// Why it was left before all its moves were searched, if it was.
    pub cut: Option<Cut>,
    /// Nodes visited here and below, kept or not.
    pub size: u64,
}

/// Which end of the window a cut-off met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum End {
    /// The value fell to what the maximising side has already elsewhere.
    Alpha,
    /// The value rose to what the minimising side has already elsewhere.
    Beta,
}

/// Why a node was left early.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cut {
    /// Which end of the window was met.
    pub end: End,
    /// The value of that end.
    pub bound: GameValue,
    /// The move that had set it, higher up; none if the window itself began there.
    pub set_by: Option<Setter>,
    /// The reply that met it.
    pub by: String,
    /// The value of that reply.
    pub gives: GameValue,
    /// Number of moves left out.
    pub left_out: usize,
}

/// A move that set a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Setter {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub chosen: String,
    /// Its node, if it was kept.
    pub node: Option<usize>,
    /// Its depth below the root.
    pub ply: usize,
}

/// The reason in words.
impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { end, bound, set_by, by, gives, left_out } = self;
        let name = end.letter();
        match set_by {
            Some(setter) => write!(f, "{name} = {bound} set by {}", setter.chosen)?,
            None => write!(f, "{name} = {bound} from the window")?,
        }
        let moves = if *left_out == 1 { "move" } else { "moves" };
        write!(f, "; the reply {by} already gives {gives}: {left_out} {moves} left out")
    }
}

impl End {
    /// α or β.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Alpha => 'α',
            Self::Beta => 'β',
        }
    }
}

/// One step of a search, for walking forwards and backwards through it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "kebab-case"))]
pub enum TraceStep {
    /// The search goes down to this node.
    Enter {
        /// The node.
        node: usize,
    },
    /// The window of this node becomes narrower.
    Narrow {
        /// The node.
        node: usize,
        /// Its alpha now.
        alpha: GameValue,
        /// Its beta now.
        beta: GameValue,
    },
    /// The rest of this node's moves are left out.
    Cut {
        /// The node.
        node: usize,
    },
    /// The search goes back up from this node with its value.
    Leave {
        /// The node.
        node: usize,
        /// Its value.
        value: GameValue,
    },
}
