//! Gomoku in this crate: its referee (freestyle, standard, renju with its forbidden points, caro),
//! its openings as text, and our engine as a player of it.

use crate::experience::BookUse;
use crate::own::GomokuEngine;
use crate::record::{Ending, Opening, Seat};
use crate::referee::{GameEnd, IllegalMove, Referee};
use crate::setting::GameMove;
use crate::spec::{PlayerSpec, WEIGHTS, unknown_option};
use std::sync::Arc;
use xun_game::OptionError;
use xun_gomoku::eval::Weights;
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{
    Board, Colour, Forbidden, Point, Position, Rule, Size, Status, forbidden_kind,
};
use xun_gomoku::search::{EngineOptions, Settings, Tuning};

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
            self.foul = Some(format!("{point} is forbidden to Black: {kind}"));
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

/// The points of an opening written without blanks: each begins with its letter.
pub(crate) fn parse_opening(line: &str) -> Opening {
    let mut moves: Vec<String> = Vec::new();
    for letter in line.chars().filter(|letter| !letter.is_whitespace()) {
        match moves.last_mut() {
            Some(point) if !letter.is_ascii_alphabetic() => point.push(letter),
            _ => moves.push(letter.to_string()),
        }
    }
    Opening { start: None, moves }
}

/// Our engine with the options of a player: its own, the search's tuning numbers by name (over
/// those of the rule and evaluation), and `Weights=FILE` for the pattern evaluation.
pub(crate) fn engine(size: Size, rule: Rule, spec: &PlayerSpec) -> Result<GomokuEngine, String> {
    let book = BookUse::of(spec)?;
    let path = book.as_ref().map(|book| book.path.as_path());
    let mut engine = GomokuEngine::new(Settings::default(), size, rule, path)?;
    let mut weights = None;
    for (name, value) in spec.options.iter().filter(|(name, _)| !BookUse::has_setting(name)) {
        if name.eq_ignore_ascii_case(WEIGHTS) {
            weights = Some(read_weights(value)?);
            continue;
        }
        engine.set(name, value).map_err(|error| match error {
            OptionError::Unknown(_) => {
                let known = EngineOptions::SPECS.iter().chain(Tuning::SPECS);
                unknown_option(name, known.map(|spec| spec.name))
            }
            error => error.to_string(),
        })?;
    }
    if engine.is_weakened() && book.is_some() {
        return Err("a weakened level consults no experience: leave out one of the two".into());
    }
    let engine = engine.trusting(book.as_ref().and_then(|book| book.confidence));
    Ok(weights.into_iter().fold(engine, GomokuEngine::with_weights))
}

/// The pattern evaluation's weights in a file, as `xun-tune gomoku train` writes them.
fn read_weights(file: &str) -> Result<Arc<Weights>, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    Weights::from_bytes(&bytes).map(Arc::new).map_err(|error| format!("{file}: {error}"))
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
