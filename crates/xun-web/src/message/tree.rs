//! Messages about game trees: a textbook search of a small depth, with every node, its window, and
//! why it was cut.

use super::Text;
use super::board::Setup;
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// Asks for a search whose tree is kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct TreeQuestion {
    /// The position, or none for the teaching tree.
    pub setup: Option<Setup>,
    /// The teaching tree as brackets and numbers: `((3 12 8) (2 4 6) (14 5 2))`.
    pub tree: Option<String>,
    /// `minimax` or `alpha-beta`.
    pub algorithm: String,
    /// Names of refinements that are switched on.
    pub refinements: Vec<String>,
    /// Plies, 1 to 6.
    pub depth: u32,
}

/// A searched tree.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct Tree {
    /// The nodes that were kept, parents before children; the root is the first.
    pub nodes: Vec<TreeNode>,
    /// The events of the search, in order.
    pub steps: Vec<TreeStep>,
    /// Nodes visited but not kept.
    pub omitted: f64,
    /// Positions visited, below the root.
    pub visited: f64,
    /// Positions judged.
    pub evaluated: f64,
    /// Nodes left early.
    pub cutoffs: f64,
    /// Share of cut-offs by the first move, in percent.
    pub first_move: Option<f64>,
    /// Seconds.
    pub seconds: f64,
    /// The value of the root for the side to move there.
    pub value: String,
    /// The best move.
    pub best: Option<String>,
    /// Whether the search was stopped before its end.
    pub stopped: bool,
}

/// One node.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct TreeNode {
    /// The node above; none for the root.
    pub parent: Option<u32>,
    /// The move that leads here.
    pub name: Text,
    /// The same as boards write it: `h2e2`, `h8`.
    pub text: String,
    /// True where the side that began is to move.
    pub maximising: bool,
    /// Lower end of the window on arrival.
    pub alpha: String,
    /// Upper end of the window on arrival.
    pub beta: String,
    /// The value found.
    pub value: Option<String>,
    /// Nodes visited here and below.
    pub size: f64,
    /// Whether its moves were not searched.
    pub leaf: bool,
    /// Why it was left early.
    pub cut: Option<Text>,
    /// The node whose move set the bound that cut it.
    pub cut_by: Option<u32>,
    /// Moves left out.
    pub left_out: u32,
    /// Whether it lies on the best line.
    pub best: bool,
}

/// The kind of a step. There are many steps, so a letter each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub enum StepKind {
    /// A node is entered.
    #[serde(rename = "e")]
    Enter,
    /// Its window is narrowed.
    #[serde(rename = "n")]
    Narrow,
    /// Its other moves are cut.
    #[serde(rename = "c")]
    Cut,
    /// It is left with a value.
    #[serde(rename = "l")]
    Leave,
}

/// One step of a search.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TreeStep {
    /// The kind.
    pub kind: StepKind,
    /// The node.
    pub node: u32,
    /// Its window now, where it changed.
    pub window: Option<[String; 2]>,
    /// Its value, where it was left.
    pub value: Option<String>,
}
