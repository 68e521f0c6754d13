//! The board of the searches for fours: it keeps the points where either colour makes five or a
//! four, and nothing else.
//!
//! The lines are the words of the searches' board (two bits a point); the points of five and four
//! of a whole line come from a few dozen operations on its word, and only lines that a stone can
//! have changed are computed again. The changes of a stone are logged and copied back on undo.

use crate::rules::{
    Board, Colour, LINES, LineClass, LineWords, PerColour, Point, Rule, STRIDE, line_of, stone_key,
};
use crate::rules::{SIDE_KEY, Size};

/// The low bit of every place of a line.
const LOW: u64 = 0x5555_5555_5555_5555;
/// Nine places, four to either side of the middle.
const NINE: u64 = (1 << 18) - 1;
const LINE_WORDS: usize = LINES / 64;

/// Points of a line, at the low bits of their places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Marks {
    /// One stone makes five.
    fives: u64,
    /// One stone makes a four.
    fours: u64,
}

struct Change {
    line: u8,
    colour: Colour,
    old: Marks,
}

struct Ply {
    point: Point,
    colour: Colour,
    changes: u32,
}

/// The board. The caller keeps the side to move; only the key contains it.
pub(crate) struct FourBoard {
    rule: Rule,
    size: Size,
    words: LineWords,
    marks: PerColour<[Marks; LINES]>,
    /// Lines with a point of five, and of four.
    five_lines: PerColour<[u64; LINE_WORDS]>,
    four_lines: PerColour<[u64; LINE_WORDS]>,
    plies: Vec<Ply>,
    changes: Vec<Change>,
    key: u64,
    empty: usize,
}

impl FourBoard {
    pub(crate) fn new(board: &Board) -> Self {
        let mut fours = Self {
            rule: board.rule(),
            size: board.size(),
            words: board.line_words(),
            marks: PerColour([[Marks::default(); LINES]; 2]),
            five_lines: PerColour([[0; LINE_WORDS]; 2]),
            four_lines: PerColour([[0; LINE_WORDS]; 2]),
            plies: Vec::with_capacity(64),
            changes: Vec::with_capacity(256),
            key: board.key(),
            empty: board.size().area() - board.stones(),
        };
        for line in 0..LINES {
            if fours.words.line(line) != u64::MAX {
                for colour in Colour::BOTH {
                    let marks = fours.line_marks(line, colour);
                    fours.set_marks(line, colour, marks);
                }
            }
        }
        fours
    }

    pub(crate) fn rule(&self) -> Rule {
        self.rule
    }

    /// The key of the stones with this side to move.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// The key after a stone of the side to move at this point.
    #[inline]
    pub(crate) fn key_after(&self, point: Point, colour: Colour) -> u64 {
        self.key ^ stone_key(point, colour) ^ SIDE_KEY
    }

    pub(crate) fn is_full(&self) -> bool {
        self.empty == 0
    }

    #[inline]
    pub(crate) fn is_empty(&self, point: Point) -> bool {
        self.words.content(point.index() as isize) == 0
    }

    /// The empty point with this index of the padded field, if it is one; up to five steps off the
    /// board are fine.
    #[inline]
    pub(crate) fn empty_at(&self, index: isize) -> Option<Point> {
        (self.words.content(index) == 0).then(|| Point::from_index(index as usize))
    }

    /// Whether a stone of this colour makes five here.
    #[inline]
    pub(crate) fn makes_five(&self, point: Point, colour: Colour) -> bool {
        (0..4).any(|direction| {
            let (line, place) = line_of(point, direction);
            self.marks[colour][line].fives >> (2 * place) & 1 != 0
        })
    }

    pub(crate) fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// The other side moves without a stone; undone by the same call.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.key ^= SIDE_KEY;
    }

    /// Number of stones played here.
    pub(crate) fn depth(&self) -> usize {
        self.plies.len()
    }

    /// The stone played this many plies ago (0 is the last one).
    #[inline]
    pub(crate) fn recent(&self, ago: usize) -> Option<Point> {
        self.plies.get(self.plies.len().checked_sub(ago + 1)?).map(|ply| ply.point)
    }

    pub(crate) fn play(&mut self, point: Point, colour: Colour) {
        debug_assert!(self.is_empty(point), "{point} is not empty");
        self.plies.push(Ply { point, colour, changes: self.changes.len() as u32 });
        self.key = self.key_after(point, colour);
        self.empty -= 1;
        self.words.flip(point, colour);
        for direction in 0..4 {
            let (line, place) = line_of(point, direction);
            let word = self.words.line(line);
            // A row of five through the stone lies within four steps; it takes three of its stones
            // to matter.
            let near = stones_of(word >> (2 * (place - 4)) & NINE, colour).count_ones();
            if near >= 3 || self.marks[colour][line] != Marks::default() {
                self.renew(line, colour);
            }
            // The other colour's stones only lose by it.
            if self.marks[!colour][line] != Marks::default() {
                self.renew(line, !colour);
            }
        }
    }

    fn renew(&mut self, line: usize, colour: Colour) {
        let (old, new) = (self.marks[colour][line], self.line_marks(line, colour));
        if old != new {
            self.changes.push(Change { line: line as u8, colour, old });
            self.set_marks(line, colour, new);
        }
    }

    fn set_marks(&mut self, line: usize, colour: Colour, marks: Marks) {
        self.marks[colour][line] = marks;
        let (word, bit) = (line / 64, 1 << (line % 64));
        let set = |words: &mut [u64; LINE_WORDS], on: bool| {
            if on {
                words[word] |= bit;
            } else {
                words[word] &= !bit;
            }
        };
        set(&mut self.five_lines[colour], marks.fives != 0);
        set(&mut self.four_lines[colour], marks.fours != 0);
    }

    pub(crate) fn undo(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        while self.changes.len() > ply.changes as usize {
            let Some(change) = self.changes.pop() else { break };
            self.set_marks(usize::from(change.line), change.colour, change.old);
        }
        self.words.flip(ply.point, ply.colour);
        self.key = self.key_after(ply.point, ply.colour);
        self.empty += 1;
    }

    /// The points of five and four of a line: windows of five places that the colour may still
    /// fill, with one and with two places empty.
    fn line_marks(&self, line: usize, colour: Colour) -> Marks {
        let word = self.words.line(line);
        let own = stones_of(word, colour);
        let free = !(word | word >> 1) & LOW;
        let windows = self.windows(word, own, free, colour);
        if windows == 0 {
            return Marks::default();
        }
        let empties = [free, free >> 2, free >> 4, free >> 6, free >> 8];
        // Empty places of each window, counted in three bits.
        let (mut one, mut two, mut four) = (0, 0, 0);
        for bits in empties {
            let carry = one & bits;
            one ^= bits;
            four |= two & carry;
            two ^= carry;
        }
        let single = windows & one & !two & !four;
        let double = windows & !one & two & !four;
        let mut marks = Marks::default();
        for (place, bits) in empties.into_iter().enumerate() {
            marks.fives |= (single & bits) << (2 * place);
            marks.fours |= (double & bits) << (2 * place);
        }
        marks
    }

    /// Windows (by their first place) that make a winning five when filled.
    #[inline]
    fn windows(&self, word: u64, own: u64, free: u64, colour: Colour) -> u64 {
        let usable = own | free;
        let pairs = usable & usable >> 2;
        let windows = pairs & pairs >> 4 & usable >> 8;
        match (self.rule, colour) {
            (Rule::Freestyle, _) | (Rule::Renju, Colour::White) => windows,
            (Rule::Standard, _) | (Rule::Renju, Colour::Black) => {
                windows & !(own << 2) & !(own >> 10)
            }
            (Rule::Caro | Rule::CaroExact, _) => {
                let other = stones_of(word, !colour);
                let unblocked = windows & !(other << 2 & other >> 10);
                if self.rule == Rule::Caro {
                    unblocked
                } else {
                    unblocked & !(own << 2) & !(own >> 10)
                }
            }
        }
    }

    /// Empty points of this colour's windows that hold a stone of it, once for each such line, and
    /// whether a window there holds two or more: a stone makes at least a two, or at least a three.
    pub(crate) fn each_extension(&self, colour: Colour, mut each: impl FnMut(Point, bool)) {
        for line in 0..LINES {
            let word = self.words.line(line);
            let own = stones_of(word, colour);
            if own == 0 {
                continue;
            }
            let free = !(word | word >> 1) & LOW;
            let windows = self.windows(word, own, free, colour);
            let (mut one, mut two) = (0, 0);
            for place in 0..5 {
                let stones = own >> (2 * place);
                two |= one & stones;
                one |= stones;
            }
            let (mut twos, mut threes) = (0, 0);
            for place in 0..5 {
                twos |= (windows & one) << (2 * place);
                threes |= (windows & two) << (2 * place);
            }
            each_place(twos & free, |place| {
                each(point_of(line, place), threes >> (2 * place) & 1 != 0);
            });
        }
    }

    /// Whether the colour makes five anywhere.
    #[inline]
    pub(crate) fn has_five(&self, colour: Colour) -> bool {
        self.five_lines[colour] != [0; LINE_WORDS]
    }

    /// Two different points of five, as far as there are any.
    #[inline]
    pub(crate) fn fives(&self, colour: Colour) -> (Option<Point>, Option<Point>) {
        let mut first = None;
        let mut second = None;
        each_mark(&self.five_lines[colour], |line| self.marks[colour][line].fives, &mut |point| {
            match first {
                None => first = Some(point),
                Some(known) if known != point => second = second.or(Some(point)),
                Some(_) => {}
            }
        });
        (first, second)
    }

    /// Whether the colour makes a four anywhere.
    #[inline]
    pub(crate) fn has_four(&self, colour: Colour) -> bool {
        self.four_lines[colour] != [0; LINE_WORDS]
    }

    /// Every point of five, some of them more than once.
    pub(crate) fn each_five(&self, colour: Colour, mut each: impl FnMut(Point)) {
        each_mark(&self.five_lines[colour], |line| self.marks[colour][line].fives, &mut each);
    }

    /// Every point of four, once for each line that becomes a four.
    pub(crate) fn each_four(&self, colour: Colour, mut each: impl FnMut(Point)) {
        each_mark(&self.four_lines[colour], |line| self.marks[colour][line].fours, &mut each);
    }

    /// The points of four on the lines through a point.
    pub(crate) fn each_four_through(
        &self,
        point: Point,
        colour: Colour,
        mut each: impl FnMut(Point),
    ) {
        for direction in 0..4 {
            let (line, _) = line_of(point, direction);
            each_place(self.marks[colour][line].fours, |place| each(point_of(line, place)));
        }
    }

    /// The number of lines on which a stone here makes a four.
    #[inline]
    pub(crate) fn fours_at(&self, point: Point, colour: Colour) -> usize {
        (0..4)
            .filter(|&direction| {
                let (line, place) = line_of(point, direction);
                self.marks[colour][line].fours >> (2 * place) & 1 != 0
            })
            .count()
    }

    /// The shape that a stone makes at an empty point, by its four lines.
    #[inline]
    pub(crate) fn classes(&self, point: Point, colour: Colour) -> [LineClass; 4] {
        [0, 1, 2, 3].map(|direction| self.words.class(point, direction, colour))
    }

    /// Whether this colour may not play an empty point.
    #[inline]
    pub(crate) fn is_forbidden(&mut self, point: Point, colour: Colour) -> bool {
        self.rule.forbids(colour) && self.words.is_forbidden(point)
    }
}

/// This colour's stones of a word, at the low bits of their places.
#[inline]
fn stones_of(word: u64, colour: Colour) -> u64 {
    match colour {
        Colour::Black => word & !(word >> 1) & LOW,
        Colour::White => word >> 1 & !word & LOW,
    }
}

/// Every marked point of these lines.
#[inline]
fn each_mark(
    lines: &[u64; LINE_WORDS],
    marks: impl Fn(usize) -> u64,
    each: &mut impl FnMut(Point),
) {
    for (index, &word) in lines.iter().enumerate() {
        let mut word = word;
        while word != 0 {
            let line = 64 * index + word.trailing_zeros() as usize;
            word &= word - 1;
            each_place(marks(line), |place| each(point_of(line, place)));
        }
    }
}

#[inline]
fn each_place(mut marks: u64, mut each: impl FnMut(usize)) {
    while marks != 0 {
        each(marks.trailing_zeros() as usize / 2);
        marks &= marks - 1;
    }
}

/// The point at this place of a line: `line_of` the other way.
#[inline]
fn point_of(line: usize, place: usize) -> Point {
    let (x, y) = match line / STRIDE {
        0 => (place, line),
        1 => (line - STRIDE, place),
        2 | 3 => (place, place + 3 * STRIDE - line),
        _ => (place, line - 4 * STRIDE - place),
    };
    Point::from_index(y * STRIDE + x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::PointSet;

    fn set(mut each: impl FnMut(&mut dyn FnMut(Point))) -> PointSet {
        let mut set = PointSet::EMPTY;
        each(&mut |point| set.insert(point));
        set
    }

    #[test]
    fn it_agrees_with_the_searches_board_on_random_games() {
        let mut state = 5_u64;
        let mut next = |bound: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % bound
        };
        for round in 0..120 {
            let rule = Rule::ALL[round % Rule::COUNT];
            let size =
                [Size::STANDARD, Size::new(22, 7).unwrap(), Size::new(20, 20).unwrap()][round % 3];
            let mut board = Board::new(size, rule);
            let mut fours = FourBoard::new(&board);
            for _ in 0..60 {
                if board.winner().is_some() {
                    break;
                }
                let candidates: Vec<Point> = board.candidates().collect();
                let point = if candidates.is_empty() {
                    size.centre()
                } else {
                    candidates[next(candidates.len())]
                };
                let colour = board.to_move();
                if board.is_forbidden(point) {
                    continue;
                }
                board.play(point);
                fours.play(point, colour);
                // A stone more, to see that undoing leaves nothing behind.
                let more = board.empty_points().nth(next(20)).unwrap();
                fours.play(more, !colour);
                fours.undo();
                assert_eq!(fours.key(), board.key());
                if board.winner().is_some() {
                    break;
                }
                for colour in Colour::BOTH {
                    assert_eq!(
                        set(|each| fours.each_five(colour, each)),
                        *board.fives(colour),
                        "{rule}"
                    );
                    let expected = *board.fours(colour);
                    let seen = set(|each| fours.each_four(colour, each));
                    // A point of five may make a four elsewhere; the search never asks.
                    for point in size.points().filter(|&point| !board.fives(colour).contains(point))
                    {
                        assert_eq!(
                            seen.contains(point),
                            expected.contains(point),
                            "{rule} {point}"
                        );
                    }
                }
                for point in board.empty_points() {
                    assert_eq!(
                        fours.is_forbidden(point, Colour::Black),
                        board.is_forbidden_for_black(point),
                        "{point}"
                    );
                }
            }
        }
    }

    #[test]
    fn places_and_points_are_the_same_thing() {
        for point in Size::new(22, 22).unwrap().points() {
            for direction in 0..4 {
                let (line, place) = line_of(point, direction);
                assert_eq!(point_of(line, place), point);
            }
        }
    }
}
