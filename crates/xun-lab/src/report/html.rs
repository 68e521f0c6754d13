//! The report as one self-contained HTML file.

use super::table::tables;
use crate::catalogue::find;
use crate::results::Results;
use crate::text::Language;
use std::fmt::Write;

/// One HTML file with everything: questions, findings, figures, tables, machine, commands.
pub fn html(all: &[Results], language: Language) -> String {
    let mut page = String::from("<!doctype html>\n<meta charset=\"utf-8\">\n");
    for results in all {
        let Some(experiment) = find(&results.experiment) else { continue };
        let _ = writeln!(page, "<h2>{}</h2>", escape(experiment.title.pick(language)));
        for plot in crate::plot::plots(results, language) {
            page.push_str(&plot.svg);
        }
        for table in experiment.tables.iter().flat_map(|spec| tables(results, experiment, spec, language)) {
            let _ = writeln!(page, "<table><caption>{}</caption>", escape(&table.title));
            for row in std::iter::once(&table.head).chain(&table.rows) {
                let cells: Vec<String> = row.iter().map(|cell| escape(cell)).collect();
                let _ = writeln!(page, "<tr><td>{}</td></tr>", cells.join("</td><td>"));
            }
            page.push_str("</table>\n");
        }
    }
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
