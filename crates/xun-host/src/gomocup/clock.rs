//! The time limits of a game: per turn, for the match, and left of it.

use crate::deadline::answer_time;
use std::time::{Duration, Instant};
use xun_game::{Clock, Engine as _, Limits, TimePlan};
use xun_gomoku::rules::Board;
use xun_gomoku::search::{DEFAULT_OVERHEAD, GomokuEngine};

/// Kept back for writing the answer after the deadline, of a turn long enough.
const TO_WRITE: Duration = Duration::from_millis(15);
const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// The number by which managers say that nothing limits the match.
const NO_LIMIT: u64 = 2_147_483_647;

/// The limits as the manager has stated them.
pub(super) struct GameClock {
    turn: Duration,
    match_limit: Option<Duration>,
    left: Option<Duration>,
    /// Since when the time of the current move runs.
    move_start: Option<Instant>,
}

impl Default for GameClock {
    fn default() -> Self {
        Self { turn: DEFAULT_TURN, match_limit: None, left: None, move_start: None }
    }
}

/// The times of one move.
pub(super) struct MoveTime {
    /// The time limits of the search.
    pub(super) limits: Limits,
    /// The plan of its search.
    pub(super) plan: TimePlan,
    /// Deadline for answering with the best move so far.
    pub(super) deadline: Option<Instant>,
}

impl GameClock {
    /// A game begins: the whole match time is left.
    pub(super) fn start_game(&mut self) {
        self.left = self.match_limit;
    }

    pub(super) fn set_turn(&mut self, milliseconds: u64) {
        self.turn = duration(milliseconds);
    }

    pub(super) fn set_match(&mut self, milliseconds: u64) {
        self.match_limit = (milliseconds > 0).then(|| duration(milliseconds));
        self.left = self.match_limit;
    }

    pub(super) fn set_left(&mut self, milliseconds: u64) {
        self.left = (milliseconds < NO_LIMIT).then(|| duration(milliseconds));
    }

    /// The time of a move runs since then.
    pub(super) fn start_move(&mut self, start: Instant) {
        self.move_start = Some(start);
    }

    /// The move was answered then: its time is taken off the match.
    pub(super) fn end_move(&mut self, end: Instant) {
        if let (Some(left), Some(start)) = (self.left, self.move_start.take()) {
            self.left = Some(left.saturating_sub(end.saturating_duration_since(start)));
        }
    }

    /// The times of a move whose clock runs since `start`. `reserve` is the time that a busy
    /// machine may take until the answer is read.
    pub(super) fn move_time(&self, board: &Board, start: Instant, reserve: Duration) -> MoveTime {
        let clock = self.left.map(|remaining| Clock {
            remaining,
            increment: Duration::ZERO,
            moves_to_go: None,
        });
        let limits = Limits { move_time: Some(self.turn), clock, ..Limits::default() };
        let plan =
            TimePlan::new(&limits, &GomokuEngine::time_policy(board, DEFAULT_OVERHEAD), start);
        // Without any time the engine answers without a search.
        let hard = plan.hard().filter(|_| !limits.is_immediate());
        let deadline = hard.map(|hard| start + self.answer_time(hard, reserve));
        MoveTime { limits, plan, deadline }
    }

    fn answer_time(&self, hard: Duration, reserve: Duration) -> Duration {
        // The search has until `hard`; of the rest of the turn enough is left to write the answer.
        let end = self.turn.min(self.left.unwrap_or(Duration::MAX));
        let rest = end.saturating_sub(hard);
        let lateness = rest.saturating_sub(TO_WRITE.min(rest * 3 / 4));
        answer_time(hard, end, lateness, reserve)
    }
}

fn duration(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds.min(1 << 50))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::rules::{Rule, Size};

    /// The time of the answer in milliseconds, after ten stones.
    fn answer_with(turn: u64, left: Option<u64>, reserve: u64) -> Option<u128> {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        (0..10).for_each(|x| board.play(Size::STANDARD.point(x, (x * 3) % 15).unwrap()));
        let clock = GameClock {
            turn: Duration::from_millis(turn),
            left: left.map(Duration::from_millis),
            ..GameClock::default()
        };
        let start = Instant::now();
        let time = clock.move_time(&board, start, Duration::from_millis(reserve));
        time.deadline.map(|deadline| (deadline - start).as_millis())
    }

    fn answer(turn: u64, left: Option<u64>) -> Option<u128> {
        answer_with(turn, left, 0)
    }

    #[test]
    fn the_deadline_leaves_what_a_busy_machine_takes() {
        // A small reserve does not move the deadline.
        assert_eq!(answer_with(300, None, 4), answer(300, None));
        assert_eq!(answer_with(300, None, 40), Some(260));
        assert_eq!(answer_with(50, None, 20), Some(30));
        assert_eq!(answer_with(50, None, 100), Some(12), "something must be left to search");
        assert_eq!(answer_with(60_000, Some(100), 100), Some(25));
    }

    #[test]
    fn the_deadline_comes_after_the_search_and_before_the_limit() {
        assert_eq!(answer(300, None), Some(285));
        assert_eq!(answer(30, None), Some(18));
        assert_eq!(answer(0, None), None);
        let long = answer(30_000, Some(180_000)).unwrap();
        assert!(long < 30_000, "{long}");
    }

    #[test]
    fn the_match_runs_down_and_begins_anew() {
        let mut clock = GameClock::default();
        clock.set_match(1000);
        let start = Instant::now();
        clock.start_move(start);
        clock.end_move(start + Duration::from_millis(300));
        assert_eq!(clock.left, Some(Duration::from_millis(700)));
        clock.start_game();
        assert_eq!(clock.left, Some(Duration::from_secs(1)));
        clock.set_left(NO_LIMIT);
        assert_eq!(clock.left, None);
    }
}
