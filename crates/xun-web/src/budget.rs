//! Scheduler of searches. All sessions share a fixed number of searches; each search is one thread
//! of low priority with an equal part of the memory. When more searches wait than may run, the one
//! that has run longest yields after its slice, and the next turn goes to the session with the
//! fewest running searches.
//!
//! Of the memory three quarters are for running searches and one quarter for searches that wait for
//! their next turn with what they know. One that finds no room there begins anew.

use crate::metrics::Metrics;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Time that a search may run while others wait.
const SLICE: Duration = Duration::from_millis(500);
/// Interval at which a waiting search checks whether a running slice is over.
const LOOK: Duration = Duration::from_millis(50);
/// Stack of a search thread: deep recursion must not end the server.
const STACK: usize = 16 << 20;

/// Bytes that a search needs besides its table: its part of the stack, histories, accumulators.
const OWN_NEEDS: u64 = 4 << 20;
/// Bytes of the smallest table.
const LEAST_TABLE: u64 = 1 << 20;

/// The searches of one server.
pub(crate) struct Budget {
    state: Mutex<State>,
    metrics: Arc<Metrics>,
    /// Bytes of a search's table.
    table: u64,
    /// Bytes that are free for searches that wait for their next turn.
    free_for_kept: AtomicU64,
}

/// Room for a search that waits for its next turn; given back when dropped.
pub(crate) struct Kept(Arc<Budget>);

struct State {
    free: usize,
    next: u64,
    running: Vec<Running>,
    waiting: Vec<Waiting>,
}

struct Running {
    id: u64,
    session: u64,
    since: Instant,
    over: Arc<AtomicBool>,
}

struct Waiting {
    session: u64,
    wake: oneshot::Sender<Turn>,
}

/// The right to search until [`over`](Turn::over); handed on when dropped.
pub(crate) struct Turn {
    budget: Arc<Budget>,
    id: u64,
    over: Arc<AtomicBool>,
}

impl Budget {
    /// A budget of so many searches, with so many bytes for all together.
    pub(crate) fn new(searches: usize, memory: u64, metrics: Arc<Metrics>) -> Arc<Self> {
        let for_kept = memory / 4;
        let for_running = memory - for_kept;
        let most = for_running / (OWN_NEEDS + LEAST_TABLE);
        let searches = searches.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1);
        let table = (for_running / searches as u64).saturating_sub(OWN_NEEDS).max(LEAST_TABLE);
        let state = State { free: searches, next: 0, running: Vec::new(), waiting: Vec::new() };
        let free_for_kept = AtomicU64::new(for_kept);
        Arc::new(Self { state: Mutex::new(state), metrics, table, free_for_kept })
    }

    /// Bytes of a search's table.
    pub(crate) fn table(&self) -> u64 {
        self.table
    }

    /// Room for a search that waits for its next turn, if there is any.
    pub(crate) fn keep(self: &Arc<Self>) -> Option<Kept> {
        let taken = |free: u64| free.checked_sub(self.table + OWN_NEEDS);
        let free = &self.free_for_kept;
        free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).ok()?;
        Some(Kept(Arc::clone(self)))
    }

    /// Waits for the session's turn.
    pub(crate) async fn turn(self: &Arc<Self>, session: u64) -> Turn {
        let mut answer = {
            let mut state = self.lock();
            if state.free > 0 && state.waiting.is_empty() {
                return self.start(&mut state, session);
            }
            let (wake, answer) = oneshot::channel();
            state.waiting.push(Waiting { session, wake });
            answer
        };
        self.metrics.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Defer(|| {
            self.metrics.waiting.fetch_sub(1, Ordering::Relaxed);
        });
        loop {
            match tokio::time::timeout(LOOK, &mut answer).await {
                Ok(Ok(turn)) => return turn,
                // The budget lives as long as the server, so its sender is never lost; ask anew all
                // the same.
                Ok(Err(_)) => return Box::pin(self.turn(session)).await,
                Err(_) => self.end_the_longest_slice(),
            }
        }
    }

    /// Waits for a turn, blocking the calling thread. None once `stop` is raised.
    pub(crate) fn turn_from_thread(
        self: &Arc<Self>,
        session: u64,
        stop: &AtomicBool,
    ) -> Option<Turn> {
        let mut answer = {
            let mut state = self.lock();
            if state.free > 0 && state.waiting.is_empty() {
                return Some(self.start(&mut state, session));
            }
            let (wake, answer) = oneshot::channel();
            state.waiting.push(Waiting { session, wake });
            answer
        };
        self.metrics.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Defer(|| {
            self.metrics.waiting.fetch_sub(1, Ordering::Relaxed);
        });
        while !stop.load(Ordering::Relaxed) {
            match answer.try_recv() {
                Ok(turn) => return Some(turn),
                Err(oneshot::error::TryRecvError::Closed) => return None,
                Err(oneshot::error::TryRecvError::Empty) => {
                    std::thread::sleep(LOOK / 2);
                    self.end_the_longest_slice();
                }
            }
        }
        // Dropping the receiver hands a turn that comes too late to the next in line.
        None
    }

    fn start(self: &Arc<Self>, state: &mut State, session: u64) -> Turn {
        state.free -= 1;
        state.next += 1;
        let (id, over) = (state.next, Arc::new(AtomicBool::new(false)));
        state.running.push(Running { id, session, since: Instant::now(), over: Arc::clone(&over) });
        self.metrics.searches.fetch_add(1, Ordering::Relaxed);
        self.metrics.begun.fetch_add(1, Ordering::Relaxed);
        Turn { budget: Arc::clone(self), id, over }
    }

    fn finish(self: &Arc<Self>, id: u64) {
        self.metrics.searches.fetch_sub(1, Ordering::Relaxed);
        let mut unwanted = Vec::new();
        let mut state = self.lock();
        state.running.retain(|running| running.id != id);
        state.free += 1;
        while state.free > 0 && !state.waiting.is_empty() {
            let load =
                |session| state.running.iter().filter(|running| running.session == session).count();
            let next = (0..state.waiting.len())
                .min_by_key(|&index| (load(state.waiting[index].session), index));
            let next = state.waiting.remove(next.expect("someone waits"));
            let turn = self.start(&mut state, next.session);
            if let Err(turn) = next.wake.send(turn) {
                // The waiting session has ended. Dropping the turn takes the lock, so it is dropped
                // after the lock is released.
                unwanted.push(turn);
            }
        }
        drop(state);
        drop(unwanted);
    }

    fn end_the_longest_slice(&self) {
        let state = self.lock();
        let longest = state
            .running
            .iter()
            .filter(|running| {
                running.since.elapsed() >= SLICE && !running.over.load(Ordering::Relaxed)
            })
            .min_by_key(|running| running.since);
        if let Some(longest) = longest {
            longest.over.store(true, Ordering::Relaxed);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl Turn {
    /// Raised when the search must end so that another can begin.
    pub(crate) fn over(&self) -> &Arc<AtomicBool> {
        &self.over
    }

    /// Bytes that the search may use for its tables.
    pub(crate) fn memory(&self) -> u64 {
        self.budget.table
    }

    /// Does the work on a new thread of low priority.
    pub(crate) async fn work<T: Send + 'static>(
        self,
        work: impl FnOnce(&Self) -> T + Send + 'static,
    ) -> Option<T> {
        let (done, answer) = oneshot::channel();
        let thread =
            std::thread::Builder::new().name("search".into()).stack_size(STACK).spawn(move || {
                give_way();
                let result = work(&self);
                drop(self);
                let _ = done.send(result);
            });
        thread.ok()?;
        answer.await.ok()
    }
}

/// Lowers the priority of the calling thread below that of the threads that serve requests.
pub(crate) fn give_way() {
    #[cfg(unix)]
    // Changes only this thread. A failure is ignored: it costs fairness and nothing else.
    let _ = rustix::process::setpriority_process(None, 10);
}

impl Drop for Turn {
    fn drop(&mut self) {
        let budget = Arc::clone(&self.budget);
        budget.finish(self.id);
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.free_for_kept.fetch_add(self.0.table + OWN_NEEDS, Ordering::Relaxed);
    }
}

struct Defer<F: FnMut()>(F);

impl<F: FnMut()> Drop for Defer<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(searches: usize) -> Arc<Budget> {
        Budget::new(searches, 64 << 20, Arc::default())
    }

    #[test]
    fn running_and_waiting_searches_stay_within_the_memory() {
        for (searches, mebibytes) in [(64, 1024), (64, 128), (1, 16), (4, 4096), (1000, 64)] {
            let memory = mebibytes << 20;
            let budget = Budget::new(searches, memory, Arc::default());
            let running = budget.lock().free as u64 * (budget.table() + OWN_NEEDS);
            let kept: Vec<_> = std::iter::from_fn(|| budget.keep()).collect();
            let waiting = kept.len() as u64 * (budget.table() + OWN_NEEDS);
            assert!(running + waiting <= memory, "{searches} in {mebibytes} MiB: {running}");
            assert!(budget.lock().free >= 1 && budget.table() >= LEAST_TABLE);
            assert!(budget.keep().is_none());
            let count = kept.len();
            drop(kept);
            let again: Vec<_> = std::iter::from_fn(|| budget.keep()).collect();
            assert_eq!(again.len(), count, "what is dropped is free again");
        }
    }

    /// Searches until its slice is over, and says how often it had a turn in the given time.
    async fn analyse(budget: Arc<Budget>, session: u64, until: Instant) -> u32 {
        let mut turns = 0;
        while Instant::now() < until {
            let turn = budget.turn(session).await;
            turns += 1;
            turn.work(move |turn| {
                while !turn.over().load(Ordering::Relaxed) && Instant::now() < until {
                    std::thread::sleep(Duration::from_millis(2));
                }
            })
            .await;
        }
        turns
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn nobody_starves_when_more_search_than_may() {
        let budget = budget(2);
        let until = Instant::now() + Duration::from_secs(3);
        let all: Vec<_> = (0..6)
            .map(|session| tokio::spawn(analyse(Arc::clone(&budget), session, until)))
            .collect();
        for one in all {
            assert!(one.await.expect("no panic") >= 1);
        }
        assert_eq!(budget.metrics.searches.load(Ordering::Relaxed), 0);
        assert_eq!(budget.lock().free, 2);
    }

    #[tokio::test]
    async fn who_stops_waiting_takes_nothing() {
        let budget = budget(1);
        let held = budget.turn(1).await;
        assert!(tokio::time::timeout(Duration::from_millis(20), budget.turn(2)).await.is_err());
        drop(held);
        drop(budget.turn(3).await);
        assert_eq!(budget.lock().free, 1);
        assert!(budget.lock().waiting.is_empty());
    }

    #[test]
    fn a_thread_waits_for_its_turn_and_gives_up_when_stopped() {
        let budget = budget(1);
        let stop = Arc::new(AtomicBool::new(false));
        let held = budget.turn_from_thread(1, &stop).expect("the first is free");
        let waiting = {
            let (budget, stop) = (Arc::clone(&budget), Arc::clone(&stop));
            std::thread::spawn(move || budget.turn_from_thread(2, &stop).is_some())
        };
        std::thread::sleep(Duration::from_millis(60));
        drop(held);
        assert!(waiting.join().expect("no panic"));
        let held = budget.turn_from_thread(1, &stop).expect("free again");
        stop.store(true, Ordering::Relaxed);
        assert!(budget.turn_from_thread(2, &stop).is_none());
        drop(held);
        assert_eq!(budget.lock().free, 1);
    }

    #[tokio::test]
    async fn the_least_busy_session_is_next() {
        let budget = budget(2);
        let (first, second) = (budget.turn(1).await, budget.turn(1).await);
        let (greedy, modest) = (Arc::clone(&budget), Arc::clone(&budget));
        let greedy = tokio::spawn(async move { greedy.turn(1).await });
        tokio::task::yield_now().await;
        let modest = tokio::spawn(async move { modest.turn(2).await });
        tokio::task::yield_now().await;
        drop(first);
        let turn = tokio::time::timeout(Duration::from_secs(1), modest)
            .await
            .expect("the modest one is next");
        assert!(!greedy.is_finished());
        drop(turn);
        drop(second);
        greedy.await.expect("its turn comes");
    }
}
