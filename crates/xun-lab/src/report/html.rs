//! The report as one self-contained HTML file: nothing in it is fetched from anywhere.

use super::table::{Table, tables};
use super::words;
use crate::catalogue::find;
use crate::experiment::Experiment;
use crate::plot::drawing::{DARK, LIGHT};
use crate::plot::plots;
use crate::results::Results;
use maud::{Markup, PreEscaped, html};
use std::fmt::Write;
use xun_text::{Language, Text};

const STYLE: &str = include_str!("style.css");

/// One HTML file with everything: questions, findings, figures, tables, machine, commands; light
/// and dark, for the screen and for paper.
pub fn html(all: &[Results], language: Language) -> String {
    let known: Vec<(&Results, &Experiment)> =
        all.iter().filter_map(|results| Some((results, find(&results.experiment)?))).collect();
    let say = |text: &Text| text.pick(language).to_owned();
    let code = match language {
        Language::English => "en",
        Language::Chinese => "zh-CN",
    };
    let page = html! {
        (PreEscaped("<!doctype html>\n"))
        html lang=(code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (say(&words::TITLE)) }
                style { (PreEscaped(STYLE)) (PreEscaped(colours())) }
            }
            "\n"
            body {
                header {
                    h1 { (say(&words::TITLE)) }
                    p.lead { (say(&words::SUBTITLE)) }
                }
                nav {
                    h3 { (say(&words::CONTENTS)) }
                    ol {
                        @for (_, experiment) in &known {
                            li { a href={ "#" (experiment.id) } { (say(&experiment.title)) } }
                        }
                    }
                }
                "\n"
                main {
                    @for (results, experiment) in &known {
                        (section(results, experiment, language)) "\n"
                    }
                }
                footer {
                    h3 { (say(&words::MACHINE)) }
                    @for machine in words::machines(all) {
                        dl.machine {
                            @for (name, value) in words::machine(machine, language) {
                                dt { (name) } dd { (value) }
                            }
                        }
                    }
                    p { (say(&words::FOOT)) }
                }
            }
        }
        "\n"
    };
    page.into_string()
}

fn section(results: &Results, experiment: &Experiment, language: Language) -> Markup {
    let say = |text: &Text| text.pick(language).to_owned();
    let warnings =
        [(!results.complete, words::INCOMPLETE), (!results.machine.optimised, words::SLOW_BUILD)];
    let findings = experiment.findings(results);
    html! {
        section id=(experiment.id) {
            h2 { (say(&experiment.title)) }
            p.question { (say(&experiment.question)) }
            @for (_, text) in warnings.iter().filter(|(holds, _)| *holds) {
                p.findings.warn { (say(text)) }
            }
            @if !findings.is_empty() {
                div.findings aria-label=(say(&words::FINDINGS)) {
                    ul { @for text in &findings { li { (say(text)) } } }
                }
            }
            @for plot in plots(results, language) {
                figure { (PreEscaped(plot.svg)) }
            }
            @for spec in &experiment.tables {
                @for table in tables(results, experiment, spec, language) {
                    (table_html(&table)) "\n"
                }
            }
            h3 { (say(&words::METHOD)) }
            p.method { (say(&experiment.method)) }
            h3 { (say(&words::REPEAT)) }
            pre { code { (results.command()) } }
            p.meta { (words::conditions(results, language)) }
        }
    }
}

fn table_html(table: &Table) -> Markup {
    // A position's text is long; it is set smaller.
    let class = |cell: &str| (cell.contains('/') && cell.len() > 30).then_some("long");
    html! {
        h3 { (table.title) }
        div.scroll {
            table {
                thead { tr { @for cell in &table.head { th scope="col" { (cell) } } } }
                tbody {
                    @for row in &table.rows {
                        tr { @for cell in row { td class=[class(cell)] { (cell) } } }
                        "\n"
                    }
                }
            }
        }
    }
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
        ".lab-ink {{ color: var(--ink); }} .lab-soft {{ color: var(--soft); }} \
         .lab-grid {{ color: var(--edge); }}\n{}\
         @media screen and (prefers-color-scheme: dark) {{\n\
         :root {{ --paper: #1b1510; --sheet: #251d16; --edge: #43362a; --ink: #f0e5d1; \
         --soft: #c0b095; --accent: #f0674c; --wash: #2e241b; }}\n\
         {}}}\n",
        series(&LIGHT),
        series(&DARK)
    )
}
