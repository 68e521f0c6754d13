//! `JUnit` XML, which most course servers and editors show.

use super::assignment::Assignment;
use super::result::StudentResult;
use crate::grade::Grade;
use std::fmt::Write;
use xun_text::Language;

/// All students: a suite for each, a case for each instance. A fault of the grader is an error, one
/// of the program a failure.
pub fn junit(assignment: &Assignment, results: &[StudentResult], language: Language) -> String {
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{}\">\n",
        escape(assignment.name.pick(language))
    );
    for result in results {
        let all = || result.tests.iter().flat_map(|test| &test.graded);
        let errors = all().filter(|one| one.verdict == Grade::NotGraded).count();
        let failures = all().filter(|one| !one.verdict.passes()).count() - errors;
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" \
             time=\"{:.3}\">",
            escape(&result.student),
            all().count(),
            result.milliseconds() / 1000.0
        );
        for (one, test) in result.tests.iter().zip(&assignment.tests) {
            for graded in &one.graded {
                let _ = write!(
                    text,
                    "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
                    escape(test.name.pick(language)),
                    escape(&graded.name),
                    graded.milliseconds / 1000.0
                );
                if graded.verdict.passes() {
                    text.push_str("/>\n");
                    continue;
                }
                let element = if graded.verdict == Grade::NotGraded { "error" } else { "failure" };
                let _ = writeln!(
                    text,
                    "><{element} message=\"{}\">{}</{element}></testcase>",
                    escape(graded.verdict.text().pick(language)),
                    escape(graded.note.pick(language))
                );
            }
        }
        text.push_str("  </testsuite>\n");
    }
    text + "</testsuites>\n"
}

/// Text inside XML; characters that XML does not have are left out.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => {}
            other => escaped.push(other),
        }
    }
    escaped
}
