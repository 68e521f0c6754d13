//! Processes as the system reports them: members of a group, carriers of our mark, memory in use.

use super::RunOutcome;
use crate::isolation::processes::{is_running, stat};
use crate::lifetime;
use std::process::{Child, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};

/// The variable that every process started by a run inherits, so that one that left its group is
/// found too.
pub(super) const MARK: &str = "XUN_LIMITED_RUN";

/// A value of the mark that no other run has.
pub(super) fn new_mark() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// The end of a process, by its status.
pub(super) fn outcome_of(status: ExitStatus) -> RunOutcome {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return RunOutcome::Signalled(signal);
        }
    }
    RunOutcome::Exited(status.code().unwrap_or(-1))
}

/// Whether the program is over. Where the system lets us look, it has not been waited for yet, so
/// that its number and its group are still its own.
pub(super) fn has_ended(child: &mut Child) -> bool {
    if cfg!(target_os = "linux") {
        !is_running(child.id())
    } else {
        !matches!(child.try_wait(), Ok(None))
    }
}

fn all() -> impl Iterator<Item = u32> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// The living processes of a group, but for its leader.
pub(super) fn others_of_group(leader: u32) -> Vec<u32> {
    let is_of_group = |process: &u32| {
        *process != leader
            && stat(*process).is_some_and(|stat| {
                let mut words = stat.split_whitespace();
                let alive = !matches!(words.next(), Some("Z" | "X"));
                alive && words.nth(1).and_then(|group| group.parse().ok()) == Some(leader)
            })
    };
    all().filter(is_of_group).collect()
}

/// Ends every process that carries the mark; how many there were. It looks again until none is
/// found, for one may start another between two looks.
pub(super) fn end_marked(mark: &str) -> usize {
    let wanted = format!("{MARK}={mark}");
    let is_marked = |process: &u32| {
        is_running(*process)
            && std::fs::read(format!("/proc/{process}/environ")).is_ok_and(|environment| {
                environment.split(|&byte| byte == 0).any(|one| one == wanted.as_bytes())
            })
    };
    let mut ended = 0;
    for _ in 0..50 {
        let found: Vec<u32> = all().filter(is_marked).collect();
        if found.is_empty() {
            break;
        }
        ended += found.len();
        found.into_iter().for_each(lifetime::end_process);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    ended
}
