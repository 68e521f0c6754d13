//! Namespaces: the program has users, processes, files, network and IPC of its own. The first
//! process of the namespace is the launcher's child; when that ends, the kernel ends all others.
#![expect(unsafe_code, reason = "namespaces are made by a system call")]

use super::super::plan::{Launch, Notice};
use super::system::{self, checked};
use super::{Channel, Refusal, layer, mounts, start, tell_end};
use std::io::{self, Read};
use std::process::exit;

/// The user's number inside. Not 0, which would gain all capabilities with each program it starts.
const INNER_USER: u32 = 1000;

/// All that can be had without privileges, together with a user namespace.
const SPACES: libc::c_int = libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP;

/// Runs the program in namespaces of its own.
pub(super) fn run(launch: &Launch, channel: &mut Channel) -> Result<(), Refusal> {
    let sources = mounts::Sources::of(launch);
    layer("namespaces", enter())?;
    let (alive, lifeline) = layer("namespaces", io::pipe())?;
    let Some(first) = layer("namespaces", system::fork())? else {
        drop(lifeline);
        be_first_process(launch, channel, &sources, alive);
    };
    drop(alive);
    let ending = layer("wait", system::wait_for(first));
    drop(lifeline);
    ending.map(|_| ())
}

/// Leaves the namespaces of the caller.
fn enter() -> io::Result<()> {
    // SAFETY: these calls take nothing or numbers.
    let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
    // SAFETY: takes a number.
    let with_user = checked(unsafe { libc::unshare(SPACES | libc::CLONE_NEWUSER) });
    match with_user {
        Ok(_) => {
            std::fs::write("/proc/self/setgroups", "deny")?;
            std::fs::write("/proc/self/uid_map", format!("{INNER_USER} {user} 1"))?;
            std::fs::write("/proc/self/gid_map", format!("{INNER_USER} {group} 1"))
        }
        // The superuser may do without, where user namespaces are switched off.
        // SAFETY: takes a number.
        Err(_) if user == 0 => checked(unsafe { libc::unshare(SPACES) }).map(|_| ()),
        Err(error) => Err(error),
    }
}

/// Process 1 of the namespace: puts up the files, starts the program, collects orphans, and takes
/// everything with it when it ends.
fn be_first_process(
    launch: &Launch,
    channel: &mut Channel,
    sources: &mounts::Sources,
    alive: io::PipeReader,
) -> ! {
    match supervise(launch, channel, sources, alive) {
        Ok(()) => exit(0),
        Err(reason) => {
            channel.tell(&Notice::Refused(reason));
            exit(1)
        }
    }
}

fn supervise(
    launch: &Launch,
    channel: &mut Channel,
    sources: &mounts::Sources,
    alive: io::PipeReader,
) -> Result<(), Refusal> {
    end_with_launcher(alive)?;
    layer("memory", system::hide_memory())?;
    limit_numbers(launch);
    mounts::put_up(launch, sources)?;
    let _ = set_host_name();
    let program = start(launch, channel)?;
    let ending = layer("wait", system::wait_for(program))?;
    // Zombies that the program did not collect are not left behind, they have ended.
    system::reap_ended();
    system::end_everything_else();
    let left_behind = system::reap_all();
    tell_end(channel, ending, left_behind);
    Ok(())
}

/// Ends this process with the launcher. Its number is not visible from inside; that it has not
/// ended already is seen by a pipe that only the launcher holds open.
fn end_with_launcher(alive: io::PipeReader) -> Result<(), Refusal> {
    layer("parent", system::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong))?;
    if layer("parent", has_ended(&alive))? {
        return Err("the launcher is gone".to_owned());
    }
    drop(alive);
    Ok(())
}

/// Whether the other end of a pipe to which nothing is written is closed.
fn has_ended(pipe: &io::PipeReader) -> io::Result<bool> {
    use std::os::fd::AsRawFd;
    let number = pipe.as_raw_fd();
    // SAFETY: takes numbers; the descriptor is open.
    checked(unsafe { libc::fcntl(number, libc::F_SETFL, libc::O_NONBLOCK) })?;
    match (&mut &*pipe).read(&mut [0]) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(false),
        Err(error) => Err(error),
    }
}

/// Limits the process numbers of this namespace, threads included, and with them a fork bomb: the
/// system's limit for a user does not hold for the superuser. Numbers are given out from 300 on
/// once they have been used up to there. Where it cannot be had, the caller counts.
fn limit_numbers(launch: &Launch) {
    const RESERVED: u64 = 302;
    // On an older system this would be the limit of the whole machine.
    if let (true, Some(most)) = (super::super::has_own_numbers(), launch.limits.processes) {
        let _ = std::fs::write("/proc/sys/kernel/pid_max", format!("{}", RESERVED + most));
    }
}

fn set_host_name() -> io::Result<()> {
    let name = "sandbox";
    // SAFETY: the name outlives the call, and its length is given.
    checked(unsafe { libc::sethostname(name.as_ptr().cast(), name.len()) }).map(|_| ())
}
