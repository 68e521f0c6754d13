//! A course's folders, and students' programs in them.

use crate::common::{Ran, program, run};
use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A tank of 3: the fewest steps are 6.
const MAP: &str = "3 5 3\n3 0 0 0 4\n1 1 2 1 1\n1 1 1 1 1\n";
pub(crate) const ANSWER: &str = "printf '6\\nRRDURR\\n'";

/// A course's folders: the student's program, another student's, and the teacher's.
pub(crate) struct Course {
    pub(crate) folder: TempDir,
    pub(crate) level: &'static str,
}

/// The strongest level first; those that this system does not have are left out.
pub(crate) fn levels() -> Vec<&'static str> {
    let works = |level: &&str| {
        let ran = run(program().args([
            "lab",
            "grade",
            "path",
            "--count",
            "1",
            "--isolation",
            level,
            "--",
            "true",
        ]));
        ran.code != Some(3)
    };
    let levels: Vec<&str> =
        ["namespaces", "landlock", "limits"].into_iter().filter(works).collect();
    assert!(levels.contains(&"limits"), "every Linux has the lowest level");
    levels
}

impl Course {
    pub(crate) fn new(level: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["alice", "bob", "teacher"] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        fs::write(folder.path().join("bob/main.sh"), "secret of bob").unwrap();
        fs::write(folder.path().join("teacher/trap.txt"), MAP).unwrap();
        fs::write(folder.path().join("teacher/answers.txt"), "secret of the teacher").unwrap();
        Self { folder, level }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Grades a script, with more options.
    pub(crate) fn grade(&self, script: &str, options: &[&str]) -> Ran {
        self.grade_with(script, options, |_| {})
    }

    fn grade_with(&self, script: &str, options: &[&str], change: impl FnOnce(&mut Command)) -> Ran {
        fs::write(self.path("alice/main.sh"), script).unwrap();
        let mut grader = program();
        grader.env("TEACHERS_SECRET", "hunter2").current_dir(self.folder.path());
        grader.args(["lab", "grade", "path", "--json", "--isolation", self.level]);
        grader.args(["--maps", "teacher/trap.txt"]).args(options);
        change(&mut grader);
        run(grader.args(["--", "bash", "alice/main.sh"]))
    }

    /// The one graded instance.
    pub(crate) fn graded(&self, script: &str, options: &[&str]) -> Value {
        self.graded_with(script, options, |_| {})
    }

    /// The one graded instance of a changed grader.
    pub(crate) fn graded_with(
        &self,
        script: &str,
        options: &[&str],
        change: impl FnOnce(&mut Command),
    ) -> Value {
        let ran = self.grade_with(script, options, change);
        let answer: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{ran:?}"));
        assert_eq!(answer["isolation"]["level"], self.level, "{answer}");
        answer["instances"][0].clone()
    }

    /// The script prints the right answer unless its test, a shell condition, succeeds.
    pub(crate) fn contains(&self, escape: &str, condition: &str) {
        let script = format!("if ({condition}) 2>/dev/null; then echo ESCAPED; else {ANSWER}; fi");
        let graded = self.graded(&script, &["--time", "60"]);
        assert_eq!(graded["verdict"], "correct", "{} {escape}: {graded}", self.level);
    }
}

/// Whether a process has this in its command line.
fn is_running(words: &str) -> bool {
    fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        fs::read(entry.path().join("cmdline")).is_ok_and(|line| {
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            line.contains(words) && !line.contains("grade")
        })
    })
}

/// Waits until no process has this in its command line.
pub(crate) fn assert_gone(words: &str, name: &str) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while is_running(words) {
        assert!(Instant::now() < deadline, "{name}: {words} outlived its run");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Seconds to sleep that no other test and no other run has.
pub(crate) fn unique_sleep(number: u32) -> String {
    format!("86{number:03}.{}", std::process::id())
}
