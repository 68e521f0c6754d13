//! The network's vectors of one board. They follow a board by its list of stones: what the board has taken back
//! is taken back here, what it has played is played, and only when a value is asked for.

use super::exchange::{AT_CENTRE, Exchange, restore};
use super::kernel::{Block, LANES};
use super::lines::{Line, OUTSIDE, REACH};
use super::{MAX_BLOCKS, Network};
use crate::rules::{Board, Colour, FIELD, Point, STEPS, Size};
use std::sync::Arc;

/// A stone, or none where the turn was passed.
pub(crate) type Stone = Option<(Point, Colour)>;

/// Lines that one stone lies on: its own four, and four to each side in each direction.
const MOST_EXCHANGES: usize = 4 + 4 * 2 * REACH;
/// No place on the board.
const NOWHERE: u16 = u16::MAX;

/// One search thread's vectors.
#[derive(Clone)]
pub struct NetworkState {
    network: Arc<Network>,
    size: Size,
    /// The stones that the vectors stand for, in the order they were put.
    stones: Vec<Stone>,
    /// The place of each point of the padded field among the vectors.
    places: Box<[u16; FIELD]>,
    /// Four lines for each place.
    lines: Vec<[Known; 4]>,
    views: [View; 2],
    /// Stones put, and what each of them changed; entries beyond that number are kept to be used again.
    put: usize,
    saved: Vec<Saved>,
}

/// The state before a stone, where it was changed.
#[derive(Clone, Default)]
struct Saved {
    /// Place, direction and line.
    lines: Vec<(u16, u8, Known)>,
    /// The changed places, once each.
    places: Vec<u16>,
    /// Their vectors, by view.
    vectors: [Vec<Block>; 2],
    pools: [Vec<i32>; 2],
}

/// A line and its rows of the table in both views.
#[derive(Clone, Copy, Default)]
struct Known {
    line: Line,
    rows: [u16; 2],
}

impl Known {
    #[inline(always)]
    fn new(line: Line) -> Self {
        Self { line, rows: line.forms() }
    }
}

/// The board as one colour sees it.
#[derive(Clone)]
struct View {
    /// For each place, the sum of its lines' rows.
    vectors: Vec<Block>,
    /// The sum of all clamped vectors.
    pool: Vec<i32>,
}

impl NetworkState {
    /// For boards of this size, empty at first.
    pub fn new(network: Arc<Network>, size: Size) -> Self {
        let mut places = Box::new([NOWHERE; FIELD]);
        for (place, point) in size.points().enumerate() {
            places[point.index()] = place as u16;
        }
        let lines: Vec<[Known; 4]> =
            size.points().map(|point| empty_lines(&places, point).map(Known::new)).collect();
        let views = [0, 1].map(|view| View::new(&network, &lines, view));
        Self { network, size, stones: Vec::new(), places, lines, views, put: 0, saved: Vec::new() }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Brings the vectors to where the board is.
    pub fn set_up(&mut self, board: &Board) {
        if board.size() != self.size {
            *self = Self::new(Arc::clone(&self.network), board.size());
        }
        let path: Vec<Stone> = board.history().map(Some).collect();
        let shared = path.iter().zip(&self.stones).take_while(|(now, then)| now == then).count();
        self.follow(&path, shared);
    }

    /// Brings the vectors to these stones, of which so many are known to be there already.
    pub(crate) fn follow(&mut self, path: &[Stone], shared: usize) {
        while self.stones.len() > shared {
            if self.stones.pop().flatten().is_some() {
                self.take_back();
            }
        }
        for &stone in &path[self.stones.len()..] {
            if let Some((point, colour)) = stone {
                self.put(point, colour as u8 + 1);
            }
            self.stones.push(stone);
        }
    }

    /// The score for this side to move.
    pub fn score(&self, to_move: Colour) -> i32 {
        let [black, white] = &self.views;
        match to_move {
            Colour::Black => self.network.score(to_move, &black.pool, &white.pool),
            Colour::White => self.network.score(to_move, &white.pool, &black.pool),
        }
    }

    /// How much this side likes a point of the board, [`POLICY_UNIT`](super::POLICY_UNIT) for odds of e to 1.
    pub fn liking(&self, to_move: Colour, point: Point) -> i32 {
        let place = usize::from(self.places[point.index()]);
        let blocks = self.network.blocks;
        let Some(vector) = self.views[to_move as usize].vectors.get(place * blocks..(place + 1) * blocks)
        else {
            return i32::MIN;
        };
        self.network.liking(to_move, vector)
    }

    /// The score for the side to move once this stone is put; nothing is changed.
    pub(crate) fn score_after(&mut self, stone: (Point, Colour), to_move: Colour) -> i32 {
        let (point, colour) = stone;
        let mut changes = Changes::default();
        self.changes::<false>(point, colour as u8 + 1, &mut changes, &mut Vec::new());
        let network = &*self.network;
        let mut pools = [[0; MAX_BLOCKS * LANES]; 2];
        let lanes = network.blocks * LANES;
        for (number, (view, pool)) in self.views.iter_mut().zip(&mut pools).enumerate() {
            pool[..lanes].copy_from_slice(&view.pool);
            let (table, exchanges) = (network.table_of(number), changes.of(number));
            network.kernel.look_at(&mut view.vectors, table, exchanges, network.blocks, pool);
        }
        network.score(to_move, &pools[to_move as usize][..lanes], &pools[!to_move as usize][..lanes])
    }

    /// Puts a stone: changes the lines that hold its cell, and remembers what was there.
    fn put(&mut self, point: Point, cell: u8) {
        if self.saved.len() == self.put {
            self.saved.push(Saved::default());
        }
        let mut saved = std::mem::take(&mut self.saved[self.put]);
        let mut changes = Changes::default();
        saved.lines.clear();
        self.changes::<true>(point, cell, &mut changes, &mut saved.lines);
        // The point's own four exchanges are at one place.
        saved.places.clear();
        saved.places.extend(changes.of(0).iter().skip(AT_CENTRE - 1).map(|exchange| exchange.place));
        let network = &*self.network;
        for (number, view) in self.views.iter_mut().enumerate() {
            let (pool, vectors) = (&mut saved.pools[number], &mut saved.vectors[number]);
            pool.clone_from(&view.pool);
            vectors.resize(MOST_EXCHANGES * network.blocks, Block::default());
            let (table, exchanges) = (network.table_of(number), changes.of(number));
            let (kernel, blocks) = (network.kernel, network.blocks);
            kernel.exchange(&mut view.vectors, table, exchanges, blocks, &mut view.pool, vectors);
        }
        self.saved[self.put] = saved;
        self.put += 1;
    }

    /// Takes the last stone back.
    fn take_back(&mut self) {
        self.put -= 1;
        let saved = &self.saved[self.put];
        for &(place, direction, known) in &saved.lines {
            self.lines[usize::from(place)][usize::from(direction)] = known;
        }
        for (number, view) in self.views.iter_mut().enumerate() {
            restore(&mut view.vectors, &saved.places, &saved.vectors[number], self.network.blocks);
            view.pool.copy_from_slice(&saved.pools[number]);
        }
    }

    /// What a stone changes in the lines that hold its cell, its own four first; they are changed if `KEEP`, and what
    /// they were is appended to `old`.
    #[inline(always)]
    fn changes<const KEEP: bool>(
        &mut self,
        point: Point,
        cell: u8,
        changes: &mut Changes,
        old: &mut Vec<(u16, u8, Known)>,
    ) {
        let centre = self.places[point.index()];
        for (direction, known) in self.lines[usize::from(centre)].iter_mut().enumerate() {
            let after = Known::new(Line { centre: cell, ..known.line });
            changes.add(centre, known.rows, after.rows);
            if KEEP {
                old.push((centre, direction as u8, *known));
                *known = after;
            }
        }
        for (direction, step) in STEPS.into_iter().enumerate() {
            // Seen from a point further along the direction, this one lies against it, and the other way round.
            for (side, step) in [(1, step), (0, -step)] {
                let mut at = point.index() as isize;
                for distance in 1..=REACH {
                    at += step;
                    let place = self.places[at as usize % FIELD];
                    if place == NOWHERE {
                        break;
                    }
                    let known = &mut self.lines[usize::from(place)][direction];
                    let mut line = known.line;
                    line.set(side, distance, cell);
                    let after = Known::new(line);
                    changes.add(place, known.rows, after.rows);
                    if KEEP {
                        old.push((place, direction as u8, *known));
                        *known = after;
                    }
                }
            }
        }
    }
}

/// The rows that go and come by one changed cell, in both views.
struct Changes {
    count: usize,
    exchanges: [[Exchange; MOST_EXCHANGES]; 2],
}

impl Default for Changes {
    fn default() -> Self {
        Self { count: 0, exchanges: [[Exchange::default(); MOST_EXCHANGES]; 2] }
    }
}

impl Changes {
    #[inline(always)]
    fn add(&mut self, place: u16, removed: [u16; 2], added: [u16; 2]) {
        let at = self.count.min(MOST_EXCHANGES - 1);
        self.exchanges[0][at] = Exchange { place, removed: removed[0], added: added[0] };
        self.exchanges[1][at] = Exchange { place, removed: removed[1], added: added[1] };
        self.count = at + 1;
    }

    fn of(&self, view: usize) -> &[Exchange] {
        &self.exchanges[view][..self.count]
    }
}

impl View {
    fn new(network: &Network, lines: &[[Known; 4]], view: usize) -> Self {
        let mut vectors = vec![Block::default(); lines.len() * network.blocks];
        let mut pool = vec![0; network.blocks * LANES];
        for (vector, lines) in vectors.chunks_exact_mut(network.blocks).zip(lines) {
            for known in lines {
                let row = network.row(network.first_row(view) + usize::from(known.rows[view]));
                for (sum, row) in vector.iter_mut().zip(row) {
                    for (sum, &weight) in sum.0.iter_mut().zip(&row.0) {
                        *sum += weight;
                    }
                }
            }
            for (total, &sum) in pool.iter_mut().zip(vector.iter().flat_map(|block| &block.0)) {
                *total += i32::from(sum.clamp(0, 255));
            }
        }
        Self { vectors, pool }
    }
}

/// The lines through a point of an empty board.
fn empty_lines(places: &[u16; FIELD], point: Point) -> [Line; 4] {
    STEPS.map(|step| {
        let mut line = Line::default();
        for (side, step) in [(0, step), (1, -step)] {
            let mut at = point.index() as isize;
            for distance in 1..=REACH {
                at += step;
                if places[at as usize % FIELD] == NOWHERE {
                    line.set(side, distance, OUTSIDE);
                }
            }
        }
        line
    })
}

#[cfg(test)]
mod tests {
    use super::super::file::tests::{random_file, random_file_of};
    use super::super::kernel::Kernel;
    use super::*;
    use crate::rules::Rule;

    fn next(seed: &mut u64, below: usize) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % below
    }

    #[test]
    fn following_a_board_equals_starting_from_it() {
        for (width, height, heads) in [(15, 15, 1), (5, 9, 2), (20, 20, 2), (22, 7, 1)] {
            let file = random_file_of(Rule::Renju, heads, 64, 8, 3);
            let network = Arc::new(Network::from_bytes(&file).unwrap());
            let size = Size::new(width, height).unwrap();
            let mut board = Board::new(size, Rule::Renju);
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
                    state.set_up(&board);
                    fresh.set_up(&board);
                    let side = board.to_move();
                    assert_eq!(state.score(side), fresh.score(side));
                    for point in size.points() {
                        assert_eq!(state.liking(side, point), fresh.liking(side, point));
                    }
                }
            }
        }
    }

    #[test]
    fn each_colour_has_heads_of_its_own_where_the_file_says_so() {
        let differs = |heads: usize| {
            let file = random_file_of(Rule::Renju, heads, 32, 8, 5);
            let network = Arc::new(Network::from_bytes(&file).unwrap());
            let mut state = NetworkState::new(network, Size::STANDARD);
            state.set_up(&Board::new(Size::STANDARD, Rule::Renju));
            state.score(Colour::Black) != state.score(Colour::White)
        };
        // The empty board looks alike to both.
        assert!(!differs(1) && differs(2));
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
                let mut state = NetworkState::new(Arc::new(network), Size::STANDARD);
                state.set_up(&board);
                state.score(board.to_move())
            })
            .collect();
        assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{scores:?}");
    }
}
