//! The list of games: which game is played, under which rules, on which board, and everything
//! that follows from it (referee, players, openings, moves in text).
//!
//! A third game touches its own crate and this file: a variant of [`Game`], [`Setting`] and
//! [`GameMove`], and an arm in each `match` below, which hands over to the game's own module
//! (`xiangqi/`, `gomoku/`). Everything else in this crate, and every program that uses it, asks
//! the [`Setting`]. A program that draws boards has a view of its own for each game.
//!
//! A setting is written as `GAME/RULES/BOARD`. The later parts may be left out when it is read:
//!
//! ```text
//! xiangqi                  the same as xiangqi/asian
//! xiangqi/chinese          rule sets: asian, chinese, simple
//! xiangqi/asian/quiet=60   a draw after 60 plies without a capture (120 if not said), or none
//! gomoku                   the same as gomoku/freestyle/15x15
//! gomoku/renju             rules: freestyle, standard, renju, caro, caro-exact
//! gomoku/standard/20x15    columns x rows; 20 is 20x20
//! ```
//!
//! ```
//! use xun_arena::{Opening, Setting};
//!
//! let setting: Setting = "gomoku/renju".parse()?;
//! assert_eq!(setting.to_string(), "gomoku/renju/15x15");
//! let mut referee = setting.referee(&Opening::default())?;
//! referee.play(setting.parse_move("h8")?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "experience")]
use crate::experience::{Canonical, keys_along};
use crate::external::{GomocupPlayer, UcciPlayer, UciPlayer};
use crate::openings::OpeningError;
use crate::player::Player;
use crate::player_error::PlayerError;
use crate::random::RandomPlayer;
use crate::record::{GameRecord, Opening};
use crate::referee::Referee;
use crate::spec::{PlayerKind, PlayerSpec};
use crate::write::{self, DamagedGame, FileFormat};
use crate::{gomoku, xiangqi};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{ParseSizeError, Point, Rule, Size, UnknownRule};
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Move, RuleSet, Rules, UnknownRuleSet};

/// A game, whatever its rules and board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Chinese chess.
    Xiangqi,
    /// Five in a row.
    Gomoku,
}

impl Game {
    /// All games.
    pub const ALL: [Self; 2] = [Self::Xiangqi, Self::Gomoku];

    /// The name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xiangqi => "xiangqi",
            Self::Gomoku => "gomoku",
        }
    }

    /// The game's number in experience books.
    #[cfg(feature = "experience")]
    pub(crate) const fn book_number(self) -> i64 {
        match self {
            Self::Xiangqi => 0,
            Self::Gomoku => 1,
        }
    }

    /// The names of the rules that this game is played by, the usual one first.
    #[must_use]
    pub fn rule_names(self) -> Vec<&'static str> {
        match self {
            Self::Xiangqi => RuleSet::ALL.iter().map(|rules| rules.name()).collect(),
            Self::Gomoku => Rule::ALL.iter().map(|rule| rule.name()).collect(),
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Game {
    type Err = SettingError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|game| game.name() == name);
        found.ok_or_else(|| SettingError::Game(name.to_owned()))
    }
}

/// A game with its rules and its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setting {
    /// Chinese chess.
    Xiangqi {
        /// Its rules.
        rules: Rules,
    },
    /// Five in a row.
    Gomoku {
        /// The board.
        size: Size,
        /// Its rule.
        rule: Rule,
    },
}

/// A text that is no setting.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SettingError {
    /// No such game.
    #[error("{0:?} is no game: expected xiangqi or gomoku")]
    Game(String),
    /// No such rules of Xiangqi.
    #[error(transparent)]
    RuleSet(#[from] UnknownRuleSet),
    /// No such rule of Gomoku.
    #[error(transparent)]
    Rule(#[from] UnknownRule),
    /// No such board of Gomoku.
    #[error(transparent)]
    Size(#[from] ParseSizeError),
    /// A limit of plies without a capture that cannot be read.
    #[error("{0:?} is no part of Xiangqi's rules: expected quiet=PLIES or quiet=none")]
    Quiet(String),
    /// More parts than a setting has.
    #[error("{0:?} is one part too many: expected GAME/RULES/BOARD")]
    Rest(String),
}

/// A move of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameMove {
    /// From one square to another.
    Xiangqi(Move),
    /// A stone on a point.
    Gomoku(Point),
}

/// A text that is not written as a move of the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a move")]
pub struct NotAMove(pub String);

impl fmt::Display for GameMove {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xiangqi(chosen) => chosen.fmt(formatter),
            Self::Gomoku(point) => point.fmt(formatter),
        }
    }
}

impl Setting {
    /// A game by the names of its rules; without a name, the usual ones. Xiangqi ignores the size.
    ///
    /// # Errors
    /// Names of rules that the game does not have.
    pub fn new(game: Game, rules: Option<&str>, size: Size) -> Result<Self, SettingError> {
        Ok(match game {
            Game::Xiangqi => {
                let repetition = rules.map(str::parse::<RuleSet>).transpose()?;
                Self::Xiangqi { rules: repetition.unwrap_or_default().into() }
            }
            Game::Gomoku => {
                let rule = rules.map_or(Ok(Rule::Freestyle), str::parse)?;
                Self::Gomoku { size, rule }
            }
        })
    }

    /// Which game this is.
    #[must_use]
    pub const fn game(self) -> Game {
        match self {
            Self::Xiangqi { .. } => Game::Xiangqi,
            Self::Gomoku { .. } => Game::Gomoku,
        }
    }

    /// A board with the opening played.
    ///
    /// ```
    /// use xun_arena::{Opening, Setting};
    /// let setting: Setting = "gomoku/renju/15x15".parse()?;
    /// let mut referee = setting.referee(&Opening::default())?;
    /// referee.play(setting.parse_move("h8")?)?;
    /// assert!(referee.end().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An opening that cannot be played.
    pub fn referee(self, opening: &Opening) -> Result<Box<dyn Referee>, OpeningError> {
        Ok(match self {
            Self::Xiangqi { rules } => Box::new(xiangqi::XiangqiReferee::new(rules, opening)?),
            Self::Gomoku { size, rule } => {
                Box::new(gomoku::GomokuReferee::new(size, rule, opening)?)
            }
        })
    }

    /// The move that a text means: `h2e2`, `h8`. Whether it is legal is for a referee to say.
    ///
    /// # Errors
    /// A text that is not written as a move of this game.
    pub fn parse_move(self, text: &str) -> Result<GameMove, NotAMove> {
        let chosen = match self {
            Self::Xiangqi { .. } => {
                parse_coordinates(text, Ranks::FromZero).ok().map(GameMove::Xiangqi)
            }
            Self::Gomoku { size, .. } => parse_point(text, size).ok().map(GameMove::Gomoku),
        };
        chosen.ok_or_else(|| NotAMove(text.to_owned()))
    }

    /// The opening that a line of a file describes, not yet played.
    pub(crate) fn parse_opening(self, line: &str) -> Opening {
        match self {
            Self::Xiangqi { .. } => xiangqi::parse_opening(line),
            Self::Gomoku { .. } => gomoku::parse_opening(line),
        }
    }

    /// A fresh player, or the fault of its options. A person is no player of this crate:
    /// the program that talks to the person makes it.
    ///
    /// ```
    /// use xun_arena::{PlayerSpec, Setting};
    /// let setting: Setting = "gomoku".parse()?;
    /// let spec: PlayerSpec = "xun; Hash=1; Futility=40".parse()?;
    /// assert!(setting.player(&spec, 1).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Options that the player does not have or cannot use.
    pub fn player(self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        match &spec.kind {
            PlayerKind::Xun => self.engine(spec, seed),
            PlayerKind::Textbook => self.textbook(spec),
            PlayerKind::Random => Ok(Box::new(RandomPlayer::new(seed, self))),
            PlayerKind::Human => Err(PlayerError::Person),
            PlayerKind::Uci(command) => match self {
                Self::Xiangqi { .. } => Ok(Box::new(UciPlayer::new(command.clone()))),
                Self::Gomoku { .. } => Err(PlayerError::XiangqiProtocol),
            },
            PlayerKind::Ucci(command) => match self {
                Self::Xiangqi { .. } => Ok(Box::new(UcciPlayer::new(command.clone()))),
                Self::Gomoku { .. } => Err(PlayerError::XiangqiProtocol),
            },
            PlayerKind::Gomocup(command) => match self {
                Self::Gomoku { size, rule } => {
                    Ok(Box::new(GomocupPlayer::new(command.clone(), size, rule)))
                }
                Self::Xiangqi { .. } => Err(PlayerError::GomokuProtocol),
            },
        }
    }

    /// Whether such a player can play this game; the fault of its options.
    ///
    /// # Errors
    /// The same as [`Self::player`].
    pub fn check(self, spec: &PlayerSpec) -> Result<(), PlayerError> {
        match (&spec.kind, spec.options.first()) {
            (PlayerKind::Random | PlayerKind::Human, Some((name, _))) => {
                Err(PlayerError::NoSettings { name: name.clone() })
            }
            (PlayerKind::Human, None) => Ok(()),
            _ => self.player(spec, 0).map(drop),
        }
    }

    /// Our engine with the options of a player.
    fn engine(self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            Self::Xiangqi { rules } => Box::new(xiangqi::engine(rules, spec, seed)?),
            Self::Gomoku { size, rule } => Box::new(gomoku::engine(size, rule, spec)?),
        })
    }

    /// A textbook search with the options of a player.
    fn textbook(self, spec: &PlayerSpec) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self {
            Self::Xiangqi { rules } => {
                Box::new(crate::textbook::TextbookXiangqi::new(rules, &spec.options)?)
            }
            Self::Gomoku { size, rule } => {
                Box::new(crate::textbook::TextbookGomoku::new(size, rule, &spec.options)?)
            }
        })
    }

    /// The formats that games of this setting are written in.
    #[must_use]
    pub const fn file_formats(self) -> &'static [FileFormat] {
        match self {
            Self::Xiangqi { .. } => &[FileFormat::Pgn],
            Self::Gomoku { .. } => &[FileFormat::Sgf, FileFormat::Psq],
        }
    }

    /// A game as text of one of [`Setting::file_formats`]. `names` are the players' names by
    /// number.
    ///
    /// # Errors
    /// A record that cannot be replayed.
    pub fn write_game(
        self,
        format: FileFormat,
        game: &GameRecord,
        names: &[String],
    ) -> Result<String, DamagedGame> {
        match (self, format) {
            (Self::Xiangqi { .. }, FileFormat::Pgn) => xiangqi::pgn(game, names),
            (Self::Gomoku { size, rule }, FileFormat::Sgf) => gomoku::sgf(game, names, size, rule),
            (Self::Gomoku { size, rule }, FileFormat::Psq) => gomoku::psq(game, names, size, rule),
            _ => Err(write::no_format(game, format, self.game())),
        }
    }

    /// The keys in an experience book of all positions from an opening along these moves: the
    /// first one is before the first move. `None` if they cannot be played.
    #[cfg(feature = "experience")]
    pub(crate) fn book_keys(self, opening: &Opening, moves: &[&str]) -> Option<Vec<Canonical>> {
        match self {
            Self::Xiangqi { rules } => {
                keys_along(self, xiangqi::XiangqiReferee::new(rules, opening).ok()?, moves)
            }
            Self::Gomoku { size, rule } => {
                keys_along(self, gomoku::GomokuReferee::new(size, rule, opening).ok()?, moves)
            }
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.game();
        match self {
            Self::Xiangqi { rules } => {
                write!(formatter, "{game}/{}", rules.repetition)?;
                match rules.quiet_limit {
                    limit if limit == Rules::default().quiet_limit => Ok(()),
                    Some(plies) => write!(formatter, "/quiet={plies}"),
                    None => formatter.write_str("/quiet=none"),
                }
            }
            Self::Gomoku { size, rule } => {
                write!(formatter, "{game}/{rule}/{}x{}", size.width(), size.height())
            }
        }
    }
}

impl FromStr for Setting {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split('/').map(str::trim);
        let game = parts.next().unwrap_or_default().parse()?;
        let rules = parts.next();
        let board = parts.next();
        if let Some(rest) = parts.next() {
            return Err(SettingError::Rest(rest.to_owned()));
        }
        match game {
            Game::Xiangqi => {
                let Self::Xiangqi { mut rules } = Self::new(game, rules, Size::STANDARD)? else {
                    unreachable!("the game is Xiangqi")
                };
                if let Some(part) = board {
                    rules.quiet_limit = quiet_limit(part)?;
                }
                Ok(Self::Xiangqi { rules })
            }
            Game::Gomoku => {
                let size = board.map_or(Ok(Size::STANDARD), str::parse)?;
                Self::new(game, rules, size)
            }
        }
    }
}

/// `quiet=60` or `quiet=none`.
fn quiet_limit(part: &str) -> Result<Option<u16>, SettingError> {
    match part.strip_prefix("quiet=") {
        Some("none") => Ok(None),
        Some(number) if number.parse::<u16>().is_ok_and(|plies| plies > 0) => {
            Ok(number.parse().ok())
        }
        _ => Err(SettingError::Quiet(part.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_forms_mean_the_usual_rules() {
        let read = |text: &str| text.parse::<Setting>().unwrap();
        assert_eq!(read("xiangqi"), Setting::Xiangqi { rules: Rules::default() });
        assert_eq!(read("xiangqi"), read("xiangqi/asian/quiet=120"));
        assert_eq!(read("gomoku"), read("gomoku/freestyle/15x15"));
        assert_eq!(read("gomoku/renju/19"), read("gomoku/renju/19×19"));
        assert_eq!(read("xiangqi/simple/quiet=none").to_string(), "xiangqi/simple/quiet=none");
    }

    #[test]
    fn the_error_says_what_is_expected() {
        for (text, part) in [
            ("", "xiangqi or gomoku"),
            ("chess", "xiangqi or gomoku"),
            ("xiangqi/fide", "asian, chinese or simple"),
            ("xiangqi/asian/15x15", "quiet=PLIES"),
            ("xiangqi/asian/quiet=0", "quiet=PLIES"),
            ("gomoku/go", "freestyle, standard, renju, caro or caro-exact"),
            ("gomoku/renju/huge", "15 or 20x15"),
            ("gomoku/renju/4x4", "5 to 22"),
            ("gomoku/renju/15x15/more", "GAME/RULES/BOARD"),
        ] {
            let error = text.parse::<Setting>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    fn settings() -> impl Strategy<Value = Setting> {
        let xiangqi = (0..RuleSet::ALL.len(), proptest::option::of(1..2000_u16)).prop_map(
            |(rules, quiet_limit)| {
                let rules = Rules { repetition: RuleSet::ALL[rules], quiet_limit };
                Setting::Xiangqi { rules }
            },
        );
        let gomoku =
            (0..Rule::ALL.len(), 5..=22_u32, 5..=22_u32).prop_map(|(rule, width, height)| {
                let size = Size::new(width, height).expect("a size in the range");
                Setting::Gomoku { size, rule: Rule::ALL[rule] }
            });
        prop_oneof![xiangqi, gomoku]
    }

    proptest! {
        #[test]
        fn a_setting_reads_back(setting in settings()) {
            prop_assert_eq!(setting.to_string().parse(), Ok(setting));
        }

        #[test]
        fn every_legal_move_reads_back(setting in settings(), number in 0..1000_usize) {
            let referee = setting.referee(&Opening::default()).unwrap();
            let legal = referee.legal_moves();
            let chosen = legal[number % legal.len()];
            prop_assert_eq!(setting.parse_move(&chosen.to_string()), Ok(chosen));
        }

        #[test]
        fn no_text_panics(text in "\\PC*") {
            let _ = text.parse::<Setting>();
            let _ = "xiangqi".parse::<Setting>().unwrap().parse_move(&text);
            let _ = "gomoku".parse::<Setting>().unwrap().parse_move(&text);
        }
    }
}
