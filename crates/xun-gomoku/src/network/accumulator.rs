//! The accumulator: the network's sums for a board and for each move played since. A move only
//! records which patterns it changed; the sums are updated lazily, when a value is asked for.

use super::feature_transformer::PatternChange;
use super::kernel::{Block, LANES};
use super::region::{REGIONS, RegionMap};
use super::{Network, TAKEN};
use crate::eval::{Ranked, threat_index};
use crate::rules::{Board, Cell, Code, Colour, MAX_CHANGES, Point};
use std::sync::Arc;

/// Most points that a move changes: the points whose patterns it changes, and its own.
const SLOT: usize = MAX_CHANGES + 1;

/// One search thread's accumulator.
#[derive(Clone)]
pub struct Accumulator {
    network: Arc<Network>,
    /// The changes of each move since the first board, and their number.
    changes: Vec<[PatternChange; SLOT]>,
    counts: Vec<usize>,
    /// The sums of both views for the first board and after each move, `length` numbers each.
    pools: Vec<i32>,
    /// The same for each region.
    regions: Vec<Block>,
    /// The number of boards whose sums are up to date.
    known: usize,
    map: RegionMap,
}

impl Accumulator {
    /// The accumulator of this board.
    #[must_use]
    pub fn new(network: Arc<Network>, board: &Board) -> Self {
        let mut state = Self {
            network,
            changes: Vec::new(),
            counts: Vec::new(),
            pools: Vec::new(),
            regions: Vec::new(),
            known: 1,
            map: RegionMap::new(board.size()),
        };
        state.reset(board);
        state
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Starts again from this board.
    pub fn reset(&mut self, board: &Board) {
        self.counts.clear();
        // On a board without an empty point every sum is zero.
        self.map = RegionMap::new(board.size());
        let map = &self.map;
        let fill = |point: Point| PatternChange {
            before: [TAKEN; 2],
            after: codes(board, point),
            region: map.of(point),
        };
        let changes: Vec<PatternChange> = board.empty_points().map(fill).collect();
        let length = self.length();
        self.pools.resize(self.pools.len().max(length), 0);
        self.pools[..length].fill(0);
        let blocks = self.region_blocks();
        self.regions.resize(self.regions.len().max(blocks), Block::default());
        self.regions[..blocks].fill(Block::default());
        let network = &*self.network;
        let regions = &mut self.regions[..blocks];
        network.kernel.update_sums(
            network.tables(),
            network.blocks,
            &changes,
            &mut self.pools[..length],
            regions,
        );
        self.known = 1;
    }

    /// The length of one board's sums.
    fn length(&self) -> usize {
        2 * self.network.blocks * LANES
    }

    /// The number of blocks of one board's regions.
    fn region_blocks(&self) -> usize {
        if self.network.has_regions { REGIONS * 2 * self.network.blocks } else { 0 }
    }

    /// A stone was placed, or the turn passed; the board already shows it.
    #[inline]
    pub(crate) fn played(&mut self, board: &Board) {
        if self.changes.len() == self.counts.len() {
            self.changes.resize(2 * self.changes.len() + 32, [PatternChange::default(); SLOT]);
        }
        let slot = &mut self.changes[self.counts.len()];
        let Some(point) = board.recent(0) else { return self.counts.push(0) };
        // At a taken point the board keeps what was there before the stone.
        slot[0] = PatternChange {
            before: codes(board, point),
            after: [TAKEN; 2],
            region: self.map.of(point),
        };
        let mut count = 1;
        for &(changed, ref old) in board.last_changes() {
            // Written unconditionally: a branch on equal codes would be mispredicted often.
            let region = self.map.of(changed);
            let change =
                PatternChange { before: codes_of(old), after: codes(board, changed), region };
            debug_assert!(count < SLOT, "a move changes at most {MAX_CHANGES} other points");
            slot[count.min(SLOT - 1)] = change;
            count += usize::from(change.before != change.after);
        }
        self.counts.push(count.min(SLOT));
    }

    /// The last move was taken back.
    #[inline]
    pub(crate) fn undone(&mut self) {
        self.counts.pop();
        self.known = self.known.min(self.counts.len() + 1);
    }

    /// Brings the sums up to the last move.
    fn update(&mut self) {
        let length = self.length();
        let wanted = self.counts.len() + 1;
        if self.pools.len() < wanted * length {
            self.pools.resize(2 * wanted * length, 0);
        }
        let blocks = self.region_blocks();
        if self.regions.len() < wanted * blocks {
            self.regions.resize(2 * wanted * blocks, Block::default());
        }
        let network = &*self.network;
        while self.known < wanted {
            let (done, pools) = self.pools.split_at_mut(self.known * length);
            let pools = &mut pools[..length];
            pools.copy_from_slice(&done[done.len() - length..]);
            let changes = &self.changes[self.known - 1][..self.counts[self.known - 1]];
            let (done, regions) = self.regions.split_at_mut(self.known * blocks);
            let regions = &mut regions[..blocks];
            regions.copy_from_slice(&done[done.len() - blocks..]);
            network.kernel.update_sums(network.tables(), network.blocks, changes, pools, regions);
            self.known += 1;
        }
    }

    /// The score for the side to move; the board must be the one of the last move.
    pub fn score(&mut self, board: &Board) -> i32 {
        self.update();
        let length = self.length();
        let pools = &self.pools[(self.known - 1) * length..][..length];
        let blocks = self.region_blocks();
        let regions = &self.regions[(self.known - 1) * blocks..][..blocks];
        self.network.score(board.to_move(), pools, regions, threat_index(board))
    }

    /// The policy of the side to move at an empty point, [`POLICY_UNIT`](super::POLICY_UNIT) for
    /// odds of e to 1.
    #[inline]
    #[must_use]
    pub fn policy(&self, board: &Board, point: Point) -> i32 {
        let mut list = [Ranked { point, rank: 0 }];
        self.rank_by_policy(board, 1, &mut list);
        list[0].rank
    }

    /// Ranks empty points by the policy of the side to move, divided by `part`.
    #[inline]
    pub(crate) fn rank_by_policy(&self, board: &Board, part: i32, list: &mut [Ranked]) {
        let network = &*self.network;
        network.kernel.rank_by_policy(&network.policy_of(board.to_move()), board, part, list);
    }
}

#[inline]
fn codes(board: &Board, point: Point) -> [Code; 2] {
    codes_of(board.cell(point))
}

#[inline]
fn codes_of(cell: &Cell) -> [Code; 2] {
    [cell.code(Colour::Black), cell.code(Colour::White)]
}

#[cfg(test)]
mod tests {
    use super::super::file::tests::{random_file, random_file_of};
    use super::super::kernel::Kernel;
    use super::*;
    use crate::rules::{Rule, Size};

    fn next(seed: &mut u64, below: usize) -> usize {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize % below
    }

    #[test]
    fn following_a_board_equals_starting_from_it() {
        for (width, height, heads) in [(15, 15, 1), (5, 9, 2), (20, 20, 2), (22, 7, 1)] {
            let file = random_file_of(Rule::Renju, heads, 64, 16, 3);
            let network = Arc::new(Network::from_bytes(&file).unwrap());
            let mut board = Board::new(Size::new(width, height).unwrap(), Rule::Renju);
            let mut state = Accumulator::new(Arc::clone(&network), &board);
            let mut seed = u64::from(width);
            for _ in 0..200 {
                let empty: Vec<Point> = board.empty_points().collect();
                if board.ply() > 0 && (empty.is_empty() || next(&mut seed, 3) == 0) {
                    board.undo();
                    state.undone();
                } else {
                    if next(&mut seed, 9) == 0 {
                        board.pass();
                    } else {
                        board.play(empty[next(&mut seed, empty.len())]);
                    }
                    state.played(&board);
                }
                if next(&mut seed, 3) == 0 {
                    let mut fresh = Accumulator::new(Arc::clone(&network), &board);
                    assert_eq!(state.score(&board), fresh.score(&board));
                }
            }
        }
    }

    #[test]
    fn turned_boards_are_worth_the_same() {
        let network = Arc::new(Network::from_bytes(&random_file(32, 16, 5)).unwrap());
        let turned = |turn: fn(u8, u8) -> (u8, u8)| {
            let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
            for (x, y) in [(7, 7), (8, 8), (7, 8), (6, 7), (3, 5), (14, 2)] {
                let (x, y) = turn(x, y);
                board.play(Point::new(x, y));
            }
            Accumulator::new(Arc::clone(&network), &board).score(&board)
        };
        assert_eq!(turned(|x, y| (x, y)), turned(|x, y| (14 - y, x)));
        assert_eq!(turned(|x, y| (x, y)), turned(|x, y| (y, x)));
    }

    #[test]
    fn each_colour_has_heads_of_its_own_where_the_file_says_so() {
        let differs = |heads: usize| {
            let file = random_file_of(Rule::Renju, heads, 32, 32, 5);
            let network = Arc::new(Network::from_bytes(&file).unwrap());
            let mut board = Board::new(Size::STANDARD, Rule::Renju);
            let black = Accumulator::new(Arc::clone(&network), &board).score(&board);
            board.pass();
            black != Accumulator::new(network, &board).score(&board)
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
                Accumulator::new(Arc::new(network), &board).score(&board)
            })
            .collect();
        assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{scores:?}");
    }
}
