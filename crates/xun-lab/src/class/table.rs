//! The class as a table: CSV for a spreadsheet, Markdown for people.

use super::assignment::Assignment;
use super::result::StudentResult;
use std::fmt::Write;
use xun_text::Language;

/// A field of a CSV line. One that a spreadsheet would take for a formula gets a quotation mark.
pub(super) fn field(text: &str) -> String {
    let text = text.replace(['\n', '\r'], " ");
    let guarded = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text };
    if guarded.contains([',', '"']) {
        format!("\"{}\"", guarded.replace('"', "\"\""))
    } else {
        guarded
    }
}

/// Student, points of each test, sum, whether it must be graded again.
pub fn csv(assignment: &Assignment, results: &[StudentResult], language: Language) -> String {
    let mut heading = vec!["student".to_owned()];
    heading.extend(assignment.tests.iter().map(|test| field(test.name.pick(language))));
    heading.extend(["points".to_owned(), "of".to_owned(), "grade_again".to_owned()]);
    let mut text = heading.join(",") + "\n";
    for result in results {
        let _ = write!(text, "{}", field(&result.student));
        for (one, test) in result.tests.iter().zip(&assignment.tests) {
            let _ = write!(text, ",{:.2}", one.points(test));
        }
        let again = if result.has_grader_fault() { "yes" } else { "" };
        let _ = writeln!(text, ",{:.2},{},{again}", result.points(assignment), assignment.points());
    }
    text
}

/// The table with the share of passed instances, and a summary.
pub fn markdown(assignment: &Assignment, results: &[StudentResult], language: Language) -> String {
    let cell = |text: &str| text.replace(['|', '\n', '\r'], " ");
    let tests: Vec<String> =
        assignment.tests.iter().map(|test| cell(test.name.pick(language))).collect();
    let mut text = format!("# {}\n\n", assignment.name.pick(language));
    let _ = writeln!(
        text,
        "| {} | {} | {} |\n|---|{}---:|",
        language.pick("student", "学生"),
        tests.join(" | "),
        language.pick("points", "得分"),
        "---:|".repeat(tests.len())
    );
    for result in results {
        let cells: Vec<String> = result
            .tests
            .iter()
            .map(|test| format!("{}/{}", test.passed(), test.graded.len()))
            .collect();
        let again = if result.has_grader_fault() { " ⚠" } else { "" };
        let _ = writeln!(
            text,
            "| {} | {} | {:.2}{again} |",
            cell(&result.student),
            cells.join(" | "),
            result.points(assignment)
        );
    }
    let mean = results.iter().map(|result| result.points(assignment)).sum::<f64>()
        / results.len().max(1) as f64;
    let (count, of) = (results.len(), assignment.points());
    let _ = match language {
        Language::English => {
            let students = if count == 1 { "student" } else { "students" };
            write!(text, "\n{count} {students}, mean {mean:.2} of {of} points.\n")
        }
        Language::Chinese => write!(text, "\n{count} 名学生，平均 {mean:.2} 分（满分 {of}）。\n"),
    };
    if results.iter().any(StudentResult::has_grader_fault) {
        text.push_str(language.pick(
            "⚠ Not graded by a fault of the grader: run the command again.\n",
            "⚠ 因评分程序故障未能评分：请再次运行同一命令。\n",
        ));
    }
    text
}
