//! The options that choose algorithm, refinements and limits.

use crate::usage_error::BadValue;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::time::Duration;
use xun_game::textbook::{Algorithm, Limits, MOST_DEPTH, Refinements, Settings, Tie};

/// Reads a textbook algorithm by its name; the help lists both.
pub(crate) fn algorithm_names() -> impl TypedValueParser<Value = Algorithm> {
    let value = |algorithm: Algorithm| match algorithm {
        Algorithm::AlphaBeta => PossibleValue::new(algorithm.name()).alias("alphabeta"),
        Algorithm::Minimax => PossibleValue::new(algorithm.name()),
    };
    PossibleValuesParser::new(Algorithm::ALL.map(value)).try_map(|name| name.parse::<Algorithm>())
}

/// Algorithm, refinements and limits of a textbook search.
#[derive(clap::Args)]
pub(crate) struct SearchOptions {
    /// Base algorithm
    #[arg(long, value_parser = algorithm_names(), default_value_t, value_name = "ALGORITHM")]
    pub(crate) algorithm: Algorithm,
    /// Refinements with commas between: captures, killers, history, deepening, table, pvs,
    /// aspiration, quiescence, null-move, late-moves, parallel-root, parallel-table; or `exact`
    /// (all that keep minimax's answer), `all`, `none`; `-NAME` takes one out
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, default_value = "exact")]
    pub(crate) refinements: Refinements,
    /// Threads of the parallel refinements (0: one per core)
    #[arg(
        long, default_value_t = 0, value_name = "N",
        value_parser = clap::value_parser!(u16).range(0..=256)
    )]
    pub(crate) threads: u16,
    /// Size of the transposition table in MiB
    #[arg(
        long = "table-size", default_value_t = 16, value_name = "MIB",
        value_parser = clap::value_parser!(u32).range(1..=4096)
    )]
    pub(crate) table_size: u32,
    /// Half the width of the aspiration window, in points
    #[arg(
        long = "aspiration-width", default_value_t = 50, value_name = "POINTS",
        value_parser = clap::value_parser!(i32).range(1..=1_000_000)
    )]
    pub(crate) aspiration: i32,
    /// Limit of nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
}

fn seconds(text: &str) -> Result<Duration, BadValue> {
    let wrong = || {
        BadValue::new(
            format!("\"{text}\" is no time; give seconds above 0, as 2 or 0.5"),
            format!("「{text}」不是时间；请给出大于 0 的秒数"),
        )
    };
    text.parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| !time.is_zero())
        .ok_or_else(wrong)
}

impl SearchOptions {
    /// The settings these options ask for.
    pub(crate) fn settings(&self, tie: Tie, score_every_move: bool) -> Settings {
        Settings {
            algorithm: self.algorithm,
            refinements: self.refinements,
            tie,
            score_every_move,
            table_mebibytes: self.table_size,
            aspiration: self.aspiration,
            threads: self.threads.into(),
        }
    }

    /// The limits these options ask for.
    pub(crate) fn limits(&self, depth: u32) -> Limits {
        Limits { depth, nodes: self.nodes, time: self.time }
    }
}

/// Depths that `--depth` accepts.
pub(crate) const DEPTHS: std::ops::RangeInclusive<i64> = 1..=MOST_DEPTH as i64;
