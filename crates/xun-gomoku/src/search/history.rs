//! History heuristic, counter moves and killers: moves that failed high are tried earlier.

use super::move_loop::MoveResults;
use super::node::Node;
use super::reductions::PLY;
use super::worker::Worker;
use crate::eval::Evaluator;
use crate::rules::{Colour, PerColour, Point, Shape};

const FIELD: usize = 1024;
const MOST: i32 = 8192;

/// Butterfly histories of quiet and attacking moves, by colour and point, and counter moves.
#[derive(Clone)]
pub(crate) struct History {
    quiet: PerColour<Box<[i16; FIELD]>>,
    attack: PerColour<Box<[i16; FIELD]>>,
    counter_moves: PerColour<Box<[Option<Point>; FIELD]>>,
}

impl History {
    pub(crate) fn new() -> Self {
        let zero = || PerColour([Box::new([0; FIELD]), Box::new([0; FIELD])]);
        Self {
            quiet: zero(),
            attack: zero(),
            counter_moves: PerColour([Box::new([None; FIELD]), Box::new([None; FIELD])]),
        }
    }

    /// The history of a move. `attacking` selects the history of moves that make a three or more.
    #[inline]
    pub(crate) fn score(&self, colour: Colour, point: Point, attacking: bool) -> i32 {
        let list = if attacking { &self.attack } else { &self.quiet };
        i32::from(list[colour][point.index()])
    }

    /// The move that last refuted `last`.
    #[inline]
    pub(crate) fn counter_move(&self, colour: Colour, last: Point) -> Option<Point> {
        self.counter_moves[colour][last.index()]
    }

    /// Adds a bonus with gravity: the nearer a history is to its limit, the less it grows.
    fn add(&mut self, colour: Colour, point: Point, attacking: bool, bonus: i32) {
        let list = if attacking { &mut self.attack } else { &mut self.quiet };
        let score = &mut list[colour][point.index()];
        let bonus = bonus.clamp(-MOST, MOST);
        *score = (i32::from(*score) + bonus - i32::from(*score) * bonus.abs() / MOST) as i16;
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// After a fail high: a bonus for the best move, a malus for those tried before it, and the
    /// best move becomes counter move and killer.
    pub(super) fn update_histories(&mut self, node: &Node, results: &MoveResults) {
        let Some(best) = results.best_move else { return };
        let own = self.board.to_move();
        let plies = node.depth / PLY;
        let bonus =
            (4 * plies * plies + self.tuning.bonus_slope * plies).min(self.tuning.bonus_limit);
        let attacking = self.board.cell(best).shape(own) >= Shape::Three;
        self.history.add(own, best, attacking, bonus);
        for &(other, attacking) in results.tried.iter().flatten() {
            if other != best {
                self.history.add(own, other, attacking, -bonus * self.tuning.malus / 100);
            }
        }
        if let Some(last) = self.before(node.ply, 1).played {
            self.history.counter_moves[own][last.index()] = Some(best);
        }
        let killers = &mut self.frame_mut(node.ply).killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }
}
