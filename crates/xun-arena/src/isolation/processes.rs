//! Processes as the system reports them: state, descendants, memory.

use std::collections::{BTreeMap, BTreeSet};

/// Everything after the name in `/proc/N/stat`: state, parent, group, …
pub(crate) fn stat(process: u32) -> Option<String> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    Some(text.rsplit_once(')')?.1.trim_start().to_owned())
}

/// A process in the table, told from a later one of the same number by its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Process {
    pub(crate) number: u32,
    /// Ticks after the system's start.
    start: u64,
}

struct Entry {
    parent: u32,
    alive: bool,
    start: u64,
}

fn entry(process: u32) -> Option<Entry> {
    let stat = stat(process)?;
    let words: Vec<&str> = stat.split_whitespace().collect();
    Some(Entry {
        parent: words.get(1)?.parse().ok()?,
        alive: !matches!(*words.first()?, "Z" | "X"),
        start: words.get(19)?.parse().ok()?,
    })
}

impl Process {
    /// Whether it is there and not over.
    pub(crate) fn is_running(self) -> bool {
        entry(self.number).is_some_and(|entry| entry.alive && entry.start == self.start)
    }
}

/// Whether a process is there and not over.
pub(crate) fn is_running(process: u32) -> bool {
    entry(process).is_some_and(|entry| entry.alive)
}

/// The living processes that descend from this one, by generation: its children first.
pub(crate) fn descendants(of: u32) -> Vec<Vec<Process>> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    let numbers = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let mut children: BTreeMap<u32, Vec<(u32, Entry)>> = BTreeMap::new();
    for number in numbers {
        if let Some(entry) = entry(number) {
            children.entry(entry.parent).or_default().push((number, entry));
        }
    }
    let mut generations = Vec::new();
    let (mut parents, mut seen) = (vec![of], BTreeSet::from([of]));
    loop {
        let mut alive = Vec::new();
        let mut next = Vec::new();
        for (number, entry) in parents.iter().filter_map(|parent| children.get(parent)).flatten() {
            if seen.insert(*number) {
                next.push(*number);
                if entry.alive {
                    alive.push(Process { number: *number, start: entry.start });
                }
            }
        }
        if next.is_empty() {
            return generations;
        }
        generations.push(alive);
        parents = next;
    }
}

/// Kilobytes in a line of a status file.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Bytes that a process holds in memory; pages shared with others count in full.
pub(crate) fn memory_of(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    kilobytes(&status, "VmRSS:").unwrap_or(0) << 10
}

/// Bytes that a process holds in memory, shared pages divided between their holders. Dearer to
/// find out than [`memory_of`].
pub(crate) fn proportional_memory_of(process: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    kilobytes(&text, "Pss:").map_or_else(|| memory_of(process), |kilobytes| kilobytes << 10)
}

/// Ends every descendant of a process, and looks again until none is left; the process itself
/// stays, so that orphans come to it and are found.
pub(crate) fn end_all(of: u32) -> BTreeSet<Process> {
    let mut ended = BTreeSet::new();
    // A process may start another between two looks; the bound keeps one that cannot be ended from
    // holding us up.
    for _ in 0..1000 {
        let found: Vec<Process> = descendants(of).into_iter().flatten().collect();
        if found.is_empty() {
            break;
        }
        for process in found {
            crate::lifetime::end_process(process.number);
            ended.insert(process);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    ended
}

/// The living process of this number.
pub(crate) fn find(number: u32) -> Option<Process> {
    entry(number).filter(|entry| entry.alive).map(|entry| Process { number, start: entry.start })
}
