//! Isolation of foreign programs: what they may see and reach, in layers.
//!
//! A program is not started directly but by a launcher, a second copy of this executable that takes
//! everything away and then becomes the program. The strongest [`IsolationLevel`] that the
//! system allows is found by a trial run before any program is started.
//!
//! | level | layers |
//! |---|---|
//! | namespaces | own users, processes, files, network, IPC; system call filter; limits |
//! | landlock | file rules of the kernel, system call filter; limits |
//! | limits | every descendant is found and ended, resource limits, empty environment |
//! | none | resource limits and a process group only |

mod launch;
#[cfg(target_os = "linux")]
mod launcher;
mod plan;
mod private_folder;
pub(crate) mod processes;
mod visible;

pub(crate) use launch::{Launched, Streams, launch};
pub(crate) use plan::{Notice, ResourceLimits};
pub(crate) use private_folder::PrivateFolder;

use serde::Serialize;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use thiserror::Error;

/// First argument of the launcher's command line; the second is the number of its channel.
pub const LAUNCHER_ARGUMENT: &str = "sandbox";

/// Degree of isolation, from the weakest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum IsolationLevel {
    /// A process group and resource limits.
    #[default]
    None,
    /// Every descendant is found and ended; resource limits; empty environment; own folder.
    Limits,
    /// Besides, Landlock rules for files and a filter of system calls.
    Landlock,
    /// Besides, namespaces of its own: processes, files, network, IPC.
    Namespaces,
}

impl IsolationLevel {
    /// All levels, the strongest first.
    pub const ALL: [Self; 4] = [Self::Namespaces, Self::Landlock, Self::Limits, Self::None];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Limits => "limits",
            Self::Landlock => "landlock",
            Self::Namespaces => "namespaces",
        }
    }

    /// The escapes that this level does not prevent.
    #[must_use]
    pub fn not_prevented(self) -> Vec<Escape> {
        let is_open = |escape: &Escape| {
            let is_counted_late = *escape == Escape::ManyProcesses && !self.refuses_processes();
            self < escape.prevented_by() || is_counted_late
        };
        Escape::ALL.into_iter().filter(is_open).collect()
    }

    /// Whether the system itself refuses processes beyond the limit. Its limit for a user does not
    /// hold for the superuser, whose programs need a limit of their namespace.
    fn refuses_processes(self) -> bool {
        !is_superuser() || (self == Self::Namespaces && has_own_numbers())
    }
}

#[cfg(target_os = "linux")]
fn is_superuser() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

#[cfg(not(target_os = "linux"))]
fn is_superuser() -> bool {
    false
}

/// Whether a namespace of processes has a limit of its own (Linux 6.14).
fn has_own_numbers() -> bool {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    is_release_since(&release, (6, 14))
}

/// Whether a kernel's release, as `6.14.0-rc1`, is at least this one.
fn is_release_since(release: &str, least: (u32, u32)) -> bool {
    let mut numbers = release.split(|letter: char| !letter.is_ascii_digit());
    let mut next = || numbers.next().and_then(|number| number.parse::<u32>().ok());
    matches!((next(), next()), (Some(first), Some(second)) if (first, second) >= least)
}

impl fmt::Display for IsolationLevel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A way for a program to reach beyond its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Escape {
    /// A process in another session outlives the run, or its memory is not counted.
    Daemon,
    /// The environment of the grader is read from its own.
    Environment,
    /// Files outside the program's folder and the system's programs are read.
    ReadFiles,
    /// Files outside a private folder are written.
    WriteFiles,
    /// Connections are made or accepted.
    Network,
    /// Signals are sent to processes that are not its own, the grader among them.
    Signals,
    /// Processes that are not its own are listed.
    SeeProcesses,
    /// More processes than allowed are there for a moment, until they are counted and ended.
    ManyProcesses,
}

impl Escape {
    /// All escapes.
    pub const ALL: [Self; 8] = [
        Self::Daemon,
        Self::Environment,
        Self::ReadFiles,
        Self::WriteFiles,
        Self::Network,
        Self::Signals,
        Self::SeeProcesses,
        Self::ManyProcesses,
    ];

    /// The weakest level that prevents it, but for [`ManyProcesses`](Self::ManyProcesses) of the
    /// superuser; [`IsolationLevel::not_prevented`] knows.
    #[must_use]
    pub fn prevented_by(self) -> IsolationLevel {
        match self {
            Self::Daemon | Self::Environment | Self::ManyProcesses => IsolationLevel::Limits,
            Self::ReadFiles
            | Self::WriteFiles
            | Self::Network
            | Self::Signals
            | Self::SeeProcesses => IsolationLevel::Landlock,
        }
    }
}

/// The reason why a level cannot be had on this system.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("isolation by {level} is not available here: {reason}")]
pub struct IsolationError {
    /// The level that was asked for.
    pub level: IsolationLevel,
    /// The layer and the system's reason.
    pub reason: String,
}

/// The isolation of a program: a level that was tried and works, and the exceptions to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Isolation {
    level: IsolationLevel,
    /// Executable that acts as launcher when its first argument is [`LAUNCHER_ARGUMENT`].
    launcher: PathBuf,
    /// Files and folders that the program may read besides the system's and its own.
    pub readable: Vec<PathBuf>,
    /// Files and folders that it may not see, wherever they are.
    pub hidden: Vec<PathBuf>,
    /// Variables that are added to its environment, which is otherwise empty but for `PATH`,
    /// `HOME`, `TMPDIR` and `LANG`.
    pub environment: Vec<(OsString, OsString)>,
}

impl Isolation {
    /// No isolation but a process group and resource limits.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The given level by the launcher in this executable, after a trial.
    ///
    /// # Errors
    /// A level that this system does not allow.
    pub fn of_level(
        launcher: impl Into<PathBuf>,
        level: IsolationLevel,
    ) -> Result<Self, IsolationError> {
        let isolation = Self { level, launcher: launcher.into(), ..Self::default() };
        match level {
            IsolationLevel::None => Ok(isolation),
            _ => match launch::trial(&isolation) {
                Ok(()) => Ok(isolation),
                Err(reason) => Err(IsolationError { level, reason }),
            },
        }
    }

    /// The strongest level that works here, and why the stronger ones do not.
    pub fn strongest(launcher: impl Into<PathBuf>) -> (Self, Vec<IsolationError>) {
        let launcher = launcher.into();
        let mut refused = Vec::new();
        for level in IsolationLevel::ALL {
            match Self::of_level(launcher.clone(), level) {
                Ok(isolation) => return (isolation, refused),
                Err(error) => refused.push(error),
            }
        }
        (Self::none(), refused)
    }

    /// The level in force.
    #[must_use]
    pub fn level(&self) -> IsolationLevel {
        self.level
    }
}

/// Acts as launcher if this is a launcher's command line, and then does not return. Call it first
/// in `main`, before any thread is started.
pub fn launch_if_asked(arguments: &[OsString]) {
    #[cfg(target_os = "linux")]
    launcher::launch_if_asked(arguments);
    #[cfg(not(target_os = "linux"))]
    let _ = arguments;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_compared_by_number() {
        for (release, is_since) in [
            ("6.14.0-rc1", true),
            ("6.18.44-fc-v669\n", true),
            ("7.0", true),
            ("6.9.12-arch1-1", false),
            ("5.15.0", false),
            ("6", false),
            ("", false),
        ] {
            assert_eq!(is_release_since(release, (6, 14)), is_since, "{release}");
        }
    }

    #[test]
    fn a_process_limit_that_the_system_does_not_keep_is_named() {
        let is_open =
            |level: IsolationLevel| level.not_prevented().contains(&Escape::ManyProcesses);
        assert!(is_open(IsolationLevel::None));
        assert_eq!(is_open(IsolationLevel::Landlock), is_superuser());
        assert_eq!(is_open(IsolationLevel::Limits), is_superuser());
        assert_eq!(is_open(IsolationLevel::Namespaces), is_superuser() && !has_own_numbers());
    }
}
