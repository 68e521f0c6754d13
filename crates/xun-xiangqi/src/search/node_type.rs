//! The kinds of node, known when the search is compiled.

/// Type of a node: root, principal variation or other.
pub(super) trait NodeType {
    /// On the principal variation, with an open window.
    const PV: bool;
    /// The root itself.
    const ROOT: bool;
}

/// The root.
pub(super) struct RootNode;
/// On the principal variation.
pub(super) struct PvNode;
/// Anywhere else: only whether the score is above or below the window matters.
pub(super) struct ZeroWindow;

impl NodeType for RootNode {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for ZeroWindow {
    const PV: bool = false;
    const ROOT: bool = false;
}
