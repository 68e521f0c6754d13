//! The first signal ends a command that waits for its input, at a terminal or at a pipe to which
//! nothing is written.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Numbers of the system calls `read` and `openat` on x86-64 and ARM64.
const READ: [&str; 2] = ["0 0x0 ", "63 0x0 "];
const OPEN: [&str; 2] = ["257 ", "56 "];

fn start(arguments: &str, folder: &Path) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("xun"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs")
}

/// Repeats a question until it has an answer.
fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + Duration::from_secs(120);
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_first_signal_ends_a_command_that_waits_for_input() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(
        Command::new("mkfifo")
            .arg(folder.path().join("pipe"))
            .status()
            .is_ok_and(|made| made.success())
    );
    for (arguments, calls) in [
        ("path solve -", READ),
        ("path trip - --graph --tank 1", READ),
        ("xiangqi best -", READ),
        ("xiangqi moves -", READ),
        ("xiangqi eval -", READ),
        ("xiangqi play", READ),
        ("gomoku solve -", READ),
        ("gomoku eval -", READ),
        ("gomoku play", READ),
        ("path solve pipe", OPEN),
        ("xiangqi info pipe", OPEN),
        ("gomoku analyse ./pipe", OPEN),
    ] {
        for signal in ["-INT", "-TERM"] {
            let mut child = start(arguments, folder.path());
            let pid = child.id().to_string();
            wait_for(&format!("{arguments} does not read"), || {
                let call = std::fs::read_to_string(format!("/proc/{pid}/syscall")).ok()?;
                calls.iter().any(|name| call.starts_with(name)).then_some(())
            });
            assert!(Command::new("kill").args([signal, &pid]).status().expect("kill").success());
            let status = wait_for(&format!("{arguments} goes on after {signal}"), || {
                child.try_wait().expect("a child")
            });
            assert_eq!(status.code(), Some(130), "{arguments} {signal}");
        }
    }
}

/// A device has no end; it is refused, not read until memory is gone.
#[test]
fn a_device_is_no_oracle() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("map"), "S..G\n").expect("written");
    let ran = Command::new(assert_cmd::cargo::cargo_bin("xun"))
        .args(["path", "solve", "map", "--oracle", "/dev/zero"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert_eq!(ran.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("/dev/zero"));
}
