//! Input of the course commands: board files, tables, and the rules to play by.

use crate::context::Context;
use crate::language::Language;
use anyhow::{Context as _, anyhow, bail};
use clap::ValueEnum;
use std::io::Read;
use std::path::{Path, PathBuf};
use xun_game::files::wait_for_input;
use xun_game::textbook::Tie;
use xun_messages::list;
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::rules::{Position, Setup};
use xun_xiangqi::textbook::{CourseBoard, CourseEvaluation, CourseTables, Variant};

/// The rules of the board: one of the course programs' simplified ones, or the real one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RulesOption {
    A,
    B,
    C,
    #[value(alias = "d")]
    Real,
}

impl RulesOption {
    /// The course program of this letter.
    pub(crate) fn variant(self) -> Variant {
        match self {
            Self::A => Variant::A,
            Self::B => Variant::B,
            Self::C => Variant::C,
            Self::Real => Variant::D,
        }
    }

    /// Which of equal moves is the answer.
    pub(crate) fn tie(self) -> Tie {
        self.variant().tie()
    }
}

/// The evaluation's tables.
#[derive(clap::Args)]
pub(crate) struct TablesOptions {
    /// Piece values and position tables from a JSON file (default: the set that ships)
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Set of the file (default: the first)
    #[arg(long, value_name = "NAME", requires = "tables")]
    set: Option<String>,
}

impl TablesOptions {
    /// Reads the tables and makes the evaluation that the rules ask for.
    pub(crate) fn evaluation(
        &self,
        rules: RulesOption,
        context: &Context,
    ) -> anyhow::Result<CourseEvaluation> {
        let tables = match &self.tables {
            None => CourseTables::own(),
            Some(path) => {
                let text = read_file(path, context.language)?;
                CourseTables::from_json(&text, self.set.as_deref()).map_err(|error| {
                    anyhow!("{}\n{}", path.display(), list(&error.faults, context.language))
                })?
            }
        };
        Ok(CourseEvaluation::new(&tables, rules.variant().counts_captures()))
    }
}

/// The text of a file, `-` for standard input.
pub(crate) fn read_file(path: &Path, language: Language) -> anyhow::Result<String> {
    const MOST: u64 = 16 << 20;
    let (mut bytes, _waiting) = (Vec::new(), wait_for_input());
    let cannot = || format!("{} {}", language.pick("cannot read", "无法读取"), path.display());
    if path == Path::new("-") {
        std::io::stdin().take(MOST + 1).read_to_end(&mut bytes).with_context(cannot)?;
    } else {
        std::fs::File::open(path)
            .and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes))
            .with_context(cannot)?;
    }
    if bytes.len() as u64 > MOST {
        bail!("{}: {}", path.display(), language.pick("larger than 16 MiB", "超过 16 MiB"));
    }
    String::from_utf8(bytes).map_err(|_| {
        anyhow!("{}: {}", path.display(), language.pick("not UTF-8 text", "不是 UTF-8 文本"))
    })
}

/// Reads a ten-line board; every fault is named.
pub(crate) fn read_board(
    path: &Path,
    rules: RulesOption,
    language: Language,
) -> anyhow::Result<CourseBoard> {
    let text = read_file(path, language)?;
    let rules = rules.variant().rules().unwrap_or_default();
    CourseBoard::from_text(&text, rules)
        .map_err(|error| anyhow!("{}\n{}", path.display(), list(&error.faults, language)))
}

/// The board as a position of the real game, if it is one.
pub(crate) fn real_game(
    board: &CourseBoard,
    name: &str,
    language: Language,
) -> anyhow::Result<XiangqiGame> {
    let mut setup = Setup { turn: board.side(), ..Setup::empty() };
    for (point, piece) in board.pieces() {
        setup.board[xun_xiangqi::rules::Square::from(point).index()] = Some(piece);
    }
    let position = Position::from_setup(&setup)
        .map_err(|error| anyhow!("{name}\n{}", list(&error.faults, language)))?;
    Ok(XiangqiGame::new(position))
}
