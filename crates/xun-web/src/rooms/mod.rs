//! The rooms of the page (handlers of questions), one file or folder each.

mod board;
mod lab;
mod matches;
mod paths;
mod tree;
mod undo;

use crate::message::{Answer, Question};
use crate::responder::Responder;

pub(crate) use board::{Changes, CollectionFile, PuzzleKeeper, export_all};
pub(crate) use lab::Lab;
pub(crate) use matches::Matches;

/// Answers a question.
pub(crate) async fn answer(question: Question, responder: Responder) {
    match question {
        // The session itself answers these.
        Question::Hello | Question::Stop { .. } => {}
        Question::PathMenu => responder.last(Answer::PathMenu(paths::menu())).await,
        Question::PathGenerate(wanted) => paths::generate(wanted, responder).await,
        Question::PathRead(given) => paths::read(given, responder).await,
        Question::PathScenarios(given) => paths::scenarios(given, responder).await,
        Question::PathWrite(wanted) => paths::write(wanted, responder).await,
        Question::PathRun(wanted) => paths::run(wanted, responder).await,
        Question::PathAsk(wanted) => paths::ask(wanted, responder).await,
        Question::PathKeep(wanted) => paths::keep(wanted, responder).await,
        Question::PathOpen { id } => paths::open(id, responder).await,
        Question::Board(question) => board::answer(question, responder).await,
        Question::Puzzle(question) => board::answer_puzzle(question, responder).await,
        Question::Tree(question) => tree::answer(question, responder).await,
        Question::Lab(question) => lab::answer(question, responder).await,
        Question::Match(question) => matches::answer(question, responder).await,
        Question::Undo(question) => {
            let session = responder.session;
            responder.answer_with(move |shared| undo::answer(question, session, shared)).await;
        }
    }
}
