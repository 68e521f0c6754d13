//! `xun lab replicate --course DIR`: what the labs reported, measured again.

use crate::context::Context;
use crate::exit::Exit;
use indicatif::ProgressBar;
use serde_json::json;
use std::path::PathBuf;
use std::time::Duration;
use xun_lab::Machine;
use xun_lab::replicate::{ReplicateError, broken, markdown, replicate};

/// Arguments of `xun lab replicate`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The course's folder, with astar/, maze/, chess/ and tables.json
    #[arg(long, value_name = "DIR")]
    course: PathBuf,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Measures and prints; ends with 1 if a figure that must come out the same does not.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let progress = ProgressBar::new_spinner();
    progress.enable_steady_tick(Duration::from_millis(200));
    let found = replicate(&arguments.course, &context.stop, &mut |line| {
        progress.set_message(format!("{} {}", line.case, line.quantity.pick(language)));
    });
    progress.finish_and_clear();
    let sections = match found {
        Ok(sections) => sections,
        Err(ReplicateError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Err(error.into()),
    };
    let broken = broken(&sections).len();
    if arguments.json {
        let answer = json!({ "machine": Machine::here(), "sections": sections, "broken": broken });
        writeln!(context.out, "{answer}")?;
    } else {
        write!(context.out, "{}", markdown(&sections, language))?;
    }
    Ok(if broken == 0 { Exit::Answered } else { Exit::CheckFailed })
}
