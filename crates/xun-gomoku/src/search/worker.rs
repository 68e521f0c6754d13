//! One searching thread: principal-variation search with what this game needs. Each step is a small function, so
//! that [`Worker::search`] reads like its own explanation.

use super::history::History;
use super::moves::{Pressure, Ranked, generate};
use super::reductions::{PLY, Reductions};
use super::score::Score;
use super::stack::{BEFORE, Frame, MAX_PLY, stack};
use super::table::{Bound, Known, Table};
use crate::eval::Evaluator;
use crate::rules::{Board, Colour, Point, Rule, Shape};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// What all threads of one search share besides the table.
pub(crate) struct Shared<'a> {
    pub(crate) stop: AtomicBool,
    pub(crate) asked: Option<&'a AtomicBool>,
    pub(crate) nodes: AtomicU64,
    pub(crate) most_nodes: u64,
    pub(crate) deadline: Option<Instant>,
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
    pub(crate) tuning: &'static Tuning,
    reductions: &'static Reductions,
}

/// Margins that differ by rule.
pub(crate) struct Tuning {
    futility: i32,
    singular: i32,
    quiescence_margin: i32,
    far: u32,
}

impl Tuning {
    fn of(rule: Rule) -> &'static Self {
        const FREESTYLE: Tuning = Tuning { futility: 63, singular: 58, quiescence_margin: 2086, far: 4 };
        const STANDARD: Tuning = Tuning { futility: 61, singular: 55, quiescence_margin: 1818, far: 4 };
        const RENJU: Tuning = Tuning { futility: 80, singular: 60, quiescence_margin: 2158, far: 5 };
        match rule {
            Rule::Freestyle | Rule::Caro => &FREESTYLE,
            Rule::Standard => &STANDARD,
            Rule::Renju => &RENJU,
        }
    }

    pub(super) fn quiescence_margin(&self, depth: i32) -> i32 {
        (self.quiescence_margin + 60 * depth).max(768)
    }
}

impl<'a, E: Evaluator> Worker<'a, E> {
    pub(crate) fn new(board: Board, evaluator: E, table: &'a Table, shared: &'a Shared<'a>) -> Self {
        let rule = board.rule();
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
            tuning: Tuning::of(rule),
            reductions: Reductions::of(rule),
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
    fn before(&self, ply: usize, plies: usize) -> &Frame {
        &self.frames[ply + BEFORE - plies]
    }

    /// Counts a node and looks at the limits now and then.
    #[inline]
    pub(crate) fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply as u32 + 1);
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.check_limits();
        }
    }

    #[cold]
    pub(crate) fn check_limits(&mut self) {
        let total = self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed) + self.nodes
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

    /// Whether the game is decided within the next moves by what is on the board.
    #[inline]
    pub(crate) fn decided(&self, ply: usize) -> Option<Score> {
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

    /// The value of the position for the side to move within the window.
    pub(crate) fn search<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<PV>(ply, alpha, beta, 0);
        }
        self.visit(ply);
        self.frame_mut(ply).line.clear();
        if self.stopped {
            return Score::DRAW;
        }
        if let Some(score) = self.decided(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return Score::estimate(self.evaluator.value(&self.board));
        }
        alpha = alpha.max(Score::loss_at(ply + 2));
        beta = beta.min(Score::win_at(ply + 3));
        if alpha >= beta {
            return alpha;
        }
        self.frame_mut(ply + 2).killers = [None; 2];

        let pressure = Pressure::on(&self.board);
        let excluded = self.frame(ply).excluded;
        let key = self.board.key() ^ excluded.map_or(0, |point| (point.index() as u64 + 1) << 40);
        let known = self.table.probe(key, ply);
        if let Some(score) = known.filter(|_| !PV).and_then(|known| cutoff(&known, depth, beta)) {
            return score;
        }
        if excluded.is_none() {
            self.frame_mut(ply).was_pv = PV || known.is_some_and(|known| known.was_pv);
        }
        self.frame_mut(ply + 1).was_pv = false;
        let mut table_move = known.and_then(|known| known.best).filter(|&point| self.board.is_legal(point));

        let eval = self.static_eval(ply, pressure, known.as_ref());
        self.frame_mut(ply).eval = eval.raw;
        let improving = pressure == Pressure::Free && eval.raw > self.before(ply, 2).eval;
        if pressure == Pressure::Free && !PV {
            if razors(depth, alpha, eval.better) {
                return self.quiescence::<false>(ply, alpha, alpha.plus(1), 0);
            }
            if self.is_futile(ply, depth, beta, eval.better, cut && known.is_none(), improving) {
                return Score::estimate(eval.better);
            }
        }
        if PV && pressure != Pressure::Five {
            depth -= match known.filter(|_| table_move.is_some()) {
                None => PLY / 3,
                Some(known) => ((depth - known.depth * PLY) * 18 / 64).clamp(0, 230),
            };
            if depth <= 0 {
                return self.quiescence::<true>(ply, alpha, beta, 0);
            }
        }
        if depth >= 15 * PLY && table_move.is_none() && excluded.is_none() && pressure == Pressure::Free {
            depth -= PLY * 2 / 3;
            self.search::<PV>(ply, alpha, beta, depth / 3 - 7 * PLY, cut);
            table_move = self
                .table
                .probe(key, ply)
                .and_then(|known| known.best)
                .filter(|&point| self.board.is_legal(point));
            if self.stopped {
                return Score::DRAW;
            }
        }
        let node = Node { pressure, key, known, table_move, eval, improving, cut };
        self.search_moves::<PV>(ply, alpha, beta, depth, &node)
    }

    fn static_eval(&mut self, ply: usize, pressure: Pressure, known: Option<&Known>) -> Eval {
        if pressure == Pressure::Five {
            let raw = -self.before(ply, 1).eval;
            return Eval { raw, better: raw };
        }
        let raw = known.map_or_else(|| self.evaluator.value(&self.board), |known| known.eval);
        let better = match known {
            Some(known)
                if known.bound != Bound::None
                    && (known.bound == Bound::Exact
                        || known.bound.at_least() == (known.score.raw() > raw)) =>
            {
                known.score.raw()
            }
            _ => raw,
        };
        Eval { raw, better }
    }

    /// The evaluation is so far above the window that the opponent will hardly come back.
    fn is_futile(
        &self,
        ply: usize,
        depth: i32,
        beta: Score,
        eval: i32,
        unsure: bool,
        improving: bool,
    ) -> bool {
        let four = |plies: usize| self.before(ply, plies).made >= Shape::Four;
        let scale = self.tuning.futility - if unsure { 12 } else { 0 };
        let margin = (scale * (depth - PLY - if improving { PLY } else { 0 }) / PLY).max(0);
        !beta.is_loss() && eval < Score::BOUND.raw() && eval - margin >= beta.raw() && !(four(2) && four(4))
    }

    #[expect(
        clippy::too_many_lines,
        reason = "the loop over moves in one view; each decision is its own function"
    )]
    fn search_moves<const PV: bool>(
        &mut self,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        mut depth: i32,
        node: &Node,
    ) -> Score {
        let own = self.board.to_move();
        let excluded = self.frame(ply).excluded;
        let old_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut tried: [Option<(Point, bool)>; 32] = [None; 32];
        let likely_high = !PV
            && node.cut
            && node.pressure == Pressure::Free
            && node.eval.better >= beta.raw() + 15 * depth / PLY - 9;
        let mut stage = if node.table_move.is_some() { Stage::TableMove } else { Stage::Generate };
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        let mut next = 0;
        loop {
            let point = match stage {
                Stage::TableMove => {
                    stage = Stage::Generate;
                    match node.table_move {
                        Some(point) => point,
                        None => continue,
                    }
                }
                Stage::Generate => {
                    self.generate_ranked(ply, node.pressure, &mut list);
                    stage = Stage::Listed;
                    continue;
                }
                Stage::Listed => match pick(&mut list, next) {
                    Some(ranked) => {
                        next += 1;
                        ranked.point
                    }
                    None => break,
                },
            };
            let again = stage == Stage::Listed && Some(point) == node.table_move;
            if again || Some(point) == excluded || self.board.is_forbidden(point) {
                continue;
            }
            number += 1;
            let cell = self.board.cell(point);
            let (made, prevented) = (cell.shape(own), cell.shape(!own));
            {
                let frame = self.frame_mut(ply);
                frame.made = made;
                frame.prevented = prevented;
            }
            let trivial = made == Shape::Quiet && prevented == Shape::Quiet;
            let distant = self.is_distant(ply, point);
            if !best.is_loss() && number > 1 && best > -Score::INFINITE {
                if number >= move_count_limit(depth, node.improving) {
                    break;
                }
                if trivial && depth < 275 {
                    continue;
                }
                if node.pressure == Pressure::OpenFour && depth < 275 && prevented < Shape::Four && distant {
                    continue;
                }
            }
            let mut extension = match self.extension::<PV>(ply, beta, depth, point, node) {
                Extension::By(extension) => extension,
                Extension::CutOff(score) => {
                    self.lists[ply] = list;
                    return score;
                }
            };
            if self.stopped {
                self.lists[ply] = list;
                return Score::DRAW;
            }
            if likely_high {
                if made < Shape::Four {
                    extension -= PLY;
                } else if self.before(ply, 2).made >= Shape::Four {
                    extension += PLY;
                }
            }
            let mut new_depth = depth - PLY + extension;
            let extra = self.before(ply, 1).extra + (extension - PLY).max(0);
            {
                let frame = self.frame_mut(ply);
                frame.made = made;
                frame.prevented = prevented;
                frame.played = Some(point);
                frame.extra = extra;
            }
            let attacking = made >= Shape::Three;
            let reduction = if depth >= 2 * PLY && number > 1 {
                let seen = Seen { number, made, prevented, trivial, distant, attacking };
                Some(self.reduction::<PV>(ply, alpha, beta, depth, point, &seen, node))
            } else {
                None
            };
            self.play(point);
            let zero = alpha.plus(1);
            let mut score = -Score::INFINITE;
            if let Some(reduction) = reduction {
                let reduced = (new_depth - reduction).min(new_depth + PLY).max(PLY);
                score = -self.search::<false>(ply + 1, -zero, -alpha, reduced, true);
                if score > alpha && reduced < new_depth {
                    let gap = (new_depth - reduced) / PLY;
                    if score.raw() > alpha.raw() + 34 + 11 * gap && extra < 5 * PLY {
                        new_depth += PLY;
                    } else if score.raw() < best.raw() + new_depth / PLY {
                        new_depth -= PLY;
                    }
                    if reduced < new_depth {
                        score = -self.search::<false>(ply + 1, -zero, -alpha, new_depth, !node.cut);
                    }
                }
            } else if !PV || number > 1 {
                score = -self.search::<false>(ply + 1, -zero, -alpha, new_depth, !node.cut);
            }
            if PV && (number == 1 || (score > alpha && score < beta)) {
                score = -self.search::<true>(ply + 1, -beta, -alpha, new_depth, false);
            }
            self.undo();
            if self.stopped {
                self.lists[ply] = list;
                return Score::DRAW;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(point);
                    if PV {
                        self.extend_line(ply, point);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                    if depth > 2 * PLY && depth < 12 * PLY && score.raw().abs() < 2000 {
                        depth -= PLY;
                    }
                }
            }
            if number <= tried.len() && best_move != Some(point) {
                tried[number - 1] = Some((point, attacking));
            }
        }
        self.lists[ply] = list;
        if number == 0 {
            return match (excluded, node.pressure) {
                (Some(_), _) => alpha,
                (None, Pressure::Five) => Score::loss_at(ply + 2),
                (None, _) => Score::loss_at(ply + 4),
            };
        }
        if let Some(point) = best_move.filter(|_| best >= beta) {
            self.learn(ply, own, point, depth, tried.iter().flatten());
        }
        if excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if PV && best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let was_pv = self.frame(ply).was_pv
                || (best <= old_alpha && depth > 3 * PLY && self.before(ply, 1).was_pv);
            let known = Known {
                score: best,
                eval: node.eval.raw,
                depth: depth / PLY,
                bound,
                was_pv,
                best: best_move,
            };
            self.table.store(node.key, ply, known);
        }
        best
    }

    pub(crate) fn extend_line(&mut self, ply: usize, point: Point) {
        let (above, below) = self.frames.split_at_mut(ply + BEFORE + 1);
        let line = &mut above[ply + BEFORE].line;
        line.clear();
        line.push(point);
        line.extend_from_slice(&below[0].line);
    }

    fn generate_ranked(&mut self, ply: usize, pressure: Pressure, list: &mut Vec<Ranked>) {
        generate(&self.board, pressure, list);
        if list.is_empty() && pressure == Pressure::Free {
            list.extend(self.board.empty_points().map(|point| Ranked { point, rank: 0 }));
        }
        if pressure == Pressure::Five {
            return;
        }
        self.evaluator.prepare(&self.board);
        let own = self.board.to_move();
        let answer = self.frame(ply.saturating_sub(1)).played.filter(|_| ply > 0);
        let answer = answer.and_then(|to| self.history.answer(own, to));
        let killers = self.frame(ply).killers;
        for ranked in list.iter_mut() {
            let point = ranked.point;
            let attacking = self.board.cell(point).shape(own) >= Shape::Three;
            let history = self.history.score(own, point, attacking) / if attacking { 64 } else { 128 };
            let mut rank = self.evaluator.policy(&self.board, point) + history;
            if answer == Some(point) {
                rank += 20;
            }
            if killers.contains(&Some(point)) {
                rank += 15;
            }
            ranked.rank = rank;
        }
    }

    fn is_distant(&self, ply: usize, point: Point) -> bool {
        let far = |plies: usize, most: u32| {
            self.before(ply, plies).played.is_none_or(|other| other.distance(point) > most)
        };
        far(1, 4) && far(2, self.tuning.far)
    }

    /// How much deeper a move is searched: answers to fours, and moves without which the position would be far worse.
    fn extension<const PV: bool>(
        &mut self,
        ply: usize,
        beta: Score,
        depth: i32,
        point: Point,
        node: &Node,
    ) -> Extension {
        if node.pressure == Pressure::Five {
            return Extension::By(83);
        }
        if Some(point) != node.table_move {
            return Extension::By(0);
        }
        let worth_asking = depth >= 426 && self.frame(ply).excluded.is_none();
        let known = node.known.filter(|known| {
            worth_asking
                && !known.score.is_decided()
                && known.bound.at_least()
                && known.depth * PLY >= depth - 130
        });
        let Some(known) = known else {
            let near_four = self.frame(ply).made >= Shape::Four
                && self.before(ply, 2).played.is_some_and(|other| other.distance(point) <= 4);
            return Extension::By(if PV { 16 } else { 5 } + if near_four { 15 } else { 0 });
        };
        let former = !PV && self.frame(ply).was_pv;
        let margin = (self.tuning.singular + if former { 64 } else { 0 }) * (depth / PLY) / 64;
        let bound = known.score.plus(-margin);
        let reduced = depth - (depth * 54 / 100 - if former { PLY } else { 0 });
        self.frame_mut(ply).excluded = Some(point);
        let score = self.search::<false>(ply, bound.plus(-1), bound, reduced, node.cut);
        self.frame_mut(ply).excluded = None;
        if score < bound {
            let very = !PV && score.raw() < bound.raw() - 25 && self.before(ply, 1).extra < 10 * PLY;
            Extension::By(if very { 2 * PLY } else { PLY })
        } else if bound >= beta {
            Extension::CutOff(beta)
        } else if known.score >= beta {
            Extension::By(-96)
        } else {
            Extension::By(0)
        }
    }

    /// How much shallower a late move is searched first.
    #[expect(clippy::too_many_arguments, reason = "all of it decides; a struct would only rename it")]
    fn reduction<const PV: bool>(
        &self,
        ply: usize,
        alpha: Score,
        beta: Score,
        depth: i32,
        point: Point,
        seen: &Seen,
        node: &Node,
    ) -> i32 {
        let mut reduction = self.reductions.get(depth, seen.number);
        if PV {
            let share = PLY * (beta.raw() - alpha.raw()) / self.root_delta.max(1);
            reduction = (reduction - share).max(0);
        } else if !node.improving && reduction > PLY {
            reduction += PLY;
        }
        let important = seen.made >= Shape::DoubleTwo || seen.prevented >= Shape::Three;
        reduction += match (seen.trivial, seen.distant, important) {
            (true, true, _) => 20,
            (true, false, _) => 8,
            (false, _, false) => 5,
            (false, _, true) => 1,
        };
        if self.frame(ply).was_pv {
            reduction -= 62;
        }
        let killer = self.frame(ply).killers.contains(&Some(point));
        if node.cut && (!killer || seen.attacking) {
            reduction += 115;
        }
        if node.pressure == Pressure::OpenFour && seen.prevented < Shape::Four {
            let far =
                |plies: usize| self.before(ply, plies).played.is_none_or(|other| other.distance(point) > 4);
            reduction += if far(1) { 123 } else { 0 } + if far(2) { 61 } else { 0 };
        }
        if node.pressure == Pressure::Free && self.before(ply, 2).made >= Shape::Three {
            let near = self.before(ply, 2).played.is_some_and(|other| other.distance(point) <= 4);
            if seen.made >= Shape::Three || (near && seen.made >= Shape::DoubleTwo) {
                reduction -= 34;
            }
        }
        if seen.made == Shape::Forbidden || seen.prevented == Shape::Forbidden {
            reduction -= 67;
        }
        let own = self.board.to_move();
        let history =
            self.history.score(own, point, true) + self.history.score(own, point, false) * 3 / 4 - 3300;
        reduction - history * PLY / if depth > 5 * PLY { 16_600 } else { 12_300 }
    }

    fn learn<'t>(
        &mut self,
        ply: usize,
        own: Colour,
        point: Point,
        depth: i32,
        tried: impl Iterator<Item = &'t (Point, bool)>,
    ) {
        let plies = depth / PLY;
        let bonus = (4 * plies * plies + 120 * plies).min(1700);
        let attacking = self.board.cell(point).shape(own) >= Shape::Three;
        self.history.reward(own, point, attacking, bonus);
        for &(other, attacking) in tried.filter(|(other, _)| *other != point) {
            self.history.reward(own, other, attacking, -bonus / 2);
        }
        if let Some(to) = self.before(ply, 1).played {
            self.history.set_answer(own, to, point);
        }
        let killers = &mut self.frame_mut(ply).killers;
        if killers[0] != Some(point) {
            *killers = [Some(point), killers[0]];
        }
    }

    pub(crate) fn take_list(&mut self, ply: usize) -> Vec<Ranked> {
        std::mem::take(&mut self.lists[ply])
    }

    pub(crate) fn give_list(&mut self, ply: usize, list: Vec<Ranked>) {
        self.lists[ply] = list;
    }
}

struct Node {
    pressure: Pressure,
    key: u64,
    known: Option<Known>,
    table_move: Option<Point>,
    eval: Eval,
    improving: bool,
    cut: bool,
}

#[derive(Clone, Copy)]
struct Eval {
    /// The evaluator's word.
    raw: i32,
    /// Improved by what the table knows.
    better: i32,
}

struct Seen {
    number: usize,
    made: Shape,
    prevented: Shape,
    trivial: bool,
    distant: bool,
    attacking: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    TableMove,
    Generate,
    Listed,
}

enum Extension {
    By(i32),
    CutOff(Score),
}

/// The evaluation is so far below the window that only a run of fours can help.
fn razors(depth: i32, alpha: Score, eval: i32) -> bool {
    !alpha.is_decided() && depth < 166 && eval + 19 + 14 * depth / PLY < alpha.raw()
}

/// What the table says, if it is deep enough and on the right side of the window.
fn cutoff(known: &Known, depth: i32, beta: Score) -> Option<Score> {
    let right_side = if known.score >= beta { known.bound.at_least() } else { known.bound.at_most() };
    (known.bound != Bound::None && known.depth * PLY >= depth && right_side).then_some(known.score)
}

/// The best of the moves from `from` on, brought to that place.
pub(crate) fn pick(list: &mut [Ranked], from: usize) -> Option<Ranked> {
    let mut best = from;
    for index in from + 1..list.len() {
        if list[index].rank > list[best].rank {
            best = index;
        }
    }
    if from < list.len() {
        list.swap(from, best);
    }
    list.get(from).copied()
}

/// Moves beyond this number are left out at this depth.
fn move_count_limit(depth: i32, improving: bool) -> usize {
    // 3 + d^1.32 for the first plies; deeper nodes hardly have as many moves.
    const LIMITS: [u8; 24] =
        [3, 4, 5, 7, 9, 11, 13, 16, 18, 21, 23, 26, 29, 32, 35, 38, 41, 45, 48, 51, 55, 58, 62, 65];
    let limit = LIMITS.get((depth / PLY).max(0) as usize).map_or(100, |&limit| usize::from(limit));
    if improving { limit } else { (limit / 2).max(2) }
}
