//! `xun xiangqi best FILE… --depth N`: the best move of ten-line boards, one line each, as the
//! course labs want it.

use super::course_input::{RulesOption, TablesOptions, read_board, real_game};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use crate::textbook::{SearchOptions, score_text};
use anyhow::bail;
use clap::ValueEnum;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::io::Write;
use std::path::PathBuf;
use xun_game::textbook::{CompiledSearch, Statistics};
use xun_game::{Evaluation, GameValue};
use xun_xiangqi::rules::Piece;
use xun_xiangqi::textbook::{Coordinates, CourseBoard, CourseEvaluation, CourseMove};

/// Coordinate system of printed points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CoordinatesOption {
    #[value(alias = "row-col", alias = "rc", alias = "matrix")]
    RowColumn,
    #[value(alias = "col-row", alias = "xy", alias = "cartesian")]
    ColumnRow,
    #[value(alias = "uci")]
    Iccs,
}

/// Arguments of `xun xiangqi best`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Board files: ten lines of nine characters, red to move; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Search depth in plies
    #[arg(
        long, default_value_t = 3, value_name = "N",
        value_parser = clap::value_parser!(u32).range(crate::textbook::DEPTHS)
    )]
    depth: u32,
    /// Form of points: row-column (from the top left), column-row (row from the bottom), iccs
    #[arg(long, value_enum, default_value = "row-column", value_name = "SYSTEM")]
    coordinates: CoordinatesOption,
    /// Rules: a, b, c are the course programs (no knight legs, kings can be captured; b counts
    /// capturable pieces, c ends with a king), real is Xiangqi
    #[arg(long, value_enum, default_value = "a", value_name = "RULES")]
    rules: RulesOption,
    #[command(flatten)]
    tables: TablesOptions,
    #[command(flatten)]
    search: SearchOptions,
    /// List the score of every move below the best
    #[arg(long)]
    scores: bool,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Search result of one board, under any of the rules.
struct Found {
    best: Option<CourseMove>,
    score: GameValue,
    /// Every move with its score, the best first; equals in their natural order.
    scores: Vec<(CourseMove, GameValue)>,
    statistics: Statistics,
    stopped: bool,
}

/// Prints the best move of every board.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let judge = arguments.tables.evaluation(arguments.rules, context)?;
    let boards = read_boards(arguments, language)?;
    let bar = ProgressBar::new(boards.len() as u64);
    let mut answers = Vec::new();
    for (file, board) in arguments.files.iter().zip(&boards) {
        let found = match arguments.rules {
            RulesOption::Real => solve(
                &real_game(board, &file.display().to_string(), language)?,
                &judge,
                arguments,
                context,
            ),
            _ => solve(board, &judge, arguments, context),
        };
        bar.inc(1);
        if arguments.json {
            answers.push(describe(arguments, &file.display().to_string(), board, &found, &judge));
        } else {
            bar.suspend(|| write_found(arguments, board, &found, &judge, context))?;
        }
        if context.stopped() {
            break;
        }
    }
    bar.finish_and_clear();
    if arguments.json {
        writeln!(context.out, "{}", Value::from(answers))?;
    }
    Ok(if context.stopped() { Exit::Interrupted } else { Exit::Answered })
}

/// Reads all boards before the first search; the faults of all of them are named together.
fn read_boards(arguments: &Arguments, language: Language) -> anyhow::Result<Vec<CourseBoard>> {
    let mut boards = Vec::new();
    let mut faults = Vec::new();
    for file in &arguments.files {
        match read_board(file, arguments.rules, language) {
            Ok(board) => {
                if arguments.rules == RulesOption::Real
                    && let Err(error) = real_game(&board, &file.display().to_string(), language)
                {
                    faults.push(format!("{error:#}"));
                }
                boards.push(board);
            }
            Err(error) => faults.push(format!("{error:#}")),
        }
    }
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    Ok(boards)
}

fn solve<G: CompiledSearch<E, Move: Into<CourseMove>>, E: Evaluation<G>>(
    game: &G,
    judge: &E,
    arguments: &Arguments,
    context: &Context,
) -> Found {
    let mut settings = arguments.search.settings(arguments.rules.tie(), arguments.scores);
    if arguments.depth <= 5 {
        // A small table is cleared sooner than a shallow search takes.
        settings.table_mebibytes = settings.table_mebibytes.min(1);
    }
    let limits = arguments.search.limits(arguments.depth);
    let answer = game.search_with(judge, &settings, &limits, &context.stop, None);
    let mut scores: Vec<_> =
        answer.moves.iter().map(|one| (one.chosen.into(), one.score)).collect();
    scores.sort_by_key(|(_, score)| Reverse(*score));
    Found {
        best: answer.best.map(Into::into),
        score: answer.score,
        scores: if arguments.scores { scores } else { Vec::new() },
        statistics: answer.statistics,
        stopped: answer.stopped,
    }
}

impl Arguments {
    fn line(&self, board: &CourseBoard, chosen: CourseMove) -> String {
        let system = match self.coordinates {
            CoordinatesOption::RowColumn => Coordinates::RowColumn,
            CoordinatesOption::ColumnRow => Coordinates::ColumnRow,
            CoordinatesOption::Iccs => Coordinates::Iccs,
        };
        system.line(board.piece_on(chosen.from).map_or('?', Piece::letter), chosen)
    }
}

/// Gain of the moved piece in the position tables: the labs call it the score of a move.
fn gain(board: &CourseBoard, judge: &CourseEvaluation, chosen: CourseMove) -> i32 {
    board
        .piece_on(chosen.from)
        .map_or(0, |piece| judge.tables().position_gain(piece, chosen.from, chosen.to))
}

fn write_found(
    arguments: &Arguments,
    board: &CourseBoard,
    found: &Found,
    judge: &CourseEvaluation,
    context: &mut Context,
) -> anyhow::Result<()> {
    let (language, depth) = (context.language, found.statistics.depth);
    match found.best {
        Some(best) => writeln!(context.out, "{}", arguments.line(board, best))?,
        None => {
            writeln!(context.out, "{}", language.pick("none: there is no move", "无：无着可走"))?;
        }
    }
    for (chosen, score) in &found.scores {
        let (text, score) = (arguments.line(board, *chosen), score_text(*score, depth, language));
        let gain = gain(board, judge, *chosen);
        writeln!(
            context.out,
            "  {text}  {} {score}, {} {gain:+}",
            language.pick("value", "值"),
            language.pick("place", "位置")
        )?;
    }
    Ok(())
}

fn describe(
    arguments: &Arguments,
    file: &str,
    board: &CourseBoard,
    found: &Found,
    judge: &CourseEvaluation,
) -> Value {
    let one = |chosen: CourseMove, score: GameValue| {
        json!({
            "move": arguments.line(board, chosen),
            "piece": board.piece_on(chosen.from).map(|piece| piece.letter().to_string()),
            "from": [chosen.from.row(), chosen.from.column()],
            "to": [chosen.to.row(), chosen.to.column()],
            "value": score,
            "place_gain": gain(board, judge, chosen),
        })
    };
    let mut value = json!({
        "file": file,
        "depth": found.statistics.depth,
        "best": found.best.map(|best| one(best, found.score)),
        "nodes": found.statistics.nodes,
        "maximising_moves": found.statistics.maximising_moves(),
        "milliseconds": found.statistics.time.as_secs_f64() * 1000.0,
        "stopped": found.stopped,
    });
    if arguments.scores {
        value["scores"] = found.scores.iter().map(|(chosen, score)| one(*chosen, *score)).collect();
    }
    value
}
