//! The root of one thread's search: its list of moves, and the steps of the move loop that only the
//! root takes.

use super::move_generation::{Pressure, generate};
use super::move_loop::{Candidate, MoveResults};
use super::node::{Node, Root, StaticEval};
use super::worker::Worker;
use super::{Event, Question, Report};
use crate::eval::Evaluator;
use crate::rules::{Board, Point};
use std::time::Duration;
use xun_game::{Bound, Score};

/// A root move and the result of its last search.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) point: Point,
    /// The score of this iteration; minus infinity if the move was only shown to be no better.
    pub(crate) score: Score,
    /// The score of the iteration before, which orders moves without a score of this one.
    pub(crate) previous: Score,
    pub(crate) line: Vec<Point>,
    pub(crate) selective_depth: u32,
    pub(crate) depth: u32,
}

impl RootMove {
    /// A root move before its first search, with a policy that orders it.
    pub(crate) fn new(point: Point, policy: i32) -> Self {
        Self {
            point,
            score: -Score::INFINITE,
            previous: Score::new(policy - 10_000),
            line: vec![point],
            selective_depth: 0,
            depth: 0,
        }
    }

    /// The report about this move as a line of this number, with the totals so far.
    pub(crate) fn report(&self, line: usize, nodes: u64, time: Duration, fullness: u32) -> Report {
        Report {
            depth: self.depth,
            selective_depth: self.selective_depth,
            line,
            score: if self.score > -Score::INFINITE { self.score } else { self.previous },
            bound: Bound::Exact,
            nodes,
            time,
            fullness,
            pv: if self.line.is_empty() { vec![self.point] } else { self.line.clone() },
        }
    }
}

/// The root moves of a thread and the search in progress.
pub(crate) struct RootSearch<'a> {
    pub(crate) moves: Vec<RootMove>,
    /// The line being searched, from zero; the moves before it belong to better lines (`MultiPV`).
    pub(crate) line: usize,
    pub(crate) iteration: u32,
    /// Some moves are left out on request, so that the score is not the position's.
    pub(crate) restricted: bool,
    /// Receives events; only the first thread has one.
    pub(crate) report: Option<&'a mut dyn FnMut(&Event)>,
}

impl<'a> RootSearch<'a> {
    pub(crate) fn new(
        moves: Vec<RootMove>,
        question: &Question,
        report: Option<&'a mut dyn FnMut(&Event)>,
    ) -> Self {
        Self { moves, line: 0, iteration: 0, restricted: !question.allows_all(), report }
    }

    #[inline]
    pub(super) fn move_at(&self, index: usize) -> Option<Point> {
        self.moves.get(self.line + index).map(|root| root.point)
    }

    /// Whether the score goes into the transposition table.
    pub(super) fn stores_score(&self) -> bool {
        self.line == 0 && !self.restricted
    }

    fn find(&mut self, point: Point) -> Option<&mut RootMove> {
        self.moves[self.line..].iter_mut().find(|root| root.point == point)
    }

    fn report(&mut self, event: &Event) {
        if let Some(report) = &mut self.report {
            report(event);
        }
    }
}

/// The moves to choose from: fives; else forced moves; else moves near the stones; else all legal
/// moves. Without any legal move, all empty points.
pub(crate) fn root_moves(board: &Board, question: &Question) -> Vec<Point> {
    let allowed = |point: &Point| question.allows(point);
    let own = board.to_move();
    let legal = |list: Vec<Point>| -> Vec<Point> {
        list.into_iter().filter(|&point| board.is_legal(point)).filter(allowed).collect()
    };
    let wins = legal(board.fives(own).iter().collect());
    if !wins.is_empty() {
        return wins;
    }
    let mut forced = Vec::new();
    generate(board, Pressure::on(board), &mut forced);
    let forced = legal(forced.into_iter().map(|ranked| ranked.point).collect());
    if !forced.is_empty() {
        return forced;
    }
    let near = legal(board.candidates().collect());
    if !near.is_empty() {
        return near;
    }
    let any = legal(board.empty_points().collect());
    if any.is_empty() { board.empty_points().filter(allowed).collect() } else { any }
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches the root moves of the current line with this window and depth.
    pub(super) fn search_root(&mut self, alpha: Score, beta: Score, depth: i32) -> Score {
        self.root_delta = beta.get() - alpha.get();
        let raw = self.evaluator.value(&self.board);
        let frame = self.frame_mut(0);
        (frame.eval, frame.was_pv) = (raw, true);
        let line = self.root.line;
        for root in &mut self.root.moves[line..] {
            root.score = -Score::INFINITE;
        }
        let mut node = Node {
            ply: 0,
            alpha,
            beta,
            depth,
            cut: false,
            pressure: Pressure::on(&self.board),
            key: self.board.key(),
            known: None,
            table_move: None,
            eval: StaticEval { raw, computed: true, refined: raw },
            improving: false,
            likely_fail_high: false,
        };
        self.search_moves::<Root>(&mut node)
    }

    /// Reports that a root move is about to be searched.
    pub(super) fn begin_root_move(&mut self, point: Point) {
        self.selective_depth = 0;
        let depth = self.root.iteration;
        self.root.report(&Event::RootMove { root_move: point, depth });
    }

    /// Records the result of a root move. Only the first move and better ones have an exact score.
    pub(super) fn update_root_move(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        score: Score,
        results: &MoveResults,
    ) {
        let point = candidate.point;
        let first = candidate.number == 1 && results.found_elsewhere.is_none();
        if first || score > node.alpha {
            let (depth, selective_depth) = (self.root.iteration, self.selective_depth);
            let rest = std::mem::take(&mut self.frame_mut(1).line);
            if let Some(root) = self.root.find(point) {
                (root.score, root.depth, root.selective_depth) = (score, depth, selective_depth);
                root.line.clear();
                root.line.push(point);
                root.line.extend_from_slice(&rest);
            }
            self.frame_mut(1).line = rest;
        }
        let (is_loss, is_best) = (score.is_loss(), score > results.best);
        self.root.report(&Event::RootMoveDone { root_move: point, is_loss, is_best });
    }

    /// Takes over a better root move that another thread has announced.
    pub(super) fn adopt_announced(&mut self, node: &mut Node, results: &mut MoveResults) {
        let Some(better) = self.announced_better(node.alpha, node.beta) else { return };
        let Some(root) = self.root.find(better.point) else { return };
        node.alpha = better.score;
        (results.best, results.best_move) = (better.score, Some(better.point));
        results.found_elsewhere = results.best_move;
        *root = better;
    }

    /// Tells the other threads of a better root move.
    pub(super) fn announce_better(&mut self, point: Point) {
        let Some(smp) = &self.shared.smp else { return };
        if let Some(root) = self.root.find(point) {
            smp.announce(self.round, root.score, root);
        }
    }
}
