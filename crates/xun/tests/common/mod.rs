//! Running the program as a user would, from the repository's root.
#![allow(dead_code, reason = "every test file uses its own part")]

use assert_cmd::Command;
use std::path::{Path, PathBuf};

/// The result of a run of the program.
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

/// A folder of shared data, if it is there.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let folder = root().join("../shared").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: {} is not there", folder.display());
    None
}
