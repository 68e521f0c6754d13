//! The `results.json` that Gradescope reads, by its published specification
//! (<https://gradescope-autograders.readthedocs.io/en/latest/specs/>).

use super::assignment::Assignment;
use super::result::{StudentResult, TestResult};
use crate::grade::Graded;
use serde_json::{Value, json};
use xun_text::Language;

/// One student's result: score, tests with output and visibility, leaderboard.
///
/// Gradescope shows a student no total while a test is hidden, but it shows the leaderboard: only
/// tests that students see count there.
pub fn gradescope(assignment: &Assignment, result: &StudentResult, language: Language) -> Value {
    let tests = result.tests.iter().zip(&assignment.tests).map(|(one, test)| {
        json!({
            "name": test.name.pick(language),
            "score": rounded(one.points(test)),
            "max_score": test.points,
            "status": if one.passed() == one.graded.len() { "passed" } else { "failed" },
            "output": output(one, language),
            "output_format": "text",
            "visibility": if test.visible { "visible" } else { "after_published" },
        })
    });
    let shown = result.tests.iter().zip(&assignment.tests).filter(|(_, test)| test.visible);
    let (mut points, mut milliseconds) = (0.0, 0.0);
    for (one, test) in shown {
        points += one.points(test);
        milliseconds += one.milliseconds();
    }
    json!({
        "score": result.points(assignment),
        "execution_time": rounded(result.milliseconds() / 1000.0),
        "output": assignment.name.pick(language),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests.collect::<Vec<_>>(),
        "leaderboard": [
            { "name": language.pick("Points", "得分"), "value": rounded(points) },
            {
                "name": language.pick("Milliseconds", "毫秒"),
                "value": milliseconds.round(),
                "order": "asc",
            },
        ],
    })
}

/// To hundredths.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// One line an instance; the reason alone if nothing was run.
fn output(result: &TestResult, language: Language) -> String {
    let line = |one: &Graded| {
        let note = one.note.pick(language);
        let gap = if note.is_empty() { "" } else { ": " };
        format!("{}{gap}{note}", one.verdict.text().pick(language))
    };
    if let (Some(_), Some(one)) = (&result.not_run, result.graded.first()) {
        return line(one);
    }
    let lines = result.graded.iter().map(|one| format!("{} – {}", one.name, line(one)));
    lines.collect::<Vec<_>>().join("\n")
}
