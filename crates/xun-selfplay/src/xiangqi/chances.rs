//! Fits the chances of winning, drawing and losing to the scores of played games: what
//! `UCI_ShowWDL` shows.

use super::record::{GameRecord, GameResult};
use xun_xiangqi::rules::Colour;

/// Scores are clamped to this.
const MOST: i32 = 3000;
/// Width of a bin of scores.
const BIN: i32 = 20;
const BINS: usize = (2 * MOST / BIN) as usize + 1;

/// Counts of each result by score, seen from the side to move.
#[derive(Clone, Debug)]
pub struct Chances {
    /// For each bin of scores: lost, drawn, won.
    counts: Vec<[u64; 3]>,
}

/// The model's two numbers, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChanceModel {
    /// The score at which winning is as likely as not.
    pub half: f64,
    /// Width of the logistic curve around it.
    pub spread: f64,
}

impl Default for Chances {
    fn default() -> Self {
        Self { counts: vec![[0; 3]; BINS] }
    }
}

impl Chances {
    /// Counts every searched move of a game; says what is wrong with one that cannot be replayed.
    pub fn count(&mut self, game: &GameRecord) -> Result<(), String> {
        game.replay(|position, played| {
            let Some(score) = played.score else { return };
            let result = match (game.result, position.turn()) {
                (GameResult::Draw, _) => 1,
                (GameResult::RedWins, Colour::Red) | (GameResult::BlackWins, Colour::Black) => 2,
                _ => 0,
            };
            self.note(i32::from(score), result);
        })?;
        Ok(())
    }

    fn note(&mut self, score: i32, result: usize) {
        let bin = (score.clamp(-MOST, MOST) + MOST + BIN / 2) / BIN;
        self.counts[(bin as usize).min(BINS - 1)][result] += 1;
    }

    /// The maximum-likelihood model of the counts; none without any.
    pub fn fit(&self) -> Option<ChanceModel> {
        if self.counts.iter().flatten().all(|&count| count == 0) {
            return None;
        }
        let mut best = ChanceModel { half: 150.0, spread: 150.0 };
        let mut best_loss = self.loss(best);
        // Pattern search with shrinking steps, enough for two numbers and a smooth loss.
        let mut step = 64.0;
        while step > 0.25 {
            let around = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)];
            let next = around
                .map(|(half, spread)| ChanceModel {
                    half: (best.half + half).max(1.0),
                    spread: (best.spread + spread).max(5.0),
                })
                .map(|model| (self.loss(model), model))
                .into_iter()
                .min_by(|one, other| one.0.total_cmp(&other.0));
            match next {
                Some((loss, model)) if loss < best_loss => (best_loss, best) = (loss, model),
                _ => step /= 2.0,
            }
        }
        Some(best)
    }

    /// Negative log-likelihood of the counts under the model.
    fn loss(&self, model: ChanceModel) -> f64 {
        let chance = |value: f64| 1.0 / (1.0 + ((model.half - value) / model.spread).exp());
        let bins = self.counts.iter().zip((-MOST..).step_by(BIN as usize));
        bins.map(|(&[lost, drawn, won], score)| {
            let (win, loss) = (chance(f64::from(score)), chance(f64::from(-score)));
            let draw = (1.0 - win - loss).max(1e-9);
            -(won as f64 * win.max(1e-12).ln()
                + lost as f64 * loss.max(1e-12).ln()
                + drawn as f64 * draw.ln())
        })
        .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_model_that_made_the_results() {
        let mut chances = Chances::default();
        let made = ChanceModel { half: 210.0, spread: 90.0 };
        let chance = |value: f64| 1.0 / (1.0 + ((made.half - value) / made.spread).exp());
        for score in (-1000..=1000).step_by(BIN as usize) {
            let (win, loss) = (chance(f64::from(score)), chance(f64::from(-score)));
            for (result, share) in [loss, 1.0 - win - loss, win].into_iter().enumerate() {
                for _ in 0..(share * 1000.0).round() as usize {
                    chances.note(score, result);
                }
            }
        }
        let found = chances.fit().expect("something was counted");
        assert!(
            (found.half - made.half).abs() < 3.0 && (found.spread - made.spread).abs() < 3.0,
            "{found:?}"
        );
        assert_eq!(Chances::default().fit(), None);
    }
}
