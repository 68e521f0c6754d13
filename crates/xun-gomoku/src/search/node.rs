//! Principal variation search of one node: the transposition table first, then what the static
//! evaluation decides alone, then the node's moves.

use super::move_generation::Pressure;
use super::reductions::PLY;
use super::stored_node::StoredNode;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::Point;
use xun_game::{ActiveNode, Bound, Score, SplitMix64};

/// The type of a node, known at compile time.
pub(super) trait NodeType {
    /// On the principal variation, searched with an open window.
    const PV: bool;
    /// The root.
    const ROOT: bool;
}

/// The root of the search.
pub(super) struct Root;
/// A node on the principal variation.
pub(super) struct Pv;
/// A node searched with a zero window.
pub(super) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// A node whose moves are being searched.
pub(super) struct Node {
    pub(super) ply: usize,
    /// Raised by better moves.
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// In 64ths of a ply; lowered once a move has raised alpha.
    pub(super) depth: i32,
    /// A cut node: its first move is expected to fail high.
    pub(super) cut: bool,
    pub(super) pressure: Pressure,
    /// The key in the transposition table, which also depends on an excluded move.
    pub(super) key: u64,
    /// The entry of the transposition table, and its move if that is legal.
    pub(super) known: Option<StoredNode>,
    pub(super) table_move: Option<Point>,
    pub(super) eval: StaticEval,
    /// The static evaluation is higher than two plies before.
    pub(super) improving: bool,
    /// A cut node whose static evaluation is far above beta.
    pub(super) likely_fail_high: bool,
}

/// Distinguishes the key of a search without this move from the position's own.
#[inline]
fn exclusion_key(point: Point) -> u64 {
    SplitMix64::mix(point.index() as u64 + 1)
}

/// The static evaluation of a node.
#[derive(Clone, Copy)]
pub(super) struct StaticEval {
    /// The evaluator's value of this position or, if `computed` is false, of two plies before.
    pub(super) raw: i32,
    /// The evaluator was asked about this position.
    pub(super) computed: bool,
    /// The score of the transposition table where its bound makes it the better estimate, else
    /// `raw`.
    pub(super) refined: i32,
}

impl<E: Evaluator> Worker<'_, E> {
    /// The score of the position for the side to move: exact inside the window, a bound outside.
    pub(super) fn search<N: NodeType>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<N>(ply, alpha, beta, 0);
        }
        if let Some(score) = self.enter(ply) {
            return score;
        }
        // Mate distance pruning.
        alpha = alpha.max(Score::mated_in(ply + 2));
        beta = beta.min(Score::mate_in(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        self.frame_mut(ply + 2).killers = [None; 2];

        let pressure = Pressure::on(&self.board);
        let excluded = self.frame(ply).excluded;
        let key = self.board.key() ^ excluded.map_or(0, exclusion_key);
        let known = StoredNode::probe(self.table, key, ply);
        let deep_enough = known.filter(|known| !N::PV && self.is_deep_enough(known, depth));
        if let Some(score) = deep_enough.and_then(|known| known.settled(beta)) {
            return score;
        }
        let open = ActiveNode { key, ply, depth, alpha, beta, pv: N::PV };
        let opened = self.open(open);
        let score = self.search_open_node::<N>(&open, known, pressure, cut, opened);
        self.close(opened, score)
    }

    /// Searches a node without a cut-off from the transposition table.
    #[inline(always)]
    fn search_open_node<N: NodeType>(
        &mut self,
        open: &ActiveNode<Score>,
        known: Option<StoredNode>,
        pressure: Pressure,
        cut: bool,
        opened: bool,
    ) -> Score {
        let ActiveNode { key, ply, depth, alpha, beta, .. } = *open;
        if self.frame(ply).excluded.is_none() {
            self.frame_mut(ply).was_pv = N::PV || known.is_some_and(|known| known.was_pv);
        }
        self.frame_mut(ply + 1).was_pv = false;
        let table_move = self.legal_table_move(known);
        let eval = self.static_eval(ply, pressure, known.as_ref());
        self.frame_mut(ply).eval = eval.raw;
        let improving = pressure == Pressure::Free && eval.raw > self.before(ply, 2).eval;
        let mut node = Node {
            ply,
            alpha,
            beta,
            depth,
            cut,
            pressure,
            key,
            known,
            table_move,
            eval,
            improving,
            likely_fail_high: false,
        };
        if pressure == Pressure::Free && !N::PV {
            if self.razoring(&node) {
                return self.quiescence::<NonPv>(ply, alpha, alpha.saturating_add(1), 0);
            }
            if self.reverse_futility_pruning(&node) {
                return Score::new(eval.refined);
            }
        }
        if N::PV && pressure != Pressure::Five {
            node.depth -= self.internal_iterative_reduction(&node);
            if node.depth <= 0 {
                return self.quiescence::<N>(ply, alpha, beta, 0);
            }
        }
        self.internal_iterative_deepening::<N>(&mut node);
        if self.stopped {
            return Score::ZERO;
        }
        if opened {
            self.active_path.set_depth(node.depth);
        }
        node.likely_fail_high = !N::PV && self.is_likely_fail_high(&node);
        self.search_moves::<N>(&mut node)
    }

    /// The move of a table entry, unless a colliding key made it illegal here.
    #[inline]
    fn legal_table_move(&self, known: Option<StoredNode>) -> Option<Point> {
        known.and_then(|known| known.best).filter(|&point| self.board.is_legal(point))
    }

    /// Internal iterative deepening: a deep node without a move from the transposition table gets
    /// one from a shallower search, and loses some depth.
    #[inline]
    fn internal_iterative_deepening<N: NodeType>(&mut self, node: &mut Node) {
        if node.depth < 15 * PLY
            || node.table_move.is_some()
            || self.frame(node.ply).excluded.is_some()
            || node.pressure != Pressure::Free
        {
            return;
        }
        node.depth -= PLY * 2 / 3;
        let shallow = node.depth / 3 - 7 * PLY;
        self.search::<N>(node.ply, node.alpha, node.beta, shallow, node.cut);
        node.table_move = self.legal_table_move(StoredNode::probe(self.table, node.key, node.ply));
    }

    /// The static evaluation. Where five must be stopped, it is the negated one of the ply before.
    #[inline]
    fn static_eval(
        &mut self,
        ply: usize,
        pressure: Pressure,
        known: Option<&StoredNode>,
    ) -> StaticEval {
        if pressure == Pressure::Five {
            let raw = -self.before(ply, 1).eval;
            return StaticEval { raw, computed: true, refined: raw };
        }
        // The search of a singular extension visits the same position again.
        let again = self.frame(ply).excluded.map(|_| self.frame(ply).eval);
        let stored = known.and_then(|known| known.eval).or(again);
        // Under the threat of an open four nothing but `improving` of later plies uses it, so an
        // earlier value of the same side does as well and costs nothing.
        let borrowed =
            stored.is_none() && pressure == Pressure::OpenFour && self.tuning.borrowed_eval;
        let raw = match stored {
            Some(stored) => stored,
            None if borrowed => self.before(ply, 2).eval,
            None => self.evaluator.value(&self.board),
        };
        let refined = match known {
            Some(known)
                if known.bound != Bound::None
                    && (known.bound == Bound::Exact
                        || known.bound.is_lower() == (known.score.get() > raw)) =>
            {
                known.score.get()
            }
            _ => raw,
        };
        StaticEval { raw, computed: !borrowed, refined }
    }
}
