//! The book's record of a position, and the advice that follows from it.

use super::advice::Advice;
use crate::score::wilson;
use serde::Serialize;

/// The book's record of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PositionRecord {
    /// The moves played from it, most played first.
    pub moves: Vec<MoveRecordOf>,
}

/// The book's record of a move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveRecordOf {
    /// The move, as the position has it.
    #[serde(rename = "move")]
    pub text: String,
    /// Wins of the side that played it.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
    /// Number of games in which it was the decision that lost.
    pub regrets: u64,
    /// The deepest search's score of it, and its depth.
    pub score: Option<(i32, u32)>,
}

impl MoveRecordOf {
    /// Whether to play something else: it was regretted, and has not won more often than that.
    #[must_use]
    pub fn is_avoided(&self) -> bool {
        self.regrets > 0 && self.wins <= self.regrets
    }

    /// Games with it.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The lower end of the 95 % interval of its score (Wilson), used as the cautious estimate.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        let n = self.games() as f64;
        if n == 0.0 {
            return 0.0;
        }
        let mean = (self.wins as f64 + 0.5 * self.draws as f64) / n;
        wilson(mean, n, 1.96).0
    }
}

impl PositionRecord {
    /// The advice for this position. A move is advised if the lower end of the 95 % interval of its
    /// score reaches `confidence`.
    #[must_use]
    pub fn advice(&self, confidence: Option<f64>) -> Advice {
        let (bad, good): (Vec<_>, Vec<_>) = self.moves.iter().partition(|made| made.is_avoided());
        let best =
            good.into_iter().max_by(|one, other| one.confidence().total_cmp(&other.confidence()));
        Advice {
            avoid: bad.into_iter().map(|made| made.text.clone()).collect(),
            play: best
                .filter(|made| confidence.is_some_and(|wanted| made.confidence() >= wanted))
                .map(|made| made.text.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_grows_with_games() {
        let of = |wins| MoveRecordOf {
            text: String::new(),
            wins,
            draws: 0,
            losses: 0,
            regrets: 0,
            score: None,
        };
        assert!(
            of(1).confidence() < of(4).confidence() && of(4).confidence() < of(40).confidence()
        );
        assert!((of(4).confidence() - 0.5101).abs() < 0.001);
    }

    #[test]
    fn advice_is_given_within_the_confidence() {
        let of = |text: &str, wins, regrets| MoveRecordOf {
            text: text.into(),
            wins,
            draws: 0,
            losses: regrets,
            regrets,
            score: None,
        };
        let known = PositionRecord { moves: vec![of("a1", 0, 1), of("b1", 4, 0), of("c1", 1, 0)] };
        let advice = known.advice(Some(0.5));
        assert_eq!((advice.avoid, advice.play), (vec!["a1".to_owned()], Some("b1".to_owned())));
        assert_eq!(known.advice(Some(0.6)).play, None);
        assert_eq!(known.advice(None).play, None);
    }
}
