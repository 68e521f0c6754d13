//! Output and files of a program cannot change the reports, the terminal or the grader.

use crate::common::{program, run};
use crate::course::Course;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

/// A terminal's escape sequences, another column, mark-up, a formula, and bytes that are no text.
const NASTY: &str = concat!(
    r"printf '\033]0;title\007\033[2J\033[31m|x|<script>alert(1)</script>]]>&\n",
    r"=1+1\377\376\0\010\r\n'"
);

fn is_plain(text: &str) -> bool {
    text.chars().all(|letter| letter == '\n' || !letter.is_control())
}

/// A class of programs that print and submit odd things: one command, with a limit of time.
fn graded_class(course: &Course) -> crate::common::Ran {
    let mut grader = program();
    grader.current_dir(course.folder.path());
    grader.args(["lab", "grade", "class", "task", "in", "--out", "out"]);
    run(&mut grader)
}

fn class_of(students: &[(&str, &str)]) -> Course {
    let course = Course::new("auto");
    let assignment = r#"{ "name": { "en": "Maps", "zh": "地图" }, "kind": "path", "tests": [
        { "name": { "en": "One", "zh": "一" }, "points": 10, "maps": ["trap.txt"], "time": 20 }] }"#;
    fs::create_dir(course.path("task")).unwrap();
    fs::write(course.path("task/assignment.json"), assignment).unwrap();
    fs::copy(course.path("teacher/trap.txt"), course.path("task/trap.txt")).unwrap();
    for (student, script) in students {
        let folder = course.path("in").join(student);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("main.sh"), script).unwrap();
    }
    course
}

#[test]
fn printed_control_characters_stay_out_of_every_report() {
    let failing = format!("{NASTY} >&2; exit 3");
    let course = class_of(&[("ann", NASTY), ("bob", &failing), ("c\u{1b}[2J|d\ne", NASTY)]);
    let ran = graded_class(&course);
    assert!(is_plain(&ran.out) && is_plain(&ran.err), "{:?} {:?}", ran.out, ran.err);
    let mut reports = 0;
    let mut folders = vec![course.path("out")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = fs::read_to_string(&path)
                .unwrap_or_else(|_| panic!("{} is no UTF-8", path.display()));
            assert!(is_plain(&text), "{}: {text:?}", path.display());
            let is_markup = path.extension().is_some_and(|end| end == "html" || end == "xml");
            assert!(!(is_markup && text.contains("<script>")), "{}: {text}", path.display());
            reports += 1;
        }
    }
    assert!(reports >= 3 * 3 + 4, "{reports} reports");
    let table = fs::read_to_string(course.path("out/results.csv")).unwrap();
    assert_eq!(table.lines().count(), 4, "one line a student: {table}");
    // One program, as a table and as JSON.
    for options in [&[][..], &["--json"]] {
        let mut grader = program();
        grader.current_dir(course.folder.path());
        grader.args(["lab", "grade", "path", "--maps", "task/trap.txt"]).args(options);
        let ran = run(grader.args(["--", "bash", "in/ann/main.sh"]));
        assert!(is_plain(&ran.out) && is_plain(&ran.err), "{ran:?}");
    }
}

/// Pipes, links and long files in a submission neither hold up the grader nor show others' files.
#[test]
fn odd_files_in_a_submission_do_no_harm() {
    let right =
        "cat > /dev/null; cat data 2>/dev/null | grep -q secret && exit 1; printf '6\\nRRDURR\\n'";
    let course =
        class_of(&[("ann", right), ("bob", right), ("cid", "x"), ("dan", "x"), ("eve", right)]);
    let path = |name: &str| course.path("in").join(name);
    assert!(Command::new("mkfifo").arg(path("ann/data")).status().unwrap().success());
    symlink(course.path("teacher/answers.txt"), path("bob/data")).unwrap();
    symlink("..", path("bob/round")).unwrap();
    fs::remove_file(path("cid/main.sh")).unwrap();
    assert!(Command::new("mkfifo").arg(path("cid/main.sh")).status().unwrap().success());
    fs::remove_file(path("dan/main.sh")).unwrap();
    symlink(path("eve/main.sh"), path("dan/main.sh")).unwrap();
    fs::File::create(path("eve/data")).unwrap().set_len(1 << 40).unwrap();
    let ran = graded_class(&course);
    let table = fs::read_to_string(course.path("out/results.csv")).unwrap();
    let lines: Vec<&str> = table.lines().skip(1).collect();
    let points = ["10.00", "10.00", "0.00", "0.00", "10.00"];
    for ((student, points), line) in
        ["ann", "bob", "cid", "dan", "eve"].iter().zip(points).zip(&lines)
    {
        assert!(line.starts_with(&format!("{student},{points},")), "{table}\n{ran:?}");
    }
}

/// The compiler reads files too, and tells of them.
#[test]
fn a_source_cannot_show_files_of_others() {
    let course = class_of(&[("ann", "")]);
    fs::remove_file(course.path("in/ann/main.sh")).unwrap();
    let source = format!(
        "#include \"{0}/teacher/answers.txt\"\n#include \"../../teacher/answers.txt\"\n\
         asm(\".incbin \\\"{0}/teacher/answers.txt\\\"\");\nint main() {{}}\n",
        course.folder.path().display()
    );
    fs::write(course.path("in/ann/main.c"), source).unwrap();
    let ran = graded_class(&course);
    let told = fs::read_to_string(course.path("out/ann/results.json")).unwrap();
    assert!(!told.contains("secret") && !ran.out.contains("secret"), "{told}\n{ran:?}");
    assert!(told.contains("answers.txt"), "the compiler says what it did not find: {told}");
}
