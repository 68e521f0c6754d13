//! The referee of Xiangqi: legality, mate and stalemate, repetition by the rule set, quiet moves,
//! bare material.

use crate::record::{Ending, Opening, Seat};
use crate::referee::{Referee, Refusal, Verdict};
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Colour, Position, Reason, Repetition, Rules};

/// A game of Xiangqi under the referee's eyes.
pub struct XiangqiReferee {
    position: Position,
    rules: Rules,
}

impl XiangqiReferee {
    /// A board with the opening's moves played.
    pub fn new(rules: Rules, opening: &Opening) -> Result<Self, String> {
        let position = match &opening.start {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen).map_err(|error| error.to_string())?,
        };
        let mut referee = Self { position, rules };
        for text in &opening.moves {
            referee.play(text).map_err(|refusal| refusal.to_string())?;
        }
        Ok(referee)
    }

    /// The position on the board.
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

    fn legal_moves(&self) -> Vec<String> {
        self.position.legal_moves().iter().map(ToString::to_string).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        let chosen = parse_coordinates(text, Ranks::FromZero)
            .map_err(|_| Refusal::NotAMove(text.to_owned()))?;
        if !self.position.is_legal_move(chosen) {
            return Err(Refusal::Illegal(chosen.to_string()));
        }
        self.position.play(chosen);
        Ok(chosen.to_string())
    }

    fn verdict(&self) -> Option<Verdict> {
        let outcome = self.position.outcome(&self.rules)?;
        let winner = outcome.verdict.winner(self.position.turn()).map(seat);
        let (ending, note) = match outcome.reason {
            Reason::Checkmate => (Ending::Rules, "checkmate".to_owned()),
            Reason::Stalemate => (Ending::Rules, "no legal move".to_owned()),
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
                (Ending::DrawRule, format!("{plies} plies without a capture"))
            }
            Reason::Material => (Ending::DrawRule, "neither side can mate".to_owned()),
        };
        Some(Verdict { winner, ending, note })
    }
}
