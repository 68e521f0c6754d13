//! One search thread: its board, what it has learnt, and its iterative deepening.

use super::frame::MAX_PLY;
use super::frame::{Frames, Line};
use super::history::{Histories, NO_PIECE_POINT, piece_point};
use super::root::RootMove;
use super::searcher::{Event, Report};
use super::shared::Shared;
use super::tracker::{PartKeys, Tracker};
use super::tuning::Tuning;
use crate::eval::Evaluator;
use crate::rules::{Move, Position};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use xun_game::Score;
use xun_game::{Bound, Handicap, OpenNodes};

/// How many nodes pass between two looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// One search thread.
pub(super) struct Worker<E> {
    pub(super) shared: Arc<Shared>,
    pub(super) position: Position,
    pub(super) evaluator: E,
    pub(super) keys: PartKeys,
    pub(super) histories: Arc<Histories>,
    pub(super) frames: Frames,
    /// The nodes it is inside of.
    pub(super) open_nodes: OpenNodes<Score>,
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
    /// Which root search of the team's this is.
    round: u64,
    /// How many of the team's announcements are known.
    heard: u64,
    /// Another thread has finished the round: drop it.
    overtaken: bool,
    /// Which thread; 0 leads.
    pub(super) index: usize,
    best_changes: f64,
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
            open_nodes: OpenNodes::default(),
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
        self.open_nodes.clear();
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

    /// Plays a move and lets everyone know.
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
            self.look_around();
        }
        let Some(team) = &self.shared.team else { return };
        if team.round() == self.round {
            self.look_at_open();
        } else {
            self.overtaken = true;
            self.stopped = true;
        }
    }

    /// Publishes the node count and sees whether to stop.
    fn look_around(&mut self) {
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

    /// Deepens until a limit is reached. `report` hears of each finished line.
    pub(super) fn deepen(&mut self, lines: usize, report: &mut dyn FnMut(&Event)) {
        let lines = lines.clamp(1, self.root.len().max(1));
        let limit =
            self.shared.limits.depth.map_or(MAX_PLY as i32 - 8, |depth| depth.clamp(1, 120) as i32);
        for depth in 1..=limit {
            self.root_depth = depth;
            self.best_changes /= 2.0;
            for root in &mut self.root {
                root.previous = root.score;
            }
            let before = self.root[0].chosen;
            for line in 0..lines {
                self.line_index = line;
                self.deepest = 0;
                self.aspire(depth, report);
                if self.stopped {
                    break;
                }
                self.root[..=line].sort_by_key(|root| -root.score.get());
                self.root[line].depth = depth;
                let settled = self.leave_hopeless_lines(line);
                let last = settled || line + 1 == lines;
                if self.index == 0 && (last || self.shared.time_plan.elapsed().as_secs() > 2) {
                    for shown in 0..=line {
                        report(&Event::Line(self.report_of(shown, depth, Bound::Exact)));
                    }
                }
                if settled {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if self.root[0].chosen != before {
                self.best_changes += 1.0;
            }
            if self.index == 0 && self.is_enough() {
                break;
            }
        }
    }

    /// A weakened player wants the score of every move that it could mistake for the best. The line
    /// just found is the best of those left: where it is too bad for that, none of them will be
    /// chosen, and their depth is better spent on the others.
    fn leave_hopeless_lines(&mut self, line: usize) -> bool {
        let Some(handicap) = self.handicap else { return false };
        let hopeless = self.root[line].score + handicap.largest_difference() < self.root[0].score;
        if hopeless {
            for root in &mut self.root[line + 1..] {
                (root.score, root.previous) = (-Score::INFINITE, -Score::INFINITE);
            }
        }
        hopeless
    }

    /// Whether the leading thread should not begin another iteration.
    fn is_enough(&self) -> bool {
        let best = &self.root[0];
        if let Some(wanted) = self.shared.limits.mate
            && best.score.mate_distance().is_some_and(|moves| moves > 0 && moves <= wanted as i32)
        {
            return true;
        }
        if self.shared.must_wait() || !self.shared.limits.is_timed() {
            return false;
        }
        // A forced move, or a mate seen to its end, needs no more thought.
        let short = self.shared.limits.move_time.is_none();
        if short
            && (self.root.len() == 1
                || best
                    .score
                    .mate_distance()
                    .is_some_and(|moves| moves.abs() * 2 < self.root_depth))
        {
            return true;
        }
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        let falling = f64::from((best.previous.get() - best.score.get()).clamp(-40, 100)) / 200.0;
        let scale = (1.45 - effort) * (0.85 + 0.35 * self.best_changes) * (1.0 + falling);
        self.shared.time_plan.is_enough(scale)
    }

    /// Searches one line at one depth with a window around its last score, widened until the score
    /// is inside.
    fn aspire(&mut self, depth: i32, report: &mut dyn FnMut(&Event)) {
        let last = self.root[self.line_index].average;
        let mut width = self.tuning.aspiration + last.get().abs() / 40;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth >= 4 && last != Score::NONE {
            alpha = (last - width).max(-Score::INFINITE);
            beta = (last + width).min(Score::INFINITE);
        }
        let mut lowered = 0;
        loop {
            self.root_width = (beta.get() - alpha.get()).max(1);
            let own = self.search_root(alpha, beta, (depth - lowered).max(1));
            let score = self.agree(own);
            self.root[self.line_index..].sort_by_key(|root| -root.score.get());
            if self.stopped {
                return;
            }
            let bound = if score <= alpha {
                beta = Score::from_raw(i32::midpoint(alpha.get(), beta.get()));
                alpha = (score - width).max(-Score::INFINITE);
                lowered = 0;
                Bound::Upper
            } else if score >= beta {
                beta = (score + width).min(Score::INFINITE);
                lowered = (lowered + 1).min(3);
                Bound::Lower
            } else {
                return;
            };
            if self.index == 0 && self.shared.time_plan.elapsed().as_secs() > 2 {
                report(&Event::Line(self.report_of(self.line_index, depth, bound)));
            }
            width += width / 2;
            if width > 1000 {
                (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
            }
        }
    }

    /// A better root move that another thread has found in this round, noted as if it were found
    /// here.
    pub(super) fn hear_of_better(&mut self, alpha: Score, beta: Score) -> Option<(Move, Score)> {
        let better = self.shared.team.as_ref()?.news(self.round, &mut self.heard)?;
        let root = self.root.iter_mut().find(|root| root.chosen == better.chosen)?;
        if better.score <= alpha || better.score >= beta {
            return None;
        }
        let found = (better.chosen, better.score);
        *root = better;
        Some(found)
    }

    /// Tells the team of a better root move.
    pub(super) fn tell_of_better(&self, root: &RootMove) {
        if let Some(team) = &self.shared.team {
            team.announce(self.round, root.score, root);
        }
    }

    /// What the team found in this round, this thread or another.
    fn agree(&mut self, own: Score) -> Score {
        let shared = Arc::clone(&self.shared);
        let Some(team) = &shared.team else { return own };
        if self.stopped && !self.overtaken {
            return own;
        }
        let score = team.agree(self.round, own, &mut self.root);
        self.round += 1;
        self.overtaken = false;
        self.stopped = shared.is_stopped();
        score
    }

    /// The state of one line, for whoever listens.
    pub(super) fn report_of(&self, line: usize, depth: i32, bound: Bound) -> Report {
        let root = &self.root[line];
        let known = if root.score == Score::NONE || root.score == -Score::INFINITE {
            root.previous
        } else {
            root.score
        };
        Report {
            depth: depth.max(1) as u32,
            selective_depth: root.deepest.max(1) as u32,
            line: line + 1,
            score: known,
            bound,
            nodes: self.shared.total(self.nodes),
            time: self.shared.time_plan.elapsed(),
            fullness: self.shared.table.fullness(),
            pv: root.pv.clone(),
        }
    }
}
