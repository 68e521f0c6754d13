//! The referee of Gomoku: freestyle, standard, renju with its forbidden points, caro.

use crate::openings::OpeningError;
use crate::record::{Ending, Opening, Seat};
use crate::referee::{GameEnd, IllegalMove, Referee};
use crate::setting::GameMove;
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{
    Board, Colour, Forbidden, Point, Position, Rule, Size, Status, forbidden_kind,
};

/// A game of Gomoku and its board.
pub struct GomokuReferee {
    board: Board,
    /// Black's stone on a forbidden point, in words.
    foul: Option<String>,
}

impl GomokuReferee {
    /// A board with the opening's stones on it.
    ///
    /// # Errors
    /// An opening that cannot be played, in words.
    pub fn new(size: Size, rule: Rule, opening: &Opening) -> Result<Self, OpeningError> {
        if opening.start.is_some() {
            return Err(OpeningError::StartPosition);
        }
        let mut points = Vec::with_capacity(opening.moves.len());
        for text in &opening.moves {
            points.push(parse_point(text, size)?);
        }
        let position = Position::from_moves(size, rule, &points)?;
        Ok(Self { board: position.into_board(), foul: None })
    }

    /// The board as it stands.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The rule that the side to move would break with a stone there.
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

    fn legal_moves(&self) -> Vec<GameMove> {
        let open = self.board.empty_points();
        open.filter(|&point| self.foul_at(point).is_none()).map(GameMove::Gomoku).collect()
    }

    fn play(&mut self, chosen: GameMove) -> Result<(), IllegalMove> {
        let GameMove::Gomoku(point) = chosen else { return Err(IllegalMove(chosen)) };
        let on_board = self.board.size().has(point);
        if !on_board || !self.board.is_empty(point) || self.end().is_some() {
            return Err(IllegalMove(chosen));
        }
        // A forbidden stone may be played, but it loses.
        if let Some(kind) = self.foul_at(point) {
            let is_forced = self.legal_moves().is_empty();
            let forced = if is_forced { ", as is every empty point" } else { "" };
            self.foul = Some(format!("{point} is forbidden to Black: {kind}{forced}"));
        }
        self.board.play(point);
        Ok(())
    }

    fn end(&self) -> Option<GameEnd> {
        let end = |winner, ending, note: &str| Some(GameEnd { winner, ending, note: note.into() });
        if let Some(note) = &self.foul {
            return end(Some(Seat::Second), Ending::ForbiddenMove, note);
        }
        match self.board.status() {
            Status::Ongoing => None,
            Status::Won(colour) => end(Some(seat(colour)), Ending::FiveInARow, "five in a row"),
            Status::Draw => end(None, Ending::FullBoard, "the board is full"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> GameMove {
        GameMove::Gomoku(parse_point(text, Size::STANDARD).unwrap())
    }

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
        assert_eq!(game.end(), None);
        assert_eq!(game.play(point("7,7")), Err(IllegalMove(point("h8"))));
        game.play(point("l8")).unwrap();
        assert_eq!(game.end().unwrap().winner, Some(Seat::First));
        assert!(game.play(point("a5")).is_err());
    }

    #[test]
    fn six_wins_under_caro_and_not_where_five_must_be_exact() {
        for (rule, winner) in [(Rule::Caro, Some(Seat::First)), (Rule::CaroExact, None)] {
            let moves = opening("c4 k11 d4 l11 e4 m11 g4 n10 h4 a1");
            let mut game = GomokuReferee::new(Size::STANDARD, rule, &moves).unwrap();
            game.play(point("f4")).unwrap();
            assert_eq!(game.end().and_then(|end| end.winner), winner, "{rule}");
        }
    }

    #[test]
    fn a_forbidden_stone_loses() {
        // Black threes crossing at h8.
        let mut game =
            GomokuReferee::new(Size::STANDARD, Rule::Renju, &opening("g8 a1 i8 a3 h7 a5 h9 a7"))
                .unwrap();
        assert!(!game.legal_moves().contains(&point("h8")));
        game.play(point("h8")).unwrap();
        let end = game.end().unwrap();
        assert_eq!((end.winner, end.ending), (Some(Seat::Second), Ending::ForbiddenMove));
        assert!(end.note.contains("h8"), "{}", end.note);
    }

    #[test]
    fn what_is_forbidden_to_black_is_open_to_white() {
        let mut game =
            GomokuReferee::new(Size::STANDARD, Rule::Renju, &opening("g8 a1 i8 a3 h7 a5 h9"))
                .unwrap();
        assert!(game.legal_moves().contains(&point("h8")));
        game.play(point("h8")).unwrap();
        assert_eq!(game.end(), None);
    }

    #[test]
    fn a_corrupt_opening_is_told() {
        assert!(GomokuReferee::new(Size::STANDARD, Rule::Freestyle, &opening("h8 h8")).is_err());
        assert!(GomokuReferee::new(Size::STANDARD, Rule::Freestyle, &opening("banana")).is_err());
    }
}
