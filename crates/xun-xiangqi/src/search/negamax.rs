//! The main search: principal variation search with a window, one node at a time.

use super::frame::Line;
use super::frame::MAX_PLY;
use super::node::{Node, PvNode, RootNode, ZeroWindow};
use super::pruning::Candidate;
use super::situation::Situation;
use super::worker::Worker;
use crate::eval::{Evaluator, can_attack};
use crate::rules::Move;
use arrayvec::ArrayVec;
use xun_game::Score;
use xun_game::{Bound, TableEntry};

/// The moves searched at a node without success, for learning from.
#[derive(Default)]
pub(super) struct Tried {
    pub(super) quiets: ArrayVec<Move, 64>,
    pub(super) captures: ArrayVec<Move, 32>,
}

/// What the moves of a node came to.
pub(super) struct Outcome {
    pub(super) best: Score,
    pub(super) best_move: Option<Move>,
    /// How many legal moves there were, searched or not.
    pub(super) legal: usize,
    tried: Tried,
}

/// Whether a bound settles a window.
#[inline]
pub(super) fn decides(bound: Bound, score: Score, (alpha, beta): (Score, Score)) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
        Bound::None => false,
    }
}

/// What to do with a move's depth.
enum Extension {
    /// Add this many plies.
    Plies(i32),
    /// Other moves fail high too: leave the node with this score.
    Cut(Score),
}

impl<E: Evaluator> Worker<E> {
    /// Searches the root.
    pub(super) fn search_root(&mut self, alpha: Score, beta: Score, depth: i32) -> Score {
        self.search::<RootNode>((alpha, beta), depth, 0, false)
    }

    /// The score of the position at this ply, exact inside the window, a bound outside.
    pub(super) fn search<N: Node>(
        &mut self,
        (mut alpha, mut beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return if N::PV {
                self.quiesce::<PvNode>(alpha, beta, ply)
            } else {
                self.quiesce::<ZeroWindow>(alpha, beta, ply)
            };
        }
        if N::PV {
            self.lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        if self.stopped {
            return Score::ZERO;
        }
        if !N::ROOT {
            if let Some(score) = self.decided_by_rule(ply) {
                return score;
            }
            if ply >= MAX_PLY - 2 {
                return Score::new(self.evaluator.evaluate(&self.position));
            }
            (alpha, beta) = match Self::mate_distance((alpha, beta), ply) {
                Ok(window) => window,
                Err(score) => return score,
            };
        }
        let mut node =
            self.look_at::<N>((alpha, beta), depth.min(MAX_PLY as i32 - 2), ply, cut_node);
        if let Some(score) = self.table_cutoff(&node) {
            return score;
        }
        let opened = self.open(&node);
        let score = self.search_inside::<N>(&mut node, opened);
        self.close(opened, score)
    }

    /// The rest of a node that the table could not answer.
    #[inline(always)]
    fn search_inside<N: Node>(&mut self, node: &mut Situation, opened: bool) -> Score {
        let ply = node.ply;
        let next = self.frames.at_mut(ply + 1);
        next.excluded = None;
        next.cutoffs = 0;
        self.frames.at_mut(ply + 2).killers = [None; 2];
        self.frames.at_mut(ply).double_extensions = self.frames.before(ply, 1).double_extensions;

        self.think_again(node);
        if let Some(score) = self.leave_early(node) {
            return score;
        }
        if self.stopped {
            return Score::ZERO;
        }
        // Without a move from the table the ordering is poor: come back later with one.
        if node.table_move.is_none()
            && node.depth >= self.tuning.internal_depth
            && (N::PV || node.cut_node)
        {
            node.depth -= 1;
            self.lower_open(opened, node.depth);
        }
        self.search_moves::<N>(node)
    }

    /// A node that was reduced gets a ply back where its evaluation is no better for the mover than
    /// before.
    #[inline]
    fn think_again(&self, node: &mut Situation) {
        let before = self.frames.before(node.ply, 1);
        let judged =
            !node.in_check && node.ply > 0 && before.eval != Score::NONE && node.excluded.is_none();
        if judged
            && self.tuning.hindsight > 0
            && before.reduced >= 3
            && node.eval.get() + before.eval.get() <= 0
        {
            node.depth += 1;
        }
    }

    /// The table knows the score well enough. Several threads believe an exact score on the
    /// principal variation too: it is another's that was first there.
    #[inline]
    pub(super) fn table_cutoff(&mut self, node: &Situation) -> Option<Score> {
        let entry = node.entry?;
        let score = node.table_score;
        let together = self.shared.team.is_some();
        let believed = !node.pv || (together && node.ply > 0 && entry.bound == Bound::Exact);
        let known = believed
            && node.excluded.is_none()
            && score != Score::NONE
            && i32::from(entry.depth) >= node.depth + i32::from(score >= node.beta && !together)
            && decides(entry.bound, score, (node.alpha, node.beta));
        if !known || self.is_near_draw() {
            return None;
        }
        if node.pv {
            self.line_from_table(node.ply, node.depth);
        }
        if let Some(best) = node.table_move
            && score >= node.beta
            && !node.table_captures
        {
            self.learn_quiet(node.ply, best, self.bonus(node.depth));
        }
        Some(score)
    }

    /// Searches the moves of a node and remembers what came of it.
    fn search_moves<N: Node>(&mut self, node: &mut Situation) -> Score {
        let outcome = match self.try_moves::<N>(node) {
            Ok(outcome) => outcome,
            Err(score) => return score,
        };
        if self.stopped {
            return Score::ZERO;
        }
        if outcome.legal == 0 {
            // No legal move loses, in check or not.
            return if node.excluded.is_some() { node.alpha } else { Score::mated_in(node.ply) };
        }
        if let Some(best) = outcome.best_move {
            self.learn_from(node, best, &outcome.tried);
        } else {
            self.reward_reply(node, outcome.best);
        }
        if node.excluded.is_none() {
            self.remember::<N>(node, &outcome);
        }
        outcome.best
    }

    fn remember<N: Node>(&mut self, node: &Situation, outcome: &Outcome) {
        let bound = match outcome.best_move {
            _ if outcome.best >= node.beta => Bound::Lower,
            Some(_) if N::PV => Bound::Exact,
            _ => Bound::Upper,
        };
        if !(N::ROOT && self.line_index > 0) {
            self.shared.table.store(
                self.position.key(),
                TableEntry {
                    best: outcome.best_move.map_or(0, Move::pack),
                    score: outcome.best.to_table(node.ply),
                    eval: node.raw_eval as i16,
                    depth: node.depth as u8,
                    bound,
                    pv: node.was_pv,
                },
            );
        }
        let quiet =
            outcome.best_move.is_none_or(|best| self.position.piece_on(best.to()).is_none());
        let informative = match bound {
            Bound::Lower => outcome.best > node.eval,
            Bound::Upper => outcome.best < node.eval,
            _ => true,
        };
        if !node.in_check && quiet && informative && !outcome.best.is_decided() {
            let error = outcome.best.get() - node.eval.get();
            let before = self.frames.before(node.ply, 1).arrival;
            let turn = self.position.turn();
            self.histories.learn_correction(turn, self.keys.top(), before, error, node.depth);
        }
    }

    /// Tries the moves one after another, raising alpha, until one is too good to be allowed.
    fn try_moves<N: Node>(&mut self, node: &mut Situation) -> Result<Outcome, Score> {
        let ply = node.ply;
        let mut outcome =
            Outcome { best: -Score::INFINITE, best_move: None, legal: 0, tried: Tried::default() };
        let mut walk = self.walk(node);
        while let Some(candidate) = self.next_candidate::<N>(node, &mut walk, &mut outcome)? {
            let chosen = candidate.chosen;
            let extension = match self.extension::<N>(node, &candidate) {
                Extension::Plies(plies) => plies,
                Extension::Cut(score) => return Err(score),
            };
            if self.stopped {
                break;
            }
            let nodes_before = self.nodes;
            self.shared.table.prefetch(self.position.key_after(chosen));
            let busy = self.busy_key(node, &candidate);
            self.set_busy(busy, true);
            self.play(chosen, ply);
            let score = self.search_candidate::<N>(node, &candidate, extension, outcome.best);
            self.undo();
            self.set_busy(busy, false);
            if self.stopped {
                break;
            }
            if N::ROOT {
                // Only a first move's score counts even below alpha.
                let number =
                    candidate.number.max(if walk.found_elsewhere.is_some() { 2 } else { 1 });
                self.note_root_move(chosen, score, node, number, nodes_before);
                if score > node.alpha
                    && score < node.beta
                    && let Some(root) = self.root.iter().find(|root| root.chosen == chosen)
                {
                    self.tell_of_better(root);
                }
            }
            if score > outcome.best {
                outcome.best = score;
                if score > node.alpha {
                    outcome.best_move = Some(chosen);
                    if N::PV {
                        self.extend_line(chosen, ply);
                    }
                    if score >= node.beta {
                        self.frames.at_mut(ply).cutoffs += 1;
                        break;
                    }
                    node.alpha = score;
                }
            }
            if outcome.best_move != Some(chosen) {
                // Full lists only lose a little learning.
                let _ = if candidate.captures {
                    outcome.tried.captures.try_push(chosen)
                } else {
                    outcome.tried.quiets.try_push(chosen)
                };
            }
        }
        Ok(outcome)
    }

    pub(super) fn has_pieces_left(&self) -> bool {
        can_attack(&self.position, self.position.turn())
    }

    /// How much less deep a late move is searched at first, in 1024ths of a ply.
    #[inline]
    pub(super) fn reduction(&self, node: &Situation, candidate: &Candidate) -> i32 {
        let depth = self.logarithms[(node.depth.clamp(0, 127)) as usize];
        let number = self.logarithms[candidate.number.min(127)];
        let product = ((i64::from(depth) * i64::from(number)) >> 10) as i32;
        let base = self.tuning.reduction_base + ((product * self.tuning.reduction_slope) >> 10);
        let width = node.beta.get() - node.alpha.get();
        base - (width.min(self.root_width) * 600 / self.root_width)
            + if node.improving { 0 } else { self.tuning.reduction_worse }
    }

    /// Whether a move deserves more depth: it is the only good one, or it checks.
    #[inline]
    fn extension<N: Node>(&mut self, node: &Situation, candidate: &Candidate) -> Extension {
        if N::ROOT || node.ply as i32 >= 2 * self.root_depth {
            return Extension::Plies(0);
        }
        let entry = node.entry.filter(|entry| {
            Some(candidate.chosen) == node.table_move
                && node.excluded.is_none()
                && node.depth >= self.tuning.singular_depth + i32::from(node.was_pv)
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && i32::from(entry.depth) >= node.depth - 3
                && node.table_score != Score::NONE
                && !node.table_score.is_decided()
        });
        if entry.is_none() {
            return Extension::Plies(i32::from(candidate.checks && node.depth > 8 && node.pv));
        }
        let margin = self.tuning.singular_margin * node.depth / 16
            + if node.was_pv && !node.pv { node.depth } else { 0 };
        let target = node.table_score - margin;
        self.frames.at_mut(node.ply).excluded = Some(candidate.chosen);
        let others = self.search::<ZeroWindow>(
            (target - 1, target),
            (node.depth - 1) / 2,
            node.ply,
            node.cut_node,
        );
        self.frames.at_mut(node.ply).excluded = None;
        if others < target {
            let doubles = self.frames.at(node.ply).double_extensions;
            if !node.pv && others < target - self.tuning.double_margin && doubles < 8 {
                self.frames.at_mut(node.ply).double_extensions += 1;
                return Extension::Plies(2);
            }
            return Extension::Plies(1);
        }
        if target >= node.beta {
            return Extension::Cut(target);
        }
        if node.table_score >= node.beta {
            return Extension::Plies(-2 + i32::from(node.pv));
        }
        if node.cut_node { Extension::Plies(-1) } else { Extension::Plies(0) }
    }

    /// Searches a move that was just played: late ones less deep and with no window first, more if
    /// they surprise.
    #[inline]
    fn search_candidate<N: Node>(
        &mut self,
        node: &Situation,
        candidate: &Candidate,
        extension: i32,
        best: Score,
    ) -> Score {
        let (alpha, beta, ply) = (node.alpha, node.beta, node.ply + 1);
        let mut depth = node.depth - 1 + extension;
        let mut score = Score::NONE;
        if node.depth >= 2 && candidate.number > 1 + usize::from(N::ROOT) {
            let reduced =
                (depth - self.final_reduction(node, candidate) / 1024).clamp(1, depth + 1);
            self.frames.at_mut(node.ply).reduced = depth - reduced;
            score = -self.search::<ZeroWindow>((-alpha - 1, -alpha), reduced, ply, true);
            self.frames.at_mut(node.ply).reduced = 0;
            if self.stopped {
                return Score::ZERO;
            }
            if score > alpha && reduced < depth {
                let deeper = score > best + 40 + 6 * (depth - reduced);
                let shallower = score < best + 8;
                depth += i32::from(deeper) - i32::from(shallower);
                if depth > reduced {
                    score = -self.search::<ZeroWindow>(
                        (-alpha - 1, -alpha),
                        depth,
                        ply,
                        !node.cut_node,
                    );
                }
                if !candidate.captures {
                    let bonus = if score > alpha { self.bonus(depth) } else { -self.bonus(depth) };
                    self.learn_arrival(node.ply, bonus);
                }
            }
        } else if !N::PV || candidate.number > 1 {
            score = -self.search::<ZeroWindow>((-alpha - 1, -alpha), depth, ply, !node.cut_node);
        }
        if N::PV && (candidate.number == 1 || (score > alpha && (N::ROOT || score < beta))) {
            score = -self.search::<PvNode>((-beta, -alpha), depth, ply, false);
        }
        score
    }

    #[inline]
    fn final_reduction(&self, node: &Situation, candidate: &Candidate) -> i32 {
        let mut reduction = self.reduction(node, candidate);
        if node.was_pv {
            reduction -= self.tuning.reduction_pv + if node.pv { 512 } else { 0 };
        }
        if node.cut_node {
            reduction += self.tuning.reduction_cut;
        }
        if node.table_captures {
            reduction += self.tuning.reduction_table;
        }
        if candidate.checks {
            reduction -= self.tuning.reduction_check;
        }
        if node.in_check {
            reduction -= self.tuning.reduction_evasion;
        }
        if self.frames.at(node.ply + 1).cutoffs > 3 {
            reduction += self.tuning.reduction_cutoffs;
        }
        if candidate.captures {
            reduction -= self.tuning.reduction_capture;
            reduction - candidate.history / 16
        } else {
            reduction
                - (candidate.history - self.tuning.reduction_offset) * 1024
                    / self.tuning.reduction_history
        }
    }

    /// Puts a move before the line found below it.
    pub(super) fn extend_line(&mut self, chosen: Move, ply: usize) {
        let below: Line = self.lines[ply + 1].clone();
        let line = &mut self.lines[ply];
        line.clear();
        line.push(chosen);
        line.extend(below.into_iter().take(MAX_PLY - 1));
    }

    fn note_root_move(
        &mut self,
        chosen: Move,
        score: Score,
        node: &Situation,
        searched: usize,
        before: u64,
    ) {
        let (deepest, nodes) = (self.deepest, self.nodes - before);
        let below = &self.lines[1];
        let Some(root) = self.root.iter_mut().find(|root| root.chosen == chosen) else { return };
        root.nodes += nodes;
        if searched == 1 || score > node.alpha {
            root.score = score;
            root.average = if root.average == Score::NONE {
                score
            } else {
                Score::from_raw((2 * score.get() + root.average.get()) / 3)
            };
            root.deepest = deepest;
            root.pv.clear();
            root.pv.push(chosen);
            root.pv.extend(below.iter().copied());
        } else {
            root.score = -Score::INFINITE;
        }
    }
}
