//! `xun lab …`: experiments, their report, and what a course needs around them. One file a command.

mod grade;
mod progress;
mod replicate;
mod report;
mod run;
mod select;

use crate::context::Context;
use crate::exit::Exit;
use clap::Subcommand;

/// The commands of `xun lab`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run experiments and store the measurements
    Run(run::Arguments),
    /// Write the report: HTML, Markdown and plots
    Report(report::Arguments),
    /// Repeat a course's labs on their own inputs and compare the results
    Replicate(replicate::Arguments),
    /// Grade a program: paths, or moves of a game
    #[command(subcommand)]
    Grade(grade::Command),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Run(arguments) => run::run(arguments, context),
        Command::Report(arguments) => report::run(arguments, context),
        Command::Replicate(arguments) => replicate::run(arguments, context),
        Command::Grade(command) => grade::run(command, context),
    }
}
