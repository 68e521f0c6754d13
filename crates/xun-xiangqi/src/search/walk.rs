//! Which of a node's moves is searched next, and which are not worth it or being searched
//! elsewhere.

use super::history::piece_point;
use super::negamax::Outcome;
use super::node::Node;
use super::picker::{Order, Picker, Wanted};
use super::pruning::Candidate;
use super::situation::Situation;
use super::team::work_key;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{CheckSquares, Move};
use arrayvec::ArrayVec;
use xun_game::Score;

/// Where the search stands among a node's moves.
pub(super) struct Walk {
    picker: Picker,
    checks: CheckSquares,
    /// The next of the root's moves.
    root_next: usize,
    searched: usize,
    /// Moves that another thread was searching when their turn came, and how many of them have had
    /// it since.
    postponed: ArrayVec<Candidate, 32>,
    resumed: usize,
    /// The best root move was found by another thread.
    pub(super) found_elsewhere: Option<Move>,
}

impl<E: Evaluator> Worker<E> {
    /// Before the first move of a node.
    #[inline(always)]
    pub(super) fn walk(&self, node: &Situation) -> Walk {
        let checks = self.position.check_squares();
        Walk {
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
    pub(super) fn next_candidate<N: Node>(
        &mut self,
        node: &mut Situation,
        walk: &mut Walk,
        outcome: &mut Outcome,
    ) -> Result<Option<Candidate>, Score> {
        loop {
            if N::ROOT
                && let Some((chosen, score)) = self.hear_of_better(node.alpha, node.beta)
            {
                (outcome.best, outcome.best_move, node.alpha) = (score, Some(chosen), score);
                walk.found_elsewhere = Some(chosen);
            }
            let next = if N::ROOT {
                walk.root_next += 1;
                self.root.get(walk.root_next - 1).map(|root| root.chosen)
            } else {
                walk.picker.next(&self.position, &self.histories)
            };
            let Some(chosen) = next else { return self.resume_postponed(node, walk) };
            if Some(chosen) == node.excluded || !self.position.is_legal(chosen, &node.own) {
                continue;
            }
            outcome.legal += 1;
            if !N::ROOT && self.overlooks(chosen) && outcome.legal > 1 {
                continue;
            }
            walk.searched += 1;
            if N::ROOT && walk.found_elsewhere == Some(chosen) {
                continue;
            }
            let candidate = self.candidate(node, chosen, walk.searched, &walk.checks);
            if !N::ROOT && !outcome.best.is_loss() && outcome.legal > 1 && self.has_pieces_left() {
                if !candidate.captures
                    && !candidate.checks
                    && walk.searched > self.enough_moves(node)
                {
                    walk.picker.skip_quiets();
                    continue;
                }
                let reduced = (node.depth - 1 - self.reduction(node, &candidate) / 1024).max(0);
                if self.is_hopeless(node, &candidate, reduced) {
                    continue;
                }
            }
            let elsewhere = self.busy_key(node, &candidate).is_some_and(|key| self.is_busy(key));
            if elsewhere && walk.postponed.try_push(candidate).is_ok() {
                continue;
            }
            return Ok(Some(candidate));
        }
    }

    /// The next move that was put off, unless the table has settled the node meanwhile.
    fn resume_postponed(
        &mut self,
        node: &Situation,
        walk: &mut Walk,
    ) -> Result<Option<Candidate>, Score> {
        while let Some(&candidate) = walk.postponed.get(walk.resumed) {
            walk.resumed += 1;
            if walk.found_elsewhere == Some(candidate.chosen) {
                continue;
            }
            return self.settled_meanwhile(node).map_or(Ok(Some(candidate)), Err);
        }
        Ok(None)
    }

    /// The name under which threads tell each other that they are searching this move. The first
    /// move is searched by all together, and a single thread has nobody to tell.
    #[inline]
    pub(super) fn busy_key(&self, node: &Situation, candidate: &Candidate) -> Option<u64> {
        if self.shared.team.is_none() || candidate.number == 1 {
            return None;
        }
        work_key(self.position.key_after(candidate.chosen), node.depth)
    }

    fn is_busy(&self, key: u64) -> bool {
        self.shared.team.as_ref().is_some_and(|team| team.is_busy(key))
    }

    #[inline]
    pub(super) fn set_busy(&self, key: Option<u64>, begins: bool) {
        if let (Some(team), Some(key)) = (&self.shared.team, key) {
            if begins { team.enter(key) } else { team.leave(key) }
        }
    }

    /// What the table has learnt from another thread about this node since it was looked at, if
    /// that is enough.
    fn settled_meanwhile(&mut self, node: &Situation) -> Option<Score> {
        let entry = self.shared.table.probe(self.position.key())?;
        self.table_cutoff(&Situation {
            entry: Some(entry),
            table_score: Score::from_table(entry.score, node.ply),
            table_move: None,
            ..*node
        })
    }

    /// What the histories count for, in 16ths: by move, and after the moves one, two and four plies
    /// ago.
    fn history_weights(&self) -> [i32; 4] {
        let tuning = &self.tuning;
        [
            tuning.main_weight,
            tuning.continuation_one,
            tuning.continuation_two,
            tuning.continuation_four,
        ]
    }

    fn picker_for(&self, node: &Situation, checks: CheckSquares) -> Picker {
        let wanted = if node.in_check { Wanted::Evasions } else { Wanted::All };
        let frame = self.frames.at(node.ply);
        let before = [1, 2, 4].map(|back| self.frames.before(node.ply, back).arrival);
        let special = [frame.killers[0], frame.killers[1], self.histories.counter(before[0])];
        Picker::new(&self.position, wanted, node.table_move, special, before).ordered(Order {
            weights: self.history_weights(),
            check: Some((self.tuning.check_order, checks)),
        })
    }

    #[inline]
    fn candidate(
        &self,
        node: &Situation,
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
