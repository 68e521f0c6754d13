//! Landlock: rules of the kernel for files, connections and signals, without privileges (Linux 5.13
//! and later; signals from 6.12).
#![expect(unsafe_code, reason = "Landlock is three system calls")]

use super::super::plan::Launch;
use super::system::checked_long;
use super::{Refusal, layer};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// Rights to files, as bits; the number of the last one of each version of the interface.
const EXECUTE: u64 = 1;
const WRITE_FILE: u64 = 1 << 1;
const READ_FILE: u64 = 1 << 2;
const READ_FOLDER: u64 = 1 << 3;
const TRUNCATE: u64 = 1 << 14;
const OF_FILES: u64 = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE;
const READ: u64 = EXECUTE | READ_FILE | READ_FOLDER;
/// Connections: bind and connect.
const NETWORK: u64 = 0b11;
/// Abstract sockets and signals stay among the program's own processes.
const SCOPES: u64 = 0b11;

#[repr(C)]
struct RulesetAttributes {
    files: u64,
    network: u64,
    scoped: u64,
}

#[repr(C, packed)]
struct PathBeneath {
    allowed: u64,
    folder: i32,
}

/// The interface's version on this system.
fn version() -> io::Result<i64> {
    const ASK_VERSION: u32 = 1;
    let nothing: *const RulesetAttributes = std::ptr::null();
    // SAFETY: with this flag the call reads no memory.
    let version =
        unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, nothing, 0_usize, ASK_VERSION) };
    checked_long(version)
}

/// Restricts this process and its descendants to the launch's files. Whether the filter of system
/// calls has to confine signals, because this system's Landlock does not.
pub(super) fn restrict(launch: &Launch) -> Result<bool, Refusal> {
    let version = layer("landlock", version())?;
    let all: u64 = match version {
        1 => (1 << 13) - 1,
        2 => (1 << 14) - 1,
        3 | 4 => (1 << 15) - 1,
        _ => (1 << 16) - 1,
    };
    let rules = layer("landlock", Rules::new(all, version))?;
    let hidden: Vec<PathBuf> =
        launch.hidden.iter().filter_map(|path| path.canonicalize().ok()).collect();
    for path in &launch.readable {
        if let Ok(path) = path.canonicalize() {
            rules.allow_except(&path, READ & all, &hidden);
        }
    }
    layer("landlock: private folder", rules.allow(&launch.scratch, all))?;
    for device in ["null", "zero", "full", "random", "urandom"] {
        let path = Path::new("/dev").join(device);
        // A system without one of these is not less safe.
        let _ = rules.allow(&path, (READ_FILE | WRITE_FILE | TRUNCATE) & all);
    }
    // Its own entry only; children that are forked get none.
    for own in ["/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat"] {
        let _ = rules.allow(Path::new(own), READ & all & !EXECUTE);
    }
    layer("landlock", rules.enforce())?;
    Ok(version < 6)
}

struct Rules {
    set: OwnedFd,
}

impl Rules {
    fn new(files: u64, version: i64) -> io::Result<Self> {
        let attributes = RulesetAttributes {
            files,
            network: if version >= 4 { NETWORK } else { 0 },
            scoped: if version >= 6 { SCOPES } else { 0 },
        };
        // An older system knows a shorter structure.
        let size: usize = match version {
            ..4 => 8,
            4 | 5 => 16,
            _ => 24,
        };
        // SAFETY: the structure is at least `size` bytes long and outlives the call.
        let number = unsafe {
            libc::syscall(libc::SYS_landlock_create_ruleset, &raw const attributes, size, 0_u32)
        };
        let number = checked_long(number)? as i32;
        // SAFETY: the call has just opened this descriptor for us.
        Ok(Self { set: unsafe { OwnedFd::from_raw_fd(number) } })
    }

    /// Allows a file, or everything in a folder.
    fn allow(&self, path: &Path, rights: u64) -> io::Result<()> {
        const PATH_BENEATH: u32 = 1;
        let file: File = OpenOptions::new()
            .read(true)
            .custom_flags(libc::O_PATH | libc::O_CLOEXEC)
            .open(path)?;
        let is_folder = file.metadata()?.is_dir();
        let rule = PathBeneath {
            allowed: if is_folder { rights } else { rights & OF_FILES },
            folder: file.as_raw_fd(),
        };
        // SAFETY: the structure is the one of this rule type and outlives the call.
        let result = unsafe {
            libc::syscall(
                libc::SYS_landlock_add_rule,
                self.set.as_raw_fd(),
                PATH_BENEATH,
                &raw const rule,
                0_u32,
            )
        };
        checked_long(result).map(|_| ())
    }

    /// Allows a folder without the hidden files in it. A rule cannot be taken back further down, so
    /// that a folder with something hidden in it is allowed entry by entry.
    fn allow_except(&self, path: &Path, rights: u64, hidden: &[PathBuf]) {
        if hidden.iter().any(|hidden| path.starts_with(hidden)) {
            return;
        }
        if hidden.iter().any(|hidden| hidden.starts_with(path)) {
            for entry in std::fs::read_dir(path).into_iter().flatten().flatten() {
                // A link leads to a file that has a rule of its own, or none.
                if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
                    self.allow_except(&entry.path(), rights, hidden);
                }
            }
        } else {
            // A path that cannot be opened here cannot be read by the program either.
            let _ = self.allow(path, rights);
        }
    }

    fn enforce(&self) -> io::Result<()> {
        // SAFETY: takes numbers.
        let result =
            unsafe { libc::syscall(libc::SYS_landlock_restrict_self, self.set.as_raw_fd(), 0_u32) };
        checked_long(result).map(|_| ())
    }
}
