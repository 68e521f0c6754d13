//! The search stack: the data of each ply.

use crate::rules::{Point, Shape};

/// The deepest ply of a search.
pub(crate) const MAX_PLY: usize = 240;
/// Frames before the root, so that access to earlier plies needs no check.
pub(crate) const BEFORE: usize = 6;

#[derive(Clone)]
pub(crate) struct Frame {
    pub(crate) eval: i32,
    pub(crate) played: Option<Point>,
    /// The shapes that the move made for its side and took from the other.
    pub(crate) made: Shape,
    pub(crate) prevented: Shape,
    pub(crate) killers: [Option<Point>; 2],
    pub(crate) excluded: Option<Point>,
    pub(crate) was_pv: bool,
    /// Extensions beyond one ply a move on the way here, in 64ths.
    pub(crate) extra: i32,
    pub(crate) line: Vec<Point>,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            eval: 0,
            played: None,
            made: Shape::Quiet,
            prevented: Shape::Quiet,
            killers: [None; 2],
            excluded: None,
            was_pv: false,
            extra: 0,
            line: Vec::with_capacity(32),
        }
    }
}

pub(crate) fn stack() -> Vec<Frame> {
    vec![Frame::default(); MAX_PLY + BEFORE + 4]
}
