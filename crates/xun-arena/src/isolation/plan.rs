//! Messages between the caller and the launcher, one line of JSON each.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;

/// The caller's order: the program and what it gets. The first line on the channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Launch {
    /// Layers to use.
    pub(crate) layers: Layers,
    /// Process number of the caller; the launcher ends if that is not its parent.
    pub(crate) caller: u32,
    /// Program and arguments; none for a trial.
    pub(crate) words: Vec<OsString>,
    /// The whole environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// Folder in which the program starts.
    pub(crate) folder: PathBuf,
    /// Files and folders that may be read and executed.
    pub(crate) readable: Vec<PathBuf>,
    /// Exceptions from those.
    pub(crate) hidden: Vec<PathBuf>,
    /// The private folder that may be written to.
    pub(crate) scratch: PathBuf,
    /// Limits.
    pub(crate) limits: ResourceLimits,
}

/// The layers of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Layers {
    /// The launcher collects orphans; limits.
    Limits,
    /// And Landlock and the system call filter.
    Landlock,
    /// And namespaces instead of Landlock.
    Namespaces,
}

/// Limits of each process of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ResourceLimits {
    /// Bytes of address space.
    pub(crate) address_space: Option<u64>,
    /// Bytes of any file that it writes.
    pub(crate) file: Option<u64>,
    /// Bytes of all files in the private folder.
    pub(crate) disk: Option<u64>,
    /// Seconds of processor time.
    pub(crate) cpu: Option<u64>,
    /// Processes and threads.
    pub(crate) processes: Option<u64>,
}

/// The launcher's messages to the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Notice {
    /// A layer could not be put up; nothing was run.
    Refused(String),
    /// All layers are up; the program starts now.
    Ready,
    /// The program could not be started.
    NotStarted(String),
    /// The program and everything it started is gone.
    Ended {
        /// Exit code.
        code: Option<i32>,
        /// Signal, if one ended it.
        signal: Option<i32>,
        /// Processes that it had left behind.
        left_behind: usize,
    },
}
