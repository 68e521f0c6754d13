//! The loop over the moves of a node, the root's included.

use super::extensions::Extension;
use super::move_generation::Pressure;
use super::move_picker::MovePicker;
use super::node::{Node, NodeType, NonPv, Pv};
use super::pruning::Pruning;
use super::reductions::PLY;
use super::stored_node::StoredNode;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Point, Shape};
use xun_game::{Bound, Score};

/// Moves of a node that lose history when another one fails high.
pub(super) const MOST_TRIED: usize = 32;

/// A move about to be searched.
pub(super) struct Candidate {
    pub(super) point: Point,
    /// Its number among the node's moves, from one.
    pub(super) number: usize,
    /// The shapes that it makes for its own side and takes from the other.
    pub(super) made: Shape,
    pub(super) prevented: Shape,
    /// It makes a three or more.
    pub(super) attacking: bool,
    /// It neither makes nor stops a pattern.
    pub(super) trivial: bool,
    /// It is far from the last two moves.
    pub(super) distant: bool,
    /// Key under which threads mark it as being searched.
    pub(super) work: Option<u64>,
}

/// The result of a node's moves so far.
pub(super) struct MoveResults {
    pub(super) best: Score,
    pub(super) best_move: Option<Point>,
    /// The number of legal moves, searched or pruned.
    pub(super) count: usize,
    /// By number: moves without success and whether they attack.
    pub(super) tried: [Option<(Point, bool)>; MOST_TRIED],
    /// The root's best move, if another thread found it.
    pub(super) found_elsewhere: Option<Point>,
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches the moves of a node, updates histories and stores the result.
    pub(super) fn search_moves<N: NodeType>(&mut self, node: &mut Node) -> Score {
        let (alpha, depth) = (node.alpha, node.depth);
        let mut results = MoveResults {
            best: -Score::INFINITE,
            best_move: None,
            count: 0,
            tried: [None; MOST_TRIED],
            found_elsewhere: None,
        };
        let mut picker = self.move_picker::<N>(node);
        let multi_cut = self.try_moves::<N>(node, &mut picker, &mut results);
        self.release(node.ply, &mut picker);
        if let Some(score) = multi_cut {
            return score;
        }
        if self.stopped {
            return if N::ROOT { results.best } else { Score::ZERO };
        }
        if results.count == 0 {
            return self.score_without_moves(node);
        }
        if !N::ROOT && results.best >= node.beta {
            self.update_histories(node, &results);
        }
        if !N::ROOT || self.root.stores_score() {
            self.store::<N>(node, &results, alpha, depth);
        }
        results.best
    }

    /// The loop itself; returns a score only for a multi-cut.
    #[inline(always)]
    fn try_moves<N: NodeType>(
        &mut self,
        node: &mut Node,
        picker: &mut MovePicker,
        results: &mut MoveResults,
    ) -> Option<Score> {
        while let Some(candidate) = self.next_candidate::<N>(node, picker, results) {
            let extension = match self.extension::<N>(node, &candidate) {
                Extension::By(extension) => extension,
                Extension::MultiCut(score) => return Some(score),
            };
            if self.stopped {
                return None;
            }
            let score = self.search_candidate::<N>(node, &candidate, extension, results.best);
            if self.stopped {
                return None;
            }
            if N::ROOT {
                self.update_root_move(node, &candidate, score, results);
            }
            let point = candidate.point;
            if score > results.best {
                results.best = score;
                if score > node.alpha {
                    results.best_move = Some(point);
                    if N::PV {
                        self.extend_line(node.ply, point);
                    }
                    if score >= node.beta {
                        return None;
                    }
                    self.raise_alpha::<N>(node, point, score);
                }
            }
            if results.best_move != Some(point)
                && let Some(tried) = results.tried.get_mut(candidate.number - 1)
            {
                *tried = Some((point, candidate.attacking));
            }
        }
        None
    }

    /// A better move inside the window: later moves are searched less deep.
    #[inline]
    fn raise_alpha<N: NodeType>(&mut self, node: &mut Node, point: Point, score: Score) {
        node.alpha = score;
        if N::ROOT {
            self.announce_better(point);
        } else if node.depth > 2 * PLY && node.depth < 12 * PLY && score.get().abs() < 2000 {
            node.depth -= self.tuning.raised_reduction;
        }
    }

    /// The next move to search. Moves that another thread is searching come last.
    #[inline(always)]
    fn next_candidate<N: NodeType>(
        &mut self,
        node: &mut Node,
        picker: &mut MovePicker,
        results: &mut MoveResults,
    ) -> Option<Candidate> {
        let excluded = self.frame(node.ply).excluded;
        loop {
            if N::ROOT {
                self.adopt_announced(node, results);
            }
            let (point, deferred) = self.next_move(node, picker)?;
            if !N::ROOT && (Some(point) == excluded || self.board.is_forbidden(point)) {
                continue;
            }
            let number = deferred.unwrap_or(results.count + 1);
            results.count = results.count.max(number);
            if N::ROOT && results.found_elsewhere == Some(point) {
                continue;
            }
            let candidate = self.candidate(node, point, number);
            if deferred.is_some() {
                return Some(candidate);
            }
            if !N::ROOT {
                match self.move_pruning(node, &candidate, results.best) {
                    Pruning::Keep => {}
                    Pruning::Skip => continue,
                    Pruning::SkipRest => {
                        picker.skip_rest();
                        continue;
                    }
                }
            }
            if !(self.is_busy(candidate.work) && picker.defer(point, number)) {
                return Some(candidate);
            }
        }
    }

    #[inline(always)]
    fn candidate(&self, node: &Node, point: Point, number: usize) -> Candidate {
        let own = self.board.to_move();
        let cell = self.board.cell(point);
        let (made, prevented) = (cell.shape(own), cell.shape(!own));
        Candidate {
            point,
            number,
            made,
            prevented,
            attacking: made >= Shape::Three,
            trivial: made == Shape::Quiet && prevented == Shape::Quiet,
            distant: self.is_distant(node.ply, point),
            work: self.work_key(point, number, node.depth),
        }
    }

    /// Plays a move and searches it: a late move with a reduction and a zero window first, then
    /// deeper or with the open window if it beats alpha.
    #[inline(always)]
    fn search_candidate<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        best: Score,
    ) -> Score {
        let reduction = self.late_move_reduction::<N>(node, candidate, best);
        let extra = self.before(node.ply, 1).extra + (extension - PLY).max(0);
        let frame = self.frame_mut(node.ply);
        frame.made = candidate.made;
        frame.prevented = candidate.prevented;
        frame.played = Some(candidate.point);
        frame.extra = extra;
        if N::ROOT {
            self.begin_root_move(candidate.point);
            // A five ends the game. Below the root no five is played: `decided` answers before.
            if candidate.made == Shape::Five {
                self.frame_mut(node.ply + 1).line.clear();
                return Score::mate_in(node.ply + 1);
            }
        }
        self.set_busy(candidate.work, true);
        self.play(candidate.point);
        let depth = node.depth - PLY + extension;
        let score = self.search_windows::<N>(node, candidate.number, depth, reduction, best);
        self.undo();
        self.set_busy(candidate.work, false);
        score
    }

    /// The searches of the position after a move: zero window, re-search, open window.
    #[inline(always)]
    fn search_windows<N: NodeType>(
        &mut self,
        node: &Node,
        number: usize,
        mut depth: i32,
        reduction: Option<i32>,
        best: Score,
    ) -> Score {
        let (alpha, beta, ply) = (node.alpha, node.beta, node.ply + 1);
        let zero = alpha.saturating_add(1);
        let mut score = -Score::INFINITE;
        if let Some(reduction) = reduction {
            let reduced = (depth - reduction).min(depth + PLY).max(PLY);
            score = -self.search::<NonPv>(ply, -zero, -alpha, reduced, true);
            if score > alpha && reduced < depth {
                if !N::ROOT {
                    depth += self.research_extension(node, score, best, depth, reduced);
                }
                if reduced < depth {
                    let cut = !N::ROOT && !node.cut;
                    score = -self.search::<NonPv>(ply, -zero, -alpha, depth, cut);
                }
            }
        } else if !N::PV || number > 1 {
            score = -self.search::<NonPv>(ply, -zero, -alpha, depth, !node.cut);
        }
        if N::PV && (number == 1 || (score > alpha && (N::ROOT || score < beta))) {
            score = -self.search::<Pv>(ply, -beta, -alpha, depth, false);
        }
        score
    }

    /// A reduced move that beat alpha by much is searched a ply deeper again, one that is hardly
    /// better than the best a ply less deep.
    #[inline]
    fn research_extension(
        &self,
        node: &Node,
        score: Score,
        best: Score,
        depth: i32,
        reduced: i32,
    ) -> i32 {
        let gap = (depth - reduced) / PLY;
        let deeper = score.get() > node.alpha.get() + self.tuning.deeper_margin + 11 * gap;
        if deeper && self.frame(node.ply).extra < 5 * PLY {
            PLY
        } else if score.get() < best.get() + depth / PLY {
            -PLY
        } else {
            0
        }
    }

    /// The score of a node without a legal move: every answer to the threat is forbidden.
    #[cold]
    fn score_without_moves(&self, node: &Node) -> Score {
        match (self.frame(node.ply).excluded, node.pressure) {
            (Some(_), _) => node.alpha,
            (None, Pressure::Five) => Score::mated_in(node.ply + 2),
            (None, _) => Score::mated_in(node.ply + 4),
        }
    }

    /// Stores the node in the transposition table. `alpha` and `begun` are its window and depth
    /// before the first move.
    #[inline]
    fn store<N: NodeType>(&mut self, node: &Node, results: &MoveResults, alpha: Score, begun: i32) {
        if self.frame(node.ply).excluded.is_some() {
            return;
        }
        let was_pv = self.frame(node.ply).was_pv
            || (results.best <= alpha && node.depth > 3 * PLY && self.before(node.ply, 1).was_pv);
        // Several threads look for the depth at which they entered the node; a single one stores
        // the depth that was really searched.
        let depth = if self.shared.smp.is_some() { begun } else { node.depth };
        let known = StoredNode {
            score: results.best,
            eval: node.eval.computed.then_some(node.eval.raw),
            depth: depth / PLY,
            bound: Bound::of(results.best, alpha, node.beta, N::PV),
            was_pv,
            best: results.best_move,
        };
        known.store(self.table, node.key, node.ply);
    }

    /// Whether a point is far from the last move of either side.
    #[inline]
    fn is_distant(&self, ply: usize, point: Point) -> bool {
        let far = |plies: usize, most: u32| {
            self.before(ply, plies).played.is_none_or(|other| other.distance(point) > most)
        };
        far(1, 4) && far(2, self.tuning.far as u32)
    }
}
