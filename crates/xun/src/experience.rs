//! `xun experience …`: look into the book of our own games, merge, export, clear it, or teach it a
//! journal.

use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::matches::{game_names, setting_of};
use anyhow::{Context as _, anyhow};
use clap::Subcommand;
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;
use xun_arena::experience::{Book, BookError};
use xun_arena::{Game, Journal, Opening, Setting};

/// The commands of `xun experience`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show the record of a position
    Show(Show),
    /// Learn the games of a match's journal
    Learn(Learn),
    /// Merge other books into one
    Merge(Merge),
    /// Print everything as tab-separated values
    Export(Book1),
    /// Remove all entries
    Clear(Book1),
}

/// A book.
#[derive(clap::Args)]
pub(crate) struct Book1 {
    /// The book's file
    book: PathBuf,
}

/// Game, board and rule.
#[derive(clap::Args)]
pub(crate) struct About {
    /// Game
    #[arg(long, value_parser = game_names(), default_value_t = Game::Xiangqi)]
    game: Game,
    /// Rule of Gomoku: freestyle (if not given), standard, renju, caro, caro-exact
    #[arg(long)]
    rule: Option<String>,
    /// Board of Gomoku, like 15 or 20x15
    #[arg(long, default_value = "15")]
    size: String,
}

impl About {
    fn setting(&self, language: Language) -> anyhow::Result<Setting> {
        setting_of(self.game, "--rule", self.rule.as_deref(), &self.size, language)
    }
}

/// Arguments of `show`.
#[derive(clap::Args)]
pub(crate) struct Show {
    /// The book's file
    book: PathBuf,
    /// A FEN, `startpos`, or nothing; then the moves from there
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    #[command(flatten)]
    about: About,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `learn`.
#[derive(clap::Args)]
pub(crate) struct Learn {
    /// The book's file
    book: PathBuf,
    /// A journal of `xun match`
    journal: PathBuf,
    #[command(flatten)]
    about: About,
}

/// Arguments of `merge`.
#[derive(clap::Args)]
pub(crate) struct Merge {
    /// Book to merge into
    book: PathBuf,
    /// Books to merge
    #[arg(required = true)]
    others: Vec<PathBuf>,
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Show(arguments) => show(arguments, context)?,
        Command::Learn(arguments) => learn(arguments, context)?,
        Command::Merge(arguments) => {
            let mut book = open_existing(&arguments.book)?;
            for other in &arguments.others {
                open_existing(other)?;
                book.merge(other).with_context(|| other.display().to_string())?;
            }
            let (positions, moves) = book.size()?;
            writeln!(context.out, "{}", json!({ "positions": positions, "moves": moves }))?;
        }
        Command::Export(arguments) => {
            let book = open_existing(&arguments.book)?;
            let out = &mut context.out;
            book.export(|line| anyhow::Ok(writeln!(out, "{line}")?))?;
        }
        Command::Clear(arguments) => {
            let removed = open_existing(&arguments.book)?.clear()?;
            writeln!(context.out, "{}", json!({ "removed": removed }))?;
        }
    }
    Ok(Exit::Answered)
}

/// Opens a book that must be there: a mistyped name is an error, not a new book.
pub(crate) fn open_existing(path: &std::path::Path) -> anyhow::Result<Book> {
    let name = || path.display().to_string();
    std::fs::metadata(path).with_context(name)?;
    Book::open(path).with_context(name)
}

fn show(arguments: &Show, context: &mut Context) -> anyhow::Result<()> {
    let book = open_existing(&arguments.book)?;
    let words: Vec<&str> =
        arguments.position.iter().flat_map(|part| part.split_whitespace()).collect();
    let split = words.iter().position(|word| *word == "moves");
    let (start, moves) = match split {
        Some(at) => (words[..at].join(" "), &words[at + 1..]),
        None if words.first().is_some_and(|word| word.contains('/')) => (words.join(" "), &[][..]),
        None if words.first() == Some(&"startpos") => (String::new(), &words[1..]),
        None => (String::new(), &words[..]),
    };
    let start = (!matches!(start.as_str(), "" | "startpos")).then_some(start);
    let opening = Opening { start, moves: Vec::new() };
    let found = book.look_up(arguments.about.setting(context.language)?, &opening, moves)?;
    if arguments.json {
        writeln!(context.out, "{}", serde_json::to_value(&found)?)?;
        return Ok(());
    }
    if found.moves.is_empty() {
        writeln!(
            context.out,
            "{}",
            context.language.pick("nothing is known of this position", "对此局面一无所知")
        )?;
        return Ok(());
    }
    let headings = context.language.pick(
        "| move | games | + = − | confidence | regrets | score (depth) | |",
        "| 着法 | 局数 | 胜 和 负 | 可信下限 | 后悔次数 | 评分（深度） | |",
    );
    writeln!(context.out, "{headings}\n|---|---:|---:|---:|---:|---:|---|")?;
    for made in &found.moves {
        let score = made
            .score
            .map_or_else(|| "–".to_owned(), |(score, depth)| format!("{score} ({depth})"));
        let advice =
            if made.is_avoided() { context.language.pick("avoided", "回避") } else { "" };
        writeln!(
            context.out,
            "| {} | {} | {} {} {} | {:.2} | {} | {score} | {advice} |",
            made.text,
            made.games(),
            made.wins,
            made.draws,
            made.losses,
            made.confidence(),
            made.regrets
        )?;
    }
    Ok(())
}

fn learn(arguments: &Learn, context: &mut Context) -> anyhow::Result<()> {
    let setting = arguments.about.setting(context.language)?;
    let name = || arguments.journal.display().to_string();
    let records = Journal::read(&arguments.journal).with_context(name)?;
    let mut book =
        Book::open(&arguments.book).with_context(|| arguments.book.display().to_string())?;
    let mut games = 0;
    for game in records {
        match book.learn(setting, &game) {
            Ok(_) => games += 1,
            Err(BookError::Unplayable) => {
                return Err(anyhow!(
                    "{}, game {}: these moves cannot be played",
                    name(),
                    game.index
                ));
            }
            Err(error) => return Err(error.into()),
        }
    }
    writeln!(context.out, "{}", json!({ "games": games }))?;
    Ok(())
}
