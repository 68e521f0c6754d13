//! The network's vectors of one board. They follow a board by its list of stones: what the board has taken back
//! is taken back here, what it has played is played, and only when a value is asked for.

use super::Network;
use super::kernel::Block;
use super::lines::{EMPTY, Line, OUTSIDE, REACH};
use crate::rules::{Board, Colour, DIRECTIONS, Point, Size};
use std::sync::Arc;

/// One search thread's vectors.
#[derive(Clone)]
pub struct NetworkState {
    network: Arc<Network>,
    size: Size,
    /// The stones that the vectors stand for, in the order they were put.
    stones: Vec<(Point, Colour)>,
    /// Four lines for each point of the board, row by row.
    lines: Vec<[Line; 4]>,
    views: [View; 2],
}

/// The board as one colour sees it.
#[derive(Clone)]
struct View {
    /// For each point, the sum of its lines' rows.
    vectors: Vec<Block>,
    /// The sum of all clamped vectors.
    pool: Vec<i32>,
    /// Change of the pool by the move at hand.
    change: Vec<Block>,
}

impl NetworkState {
    /// For boards of this size, empty at first.
    pub fn new(network: Arc<Network>, size: Size) -> Self {
        let lines: Vec<[Line; 4]> = size.points().map(|point| empty_lines(size, point)).collect();
        let views = [0, 1].map(|view| View::new(&network, &lines, view));
        Self { network, size, stones: Vec::new(), lines, views }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The score of the board for the side to move.
    pub fn score(&mut self, board: &Board) -> i32 {
        self.follow(board);
        let [black, white] = &self.views;
        match board.to_move() {
            Colour::Black => self.network.score(&black.pool, &white.pool),
            Colour::White => self.network.score(&white.pool, &black.pool),
        }
    }

    /// How much the side to move likes each of these points; only the order matters.
    pub fn policy(&mut self, board: &Board, points: &[Point], into: &mut Vec<i32>) {
        self.follow(board);
        let network = &*self.network;
        let view = &self.views[board.to_move() as usize];
        into.clear();
        into.extend(points.iter().map(|&point| {
            let vector = &view.vectors[index(self.size, point) * network.blocks..][..network.blocks];
            network.kernel.clamped_dot(vector, &network.policy) + network.policy_bias
        }));
    }

    /// Brings the vectors to where the board is.
    fn follow(&mut self, board: &Board) {
        if board.size() != self.size {
            *self = Self::new(Arc::clone(&self.network), board.size());
        }
        let shared = board.history().zip(&self.stones).take_while(|(now, then)| now == *then).count();
        while self.stones.len() > shared {
            if let Some((point, _)) = self.stones.pop() {
                self.put(point, EMPTY);
            }
        }
        for (point, colour) in board.history().skip(shared) {
            self.stones.push((point, colour));
            self.put(point, colour as u8 + 1);
        }
    }

    /// Changes a cell, and with it the 33 points whose lines hold it.
    fn put(&mut self, point: Point, cell: u8) {
        let centre = index(self.size, point);
        for (direction, &(dx, dy)) in DIRECTIONS.iter().enumerate() {
            self.change_line(centre, direction, |line| line.centre = cell);
            for (side, sign) in [(1, 1), (0, -1)] {
                for distance in 1..=REACH {
                    // Seen from a point further along the direction, this one lies against it, and the other way round.
                    let step = sign * distance as i32;
                    let Some(seer) = moved(self.size, point, i32::from(dx) * step, i32::from(dy) * step)
                    else {
                        break;
                    };
                    self.change_line(seer, direction, |line| line.set(side, distance, cell));
                }
            }
        }
        for view in &mut self.views {
            view.settle();
        }
    }

    fn change_line(&mut self, place: usize, direction: usize, change: impl FnOnce(&mut Line)) {
        let line = &mut self.lines[place][direction];
        let before = *line;
        change(line);
        let after = *line;
        let network = &*self.network;
        for (number, view) in self.views.iter_mut().enumerate() {
            let vector = &mut view.vectors[place * network.blocks..][..network.blocks];
            let (added, removed) = (network.row(after.form(number)), network.row(before.form(number)));
            network.kernel.replace(vector, added, removed, &mut view.change);
        }
    }
}

impl View {
    fn new(network: &Network, lines: &[[Line; 4]], view: usize) -> Self {
        let mut vectors = vec![Block::default(); lines.len() * network.blocks];
        let mut pool = vec![0; network.blocks * super::kernel::LANES];
        for (vector, lines) in vectors.chunks_exact_mut(network.blocks).zip(lines) {
            for line in lines {
                for (sum, row) in vector.iter_mut().zip(network.row(line.form(view))) {
                    for (sum, &weight) in sum.0.iter_mut().zip(&row.0) {
                        *sum += weight;
                    }
                }
            }
            for (total, &sum) in pool.iter_mut().zip(vector.iter().flat_map(|block| &block.0)) {
                *total += i32::from(sum.clamp(0, 255));
            }
        }
        Self { vectors, pool, change: vec![Block::default(); network.blocks] }
    }

    /// Adds the move's change to the pool.
    fn settle(&mut self) {
        for (total, change) in self.pool.iter_mut().zip(self.change.iter_mut().flat_map(|block| &mut block.0))
        {
            *total += i32::from(std::mem::take(change));
        }
    }
}

fn index(size: Size, point: Point) -> usize {
    point.y() as usize * size.width() as usize + point.x() as usize
}

fn moved(size: Size, point: Point, dx: i32, dy: i32) -> Option<usize> {
    let (x, y) = (u32::from(point.x()).checked_add_signed(dx)?, u32::from(point.y()).checked_add_signed(dy)?);
    size.point(x, y).map(|point| index(size, point))
}

/// The lines through a point of an empty board.
fn empty_lines(size: Size, point: Point) -> [Line; 4] {
    DIRECTIONS.map(|(dx, dy)| {
        let mut line = Line::default();
        for (side, sign) in [(0, 1), (1, -1)] {
            for distance in 1..=REACH {
                let step = sign * distance as i32;
                if moved(size, point, i32::from(dx) * step, i32::from(dy) * step).is_none() {
                    line.set(side, distance, OUTSIDE);
                }
            }
        }
        line
    })
}

#[cfg(test)]
mod tests {
    use super::super::file::tests::random_file;
    use super::super::kernel::Kernel;
    use super::*;
    use crate::rules::Rule;

    fn next(seed: &mut u64, below: usize) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % below
    }

    #[test]
    fn following_a_board_equals_starting_from_it() {
        let network = Arc::new(Network::from_bytes(&random_file(64, 8, 3)).unwrap());
        for (width, height) in [(15, 15), (5, 9), (20, 20), (22, 7)] {
            let size = Size::new(width, height).unwrap();
            let mut board = Board::new(size, Rule::Freestyle);
            let mut state = NetworkState::new(Arc::clone(&network), size);
            let mut seed = u64::from(width);
            for _ in 0..200 {
                let empty: Vec<Point> = board.empty_points().collect();
                if board.ply() > 0 && (empty.is_empty() || next(&mut seed, 3) == 0) {
                    board.undo();
                } else {
                    board.play(empty[next(&mut seed, empty.len())]);
                }
                if next(&mut seed, 3) == 0 {
                    let mut fresh = NetworkState::new(Arc::clone(&network), size);
                    assert_eq!(state.score(&board), fresh.score(&board));
                    let points: Vec<Point> = size.points().collect();
                    let (mut one, mut other) = (Vec::new(), Vec::new());
                    state.policy(&board, &points, &mut one);
                    fresh.policy(&board, &points, &mut other);
                    assert_eq!(one, other);
                }
            }
        }
    }

    #[test]
    fn every_kernel_scores_alike() {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        for (x, y) in [(7, 7), (8, 8), (7, 8), (6, 7)] {
            board.play(Point::new(x, y));
        }
        let scores: Vec<i32> = Kernel::available()
            .into_iter()
            .map(|kernel| {
                let mut network = Network::from_bytes(&random_file(32, 16, 9)).unwrap();
                network.kernel = kernel;
                NetworkState::new(Arc::new(network), Size::STANDARD).score(&board)
            })
            .collect();
        assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{scores:?}");
    }
}
