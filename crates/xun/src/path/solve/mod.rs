//! `xun path solve`: one file in full, many files as a table, or one file by many searches.

mod compare;
pub(super) mod json;
mod many;
mod pictures;
mod single;
mod watchers;

use super::input::{self, InputOptions};
use super::options::{self, SearchOptions};
use super::text::Style;
use crate::context::Context;
use crate::exit::Exit;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Condition for drawing the map after the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Draw {
    Auto,
    Always,
    Never,
}

/// Arguments of `xun path solve`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Map files, folders of maps, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    input: InputOptions,
    /// Run several algorithms or heuristics on the same problem and print one table
    #[arg(long, conflicts_with_all = ["explain", "svg", "png", "trace"])]
    compare: bool,
    /// Explain why there is no path and what would help, or where the path refills
    #[arg(long)]
    explain: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
    /// Form of the path: lab (UDLR, default with 4 moves), compass (N NE E …, default with 8) or
    /// cells (ROW COL lines)
    #[arg(long, value_enum, value_name = "STYLE")]
    output: Option<Style>,
    /// Draw the map in the terminal (auto: where standard output is one)
    #[arg(
        long, value_enum, default_value = "auto", num_args = 0..=1, require_equals = true,
        default_missing_value = "always", value_name = "WHEN"
    )]
    draw: Draw,
    /// Write a picture of map, search and path as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a picture of map, search and path as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Write every event of the search as JSON lines; a name ending in .trace.json opens in Posthoc
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Largest size of the trace
    #[arg(long, value_parser = options::bytes, default_value = "256M", value_name = "SIZE")]
    trace_limit: u64,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    if !arguments.compare
        && (arguments.search.algorithm.len() > 1 || arguments.search.heuristic.len() > 1)
    {
        eprintln!(
            "{}",
            language.pick(
                "error: several algorithms or heuristics need --compare",
                "错误：多种算法或启发函数需要 --compare"
            )
        );
        return Ok(Exit::Usage);
    }
    let files = input::expand(&arguments.files, language)?;
    let several = files.len() > 1 || arguments.files.iter().any(|file| file.is_dir());
    if several && (arguments.svg.is_some() || arguments.png.is_some() || arguments.trace.is_some())
    {
        eprintln!(
            "{}",
            language.pick(
                "error: --svg, --png and --trace take one map at a time",
                "错误：--svg、--png 与 --trace 一次只能用于一张地图"
            )
        );
        return Ok(Exit::Usage);
    }
    if arguments.compare {
        compare::run(arguments, &files, context)
    } else if several {
        many::run(arguments, &files, context)
    } else {
        single::run(arguments, &files[0], context)
    }
}
