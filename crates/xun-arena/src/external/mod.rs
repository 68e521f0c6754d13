//! Players that are other programs, by the protocol they speak.

mod gomocup;
mod ucci;
mod uci;

pub use gomocup::{GomocupPlayer, Swap2};
pub use ucci::UcciPlayer;
pub use uci::UciPlayer;

use crate::player::Failure;
use crate::process::{EngineProcess, ProcessError};
use crate::record::Ending;
use std::path::PathBuf;
use std::time::Duration;

/// How long an engine may take to start and to introduce itself.
const GREETING: Duration = Duration::from_secs(20);

/// What starts an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// Program and arguments.
    pub command_line: String,
    /// Where it runs; many engines look for their files beside them.
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
    Ok(EngineProcess::start(&command.command_line, command.folder.clone())?)
}
