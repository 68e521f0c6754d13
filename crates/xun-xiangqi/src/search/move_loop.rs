//! The move loop of a node: picks, prunes, extends, reduces and searches its moves.
//!
//! The root and inner nodes go through the same loop.

use super::extensions::Extension;
use super::history::piece_point;
use super::move_picker::{MovePicker, MoveSelection, Order};
use super::node::Node;
use super::node_type::{NodeType, PvNode, ZeroWindow};
use super::pruning::Candidate;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{CheckSquares, Move};
use arrayvec::ArrayVec;
use xun_game::{Bound, Score, TableEntry};

/// The moves of a node that were searched without success: their histories get a malus.
#[derive(Default)]
pub(super) struct Tried {
    pub(super) quiets: ArrayVec<Move, 64>,
    pub(super) captures: ArrayVec<Move, 32>,
}

/// The result of a node's move loop.
pub(super) struct LoopResult {
    pub(super) best: Score,
    pub(super) best_move: Option<Move>,
    /// Number of legal moves, searched or not.
    pub(super) legal: usize,
    tried: Tried,
}

/// The state of a node's move loop.
pub(super) struct MoveLoop {
    picker: MovePicker,
    checks: CheckSquares,
    /// The next of the root's moves.
    root_next: usize,
    searched: usize,
    /// Moves that another thread was searching when their turn came, and how many of them have had
    /// it since.
    postponed: ArrayVec<Candidate, 32>,
    resumed: usize,
    /// The best root move was found by another thread.
    found_elsewhere: Option<Move>,
}

impl<E: Evaluator> Worker<E> {
    /// Searches the moves of a node, updates the histories and stores the result.
    pub(super) fn search_moves<N: NodeType>(&mut self, node: &mut Node) -> Score {
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
            self.store_result::<N>(node, &outcome);
        }
        outcome.best
    }

    /// Stores the node's result in the table, and its error in the correction histories.
    fn store_result<N: NodeType>(&mut self, node: &Node, outcome: &LoopResult) {
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
            self.histories.corrections.learn(turn, self.keys.top(), before, error, node.depth);
        }
    }

    /// Searches the moves one after another, raising alpha, until one fails high.
    fn try_moves<N: NodeType>(&mut self, node: &mut Node) -> Result<LoopResult, Score> {
        let ply = node.ply;
        let mut outcome = LoopResult {
            best: -Score::INFINITE,
            best_move: None,
            legal: 0,
            tried: Tried::default(),
        };
        let mut state = self.move_loop(node);
        while let Some(candidate) = self.next_candidate::<N>(node, &mut state, &mut outcome)? {
            let chosen = candidate.chosen;
            let extension = match self.extension::<N>(node, &candidate) {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(score) => return Err(score),
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
                    candidate.number.max(if state.found_elsewhere.is_some() { 2 } else { 1 });
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

    /// Searches a move that was just played: late ones with a reduced depth and a zero window
    /// first, again at full depth or with the full window if they beat alpha.
    #[inline]
    fn search_candidate<N: NodeType>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        extension: i32,
        best: Score,
    ) -> Score {
        let (alpha, beta, ply) = (node.alpha, node.beta, node.ply + 1);
        let mut depth = node.depth - 1 + extension;
        let mut score = Score::NONE;
        if node.depth >= 2 && candidate.number > 1 + usize::from(N::ROOT) {
            let reduced =
                (depth - self.late_move_reduction(node, candidate) / 1024).clamp(1, depth + 1);
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

    /// Notes the result of a root move.
    fn note_root_move(
        &mut self,
        chosen: Move,
        score: Score,
        node: &Node,
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

    /// The move loop of a node before its first move.
    #[inline(always)]
    fn move_loop(&self, node: &Node) -> MoveLoop {
        let checks = self.position.check_squares();
        MoveLoop {
            picker: self.picker_for(node, checks),
            checks,
            root_next: self.line_index,
            searched: 0,
            postponed: ArrayVec::new(),
            resumed: 0,
            found_elsewhere: None,
        }
    }

    /// The next move worth searching. Moves that another thread is searching at the moment wait
    /// until the others are done.
    #[inline(always)]
    fn next_candidate<N: NodeType>(
        &mut self,
        node: &mut Node,
        state: &mut MoveLoop,
        outcome: &mut LoopResult,
    ) -> Result<Option<Candidate>, Score> {
        loop {
            if N::ROOT
                && let Some((chosen, score)) = self.hear_of_better(node.alpha, node.beta)
            {
                (outcome.best, outcome.best_move, node.alpha) = (score, Some(chosen), score);
                state.found_elsewhere = Some(chosen);
            }
            let next = if N::ROOT {
                state.root_next += 1;
                self.root.get(state.root_next - 1).map(|root| root.chosen)
            } else {
                state.picker.next(&self.position, &self.histories)
            };
            let Some(chosen) = next else { return self.resume_postponed(node, state) };
            if Some(chosen) == node.excluded || !self.position.is_legal(chosen, &node.own) {
                continue;
            }
            outcome.legal += 1;
            if !N::ROOT && self.overlooks(chosen) && outcome.legal > 1 {
                continue;
            }
            state.searched += 1;
            if N::ROOT && state.found_elsewhere == Some(chosen) {
                continue;
            }
            let candidate = self.candidate(node, chosen, state.searched, &state.checks);
            if !N::ROOT && !outcome.best.is_loss() && outcome.legal > 1 && self.has_attackers() {
                if candidate.is_quiet() && state.searched > self.late_move_count(node) {
                    state.picker.skip_quiets();
                    continue;
                }
                if self.prunes_move(node, &candidate) {
                    continue;
                }
            }
            let elsewhere = self.busy_key(node, &candidate).is_some_and(|key| self.is_busy(key));
            if elsewhere && state.postponed.try_push(candidate).is_ok() {
                continue;
            }
            return Ok(Some(candidate));
        }
    }

    /// The next move that was put off, unless the table has settled the node meanwhile.
    fn resume_postponed(
        &mut self,
        node: &Node,
        state: &mut MoveLoop,
    ) -> Result<Option<Candidate>, Score> {
        while let Some(&candidate) = state.postponed.get(state.resumed) {
            state.resumed += 1;
            if state.found_elsewhere == Some(candidate.chosen) {
                continue;
            }
            return self.settled_meanwhile(node).map_or(Ok(Some(candidate)), Err);
        }
        Ok(None)
    }

    /// Weights of the histories in 16ths: main history, and continuation histories of the moves
    /// one, two and four plies ago.
    fn history_weights(&self) -> [i32; 4] {
        let tuning = &self.tuning;
        [
            tuning.main_weight,
            tuning.continuation_one,
            tuning.continuation_two,
            tuning.continuation_four,
        ]
    }

    fn picker_for(&self, node: &Node, checks: CheckSquares) -> MovePicker {
        let wanted = if node.in_check { MoveSelection::Evasions } else { MoveSelection::All };
        let frame = self.frames.at(node.ply);
        let before = [1, 2, 4].map(|back| self.frames.before(node.ply, back).arrival);
        let special = [frame.killers[0], frame.killers[1], self.histories.counter(before[0])];
        MovePicker::new(&self.position, wanted, node.table_move, special, before).ordered(Order {
            weights: self.history_weights(),
            check: Some((self.tuning.check_order, checks)),
        })
    }

    #[inline]
    fn candidate(
        &self,
        node: &Node,
        chosen: Move,
        number: usize,
        checks: &CheckSquares,
    ) -> Candidate {
        let captures = self.position.piece_on(chosen.to()).is_some();
        let history = match self.position.piece_on(chosen.from()) {
            Some(mover) if !captures => {
                let arrival = piece_point(mover, chosen.to());
                let after = |back| {
                    self.histories.continuation(self.frames.before(node.ply, back).arrival, arrival)
                };
                let [main, one, two, four] = self.history_weights();
                (main * self.histories.main(self.position.turn(), chosen)
                    + one * after(1)
                    + two * after(2)
                    + four * after(4))
                    / 16
            }
            Some(mover) => self.position.piece_on(chosen.to()).map_or(0, |victim| {
                self.histories.capture(piece_point(mover, chosen.to()), victim.kind())
            }),
            None => 0,
        };
        Candidate {
            chosen,
            captures,
            checks: self.position.gives_check(chosen, checks),
            number,
            history,
        }
    }
}
