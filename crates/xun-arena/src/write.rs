//! Played games in the file formats that other programs read: PGN for Xiangqi, SGF and `.psq` for
//! Gomoku. The command line saves with it, and the page downloads with it.

use crate::record::{GameRecord, Seat};
use crate::setting::Game;
use thiserror::Error;
use xun_gomoku::notation::{Record, parse_point, write_psq, write_sgf};
use xun_gomoku::rules::{Rule, Size};
use xun_xiangqi::notation::{
    GameRecord as PgnGame, GameResult, Notation, Ranks, format_pgn, parse_coordinates,
};
use xun_xiangqi::rules::{Colour, Position};

/// A record that cannot be replayed, as in an edited journal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {number} is damaged: {reason}")]
pub struct DamagedGame {
    /// The game's number in its match, from 1.
    pub number: u64,
    /// The fault.
    pub reason: String,
}

/// A file format of played games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// Portable game notation.
    Pgn,
    /// Smart game format.
    Sgf,
    /// The format of Gomocup's manager, one game a file.
    Psq,
}

impl FileFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Pgn, Self::Sgf, Self::Psq];

    /// Its name, which is also the extension of its files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Sgf => "sgf",
            Self::Psq => "psq",
        }
    }

    /// Whether one file holds many games.
    #[must_use]
    pub const fn holds_many(self) -> bool {
        !matches!(self, Self::Psq)
    }

    /// The format of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// Reads a game, naming it if it cannot be read.
fn reading<T>(
    game: &GameRecord,
    read: impl FnOnce() -> Result<T, Box<dyn std::error::Error>>,
) -> Result<T, DamagedGame> {
    read().map_err(|error| DamagedGame { number: game.index + 1, reason: error.to_string() })
}

fn texts(game: &GameRecord) -> impl Iterator<Item = &String> {
    game.opening.moves.iter().chain(game.moves.iter().map(|made| &made.text))
}

fn name<'a>(game: &GameRecord, seat: Seat, names: &'a [String]) -> Result<&'a str, String> {
    let number = game.players[seat as usize];
    names
        .get(number)
        .map(String::as_str)
        .ok_or_else(|| format!("there is no player {}", number + 1))
}

/// A Xiangqi game as PGN, with moves in ICCS. `names` are the players' names by number.
pub(crate) fn xiangqi_pgn(game: &GameRecord, names: &[String]) -> Result<String, DamagedGame> {
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

/// A Gomoku game as a record with its players, rule and times. `names` are the players' names by
/// number.
fn gomoku_record(
    game: &GameRecord,
    names: &[String],
    size: Size,
    rule: Rule,
) -> Result<Record, DamagedGame> {
    reading(game, || {
        let mut record = Record::new(size);
        record.rule = Some(rule);
        for seat in Seat::ALL {
            name(game, seat, names)?.clone_into(&mut record.players[seat as usize]);
        }
        record.moves = texts(game).map(|text| parse_point(text, size)).collect::<Result<_, _>>()?;
        record.times = vec![0; game.opening.moves.len()];
        record.times.extend(game.moves.iter().map(|made| made.milliseconds));
        Ok(record)
    })
}

/// A Gomoku game as SGF.
pub(crate) fn gomoku_sgf(
    game: &GameRecord,
    names: &[String],
    size: Size,
    rule: Rule,
) -> Result<String, DamagedGame> {
    Ok(write_sgf(&gomoku_record(game, names, size, rule)?))
}

/// A Gomoku game as `.psq`.
pub(crate) fn gomoku_psq(
    game: &GameRecord,
    names: &[String],
    size: Size,
    rule: Rule,
) -> Result<String, DamagedGame> {
    Ok(write_psq(&gomoku_record(game, names, size, rule)?))
}

/// The refusal of a format that the game is not written in.
pub(crate) fn no_format(game: &GameRecord, format: FileFormat, of: Game) -> DamagedGame {
    let reason = format!("{} is no format of {of}", format.name());
    DamagedGame { number: game.index + 1, reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, MoveRecord, Opening};

    fn game(opening: &[&str], moves: &[&str]) -> GameRecord {
        let made = |text: &&str| MoveRecord {
            text: (*text).into(),
            score: None,
            depth: None,
            milliseconds: 7,
        };
        GameRecord {
            index: 2,
            players: [1, 0],
            opening: Opening {
                start: None,
                moves: opening.iter().map(|&text| text.into()).collect(),
            },
            moves: moves.iter().map(made).collect(),
            winner: Some(Seat::First),
            ending: Ending::Rules,
            note: "mate".into(),
        }
    }

    fn names() -> Vec<String> {
        vec!["Ours".into(), "Theirs".into()]
    }

    #[test]
    fn a_xiangqi_game_names_its_players_and_its_opening() {
        let text = xiangqi_pgn(&game(&["h2e2"], &["h9g7"]), &names()).unwrap();
        for part in ["[Red \"Theirs\"]", "[Black \"Ours\"]", "[Round \"3\"]", "H2-E2 H9-G7", "1-0"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn a_gomoku_game_keeps_its_times() {
        let record =
            gomoku_record(&game(&["h8"], &["i9", "j10"]), &names(), Size::STANDARD, Rule::Renju)
                .unwrap();
        assert_eq!((record.moves.len(), &record.times[..]), (3, &[0, 7, 7][..]));
        assert!(write_sgf(&record).contains("PB[Theirs]"));
    }

    #[test]
    fn a_damaged_game_is_named() {
        let error = xiangqi_pgn(&game(&[], &["z9z9"]), &names()).unwrap_err();
        assert!(error.to_string().starts_with("game 3 is damaged: "), "{error}");
        let error =
            gomoku_record(&game(&[], &["h8"]), &names()[..1], Size::STANDARD, Rule::Freestyle);
        assert_eq!(error.unwrap_err().reason, "there is no player 2");
    }
}
