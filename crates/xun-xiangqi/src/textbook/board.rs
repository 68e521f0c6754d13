//! The course board: a mailbox with two bitmaps for scanning, changed in place.

use super::steps::{DOWN, GEOMETRY, Geometry, LEFT, RIGHT, UP};
use super::{CourseMove, CourseRules, Point};
use crate::rules::{Colour, Piece, PieceKind};
use xun_game::{Ending, Game, SplitMix64};

/// A position of a course program.
///
/// Pieces are found by scanning rows from the top, each from the left, and every kind has its own
/// order of directions: the natural order of moves is part of what was reported, since it decides
/// between equal moves.
#[derive(Clone, Debug)]
pub struct CourseBoard {
    cells: [Option<Piece>; Point::COUNT],
    /// Points of each side's pieces, bit by point number.
    occupied: [u128; 2],
    side: Colour,
    kings: u8,
    key: u64,
    past: Vec<(CourseMove, Option<Piece>)>,
    rules: CourseRules,
}

/// Rook and cannon look round in different orders.
const ROOK_ORDER: [usize; 4] = [DOWN, UP, RIGHT, LEFT];
const CANNON_ORDER: [usize; 4] = [RIGHT, DOWN, LEFT, UP];

impl CourseBoard {
    /// An empty board, red to move.
    #[must_use]
    pub fn empty(rules: CourseRules) -> Self {
        let past = Vec::with_capacity(64);
        Self {
            cells: [None; Point::COUNT],
            occupied: [0; 2],
            side: Colour::Red,
            kings: 0,
            key: 0,
            past,
            rules,
        }
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Colour {
        self.side
    }

    /// Gives the turn to this side.
    pub fn set_side(&mut self, side: Colour) {
        if self.side != side {
            self.pass_turn();
        }
    }

    /// The piece on a point.
    #[inline(always)]
    #[must_use]
    pub fn piece_on(&self, point: Point) -> Option<Piece> {
        self.cells[point.index()]
    }

    /// Puts a piece on a point, or clears it.
    pub fn put(&mut self, point: Point, piece: Option<Piece>) {
        if let Some(old) = self.cells[point.index()] {
            self.lift(point, old);
        }
        if let Some(piece) = piece {
            self.drop(point, piece);
        }
    }

    /// Every piece in the order of scanning.
    pub fn pieces(&self) -> impl Iterator<Item = (Point, Piece)> {
        Point::all().filter_map(|point| Some((point, self.piece_on(point)?)))
    }

    /// Calls `sink` with every move of a side, and what it captures.
    #[inline]
    pub(super) fn each_move(&self, side: Colour, mut sink: impl FnMut(CourseMove, Option<Piece>)) {
        let geometry: &Geometry = &GEOMETRY;
        let mut left = self.occupied[side as usize];
        while left != 0 {
            let from = Point::from_known(left.trailing_zeros() as u8);
            left &= left - 1;
            let Some(piece) = self.piece_on(from) else { continue };
            let mut go = |to: Point, captured| sink(CourseMove { from, to }, captured);
            match piece.kind() {
                PieceKind::Rook => self.rook(geometry, side, from, &mut go),
                PieceKind::Cannon => self.cannon(geometry, side, from, &mut go),
                kind => {
                    let free_over = kind == PieceKind::Horse && !self.rules.knight_legs;
                    for step in geometry.steps(side, kind, from) {
                        let blocked =
                            step.over != from && !free_over && self.piece_on(step.over).is_some();
                        let target = self.piece_on(step.to);
                        if !blocked && target.is_none_or(|target| target.colour() != side) {
                            go(step.to, target);
                        }
                    }
                    if kind == PieceKind::King && self.rules.facing_kings_capture {
                        self.face(geometry, side, from, &mut go);
                    }
                }
            }
        }
    }

    #[inline]
    fn rook(
        &self,
        geometry: &Geometry,
        side: Colour,
        from: Point,
        go: &mut impl FnMut(Point, Option<Piece>),
    ) {
        for direction in ROOK_ORDER {
            for to in &geometry.rays[from.index()][direction] {
                let target = self.piece_on(*to);
                if target.is_none_or(|target| target.colour() != side) {
                    go(*to, target);
                }
                if target.is_some() {
                    break;
                }
            }
        }
    }

    #[inline]
    fn cannon(
        &self,
        geometry: &Geometry,
        side: Colour,
        from: Point,
        go: &mut impl FnMut(Point, Option<Piece>),
    ) {
        for direction in CANNON_ORDER {
            let mut ray = geometry.rays[from.index()][direction].iter();
            for to in ray.by_ref() {
                if self.piece_on(*to).is_some() {
                    break;
                }
                go(*to, None);
            }
            // Behind the screen, the first piece of the other side can be captured.
            if let Some((to, target)) = ray.find_map(|to| Some((*to, self.piece_on(*to)?)))
                && target.colour() != side
            {
                go(to, Some(target));
            }
        }
    }

    /// The capture of a king that stands on the same open file.
    fn face(
        &self,
        geometry: &Geometry,
        side: Colour,
        from: Point,
        go: &mut impl FnMut(Point, Option<Piece>),
    ) {
        let ahead = if side == Colour::Red { UP } else { DOWN };
        let seen = geometry.rays[from.index()][ahead]
            .iter()
            .find_map(|to| Some((*to, self.piece_on(*to)?)));
        if let Some((to, target)) = seen
            && target == Piece::new(!side, PieceKind::King)
            // A king one step ahead has been offered already.
            && from.index().abs_diff(to.index()) > 9
        {
            go(to, Some(target));
        }
    }

    #[inline]
    fn lift(&mut self, point: Point, piece: Piece) {
        self.cells[point.index()] = None;
        self.occupied[piece.colour() as usize] &= !(1 << point.index());
        self.kings -= u8::from(piece.kind() == PieceKind::King);
        self.key ^= key_of(point, piece);
    }

    #[inline]
    fn drop(&mut self, point: Point, piece: Piece) {
        self.cells[point.index()] = Some(piece);
        self.occupied[piece.colour() as usize] |= 1 << point.index();
        self.kings += u8::from(piece.kind() == PieceKind::King);
        self.key ^= key_of(point, piece);
    }

    fn pass_turn(&mut self) {
        self.side = !self.side;
        self.key ^= BLACK_TO_MOVE;
    }
}

const BLACK_TO_MOVE: u64 = 0x6A09_E667_F3BC_C909;

/// The Zobrist key of a piece on a point.
#[inline]
fn key_of(point: Point, piece: Piece) -> u64 {
    let number = (point.index() as u64) << 8 | piece as u64;
    SplitMix64::mix(number.wrapping_add(1).wrapping_mul(SplitMix64::GAMMA))
}

/// A rough worth of a captured piece, for ordering only.
const fn rough_value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::King => 1000,
        PieceKind::Rook => 90,
        PieceKind::Cannon | PieceKind::Horse => 45,
        PieceKind::Advisor | PieceKind::Elephant => 20,
        PieceKind::Pawn => 10,
    }
}

impl Game for CourseBoard {
    type Move = CourseMove;
    const MOVE_INDICES: usize = Point::COUNT * Point::COUNT;

    fn moves(&self, into: &mut Vec<CourseMove>) {
        self.each_move(self.side, |chosen, _| into.push(chosen));
    }

    fn play(&mut self, chosen: CourseMove) {
        let captured = self.piece_on(chosen.to);
        if let Some(captured) = captured {
            self.lift(chosen.to, captured);
        }
        if let Some(piece) = self.piece_on(chosen.from) {
            self.lift(chosen.from, piece);
            self.drop(chosen.to, piece);
        }
        self.past.push((chosen, captured));
        self.pass_turn();
    }

    fn undo(&mut self) {
        let Some((chosen, captured)) = self.past.pop() else { return };
        self.pass_turn();
        if let Some(piece) = self.piece_on(chosen.to) {
            self.lift(chosen.to, piece);
            self.drop(chosen.from, piece);
        }
        if let Some(captured) = captured {
            self.drop(chosen.to, captured);
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn ending(&self) -> Option<Ending> {
        if !self.rules.ends_without_king || self.kings == 2 {
            return None;
        }
        let own = Piece::new(self.side, PieceKind::King);
        Some(if self.cells.contains(&Some(own)) { Ending::Won } else { Ending::Lost })
    }

    fn move_index(&self, of: CourseMove) -> usize {
        of.from.index() * Point::COUNT + of.to.index()
    }

    fn move_text(&self, of: CourseMove) -> String {
        let letter = self.piece_on(of.from).map_or('?', Piece::letter);
        super::Coordinates::RowColumn.line(letter, of)
    }

    fn capture_gain(&self, of: CourseMove) -> i32 {
        let worth = |point| self.piece_on(point).map_or(0, |piece| rough_value(piece.kind()));
        let captured = worth(of.to);
        // The richest victim first, then the cheapest hunter.
        if captured == 0 { 0 } else { captured * 2000 - worth(of.from) }
    }

    fn captures(&self, into: &mut Vec<CourseMove>) {
        self.each_move(self.side, |chosen, captured| {
            if captured.is_some() {
                into.push(chosen);
            }
        });
    }

    fn can_pass(&self) -> bool {
        // With a big piece left, some move is nearly always better than none.
        let big = |point: usize| {
            matches!(
                self.cells[point].map(Piece::kind),
                Some(PieceKind::Rook | PieceKind::Cannon | PieceKind::Horse)
            )
        };
        let own = self.occupied[self.side as usize];
        (0..Point::COUNT).any(|point| own >> point & 1 == 1 && big(point))
    }

    fn pass(&mut self) {
        self.pass_turn();
    }

    fn take_back_pass(&mut self) {
        self.pass_turn();
    }
}
