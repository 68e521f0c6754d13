//! The report as Markdown, with its plots as picture files beside it.

use super::table::{Table, tables};
use super::words;
use crate::catalogue::find;
use crate::plot::plots;
use crate::results::Results;
use std::fmt::Write;
use xun_text::{Language, Text};

/// A picture of the Markdown report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Its file name in the pictures' folder.
    pub name: String,
    /// The file: PNG, or SVG where no font for a PNG is installed.
    pub bytes: Vec<u8>,
}

/// The report as Markdown, and the pictures that it shows; they are expected in this folder, seen
/// from the report.
pub fn markdown(all: &[Results], language: Language, folder: &str) -> (String, Vec<Picture>) {
    let say = |text: &Text| text.pick(language).to_owned();
    let mut page = format!("# {}\n\n{}\n\n", say(&words::TITLE), say(&words::SUBTITLE));
    let mut pictures = Vec::new();
    for results in all {
        let Some(experiment) = find(&results.experiment) else { continue };
        let _ =
            write!(page, "## {}\n\n*{}*\n\n", say(&experiment.title), say(&experiment.question));
        for (wrong, text) in [
            (!results.complete, words::INCOMPLETE),
            (!results.machine.optimised, words::SLOW_BUILD),
        ] {
            if wrong {
                let _ = write!(page, "> {}\n\n", say(&text));
            }
        }
        for text in experiment.findings(results) {
            let _ = writeln!(page, "- {}", say(&text));
        }
        page.push('\n');
        for plot in plots(results, language) {
            let stem = format!("{}-{}", results.experiment, plot.id);
            let (name, bytes) = match plot.png() {
                Some(png) => (format!("{stem}.png"), png),
                None => (format!("{stem}.svg"), plot.svg.into_bytes()),
            };
            let _ = write!(page, "![{}]({folder}/{name})\n\n", plot.title);
            pictures.push(Picture { name, bytes });
        }
        for spec in &experiment.tables {
            for table in tables(results, experiment, spec, language) {
                table_markdown(&mut page, &table);
            }
        }
        let _ = write!(
            page,
            "**{}** {}\n\n**{}**\n\n```sh no-test\n{}\n```\n\n{}\n\n",
            say(&words::METHOD),
            say(&experiment.method),
            say(&words::REPEAT),
            results.command(),
            words::conditions(results, language)
        );
    }
    let _ = write!(page, "## {}\n\n", say(&words::MACHINE));
    for machine in words::machines(all) {
        for (name, value) in words::machine(machine, language) {
            let _ = writeln!(page, "- {name}: {value}");
        }
        page.push('\n');
    }
    let _ = writeln!(page, "{}", say(&words::FOOT));
    (page, pictures)
}

fn table_markdown(page: &mut String, table: &Table) {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|---|{}\n", "---:|".repeat(table.head.len().saturating_sub(1)));
    let _ = write!(page, "{}\n\n{}{rule}", table.title, line(&table.head));
    for row in &table.rows {
        page.push_str(&line(row));
    }
    page.push('\n');
}
