//! Programs that fill the disk, or leave something on it that is hard to remove.

use crate::course::{ANSWER, Course, levels};
use std::fs;

/// The verdict of a script; its folder of temporary files must be empty afterwards.
fn verdict_of(course: &Course, script: &str) -> String {
    let place = course.path("temporary");
    fs::create_dir_all(&place).unwrap();
    let options = ["--disk", "32", "--time", "60"];
    let graded = course.graded_with(script, &options, |grader| {
        grader.env("TMPDIR", &place);
    });
    let left: Vec<_> = fs::read_dir(&place).unwrap().flatten().map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{}: {left:?} stayed after {script}", course.level);
    graded["verdict"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn hidden_files_are_counted() {
    let fill = "for i in 1 2 3; do head -c 30000000 /dev/zero";
    let deleted = format!("cd $HOME; {fill} > $i; exec {{f}}<$i; rm $i; done; sleep 3; {ANSWER}");
    let deep = format!(
        "cd $HOME; n=$(printf 'd%.0s' {{1..200}}); for i in {{1..30}}; do mkdir $n; cd $n; done; \
         {fill} > $i; done; sleep 3; {ANSWER}"
    );
    for level in levels() {
        let course = Course::new(level);
        for (name, script) in [("deleted, held open", &deleted), ("deeper than a path", &deep)] {
            let verdict = verdict_of(&course, script);
            // Files in memory cannot become larger: the program goes on without them.
            let contained = verdict == "disk_limit" || level == "namespaces";
            assert!(contained, "{level} {name}: {verdict}");
        }
    }
}

#[test]
fn everything_that_was_made_is_removed() {
    for level in levels() {
        let course = Course::new(level);
        for (name, make) in [
            (
                "folders in folders",
                "cd $HOME && python3 -c 'import os
for _ in range(3000): os.mkdir(\"d\"); os.chdir(\"d\")'",
            ),
            ("no rights", "mkdir -p $HOME/a/b; touch $HOME/a/b/c; chmod 0 $HOME/a/b $HOME/a"),
            ("sparse files", "truncate -s 60M $HOME/x; truncate -s 1T $HOME/y"),
            ("odd names", "touch $HOME/$(printf 'n%.0s' {1..255}) $HOME/$'a\\nb' $HOME/$'\\xff'"),
            ("pipes and sockets", "mkfifo $HOME/pipe; ln -s pipe $HOME/link; ln -s . $HOME/round"),
        ] {
            let verdict = verdict_of(&course, &format!("({make}) 2>/dev/null; {ANSWER}"));
            // Names that cannot be counted, or are longer than allowed, count as too much.
            let contained = ["correct", "disk_limit"].contains(&verdict.as_str());
            assert!(contained, "{level} {name}: {verdict}");
        }
    }
}
