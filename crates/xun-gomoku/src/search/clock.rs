//! How long to think: from limits of turn and match to a time to aim at and a time that must not be
//! passed.

use std::time::Duration;

/// The time limits of a game. Zero for the turn means: answer at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Limit of one turn, if there is one.
    pub turn: Option<Duration>,
    /// What is left for the whole game, if that is limited.
    pub left: Option<Duration>,
    /// Kept in reserve for everything outside the search.
    pub margin: Duration,
}

impl Default for Clock {
    fn default() -> Self {
        Self { turn: None, left: None, margin: Duration::from_millis(30) }
    }
}

impl Clock {
    /// Time to aim at and time not to be passed, for a position with this many stones on a board of
    /// this area; none where nothing limits.
    pub fn plan(&self, stones: usize, area: usize) -> Option<(Duration, Duration)> {
        let turn = self.turn.map(|turn| {
            // A short turn cannot afford the whole margin; it keeps half of itself back.
            turn.saturating_sub(self.margin.min(turn / 2))
        });
        let share = self.left.map(|left| {
            let safe = left.saturating_sub(self.margin.min(left / 3));
            // Games seldom last more than 25 moves a side; late in the game fewer remain.
            let expected = (area.saturating_sub(stones) / 2).clamp(6, 26) as u32;
            let expected = expected.saturating_sub((stones / 6) as u32).max(8);
            (safe / expected, safe / 4)
        });
        match (turn, share) {
            (None, None) => None,
            (Some(turn), None) => Some((turn, turn)),
            (None, Some((soft, hard))) => Some((soft, (soft * 3).min(hard))),
            (Some(turn), Some((soft, hard))) => {
                Some((soft.min(turn), (soft * 3).min(hard).min(turn)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(turn: Option<u64>, left: Option<u64>) -> (u128, u128) {
        let time = |ms: Option<u64>| ms.map(Duration::from_millis);
        let clock = Clock { turn: time(turn), left: time(left), ..Clock::default() };
        let (soft, hard) = clock.plan(10, 225).unwrap();
        (soft.as_millis(), hard.as_millis())
    }

    #[test]
    fn a_turn_is_used_up_to_the_margin() {
        assert_eq!(plan(Some(300), None), (270, 270));
        assert_eq!(plan(Some(30), None), (15, 15));
        assert_eq!(plan(Some(0), None), (0, 0));
    }

    #[test]
    fn a_match_is_divided() {
        let (soft, hard) = plan(Some(30_000), Some(180_000));
        assert!(soft > 5_000 && hard >= soft && hard <= 30_000, "{soft} {hard}");
        let (soft, hard) = plan(Some(5_000), Some(100));
        assert!(soft <= 10 && hard <= 25, "{soft} {hard}");
        assert_eq!(Clock::default().plan(0, 225), None);
    }
}
