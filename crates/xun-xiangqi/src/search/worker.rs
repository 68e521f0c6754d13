//! One search thread: its board, its histories and its limits.

use super::board_tracker::{PartKeys, Tracker};
use super::history::{Histories, NO_PIECE_POINT, piece_point};
use super::root_move::RootMove;
use super::shared::Shared;
use super::stack::MAX_PLY;
use super::stack::{Frames, Line};
use super::tuning::Tuning;
use crate::eval::Evaluator;
use crate::rules::{Move, Position};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use xun_game::Score;
use xun_game::{ActivePath, Handicap};

/// Nodes between two looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// One search thread.
pub(super) struct Worker<E> {
    pub(super) shared: Arc<Shared>,
    pub(super) position: Position,
    pub(super) evaluator: E,
    pub(super) keys: PartKeys,
    pub(super) histories: Arc<Histories>,
    pub(super) frames: Frames,
    /// The nodes it is in, from the root on.
    pub(super) active_path: ActivePath<Score>,
    /// The best line found from each ply.
    pub(super) lines: Vec<Line>,
    pub(super) tuning: Tuning,
    pub(super) handicap: Option<Handicap>,
    /// Reductions by depth or move count, to be multiplied.
    pub(super) logarithms: [i32; 128],
    pub(super) root: Vec<RootMove>,
    /// The line being searched, of several.
    pub(super) line_index: usize,
    pub(super) root_depth: i32,
    pub(super) completed_depth: i32,
    pub(super) deepest: usize,
    pub(super) nodes: u64,
    /// No null move before this ply: a null move is being verified.
    pub(super) null_from: usize,
    /// Width of the root's window, for reductions.
    pub(super) root_width: i32,
    pub(super) stopped: bool,
    /// Number of the root search that this thread is in.
    pub(super) round: u64,
    /// Number of the announcements that this thread has read.
    pub(super) heard: u64,
    /// Another thread has finished the round: drop it.
    pub(super) overtaken: bool,
    /// Number of the thread; 0 leads.
    pub(super) index: usize,
    /// Recent changes of the best root move, for the time plan.
    pub(super) best_changes: f64,
}

impl<E: Evaluator> Worker<E> {
    pub(super) fn new(
        index: usize,
        shared: Arc<Shared>,
        histories: Arc<Histories>,
        evaluator: E,
    ) -> Self {
        let mut logarithms = [0; 128];
        for (number, slot) in logarithms.iter_mut().enumerate().skip(1) {
            *slot = ((number as f64).ln() * 1024.0) as i32;
        }
        Self {
            shared,
            position: Position::start(),
            evaluator,
            keys: PartKeys::new(),
            histories,
            frames: Frames::new(),
            active_path: ActivePath::default(),
            lines: vec![Line::new(); MAX_PLY + 2],
            tuning: Tuning::default(),
            handicap: None,
            logarithms,
            root: Vec::new(),
            line_index: 0,
            root_depth: 0,
            completed_depth: 0,
            deepest: 0,
            nodes: 0,
            null_from: 0,
            root_width: 1,
            stopped: false,
            round: 0,
            heard: 0,
            overtaken: false,
            index,
            best_changes: 0.0,
        }
    }

    /// Sets the worker to the root of a new search.
    pub(super) fn prepare(&mut self, shared: Arc<Shared>, position: &Position, moves: &[Move]) {
        self.shared = shared;
        self.position.clone_from(position);
        self.evaluator.reset(position);
        self.keys.reset(position);
        self.frames.clear();
        self.active_path.clear();
        self.root = moves.iter().map(|&chosen| RootMove::new(chosen)).collect();
        self.completed_depth = 0;
        self.nodes = 0;
        self.null_from = 0;
        self.stopped = false;
        self.round = 0;
        self.heard = 0;
        self.overtaken = false;
        self.best_changes = 0.0;
    }

    /// Plays a move on the board and in everything that follows it: evaluator, keys, stack.
    #[inline]
    pub(super) fn play(&mut self, chosen: Move, ply: usize) {
        let mover = self.position.piece_on(chosen.from());
        let frame = self.frames.at_mut(ply);
        frame.current = Some(chosen);
        frame.arrival = mover.map_or(NO_PIECE_POINT, |piece| piece_point(piece, chosen.to()));
        frame.captures = self.position.piece_on(chosen.to()).is_some();
        self.evaluator.push();
        self.keys.push();
        let mut tracker = Tracker { evaluator: &mut self.evaluator, keys: &mut self.keys };
        self.position.play_observed(chosen, &mut tracker);
        self.count_node();
    }

    /// Takes back the last move.
    #[inline]
    pub(super) fn undo(&mut self) {
        self.position.undo();
        self.evaluator.pop();
        self.keys.pop();
    }

    #[inline(always)]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) || self.shared.limits.nodes.is_some() {
            self.check_limits();
        }
        let Some(smp) = &self.shared.smp else { return };
        if smp.round() == self.round {
            self.abandon_settled();
        } else {
            self.overtaken = true;
            self.stopped = true;
        }
    }

    /// Publishes the node count and checks the limits.
    fn check_limits(&mut self) {
        let every = self.nodes.is_multiple_of(CHECK_EVERY);
        if every {
            self.shared.counters[self.index].store(self.nodes, Relaxed);
            self.stopped |= self.shared.is_stopped();
        }
        if self.index != 0 {
            return;
        }
        if let Some(limit) = self.shared.limits.nodes {
            let total = if self.shared.counters.len() == 1 {
                self.nodes
            } else {
                self.shared.total(self.nodes)
            };
            self.stopped |= total >= limit;
        }
        if every && self.shared.is_out_of_time() {
            self.stopped = true;
        }
        // An answer needs at least one finished iteration.
        self.stopped &= self.completed_depth > 0 || self.shared.is_stopped();
    }
}
