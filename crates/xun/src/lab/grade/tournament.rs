//! `xun lab grade tournament`: the submitted programs play each other.

use super::class::check_name;
use crate::context::Context;
use crate::exit::Exit;
use crate::isolation;
use crate::language::Language;
use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use xun_arena::Journal;
use xun_lab::class::{Assignment, Tournament, find_submissions};

/// Arguments of `grade tournament`.
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
    /// Rounds; in each every pair plays two games
    #[arg(
        long, default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1000)
    )]
    rounds: u16,
    /// Games at one time
    #[arg(
        long, short = 'c', default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    concurrency: u16,
    #[command(flatten)]
    isolation: isolation::Options,
}

/// Plays the tournament.
pub(super) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let assignment = Assignment::read(&arguments.assignment)?;
    let submissions = find_submissions(&arguments.submissions)?;
    for submission in &submissions {
        check_name(&submission.student, language)?;
    }
    let chosen = arguments.isolation.choose(&[], &[], language)?;
    chosen.announce(language);
    let rounds = u64::from(arguments.rounds);
    let tournament = Tournament::new(&assignment, &submissions, chosen.isolation(), &context.stop)?;
    std::fs::create_dir_all(&arguments.out).with_context(|| arguments.out.display().to_string())?;
    let path = arguments.out.join("tournament.jsonl");
    let mut journal = Journal::open(&path, &tournament.terms(rounds))
        .with_context(|| path.display().to_string())?;
    let bar = ProgressBar::new(tournament.games(rounds))
        .with_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}")?);
    bar.set_position(journal.games().len() as u64);
    let at_a_time = arguments.concurrency.into();
    let complete =
        tournament.play(&mut journal, rounds, at_a_time, &context.stop, &|_| bar.inc(1))?;
    bar.finish_and_clear();
    let write = |name: &str, text: String| {
        let path = arguments.out.join(name);
        std::fs::write(&path, text).with_context(|| path.display().to_string())
    };
    write("tournament.md", tournament.table(&journal, Language::English))?;
    write("tournament.zh.md", tournament.table(&journal, Language::Chinese))?;
    write("tournament.csv", tournament.csv(&journal))?;
    let table = tournament.table(&journal, language);
    write!(context.out, "{table}\n{}\n", chosen.line(language))?;
    Ok(if complete { Exit::Answered } else { Exit::Interrupted })
}
