//! The list of protocols that external engines speak, each with its game.

use super::EngineCommand;
use crate::setting::Game;
use crate::spec::PlayerKind;

/// A protocol of external engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineProtocol {
    /// UCI.
    Uci,
    /// UCCI.
    Ucci,
    /// Gomocup.
    Gomocup,
}

impl EngineProtocol {
    /// All protocols. The first one of a game is its usual one.
    pub const ALL: [Self; 3] = [Self::Uci, Self::Ucci, Self::Gomocup];

    /// The name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
            Self::Gomocup => "gomocup",
        }
    }

    /// The protocol of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|protocol| protocol.name() == name)
    }

    /// The game whose engines speak it.
    #[must_use]
    pub const fn game(self) -> Game {
        match self {
            Self::Uci | Self::Ucci => Game::Xiangqi,
            Self::Gomocup => Game::Gomoku,
        }
    }

    /// The usual protocol of a game's engines.
    #[must_use]
    pub fn usual(game: Game) -> Option<Self> {
        Self::ALL.into_iter().find(|protocol| protocol.game() == game)
    }

    /// An engine that speaks it, as a kind of player.
    #[must_use]
    pub fn player(self, command: EngineCommand) -> PlayerKind {
        match self {
            Self::Uci => PlayerKind::Uci(command),
            Self::Ucci => PlayerKind::Ucci(command),
            Self::Gomocup => PlayerKind::Gomocup(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_usual_protocol_and_every_name_reads_back() {
        assert_eq!(EngineProtocol::usual(Game::Xiangqi), Some(EngineProtocol::Uci));
        assert_eq!(EngineProtocol::usual(Game::Gomoku), Some(EngineProtocol::Gomocup));
        for protocol in EngineProtocol::ALL {
            assert_eq!(EngineProtocol::named(protocol.name()), Some(protocol));
            let spec = format!("{} engine", protocol.name()).parse::<crate::PlayerSpec>().unwrap();
            let words = vec!["engine".to_owned()];
            let command = EngineCommand { words, ..EngineCommand::default() };
            assert_eq!(spec.kind, protocol.player(command));
        }
    }
}
