//! Winning chances of scores.

use xun_game::Score;

/// The score for odds of e to 1.
const ODDS_OF_E: f64 = 200.0;

/// The chance to win that a score stands for, in thousandths.
#[must_use]
pub fn win_permille(score: Score) -> u32 {
    let odds = (f64::from(score.get()) / ODDS_OF_E).exp();
    (1000.0 * odds / (1.0 + odds)).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_grow_with_the_score_and_end_at_certainty() {
        assert_eq!(win_permille(Score::ZERO), 500);
        assert_eq!(win_permille(Score::new(200)), 731);
        assert_eq!(win_permille(Score::mate_in(5)), 1000);
        assert_eq!(win_permille(Score::mated_in(4)), 0);
    }
}
