//! The order of a node's moves: the move of the transposition table first, then the others by
//! policy, history, counter move and killers, last those that other threads were searching.

use super::move_generation::{Pressure, Ranked, generate};
use super::node::{Node, NodeType};
use super::parallel::DeferredMoves;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Point, Shape};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The root's own list, already in order.
    RootMoves,
    TableMove,
    Generate,
    Ranked,
    Deferred,
}

/// The next move, with the number it had when it was deferred.
pub(super) type Picked = (Point, Option<usize>);

/// Hands out the moves of one node.
pub(super) struct MovePicker {
    stage: Stage,
    /// Generated moves; the memory belongs to the worker and goes back with `release`.
    list: Vec<Ranked>,
    next: usize,
    deferred: DeferredMoves,
}

impl MovePicker {
    /// Leaves out the moves that were not picked yet, except deferred ones.
    #[inline]
    pub(super) fn skip_rest(&mut self) {
        self.stage = Stage::Deferred;
    }

    /// Defers a move that another thread is searching; false if there is no room.
    #[inline]
    pub(super) fn defer(&mut self, point: Point, number: usize) -> bool {
        self.deferred.push(point, number)
    }
}

impl<E: Evaluator> Worker<'_, E> {
    #[inline(always)]
    pub(super) fn move_picker<N: NodeType>(&mut self, node: &Node) -> MovePicker {
        let stage = if N::ROOT {
            Stage::RootMoves
        } else if node.table_move.is_some() {
            Stage::TableMove
        } else {
            Stage::Generate
        };
        let list = self.take_list(node.ply);
        MovePicker { stage, list, next: 0, deferred: DeferredMoves::default() }
    }

    /// Takes the picker's memory back.
    #[inline]
    pub(super) fn release(&mut self, ply: usize, picker: &mut MovePicker) {
        self.give_list(ply, std::mem::take(&mut picker.list));
    }

    #[inline]
    pub(super) fn next_move(&mut self, node: &Node, picker: &mut MovePicker) -> Option<Picked> {
        loop {
            match picker.stage {
                Stage::RootMoves => {
                    let point = self.root.move_at(picker.next);
                    picker.next += 1;
                    if let Some(point) = point {
                        return Some((point, None));
                    }
                    picker.stage = Stage::Deferred;
                }
                Stage::TableMove => {
                    picker.stage = Stage::Generate;
                    if let Some(point) = node.table_move {
                        return Some((point, None));
                    }
                }
                Stage::Generate => {
                    self.generate_ranked(node, &mut picker.list);
                    picker.stage = Stage::Ranked;
                }
                Stage::Ranked => {
                    let next = select_best(&mut picker.list, picker.next);
                    picker.next += 1;
                    match next {
                        Some(point) if Some(point) == node.table_move => {}
                        Some(point) => return Some((point, None)),
                        None => picker.stage = Stage::Deferred,
                    }
                }
                Stage::Deferred => {
                    let (point, number) = picker.deferred.resume()?;
                    return Some((point, Some(number)));
                }
            }
        }
    }

    /// Fills the list with the node's moves, ranked by policy, history, counter move and killers.
    fn generate_ranked(&mut self, node: &Node, list: &mut Vec<Ranked>) {
        generate(&self.board, node.pressure, list);
        if list.is_empty() && node.pressure == Pressure::Free {
            list.extend(self.board.empty_points().map(|point| Ranked { point, rank: 0 }));
        }
        if node.pressure == Pressure::Five {
            return;
        }
        self.evaluator.prepare(&self.board);
        self.evaluator.rank_by_policy(&self.board, list);
        let own = self.board.to_move();
        let last = self.before(node.ply, 1).played;
        let counter_move = last.and_then(|last| self.history.counter_move(own, last));
        let killers = self.frame(node.ply).killers;
        for ranked in list.iter_mut() {
            let point = ranked.point;
            let attacking = self.board.cell(point).shape(own) >= Shape::Three;
            let history = self.history.score(own, point, attacking)
                / if attacking { self.tuning.rank_attack } else { self.tuning.rank_quiet };
            let mut rank = ranked.rank + history;
            if counter_move == Some(point) {
                rank += self.tuning.rank_answer;
            }
            if killers.contains(&Some(point)) {
                rank += self.tuning.rank_killer;
            }
            ranked.rank = rank;
        }
    }
}

/// Swaps the best move from index `from` on to that place: one step of a selection sort.
fn select_best(list: &mut [Ranked], from: usize) -> Option<Point> {
    let mut best = from;
    for index in from + 1..list.len() {
        if list[index].rank > list[best].rank {
            best = index;
        }
    }
    if from < list.len() {
        list.swap(from, best);
    }
    list.get(from).map(|ranked| ranked.point)
}
