//! Steps of each kind of piece from each point, in the order in which course programs try it.

use super::Point;
use crate::rules::{Colour, PieceKind};
use std::sync::LazyLock;

/// A step: where to, and the point that must be empty (the same point as the piece where none
/// must).
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: Point,
    pub(super) over: Point,
}

/// Steps and rays from one point.
pub(super) type Steps = Vec<Step>;
/// Points from near to far in the four directions: right, down, left, up.
pub(super) type Rays = [Vec<Point>; 4];

pub(super) const RIGHT: usize = 0;
pub(super) const DOWN: usize = 1;
pub(super) const LEFT: usize = 2;
pub(super) const UP: usize = 3;
/// (rows down, columns to the right) of the four directions.
const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

const KNIGHT: [(i8, i8); 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
const DIAGONALS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Everything that can be worked out before a game begins.
pub(super) struct Geometry {
    pub(super) rays: Vec<Rays>,
    pub(super) knight: Vec<Steps>,
    /// By colour.
    pub(super) king: [Vec<Steps>; 2],
    pub(super) advisor: [Vec<Steps>; 2],
    pub(super) elephant: [Vec<Steps>; 2],
    pub(super) pawn: [Vec<Steps>; 2],
}

/// Worked out once.
pub(super) static GEOMETRY: LazyLock<Geometry> = LazyLock::new(|| Geometry {
    rays: Point::all().map(rays_from).collect(),
    knight: Point::all().map(|from| steps(from, &KNIGHT, |_| true, knight_leg)).collect(),
    king: Colour::ALL.map(|colour| palace_steps(colour, &DIRECTIONS)),
    advisor: Colour::ALL.map(|colour| palace_steps(colour, &DIAGONALS)),
    elephant: Colour::ALL.map(|colour| {
        let twice = DIAGONALS.map(|(down, right)| (2 * down, 2 * right));
        let at_home = |to: Point| !across_river(colour, to);
        let eye = |down: i8, right: i8| (down / 2, right / 2);
        Point::all().map(|from| steps(from, &twice, at_home, eye)).collect()
    }),
    pawn: Colour::ALL.map(|colour| Point::all().map(|from| pawn_steps(colour, from)).collect()),
});

impl Geometry {
    /// The steps of a piece that is no rook and no cannon.
    pub(super) fn steps(&self, colour: Colour, kind: PieceKind, from: Point) -> &[Step] {
        let of = match kind {
            PieceKind::King => &self.king[colour as usize],
            PieceKind::Advisor => &self.advisor[colour as usize],
            PieceKind::Elephant => &self.elephant[colour as usize],
            PieceKind::Pawn => &self.pawn[colour as usize],
            _ => &self.knight,
        };
        &of[from.index()]
    }
}

fn rays_from(from: Point) -> Rays {
    DIRECTIONS.map(|(down, right)| {
        std::iter::successors(from.offset(down, right), |point| point.offset(down, right)).collect()
    })
}

fn steps(
    from: Point,
    offsets: &[(i8, i8)],
    allowed: impl Fn(Point) -> bool,
    over: impl Fn(i8, i8) -> (i8, i8),
) -> Steps {
    let step = |&(down, right): &(i8, i8)| {
        let to = from.offset(down, right).filter(|to| allowed(*to))?;
        let (down, right) = over(down, right);
        Some(Step { to, over: from.offset(down, right)? })
    };
    offsets.iter().filter_map(step).collect()
}

fn knight_leg(down: i8, right: i8) -> (i8, i8) {
    (down / 2, right / 2)
}

fn nothing_over(_: i8, _: i8) -> (i8, i8) {
    (0, 0)
}

fn palace_steps(colour: Colour, offsets: &[(i8, i8)]) -> Vec<Steps> {
    let inside = |to: Point| {
        let row = if colour == Colour::Red { 9 - to.row() } else { to.row() };
        row <= 2 && (3..=5).contains(&to.column())
    };
    Point::all().map(|from| steps(from, offsets, inside, nothing_over)).collect()
}

/// Forward, then left and right once across the river.
fn pawn_steps(colour: Colour, from: Point) -> Steps {
    let forward = if colour == Colour::Red { -1 } else { 1 };
    let all = [(forward, 0), (0, -1), (0, 1)];
    let known = if across_river(colour, from) { &all[..] } else { &all[..1] };
    steps(from, known, |_| true, nothing_over)
}

/// True if the point is in the other side's half.
fn across_river(colour: Colour, point: Point) -> bool {
    (point.row() <= 4) == (colour == Colour::Red)
}
