//! `xun lab run EXPERIMENT…`: measures, stores, and says what came out.

use super::progress::measure;
use super::select::{RunOptions, chosen};
use crate::context::Context;
use crate::exit::Exit;
use anyhow::bail;
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
use xun_lab::{Experiment, Results, catalogue, plots, store};

/// Arguments of `xun lab run`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The experiments, or `all`
    #[arg(value_name = "EXPERIMENT")]
    experiments: Vec<String>,
    /// List the experiments with their questions
    #[arg(long, conflicts_with = "experiments")]
    list: bool,
    #[command(flatten)]
    run: RunOptions,
    /// Folder for the raw results (JSON, CSV) and plots (SVG)
    #[arg(long, default_value = "lab-results", value_name = "DIR")]
    out: PathBuf,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Runs the experiments asked for.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    if arguments.list {
        list(arguments.json, context)?;
        return Ok(Exit::Answered);
    }
    if arguments.experiments.is_empty() {
        let known = catalogue().iter().map(|one| one.id).collect::<Vec<_>>().join(", ");
        let asked = context.language.pick("which experiment? there are", "要运行哪个实验？现有");
        bail!("{asked}: {known}, all");
    }
    let experiments = chosen(&arguments.experiments, context.language)?;
    let options = arguments.run.options()?;
    let mut answers = Vec::new();
    for experiment in experiments {
        let results = measure(experiment, &options, context);
        let mut files = store::save(&arguments.out, &results, experiment)?;
        for plot in plots(&results, context.language) {
            let path = arguments.out.join(format!("{}-{}.svg", results.experiment, plot.id));
            store::write_file(&path, plot.svg.as_bytes())?;
            files.push(path);
        }
        if arguments.json {
            answers.push(answer(experiment, &results, &files, context));
        } else {
            print(experiment, &results, &files, context)?;
        }
        if context.stopped() {
            break;
        }
    }
    if arguments.json {
        writeln!(context.out, "{}", Value::Array(answers))?;
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

fn list(as_json: bool, context: &mut Context) -> anyhow::Result<()> {
    if as_json {
        writeln!(context.out, "{}", serde_json::to_string(catalogue())?)?;
        return Ok(());
    }
    let language = context.language;
    for experiment in catalogue() {
        writeln!(context.out, "{:<12}  {}", experiment.id, experiment.title.pick(language))?;
        writeln!(context.out, "{:<12}  {}", "", experiment.question.pick(language))?;
    }
    Ok(())
}

fn answer(
    experiment: &Experiment,
    results: &Results,
    files: &[PathBuf],
    context: &Context,
) -> Value {
    let language = context.language;
    let findings: Vec<String> =
        experiment.findings(results).iter().map(|text| text.pick(language).to_owned()).collect();
    json!({
        "experiment": results.experiment,
        "command": results.command(),
        "complete": results.complete,
        "seconds": results.seconds,
        "rows": results.rows.len(),
        "findings": findings,
        "files": files,
    })
}

fn print(
    experiment: &Experiment,
    results: &Results,
    files: &[PathBuf],
    context: &mut Context,
) -> anyhow::Result<()> {
    let language = context.language;
    writeln!(context.out, "{} ({:.1} s)", experiment.title.pick(language), results.seconds)?;
    for text in experiment.findings(results) {
        writeln!(context.out, "  • {}", text.pick(language))?;
    }
    if !results.complete {
        writeln!(
            context.out,
            "  {}",
            context.language.pick(
                "stopped before the end; what was measured is kept",
                "未完成即被停止；已测得的数据保留"
            )
        )?;
    }
    for path in files {
        writeln!(context.out, "  {}", path.display())?;
    }
    Ok(())
}
