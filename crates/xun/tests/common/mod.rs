//! Running the program as a user would, from the repository's root.
#![allow(dead_code, reason = "every test file uses its own part")]

use assert_cmd::Command;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// The result of a run of the program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

impl Ran {
    /// Standard output, if the program ended well.
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self.out
    }

    pub(crate) fn json(self) -> serde_json::Value {
        let out = self.ok();
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
    }
}

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program, in English unless it is told otherwise, where the examples are.
pub(crate) fn program() -> Command {
    let mut command = Command::cargo_bin("xun").expect("the program is built");
    command.current_dir(root()).env("LC_ALL", "C").env_remove("NO_COLOR");
    command
}

pub(crate) fn xun(arguments: &str) -> Ran {
    run(program().args(arguments.split_whitespace()))
}

pub(crate) fn xun_with(arguments: &str, input: impl Into<Vec<u8>>) -> Ran {
    run(program().args(arguments.split_whitespace()).write_stdin(input.into()))
}

pub(crate) fn run(command: &mut Command) -> Ran {
    let output = command.output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// Starts the program, interrupts it this long after it has begun to catch interrupts, and waits
/// for its end.
#[cfg(unix)]
pub(crate) fn interrupted<T: AsRef<std::ffi::OsStr>>(arguments: &[T], after: Duration) -> Ran {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_xun"))
        .args(arguments)
        .env("LC_ALL", "C")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let start = Instant::now();
    while !catches_interrupts(child.id()) && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(after);
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// Whether a process has a handler for SIGINT, which is signal 2; true where `/proc` does not say.
#[cfg(unix)]
fn catches_interrupts(process: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else {
        return true;
    };
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_none_or(|mask| mask & 2 != 0)
}

/// A folder of shared data, if it is there.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let folder = root().join("../shared").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {} is not there", folder.display());
    None
}
