//! `xun lab grade class`: an assignment and all submissions to it.

use crate::context::Context;
use crate::exit::Exit;
use crate::isolation;
use crate::language::Language;
use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use xun_lab::class::{
    Assignment, Class, ClassJournal, StudentResult, can_be_folder, find_submissions, markdown,
    write_results,
};

/// Arguments of `grade class`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The assignment: a folder with assignment.json, or the file
    assignment: PathBuf,
    /// The submissions: a folder with one folder or file a student, or a CSV file with lines
    /// student,folder
    submissions: PathBuf,
    /// Folder for the results; the same command goes on where it was interrupted
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
    /// Students at one time
    #[arg(
        long, short = 'c', default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    concurrency: u16,
    #[command(flatten)]
    isolation: isolation::Options,
}

/// Grades the class; ends with 1 if something was not graded by a fault of the grader.
pub(super) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let assignment = Assignment::read(&arguments.assignment)?;
    let submissions = find_submissions(&arguments.submissions)?;
    for submission in &submissions {
        check_name(&submission.student, language)?;
    }
    let secrets: Vec<PathBuf> =
        assignment.tests.iter().flat_map(|test| test.maps.iter().cloned()).collect();
    let chosen = arguments.isolation.choose(&[], &secrets, language)?;
    chosen.announce(language);
    let class =
        Class::new(&assignment, &submissions, chosen.isolation()).map_err(anyhow::Error::msg)?;
    std::fs::create_dir_all(&arguments.out).with_context(|| arguments.out.display().to_string())?;
    let path = arguments.out.join("results.jsonl");
    let mut journal = ClassJournal::open(&path).with_context(|| path.display().to_string())?;
    let bar = ProgressBar::new(submissions.len() as u64)
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta}")?);
    let results = class
        .grade(&mut journal, arguments.concurrency.into(), &context.stop, &|progress| {
            bar.set_position(progress.done as u64);
            bar.set_message(progress.student.to_owned());
        })
        .with_context(|| path.display().to_string())?;
    bar.finish_and_clear();
    write_results(&arguments.out, &assignment, &results, language)?;
    let table = markdown(&assignment, &results, language);
    write!(context.out, "{table}\n{}\n", chosen.line(language))?;
    Ok(if context.stopped() {
        Exit::Interrupted
    } else if results.iter().any(StudentResult::has_grader_fault) {
        Exit::CheckFailed
    } else {
        Exit::Answered
    })
}

/// Refuses a student's name that cannot be the name of a folder.
pub(super) fn check_name(name: &str, language: Language) -> anyhow::Result<()> {
    if can_be_folder(name) {
        return Ok(());
    }
    bail!("{name:?}: {}", language.pick("this name cannot be a folder's", "此名称不能用作文件夹名"))
}
