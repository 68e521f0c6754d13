//! Processes and descriptors: one system call a function.
#![expect(unsafe_code, reason = "system calls that the standard library does not have")]

use std::io;
use std::os::fd::FromRawFd;
use std::os::unix::net::UnixStream;

/// The result of a system call.
pub(super) fn checked(result: libc::c_int) -> io::Result<libc::c_int> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// The same for one made by its number.
pub(super) fn checked_long(result: libc::c_long) -> io::Result<libc::c_long> {
    if result == -1 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// `prctl` with an option that takes one number.
pub(super) fn prctl(option: libc::c_int, value: libc::c_ulong) -> io::Result<()> {
    let zero: libc::c_ulong = 0;
    // SAFETY: the options used here take numbers and touch no memory.
    checked(unsafe { libc::prctl(option, value, zero, zero, zero) }).map(|_| ())
}

/// Takes over an inherited socket. It and every other inherited descriptor is closed when another
/// program starts.
pub(super) fn take_descriptor(number: i32) -> io::Result<UnixStream> {
    const FIRST: libc::c_uint = 3;
    if number < FIRST as i32 {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    // SAFETY: both calls take numbers only.
    unsafe {
        checked(libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC))?;
        // Before Linux 5.11 there is no such call; Rust opens nothing without the mark.
        libc::syscall(libc::SYS_close_range, FIRST, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
    }
    // SAFETY: the caller opened this descriptor for us, and nothing else in this process uses it.
    Ok(unsafe { UnixStream::from_raw_fd(number) })
}

/// Ends this process when its parent ends, also if that has happened already.
pub(super) fn die_with_parent(parent: u32) -> io::Result<()> {
    prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong)?;
    if std::os::unix::process::parent_id() == parent {
        Ok(())
    } else {
        Err(io::Error::other("the caller is gone"))
    }
}

/// A session of its own: no terminal, no group of the caller.
pub(super) fn new_session() -> io::Result<()> {
    // SAFETY: takes nothing.
    checked(unsafe { libc::setsid() }).map(|_| ())
}

/// A group of its own, so that a signal to the group does not reach the launcher.
pub(super) fn new_group() -> io::Result<()> {
    // SAFETY: takes numbers.
    checked(unsafe { libc::setpgid(0, 0) }).map(|_| ())
}

/// Descendants that lose their parent become children of this process.
pub(super) fn collect_orphans() -> io::Result<()> {
    prctl(libc::PR_SET_CHILD_SUBREAPER, 1)
}

/// This process cannot be traced, and its environment not be read, by others of its user.
pub(super) fn hide_memory() -> io::Result<()> {
    prctl(libc::PR_SET_DUMPABLE, 0)
}

/// The child's number in the parent, none in the child.
pub(super) fn fork() -> io::Result<Option<i32>> {
    // SAFETY: the launcher has one thread, so that the child may do everything.
    let number = checked(unsafe { libc::fork() })?;
    Ok((number != 0).then_some(number))
}

/// The end of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ending {
    pub(super) code: Option<i32>,
    pub(super) signal: Option<i32>,
}

/// Collects ended children until this one; the others are orphans.
pub(super) fn wait_for(child: i32) -> io::Result<Ending> {
    loop {
        let mut status = 0;
        // SAFETY: the status outlives the call.
        let ended = unsafe { libc::waitpid(-1, &raw mut status, 0) };
        match checked(ended) {
            Ok(number) if number == child => {
                return Ok(Ending {
                    code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
                    signal: libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status)),
                });
            }
            Err(error) if error.kind() != io::ErrorKind::Interrupted => return Err(error),
            _ => {}
        }
    }
}

/// Collects children that have ended already.
pub(super) fn reap_ended() {
    // SAFETY: no status is asked for.
    while unsafe { libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) } > 0 {}
}

/// Waits for all children, which have been ended; how many there were.
pub(super) fn reap_all() -> usize {
    let mut count = 0;
    // SAFETY: no status is asked for.
    while unsafe { libc::waitpid(-1, std::ptr::null_mut(), 0) } > 0 {
        count += 1;
    }
    count
}

/// Ends every process but the first of this process namespace. Must be called by its first process.
pub(super) fn end_everything_else() {
    assert_eq!(std::process::id(), 1, "only in a process namespace of its own");
    // SAFETY: takes numbers; as the first process of a namespace, "all" are those of the namespace.
    unsafe { libc::kill(-1, libc::SIGKILL) };
}
