//! `xun puzzles show`.

use super::{Filter, FolderOption, find, now, text};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use std::io::Write;
use xun_puzzles::{Puzzle, PuzzleFolder};

/// Arguments of `xun puzzles show`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Name of the puzzle (default: the next one)
    #[arg(value_name = "ID")]
    id: Option<String>,
    #[command(flatten)]
    filter: Filter,
    /// Give a hint
    #[arg(long)]
    hint: bool,
    /// Show the solution
    #[arg(long)]
    solution: bool,
    #[command(flatten)]
    folder: FolderOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// The puzzle that comes next: the longest due, else a new one near the player's rating.
pub(super) fn next(filter: &Filter, folder: &PuzzleFolder) -> anyhow::Result<Option<Puzzle>> {
    let puzzles = filter.puzzles(folder)?;
    Ok(folder.progress()?.next(&puzzles, now()).cloned())
}

/// The text where nothing is left to solve.
pub(super) const fn nothing_left(language: Language) -> &'static str {
    language.pick(
        "no puzzle is left: all are solved and none is due",
        "没有可做的题：全部做对，也没有到期要复习的",
    )
}

/// Shows a puzzle.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let folder = arguments.folder.open(language)?;
    let puzzle = match &arguments.id {
        Some(id) => Some(find(id, &folder, language)?),
        None => next(&arguments.filter, &folder)?,
    };
    let Some(puzzle) = puzzle else {
        let nothing = if arguments.json { "null" } else { nothing_left(language) };
        writeln!(context.out, "{nothing}")?;
        return Ok(Exit::Answered);
    };
    let hint = text::hint(&puzzle.place, puzzle.solution.best, language);
    if arguments.json {
        let mut told = text::in_json(&puzzle, language);
        if arguments.hint {
            told["hint"] = hint.into();
        }
        if arguments.solution {
            told["solution"] = puzzle.solution.to_string().into();
        }
        writeln!(context.out, "{told}")?;
        return Ok(Exit::Answered);
    }
    writeln!(context.out, "{}", text::heading(&puzzle, language))?;
    writeln!(context.out, "{}", text::board(&puzzle.place, language, context.colour))?;
    writeln!(context.out, "{}", puzzle.place.text())?;
    if arguments.hint {
        writeln!(context.out, "{hint}")?;
    }
    if arguments.solution {
        let line = text::line(&puzzle.place, &puzzle.solution.main_line(), language);
        writeln!(context.out, "{line}\n{}", puzzle.solution)?;
    }
    Ok(Exit::Answered)
}
