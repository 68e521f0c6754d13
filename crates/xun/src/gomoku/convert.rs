//! `xun gomoku convert`: game files from one format into another.

use super::game_file::{ReadOptions, read, tell_faults};
use super::game_json::game_json;
use super::tree_size::TreeSize;
use crate::context::Context;
use crate::exit::Exit;
use crate::game_output::{Part, ends, join_json, tell_losses, write_parts};
use anyhow::bail;
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use xun_gomoku::notation::{GameTree, write_moves, write_psq, write_sgf_tree};
use xun_gomoku::rules::Size;
use xun_text::Text;

/// Arguments of `xun gomoku convert`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files to read (SGF, PSQ, LIB, moves, drawn boards); without --to or -o the last one is
    /// written
    #[arg(required = true, num_args = 1.., value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format to write (default: by the name of the file to write)
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Target>,
    /// File to write, or a folder for one file per game (default: standard output)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    options: ReadOptions,
}

/// A format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Target {
    /// One game in a file, with variations and comments
    Sgf,
    /// Main line with times, as Piskvork and Gomocup have it
    Psq,
    /// One object for a game, a list for several
    Json,
    /// Coordinates of the main line, one line per game
    Moves,
}

impl Target {
    fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Some(match extension.as_str() {
            "sgf" => Self::Sgf,
            "psq" => Self::Psq,
            "json" => Self::Json,
            "txt" => Self::Moves,
            _ => return None,
        })
    }

    const fn extension(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::Psq => "psq",
            Self::Json => "json",
            Self::Moves => "txt",
        }
    }

    fn write(self, tree: &GameTree) -> String {
        match self {
            Self::Sgf => write_sgf_tree(tree),
            Self::Psq => write_psq(&tree.record),
            Self::Json => game_json(tree),
            Self::Moves => write_moves(&tree.record.moves) + "\n",
        }
    }

    /// The parts of a game that the format cannot hold.
    fn losses(self, tree: &GameTree) -> Vec<Text> {
        let (record, size) = (&tree.record, TreeSize::of(tree));
        let times = record.times.iter().filter(|&&time| time > 0).count();
        let (line, moves_only) = (matches!(self, Self::Psq | Self::Moves), self == Self::Moves);
        let names = record.players.iter().filter(|name| !name.is_empty()).count();
        let other_size = usize::from(record.size != Size::STANDARD);
        let counted = [
            (matches!(self, Self::Sgf | Self::Moves), times, "times of moves", "着法用时"),
            (line, record.setup.len(), "stones before the first move", "起始棋子"),
            (line, size.nodes - size.moves, "moves of variations", "变化中的着法"),
            (line, size.comments, "comments", "注释"),
            (line, size.marks, "marks, drawings, values and clocks", "符号、图形、评分与时钟"),
            (line, tree.info.len(), "texts about the game", "对局信息"),
            (moves_only, names, "names of players", "棋手姓名"),
            (moves_only, usize::from(record.rule.is_some()), "rule", "规则"),
            (moves_only, other_size, "size of the board", "棋盘大小"),
        ];
        let lost = counted.into_iter().filter(|&(asked, count, ..)| asked && count > 0);
        lost.map(|(_, count, english, chinese)| {
            Text::new(
                format!("left out: {english} ({count})"),
                format!("略去：{chinese}（{count}）"),
            )
        })
        .collect()
    }
}

/// Reads all files, then writes them. Files with faults are converted as far as they are sound, and
/// the exit code says so.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let named = arguments.to.is_some();
    let (inputs, output) = ends(&arguments.files, arguments.output.as_deref(), named, language)?;
    let Some(target) = arguments.to.or_else(|| Target::of_name(output?)) else {
        let message = language.pick(
            "the format to write is not known; name it with --to sgf, psq, json or moves",
            "不知道输出格式；请用 --to 指定 sgf、psq、json 或 moves",
        );
        bail!(message);
    };
    let mut parts = Vec::new();
    let mut sound = true;
    for path in inputs {
        let file = read(path, &arguments.options, language)?;
        sound &= !tell_faults(path, &file, context);
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        tell_losses(&name, target.losses(&file.tree), context);
        parts.push(Part { name, bytes: target.write(&file.tree).into_bytes() });
    }
    let join = |parts: Vec<Vec<u8>>| match target {
        Target::Json => Ok(join_json(&parts)),
        Target::Sgf | Target::Psq if parts.len() > 1 => {
            let message = language.pick(
                "such a file holds one game; give a folder to write several (-o FOLDER/)",
                "这种文件只存一局；多局请给出文件夹（-o 文件夹/）",
            );
            bail!(message)
        }
        Target::Sgf | Target::Psq | Target::Moves => Ok(parts.concat()),
    };
    write_parts(parts, target.extension(), output, join, context)?;
    Ok(if sound { Exit::Answered } else { Exit::BadInput })
}
