//! What the loop knows of a running search: its deadline and the best line so far.

use super::session::{Purpose, Thought};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use xun_gomoku::rules::Point;
use xun_gomoku::search::{Answer, Clock, Event, Line};

/// Kept back for saying the move once the watch has run out, of a turn long enough.
const TO_SPEAK: Duration = Duration::from_millis(15);

/// The longest that the search may be late.
const PATIENCE: Duration = Duration::from_millis(50);

/// When to answer with the best move so far, counted from the command; none where nothing limits
/// the time. `reserve` is what a busy machine may take until the answer is heard.
pub(super) fn watch_time(
    clock: &Clock,
    plan: Option<(Duration, Duration)>,
    reserve: Duration,
) -> Option<Duration> {
    let (_, hard) = plan?;
    if hard.is_zero() {
        // At once means at once; there is nothing to wait for.
        return None;
    }
    // The search has until `hard`; of what the turn still has then, the watch leaves enough to
    // speak.
    let end = clock.turn.unwrap_or(Duration::MAX).min(clock.left.unwrap_or(Duration::MAX));
    let rest = end.saturating_sub(hard);
    let usual = hard + rest.saturating_sub(TO_SPEAK.min(rest * 3 / 4)).min(PATIENCE);
    Some(usual.min(end.saturating_sub(reserve).max(end / 4)))
}

/// The best line so far, and when it must be played.
pub(super) struct Watch {
    came: Instant,
    deadline: Option<Instant>,
    purpose: Purpose,
    best: Mutex<Answer>,
    /// How many microseconds the thinking thread waited for its first turn.
    waited: AtomicU64,
}

impl Watch {
    pub(super) fn new(
        came: Instant,
        deadline: Option<Instant>,
        purpose: Purpose,
        quick: Option<Point>,
    ) -> Self {
        let best = Mutex::new(quick.map_or_else(Answer::none, Answer::at_once));
        Self { came, deadline, purpose, best, waited: AtomicU64::new(0) }
    }

    /// The thinking thread, started at that time, has its first turn.
    pub(super) fn begins(&self, started: Instant) {
        self.waited.store(started.elapsed().as_micros() as u64, Ordering::Relaxed);
    }

    /// How long an ordinary thread waited for its turn: so long may the manager's wait before it
    /// hears the answer.
    pub(super) fn waited(&self) -> Duration {
        Duration::from_micros(self.waited.load(Ordering::Relaxed))
    }

    /// When the loop must answer.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Takes note of what the search says.
    pub(super) fn hear(&self, event: &Event) {
        let Event::Line { rank: 0, line, nodes, time } = event else { return };
        let mut answer = Answer {
            lines: vec![Line::clone(line)],
            nodes: *nodes,
            depth: line.depth,
            time: *time,
        };
        // Nothing else while the lock is held: whoever must answer now may be waiting for it, and
        // this thread for its turn on a busy machine.
        std::mem::swap(&mut *self.best.lock().unwrap_or_else(PoisonError::into_inner), &mut answer);
    }

    /// The best so far, as if the search had ended.
    pub(super) fn thought(&self) -> Thought {
        let answer = self.best.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Thought {
            moves: answer.best().into_iter().collect(),
            answer,
            purpose: self.purpose,
            swap: false,
            took: self.came.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch_with(turn: Option<u64>, left: Option<u64>, reserve: u64) -> Option<u128> {
        let ms = Duration::from_millis;
        let time = |time: Option<u64>| time.map(ms);
        let clock = Clock { turn: time(turn), left: time(left), ..Clock::default() };
        watch_time(&clock, clock.plan(10, 225), ms(reserve)).map(|time| time.as_millis())
    }

    fn watch(turn: Option<u64>, left: Option<u64>) -> Option<u128> {
        watch_with(turn, left, 0)
    }

    #[test]
    fn the_watch_leaves_what_a_busy_machine_takes() {
        // What a quiet machine shows costs nothing.
        assert_eq!(watch_with(Some(300), None, 4), watch(Some(300), None));
        assert_eq!(watch_with(Some(300), None, 40), Some(260));
        assert_eq!(watch_with(Some(50), None, 20), Some(30));
        assert_eq!(watch_with(Some(50), None, 100), Some(12), "something must be left to think");
        assert_eq!(watch_with(None, Some(100), 100), Some(25));
    }

    #[test]
    fn the_watch_runs_out_after_the_search_and_before_the_limit() {
        assert_eq!(watch(Some(300), None), Some(285));
        assert_eq!(watch(Some(30), None), Some(18));
        assert_eq!(watch(Some(0), None), None);
        assert_eq!(watch(None, None), None);
        let long = watch(Some(30_000), Some(180_000)).unwrap();
        assert!(long < 30_000, "{long}");
    }
}
