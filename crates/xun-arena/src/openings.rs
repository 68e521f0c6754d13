//! Openings from a file: one a line. Xiangqi: a FEN, or moves like `h2e2 h9g7`, or a FEN followed
//! by `moves …`. Gomoku: points like `h8i9` or `h8 i9`. Blank lines and lines that begin with `#`
//! are skipped.

use crate::record::{Game, Opening};
use crate::runner::MakeReferee;
use thiserror::Error;

/// Lines that hold no opening: where, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.describe())]
pub struct OpeningsError {
    /// Line numbers from 1, with what is wrong.
    pub faults: Vec<(usize, String)>,
}

impl OpeningsError {
    fn describe(&self) -> String {
        let more = self.faults.len().saturating_sub(10);
        let more = (more > 0).then(|| format!("… and {more} more lines"));
        let shown =
            self.faults.iter().take(10).map(|(line, reason)| format!("line {line}: {reason}"));
        shown.chain(more).collect::<Vec<_>>().join("\n")
    }
}

/// Reads openings and tries each on the referee's board; a line that cannot be played, or is
/// already decided, is a fault, and all faults are listed.
pub fn read_openings(
    text: &str,
    game: Game,
    referees: &MakeReferee<'_>,
) -> Result<Vec<Opening>, OpeningsError> {
    let (mut openings, mut faults) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = match game {
            Game::Xiangqi => xiangqi_opening(line),
            Game::Gomoku => gomoku_opening(line),
        };
        match referees(&opening) {
            Ok(board) => match board.verdict() {
                None => openings.push(opening),
                Some(verdict) => {
                    faults.push((number, format!("the game is over already: {}", verdict.note)));
                }
            },
            Err(reason) => faults.push((number, reason)),
        }
    }
    if openings.is_empty() && faults.is_empty() {
        faults.push((1, "no opening in the file".to_owned()));
    }
    if faults.is_empty() { Ok(openings) } else { Err(OpeningsError { faults }) }
}

fn xiangqi_opening(line: &str) -> Opening {
    let (start, moves) = match line.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None if line.contains('/') => (line, ""),
        None => ("", line),
    };
    let start = (!matches!(start, "" | "startpos")).then(|| start.to_owned());
    Opening { start, moves: moves.split_whitespace().map(str::to_owned).collect() }
}

/// A point begins with its letter.
fn gomoku_opening(line: &str) -> Opening {
    let mut moves: Vec<String> = Vec::new();
    for letter in line.chars().filter(|letter| !letter.is_whitespace()) {
        match moves.last_mut() {
            Some(point) if !letter.is_ascii_alphabetic() => point.push(letter),
            _ => moves.push(letter.to_string()),
        }
    }
    Opening { start: None, moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::GomokuReferee;
    use crate::referee::Referee;
    use xun_gomoku::rules::{Rule, Size};

    fn gomoku(opening: &Opening) -> Result<Box<dyn Referee>, String> {
        Ok(Box::new(GomokuReferee::new(Size::STANDARD, Rule::Freestyle, opening)?))
    }

    #[test]
    fn reads_points_and_skips_comments() {
        let openings =
            read_openings("# balanced\n\nh8i9j10\n h8 a15\r\n", Game::Gomoku, &gomoku).unwrap();
        assert_eq!(openings[0].moves, ["h8", "i9", "j10"]);
        assert_eq!(openings[1].moves, ["h8", "a15"]);
    }

    #[test]
    fn lists_every_bad_line() {
        let error = read_openings("h8h8\nh8\nbanana\n\u{0}\n", Game::Gomoku, &gomoku).unwrap_err();
        assert_eq!(error.faults.iter().map(|fault| fault.0).collect::<Vec<_>>(), [1, 3, 4]);
        assert!(read_openings("", Game::Gomoku, &gomoku).is_err());
    }

    #[test]
    fn positions_and_moves() {
        assert_eq!(xiangqi_opening("h2e2 h9g7").moves, ["h2e2", "h9g7"]);
        assert_eq!(xiangqi_opening("startpos moves h2e2").start, None);
        assert_eq!(xiangqi_opening("4k4/9/9/9/9/9/9/9/9/4K4 w moves e0e1").moves, ["e0e1"]);
        assert!(xiangqi_opening("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1").start.is_some());
    }
}
