//! A player as one line of text:
//!
//! ```text
//! xun                                        our engine, full strength
//! xun; level=club; Hash=64                   … with options
//! textbook; depth=3; evaluation=a            a textbook search
//! random                                     any legal move
//! human                                      a person at the terminal
//! uci /usr/games/engine --flag; Threads=1    an external engine, by its protocol: uci, ucci, gomocup
//! ```
//!
//! After the first `;` come settings: `name`, `time` (a time control of its own) and `folder` are
//! ours, all others are the player's options.

use crate::external::EngineCommand;
use crate::time_control::{TimeControl, TimeControlError};
use std::path::PathBuf;
use std::str::FromStr;
use thiserror::Error;

/// Who a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// A player to be.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    /// The name in tables.
    pub name: String,
    /// Who it is.
    pub kind: PlayerKind,
    /// Options, in order.
    pub options: Vec<(String, String)>,
    /// A time control of its own.
    pub control: Option<TimeControl>,
}

/// What is wrong with a player's description.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// Nothing there.
    #[error(
        "a player is missing: expected xun, textbook, random, human, uci COMMAND, ucci COMMAND or gomocup COMMAND"
    )]
    Empty,
    /// No such kind.
    #[error(
        "{0:?} is no kind of player: expected xun, textbook, random, human, uci COMMAND, ucci COMMAND or gomocup COMMAND"
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
        let external = || match command.trim() {
            "" => Err(SpecError::NoCommand(kind.to_owned())),
            line => Ok(EngineCommand {
                command_line: line.to_owned(),
                folder: folder.clone(),
                options: options.clone(),
            }),
        };
        let kind = match kind {
            "" => return Err(SpecError::Empty),
            "xun" => PlayerKind::Xun,
            "textbook" => PlayerKind::Textbook,
            "random" => PlayerKind::Random,
            "human" => PlayerKind::Human,
            "uci" => PlayerKind::Uci(external()?),
            "ucci" => PlayerKind::Ucci(external()?),
            "gomocup" => PlayerKind::Gomocup(external()?),
            other => return Err(SpecError::Kind(other.to_owned())),
        };
        let name = name.unwrap_or_else(|| default_name(&kind, first, &options));
        Ok(Self { name, kind, options, control })
    }
}

/// The program's file name, or our kind with the options that set it apart.
fn default_name(kind: &PlayerKind, first: &str, options: &[(String, String)]) -> String {
    match kind {
        PlayerKind::Uci(command) | PlayerKind::Ucci(command) | PlayerKind::Gomocup(command) => {
            let program = command.command_line.split_whitespace().next().unwrap_or(first);
            program.rsplit(['/', '\\']).next().unwrap_or(program).to_owned()
        }
        _ => {
            let settings = options.iter().map(|(key, value)| format!(" {key}={value}"));
            std::iter::once(first.to_owned()).chain(settings).collect()
        }
    }
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
        assert_eq!(command.command_line, "/opt/a/engine --x");
        assert_eq!(command.options, [("Hash".to_owned(), "16".to_owned())]);
        assert_eq!("ucci ./eleeye".parse::<PlayerSpec>().unwrap().name, "eleeye");
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
