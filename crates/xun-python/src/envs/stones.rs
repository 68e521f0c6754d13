//! A Gomoku game that knows stones and fives and nothing else: many times quicker to step than a
//! [`Board`], which keeps the patterns of every line for the engine. For rules without forbidden
//! points.

use super::Play;
use xun_game::SplitMix64;
use xun_gomoku::rules::{Board, Rule, Size};

/// Bits for the largest board.
const WORDS: usize = 8;

/// A set of points, by action: row × width + column.
#[derive(Clone, Copy, Default)]
pub(super) struct Points([u64; WORDS]);

impl Points {
    fn has(&self, action: usize) -> bool {
        self.0.get(action / 64).is_some_and(|word| word >> (action % 64) & 1 == 1)
    }

    pub(super) fn flip(&mut self, action: usize) {
        self.0[action / 64] ^= 1 << (action % 64);
    }

    /// Number of points before this one.
    pub(super) fn count_below(&self, action: usize) -> usize {
        let whole = self.0[..action / 64].iter();
        let part = self.0[action / 64] & ((1 << (action % 64)) - 1);
        whole.chain([&part]).map(|word| word.count_ones() as usize).sum()
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The point of this rank, counted from 0; there must be one.
    fn nth(&self, mut rank: u32) -> usize {
        for (index, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if rank < here {
                let rest = (0..rank).fold(word, |rest, _| rest & (rest - 1));
                return index * 64 + rest.trailing_zeros() as usize;
            }
            rank -= here;
        }
        0
    }
}

/// One game.
#[derive(Clone)]
pub(super) struct Stones {
    size: Size,
    rule: Rule,
    empty: Points,
    /// Black's and White's.
    colours: [Points; 2],
    moves: Vec<u16>,
    has_five: bool,
}

impl Stones {
    /// A new game; none by a rule with forbidden points.
    pub(super) fn new(size: Size, rule: Rule) -> Option<Self> {
        let mut empty = Points([0; WORDS]);
        (0..size.area()).for_each(|action| empty.flip(action));
        let none = Points([0; WORDS]);
        let moves = Vec::with_capacity(size.area());
        (rule != Rule::Renju).then_some(Self {
            size,
            rule,
            empty,
            colours: [none; 2],
            moves,
            has_five: false,
        })
    }

    /// The game that led to a board; none by a rule with forbidden points.
    pub(super) fn of(board: &Board) -> Option<Self> {
        let mut game = Self::new(board.size(), board.rule())?;
        let width = i64::from(board.size().width());
        for (point, _) in board.history() {
            game.act(i64::from(point.y()) * width + i64::from(point.x()));
        }
        Some(game)
    }

    /// The same game without a move.
    pub(super) fn begun_anew(&self) -> Self {
        Self::new(self.size, self.rule).unwrap_or_else(|| self.clone())
    }

    /// The game as a board.
    pub(super) fn board(&self) -> Board {
        let mut board = Board::new(self.size, self.rule);
        let width = u32::from(self.size.width());
        for &action in &self.moves {
            let action = u32::from(action);
            if let Some(point) = self.size.point(action % width, action / width) {
                board.play(point);
            }
        }
        board
    }

    /// The stone on each point: 1 for the side to move, -1 for the other.
    pub(super) fn planes(&self) -> impl Iterator<Item = i8> + '_ {
        let own = self.moves.len() % 2;
        (0..self.size.area())
            .map(move |at| self.colours[own].has(at) as i8 - self.colours[1 - own].has(at) as i8)
    }

    /// Whether the last stone, at this place, made a five that wins.
    fn makes_five(&self, colour: usize, action: usize) -> bool {
        let width = usize::from(self.size.width());
        let (x, y) = ((action % width) as i32, (action / width) as i32);
        let (columns, rows) = (i32::from(self.size.width()), i32::from(self.size.height()));
        let stone = |colour: usize, x: i32, y: i32| {
            (0..columns).contains(&x)
                && (0..rows).contains(&y)
                && self.colours[colour].has(y as usize * width + x as usize)
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: i32| {
                let ends = |&k: &i32| !stone(colour, x + sign * k * dx, y + sign * k * dy);
                (1..=columns.max(rows)).find(ends).unwrap_or(1)
            };
            let (ahead, behind) = (run(1), run(-1));
            let length = ahead + behind - 1;
            let blocked = || {
                stone(1 - colour, x + ahead * dx, y + ahead * dy)
                    && stone(1 - colour, x - behind * dx, y - behind * dy)
            };
            match self.rule {
                Rule::Freestyle | Rule::Renju => length >= 5,
                Rule::Standard => length == 5,
                Rule::Caro => length > 5 || (length == 5 && !blocked()),
                Rule::CaroExact => length == 5 && !blocked(),
            }
        })
    }
}

impl Play for Stones {
    fn actions(&self, mut visit: impl FnMut(i64)) {
        if self.result().is_none() {
            for (index, &word) in self.empty.0.iter().enumerate() {
                let mut word = word;
                while word != 0 {
                    visit((index * 64 + word.trailing_zeros() as usize) as i64);
                    word &= word - 1;
                }
            }
        }
    }

    fn sample(&self, random: &mut SplitMix64) -> i64 {
        self.empty.nth(random.below(u64::from(self.empty.count().max(1))) as u32) as i64
    }

    fn allows(&self, action: i64) -> bool {
        !self.has_five && usize::try_from(action).is_ok_and(|action| self.empty.has(action))
    }

    fn act(&mut self, action: i64) {
        let Ok(at) = usize::try_from(action) else { return };
        let colour = self.moves.len() % 2;
        self.empty.flip(at);
        self.colours[colour].flip(at);
        self.moves.push(at as u16);
        self.has_five = self.makes_five(colour, at);
    }

    fn result(&self) -> Option<f32> {
        if self.has_five {
            return Some(1.0);
        }
        (self.moves.len() == self.size.area()).then_some(0.0)
    }

    fn player(&self) -> usize {
        self.moves.len() % 2
    }
}
