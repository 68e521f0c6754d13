//! What can be done: one file or folder a room.

mod paths;

use crate::answerer::Answerer;
use crate::message::{Answer, Question};
use crate::shared::Shared;
use crate::store::StoreError;

/// Answers a question.
pub(crate) async fn answer(question: Question, answerer: Answerer) {
    match question {
        // The session itself answers these.
        Question::Hello | Question::Stop { .. } => {}
        Question::PathMenu => answerer.last(Answer::PathMenu(paths::menu())).await,
        Question::PathGenerate(wanted) => paths::generate(wanted, answerer).await,
        Question::PathRead(given) => paths::read(given, answerer).await,
        Question::PathWrite(wanted) => paths::write(wanted, answerer).await,
        Question::PathRun(wanted) => paths::run(wanted, answerer).await,
    }
}

/// Every saved game, as JSON.
pub(crate) fn export_all(shared: &Shared) -> Result<String, StoreError> {
    let games = shared.store.list(None, "", u32::MAX)?;
    Ok(format!("{}", games.len()))
}
