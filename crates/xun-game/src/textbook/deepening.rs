//! From a question to an answer: iterative deepening with aspiration windows, or one search at full
//! depth.
//!
//! Deepening costs little, because the last iteration is most of the work, and pays twice: each
//! iteration tries the best move of the one before first, and whenever the search is stopped there
//! is an answer.

use super::answer::{Answer, Iteration, Precision, RootMove};
use super::budget::Stopped;
use super::observer::Observer;
use super::refinement::Refinement;
use super::root::Best;
use super::settings::{Algorithm, MOST_DEPTH};
use super::worker::{Window, Worker};
use crate::{Evaluation, Game, GameValue};
use std::time::Instant;

/// The search of the root in one iteration: on this thread, or spread over several.
pub(super) type SearchRoot<'s, W, M> =
    dyn FnMut(&mut W, u32, Window, &mut [RootMove<M>], &mut Option<Best>) -> RootResult + 's;

/// The window was searched, or the search was stopped.
type RootResult = Result<(), Stopped>;

impl<G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'_, G, E, O> {
    /// Searches to this depth and answers.
    pub(super) fn answer(
        &mut self,
        depth: u32,
        began: Instant,
        search_root: &mut SearchRoot<'_, Self, G::Move>,
    ) -> Answer<G::Move> {
        let depth = depth.clamp(1, MOST_DEPTH);
        let mut moves = self.root_moves();
        let mut answer = Answer {
            best: moves.first().map(|first| first.chosen),
            score: GameValue::ZERO,
            line: moves.first().map(|first| first.line.clone()).unwrap_or_default(),
            moves: Vec::new(),
            iterations: Vec::new(),
            statistics: super::Statistics::default(),
            stopped: false,
        };
        if moves.is_empty() {
            let ending = self.game.ending().unwrap_or_else(|| self.game.ending_without_moves());
            answer.score = self.ended(ending, depth);
        } else {
            let first = if self.on(Refinement::Deepening) { 1 } else { depth };
            for depth in first..=depth {
                let mut best = None;
                let result = self.iteration(
                    depth,
                    &mut moves,
                    &mut best,
                    answer.iterations.last(),
                    search_root,
                );
                keep(&mut answer, &moves, best);
                if result.is_err() {
                    answer.stopped = true;
                    break;
                }
                self.statistics.depth = depth;
                let (time, nodes) = (began.elapsed(), self.statistics.nodes);
                let (line, score) = (answer.line.clone(), answer.score);
                let iteration = Iteration { depth, best: line[0], score, line, nodes, time };
                self.observer.finished(&iteration);
                answer.iterations.push(iteration);
                bring_to_front(&mut moves, best);
            }
            if answer.iterations.is_empty()
                && answer.moves.iter().all(|one| one.precision == Precision::Unknown)
            {
                answer.score = self.judge();
            }
        }
        answer.moves.sort_by_key(|one| one.index);
        answer.statistics = std::mem::take(&mut self.statistics);
        answer.statistics.time = began.elapsed();
        answer
    }

    fn root_moves(&mut self) -> Vec<RootMove<G::Move>> {
        if self.game.ending().is_some() {
            return Vec::new();
        }
        let mut list = Vec::new();
        self.game.moves(&mut list);
        let fresh = |(index, chosen): (usize, G::Move)| {
            let (score, precision) = (GameValue::ZERO, Precision::Unknown);
            RootMove { chosen, index, score, precision, line: vec![chosen] }
        };
        list.into_iter().enumerate().map(fresh).collect()
    }

    /// One iteration: with aspiration, first in a narrow window around the last score.
    fn iteration(
        &mut self,
        depth: u32,
        moves: &mut [RootMove<G::Move>],
        best: &mut Option<Best>,
        last: Option<&Iteration<G::Move>>,
        search_root: &mut SearchRoot<'_, Self, G::Move>,
    ) -> Result<(), Stopped> {
        for one in &mut *moves {
            one.precision = Precision::Unknown;
        }
        let bounded =
            self.settings.algorithm == Algorithm::AlphaBeta && !self.settings.score_every_move;
        let centre =
            last.filter(|_| bounded && self.on(Refinement::Aspiration)).map(|last| last.score);
        let Some(centre) = centre.filter(|score| !score.is_decided()) else {
            return search_root(self, depth, Window::OPEN, moves, best);
        };
        let half = self.settings.aspiration.clamp(1, 1 << 20);
        let mut window = Window { alpha: centre.shifted(-half), beta: centre.shifted(half) };
        let mut widening = half;
        loop {
            *best = None;
            search_root(self, depth, window, moves, best)?;
            match best {
                Some(best) if best.score < window.beta || window.beta == GameValue::INFINITY => {
                    return Ok(());
                }
                // The side that failed is opened wider and wider, at last all the way.
                Some(_) => window.beta = opened(window.beta, widening),
                None => window.alpha = -opened(-window.alpha, widening),
            }
            self.statistics.researches += 1;
            widening = widening.saturating_mul(4);
        }
    }
}

/// Takes over what an iteration found, finished or not.
fn keep<M: Copy>(answer: &mut Answer<M>, moves: &[RootMove<M>], best: Option<Best>) {
    if let Some(found) = best.and_then(|best| moves.iter().find(|one| one.index == best.index)) {
        answer.best = Some(found.chosen);
        answer.score = found.score;
        answer.line.clone_from(&found.line);
        answer.moves = moves.to_vec();
    } else if answer.moves.is_empty() {
        answer.moves = moves.to_vec();
    }
}

fn opened(bound: GameValue, by: i32) -> GameValue {
    if by > 1 << 24 { GameValue::INFINITY } else { bound.shifted(by) }
}

/// The best move is searched first in the next iteration; the others keep their order.
fn bring_to_front<M>(moves: &mut [RootMove<M>], best: Option<Best>) {
    if let Some(place) = best.and_then(|best| moves.iter().position(|one| one.index == best.index))
    {
        moves[..=place].rotate_right(1);
    }
}
