//! One thread's search: the position it stands on, what it has learnt, and the steps every
//! algorithm shares.

use super::budget::{Budget, Stopped};
use super::observer::{Leaf, Observer, Purpose};
use super::ordering::{Experience, MoveList};
use super::refinement::Refinement;
use super::settings::Settings;
use super::statistics::Statistics;
use super::transposition::TextbookTable;
use crate::{Ending, Evaluation, Game, GameValue};

/// A window of scores: what lies outside it cannot change the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The score that the side to move has already.
    pub(super) alpha: GameValue,
    /// The score that the other side will not allow.
    pub(super) beta: GameValue,
}

impl Window {
    pub(super) const OPEN: Self =
        Self { alpha: GameValue::from_bits(-i32::MAX), beta: GameValue::INFINITY };

    /// The same window seen by the other side.
    pub(super) fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The narrowest window above alpha: it only answers "better than alpha or not".
    pub(super) fn scout(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha.next() }
    }
}

pub(super) struct Worker<'a, G: Game, E, O> {
    pub(super) game: G,
    pub(super) evaluation: E,
    pub(super) settings: &'a Settings,
    pub(super) budget: Budget<'a>,
    pub(super) table: Option<&'a TextbookTable>,
    pub(super) observer: &'a mut O,
    pub(super) statistics: Statistics,
    pub(super) experience: Experience<G::Move>,
    /// Move lists by ply, kept between nodes so that a node allocates nothing.
    lists: Vec<MoveList<G::Move>>,
    /// True in the node right after a pass, where passing again would only lose depth.
    pub(super) passed: bool,
    /// The best line found from each ply on.
    lines: Vec<Vec<G::Move>>,
}

impl<'a, G: Game, E: Evaluation<G>, O: Observer<G>> Worker<'a, G, E, O> {
    pub(super) fn new(
        game: &G,
        evaluation: &E,
        settings: &'a Settings,
        budget: Budget<'a>,
        table: Option<&'a TextbookTable>,
        observer: &'a mut O,
    ) -> Self {
        let mut evaluation = evaluation.clone();
        evaluation.start(game);
        Self {
            game: game.clone(),
            evaluation,
            settings,
            budget,
            table,
            observer,
            statistics: Statistics::default(),
            experience: Experience::new(G::MOVE_INDICES, settings.refinements),
            lists: Vec::new(),
            passed: false,
            lines: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn on(&self, refinement: Refinement) -> bool {
        self.settings.refinements.has(refinement)
    }

    /// Counts a node, looks at the limits, and forgets the line that an earlier node left here.
    #[inline]
    pub(super) fn arrive(&mut self, ply: usize) -> Result<(), Stopped> {
        self.budget.spend()?;
        self.statistics.visit(ply);
        self.forget_line(ply);
        Ok(())
    }

    /// Plays a move, searches with `then`, takes the move back, and returns the score for the side
    /// that moved.
    #[inline]
    pub(super) fn look(
        &mut self,
        chosen: G::Move,
        depth: u32,
        window: Window,
        purpose: Purpose,
        then: impl FnOnce(&mut Self, Window) -> Result<GameValue, Stopped>,
    ) -> Result<GameValue, Stopped> {
        let window = window.turned();
        self.observer.enter(&self.game, Some(chosen), depth, window.alpha, window.beta, purpose);
        self.evaluation.before_play(&self.game, chosen);
        self.game.play(chosen);
        let result = then(self, window);
        self.game.undo();
        self.evaluation.after_undo();
        let score = result?;
        self.observer.leave(score);
        Ok(-score)
    }

    /// The value of a finished game for the side to move.
    pub(super) fn ended(&mut self, ending: Ending, depth: u32) -> GameValue {
        self.observer.leaf(Leaf::Ended);
        match ending {
            Ending::Won => GameValue::won(depth),
            Ending::Drawn => GameValue::ZERO,
            Ending::Lost => GameValue::lost(depth),
            Ending::Counted => self.judge(),
        }
    }

    /// The evaluation's word on this position.
    #[inline]
    pub(super) fn judge(&mut self) -> GameValue {
        self.statistics.evaluations += 1;
        self.evaluation.evaluate(&self.game)
    }

    /// The value of a position at the end of the depth: judged at once, or after the captures.
    #[inline]
    pub(super) fn horizon(&mut self, ply: usize, window: Window) -> Result<GameValue, Stopped> {
        if self.on(Refinement::Quiescence) {
            return self.quiescence(ply, window);
        }
        self.observer.leaf(Leaf::Evaluated);
        Ok(self.judge())
    }

    /// The list of this ply, filled with the legal moves. Give it back with
    /// [`put_list`](Self::put_list).
    #[inline]
    pub(super) fn take_moves(&mut self, ply: usize) -> MoveList<G::Move> {
        let mut list = self.take_list(ply);
        self.game.moves(&mut list.moves);
        list
    }

    /// The empty list of this ply.
    pub(super) fn take_list(&mut self, ply: usize) -> MoveList<G::Move> {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, MoveList::default);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.moves.clear();
        list
    }

    pub(super) fn put_list(&mut self, ply: usize, list: MoveList<G::Move>) {
        self.lists[ply] = list;
    }

    fn forget_line(&mut self, ply: usize) {
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.lines.resize_with(ply + 1, Vec::new),
        }
    }

    /// The best line from this ply begins with this move and goes on with the best line after it.
    pub(super) fn lengthen_line(&mut self, ply: usize, chosen: G::Move) {
        let Some((line, after)) = self.lines[ply..].split_first_mut() else { return };
        line.clear();
        line.push(chosen);
        if let Some(after) = after.first() {
            line.extend_from_slice(after);
        }
    }

    /// The best line from this ply.
    pub(super) fn line(&self, ply: usize) -> &[G::Move] {
        self.lines.get(ply).map_or(&[], Vec::as_slice)
    }
}
