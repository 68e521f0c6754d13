//! The engine's hand-written evaluation for the textbook searches.

use super::XiangqiGame;
use crate::eval::{Evaluator, HandEvaluator};
use crate::rules::{BoardObserver, Move};
use std::sync::{Mutex, PoisonError};
use xun_game::{Evaluation, GameValue};

/// The engine's hand-written evaluation, changed with each move. The engine's evaluator needs
/// `&mut self`, the textbook's does not: hence the lock, which is never contended, because every
/// search thread has its own copy.
#[derive(Default)]
pub struct HandEvaluation {
    inner: Mutex<HandEvaluator>,
}

impl Clone for HandEvaluation {
    fn clone(&self) -> Self {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Self { inner: Mutex::new(inner) }
    }
}

impl HandEvaluation {
    fn own(&mut self) -> &mut HandEvaluator {
        self.inner.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Evaluation<XiangqiGame> for HandEvaluation {
    fn evaluate(&self, game: &XiangqiGame) -> GameValue {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        GameValue::points(i64::from(inner.evaluate(game.position())))
    }

    fn start(&mut self, game: &XiangqiGame) {
        self.own().reset(game.position());
    }

    fn before_play(&mut self, game: &XiangqiGame, chosen: Move) {
        let position = game.position();
        let (piece, captured) = (position.piece_on(chosen.from()), position.piece_on(chosen.to()));
        let inner = self.own();
        inner.push();
        if let Some(captured) = captured {
            inner.removed(captured, chosen.to());
        }
        if let Some(piece) = piece {
            inner.moved(piece, chosen.from(), chosen.to());
        }
    }

    fn after_undo(&mut self) {
        self.own().pop();
    }
}

xun_game::compile_search!(XiangqiGame, HandEvaluation);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use xun_game::Game;

    #[test]
    fn following_the_moves_gives_what_a_fresh_look_gives() {
        let mut game = XiangqiGame::new(Position::start());
        let mut followed = HandEvaluation::default();
        followed.start(&game);
        for round in 0..40_usize {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let chosen = moves[(round * 7 + 3) % moves.len()];
            followed.before_play(&game, chosen);
            game.play(chosen);
            let mut fresh = HandEvaluation::default();
            fresh.start(&game);
            assert_eq!(followed.evaluate(&game), fresh.evaluate(&game));
        }
        for _ in 0..40 {
            game.undo();
            followed.after_undo();
        }
        let mut fresh = HandEvaluation::default();
        fresh.start(&game);
        assert_eq!(followed.evaluate(&game), fresh.evaluate(&game));
    }
}
