//! Played games in the file formats that other programs read. Each game writes its own formats
//! (`xiangqi/pgn.rs`, `gomoku/files.rs`). The command line saves with it, and the page downloads
//! with it.

use crate::record::{GameRecord, Seat};
use crate::setting::Game;
use thiserror::Error;

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
pub(crate) fn reading<T>(
    game: &GameRecord,
    read: impl FnOnce() -> Result<T, Box<dyn std::error::Error>>,
) -> Result<T, DamagedGame> {
    read().map_err(|error| DamagedGame { number: game.index + 1, reason: error.to_string() })
}

/// The moves of a game, its opening included.
pub(crate) fn texts(game: &GameRecord) -> impl Iterator<Item = &String> {
    game.opening.moves.iter().chain(game.moves.iter().map(|made| &made.text))
}

/// The name of the player on this seat.
pub(crate) fn name<'a>(
    game: &GameRecord,
    seat: Seat,
    names: &'a [String],
) -> Result<&'a str, String> {
    let number = game.players[seat as usize];
    names
        .get(number)
        .map(String::as_str)
        .ok_or_else(|| format!("there is no player {}", number + 1))
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
    use crate::setting::Setting;

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
        let setting: Setting = "xiangqi".parse().unwrap();
        let game = game(&["h2e2"], &["h9g7"]);
        let text = setting.write_game(FileFormat::Pgn, &game, &names()).unwrap();
        for part in ["[Red \"Theirs\"]", "[Black \"Ours\"]", "[Round \"3\"]", "H2-E2 H9-G7", "1-0"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn a_gomoku_game_keeps_its_times() {
        let setting: Setting = "gomoku/renju".parse().unwrap();
        let game = game(&["h8"], &["i9", "j10"]);
        let text = setting.write_game(FileFormat::Psq, &game, &names()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let times: Vec<&str> =
            lines[1..4].iter().filter_map(|line| line.trim().rsplit(',').next()).collect();
        assert_eq!(times, ["0", "7", "7"], "{text}");
        let text = setting.write_game(FileFormat::Sgf, &game, &names()).unwrap();
        assert!(text.contains("PB[Theirs]"), "{text}");
    }

    #[test]
    fn a_damaged_game_is_named() {
        let setting: Setting = "xiangqi".parse().unwrap();
        let error = setting.write_game(FileFormat::Pgn, &game(&[], &["z9z9"]), &names());
        let error = error.unwrap_err();
        assert!(error.to_string().starts_with("game 3 is damaged: "), "{error}");
        let setting: Setting = "gomoku".parse().unwrap();
        let error = setting.write_game(FileFormat::Sgf, &game(&[], &["h8"]), &names()[..1]);
        assert_eq!(error.unwrap_err().reason, "there is no player 2");
        let error = setting.write_game(FileFormat::Pgn, &game(&[], &[]), &names()).unwrap_err();
        assert!(error.reason.contains("pgn is no format of gomoku"), "{error}");
    }
}
