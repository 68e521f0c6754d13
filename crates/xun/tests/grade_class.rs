//! `xun lab grade class` as a teacher uses it: a folder of submissions, results in every form, an
//! interruption, and faults of programs told from faults of the grader.
#![cfg(target_os = "linux")]

mod common;

use common::{program, root, run};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const ASSIGNMENT: &str = r#"{
  "name": { "en": "Two maps", "zh": "两张地图" },
  "kind": "path",
  "tests": [
    { "name": { "en": "Open", "zh": "公开" }, "points": 10, "maps": ["open.txt"], "time": 20 },
    { "name": { "en": "Hidden", "zh": "隐藏" }, "points": 30, "maps": ["trap.txt", "none.txt"],
      "time": 20, "visible": false }
  ]
}"#;

/// Reads the map and answers each of the three.
const GOOD: &str = "read rows columns tank; case $rows$columns$tank in
    129) printf '1\\nR\\n';; 353) printf '6\\nRRDURR\\n';; *) echo -1;; esac";

struct Course(TempDir);

impl Course {
    fn new(programs: &[(&str, &str)]) -> Self {
        let course = Self(tempfile::tempdir().unwrap());
        let path = |name: &str| course.0.path().join(name);
        fs::create_dir(path("task")).unwrap();
        fs::write(path("task/assignment.json"), ASSIGNMENT).unwrap();
        fs::write(path("task/open.txt"), "1 2 9\n3 4\n").unwrap();
        fs::write(path("task/trap.txt"), "3 5 3\n3 0 0 0 4\n1 1 2 1 1\n1 1 1 1 1\n").unwrap();
        fs::write(path("task/none.txt"), "1 3 9\n3 1 4\n").unwrap();
        fs::create_dir(path("in")).unwrap();
        for (student, script) in programs {
            fs::create_dir(path("in").join(student)).unwrap();
            fs::write(path("in").join(student).join("main.sh"), script).unwrap();
        }
        course
    }

    fn grade(&self, options: &[&str]) -> common::Ran {
        let mut command = program();
        command.current_dir(self.0.path());
        run(command.args(["lab", "grade", "class", "task", "in", "--out", "out"]).args(options))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name))
            .unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn json(&self, student: &str) -> Value {
        serde_json::from_str(&self.read(&format!("out/{student}/results.json"))).unwrap()
    }
}

#[test]
fn a_class_gets_points_in_every_form() {
    let course = Course::new(&[
        ("ann", GOOD),
        ("bob", "echo -1"),
        ("=cmd", "echo hello"),
        ("dan", "kill -SEGV $$"),
        ("eve", "cat task/*.txt in/ann/main.sh; echo -1"),
    ]);
    fs::create_dir(course.0.path().join("in/fay")).unwrap();
    let ran = course.grade(&["-c", "2"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let table = course.read("out/results.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "student,Open,Hidden,points,of,grade_again");
    assert!(lines.contains(&"ann,10.00,30.00,40.00,40,"), "{table}");
    assert!(lines.contains(&"bob,0.00,15.00,15.00,40,"), "{table}");
    assert!(lines.contains(&"'=cmd,0.00,0.00,0.00,40,"), "no formula for a spreadsheet: {table}");
    assert!(lines.contains(&"dan,0.00,0.00,0.00,40,"), "{table}");
    assert!(lines.contains(&"fay,0.00,0.00,0.00,40,"), "{table}");
    // The files of the instances and of others are not readable, so that eve's first line is -1.
    assert!(lines.contains(&"eve,0.00,15.00,15.00,40,"), "{table}");
    let ann = course.json("ann");
    assert_eq!((&ann["score"], &ann["tests"][1]["max_score"]), (&40.0.into(), &30.0.into()));
    assert_eq!(ann["tests"][1]["visibility"], "after_published");
    assert_eq!(ann["tests"][0]["status"], "passed");
    // The leaderboard is shown to all: it must not tell the points of hidden tests.
    assert!(ann["leaderboard"][0]["value"] == 10.0, "{ann}");
    let fay = course.json("fay");
    assert!(fay["tests"][0]["output"].as_str().unwrap().contains("main.py"), "{fay}");
    let xml = course.read("out/junit.xml");
    assert!(
        xml.contains("<testsuite name=\"ann\" tests=\"3\" failures=\"0\" errors=\"0\""),
        "{xml}"
    );
    assert!(
        xml.contains("<testsuite name=\"dan\" tests=\"3\" failures=\"3\" errors=\"0\""),
        "{xml}"
    );
    for (page, word) in [("report.en.html", "40.00"), ("report.zh.html", "结论")] {
        assert!(course.read(&format!("out/ann/{page}")).contains(word), "{page}");
    }
    assert!(ran.out.contains("6 students, mean 11.67 of 40 points"), "{}", ran.out);
    assert!(ran.out.contains("Isolation:"), "{}", ran.out);
}

/// Gradescope's fields, with a check of each value; whether it must be there.
type Fields = &'static [(&'static str, fn(&Value) -> bool, bool)];

fn is_format(value: &Value) -> bool {
    ["text", "html", "simple_format", "md", "ansi"].contains(&value.as_str().unwrap_or_default())
}

fn is_visibility(value: &Value) -> bool {
    let known = ["hidden", "after_due_date", "after_published", "visible"];
    known.contains(&value.as_str().unwrap_or_default())
}

fn is_amount(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number >= 0.0)
}

const SUBMISSION: Fields = &[
    ("score", is_amount, true),
    ("execution_time", is_amount, false),
    ("output", Value::is_string, false),
    ("output_format", is_format, false),
    ("test_output_format", is_format, false),
    ("test_name_format", is_format, false),
    ("visibility", is_visibility, false),
    ("stdout_visibility", is_visibility, false),
    ("extra_data", Value::is_object, false),
    ("tests", Value::is_array, true),
    ("leaderboard", Value::is_array, false),
];

const TEST: Fields = &[
    ("score", is_amount, true),
    ("max_score", is_amount, false),
    ("status", |value| value == "passed" || value == "failed", false),
    ("name", Value::is_string, false),
    ("name_format", is_format, false),
    ("number", Value::is_string, false),
    ("output", Value::is_string, false),
    ("output_format", is_format, false),
    ("tags", Value::is_array, false),
    ("visibility", is_visibility, false),
    ("extra_data", Value::is_object, false),
];

const LEADERBOARD: Fields = &[
    ("name", Value::is_string, true),
    ("value", |value| value.is_number() || value.is_string(), true),
    ("order", |value| value == "asc" || value == "desc", false),
];

fn check_fields(value: &Value, fields: Fields) {
    let object = value.as_object().unwrap_or_else(|| panic!("{value} is no object"));
    for (name, value) in object {
        let field = fields.iter().find(|(known, ..)| known == name);
        let (_, is_right, _) = field.unwrap_or_else(|| panic!("{name} is no field"));
        assert!(is_right(value), "{name}: {value}");
    }
    for (name, _, is_needed) in fields {
        assert!(!is_needed || object.contains_key(*name), "{name} is missing");
    }
}

/// By the published specification of the format: no other fields, the right types, known words.
#[test]
fn gradescope_gets_the_fields_and_types_of_its_specification() {
    let loud = "printf 'a\\033[31m<b>\\377\\n'; exit 3";
    let course = Course::new(&[("ann", GOOD), ("bob", loud)]);
    fs::create_dir(course.0.path().join("in/cid")).unwrap();
    for language in ["en", "zh"] {
        assert_eq!(course.grade(&["--lang", language]).code, Some(0));
        for student in ["ann", "bob", "cid"] {
            let result = course.json(student);
            check_fields(&result, SUBMISSION);
            let tests = result["tests"].as_array().unwrap();
            let sum: f64 = tests.iter().map(|test| test["score"].as_f64().unwrap()).sum();
            assert!((sum - result["score"].as_f64().unwrap()).abs() < 0.005 * 2.0, "{result}");
            for test in tests {
                check_fields(test, TEST);
                assert!(test["score"].as_f64() <= test["max_score"].as_f64(), "{test}");
            }
            for column in result["leaderboard"].as_array().unwrap() {
                check_fields(column, LEADERBOARD);
            }
        }
    }
}

#[test]
fn an_interrupted_class_goes_on_and_changed_submissions_are_graded_again() {
    let course = Course::new(&[("ann", GOOD), ("bob", "echo -1"), ("cid", GOOD)]);
    assert_eq!(course.grade(&[]).code, Some(0));
    let (whole, table) = (course.read("out/results.jsonl"), course.read("out/results.csv"));
    // As if it had been killed in the middle of a line.
    let cut = whole.len() * 3 / 5;
    fs::write(course.0.path().join("out/results.jsonl"), &whole[..cut]).unwrap();
    let kept = whole[..cut].rfind('\n').map_or("", |end| &whole[..=end]);
    assert_eq!(course.grade(&["-c", "3"]).code, Some(0));
    assert!(course.read("out/results.jsonl").starts_with(kept), "what was graded is kept");
    assert_eq!(course.read("out/results.csv"), table);
    // Nothing is run again.
    let before = course.read("out/results.jsonl");
    assert_eq!(course.grade(&[]).code, Some(0));
    assert_eq!(course.read("out/results.jsonl"), before);
    fs::write(course.0.path().join("in/bob/main.sh"), GOOD).unwrap();
    assert_eq!(course.grade(&[]).code, Some(0));
    assert!(course.read("out/results.csv").contains("bob,10.00,30.00,40.00"));
}

#[test]
fn a_missing_compiler_is_the_graders_fault_and_a_bad_source_the_students() {
    let course = Course::new(&[]);
    let assignment = ASSIGNMENT.replace(
        "\"kind\"",
        "\"languages\": [
            { \"file\": \"main.xx\", \"build\": \"no-such-compiler {file}\",
              \"run\": [\"{built}\"] },
            { \"file\": \"main.yy\", \"build\": \"grep -q good {file} && cp {file} $OUT\",
              \"run\": [\"sh\", \"{built}\"] }
         ], \"kind\"",
    );
    fs::write(course.0.path().join("task/assignment.json"), assignment).unwrap();
    let good = format!("# good\n{GOOD}");
    for (student, file, text) in
        [("ann", "main.xx", ""), ("bob", "main.yy", "bad"), ("cid", "main.yy", good.as_str())]
    {
        fs::create_dir(course.0.path().join("in").join(student)).unwrap();
        fs::write(course.0.path().join("in").join(student).join(file), text).unwrap();
    }
    let ran = course.grade(&[]);
    assert_eq!(ran.code, Some(1), "a fault of the grader is told: {ran:?}");
    let table = course.read("out/results.csv");
    assert!(table.contains("ann,0.00,0.00,0.00,40,yes"), "{table}");
    assert!(table.contains("bob,0.00,0.00,0.00,40,\n"), "{table}");
    assert!(table.contains("cid,10.00,30.00,40.00,40,\n"), "{table}");
}

/// A student cannot hand in a link to the program of another, and a nested folder is found.
#[test]
fn links_are_not_graded_and_nested_folders_are() {
    let course = Course::new(&[("ann", GOOD), ("eve", "")]);
    let eve = course.0.path().join("in/eve/main.sh");
    fs::remove_file(&eve).unwrap();
    std::os::unix::fs::symlink("../ann/main.sh", &eve).unwrap();
    fs::create_dir_all(course.0.path().join("in/fay/hw/code")).unwrap();
    fs::write(course.0.path().join("in/fay/hw/code/main.sh"), GOOD).unwrap();
    let ran = course.grade(&[]);
    let table = course.read("out/results.csv");
    assert!(table.contains("ann,10.00,30.00,40.00"), "{table} {ran:?}");
    assert!(table.contains("eve,0.00,0.00,0.00"), "{table}");
    let told = course.json("eve")["tests"][0]["output"].to_string();
    assert!(told.contains("main.sh is a link"), "{told}");
    assert!(table.contains("fay,10.00,30.00,40.00"), "{table}");
    // A changed map is graded again.
    fs::write(course.0.path().join("task/open.txt"), "1 3 9\n3 0 4\n").unwrap();
    course.grade(&[]);
    let table = course.read("out/results.csv");
    assert!(table.contains("ann,0.00,30.00,30.00"), "{table}");
}

/// Programs that play the first empty point, or nothing sensible: each meets each twice, faults are
/// counted, and a killed tournament goes on.
#[test]
fn submissions_play_a_tournament_with_a_table() {
    const FIRST_EMPTY: &str = "read head; row=0; while read line; do
        case $line in *.*) left=${line%%.*}; echo $row ${#left}; exit;; esac; row=$((row+1)); done";
    let course = Course::new(&[("ann", FIRST_EMPTY), ("bob", "exit 3"), ("cid", "echo 99 99")]);
    let assignment = r#"{ "name": { "en": "Five", "zh": "五子棋" }, "kind": "gomoku", "seed": 3,
        "tests": [{ "name": { "en": "a", "zh": "a" }, "points": 1, "time": 60 }] }"#;
    fs::write(course.0.path().join("task/assignment.json"), assignment).unwrap();
    fs::create_dir(course.0.path().join("in/dan")).unwrap();
    let play = || {
        let mut command = program();
        command.current_dir(course.0.path());
        run(command.args(["lab", "grade", "tournament", "task", "in", "--out", "cup", "-c", "2"]))
    };
    let ran = play();
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let table = course.read("cup/tournament.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[1], "1,ann,4.0,4,4,0,0,0", "{table}");
    assert_eq!(lines.len(), 4, "{table}");
    let shown = course.read("cup/tournament.md");
    assert!(shown.contains("| 1 | ann | 4.0 | 4 | 4 0 0 |  |"), "{shown}");
    assert!(shown.contains("Does not play: dan (no main file"), "{shown}");
    assert!(course.read("cup/tournament.zh.md").contains("未参赛"));
    // As if it had been killed in the middle of a line: the rest is played again.
    let journal = course.read("cup/tournament.jsonl");
    fs::write(course.0.path().join("cup/tournament.jsonl"), &journal[..journal.len() * 2 / 3])
        .unwrap();
    assert_eq!(play().code, Some(0));
    assert_eq!(course.read("cup/tournament.csv"), table);
}

#[test]
fn wrong_assignments_and_names_are_refused() {
    let course = Course::new(&[("ann", GOOD)]);
    fs::write(course.0.path().join("task/assignment.json"), "{}").unwrap();
    assert_eq!(course.grade(&[]).code, Some(3));
    let course = Course::new(&[]);
    let ran = course.grade(&[]);
    assert!(ran.code == Some(3) && ran.err.contains("no submissions"), "{ran:?}");
    fs::write(course.0.path().join("list.csv"), "../x,in\n").unwrap();
    let ran = run(program()
        .current_dir(course.0.path())
        .args(["lab", "grade", "class", "task", "list.csv", "--out", "out"]));
    assert!(ran.code == Some(3) && ran.err.contains("folder"), "{ran:?}");
}

/// The three assignments of the examples, with their starters as submissions, give the expected
/// report.
#[test]
fn the_examples_give_their_expected_reports() {
    let has = |tool: &str| {
        std::process::Command::new(tool)
            .arg("--version")
            .output()
            .is_ok_and(|ran| ran.status.success())
    };
    if !has("python3") || !has("g++") {
        eprintln!("skipped: no python3 or g++");
        return;
    }
    for name in ["supply-path", "maze", "gomoku"] {
        let folder = root().join("examples/assignments").join(name);
        let out = tempfile::tempdir().unwrap();
        let class = tempfile::tempdir().unwrap();
        for (student, file) in [("starter-cpp", "main.cpp"), ("starter-python", "main.py")] {
            copy(&folder.join("starter").join(file), &class.path().join(student), file);
        }
        let solution = folder.join("solution/main.py");
        copy(&solution, &class.path().join("solution-python"), "main.py");
        let ran = run(program()
            .args(["lab", "grade", "class"])
            .arg(&folder)
            .arg(class.path())
            .arg("--out")
            .arg(out.path()));
        assert_eq!(ran.code, Some(0), "{name}: {ran:?}");
        let made = fs::read_to_string(out.path().join("class.md")).unwrap();
        let expected = fs::read_to_string(folder.join("expected.md")).unwrap();
        assert_eq!(made, expected, "{name}");
    }
}

fn copy(from: &Path, folder: &Path, name: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::copy(from, folder.join(name)).unwrap();
}
