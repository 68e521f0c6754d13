//! The `results.json` that Gradescope reads.

use super::assignment::Assignment;
use super::result::{StudentResult, TestResult};
use crate::grade::Graded;
use serde_json::{Value, json};
use xun_text::Language;

/// One student's result: score, tests with output and visibility, leaderboard.
pub fn gradescope(assignment: &Assignment, result: &StudentResult, language: Language) -> Value {
    let tests = result.tests.iter().zip(&assignment.tests).map(|(one, test)| {
        json!({
            "name": test.name.pick(language),
            "score": (one.points(test) * 100.0).round() / 100.0,
            "max_score": test.points,
            "status": if one.passed() == one.graded.len() { "passed" } else { "failed" },
            "output": output(one, language),
            "output_format": "text",
            "visibility": if test.visible { "visible" } else { "after_published" },
        })
    });
    json!({
        "score": result.points(assignment),
        "execution_time": (result.milliseconds() / 1000.0 * 100.0).round() / 100.0,
        "output": assignment.name.pick(language),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests.collect::<Vec<_>>(),
        "leaderboard": [
            { "name": language.pick("Points", "得分"), "value": result.points(assignment) },
            {
                "name": language.pick("Milliseconds", "毫秒"),
                "value": result.milliseconds().round(),
                "order": "asc",
            },
        ],
    })
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
