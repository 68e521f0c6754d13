//! The board of the searches: stones, and at every empty point the patterns that a stone of either
//! colour would make there, updated incrementally.
//!
//! Each line of each direction is one 64-bit word, two bits a point (empty, black, white, off the
//! board), so that the surroundings of a point on a line are one shift away and its classes one
//! table look-up away. A move touches the points up to five steps away on its four lines; what it
//! changes is logged and copied back on undo.

use super::cell::Cell;
use super::colour::{Colour, PerColour};
use super::line_words::{LINES, LineWords, line_byte, line_of, window};
use super::point::{FIELD, MARGIN, Point, STRIDE, Size};
use super::point_set::PointSet;
use super::rule::Rule;
use super::shape::{Mark, Shape};
use super::tables::{EMPTY, RuleTables, WALL};
use super::zobrist::{SIDE_KEY, stone_key};

/// The most points whose patterns one move changes.
pub const MAX_CHANGES: usize = 40;

/// Steps of the four directions in the padded field.
pub const STEPS: [isize; 4] = [1, STRIDE as isize, STRIDE as isize + 1, 1 - STRIDE as isize];

#[derive(Clone, Copy)]
struct Ply {
    /// None for a pass.
    point: Option<Point>,
    colour: Colour,
    candidates: PointSet,
    counts: PerColour<[u16; 16]>,
    key: u64,
    log: u32,
    winner: Option<Colour>,
}

/// A board under a rule, changed in place.
#[derive(Clone)]
pub struct Board {
    size: Size,
    rule: Rule,
    tables: &'static RuleTables,
    stones: [u8; FIELD],
    lines: [u64; LINES],
    cells: Box<[Cell; FIELD]>,
    fives: PerColour<PointSet>,
    fours: PerColour<PointSet>,
    threes: PerColour<PointSet>,
    counts: PerColour<[u16; 16]>,
    candidates: PointSet,
    to_move: Colour,
    key: u64,
    stones_count: usize,
    winner: Option<Colour>,
    plies: Vec<Ply>,
    log: Vec<(Point, Cell)>,
    /// The length of the log in use. Entries are written in place, which avoids a copy of each.
    logged: usize,
}

/// Points that become candidates when a stone is placed: two steps all around, and up to four on a
/// line.
const NEARBY: [u32; 9] = {
    let mut rows = [0_u32; 9];
    let mut y = 0;
    while y < 9 {
        let mut x: usize = 0;
        while x < 9 {
            let (dx, dy) = ((x as i32 - 4).abs(), (y as i32 - 4).abs());
            if (dx <= 2 && dy <= 2) || dx == 0 || dy == 0 || dx == dy {
                rows[y] |= 1 << x;
            }
            x += 1;
        }
        y += 1;
    }
    rows
};

impl Board {
    /// An empty board; black to move.
    ///
    /// ```
    /// use xun_gomoku::rules::{Board, Rule, Size};
    /// let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
    /// board.play(Size::STANDARD.centre());
    /// assert_eq!(board.stones(), 1);
    /// board.undo();
    /// assert_eq!(board.stones(), 0);
    /// ```
    #[must_use]
    pub fn new(size: Size, rule: Rule) -> Self {
        let tables = RuleTables::of(rule);
        let mut board = Self {
            size,
            rule,
            tables,
            stones: [WALL; FIELD],
            lines: [u64::MAX; LINES],
            cells: Box::new([Cell::default(); FIELD]),
            fives: PerColour::default(),
            fours: PerColour::default(),
            threes: PerColour::default(),
            counts: PerColour::default(),
            candidates: PointSet::EMPTY,
            to_move: Colour::Black,
            key: 0,
            stones_count: 0,
            winner: None,
            plies: Vec::with_capacity(size.area() + 8),
            log: Vec::new(),
            logged: 0,
        };
        for point in size.points() {
            board.stones[point.index()] = EMPTY;
            for direction in 0..4 {
                let (line, place) = line_of(point, direction);
                board.lines[line] &= !(3 << (2 * place));
            }
        }
        for point in size.points() {
            let cell = board.fresh_cell(point);
            board.cells[point.index()] = cell;
            for colour in Colour::BOTH {
                board.counts[colour][cell.shape(colour) as usize] += 1;
            }
        }
        board
    }

    /// The cell looked up anew, as if it were empty.
    fn fresh_cell(&self, point: Point) -> Cell {
        let lines = (0..4).fold(0, |lines, direction| {
            lines | u32::from(self.line_byte(point, direction)) << (8 * direction)
        });
        self.cell_of_lines(lines)
    }

    /// Both colours' classes on one line of a point.
    #[inline]
    fn line_byte(&self, point: Point, direction: usize) -> u8 {
        line_byte(self.tables, &self.lines, point, direction)
    }

    #[inline]
    fn cell_of_lines(&self, lines: u32) -> Cell {
        let code = |nibbles: u32| {
            let pairs = (nibbles | nibbles >> 4) & 0x00ff_00ff;
            self.tables.codes[((pairs | pairs >> 8) & 0xffff) as usize]
        };
        let codes = [code(lines & 0x0f0f_0f0f), code(lines >> 4 & 0x0f0f_0f0f)];
        let mark = |colour: Colour| self.tables.marks[colour][usize::from(codes[colour as usize])];
        Cell { lines, codes, marks: [mark(Colour::Black), mark(Colour::White)] }
    }

    /// The board's size.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rule.
    #[inline]
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// A key that positions with the same stones and side to move share.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key that [`Board::key`] will have after the side to move plays there.
    #[inline]
    pub(crate) fn key_after(&self, point: Point) -> u64 {
        self.key ^ stone_key(point, self.to_move) ^ SIDE_KEY
    }

    /// The stone at a point.
    #[inline]
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        match self.stones[point.index()] {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        }
    }

    /// Whether the point is on the board and empty.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.stones[point.index()] == EMPTY
    }

    /// The point with this index of the padded field (see [`Point::index`]), if it is on the board
    /// and empty. Indexes up to five steps off the board are fine.
    #[inline]
    #[must_use]
    pub fn empty_at(&self, index: isize) -> Option<Point> {
        let index = index as usize & (FIELD - 1);
        (self.stones[index] == EMPTY).then(|| Point::from_index(index))
    }

    /// The patterns at an empty point.
    #[inline]
    #[must_use]
    pub fn cell(&self, point: Point) -> &Cell {
        &self.cells[point.index()]
    }

    /// The number of empty points with this shape for this colour.
    #[inline]
    #[must_use]
    pub fn count(&self, colour: Colour, shape: Shape) -> usize {
        usize::from(self.counts[colour][shape as usize])
    }

    /// Points where this colour makes five.
    #[inline]
    #[must_use]
    pub fn fives(&self, colour: Colour) -> &PointSet {
        &self.fives[colour]
    }

    /// Points where this colour makes a four on some line, forbidden ones among them.
    #[inline]
    #[must_use]
    pub fn fours(&self, colour: Colour) -> &PointSet {
        &self.fours[colour]
    }

    /// Points where this colour makes an open three on some line, forbidden ones among them.
    #[inline]
    #[must_use]
    pub fn threes(&self, colour: Colour) -> &PointSet {
        &self.threes[colour]
    }

    /// Empty points near stones.
    pub fn candidates(&self) -> impl Iterator<Item = Point> + '_ {
        self.candidates.iter().filter(|&point| self.is_empty(point))
    }

    /// Every empty point, row by row.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// Number of stones.
    #[inline]
    #[must_use]
    pub fn stones(&self) -> usize {
        self.stones_count
    }

    /// Whether no point is empty.
    #[inline]
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.stones_count == self.size.area()
    }

    /// The colour that has made five, if one has.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// Moves and passes since the empty board.
    #[inline]
    #[must_use]
    pub fn ply(&self) -> usize {
        self.plies.len()
    }

    /// The move made this many plies ago (0 is the last one); none for a pass or before the first.
    #[inline]
    #[must_use]
    pub fn recent(&self, ago: usize) -> Option<Point> {
        let index = self.plies.len().checked_sub(ago + 1)?;
        self.plies[index].point
    }

    /// Every stone in the order of play.
    pub fn history(&self) -> impl Iterator<Item = (Point, Colour)> + '_ {
        self.plies.iter().filter_map(|ply| ply.point.map(|point| (point, ply.colour)))
    }

    /// The points whose cells the last move changed, as they were before it.
    #[inline]
    #[must_use]
    pub fn last_changes(&self) -> &[(Point, Cell)] {
        let from = self.plies.last().map_or(0, |ply| ply.log as usize);
        &self.log[from..self.logged]
    }

    /// Puts a stone of the side to move on an empty point.
    #[inline]
    pub fn play(&mut self, point: Point) {
        self.place(point, self.to_move);
    }

    /// Puts a stone of this colour on an empty point; the other colour is to move then.
    pub fn place(&mut self, point: Point, colour: Colour) {
        debug_assert!(self.is_empty(point), "{point} is not empty");
        self.remember(Some(point), colour);
        if self.cell(point).shape(colour) == Shape::Five {
            self.winner = Some(colour);
        }
        self.leave_sets(point);
        self.stones[point.index()] = colour as u8 + 1;
        self.stones_count += 1;
        self.key ^= stone_key(point, colour);
        self.set_side(!colour);
        self.widen_candidates(point);
        if self.log.len() < self.logged + MAX_CHANGES {
            self.log.resize(2 * self.logged + 4 * MAX_CHANGES, (point, Cell::default()));
        }
        if self.tables.half == 4 {
            self.update_lines::<4>(point, colour);
        } else {
            self.update_lines::<5>(point, colour);
        }
    }

    /// Lets the other side move.
    pub fn pass(&mut self) {
        self.remember(None, self.to_move);
        self.set_side(!self.to_move);
    }

    /// Sets the side to move. Only for setting up a position: undo goes back to the side that
    /// played.
    pub fn set_side(&mut self, colour: Colour) {
        if self.to_move != colour {
            self.to_move = colour;
            self.key ^= SIDE_KEY;
        }
    }

    /// Sets the winner of a position that was set up in another order than that of play.
    pub(crate) fn settle(&mut self, winner: Option<Colour>) {
        self.winner = winner;
        for ply in &mut self.plies {
            ply.winner = None;
        }
    }

    fn remember(&mut self, point: Option<Point>, colour: Colour) {
        self.plies.push(Ply {
            point,
            colour,
            candidates: self.candidates,
            counts: self.counts,
            key: self.key,
            log: self.logged as u32,
            winner: self.winner,
        });
    }

    /// Takes back the last move or pass, if there is one.
    pub fn undo(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        while self.logged > ply.log as usize {
            self.logged -= 1;
            let (point, old) = self.log[self.logged];
            let new = std::mem::replace(&mut self.cells[point.index()], old);
            self.move_between_sets(point, &new, &old);
        }
        self.candidates = ply.candidates;
        self.counts = ply.counts;
        self.winner = ply.winner;
        if let Some(point) = ply.point {
            self.stones[point.index()] = EMPTY;
            self.stones_count -= 1;
            self.flip_lines(point, ply.colour);
            let cell = *self.cell(point);
            self.move_between_sets(point, &Cell::default(), &cell);
        }
        self.to_move = ply.colour;
        self.key = ply.key;
    }

    #[inline]
    fn flip_lines(&mut self, point: Point, colour: Colour) {
        let stone = colour as u64 + 1;
        for direction in 0..4 {
            let (line, place) = line_of(point, direction);
            self.lines[line] ^= stone << (2 * place);
        }
    }

    /// The point is empty no longer: it leaves all counts and sets.
    #[inline]
    fn leave_sets(&mut self, point: Point) {
        let cell = *self.cell(point);
        for colour in Colour::BOTH {
            self.counts[colour][cell.shape(colour) as usize] -= 1;
        }
        self.move_between_sets(point, &cell, &Cell::default());
    }

    /// Updates the sets of fives, fours and threes after a change of a point's patterns. Hot path
    /// of every move.
    #[inline]
    fn move_between_sets(&mut self, point: Point, old: &Cell, new: &Cell) {
        for colour in Colour::BOTH {
            let mark = new.marks[colour as usize].0;
            let changed = mark ^ old.marks[colour as usize].0;
            if changed & (Mark::FIVE | Mark::FOUR | Mark::THREE) == 0 {
                continue;
            }
            for (bit, set) in [
                (Mark::FIVE, &mut self.fives[colour]),
                (Mark::FOUR, &mut self.fours[colour]),
                (Mark::THREE, &mut self.threes[colour]),
            ] {
                if changed & bit != 0 {
                    if mark & bit != 0 {
                        set.insert(point);
                    } else {
                        set.remove(point);
                    }
                }
            }
        }
    }

    #[inline]
    fn widen_candidates(&mut self, point: Point) {
        self.candidates.add_rows(point, &NEARBY);
    }

    fn update_lines<const HALF: usize>(&mut self, point: Point, colour: Colour) {
        self.flip_lines(point, colour);
        for (direction, step) in STEPS.into_iter().enumerate() {
            let (line, place) = line_of(point, direction);
            let line = self.lines[line];
            let from = point.index() as isize - step * HALF as isize;
            for offset in 0..=2 * HALF {
                let index = (from + step * offset as isize) as usize & (FIELD - 1);
                if self.stones[index] != EMPTY {
                    continue;
                }
                let byte = self.tables.lines[window::<HALF>(line, place + offset - HALF)];
                let old = self.cells[index];
                let lines =
                    old.lines & !(0xff << (8 * direction)) | u32::from(byte) << (8 * direction);
                if lines != old.lines {
                    self.change_cell(Point::from_index(index), old, lines);
                }
            }
        }
    }

    #[inline]
    fn change_cell(&mut self, point: Point, old: Cell, lines: u32) {
        let new = self.cell_of_lines(lines);
        self.log[self.logged] = (point, old);
        self.logged += 1;
        self.cells[point.index()] = new;
        for colour in Colour::BOTH {
            self.counts[colour][old.shape(colour) as usize] -= 1;
            self.counts[colour][new.shape(colour) as usize] += 1;
        }
        self.move_between_sets(point, &old, &new);
    }

    pub(crate) fn line_words(&self) -> LineWords {
        LineWords { lines: self.lines, tables: self.tables }
    }
}

const _: () = assert!(MARGIN == 5 && STRIDE == 32 && MAX_CHANGES == 4 * 2 * 5);
