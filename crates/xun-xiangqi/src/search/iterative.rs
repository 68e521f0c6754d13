//! Iterative deepening with aspiration windows, and the decision to stop.

use super::searcher::{Event, Report};
use super::stack::MAX_PLY;
use super::worker::Worker;
use crate::eval::Evaluator;
use xun_game::{Bound, Score};

impl<E: Evaluator> Worker<E> {
    /// Iterative deepening until a limit is reached. `report` receives each finished line.
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
            // Lines of one depth can be compared. A weakened player is not shown any.
            let finished = (lines > 1 && self.handicap.is_none()).then(|| self.root.clone());
            for line in 0..lines {
                self.line_index = line;
                self.deepest = 0;
                self.search_aspiration(depth, report);
                if self.stopped {
                    break;
                }
                self.root[..=line].sort_by_key(|root| -root.score.get());
                self.root[line].depth = depth;
                let settled = self.skip_unneeded_lines(line);
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
                if let Some(root) = finished.filter(|_| self.completed_depth > 0) {
                    self.root = root;
                }
                break;
            }
            self.completed_depth = depth;
            if self.root[0].chosen != before {
                self.best_changes += 1.0;
            }
            if self.index == 0 && self.should_stop() {
                break;
            }
        }
    }

    /// Ends the multi-PV loop of a weakened player early: it needs the score of every move that it
    /// could mistake for the best. If the line just found is too bad for that, so are all later
    /// ones.
    fn skip_unneeded_lines(&mut self, line: usize) -> bool {
        let Some(handicap) = self.handicap else { return false };
        let unneeded = self.root[line].score + handicap.largest_difference() < self.root[0].score;
        if unneeded {
            for root in &mut self.root[line + 1..] {
                (root.score, root.previous) = (-Score::INFINITE, -Score::INFINITE);
            }
        }
        unneeded
    }

    /// Whether the leading thread should not begin another iteration: a wanted mate is found, or
    /// the time plan's soft mark, scaled by how settled the choice is, has passed.
    fn should_stop(&self) -> bool {
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

    /// Aspiration window: searches one line at one depth with a window around its last score,
    /// widened until the score is inside.
    fn search_aspiration(&mut self, depth: i32, report: &mut dyn FnMut(&Event)) {
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

    /// The report of one line.
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
