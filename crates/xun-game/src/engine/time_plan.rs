//! Time management: from the limits of a move to the time that its search may take.
//!
//! A [`TimePlan`] has two marks. Past the *soft* mark no new iteration begins; the search scales it
//! by how settled its choice is. At the *hard* mark the search ends wherever it stands. One planner
//! serves a fixed time per move, a game clock with increment, and Gomocup's limit per turn together
//! with a clock for the match.

use super::Limits;
use std::time::{Duration, Instant};

/// The least time that is planned.
const LEAST: Duration = Duration::from_millis(1);

/// The parameters of an engine's time management.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePolicy {
    /// Time that each move loses outside the engine (pipes, GUI, network).
    pub overhead: Duration,
    /// A move of fixed time keeps back the overhead, but at most this part of the time: 20 is a
    /// twentieth.
    pub overhead_part: u32,
    /// Of a game clock the overhead of this many moves is kept back.
    pub overhead_moves: u32,
    /// Moves that the rest of a game is assumed to last where there is no next time control.
    pub expected_moves: u32,
    /// The hard mark as a multiple of the soft one.
    pub stretch: u32,
    /// The largest part of the clock that one move may take, in hundredths.
    pub largest_share: u32,
}

impl Default for TimePolicy {
    fn default() -> Self {
        Self {
            overhead: Duration::from_millis(10),
            overhead_part: 20,
            overhead_moves: 4,
            expected_moves: 40,
            stretch: 4,
            largest_share: 40,
        }
    }
}

impl TimePolicy {
    /// The default policy with this overhead.
    #[must_use]
    pub fn with_overhead(overhead: Duration) -> Self {
        Self { overhead, ..Self::default() }
    }
}

/// The times at which the search of one move ends.
///
/// A host plans a move once, keeps the plan to answer for a late search, and hands it to the engine
/// with the [`Question`](super::Question).
///
/// ```
/// use std::time::{Duration, Instant};
/// use xun_game::{Clock, Limits, TimePlan, TimePolicy};
///
/// let second = Duration::from_secs(1);
/// let clock = Clock { remaining: 60 * second, increment: second, moves_to_go: None };
/// let limits = Limits { clock: Some(clock), ..Limits::default() };
/// let plan = TimePlan::new(&limits, &TimePolicy::default(), Instant::now());
/// assert!(plan.soft() > Some(second) && plan.soft() < plan.hard());
/// assert!(plan.hard() < Some(30 * second));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimePlan {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl TimePlan {
    /// Plans one move whose time runs since `start`.
    ///
    /// With both a time per move and a clock, the tighter of the two binds.
    #[must_use]
    pub fn new(limits: &Limits, policy: &TimePolicy, start: Instant) -> Self {
        let fixed = limits.move_time.map(|time| {
            let kept = policy.overhead.min(time / policy.overhead_part.max(1));
            time.saturating_sub(kept).max(LEAST)
        });
        let Some(clock) = limits.clock else {
            return Self { start, soft: None, hard: fixed };
        };
        let most = policy.expected_moves.max(1);
        let moves = clock.moves_to_go.unwrap_or(most).clamp(1, most);
        // Overhead is paid by every move still to come.
        let kept = policy.overhead * moves.min(policy.overhead_moves);
        let usable = clock.remaining.saturating_sub(kept).max(clock.remaining / 10);
        let share = usable / moves + clock.increment * 3 / 4;
        let percent = if moves == 1 { 90 } else { policy.largest_share };
        let ceiling = (usable * percent / 100).min(fixed.unwrap_or(Duration::MAX));
        let soft = share.min(ceiling).max(LEAST);
        let hard = (share * policy.stretch).min(ceiling).max(LEAST);
        Self { start, soft: Some(soft), hard: Some(hard) }
    }

    /// Time since the move began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end where it stands.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether a new iteration should not begin. `scale` is 1 for an ordinary position, less when
    /// the choice is settled, more when it is not.
    #[must_use]
    pub fn is_enough(&self, scale: f64) -> bool {
        let Some(soft) = self.soft else { return false };
        let scaled = soft.mul_f64(scale.clamp(0.1, 4.0));
        let limit = self.hard.map_or(scaled, |hard| scaled.min(hard));
        self.elapsed() >= limit
    }

    /// The soft mark, counted from the start; `None` without a game clock.
    #[must_use]
    pub fn soft(&self) -> Option<Duration> {
        self.soft
    }

    /// The hard mark, counted from the start; `None` where time does not bind.
    #[must_use]
    pub fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// The hard mark as a moment.
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.hard.and_then(|hard| self.start.checked_add(hard))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Clock;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn planned(limits: &Limits) -> TimePlan {
        TimePlan::new(limits, &TimePolicy::with_overhead(OVERHEAD), Instant::now())
    }

    fn plan(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let plan = planned(&limits);
        (plan.soft().expect("timed"), plan.hard().expect("timed"))
    }

    #[test]
    fn never_plans_more_than_the_clock_holds() {
        for remaining in [0, 1, 5, 20, 100, 1_000, 60_000, 7_200_000] {
            for increment in [0, 100, 10_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1000)] {
                    let (soft, hard) = plan(remaining, increment, moves);
                    assert!(soft <= hard);
                    let floor = Duration::from_millis(remaining).max(Duration::from_millis(1));
                    assert!(hard <= floor, "{remaining}+{increment} {moves:?}: {hard:?}");
                }
            }
        }
    }

    #[test]
    fn a_fixed_time_is_used_nearly_whole() {
        let limits = Limits::move_time(Duration::from_millis(100));
        let plan = planned(&limits);
        assert_eq!(plan.soft(), None);
        assert_eq!(plan.hard(), Some(Duration::from_millis(95)));
    }

    #[test]
    fn time_that_has_passed_counts() {
        let limits = Limits::move_time(Duration::from_millis(100));
        let Some(long_ago) = Instant::now().checked_sub(Duration::from_millis(96)) else { return };
        let policy = TimePolicy::with_overhead(OVERHEAD);
        assert!(TimePlan::new(&limits, &policy, long_ago).is_over());
    }

    #[test]
    fn nothing_binds_without_a_clock() {
        let plan = planned(&Limits::depth(3));
        assert!(!plan.is_over() && !plan.is_enough(0.1) && plan.deadline().is_none());
    }

    #[test]
    fn a_turn_limit_binds_beside_the_clock_of_the_match() {
        let policy = TimePolicy {
            overhead: Duration::from_millis(30),
            overhead_part: 2,
            overhead_moves: 1,
            expected_moves: 25,
            stretch: 3,
            largest_share: 25,
        };
        let clock = |left| Clock {
            remaining: Duration::from_millis(left),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        let marks = |turn: Option<u64>, left: Option<u64>| {
            let move_time = turn.map(Duration::from_millis);
            let limits = Limits { move_time, clock: left.map(clock), ..Limits::default() };
            let plan = TimePlan::new(&limits, &policy, Instant::now());
            let milliseconds = |time: Option<Duration>| time.map(|time| time.as_millis());
            (milliseconds(plan.soft()), milliseconds(plan.hard()))
        };
        assert_eq!(marks(Some(300), None), (None, Some(270)));
        assert_eq!(marks(Some(30), None), (None, Some(15)));
        assert_eq!(marks(Some(30_000), Some(180_000)), (Some(7_198), Some(21_596)));
        assert_eq!(marks(Some(5_000), Some(180_000)), (Some(4_970), Some(4_970)));
        let (soft, hard) = marks(Some(5_000), Some(100));
        assert!(soft <= Some(10) && hard <= Some(25), "{soft:?} {hard:?}");
    }
}
