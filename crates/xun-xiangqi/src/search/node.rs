//! A node of the search before its moves are searched: table entry, checks, evaluation.

use super::node_type::NodeType;
use super::stack::Frames;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Exposure, Move};
use xun_game::Score;
use xun_game::{Bound, TableEntry};

/// A node of the search before its moves are searched.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent facts about a node")]
#[expect(clippy::struct_field_names, reason = "cut node is the usual term")]
pub(super) struct Node {
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// The parent expects this node to fail high.
    pub(super) cut_node: bool,
    pub(super) pv: bool,
    /// Checkers of the mover's king, and pieces whose moves could expose it.
    pub(super) own: Exposure,
    pub(super) in_check: bool,
    pub(super) entry: Option<TableEntry>,
    pub(super) table_score: Score,
    pub(super) table_move: Option<Move>,
    pub(super) table_captures: bool,
    /// On a principal variation now or once before.
    pub(super) was_pv: bool,
    /// The evaluation as the evaluator gave it.
    pub(super) raw_eval: i32,
    /// The evaluation corrected by experience.
    pub(super) eval: Score,
    /// The best guess: the table's score where it says more than the evaluation.
    pub(super) estimate: Score,
    /// Better than two plies ago.
    pub(super) improving: bool,
    pub(super) excluded: Option<Move>,
}

impl<E: Evaluator> Worker<E> {
    /// Gathers the data of a node: the table entry, the checks, the evaluation.
    #[inline]
    pub(super) fn enter_node<N: NodeType>(
        &mut self,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Node {
        let own = self.position.exposure(self.position.turn());
        let excluded = self.frames.at(ply).excluded;
        let entry = self.shared.table.probe(self.position.key());
        let table_move = if N::ROOT {
            self.root.get(self.line_index).map(|root| root.chosen)
        } else {
            entry
                .and_then(|entry| Move::unpack(entry.best))
                .filter(|&chosen| self.position.is_pseudo_legal(chosen))
        };
        let mut found = Node {
            ply,
            depth,
            alpha,
            beta,
            cut_node,
            pv: N::PV,
            own,
            in_check: !own.checkers.is_empty(),
            entry,
            table_score: entry.map_or(Score::NONE, |entry| Score::from_table(entry.score, ply)),
            table_move,
            table_captures: table_move
                .is_some_and(|chosen| self.position.piece_on(chosen.to()).is_some()),
            was_pv: N::PV || entry.is_some_and(|entry| entry.pv),
            raw_eval: Score::NONE.get(),
            eval: Score::NONE,
            estimate: Score::NONE,
            improving: false,
            excluded,
        };
        if entry.is_some_and(|entry| entry.bound == Bound::None) {
            found.table_score = Score::NONE;
        }
        self.evaluate_into(&mut found);
        found
    }

    #[inline]
    fn evaluate_into(&mut self, found: &mut Node) {
        let ply = found.ply;
        if found.in_check {
            self.frames.at_mut(ply).eval = Score::NONE;
            return;
        }
        if found.excluded.is_some() {
            found.eval = self.frames.at(ply).eval;
            found.raw_eval = found.eval.get();
        } else {
            found.raw_eval = match found.entry {
                Some(entry) if i32::from(entry.eval) != Score::NONE.get() => i32::from(entry.eval),
                _ => self.evaluator.evaluate(&self.position),
            };
            found.eval = self.corrected(found.raw_eval, ply);
            self.frames.at_mut(ply).eval = found.eval;
        }
        found.estimate = found.eval;
        if let Some(entry) = found.entry
            && found.table_score != Score::NONE
        {
            let says_more = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => found.table_score > found.eval,
                Bound::Upper => found.table_score < found.eval,
                Bound::None => false,
            };
            if says_more {
                found.estimate = found.table_score;
            }
        }
        found.improving = is_improving(&self.frames, ply, found.eval);
    }

    /// The evaluation with what the search has learnt about positions like this.
    #[inline]
    pub(super) fn corrected(&self, raw: i32, ply: usize) -> Score {
        let before = self.frames.before(ply, 1).arrival;
        let correction = self.histories.corrections.value(
            self.position.turn(),
            self.keys.top(),
            before,
            self.tuning.correction_divisor,
        );
        Score::new(raw + correction)
    }
}

fn is_improving(frames: &Frames, ply: usize, eval: Score) -> bool {
    let earlier = [2, 4].map(|back| frames.before(ply, back).eval);
    earlier.into_iter().find(|&score| score != Score::NONE).is_some_and(|before| eval > before)
}
