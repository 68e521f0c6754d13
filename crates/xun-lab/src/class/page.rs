//! One student's result as a page to be printed.

use super::assignment::Assignment;
use super::result::StudentResult;
use maud::{DOCTYPE, PreEscaped, html};
use xun_text::Language;

const STYLE: &str = "body{font:11pt/1.4 sans-serif;margin:2cm auto;max-width:18cm;color:#111}\
    table{border-collapse:collapse;width:100%;margin:.5em 0 1.5em}\
    th,td{border-bottom:1px solid #bbb;padding:.2em .5em;text-align:left;vertical-align:top}\
    td.number,th.number{text-align:right}tr.failed td{background:#f4f4f4}h1{font-size:16pt}\
    h2{font-size:12pt;break-after:avoid}tr{break-inside:avoid}@page{size:A4;margin:1.5cm}\
    @media print{body{margin:0;max-width:none}}";

/// The page, complete in itself.
pub fn page(assignment: &Assignment, result: &StudentResult, language: Language) -> String {
    let pick = |english, chinese| language.pick(english, chinese);
    let title = format!("{} – {}", assignment.name.pick(language), result.student);
    let tag = match language {
        Language::English => "en",
        Language::Chinese => "zh-CN",
    };
    let markup = html! {
        (DOCTYPE)
        html lang=(tag) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p {
                    strong { (format!("{:.2}", result.points(assignment))) }
                    " / " (assignment.points()) " " (pick("points", "分"))
                }
                @for (one, test) in result.tests.iter().zip(&assignment.tests) {
                    h2 {
                        (test.name.pick(language)) " · "
                        (format!("{:.2} / {}", one.points(test), test.points))
                    }
                    @if let (Some(_), Some(first)) = (&one.not_run, one.graded.first()) {
                        pre { (first.note.pick(language)) }
                    } @else {
                        table {
                            tr {
                                th { (pick("instance", "题目")) }
                                th { (pick("verdict", "结论")) }
                                th { (pick("expected", "应为")) }
                                th { (pick("answer", "回答")) }
                                th.number { (pick("ms", "毫秒")) }
                                th { (pick("note", "说明")) }
                            }
                            @for graded in &one.graded {
                                tr.failed[!graded.verdict.passes()] {
                                    td { (graded.name) }
                                    td { (graded.verdict.text().pick(language)) }
                                    td { (graded.expected) }
                                    td { (graded.answer) }
                                    td.number { (format!("{:.0}", graded.milliseconds)) }
                                    td { (graded.note.pick(language)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    };
    markup.into_string()
}
