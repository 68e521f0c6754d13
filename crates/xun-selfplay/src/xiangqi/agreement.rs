//! Win adjudication: a game ends once both engines' scores agree on the winner for several plies.

use xun_game::Score;
use xun_xiangqi::rules::Colour;

/// The side that both engines score as winning, and for how many plies they have.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Agreement {
    favoured: Option<Colour>,
    plies: u32,
}

impl Agreement {
    /// Notes the score of the side that has just moved; beyond `win_score` it names a winner.
    pub(super) fn note(&mut self, turn: Colour, score: Score, win_score: i32) {
        let now = match score.get() {
            value if value >= win_score => Some(turn),
            value if value <= -win_score => Some(!turn),
            _ => None,
        };
        self.plies = if now.is_some() && now == self.favoured {
            self.plies + 1
        } else {
            u32::from(now.is_some())
        };
        self.favoured = now;
    }

    /// The winner, once the scores have agreed for so many plies.
    pub(super) fn winner(self, win_plies: u32) -> Option<Colour> {
        self.favoured.filter(|_| self.plies >= win_plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sides_must_agree_without_a_break() {
        let mut agreement = Agreement::default();
        let mut note = |turn, score: i32| {
            agreement.note(turn, Score::new(score), 1000);
            agreement.winner(3)
        };
        assert_eq!(note(Colour::Red, 1200), None);
        assert_eq!(note(Colour::Black, -1100), None);
        assert_eq!(note(Colour::Red, 1000), Some(Colour::Red));
        assert_eq!(note(Colour::Black, -999), None, "a doubt begins the count anew");
        assert_eq!(note(Colour::Red, 1200), None);
    }
}
