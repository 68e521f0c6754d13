//! The options that `solve` and `watch` share: which search, by which moves, within which limits.

use crate::usage_error::BadValue;
use clap::{Args, ValueEnum};
use std::time::{Duration, Instant};
use xun_grid::search::Moves;

/// The algorithms by the names that the command line knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum AlgorithmName {
    Auto,
    Bfs,
    Dfs,
    Ucs,
    Greedy,
    Astar,
    WeightedAstar,
    Bidirectional,
    Ida,
    IdaTable,
    Fringe,
    Jps,
    JpsTable,
    Labels,
}

/// The heuristics by the names that the command line knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HeuristicName {
    Zero,
    Manhattan,
    Octile,
    Chebyshev,
    Euclid,
    SupplyRegion,
    Exact,
}

/// How many neighbours a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MovesName {
    #[value(name = "4")]
    Four,
    #[value(name = "8")]
    Eight,
}

/// Which search, and how far it may go.
#[derive(Args, Clone, Debug)]
pub(super) struct SearchOptions {
    /// Algorithm; several with commas for --compare
    #[arg(
        long,
        short,
        value_enum,
        value_delimiter = ',',
        default_value = "auto",
        value_name = "NAME"
    )]
    pub(super) algorithm: Vec<AlgorithmName>,
    /// Heuristic; several with commas for --compare (default: the best admissible one)
    #[arg(long, short = 'H', value_enum, value_delimiter = ',', value_name = "NAME")]
    pub(super) heuristic: Vec<HeuristicName>,
    /// Neighbours of a cell: 4, or 8 with diagonal steps of √2
    #[arg(long, short, value_enum, value_name = "COUNT")]
    pub(super) moves: Option<MovesName>,
    /// With 8 moves, allow diagonal steps past a wall's corner
    #[arg(long)]
    pub(super) cut_corners: bool,
    /// Weight of weighted-astar: the path costs at most this many times the least
    #[arg(long, short, default_value = "1.5", value_parser = weight, value_name = "FACTOR")]
    pub(super) weight: f64,
    /// Give up after so many seconds
    #[arg(long, value_parser = seconds, value_name = "SECONDS")]
    pub(super) time: Option<Duration>,
    /// Give up after so many expansions
    #[arg(long, value_name = "COUNT")]
    pub(super) nodes: Option<u64>,
}

impl SearchOptions {
    /// The steps there are; `usual` is what the command does unless told.
    pub(super) fn moves(&self, usual: Moves) -> Moves {
        match (self.moves, self.cut_corners) {
            (Some(MovesName::Four), _) => Moves::Four,
            (_, true) => Moves::EightCutting,
            (Some(MovesName::Eight), false) => Moves::Eight,
            (None, false) => usual,
        }
    }

    /// When to give up, counted from now.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.time.and_then(|time| Instant::now().checked_add(time))
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

/// The name of an option's value as it is typed.
pub(super) fn name(value: impl ValueEnum + Copy) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_others_rely_on() {
        let algorithms: Vec<String> =
            AlgorithmName::value_variants().iter().map(|&algorithm| name(algorithm)).collect();
        assert_eq!(
            algorithms.join(" "),
            "auto bfs dfs ucs greedy astar weighted-astar bidirectional ida ida-table fringe jps jps-table labels"
        );
        let heuristics: Vec<String> =
            HeuristicName::value_variants().iter().map(|&heuristic| name(heuristic)).collect();
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
