//! A player as one line of text:
//!
//! ```text
//! xun                                        our engine, full strength
//! xun; level=club; Hash=64                   … with options
//! textbook; depth=3; evaluation=a            a textbook search
//! random                                     any legal move
//! human                                      a person at the terminal
//! uci /usr/games/engine --flag; Threads=1    an external engine: uci, ucci or gomocup
//! ```
//!
//! After the first `;` come settings: `name`, `time` (a time control of its own) and `folder` are
//! ours, all others are the player's options.

use crate::external::{EngineCommand, EngineProtocol};
use crate::player_error::PlayerError;
use crate::process::split_words;
use crate::time_control::{TimeControl, TimeControlError};
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// The kind of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayerKind {
    /// Our engine.
    Xun,
    /// A textbook search.
    Textbook,
    /// Any legal move.
    Random,
    /// A person.
    Human,
    /// An external engine over UCI.
    Uci(EngineCommand),
    /// An external engine over UCCI.
    Ucci(EngineCommand),
    /// An external engine over the Gomocup protocol.
    Gomocup(EngineCommand),
}

/// The description of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The name in tables.
    pub name: String,
    /// Its kind.
    pub kind: PlayerKind,
    /// Options, in order.
    pub options: Vec<(String, String)>,
    /// A time control of its own.
    pub control: Option<TimeControl>,
}

/// A fault in a player's description.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// Nothing there.
    #[error(
        "a player is missing: expected xun, textbook, random, human, uci COMMAND, ucci COMMAND or \
         gomocup COMMAND"
    )]
    Empty,
    /// No such kind.
    #[error(
        "{0:?} is no kind of player: expected xun, textbook, random, human, uci COMMAND, ucci \
         COMMAND or gomocup COMMAND"
    )]
    Kind(String),
    /// A protocol without a program.
    #[error("{0} needs a command, like `{0} /path/to/engine`")]
    NoCommand(String),
    /// A setting without a value.
    #[error("{0:?} is no setting: expected NAME=VALUE")]
    Setting(String),
    /// A bad time control.
    #[error(transparent)]
    Time(#[from] TimeControlError),
}

impl PlayerSpec {
    /// The command, if the player is an external engine.
    pub fn engine_command(&mut self) -> Option<&mut EngineCommand> {
        match &mut self.kind {
            PlayerKind::Uci(command) | PlayerKind::Ucci(command) | PlayerKind::Gomocup(command) => {
                Some(command)
            }
            PlayerKind::Xun | PlayerKind::Textbook | PlayerKind::Random | PlayerKind::Human => None,
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.split(';').map(str::trim);
        let first = parts.next().unwrap_or_default();
        let (kind, command) = first.split_once(char::is_whitespace).unwrap_or((first, ""));
        let (mut name, mut folder, mut control, mut options) = (None, None, None, Vec::new());
        for part in parts.filter(|part| !part.is_empty()) {
            let (key, value) =
                part.split_once('=').ok_or_else(|| SpecError::Setting(part.to_owned()))?;
            match (key.trim(), value.trim()) {
                ("name", value) => name = Some(value.to_owned()),
                ("folder", value) => folder = Some(PathBuf::from(value)),
                ("time", value) => control = Some(value.parse()?),
                (key, value) => options.push((key.to_owned(), value.to_owned())),
            }
        }
        let external = || match split_words(command) {
            words if words.is_empty() => Err(SpecError::NoCommand(kind.to_owned())),
            words => Ok(EngineCommand {
                words,
                folder: folder.clone(),
                options: options.clone(),
                ..EngineCommand::default()
            }),
        };
        let kind = match kind {
            "" => return Err(SpecError::Empty),
            "xun" => PlayerKind::Xun,
            "textbook" => PlayerKind::Textbook,
            "random" => PlayerKind::Random,
            "human" => PlayerKind::Human,
            other => match EngineProtocol::named(other) {
                Some(protocol) => protocol.player(external()?),
                None => return Err(SpecError::Kind(other.to_owned())),
            },
        };
        let name = name.unwrap_or_else(|| default_name(&kind, first, &options));
        Ok(Self { name, kind, options, control })
    }
}

/// The program's file name, or our kind with the options that set it apart.
fn default_name(kind: &PlayerKind, first: &str, options: &[(String, String)]) -> String {
    match kind {
        PlayerKind::Uci(command) | PlayerKind::Ucci(command) | PlayerKind::Gomocup(command) => {
            let program = command.words.first().map_or(first, String::as_str);
            program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned()
        }
        _ => {
            let settings = options.iter().map(|(key, value)| format!(" {key}={value}"));
            std::iter::once(first.to_owned()).chain(settings).collect()
        }
    }
}

impl fmt::Display for PlayerSpec {
    /// Writes the player as it is read. A command's words are put in quotation marks where they
    /// have blanks.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, command) = match &self.kind {
            PlayerKind::Xun => ("xun", None),
            PlayerKind::Textbook => ("textbook", None),
            PlayerKind::Random => ("random", None),
            PlayerKind::Human => ("human", None),
            PlayerKind::Uci(command) => ("uci", Some(command)),
            PlayerKind::Ucci(command) => ("ucci", Some(command)),
            PlayerKind::Gomocup(command) => ("gomocup", Some(command)),
        };
        formatter.write_str(kind)?;
        for word in command.iter().flat_map(|command| &command.words) {
            let mark = match word {
                _ if word.contains('"') => "'",
                _ if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c == '\'') => {
                    "\""
                }
                _ => "",
            };
            write!(formatter, " {mark}{word}{mark}")?;
        }
        for (name, value) in &self.options {
            write!(formatter, "; {name}={value}")?;
        }
        if let Some(folder) = command.and_then(|command| command.folder.as_ref()) {
            write!(formatter, "; folder={}", folder.display())?;
        }
        if let Some(control) = &self.control {
            write!(formatter, "; time={control}")?;
        }
        write!(formatter, "; name={}", self.name)
    }
}

/// The setting that names a file of weights of the hand-written evaluation.
pub(crate) const WEIGHTS: &str = "Weights";

/// The error for a setting that our own engine does not have: lists those it has.
pub(crate) fn unknown_option(name: &str, known: impl Iterator<Item = &'static str>) -> PlayerError {
    let of_players = ["experience", "learn", "confidence", WEIGHTS].into_iter();
    PlayerError::UnknownSetting { name: name.to_owned(), known: of_players.chain(known).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_players() {
        let plain: PlayerSpec = "xun".parse().unwrap();
        assert_eq!((plain.name.as_str(), plain.kind), ("xun", PlayerKind::Xun));
        let weak: PlayerSpec = "xun; level=club; time=10ms".parse().unwrap();
        assert_eq!(weak.options, [("level".to_owned(), "club".to_owned())]);
        assert_eq!(weak.name, "xun level=club");
        assert!(weak.control.is_some());
        let external: PlayerSpec =
            "uci /opt/a/engine --x ; Hash = 16; name=Old one".parse().unwrap();
        assert_eq!(external.name, "Old one");
        let PlayerKind::Uci(command) = external.kind else { panic!() };
        assert_eq!(command.words, ["/opt/a/engine", "--x"]);
        assert_eq!(command.options, [("Hash".to_owned(), "16".to_owned())]);
        assert_eq!("ucci ./eleeye".parse::<PlayerSpec>().unwrap().name, "eleeye");
    }

    #[test]
    fn reads_what_it_writes() {
        for text in [
            "xun; level=club; time=10ms",
            "uci '/opt/my engines/one' -c 'say \"hi\"' ''; Hash=16; folder=/tmp; name=Old one",
            "random",
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string().parse(), Ok(spec), "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        assert_eq!("".parse::<PlayerSpec>(), Err(SpecError::Empty));
        assert_eq!("chess".parse::<PlayerSpec>(), Err(SpecError::Kind("chess".into())));
        assert_eq!("uci".parse::<PlayerSpec>(), Err(SpecError::NoCommand("uci".into())));
        assert_eq!("xun; fast".parse::<PlayerSpec>(), Err(SpecError::Setting("fast".into())));
        assert!(matches!("xun; time=soon".parse::<PlayerSpec>(), Err(SpecError::Time(_))));
    }
}
