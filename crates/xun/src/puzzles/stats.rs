//! `xun puzzles stats`.

use super::{FolderOption, now};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use serde_json::json;
use std::io::Write;
use xun_puzzles::Progress;

/// Arguments of `xun puzzles stats`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    folder: FolderOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// One line of statistics.
pub(super) fn summary(progress: &Progress, language: Language) -> String {
    let Progress { rating, deviation, streak, best_streak, solved, missed, .. } = progress;
    let due = progress.due(now());
    match language {
        Language::English => format!(
            "rating {rating:.0} ± {deviation:.0}, streak {streak} (best {best_streak}), {solved} \
             solved, {missed} missed, {due} due"
        ),
        Language::Chinese => format!(
            "等级分 {rating:.0} ± {deviation:.0}，连对 {streak} 题（最多 {best_streak}），\
             做对 {solved} 题，做错 {missed} 题，待复习 {due} 题"
        ),
    }
}

/// Shows the statistics.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let progress = arguments.folder.open(context.language)?.progress()?;
    if arguments.json {
        let told = json!({
            "rating": progress.rating, "deviation": progress.deviation, "streak": progress.streak,
            "best_streak": progress.best_streak, "solved": progress.solved,
            "missed": progress.missed, "due": progress.due(now()), "tried": progress.cards.len(),
        });
        writeln!(context.out, "{told}")?;
    } else {
        writeln!(context.out, "{}", summary(&progress, context.language))?;
    }
    Ok(Exit::Answered)
}
