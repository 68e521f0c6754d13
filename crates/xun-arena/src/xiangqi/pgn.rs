//! A played Xiangqi game as PGN.

use crate::record::{GameRecord, Seat};
use crate::write::{DamagedGame, name, reading, texts};
use xun_xiangqi::notation::{
    GameRecord as PgnGame, GameResult, Notation, Ranks, format_pgn, parse_coordinates,
};
use xun_xiangqi::rules::{Colour, Position};

/// A Xiangqi game as PGN, with moves in ICCS. `names` are the players' names by number.
pub(crate) fn pgn(game: &GameRecord, names: &[String]) -> Result<String, DamagedGame> {
    reading(game, || {
        let start = match &game.opening.start {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen)?,
        };
        let moves = texts(game)
            .map(|text| parse_coordinates(text, Ranks::FromZero))
            .collect::<Result<Vec<_>, _>>()?;
        let result = match game.winner {
            None => GameResult::Drawn,
            Some(Seat::First) => GameResult::Won(Colour::Red),
            Some(Seat::Second) => GameResult::Won(Colour::Black),
        };
        let mut record = PgnGame::new(start.to_setup(), moves, result);
        record.set_tag("Game", "Chinese Chess");
        record.set_tag("Round", &(game.index + 1).to_string());
        record.set_tag("Red", name(game, Seat::First, names)?);
        record.set_tag("Black", name(game, Seat::Second, names)?);
        record.set_tag("Termination", &game.note);
        Ok(format_pgn(&record, Notation::Iccs))
    })
}
