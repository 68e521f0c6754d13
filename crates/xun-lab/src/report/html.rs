//! The report as one self-contained HTML file: nothing in it is fetched from anywhere.

use super::table::{Table, tables};
use super::words;
use crate::catalogue::find;
use crate::experiment::Experiment;
use crate::plot::drawing::{DARK, LIGHT};
use crate::plot::{escape, plots};
use crate::results::Results;
use std::fmt::Write;
use xun_text::{Language, Text};

const STYLE: &str = include_str!("style.css");

/// One HTML file with everything: questions, findings, figures, tables, machine, commands; light
/// and dark, for the screen and for paper.
pub fn html(all: &[Results], language: Language) -> String {
    let known: Vec<(&Results, &Experiment)> =
        all.iter().filter_map(|results| Some((results, find(&results.experiment)?))).collect();
    let say = |text: &Text| escape(text.pick(language));
    let mut page = String::from("<!doctype html>\n");
    let code = match language {
        Language::En => "en",
        Language::Zh => "zh-CN",
    };
    let _ = write!(
        page,
        "<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <style>\n{STYLE}{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n</header>\n",
        say(&words::TITLE),
        colours(),
        say(&words::TITLE),
        say(&words::SUBTITLE)
    );
    let _ = write!(page, "<nav>\n<h3>{}</h3>\n<ol>\n", say(&words::CONTENTS));
    for (_, experiment) in &known {
        let _ = writeln!(
            page,
            "<li><a href=\"#{}\">{}</a></li>",
            experiment.id,
            say(&experiment.title)
        );
    }
    page.push_str("</ol>\n</nav>\n<main>\n");
    for (results, experiment) in &known {
        section(&mut page, results, experiment, language);
    }
    page.push_str("</main>\n");
    let _ = write!(page, "<footer>\n<h3>{}</h3>\n", say(&words::MACHINE));
    for machine in words::machines(all) {
        page.push_str("<dl class=\"machine\">\n");
        for (name, value) in words::machine(machine, language) {
            let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(&value));
        }
        page.push_str("</dl>\n");
    }
    let _ = write!(page, "<p>{}</p>\n</footer>\n</body>\n</html>\n", say(&words::FOOT));
    page
}

fn section(page: &mut String, results: &Results, experiment: &Experiment, language: Language) {
    let say = |text: &Text| escape(text.pick(language));
    let _ = write!(
        page,
        "<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"question\">{}</p>\n",
        experiment.id,
        say(&experiment.title),
        say(&experiment.question)
    );
    for (wrong, text) in
        [(!results.complete, words::INCOMPLETE), (!results.machine.optimised, words::SLOW_BUILD)]
    {
        if wrong {
            let _ = writeln!(page, "<p class=\"findings warn\">{}</p>", say(&text));
        }
    }
    let findings = experiment.findings(results);
    if !findings.is_empty() {
        let _ = write!(
            page,
            "<div class=\"findings\" aria-label=\"{}\">\n<ul>\n",
            say(&words::FINDINGS)
        );
        for text in &findings {
            let _ = writeln!(page, "<li>{}</li>", say(text));
        }
        page.push_str("</ul>\n</div>\n");
    }
    for plot in plots(results, language) {
        let _ = writeln!(page, "<figure>\n{}\n</figure>", plot.svg);
    }
    for spec in &experiment.tables {
        for table in tables(results, experiment, spec, language) {
            table_html(page, &table);
        }
    }
    let _ = write!(
        page,
        "<h3>{}</h3>\n<p class=\"method\">{}</p>\n<h3>{}</h3>\n<pre><code>{}</code></pre>\n<p class=\"meta\">{}</p>\n</section>\n",
        say(&words::METHOD),
        say(&experiment.method),
        say(&words::REPEAT),
        escape(&results.command()),
        escape(&words::conditions(results, language))
    );
}

fn table_html(page: &mut String, table: &Table) {
    let _ = write!(
        page,
        "<h3>{}</h3>\n<div class=\"scroll\">\n<table>\n<thead><tr>",
        escape(&table.title)
    );
    for cell in &table.head {
        let _ = write!(page, "<th scope=\"col\">{}</th>", escape(cell));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for cell in row {
            // A position's text is long; it is set smaller.
            let class = if cell.contains('/') && cell.len() > 30 { " class=\"long\"" } else { "" };
            let _ = write!(page, "<td{class}>{}</td>", escape(cell));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

/// The colours of the plots' inks on light and dark ground.
fn colours() -> String {
    let series = |colours: &[(u8, u8, u8)]| {
        let mut rules = String::new();
        for (number, (red, green, blue)) in colours.iter().enumerate() {
            let _ = writeln!(rules, ".lab-s{number} {{ color: #{red:02x}{green:02x}{blue:02x}; }}");
        }
        rules
    };
    format!(
        ".lab-ink {{ color: var(--ink); }} .lab-soft {{ color: var(--soft); }} .lab-grid {{ color: var(--edge); }}\n{}\
         @media screen and (prefers-color-scheme: dark) {{\n\
         :root {{ --paper: #1b1510; --sheet: #251d16; --edge: #43362a; --ink: #f0e5d1; --soft: #c0b095; --accent: #f0674c; --wash: #2e241b; }}\n\
         {}}}\n",
        series(&LIGHT),
        series(&DARK)
    )
}
