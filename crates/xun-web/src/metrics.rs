//! Counters for monitoring: `/api/v1/metrics`, in the Prometheus text format.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The counters of one server.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Sockets open now.
    pub(crate) sessions: AtomicI64,
    /// Questions received.
    pub(crate) questions: AtomicU64,
    /// Questions that could not be understood or carried out.
    pub(crate) refusals: AtomicU64,
    /// Searches running now.
    pub(crate) searches: AtomicI64,
    /// Searches waiting for their turn.
    pub(crate) waiting: AtomicI64,
    /// Searches begun.
    pub(crate) begun: AtomicU64,
    /// Moves saved.
    pub(crate) moves: AtomicU64,
}

impl Metrics {
    /// All counters as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut gauge = |name: &str, help: &str, kind: &str, value: i64| {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "# HELP xun_{name} {help}\n# TYPE xun_{name} {kind}\nxun_{name} {value}\n"
            );
        };
        let now = Ordering::Relaxed;
        gauge("sessions", "Sockets open now", "gauge", self.sessions.load(now));
        gauge("questions_total", "Questions received", "counter", self.questions.load(now) as i64);
        gauge("refusals_total", "Questions refused", "counter", self.refusals.load(now) as i64);
        gauge("searches", "Searches running now", "gauge", self.searches.load(now));
        gauge(
            "searches_waiting",
            "Searches waiting for their turn",
            "gauge",
            self.waiting.load(now),
        );
        gauge("searches_total", "Searches begun", "counter", self.begun.load(now) as i64);
        gauge("moves_saved_total", "Moves saved", "counter", self.moves.load(now) as i64);
        text
    }
}
