//! The course evaluation: shapes counted for both sides, squared, weighted, and doubled for the
//! side to move.

use super::shapes::{Counts, LabShape, count_line};
use super::{GomokuGame, ShapeValues};
use crate::rules::{Board, Colour, Point, Size};
use std::sync::Arc;
use xun_game::{Evaluation, GameValue};

/// Counts shapes as stones come and go: a stone changes only the four lines through it.
#[derive(Clone, Debug)]
pub struct ShapeEvaluation {
    values: Arc<ShapeValues>,
    layout: Arc<Layout>,
    /// The cells of every line: 0 empty, 1 black, 2 white.
    lines: Vec<Vec<u8>>,
    /// Shapes of black and white on every line, and on all together.
    counts: Vec<[Counts; 2]>,
    totals: [[u32; 7]; 2],
    /// Start-up values of black's and white's stones.
    startup: [i64; 2],
    past: Vec<Undo>,
}

#[derive(Clone, Debug)]
struct Undo {
    point: Point,
    colour: Colour,
    counts: [[Counts; 2]; 4],
}

/// The lines through each point, and its place on each.
#[derive(Debug, Default)]
struct Layout {
    places: Vec<[(u16, u8); 4]>,
    startup: Vec<i64>,
    lengths: Vec<usize>,
}

impl Layout {
    fn of(size: Size, values: &ShapeValues) -> Self {
        let (width, height) = (usize::from(size.width()), usize::from(size.height()));
        let mut layout =
            Self { places: vec![[(0, 0); 4]; 1024], startup: vec![0; 1024], lengths: Vec::new() };
        // Rows, columns, rising and falling diagonals: numbered one after the other.
        let columns = height;
        let rising = columns + width;
        let falling = rising + width + height - 1;
        layout.lengths = vec![0; falling + width + height - 1];
        for point in size.points() {
            let (x, y) = (usize::from(point.x()), usize::from(point.y()));
            layout.startup[point.index()] = values.startup(point, size);
            for (direction, line) in [y, columns + x, rising + x + height - 1 - y, falling + x + y]
                .into_iter()
                .enumerate()
            {
                layout.places[point.index()][direction] = (line as u16, layout.lengths[line] as u8);
                layout.lengths[line] += 1;
            }
        }
        layout
    }
}

impl ShapeEvaluation {
    /// The evaluation with these values.
    #[must_use]
    pub fn new(values: &ShapeValues) -> Self {
        Self {
            values: Arc::new(values.clone()),
            layout: Arc::default(),
            lines: Vec::new(),
            counts: Vec::new(),
            totals: [[0; 7]; 2],
            startup: [0; 2],
            past: Vec::new(),
        }
    }

    /// The number of a side's shapes of this kind.
    #[must_use]
    pub fn count(&self, colour: Colour, shape: LabShape) -> u32 {
        self.totals[colour as usize][shape as usize]
    }

    /// The value of a side's shapes and points, before the side to move is doubled.
    #[must_use]
    pub fn worth(&self, colour: Colour) -> i64 {
        let shapes = LabShape::ALL
            .into_iter()
            .map(|shape| self.values.worth(shape, self.count(colour, shape)));
        shapes.sum::<i64>() + self.startup[colour as usize]
    }

    fn put(&mut self, point: Point, colour: Colour) -> [[Counts; 2]; 4] {
        self.startup[colour as usize] += self.layout.startup[point.index()];
        self.layout.places[point.index()].map(|(line, place)| {
            let line = usize::from(line);
            self.lines[line][usize::from(place)] = colour as u8 + 1;
            let before = self.counts[line];
            self.replace(line, count_line(&self.lines[line]));
            before
        })
    }

    fn replace(&mut self, line: usize, new: [Counts; 2]) {
        let old = std::mem::replace(&mut self.counts[line], new);
        for colour in 0..2 {
            for shape in 0..7 {
                let total = &mut self.totals[colour][shape];
                *total = *total + u32::from(new[colour][shape]) - u32::from(old[colour][shape]);
            }
        }
    }

    fn restart(&mut self, board: &Board) {
        self.layout = Arc::new(Layout::of(board.size(), &self.values));
        self.lines = self.layout.lengths.iter().map(|length| vec![0; *length]).collect();
        self.counts = vec![[[0; 7]; 2]; self.lines.len()];
        (self.totals, self.startup) = ([[0; 7]; 2], [0; 2]);
        self.past.clear();
        for (point, colour) in board.history() {
            self.put(point, colour);
        }
    }
}

impl Evaluation<GomokuGame> for ShapeEvaluation {
    fn evaluate(&self, game: &GomokuGame) -> GameValue {
        let own = game.board().to_move();
        GameValue::points(2 * self.worth(own) - self.worth(!own))
    }

    fn start(&mut self, game: &GomokuGame) {
        self.restart(game.board());
    }

    fn before_play(&mut self, game: &GomokuGame, chosen: Point) {
        let colour = game.board().to_move();
        let counts = self.put(chosen, colour);
        self.past.push(Undo { point: chosen, colour, counts });
    }

    fn after_undo(&mut self) {
        let Some(Undo { point, colour, counts }) = self.past.pop() else { return };
        self.startup[colour as usize] -= self.layout.startup[point.index()];
        for ((line, place), before) in self.layout.places[point.index()].into_iter().zip(counts) {
            let line = usize::from(line);
            self.lines[line][usize::from(place)] = 0;
            self.replace(line, before);
        }
    }
}

xun_game::compile_search!(GomokuGame, ShapeEvaluation);
xun_game::compile_search!(GomokuGame, xun_game::NoOpinion);
