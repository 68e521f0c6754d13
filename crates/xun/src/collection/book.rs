//! `xun collection book`.

use super::list::FilterOptions;
use super::{CollectionOption, told};
use crate::context::Context;
use crate::exit::Exit;
use crate::language::Language;
use anyhow::Context as _;
use clap::ValueEnum;
use serde_json::json;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use xun_collection::{BookLimits, BookWeight};

/// Arguments of `xun collection book`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// File to write
    output: PathBuf,
    #[command(flatten)]
    filter: FilterOptions,
    /// Plies from the start of the games
    #[arg(long, default_value_t = 40, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=60))]
    plies: u32,
    /// Games at least in which a move was played
    #[arg(long, default_value_t = 3, value_name = "N")]
    min_games: u64,
    /// Least score of a move for the side that played it, in percent
    #[arg(long, default_value_t = 30, value_name = "PERCENT")]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=100))]
    min_score: u8,
    /// Moves of a position at most, the best ones (default: all)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,
    /// Basis of a move's weight
    #[arg(long, value_enum, default_value_t = Weight::Results, value_name = "WEIGHT")]
    weight: Weight,
    #[command(flatten)]
    collection: CollectionOption,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// Basis of a move's weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Weight {
    /// Two points for a win, one for a draw
    Results,
    /// The number of games
    Games,
}

/// Writes the book and says how large it is.
pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Exit> {
    let language = context.language;
    let collection = arguments.collection.open(language)?;
    let limits = BookLimits {
        plies: arguments.plies,
        games: arguments.min_games,
        score: f64::from(arguments.min_score) / 100.0,
        moves: arguments.moves.map(|moves| usize::try_from(moves).unwrap_or(usize::MAX)),
        weight: match arguments.weight {
            Weight::Results => BookWeight::Results,
            Weight::Games => BookWeight::Games,
        },
    };
    let filter = arguments.filter.filter(None, language)?;
    let book = told(collection.book(&filter, &limits), language)?;
    let path = &arguments.output;
    fs::write(path, book.to_bytes()).with_context(|| path.display().to_string())?;
    let (positions, moves) = (book.positions(), book.len());
    if arguments.json {
        writeln!(context.out, "{}", json!({"positions": positions, "moves": moves}))?;
    } else {
        let words = match language {
            Language::English => format!("{positions} positions, {moves} moves"),
            Language::Chinese => format!("{positions} 个局面，{moves} 着"),
        };
        writeln!(context.out, "{words}")?;
    }
    Ok(Exit::Answered)
}
