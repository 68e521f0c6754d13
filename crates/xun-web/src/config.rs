//! Configuration of a server: listen address, data folder, and limits on searches and memory.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use xun_arena::{EngineCommand, EngineProtocol, Game, PlayerSpec};

/// The settings of one server. Everything here comes from the command line, nothing from the page.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address and port to listen on; port 0 takes a free one.
    pub listen: SocketAddr,
    /// The folder of saved games. None keeps them in memory only.
    pub data: Option<PathBuf>,
    /// The collection of games that the opening explorer reads. It need not exist.
    pub collection: Option<PathBuf>,
    /// The secret that requests must carry. Generated when other machines can connect and none is
    /// given.
    pub token: Option<String>,
    /// Searches that may run at one time, over all sessions.
    pub searches: usize,
    /// Bytes that all searches of games together may use, running and waiting for their next turn.
    pub memory: u64,
    /// Open sockets at one time.
    pub sessions: usize,
    /// External engines that the page may let play. The page only sees their names.
    pub engines: Vec<ExternalEngine>,
}

/// An external engine, started on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalEngine {
    /// Its name on the page.
    pub name: String,
    /// Program and arguments.
    pub command: Vec<String>,
}

impl ExternalEngine {
    /// The protocol that the command's first word names, if it names one, and the words that start
    /// the program.
    fn parts(&self) -> (Option<EngineProtocol>, &[String]) {
        let said = self.command.first().and_then(|word| EngineProtocol::named(word));
        (said, &self.command[usize::from(said.is_some())..])
    }

    /// The engine as a player of this game. Without a named protocol it speaks the game's usual
    /// one.
    pub(crate) fn player(&self, game: Game) -> PlayerSpec {
        let (protocol, words) = self.parts();
        let protocol = protocol.or(EngineProtocol::usual(game)).unwrap_or(EngineProtocol::Uci);
        let command = EngineCommand { words: words.to_vec(), ..EngineCommand::default() };
        let (name, kind) = (self.name.clone(), protocol.player(command));
        PlayerSpec { name, kind, options: Vec::new(), control: None }
    }

    /// Whether it may play this game: a protocol that was named belongs to one game, else it may be
    /// either.
    pub(crate) fn plays(&self, game: Game) -> bool {
        self.parts().0.is_none_or(|protocol| protocol.game() == game)
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: None,
            collection: None,
            token: None,
            searches: 64,
            memory: 1 << 30,
            sessions: 1_000,
            engines: Vec::new(),
        }
    }
}

impl Config {
    /// Whether machines other than this one can connect.
    pub fn is_open_to_others(&self) -> bool {
        !is_loopback(self.listen.ip())
    }
}

/// Whether an address is this machine's own, also when written as IPv4 in IPv6.
pub(crate) fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_arena::PlayerKind;

    #[test]
    fn words_with_blanks_and_quotes_stay_whole() {
        let command =
            ["uci", "/opt/my engines/one", "-c", "say \"hi\"", ""].map(str::to_owned).to_vec();
        let engine = ExternalEngine { name: "One".into(), command: command.clone() };
        let PlayerKind::Uci(started) = engine.player(Game::Xiangqi).kind else { panic!() };
        assert_eq!(started.words, command[1..]);
    }
}
