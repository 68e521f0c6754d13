//! Players that are other programs, by the protocol they speak.

mod gomocup;
mod protocol;
mod ucci;
mod uci;
mod xiangqi_moves;

pub use gomocup::{GomocupPlayer, Swap2};
pub use protocol::EngineProtocol;
pub use ucci::UcciPlayer;
pub use uci::UciPlayer;

use crate::isolation::Isolation;
use crate::player::Failure;
use crate::process::{EngineProcess, ProcessError};
use crate::record::Ending;
use crate::setting::NotAMove;
use std::path::PathBuf;
use std::time::Duration;

/// Time for an engine to start and to introduce itself.
const GREETING: Duration = Duration::from_secs(20);

/// The command that starts an external engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineCommand {
    /// Program and arguments.
    pub words: Vec<String>,
    /// The folder it runs in; many engines look for their files beside them.
    pub folder: Option<PathBuf>,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// Its isolation; by default none but a process group.
    pub isolation: Isolation,
    /// Bytes of address space of each of its processes.
    pub address_space: Option<u64>,
}

impl From<ProcessError> for Failure {
    fn from(error: ProcessError) -> Self {
        let ending = match error {
            ProcessError::Silent(_) => Ending::Silent,
            ProcessError::Flood => Ending::Flood,
            // A game that is stopped is given up, whatever its last failure is called.
            ProcessError::Start { .. }
            | ProcessError::EmptyCommand
            | ProcessError::Isolation(_)
            | ProcessError::Ended(_)
            | ProcessError::Stopped => Ending::Crash,
        };
        Self { ending, note: error.to_string() }
    }
}

fn start(command: &EngineCommand) -> Result<EngineProcess, Failure> {
    Ok(EngineProcess::start_isolated(
        &command.words,
        command.folder.as_deref(),
        &command.isolation,
        command.address_space,
    )?)
}

fn not_running() -> Failure {
    Failure::crash("the engine is not running")
}

fn nonsense(text: &str) -> Failure {
    Failure { ending: Ending::Nonsense, note: NotAMove(text.to_owned()).to_string() }
}
