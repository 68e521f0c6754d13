//! The referee of Xiangqi: legality, mate and stalemate, repetition by the rule set, moves without
//! a capture, bare material.

use crate::openings::OpeningError;
use crate::record::{Ending, Opening, Seat};
use crate::referee::{GameEnd, IllegalMove, Referee};
use crate::setting::{GameMove, NotAMove};
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Colour, Position, Reason, Repetition, Rules};

/// A game of Xiangqi and its board.
pub struct XiangqiReferee {
    position: Position,
    rules: Rules,
}

impl XiangqiReferee {
    /// A board with the opening's moves played.
    ///
    /// # Errors
    /// An opening that cannot be played, in words.
    pub fn new(rules: Rules, opening: &Opening) -> Result<Self, OpeningError> {
        let position = match &opening.start {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen)?,
        };
        let mut referee = Self { position, rules };
        for text in &opening.moves {
            let chosen =
                parse_coordinates(text, Ranks::FromZero).map_err(|_| NotAMove(text.clone()))?;
            referee.play(GameMove::Xiangqi(chosen))?;
        }
        Ok(referee)
    }

    /// The rules that it plays by.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }
}

fn seat(colour: Colour) -> Seat {
    match colour {
        Colour::Red => Seat::First,
        Colour::Black => Seat::Second,
    }
}

impl Referee for XiangqiReferee {
    fn turn(&self) -> Seat {
        seat(self.position.turn())
    }

    fn legal_moves(&self) -> Vec<GameMove> {
        self.position.legal_moves().iter().copied().map(GameMove::Xiangqi).collect()
    }

    fn play(&mut self, chosen: GameMove) -> Result<(), IllegalMove> {
        match chosen {
            GameMove::Xiangqi(legal) if self.position.is_legal_move(legal) => {
                self.position.play(legal);
                Ok(())
            }
            _ => Err(IllegalMove(chosen)),
        }
    }

    fn end(&self) -> Option<GameEnd> {
        let outcome = self.position.outcome(&self.rules)?;
        let winner = outcome.verdict.winner(self.position.turn()).map(seat);
        let (ending, note) = match outcome.reason {
            Reason::Checkmate => (Ending::Checkmate, "checkmate".to_owned()),
            Reason::Stalemate => (Ending::Stalemate, "no legal move".to_owned()),
            Reason::Repetition(Repetition { mover, waiter, .. }) => {
                let (red, black) = if self.position.turn() == Colour::Red {
                    (mover, waiter)
                } else {
                    (waiter, mover)
                };
                (
                    Ending::Repetition,
                    format!("repetition: Red {red:?}, Black {black:?}").to_lowercase(),
                )
            }
            Reason::QuietLimit(plies) => {
                (Ending::QuietLimit, format!("{plies} plies without a capture"))
            }
            Reason::Material => (Ending::Material, "neither side can mate".to_owned()),
        };
        Some(GameEnd { winner, ending, note })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_name_the_rule() {
        let end = |fen: &str| {
            let opening = Opening { start: Some(fen.to_owned()), moves: Vec::new() };
            let referee = XiangqiReferee::new(Rules::default(), &opening).expect("a position");
            referee.end().map(|end| (end.ending, end.winner))
        };
        let won = Some(Seat::First);
        assert_eq!(end("R3k4/1R7/9/9/9/9/9/9/9/3K5 b"), Some((Ending::Checkmate, won)));
        assert_eq!(end("3k5/8R/4R4/9/9/9/9/9/9/5K3 b"), Some((Ending::Stalemate, won)));
        assert_eq!(end("3k5/9/9/9/9/9/9/9/9/5K3 b"), Some((Ending::Material, None)));
        assert_eq!(end("3k5/9/4R4/9/9/9/9/9/9/5K3 b"), None);
    }
}
