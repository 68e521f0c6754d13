//! The search stack: one frame for each ply of the line being searched.

use super::history::NO_PIECE_POINT;
use crate::rules::Move;
use arrayvec::ArrayVec;
use xun_game::Score;

/// The deepest ply of a search.
pub const MAX_PLY: usize = 128;

/// Frames before the root, so that looking back needs no test.
pub(super) const BEFORE_ROOT: usize = 6;

/// A line of play.
pub(super) type Line = ArrayVec<Move, MAX_PLY>;

/// One ply of the current line.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The evaluation, corrected; [`Score::NONE`] in check.
    pub(super) eval: Score,
    /// The move being searched; none for a passed turn.
    pub(super) current: Option<Move>,
    /// The piece and point of its arrival, numbered.
    pub(super) arrival: usize,
    /// The move excluded by a singular search.
    pub(super) excluded: Option<Move>,
    /// Killer moves: quiet moves that cut off in sibling nodes.
    pub(super) killers: [Option<Move>; 2],
    /// Cut-offs among this node's children.
    pub(super) cutoffs: u32,
    /// Double extensions on the way here.
    pub(super) double_extensions: u32,
    /// Plies by which the move being searched was reduced.
    pub(super) reduced: i32,
    /// Whether the move being searched captures.
    pub(super) captures: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            eval: Score::NONE,
            current: None,
            arrival: NO_PIECE_POINT,
            excluded: None,
            killers: [None; 2],
            cutoffs: 0,
            double_extensions: 0,
            captures: false,
            reduced: 0,
        }
    }
}

/// All plies, from some before the root to some past the deepest.
pub(super) struct Frames(Vec<Frame>);

impl Frames {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default(); BEFORE_ROOT + MAX_PLY + 4])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Frame::default());
    }

    /// The frame of a ply.
    #[inline(always)]
    pub(super) fn at(&self, ply: usize) -> &Frame {
        &self.0[ply + BEFORE_ROOT]
    }

    /// The frame of a ply, to change.
    #[inline(always)]
    pub(super) fn at_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + BEFORE_ROOT]
    }

    /// The frame so many plies before; there is always one up to [`BEFORE_ROOT`].
    #[inline(always)]
    pub(super) fn before(&self, ply: usize, back: usize) -> &Frame {
        &self.0[ply + BEFORE_ROOT - back]
    }
}
