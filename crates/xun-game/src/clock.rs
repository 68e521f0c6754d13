//! Time management: from a clock to how long this move may take.
//!
//! A [`Schedule`] has two marks. Past the *soft* mark no new iteration is begun; the search scales
//! it by how settled its choice is. At the *hard* mark the search is cut off wherever it stands.

use crate::Limits;
use std::time::{Duration, Instant};

/// Moves that a game without a next time control is assumed to last from here.
const ASSUMED_MOVES: u32 = 40;
/// No move plans for fewer than this many milliseconds.
const LEAST: Duration = Duration::from_millis(1);

/// When to stop thinking about one move.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    start: Instant,
    soft: Option<Duration>,
    hard: Option<Duration>,
}

impl Schedule {
    /// Plans one move that begins now. `overhead` is what each move loses outside the engine
    /// (pipes, GUI, network).
    pub fn new(limits: &Limits, overhead: Duration) -> Self {
        Self::since(Instant::now(), limits, overhead)
    }

    /// Plans one move whose time has been running since then.
    pub fn since(start: Instant, limits: &Limits, overhead: Duration) -> Self {
        if let Some(time) = limits.move_time {
            // Exactly this long was asked for: keep back only a sliver of it.
            let hard = time.saturating_sub(overhead.min(time / 20)).max(LEAST);
            return Self { start, soft: None, hard: Some(hard) };
        }
        let Some(clock) = limits.clock else {
            return Self { start, soft: None, hard: None };
        };
        let moves = clock.moves_to_go.unwrap_or(ASSUMED_MOVES).clamp(1, ASSUMED_MOVES);
        // Overhead is paid by every move still to come.
        let usable =
            clock.remaining.saturating_sub(overhead * moves.min(4)).max(clock.remaining / 10);
        let share = usable / moves + clock.increment * 3 / 4;
        let ceiling = if moves == 1 { usable * 9 / 10 } else { usable * 2 / 5 };
        let soft = share.min(ceiling).max(LEAST);
        let hard = (share * 4).min(ceiling).max(LEAST);
        Self { start, soft: Some(soft), hard: Some(hard) }
    }

    /// Time since the move began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True once the search must end where it stands.
    pub fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// True if a new iteration should not begin. `scale` is 1 for an ordinary position, less when
    /// the choice is settled, more when it is not.
    pub fn is_enough(&self, scale: f64) -> bool {
        let Some(soft) = self.soft else { return false };
        let scaled = soft.mul_f64(scale.clamp(0.1, 4.0));
        let limit = self.hard.map_or(scaled, |hard| scaled.min(hard));
        self.elapsed() >= limit
    }

    /// The planned soft and hard marks.
    pub fn marks(&self) -> (Option<Duration>, Option<Duration>) {
        (self.soft, self.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Clock;

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn plan(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> (Duration, Duration) {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let (soft, hard) = Schedule::new(&limits, OVERHEAD).marks();
        (soft.expect("timed"), hard.expect("timed"))
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
        let (soft, hard) = Schedule::new(&limits, OVERHEAD).marks();
        assert_eq!(soft, None);
        assert_eq!(hard, Some(Duration::from_millis(95)));
    }

    #[test]
    fn time_that_has_passed_counts() {
        let limits = Limits::move_time(Duration::from_millis(100));
        let Some(long_ago) = Instant::now().checked_sub(Duration::from_millis(96)) else { return };
        assert!(Schedule::since(long_ago, &limits, OVERHEAD).is_over());
    }

    #[test]
    fn nothing_binds_without_a_clock() {
        let schedule = Schedule::new(&Limits::depth(3), OVERHEAD);
        assert!(!schedule.is_over() && !schedule.is_enough(0.1));
    }
}
