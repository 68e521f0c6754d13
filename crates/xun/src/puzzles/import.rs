//! `xun puzzles import`.

use super::FolderOption;
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::Context as _;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use xun_game::files::{MOST_TEXT_BYTES, read_at_most};
use xun_messages::Message as _;
use xun_puzzles::make::{Effort, NoPuzzle};
use xun_puzzles::{Analyst, SkipReason, import};

/// Arguments of `xun puzzles import`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files: FENs one a line, Xiangqi game files (XQF, CBL, PGN …), or puzzles
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    folder: FolderOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Imports; a problem without a single solution is told and left out.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let folder = arguments.folder.open(language)?;
    let mut analyst = Analyst::with_stop(context.stop.clone());
    let (mut added, mut known, mut skipped) = (0, 0, 0);
    for path in &arguments.files {
        let shown = path.display();
        let bytes = read_at_most(path, MOST_TEXT_BYTES).with_context(|| shown.to_string())?;
        let found = import(&bytes, &mut analyst, &Effort::default(), &mut |_| !context.stopped());
        let found =
            found.map_err(|fault| anyhow::anyhow!("{shown}: {}", fault.text().pick(language)))?;
        for problem in &found.skipped {
            eprintln!("{shown}:{}: {}", problem.number, reason(&problem.reason, language));
        }
        let new = folder.add(&found.puzzles)?;
        added += new;
        known += found.puzzles.len() - new;
        skipped += found.skipped.len();
    }
    if arguments.json {
        let told = json!({ "added": added, "known": known, "skipped": skipped });
        writeln!(context.out, "{told}")?;
    } else {
        let words = match language {
            Language::English => {
                format!("{added} problems added, {known} known already, {skipped} left out")
            }
            Language::Chinese => {
                format!("导入 {added} 题，已有 {known} 题，未导入 {skipped} 题")
            }
        };
        writeln!(context.out, "{words}")?;
    }
    Ok(match () {
        () if context.stopped() => Exit::Interrupted,
        () if skipped > 0 => Exit::BadInput,
        () => Exit::Answered,
    })
}

fn reason(reason: &SkipReason, language: Language) -> String {
    let chinese = match (language, reason) {
        (Language::English, _) => return reason.to_string(),
        (_, SkipReason::WholeGame) => "从开局开始的对局，不是排局",
        (_, SkipReason::NoPuzzle(NoPuzzle::Over)) => "棋局已经结束",
        (_, SkipReason::NoPuzzle(NoPuzzle::OneMove)) => "只有一步可走",
        (_, SkipReason::NoPuzzle(NoPuzzle::NotUnique)) => "没有明显优于其他着法的唯一着法",
        (_, SkipReason::NoPuzzle(NoPuzzle::TooLarge)) => "解答变化太多",
        (_, SkipReason::NoPuzzle(NoPuzzle::Undecided)) => "在限度内未能判定",
        (_, SkipReason::Unreadable(problem)) => return format!("无法读取：{problem}"),
        (_, other) => return other.to_string(),
    };
    chinese.to_owned()
}
