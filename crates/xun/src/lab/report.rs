//! `xun lab report`: runs the experiments missing in the results folder and writes the documents.

use super::progress::measure;
use super::select::{RunOptions, chosen};
use crate::context::Context;
use crate::exit::Exit;
use anyhow::Context as _;
use std::io::Write;
use std::path::PathBuf;
use xun_lab::{Experiment, Options, Results, report, store};

/// Arguments of `xun lab report`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The experiments to report (default: all)
    #[arg(value_name = "EXPERIMENT")]
    experiments: Vec<String>,
    /// Folder with the results of `xun lab run`; missing experiments are run and stored
    #[arg(long, default_value = "lab-results", value_name = "DIR")]
    results: PathBuf,
    /// The report: FILE.html; beside it FILE.md and a folder of plots
    #[arg(long, default_value = "lab-report.html", value_name = "FILE")]
    out: PathBuf,
    /// Repeat all measurements
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    run: RunOptions,
}

/// Writes the report.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let all = ["all".to_owned()];
    let names = if arguments.experiments.is_empty() { &all[..] } else { &arguments.experiments };
    let options = arguments.run.options()?;
    let mut results = Vec::new();
    for experiment in chosen(names, context.language)? {
        results.push(result(experiment, &options, arguments, context)?);
        if context.stopped() {
            break;
        }
    }
    if let Some(folder) = arguments.out.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    for path in write(&results, arguments, context)? {
        writeln!(context.out, "{}", path.display())?;
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

/// Writes HTML, Markdown and plots; returns the two documents.
fn write(
    results: &[Results],
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<[PathBuf; 2]> {
    let language = context.language;
    let page = report::html(results, language);
    store::write_file(&arguments.out, page.as_bytes())?;
    let stem = arguments.out.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = arguments.out.with_file_name(format!("{stem}-plots"));
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let (text, pictures) = report::markdown(results, language, &format!("{stem}-plots"));
    for picture in pictures {
        store::write_file(&folder.join(picture.name), &picture.bytes)?;
    }
    let markdown = arguments.out.with_extension("md");
    store::write_file(&markdown, text.as_bytes())?;
    Ok([arguments.out.clone(), markdown])
}

/// The stored results if they were measured with these options; else measures and stores them.
fn result(
    experiment: &Experiment,
    options: &Options,
    arguments: &Arguments,
    context: &Context,
) -> anyhow::Result<Results> {
    if !arguments.fresh
        && let Some(known) = store::load(&arguments.results, experiment.id)?
        && known.complete
        && (known.seed, known.size) == (options.seed, options.size)
        && known.course == options.course.as_ref().map(|course| course.name.clone())
    {
        return Ok(known);
    }
    let results = measure(experiment, options, context);
    store::save(&arguments.results, &results, experiment)?;
    Ok(results)
}
