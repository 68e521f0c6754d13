//! Chances of win, draw and loss from a score.

use xun_game::Score;

// Fitted by `xun-tune xiangqi datagen stats` to 52,200 positions of 336 games that the shipped
// network played at 5,000 nodes a move.

/// The score at which winning is as likely as not.
const HALF: f64 = 146.0;
/// Width of the curve around it.
const SPREAD: f64 = 88.0;

/// Chances in thousandths: win, draw, loss, seen from the side of the score. They add up to 1000.
#[must_use]
pub fn win_draw_loss(score: Score) -> [u32; 3] {
    if score.is_win() {
        return [1000, 0, 0];
    }
    if score.is_loss() {
        return [0, 0, 1000];
    }
    let chance = |value: f64| (1000.0 / (1.0 + ((HALF - value) / SPREAD).exp())).round() as u32;
    let value = f64::from(score.get());
    let (win, loss) = (chance(value), chance(-value));
    [win, 1000 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_follow_the_score() {
        let mut last = 0;
        for value in (-3000..3000).step_by(7) {
            let [win, draw, loss] = win_draw_loss(Score::new(value));
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
        }
        let [win, _, loss] = win_draw_loss(Score::ZERO);
        assert_eq!(win, loss);
    }
}
