//! One search thread: its board, its memory, its limits. The search itself is in the other files:
//! `iterative` deepens, `node` searches a position, `move_loop` its moves, `quiescence` the leaves.

use super::history::History;
use super::move_generation::Ranked;
use super::parallel::LazySmp;
use super::reductions::Reductions;
use super::root::RootSearch;
use super::stack::{BEFORE, Frame, MAX_PLY, stack};
use super::tuning::Tuning;
use crate::eval::Evaluator;
use crate::rules::{Board, Point, Shape};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use xun_game::{ActivePath, Limits, Score, Stop, TimePlan, TranspositionTable};

/// The data shared by all threads of one search, besides the transposition table.
pub(crate) struct Shared<'a> {
    pub(crate) stop: AtomicBool,
    pub(crate) asked: &'a Stop,
    pub(crate) nodes: AtomicU64,
    pub(crate) most_nodes: u64,
    pub(crate) limits: &'a Limits,
    pub(crate) plan: TimePlan,
    pub(crate) deadline: Option<Instant>,
    /// Present if there are several threads.
    pub(crate) smp: Option<LazySmp>,
    pub(crate) tuning: &'a Tuning,
    pub(crate) reductions: &'a Reductions,
}

const CHECK_EVERY: u64 = 256;

pub(crate) struct Worker<'a, E> {
    pub(crate) board: Board,
    pub(crate) evaluator: E,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) root: RootSearch<'a>,
    pub(crate) history: History,
    frames: Vec<Frame>,
    lists: Vec<Vec<Ranked>>,
    pub(crate) nodes: u64,
    reported: u64,
    pub(crate) selective_depth: u32,
    pub(crate) root_delta: i32,
    pub(crate) stopped: bool,
    /// The nodes from the root to the current one that other threads may settle.
    pub(super) active_path: ActivePath<Score>,
    /// The number of the root search in progress, and of the announcements known.
    pub(super) round: u64,
    pub(super) heard: u64,
    /// Another thread has finished the root search in progress.
    pub(super) overtaken: bool,
    pub(crate) tuning: Tuning,
    pub(super) reductions: &'a Reductions,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    pub(crate) fn new(
        board: Board,
        evaluator: E,
        table: &'a TranspositionTable,
        shared: &'a Shared<'a>,
        root: RootSearch<'a>,
    ) -> Self {
        Self {
            board,
            evaluator,
            table,
            shared,
            root,
            history: History::new(),
            frames: stack(),
            lists: vec![Vec::new(); MAX_PLY + 4],
            nodes: 0,
            reported: 0,
            selective_depth: 0,
            root_delta: 1,
            stopped: false,
            active_path: ActivePath::default(),
            round: 0,
            heard: 0,
            overtaken: false,
            tuning: shared.tuning.clone(),
            reductions: shared.reductions,
        }
    }

    #[inline]
    pub(crate) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The frame this many plies before. The stack has [`BEFORE`] frames before the root.
    #[inline]
    pub(super) fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + BEFORE - plies]
    }

    /// Counts a node; every [`CHECK_EVERY`] nodes the limits are checked.
    #[inline]
    fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32 + 1);
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.check_limits();
        }
        self.check_other_threads();
    }

    #[cold]
    pub(crate) fn check_limits(&mut self) {
        let total = self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed)
            + self.nodes
            - self.reported;
        self.reported = self.nodes;
        let over = total >= self.shared.most_nodes
            || self.shared.asked.is_stopped()
            || (self.shared.deadline.is_some_and(|deadline| Instant::now() >= deadline)
                && !self.shared.limits.is_pondering(self.shared.asked));
        if over {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        if self.shared.stop.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    pub(crate) fn play(&mut self, point: Point) {
        self.table.prefetch(self.board.key_after(point));
        self.board.play(point);
        self.evaluator.played(&self.board);
    }

    pub(crate) fn undo(&mut self) {
        self.board.undo();
        self.evaluator.undone(&self.board);
    }

    /// Enters a node; returns its score where no search is needed.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> Option<Score> {
        self.visit(ply);
        self.frame_mut(ply).line.clear();
        if self.stopped {
            return Some(Score::ZERO);
        }
        if let Some(score) = self.decided(ply) {
            return Some(score);
        }
        (ply >= MAX_PLY).then(|| Score::new(self.evaluator.value(&self.board)))
    }

    /// The score where a five or an unstoppable open four decides the game, or the board is full.
    #[inline]
    fn decided(&self, ply: usize) -> Option<Score> {
        let board = &self.board;
        let own = board.to_move();
        if board.is_full() {
            return Some(Score::ZERO);
        }
        if board.count(own, Shape::Five) > 0 {
            return Some(Score::mate_in(ply + 1));
        }
        match board.count(!own, Shape::Five) {
            0 if board.count(own, Shape::OpenFour) > 0 => Some(Score::mate_in(ply + 3)),
            0 => None,
            1 => {
                let only = board.fives(!own).first()?;
                board.is_forbidden(only).then_some(Score::mated_in(ply + 2))
            }
            _ => Some(Score::mated_in(ply + 2)),
        }
    }

    pub(crate) fn extend_line(&mut self, ply: usize, point: Point) {
        let (above, below) = self.frames.split_at_mut(ply + BEFORE + 1);
        let line = &mut above[ply + BEFORE].line;
        line.clear();
        line.push(point);
        line.extend_from_slice(&below[0].line);
    }

    pub(crate) fn take_list(&mut self, ply: usize) -> Vec<Ranked> {
        std::mem::take(&mut self.lists[ply])
    }

    pub(crate) fn give_list(&mut self, ply: usize, list: Vec<Ranked>) {
        self.lists[ply] = list;
    }
}
