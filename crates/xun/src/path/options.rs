//! The options that `solve`, `watch` and `bench` share: algorithm, heuristic, moves and limits.

use crate::usage_error::BadValue;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use xun_grid::{Algorithm, Heuristic, Limits, Moves, Options};

/// The library's algorithms as values of an option.
fn algorithms() -> impl TypedValueParser<Value = Algorithm> {
    let value = |algorithm: &Algorithm| {
        PossibleValue::new(algorithm.name()).aliases(algorithm.aliases().iter().copied())
    };
    PossibleValuesParser::new(Algorithm::ALL.iter().map(value)).try_map(|name| name.parse())
}

/// The library's heuristics as values of an option.
fn heuristics() -> impl TypedValueParser<Value = Heuristic> {
    let value = |heuristic: &Heuristic| PossibleValue::new(heuristic.name());
    PossibleValuesParser::new(Heuristic::ALL.iter().map(value)).try_map(|name| name.parse())
}

/// The number of neighbours of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MovesName {
    #[value(name = "4")]
    Four,
    #[value(name = "8")]
    Eight,
}

/// Algorithm, heuristic, moves and limits.
#[derive(Args, Clone, Debug)]
pub(super) struct SearchOptions {
    /// Algorithm; several with commas for --compare
    #[arg(
        long,
        short,
        value_parser = algorithms(),
        value_delimiter = ',',
        default_value = "auto",
        value_name = "NAME"
    )]
    pub(super) algorithm: Vec<Algorithm>,
    /// Heuristic; several with commas for --compare (default: the best admissible one)
    #[arg(
        long, short = 'H', value_parser = heuristics(), value_delimiter = ',', value_name = "NAME"
    )]
    pub(super) heuristic: Vec<Heuristic>,
    /// Neighbours of a cell: 4, or 8 with diagonal steps of √2
    #[arg(long, short, value_enum, value_name = "COUNT")]
    pub(super) moves: Option<MovesName>,
    /// With 8 moves, allow diagonal steps past a wall's corner
    #[arg(long)]
    pub(super) cut_corners: bool,
    /// Weight of weighted-astar: bound on the cost as a multiple of the least cost
    #[arg(long, short, default_value = "1.5", value_parser = weight, value_name = "FACTOR")]
    pub(super) weight: f64,
    /// Time limit in seconds
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    pub(super) time: Option<Duration>,
    /// Limit of expanded nodes
    #[arg(long, value_name = "COUNT")]
    pub(super) nodes: Option<u64>,
}

impl SearchOptions {
    /// The steps that may be taken; `usual` is the command's default.
    pub(super) fn moves(&self, usual: Moves) -> Moves {
        match (self.moves, self.cut_corners) {
            (Some(MovesName::Four), _) => Moves::Four,
            (_, true) => Moves::EightCutting,
            (Some(MovesName::Eight), false) => Moves::Eight,
            (None, false) => usual,
        }
    }

    /// The library's options with the first algorithm and heuristic.
    pub(super) fn first(&self) -> Options {
        self.with(self.algorithm[0], self.heuristic.first().copied(), Moves::Four)
    }

    /// The library's options with one algorithm and heuristic.
    pub(super) fn with(
        &self,
        algorithm: Algorithm,
        heuristic: Option<Heuristic>,
        usual: Moves,
    ) -> Options {
        Options { algorithm, heuristic, moves: self.moves(usual), weight: self.weight }
    }

    /// The limits, of which the time begins now.
    pub(super) fn limits<'a>(&self, stop: &'a AtomicBool) -> Limits<'a> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        Limits { stop: Some(stop), expansions: self.nodes, deadline }
    }
}

/// A factor that weighted A\* takes.
fn weight(text: &str) -> Result<f64, BadValue> {
    match text.parse::<f64>() {
        Ok(weight) if (1.0..=1000.0).contains(&weight) => Ok(weight),
        _ => Err(BadValue::new("expected a number from 1 to 1000", "应为 1 到 1000 的数")),
    }
}

/// A positive time in seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, BadValue> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| *seconds > 0.0)
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| {
            BadValue::new(
                "expected a positive number of seconds, such as 2 or 0.5",
                "应为正的秒数，例如 2 或 0.5",
            )
        })
}

/// A number of bytes, with K, M or G.
pub(super) fn bytes(text: &str) -> Result<u64, BadValue> {
    let upper = text.trim().to_ascii_uppercase();
    let upper = upper.strip_suffix('B').unwrap_or(&upper);
    let (digits, factor) = match upper.char_indices().last() {
        Some((at, 'K')) => (&upper[..at], 1 << 10),
        Some((at, 'M')) => (&upper[..at], 1 << 20),
        Some((at, 'G')) => (&upper[..at], 1 << 30),
        _ => (upper, 1),
    };
    digits.parse::<u64>().ok().and_then(|number| number.checked_mul(factor)).ok_or_else(|| {
        BadValue::new("expected a size such as 500K, 64M or 1G", "应为大小，例如 500K、64M 或 1G")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_others_rely_on() {
        let algorithms: Vec<&str> = Algorithm::ALL.iter().map(|one| one.name()).collect();
        assert_eq!(
            algorithms.join(" "),
            "auto bfs dfs ucs greedy astar weighted-astar bidirectional ida ida-table fringe jps \
             jps-table jpsw labels priced"
        );
        let heuristics: Vec<&str> = Heuristic::ALL.iter().map(|one| one.name()).collect();
        assert_eq!(
            heuristics.join(" "),
            "zero manhattan octile chebyshev euclid supply-region exact"
        );
    }

    #[test]
    fn numbers_are_checked() {
        assert_eq!(bytes("64M"), Ok(64 << 20));
        assert_eq!(bytes("12"), Ok(12));
        assert_eq!(bytes("2gb"), Ok(2 << 30));
        for wrong in ["", "M", "-1", "1.5K", "99999999999999999999", "9999999999999G", "1字"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert!(seconds("0").is_err() && seconds("nan").is_err() && seconds("1e300").is_err());
        assert!(weight("0.9").is_err() && weight("inf").is_err() && weight("1").is_ok());
    }
}
