//! The limits of a player: time, depth, nodes.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// Limits of thinking; those that are given all hold. Written `100ms`, `60s+0.5s`, `depth=6`,
/// `nodes=5000`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time for each move.
    pub per_move: Option<Duration>,
    /// Time for all moves of a game.
    pub per_game: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
    /// Depth of search.
    pub depth: Option<u32>,
    /// Nodes of search.
    pub nodes: Option<u64>,
}

/// A time control that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("time control {0:?}: expected 100ms a move, 60s+0.5s a game, depth=N or nodes=N")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || TimeControlError(text.to_owned());
        let whole = |number: &str| {
            number.parse::<u64>().ok().filter(|&number| number > 0).ok_or_else(wrong)
        };
        if let Some(depth) = text.strip_prefix("depth=") {
            let depth = u32::try_from(whole(depth)?).map_err(|_| wrong())?;
            return Ok(Self { depth: Some(depth), ..Self::default() });
        }
        if let Some(nodes) = text.strip_prefix("nodes=") {
            return Ok(Self { nodes: Some(whole(nodes)?), ..Self::default() });
        }
        if let Some((game, increment)) = text.split_once('+') {
            let per_game = Some(duration(game).filter(|time| !time.is_zero()).ok_or_else(wrong)?);
            return Ok(Self {
                per_game,
                increment: duration(increment).ok_or_else(wrong)?,
                ..Self::default()
            });
        }
        let per_move = Some(duration(text).filter(|time| !time.is_zero()).ok_or_else(wrong)?);
        Ok(Self { per_move, ..Self::default() })
    }
}

/// `250ms`, `1.5s`, `2m`; up to a day.
fn duration(text: &str) -> Option<Duration> {
    let split = text.find(|letter: char| letter.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(split);
    let unit = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * unit;
    (0.0..=86_400.0).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some(time) = self.per_move {
            parts.push(format!("{}ms", time.as_millis()));
        }
        if let Some(time) = self.per_game {
            parts.push(format!("{}s+{}s", time.as_secs_f64(), self.increment.as_secs_f64()));
        }
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        formatter.write_str(&parts.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in ["100ms", "60s+0.5s", "depth=6", "nodes=5000"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("1.5s".parse::<TimeControl>().unwrap().to_string(), "1500ms");
    }

    #[test]
    fn refuses_nonsense() {
        for text in [
            "",
            "100",
            "0ms",
            "-1s",
            "nans",
            "1e99s",
            "depth=0",
            "nodes=x",
            "1s+",
            "+1s",
            "depth=99999999999",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }
}
