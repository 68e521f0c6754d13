//! One searching thread: its board, its memory, its limits. What it does is in the other files:
//! `negamax` values a position, `move_loop` goes through its moves, `depth` decides how deep each
//! is searched, `quiescence` follows fours.

use super::history::History;
use super::moves::Ranked;
use super::reductions::Reductions;
use super::score::Score;
use super::stack::{BEFORE, Frame, MAX_PLY, stack};
use super::table::Table;
use super::team::Team;
use super::tuning::Tuning;
use crate::eval::Evaluator;
use crate::rules::{Board, Point, Shape};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use xun_game::OpenNodes;

/// What all threads of one search share besides the table.
pub(crate) struct Shared<'a> {
    pub(crate) stop: AtomicBool,
    pub(crate) asked: Option<&'a AtomicBool>,
    pub(crate) nodes: AtomicU64,
    pub(crate) most_nodes: u64,
    pub(crate) deadline: Option<Instant>,
    /// What several threads tell each other; a single one has nobody to tell.
    pub(crate) team: Option<Team>,
    pub(crate) tuning: &'a Tuning,
    pub(crate) reductions: &'a Reductions,
}

const CHECK_EVERY: u64 = 256;

pub(crate) struct Worker<'a, E> {
    pub(crate) board: Board,
    pub(crate) evaluator: E,
    pub(crate) table: &'a Table,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) history: History,
    frames: Vec<Frame>,
    lists: Vec<Vec<Ranked>>,
    pub(crate) nodes: u64,
    reported: u64,
    pub(crate) selective_depth: u32,
    pub(crate) root_delta: i32,
    pub(crate) stopped: bool,
    /// The nodes it is inside of.
    pub(super) open_nodes: OpenNodes<Score>,
    /// Which root search of the team's this is, and how many of the team's announcements are known.
    pub(super) round: u64,
    pub(super) heard: u64,
    /// Another thread has finished the round: drop it.
    pub(super) overtaken: bool,
    pub(crate) tuning: Tuning,
    pub(super) reductions: &'a Reductions,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    pub(crate) fn new(
        board: Board,
        evaluator: E,
        table: &'a Table,
        shared: &'a Shared<'a>,
    ) -> Self {
        Self {
            board,
            evaluator,
            table,
            shared,
            history: History::new(),
            frames: stack(),
            lists: vec![Vec::new(); MAX_PLY + 4],
            nodes: 0,
            reported: 0,
            selective_depth: 0,
            root_delta: 1,
            stopped: false,
            open_nodes: OpenNodes::default(),
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

    /// The frame this many plies before; the stack has a few before the root.
    #[inline]
    pub(super) fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + BEFORE - plies]
    }

    /// Counts a node and looks at the limits now and then.
    #[inline]
    fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32 + 1);
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.check_limits();
        }
        self.look_at_team();
    }

    #[cold]
    pub(crate) fn check_limits(&mut self) {
        let total = self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed)
            + self.nodes
            - self.reported;
        self.reported = self.nodes;
        let over = total >= self.shared.most_nodes
            || self.shared.asked.is_some_and(|asked| asked.load(Ordering::Relaxed))
            || self.shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
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

    /// Begins a node; answers its value where it needs no search.
    #[inline]
    pub(crate) fn enter(&mut self, ply: usize) -> Option<Score> {
        self.visit(ply);
        self.frame_mut(ply).line.clear();
        if self.stopped {
            return Some(Score::DRAW);
        }
        if let Some(score) = self.decided(ply) {
            return Some(score);
        }
        (ply >= MAX_PLY).then(|| Score::estimate(self.evaluator.value(&self.board)))
    }

    /// Whether the game is decided within the next moves by what is on the board.
    #[inline]
    fn decided(&self, ply: usize) -> Option<Score> {
        let board = &self.board;
        let own = board.to_move();
        if board.is_full() {
            return Some(Score::DRAW);
        }
        if board.count(own, Shape::Five) > 0 {
            return Some(Score::win_at(ply + 1));
        }
        match board.count(!own, Shape::Five) {
            0 if board.count(own, Shape::OpenFour) > 0 => Some(Score::win_at(ply + 3)),
            0 => None,
            1 => {
                let only = board.fives(!own).first()?;
                board.is_forbidden(only).then_some(Score::loss_at(ply + 2))
            }
            _ => Some(Score::loss_at(ply + 2)),
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
