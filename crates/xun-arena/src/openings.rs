//! Openings from a file, one a line, and random openings that our engine finds balanced.
//!
//! Xiangqi: a FEN, or moves like `h2e2 h9g7`, or a FEN followed by `moves …`. Gomoku: points like
//! `h8i9` or `h8 i9`. Blank lines and lines that begin with `#` are skipped.

use crate::player::{Player, Turn};
use crate::player_error::PlayerError;
use crate::record::{Opening, Seat};
use crate::referee::IllegalMove;
use crate::setting::{NotAMove, Setting};
use crate::spec::PlayerSpec;
use crate::time_control::TimeControl;
use thiserror::Error;
use xun_game::Stop;
use xun_gomoku::notation::Unreadable;
use xun_gomoku::rules::Impossible;
use xun_xiangqi::rules::FenError;

/// Random openings are always made so many at a time, whatever the count: a longer match begins
/// with those of a shorter one.
const BATCH: usize = 64;
/// Openings for which room is made beforehand.
const MOST_ROOM: usize = 10_000;
/// Nodes with which our engine judges an opening.
const JUDGE_NODES: u64 = 3000;

/// The reason why an opening cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// A first position of Xiangqi that cannot be read or cannot be.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A text that is no move.
    #[error(transparent)]
    NotAMove(#[from] NotAMove),
    /// A move that is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A first position of Gomoku, which has none.
    #[error("a Gomoku opening is a list of moves")]
    StartPosition,
    /// A text that is no point.
    #[error(transparent)]
    Point(#[from] Unreadable),
    /// Stones that cannot be so.
    #[error(transparent)]
    Stones(#[from] Impossible),
    /// A game that is over after the opening.
    #[error("the game is over already: {0}")]
    Over(String),
    /// A file without an opening.
    #[error("no opening in the file")]
    Missing,
}

/// Lines that hold no opening: where, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}", self.describe())]
pub struct OpeningsError {
    /// Line numbers from 1, each with its fault.
    pub faults: Vec<(usize, OpeningError)>,
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
///
/// # Errors
/// A file that cannot be read, or a line that is no opening.
pub fn read_openings(text: &str, setting: Setting) -> Result<Vec<Opening>, OpeningsError> {
    let (mut openings, mut faults) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let opening = setting.parse_opening(line);
        match setting.referee(&opening) {
            Ok(referee) => match referee.end() {
                None => openings.push(opening),
                Some(end) => faults.push((number, OpeningError::Over(end.note))),
            },
            Err(reason) => faults.push((number, reason)),
        }
    }
    if openings.is_empty() && faults.is_empty() {
        faults.push((1, OpeningError::Missing));
    }
    if faults.is_empty() { Ok(openings) } else { Err(OpeningsError { faults }) }
}

/// Our engine as the judge of openings.
pub struct OpeningJudge {
    engine: Box<dyn Player>,
    control: TimeControl,
}

impl OpeningJudge {
    /// A judge described as a player (`xun; Hash=4`) that searches so many nodes.
    ///
    /// # Errors
    /// An engine that cannot be made.
    pub fn new(
        setting: Setting,
        player: &PlayerSpec,
        nodes: u64,
        seed: u64,
    ) -> Result<Self, PlayerError> {
        let control = TimeControl { nodes: Some(nodes), ..TimeControl::default() };
        Ok(Self { engine: setting.player(player, seed)?, control })
    }

    /// The score of the side to move after the opening, in hundredths; none if it has none.
    pub fn score(&mut self, opening: &Opening, stop: &Stop) -> Option<i32> {
        self.engine.set_up(opening).ok()?;
        let clocks = Default::default();
        let turn = Turn { seat: Seat::First, clocks, control: &self.control, stop };
        self.engine.choose(&turn).ok()?.score
    }
}

impl Setting {
    /// Random openings whose score is at most `balance` for either side, judged by our engine.
    /// Fewer than `count` where they are hard to find; without plies, the game's start.
    #[must_use]
    pub fn balanced_openings(
        self,
        count: usize,
        plies: usize,
        balance: i32,
        seed: u64,
    ) -> Vec<Opening> {
        self.balanced_openings_until(count, plies, balance, seed, &Stop::new())
    }

    /// As [`balanced_openings`](Self::balanced_openings); those found so far once `stop` is raised.
    #[expect(clippy::missing_panics_doc, reason = "our own engine is a player")]
    #[must_use]
    pub fn balanced_openings_until(
        self,
        count: usize,
        plies: usize,
        balance: i32,
        seed: u64,
        stop: &Stop,
    ) -> Vec<Opening> {
        if plies == 0 {
            return vec![Opening::default()];
        }
        let player: PlayerSpec = "xun".parse().expect("our own engine is a player");
        let Ok(mut judge) = OpeningJudge::new(self, &player, JUDGE_NODES, seed) else {
            return Vec::new();
        };
        let mut kept = Vec::with_capacity(count.min(MOST_ROOM));
        for round in 0..(count.saturating_mul(20) / BATCH + 20) as u64 {
            for opening in self.random_openings(BATCH, plies, seed.wrapping_add(round)) {
                if stop.is_stopped() {
                    return kept;
                }
                if judge.score(&opening, stop).is_some_and(|score| score.abs() <= balance) {
                    kept.push(opening);
                }
                if kept.len() == count {
                    return kept;
                }
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gomoku(text: &str) -> Result<Vec<Opening>, OpeningsError> {
        read_openings(text, "gomoku".parse().unwrap())
    }

    #[test]
    fn reads_points_and_skips_comments() {
        let openings = gomoku("# balanced\n\nh8i9j10\n h8 a15\r\n").unwrap();
        assert_eq!(openings[0].moves, ["h8", "i9", "j10"]);
        assert_eq!(openings[1].moves, ["h8", "a15"]);
    }

    #[test]
    fn a_stop_ends_the_search_for_openings() {
        let stop = Stop::new();
        stop.stop();
        let setting: Setting = "gomoku".parse().unwrap();
        assert!(setting.balanced_openings_until(usize::MAX / 64, 4, 150, 1, &stop).is_empty());
        assert_eq!(setting.balanced_openings(2, 4, 150, 1).len(), 2);
    }

    #[test]
    fn lists_every_bad_line() {
        let error = gomoku("h8h8\nh8\nbanana\n\u{0}\n").unwrap_err();
        assert_eq!(error.faults.iter().map(|fault| fault.0).collect::<Vec<_>>(), [1, 3, 4]);
        assert!(gomoku("").is_err());
    }
}
