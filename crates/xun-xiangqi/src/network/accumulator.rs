//! Both sides' accumulators along the line of moves from the root.
//!
//! A move only notes what changed; the sums are worked out when a score is asked for, from the
//! nearest layer below that has them. A king's move into another bucket changes every input of its
//! side: then the sums are made from a cached accumulator of that view and the difference of the
//! two boards.

use super::Network;
use super::features::{BUCKETS, View};
use super::kernel::Block;
use crate::rules::{BoardObserver, Colour, Piece, Position, Square};
use std::sync::Arc;

/// The changes of one move on the board; nothing for the root and after a pass.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    moved: Option<(Piece, Square, Square)>,
    captured: Option<(Piece, Square)>,
}

/// One position of the line.
struct Layer {
    /// The changes from the layer below.
    change: Change,
    /// Whether each side's sums are computed.
    ready: [bool; 2],
    /// Red's sums, then Black's.
    sums: Vec<Block>,
}

/// An accumulator of one view, and the board it stands for.
struct Cached {
    board: [Option<Piece>; Square::COUNT],
    sums: Vec<Block>,
}

/// The network's memory of one search thread.
pub struct Accumulators {
    network: Arc<Network>,
    layers: Vec<Layer>,
    /// Layers in use; the others wait, allocated, for the next time.
    depth: usize,
    cache: Vec<Cached>,
}

impl Accumulators {
    /// For positions of this network, at a root yet to be seen.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let bias = network.transformer.bias.clone();
        let cached = || Cached { board: [None; Square::COUNT], sums: bias.clone() };
        let cache = (0..2 * 2 * BUCKETS).map(|_| cached()).collect();
        let mut accumulators = Self { network, layers: Vec::new(), depth: 0, cache };
        accumulators.reset();
        accumulators
    }

    /// Forgets the line: the next position to be scored may be any.
    pub fn reset(&mut self) {
        self.depth = 0;
        self.push();
    }

    /// Begins a move or a pass: changes observed until the next `push` belong to it.
    #[inline]
    pub fn push(&mut self) {
        if self.depth == self.layers.len() {
            let sums = vec![Block::default(); 2 * self.network.transformer.blocks];
            self.layers.push(Layer { change: Change::default(), ready: [false; 2], sums });
        }
        let layer = &mut self.layers[self.depth];
        layer.change = Change::default();
        layer.ready = [false; 2];
        self.depth += 1;
    }

    /// The last move or pass was taken back.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(self.depth > 1);
        self.depth = (self.depth - 1).max(1);
    }

    /// The score in centipawns from the side to move of `position`, which must be where the line
    /// has led.
    pub fn score(&mut self, position: &Position) -> i32 {
        for colour in Colour::ALL {
            self.work_out(colour, position);
        }
        let blocks = self.network.transformer.blocks;
        let (red, black) = self.layers[self.depth - 1].sums.split_at(blocks);
        let pieces = position.occupied().count();
        match position.turn() {
            Colour::Red => self.network.score(red, black, pieces),
            Colour::Black => self.network.score(black, red, pieces),
        }
    }

    fn work_out(&mut self, colour: Colour, position: &Position) {
        let top = self.depth - 1;
        let view = View::new(colour, position.king(colour));
        match self.nearest_ready(colour, view) {
            Some(from) => (from + 1..=top).for_each(|layer| self.advance(layer, colour, view)),
            None => self.refresh(top, view, colour, position),
        }
    }

    /// The highest layer with this side's sums, if the side's view has stayed the same since.
    fn nearest_ready(&self, colour: Colour, view: View) -> Option<usize> {
        let own_king = match colour {
            Colour::Red => Piece::RedKing,
            Colour::Black => Piece::BlackKing,
        };
        let mut index = self.depth - 1;
        loop {
            let layer = &self.layers[index];
            if layer.ready[colour as usize] {
                return Some(index);
            }
            let same_view = match layer.change.moved {
                Some((piece, from, _)) if piece == own_king => View::new(colour, from) == view,
                _ => true,
            };
            if index == 0 || !same_view {
                return None;
            }
            index -= 1;
        }
    }

    /// Works out a layer's sums from those of the layer below.
    fn advance(&mut self, index: usize, colour: Colour, view: View) {
        let network = &*self.network;
        let half = colour as usize * network.transformer.blocks
            ..(colour as usize + 1) * network.transformer.blocks;
        let (below, above) = self.layers.split_at_mut(index);
        let (below, layer) = (&below[index - 1].sums[half.clone()], &mut above[0]);
        let to = &mut layer.sums[half];
        match layer.change.moved {
            None => to.copy_from_slice(below),
            Some((piece, from, target)) => {
                let added = network.transformer.row(view.input(piece, target));
                let left = network.transformer.row(view.input(piece, from));
                let captured = layer.change.captured;
                let taken = captured.map_or(left, |(taken, square)| {
                    network.transformer.row(view.input(taken, square))
                });
                network.kernel.update(to, below, added, [left, taken], captured.is_some());
            }
        }
        layer.ready[colour as usize] = true;
    }

    /// Works out a layer's sums from the cached accumulator of its view.
    fn refresh(&mut self, index: usize, view: View, colour: Colour, position: &Position) {
        let network = &*self.network;
        let cached = &mut self.cache[colour as usize * 2 * BUCKETS + view.index()];
        for square in Square::all() {
            let (before, now) = (cached.board[square.index()], position.piece_on(square));
            if before == now {
                continue;
            }
            if let Some(piece) = before {
                network
                    .kernel
                    .subtract(&mut cached.sums, network.transformer.row(view.input(piece, square)));
            }
            if let Some(piece) = now {
                network
                    .kernel
                    .add(&mut cached.sums, network.transformer.row(view.input(piece, square)));
            }
            cached.board[square.index()] = now;
        }
        let layer = &mut self.layers[index];
        layer.sums[colour as usize * network.transformer.blocks..][..network.transformer.blocks]
            .copy_from_slice(&cached.sums);
        layer.ready[colour as usize] = true;
    }
}

impl Clone for Accumulators {
    /// The same network with nothing worked out yet.
    fn clone(&self) -> Self {
        Self::new(Arc::clone(&self.network))
    }
}

impl BoardObserver for Accumulators {
    #[inline(always)]
    fn placed(&mut self, _: Piece, _: Square) {
        debug_assert!(false, "moves of a game place no new piece");
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.layers[self.depth - 1].change.captured = Some((piece, square));
    }

    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.layers[self.depth - 1].change.moved = Some((piece, from, to));
    }
}

#[cfg(test)]
mod tests {
    use super::super::file::tests::random_file;
    use super::super::kernel::Kernel;
    use super::*;

    fn fresh(network: &Arc<Network>, position: &Position) -> i32 {
        Accumulators::new(Arc::clone(network)).score(position)
    }

    #[test]
    fn incremental_equals_fresh_over_random_games() {
        let network = Arc::new(Network::from_bytes(&random_file(64, 11)).unwrap());
        let mut accumulators = Accumulators::new(Arc::clone(&network));
        let mut seed = 1_u64;
        let mut next = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        for _ in 0..40 {
            let mut position = Position::start();
            accumulators.reset();
            for _ in 0..150 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let chosen = moves[next(moves.len())];
                accumulators.push();
                position.play_observed(chosen, &mut accumulators);
                // Scores are asked for now and then, so that several moves are caught up at once.
                if next(3) == 0 {
                    assert_eq!(
                        accumulators.score(&position),
                        fresh(&network, &position),
                        "{position:?}"
                    );
                }
                if next(4) == 0 {
                    accumulators.pop();
                    position.undo();
                }
            }
        }
    }

    #[test]
    fn every_kernel_scores_alike() {
        let file = random_file(96, 5);
        let scores: Vec<i32> = Kernel::available()
            .into_iter()
            .map(|kernel| {
                fresh(
                    &Arc::new(Network::from_bytes(&file).unwrap().with_kernel(kernel)),
                    &Position::start(),
                )
            })
            .collect();
        assert!(scores.windows(2).all(|pair| pair[0] == pair[1]), "{scores:?}");
    }
}
