//! Exercises: positions in which the reader made a mistake, to be played better.

use super::game_board::{self, GameBoard};
use super::{broken, review};
use crate::message::board::{Exercise, Exercises, GameKind, Setup};
use crate::message::{Answer, Refusal, Text};
use crate::responder::Responder;
use crate::shared::Shared;
use crate::store;
use xun_arena::Game;

/// The exercise that has been due the longest.
pub(super) fn due(game: GameKind, shared: &Shared) -> Result<Option<Exercise>, Refusal> {
    let name = Game::from(game).name();
    let found = shared.store.due_exercise(name).map_err(|error| broken(&error))?;
    found.as_ref().map(shown).transpose()
}

/// The next exercise that is due, and how many there are.
pub(super) fn next(game: GameKind, shared: &Shared) -> Result<Answer, Refusal> {
    let name = Game::from(game).name();
    let (due, total) = shared.store.count_exercises(name).map_err(|error| broken(&error))?;
    let next = self::due(game, shared)?;
    Ok(Answer::BoardExercises(Box::new(Exercises { next, due, total })))
}

/// Judges an answer and sets the time at which the exercise comes back.
pub(super) async fn answer(id: i64, text: String, responder: Responder) {
    let found = responder.shared.store.exercise(id).map_err(|error| broken(&error));
    let found = found.and_then(|found| found.ok_or_else(|| no_exercise(id)));
    let judged = match found.and_then(|exercise| Ok((board_of(&exercise)?, exercise))) {
        Ok((board, exercise)) => {
            review::judge_move(board, &text, &responder).await.map(|tried| (tried, exercise))
        }
        Err(refusal) => Err(refusal),
    };
    match judged {
        Ok((tried, exercise)) => {
            responder
                .answer_with(move |shared| {
                    let kept = shared.store.answer_exercise(&exercise, tried.good);
                    kept.map_err(|error| broken(&error))?;
                    Ok(Answer::BoardTried(Box::new(tried)))
                })
                .await;
        }
        Err(refusal) => responder.refuse(refusal).await,
    }
}

/// Removes an exercise.
pub(super) fn forget(id: i64, shared: &Shared) -> Result<Answer, Refusal> {
    shared.store.forget_exercise(id).map_err(|error| broken(&error))?;
    Ok(Answer::Done)
}

fn no_exercise(id: i64) -> Refusal {
    Refusal::missing(Text::new(format!("There is no exercise {id}"), format!("没有第 {id} 题")))
}

fn shown(exercise: &store::Exercise) -> Result<Exercise, Refusal> {
    let board = board_of(exercise)?;
    let finding = &exercise.finding;
    Ok(Exercise {
        id: exercise.id,
        source: finding.source,
        node: finding.node,
        view: board.view(),
        played: board.names(&finding.played),
        loss: finding.loss,
        streak: exercise.streak,
    })
}

/// The position of an exercise.
fn board_of(exercise: &store::Exercise) -> Result<Box<dyn GameBoard>, Refusal> {
    let finding = &exercise.finding;
    let setup: Setup =
        serde_json::from_str(&finding.setup).map_err(|_| no_exercise(exercise.id))?;
    let mut board = game_board::open(&setup)?;
    let whole = finding.moves.split_whitespace().all(|text| board.play(text));
    if whole { Ok(board) } else { Err(no_exercise(exercise.id)) }
}
