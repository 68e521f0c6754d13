//! The rooms of the page (handlers of questions), one file or folder each.

mod board;
mod lab;
mod matches;
mod paths;
mod tree;
mod undo;

use crate::answerer::Answerer;
use crate::message::{Answer, Question};

pub(crate) use board::{Changes, CollectionFile, export_all};
pub(crate) use lab::Lab;
pub(crate) use matches::Matches;

/// Answers a question.
pub(crate) async fn answer(question: Question, answerer: Answerer) {
    match question {
        // The session itself answers these.
        Question::Hello | Question::Stop { .. } => {}
        Question::PathMenu => answerer.last(Answer::PathMenu(paths::menu())).await,
        Question::PathGenerate(wanted) => paths::generate(wanted, answerer).await,
        Question::PathRead(given) => paths::read(given, answerer).await,
        Question::PathScenarios(given) => paths::scenarios(given, answerer).await,
        Question::PathWrite(wanted) => paths::write(wanted, answerer).await,
        Question::PathRun(wanted) => paths::run(wanted, answerer).await,
        Question::PathKeep(wanted) => paths::keep(wanted, answerer).await,
        Question::PathOpen { id } => paths::open(id, answerer).await,
        Question::Board(question) => board::answer(question, answerer).await,
        Question::Tree(question) => tree::answer(question, answerer).await,
        Question::Lab(question) => lab::answer(question, answerer).await,
        Question::Match(question) => matches::answer(question, answerer).await,
        Question::Undo(question) => {
            let session = answerer.session;
            answerer.answer_with(move |shared| undo::answer(question, session, shared)).await;
        }
    }
}
