//! Players that are other programs, by the protocol they speak.

mod gomocup;
mod ucci;
mod uci;

pub use gomocup::{GomocupPlayer, Swap2};
pub use ucci::UcciPlayer;
pub use uci::UciPlayer;

use crate::player::Failure;
use crate::process::{EngineProcess, ProcessError};
use crate::record::{Ending, Opening};
use crate::referee::IllegalMove;
use crate::setting::{GameMove, NotAMove};
use std::path::PathBuf;
use std::time::Duration;
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::Move;

/// Time for an engine to start and to introduce itself.
const GREETING: Duration = Duration::from_secs(20);

/// The command that starts an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// Program and arguments.
    pub words: Vec<String>,
    /// The folder it runs in; many engines look for their files beside them.
    pub folder: Option<PathBuf>,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
}

impl From<ProcessError> for Failure {
    fn from(error: ProcessError) -> Self {
        let ending = match error {
            ProcessError::Silent(_) => Ending::Silent,
            ProcessError::Flood => Ending::Flood,
            // A game that is stopped is given up, whatever its last failure is called.
            ProcessError::Start { .. }
            | ProcessError::EmptyCommand
            | ProcessError::Ended(_)
            | ProcessError::Stopped => Ending::Crash,
        };
        Self { ending, note: error.to_string() }
    }
}

fn start(command: &EngineCommand) -> Result<EngineProcess, Failure> {
    Ok(EngineProcess::start(&command.words, command.folder.as_deref())?)
}

/// A game of Xiangqi as an external engine is told it.
#[derive(Clone, Debug, Default)]
struct XiangqiMoves {
    /// The first position as a FEN; none is the game's start.
    start: Option<String>,
    /// All moves from there, the opening's included.
    moves: Vec<Move>,
}

fn not_running() -> Failure {
    Failure::crash("the engine is not running")
}

fn nonsense(text: &str) -> Failure {
    Failure { ending: Ending::Nonsense, note: NotAMove(text.to_owned()).to_string() }
}

impl XiangqiMoves {
    fn of(opening: &Opening) -> Result<Self, Failure> {
        let read = |text: &String| parse_coordinates(text, Ranks::FromZero).map_err(Failure::crash);
        let moves = opening.moves.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Self { start: opening.start.clone(), moves })
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        match played {
            GameMove::Xiangqi(played) => self.moves.push(played),
            GameMove::Gomoku(_) => return Err(Failure::crash(IllegalMove(played))),
        }
        Ok(())
    }
}
