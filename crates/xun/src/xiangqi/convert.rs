//! `xun xiangqi convert`: game files from one format into another.

use super::game_file::{EncodingOption, read, tell_faults};
use super::game_json::game_json;
use crate::context::Context;
use crate::exit::Exit;
use crate::game_output::{Part, ends, join_json, tell_losses, write_parts};
use anyhow::bail;
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use xun_messages::Message as _;
use xun_xiangqi::files::{Loss, write_ubb, write_xqf};
use xun_xiangqi::notation::{GameRecord, Notation, Script, format_pgn};

/// Arguments of `xun xiangqi convert`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files to read (XQF, CBR, CBL, CBF, UBB, PGN, moves); without --to or -o the last one is
    /// written
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format to write (default: by the name of the file to write)
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Target>,
    /// File to write, or a folder for one file per game (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Notation of the moves in PGN
    #[arg(long, value_enum, default_value_t = MoveNotation::Iccs, value_name = "NOTATION")]
    notation: MoveNotation,
    #[command(flatten)]
    encoding: EncodingOption,
}

/// A format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// Portable Game Notation, any number of games
    Pgn,
    /// One game in a file
    Xqf,
    /// Text of dpxq.com, any number of games
    Ubb,
    /// One object for a game, a list for several
    Json,
}

/// A notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MoveNotation {
    /// H2-E2
    Iccs,
    /// C2=5
    Wxf,
    /// 炮二平五
    Chinese,
}

impl MoveNotation {
    fn notation(self) -> Notation {
        match self {
            Self::Iccs => Notation::Iccs,
            Self::Wxf => Notation::Wxf,
            Self::Chinese => Notation::Chinese(Script::Simplified),
        }
    }
}

impl Target {
    pub(crate) fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "pgn" => Self::Pgn,
            "xqf" => Self::Xqf,
            "ubb" | "txt" => Self::Ubb,
            "json" => Self::Json,
            _ => return None,
        })
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Pgn => "pgn",
            Self::Xqf => "xqf",
            Self::Ubb => "ubb",
            Self::Json => "json",
        }
    }

    /// One game as a file, and what that could not hold.
    fn write(self, record: &GameRecord, notation: MoveNotation) -> (Vec<u8>, Vec<Loss>) {
        match self {
            Self::Pgn => (format_pgn(record, notation.notation()).into_bytes(), Vec::new()),
            Self::Json => (game_json(record).into_bytes(), Vec::new()),
            Self::Xqf => {
                let written = write_xqf(record);
                (written.bytes, written.losses)
            }
            Self::Ubb => {
                let written = write_ubb(record);
                (written.bytes, written.losses)
            }
        }
    }
}

/// A game and the name that a file of its own would have.
pub(crate) struct Named {
    pub(crate) record: GameRecord,
    pub(crate) name: String,
}

/// Reads all files, then writes them. Files with faults are converted as far as they are sound, and
/// the exit code says so.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let named = arguments.to.is_some();
    let (inputs, output) = ends(&arguments.files, arguments.output.as_deref(), named, language)?;
    let target = arguments.to.or_else(|| Target::of_name(output?));
    let Some(target) = target else {
        let message = language.pick(
            "the format to write is not known; name it with --to pgn, xqf, ubb or json",
            "不知道输出格式；请用 --to 指定 pgn、xqf、ubb 或 json",
        );
        bail!(message);
    };
    let mut games = Vec::new();
    let mut sound = true;
    for path in inputs {
        let file = read(path, &arguments.encoding, language)?;
        sound &= !tell_faults(path, &file, context);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let several = file.games.len() > 1;
        for (index, game) in file.games.into_iter().enumerate() {
            let name = if several { format!("{stem}-{:03}", index + 1) } else { stem.clone() };
            games.push(Named { record: game.record, name });
        }
    }
    write_games(&games, target, arguments.notation, output, context)?;
    Ok(if sound { Exit::Answered } else { Exit::BadInput })
}

/// Writes games to a file, into a folder, or to standard output.
pub(crate) fn write_games(
    games: &[Named],
    target: Target,
    notation: MoveNotation,
    output: Option<&Path>,
    context: &mut Context,
) -> anyhow::Result<()> {
    let parts = games.iter().map(|game| {
        let (bytes, losses) = target.write(&game.record, notation);
        tell_losses(&game.name, losses.iter().map(Loss::text), context);
        Part { name: game.name.clone(), bytes }
    });
    let (parts, language) = (parts.collect(), context.language);
    let join = |parts: Vec<Vec<u8>>| match target {
        Target::Json => Ok(join_json(&parts)),
        Target::Pgn | Target::Ubb => Ok(parts.join(&b"\n"[..])),
        Target::Xqf if parts.len() == 1 => Ok(parts.concat()),
        Target::Xqf => {
            let message = language.pick(
                "an XQF file holds one game; give a folder to write several (-o FOLDER/)",
                "一个 XQF 文件只存一局；多局请给出文件夹（-o 文件夹/）",
            );
            bail!(message)
        }
    };
    write_parts(parts, target.extension(), output, join, context)
}
