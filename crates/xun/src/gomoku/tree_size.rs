//! Numbers of a game tree.

use xun_gomoku::notation::{GameTree, Remarks};

/// Numbers of a game tree.
pub(super) struct TreeSize {
    /// Moves of the main line.
    pub(super) moves: usize,
    /// Moves of all lines.
    pub(super) nodes: usize,
    /// Lines, the main one included.
    pub(super) lines: usize,
    pub(super) comments: usize,
    /// Marks, circles, arrows, values and clocks.
    pub(super) marks: usize,
}

impl TreeSize {
    pub(super) fn of(tree: &GameTree) -> Self {
        let mut continued = vec![false; tree.moves.len() + 1];
        let mut branches = 0;
        for made in &tree.moves {
            branches += usize::from(std::mem::replace(&mut continued[made.parent], true));
        }
        let remarks = || tree.moves.iter().map(|made| &made.remarks).chain([&tree.remarks]);
        let drawn = |remarks: &Remarks| {
            usize::from(remarks.mark.is_some()) + remarks.circles.len() + remarks.arrows.len()
        };
        let known = tree.moves.iter().map(|made| {
            usize::from(made.value.is_some()) + usize::from(made.seconds_left.is_some())
        });
        Self {
            moves: tree.record.moves.len(),
            nodes: tree.moves.len(),
            lines: 1 + branches,
            comments: remarks().filter(|remarks| !remarks.comment.is_empty()).count(),
            marks: remarks().map(drawn).sum::<usize>() + known.sum::<usize>(),
        }
    }
}
