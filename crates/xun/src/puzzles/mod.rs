//! `xun puzzles …`: the trainer in the terminal.

mod import;
mod list;
mod show;
mod stats;
mod text;
mod train;
mod try_moves;

use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::serve::data_folder;
use crate::usage_error::BadValue;
use anyhow::Context as _;
use clap::Subcommand;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};
use xun_arena::Game;
use xun_puzzles::{MOST_DIFFICULT, Puzzle, PuzzleFolder, Theme, shipped};

/// The commands of `xun puzzles`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve puzzles one after another: type a move, `hint`, `solution`, `skip` or `quit`
    Train(train::Arguments),
    /// Show a puzzle, by default the next one
    Show(show::Arguments),
    /// Try moves of a puzzle; a wrong one is refuted
    Try(try_moves::Arguments),
    /// List the puzzles
    List(list::Arguments),
    /// Show rating, streak and what is due
    Stats(stats::Arguments),
    /// Add your own problems: lists of FENs, game files (XQF, PGN …), files of puzzles
    Import(import::Arguments),
}

/// Runs one of them.
pub(crate) fn run(command: &Command, context: &mut Context) -> anyhow::Result<Exit> {
    match command {
        Command::Train(arguments) => train::run(arguments, context),
        Command::Show(arguments) => show::run(arguments, context),
        Command::Try(arguments) => try_moves::run(arguments, context),
        Command::List(arguments) => list::run(arguments, context),
        Command::Stats(arguments) => stats::run(arguments, context),
        Command::Import(arguments) => import::run(arguments, context),
    }
}

/// The player's folder.
#[derive(clap::Args)]
pub(crate) struct FolderOption {
    /// Folder for progress and imported problems (default: the user's data folder)
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl FolderOption {
    fn open(&self, language: Language) -> anyhow::Result<PuzzleFolder> {
        let folder = self.data.clone().or_else(data_folder).context(language.pick(
            "no data folder is known here: name one with --data",
            "找不到用户数据目录：请用 --data 指定",
        ))?;
        Ok(PuzzleFolder::new(folder))
    }
}

/// Which puzzles are wanted.
#[derive(clap::Args)]
pub(crate) struct Filter {
    /// Game: xiangqi or gomoku
    #[arg(long, value_name = "GAME", value_parser = game)]
    game: Option<Game>,
    /// Theme: mate, piece, defence, endgame, vcf, vct, forbidden, best
    #[arg(long, value_name = "THEME", value_parser = theme)]
    theme: Option<String>,
    /// Difficulty from 1 to 8
    #[arg(long, value_name = "NUMBER",
          value_parser = clap::value_parser!(u8).range(1..=i64::from(MOST_DIFFICULT)))]
    difficulty: Option<u8>,
    /// Only imported problems
    #[arg(long)]
    own: bool,
}

fn game(text: &str) -> Result<Game, BadValue> {
    text.parse().map_err(|_| BadValue::new("expected xiangqi or gomoku", "应为 xiangqi 或 gomoku"))
}

fn theme(text: &str) -> Result<String, BadValue> {
    let names = Theme::NAMES.join(", ");
    if Theme::NAMES.contains(&text) {
        Ok(text.to_owned())
    } else {
        Err(BadValue::new(format!("expected one of {names}"), format!("应为 {names} 之一")))
    }
}

impl Filter {
    fn allows(&self, puzzle: &Puzzle) -> bool {
        self.game.is_none_or(|game| puzzle.game() == game)
            && self.theme.as_deref().is_none_or(|theme| puzzle.theme.name() == theme)
            && self.difficulty.is_none_or(|difficulty| puzzle.difficulty == difficulty)
    }

    /// The puzzles wanted: shipped ones, then the imported.
    fn puzzles(&self, folder: &PuzzleFolder) -> anyhow::Result<Vec<Puzzle>> {
        let mut puzzles = Vec::new();
        if !self.own {
            for game in Game::ALL {
                puzzles.extend(shipped(game).iter().filter(|one| self.allows(one)).cloned());
            }
        }
        puzzles.extend(folder.own()?.into_iter().filter(|one| self.allows(one)));
        Ok(puzzles)
    }
}

/// The puzzle of a name, shipped or imported.
fn find(id: &str, folder: &PuzzleFolder, language: Language) -> anyhow::Result<Puzzle> {
    let all = Game::ALL.into_iter().flat_map(shipped).cloned().chain(folder.own()?);
    all.into_iter().find(|puzzle| puzzle.id().0 == id).with_context(|| match language {
        Language::English => format!("{id}: there is no such puzzle; see xun puzzles list"),
        Language::Chinese => format!("{id}：没有此题；请用 xun puzzles list 查看"),
    })
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}
