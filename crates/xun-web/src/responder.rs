//! Sends answers from a room to the question that asked for them.

use crate::message::{Answer, Refusal, Tell, Text, VERSION};
use crate::shared::Shared;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc;

/// Answers one question of one socket. Cheap to clone; may be used from any thread.
#[derive(Clone)]
pub(crate) struct Responder {
    /// The question's number.
    pub(crate) id: u32,
    /// The session's number, for the budget.
    pub(crate) session: u64,
    /// Set when the page asks to stop, or has closed.
    pub(crate) stop: Arc<AtomicBool>,
    /// The server.
    pub(crate) shared: Arc<Shared>,
    /// To the socket.
    pub(crate) out: mpsc::Sender<String>,
}

impl Responder {
    /// Whether the question was stopped.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Tells the other pages that show this game that it changed.
    pub(crate) fn changed(&self, game: i64) {
        self.shared.changes.tell(game, self.session);
    }

    /// One of several answers.
    pub(crate) async fn tell(&self, answer: Answer) {
        self.send(answer, false).await;
    }

    /// The only or last answer.
    pub(crate) async fn last(&self, answer: Answer) {
        self.send(answer, true).await;
    }

    /// Refuses the question, as its last answer.
    pub(crate) async fn refuse(&self, refusal: Refusal) {
        self.shared.metrics.refusals.fetch_add(1, Ordering::Relaxed);
        self.last(Answer::Refusal(refusal)).await;
    }

    /// The last answer, of work that may wait for the disk but is short.
    pub(crate) async fn answer_with(
        &self,
        work: impl FnOnce(&Arc<Shared>) -> Result<Answer, Refusal> + Send + 'static,
    ) {
        let shared = Arc::clone(&self.shared);
        match tokio::task::spawn_blocking(move || work(&shared)).await {
            Ok(Ok(answer)) => self.last(answer).await,
            Ok(Err(refusal)) => self.refuse(refusal).await,
            Err(_) => self.refuse(missing("This failed", "操作失败")).await,
        }
    }

    /// One of several answers, from a search thread. Waits while the socket is busy; raises `stop`
    /// if it is gone.
    pub(crate) fn tell_from_thread(&self, answer: Answer) {
        if let Some(text) = self.text(answer, false)
            && self.out.blocking_send(text).is_err()
        {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    async fn send(&self, answer: Answer, last: bool) {
        if let Some(text) = self.text(answer, last)
            && self.out.send(text).await.is_err()
        {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn text(&self, tell: Answer, last: bool) -> Option<String> {
        // Our own types always serialise; if one did not, the page would time out and the server
        // run on.
        serde_json::to_string(&Tell { v: VERSION, id: self.id, last, tell }).ok()
    }
}

/// The refusal of something that does not exist.
pub(crate) fn missing(en: &str, zh: &str) -> Refusal {
    Refusal::missing(Text::new(en, zh))
}
