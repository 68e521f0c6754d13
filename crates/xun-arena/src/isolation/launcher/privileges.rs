//! Resource limits, and the rights of the superuser, which the program does not keep.
#![expect(unsafe_code, reason = "resource limits and capabilities are system calls")]

use super::super::plan::{Launch, Layers};
use super::system::{checked_long, prctl};
use super::{Refusal, layer};
use crate::lifetime::limit as limit_to;
use std::io;
use std::os::unix::fs::MetadataExt;

/// Sets the limits of a launch.
pub(super) fn limit(launch: &Launch) -> Result<(), Refusal> {
    let limits = &launch.limits;
    let all = [
        ("address space", libc::RLIMIT_AS, limits.address_space),
        ("file size", libc::RLIMIT_FSIZE, limits.file),
        ("processor time", libc::RLIMIT_CPU, limits.cpu),
        ("processes", libc::RLIMIT_NPROC, limits.processes.map(|most| processes(launch, most))),
        ("core file", libc::RLIMIT_CORE, Some(0)),
    ];
    for (name, resource, most) in all {
        if let Some(most) = most {
            layer(name, limit_to(resource, most))?;
        }
    }
    Ok(())
}

/// The system counts all processes of a user; in a user namespace only those inside.
fn processes(launch: &Launch, most: u64) -> u64 {
    match launch.layers {
        Layers::Namespaces => most + 1,
        // Room for what the user does meanwhile: the caller counts the program's own exactly.
        Layers::Landlock | Layers::Limits => processes_of_user() + 4 * most,
    }
}

fn processes_of_user() -> u64 {
    let own = std::fs::metadata("/proc/self").map_or(0, |own| own.uid());
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_own = |entry: &std::fs::DirEntry| entry.metadata().is_ok_and(|data| data.uid() == own);
    entries
        .filter(is_own)
        .map(|entry| {
            std::fs::read_dir(entry.path().join("task")).map_or(1, |tasks| tasks.count() as u64)
        })
        .sum()
}

#[repr(C)]
struct Header {
    version: u32,
    process: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Sets {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Drops all capabilities for good, and lets no program that it starts gain any.
pub(super) fn drop_all() -> io::Result<()> {
    const VERSION: u32 = 0x2008_0522;
    const NO_ROOT: libc::c_ulong = 1;
    prctl(libc::PR_SET_NO_NEW_PRIVS, 1)?;
    // Only a process that has rights may drop those of its descendants; one that has none need not.
    for number in 0..64 {
        if prctl(libc::PR_CAPBSET_DROP, number).is_err() {
            break;
        }
    }
    // User 0 gets all capabilities back when it starts a program, unless this is set.
    let _ = prctl(libc::PR_SET_SECUREBITS, NO_ROOT | NO_ROOT << 1);
    let header = Header { version: VERSION, process: 0 };
    let none = [Sets::default(); 2];
    // SAFETY: both structures are as this version of the call wants them, and outlive it.
    let result = unsafe { libc::syscall(libc::SYS_capset, &raw const header, none.as_ptr()) };
    checked_long(result).map(|_| ())
}
