//! Xiangqi in this crate: referee, openings as text, our engine as a player, keys in experience
//! books, PGN.

mod book_key;
mod engine;
mod pgn;
mod referee;

pub(crate) use engine::engine;
pub(crate) use pgn::pgn;
pub use referee::XiangqiReferee;

use crate::record::Opening;

/// A FEN, moves like `h2e2 h9g7`, or a FEN followed by `moves …`.
pub(crate) fn parse_opening(line: &str) -> Opening {
    let (start, moves) = match line.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None if line.contains('/') => (line, ""),
        None => ("", line),
    };
    let start = (!matches!(start, "" | "startpos")).then(|| start.to_owned());
    Opening { start, moves: moves.split_whitespace().map(str::to_owned).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_moves() {
        assert_eq!(parse_opening("h2e2 h9g7").moves, ["h2e2", "h9g7"]);
        assert_eq!(parse_opening("startpos moves h2e2").start, None);
        assert_eq!(parse_opening("4k4/9/9/9/9/9/9/9/9/4K4 w moves e0e1").moves, ["e0e1"]);
        assert!(parse_opening("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1").start.is_some());
    }
}
