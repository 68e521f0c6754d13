//! The referee of Gomoku: freestyle, standard, renju with its forbidden points, caro.

use crate::record::{Ending, Opening, Seat};
use crate::referee::{Referee, Refusal, Verdict};
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{
    Board, Colour, Forbidden, Point, Position, Rule, Size, Status, forbidden_kind,
};

/// A game of Gomoku under the referee's eyes.
pub struct GomokuReferee {
    board: Board,
    /// Black has played on a forbidden point: what it was.
    foul: Option<String>,
}

impl GomokuReferee {
    /// A board with the opening's stones on it.
    pub fn new(size: Size, rule: Rule, opening: &Opening) -> Result<Self, String> {
        if opening.start.is_some() {
            return Err("a Gomoku opening is a list of moves".into());
        }
        let mut points = Vec::with_capacity(opening.moves.len());
        for text in &opening.moves {
            points.push(parse_point(text, size).map_err(|error| error.to_string())?);
        }
        let position =
            Position::from_moves(size, rule, &points).map_err(|error| error.to_string())?;
        Ok(Self { board: position.into_board(), foul: None })
    }

    /// The board as it stands.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What the side to move would be guilty of there.
    fn foul_at(&self, point: Point) -> Option<Forbidden> {
        (self.board.to_move() == Colour::Black)
            .then(|| forbidden_kind(&self.board, point))
            .flatten()
    }
}

fn seat(colour: Colour) -> Seat {
    match colour {
        Colour::Black => Seat::First,
        Colour::White => Seat::Second,
    }
}

impl Referee for GomokuReferee {
    fn turn(&self) -> Seat {
        seat(self.board.to_move())
    }

    fn legal_moves(&self) -> Vec<String> {
        let open = self.board.empty_points();
        open.filter(|&point| self.foul_at(point).is_none()).map(|point| point.to_string()).collect()
    }

    fn play(&mut self, text: &str) -> Result<String, Refusal> {
        let point =
            parse_point(text, self.board.size()).map_err(|_| Refusal::NotAMove(text.to_owned()))?;
        if !self.board.is_empty(point) || self.verdict().is_some() {
            return Err(Refusal::Illegal(point.to_string()));
        }
        // Legal to play, but it loses.
        if let Some(kind) = self.foul_at(point) {
            self.foul = Some(format!("{point} is forbidden to Black: {kind}"));
        }
        self.board.play(point);
        Ok(point.to_string())
    }

    fn verdict(&self) -> Option<Verdict> {
        if let Some(note) = &self.foul {
            return Some(Verdict {
                winner: Some(Seat::Second),
                ending: Ending::Rules,
                note: note.clone(),
            });
        }
        match self.board.status() {
            Status::Ongoing => None,
            Status::Won(colour) => Some(Verdict {
                winner: Some(seat(colour)),
                ending: Ending::Rules,
                note: "five in a row".into(),
            }),
            Status::Draw => Some(Verdict {
                winner: None,
                ending: Ending::DrawRule,
                note: "the board is full".into(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(moves: &str) -> Opening {
        Opening { start: None, moves: moves.split_whitespace().map(str::to_owned).collect() }
    }

    #[test]
    fn five_wins_and_ends() {
        let mut game = GomokuReferee::new(
            Size::STANDARD,
            Rule::Freestyle,
            &opening("h8 a1 i8 a2 j8 a3 k8 a4"),
        )
        .unwrap();
        assert_eq!(game.verdict(), None);
        assert_eq!(game.play("7,7"), Err(Refusal::Illegal("h8".into())));
        assert_eq!(game.play("zz"), Err(Refusal::NotAMove("zz".into())));
        game.play("l8").unwrap();
        assert_eq!(game.verdict().unwrap().winner, Some(Seat::First));
        assert!(game.play("a5").is_err());
    }

    #[test]
    fn a_forbidden_stone_loses() {
        // Black threes crossing at h8.
        let mut game =
            GomokuReferee::new(Size::STANDARD, Rule::Renju, &opening("g8 a1 i8 a3 h7 a5 h9 a7"))
                .unwrap();
        assert!(!game.legal_moves().contains(&"h8".to_owned()));
        game.play("h8").unwrap();
        let verdict = game.verdict().unwrap();
        assert_eq!((verdict.winner, verdict.ending), (Some(Seat::Second), Ending::Rules));
        assert!(verdict.note.contains("h8"), "{}", verdict.note);
    }

    #[test]
    fn what_is_forbidden_to_black_is_open_to_white() {
        let mut game =
            GomokuReferee::new(Size::STANDARD, Rule::Renju, &opening("g8 a1 i8 a3 h7 a5 h9"))
                .unwrap();
        assert!(game.legal_moves().contains(&"h8".to_owned()));
        game.play("h8").unwrap();
        assert_eq!(game.verdict(), None);
    }

    #[test]
    fn a_corrupt_opening_is_told() {
        assert!(GomokuReferee::new(Size::STANDARD, Rule::Freestyle, &opening("h8 h8")).is_err());
        assert!(GomokuReferee::new(Size::STANDARD, Rule::Freestyle, &opening("banana")).is_err());
    }
}
