//! Messages about matches: players and terms, the live boards, and the table with its errors.

use super::Text;
use super::board::{GameKind, View};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;
use xun_arena::Ending;

/// A question about matches.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum MatchQuestion {
    /// Lists the matches.
    List,
    /// Begin a match. It goes on when the page goes away.
    Begin {
        /// Players and terms.
        setup: MatchSetup,
    },
    /// Tell the state of a match now and whenever it changes, until it ends or the question is
    /// stopped.
    Watch {
        /// Its number.
        id: u32,
    },
    /// Stop a match; it can be resumed.
    Halt {
        /// Its number.
        id: u32,
    },
    /// Go on with a match that was stopped.
    GoOn {
        /// Its number.
        id: u32,
    },
    /// Remove a match and its games; it can be restored.
    Delete {
        /// Its number.
        id: u32,
    },
    /// Bring back a match that was removed.
    Restore {
        /// Its number.
        id: u32,
    },
    /// The games as a file.
    Download {
        /// The match's number.
        id: u32,
        /// `pgn` (Xiangqi), `sgf` or `psq` (Gomoku), or `json`.
        format: String,
        /// Only the game of this number.
        game: Option<u32>,
    },
}

/// Players and terms of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct MatchSetup {
    /// The game.
    pub game: GameKind,
    /// A name for the list.
    pub name: String,
    /// The rule set's name.
    pub rules: String,
    /// Points a side of a Gomoku board; ignored in Xiangqi.
    pub size: u32,
    /// The players, 2 to 8.
    pub players: Vec<MatchPlayer>,
    /// The first against each of the others, not everyone against everyone.
    pub gauntlet: bool,
    /// Games in all, up to 2,000.
    pub games: u32,
    /// Games at one time.
    pub at_once: u32,
    /// The limit of each move or game.
    pub control: MatchControl,
    /// So many random moves begin each pair of games; 0 is the usual start.
    pub random_plies: u32,
    /// Openings, one a line, instead of random ones.
    pub openings: String,
    /// End games early when both players' scores agree.
    pub adjudicate: bool,
    /// End the match when the first is shown to be this much, or not even this much, stronger than
    /// the second.
    pub sprt: Option<[f64; 2]>,
    /// Seed of everything random.
    pub seed: u32,
}

/// A player of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum MatchPlayer {
    /// Our engine at a level.
    Engine {
        /// The level's name.
        level: String,
    },
    /// A textbook search.
    Textbook {
        /// `minimax` or `alpha-beta`.
        algorithm: String,
        /// Names of refinements that are switched on.
        refinements: Vec<String>,
        /// Plies, 1 to 6.
        depth: u32,
    },
    /// An engine configured on the server's command line.
    External {
        /// Its name.
        name: String,
    },
    /// Any legal move.
    Random,
}

/// The limit of each move or game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum MatchControl {
    /// So long a move.
    Move {
        /// Milliseconds, 5 to 10,000.
        milliseconds: u32,
    },
    /// So long a game, with a little more for each move.
    Game {
        /// Milliseconds for the game.
        base: u32,
        /// Milliseconds added for each move.
        increment: u32,
    },
    /// So deep.
    Depth {
        /// Plies.
        plies: u32,
    },
    /// So many nodes.
    Nodes {
        /// Nodes.
        nodes: u32,
    },
}

/// A line of the list of matches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchListed {
    /// Its number.
    pub id: u32,
    /// Players and terms.
    pub setup: MatchSetup,
    /// The players' names.
    pub names: Vec<Text>,
    /// Games played.
    pub played: u32,
    /// Its phase.
    pub phase: MatchPhase,
}

/// The phase of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum MatchPhase {
    /// Openings are being chosen.
    Preparing,
    /// Games are being played.
    Running,
    /// The games under way are being given up.
    Stopping,
    /// Stopped before its last game; it can be continued.
    Stopped,
    /// All games are played.
    Finished,
    /// The sequential test is decided.
    Decided,
    /// It could not go on.
    Failed,
}

impl MatchPhase {
    /// Whether the match is at rest.
    #[must_use]
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Preparing | Self::Running | Self::Stopping)
    }
}

/// The state of a match.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct MatchState {
    /// Its number.
    pub id: u32,
    /// Players and terms.
    pub setup: MatchSetup,
    /// Its phase.
    pub phase: MatchPhase,
    /// The decision of the test, or the failure.
    pub words: Option<Text>,
    /// The players' names.
    pub names: Vec<Text>,
    /// Games played.
    pub played: u32,
    /// The table, in the order of the players.
    pub rows: Vec<MatchRow>,
    /// The sequential test, where there is one.
    pub test: Option<MatchTest>,
    /// The first player's Elo over the games.
    pub history: Vec<EloPoint>,
    /// The latest games, newest first.
    pub results: Vec<MatchResult>,
    /// The boards being played on.
    pub boards: Vec<LiveBoard>,
}

/// Elo after so many games; where a value is infinite there is none.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct EloPoint {
    /// Games played.
    pub games: u32,
    /// The estimate.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// A player's line of the table.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct MatchRow {
    /// Games won, drawn and lost.
    pub results: [u32; 3],
    /// Points a game, in percent.
    pub score: f64,
    /// Elo difference to all opponents together; none where it is infinite.
    pub elo: Option<f64>,
    /// Lower end of its 95 % interval; none where it is infinite.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
    /// Likelihood that it is the stronger, in percent.
    pub superiority: f64,
    /// Pairs of games by their sum: 0, ½, 1, 1½, 2 points.
    pub pairs: [u32; 5],
    /// Results against each opponent: won, drawn, lost.
    pub against: Vec<[u32; 3]>,
    /// Milliseconds a move.
    pub milliseconds: f64,
    /// Mean depth, where it states one.
    pub depth: Option<f64>,
    /// Games lost as a program: crashed, late, illegal.
    pub faults: u32,
}

/// The state of the sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchTest {
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// The lower Elo is accepted here.
    pub low: f64,
    /// The higher Elo is accepted here.
    pub high: f64,
}

/// The reason for the end of a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum MatchEnding {
    /// Checkmate.
    Checkmate,
    /// No legal move.
    Stalemate,
    /// Five in a row.
    Five,
    /// A forbidden point was played.
    Forbidden,
    /// Won by a rule that the record does not name.
    Rules,
    /// Repetition.
    Repetition,
    /// Too many moves without a capture.
    Quiet,
    /// Neither side has enough material.
    Material,
    /// The board is full.
    Full,
    /// Drawn by a rule that the record does not name.
    DrawRule,
    /// Resignation.
    Resignation,
    /// Both players' scores agreed.
    Agreement,
    /// The longest game allowed was reached.
    TooLong,
    /// An illegal move.
    IllegalMove,
    /// An answer that is no move.
    Nonsense,
    /// A move after the time was up.
    Late,
    /// No answer.
    Silent,
    /// The engine ended.
    Crash,
    /// The engine flooded its output.
    Flood,
}

impl From<Ending> for MatchEnding {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Checkmate => Self::Checkmate,
            Ending::Stalemate => Self::Stalemate,
            Ending::FiveInARow => Self::Five,
            Ending::ForbiddenMove => Self::Forbidden,
            Ending::Rules => Self::Rules,
            Ending::Repetition => Self::Repetition,
            Ending::QuietLimit => Self::Quiet,
            Ending::Material => Self::Material,
            Ending::FullBoard => Self::Full,
            Ending::DrawRule => Self::DrawRule,
            Ending::Resignation => Self::Resignation,
            Ending::Agreement => Self::Agreement,
            Ending::TooLong => Self::TooLong,
            Ending::IllegalMove => Self::IllegalMove,
            Ending::Nonsense => Self::Nonsense,
            Ending::Late => Self::Late,
            Ending::Silent => Self::Silent,
            Ending::Crash => Self::Crash,
            Ending::Flood => Self::Flood,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchResult {
    /// Its number, from 0.
    pub game: u32,
    /// The players' numbers, first seat first.
    pub players: [u32; 2],
    /// 0 first, 1 second; none for a draw.
    pub winner: Option<u8>,
    /// The reason for its end.
    pub ending: MatchEnding,
    /// Details, as the referee wrote them down.
    pub note: String,
    /// Moves, the opening's included.
    pub moves: u32,
}

/// A board being played on.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LiveBoard {
    /// The game's number, from 0.
    pub game: u32,
    /// The players' numbers, first seat first.
    pub players: [u32; 2],
    /// The board.
    pub view: View,
    /// The last move.
    pub last: Option<String>,
    /// Moves so far, the opening's included.
    pub moves: u32,
    /// Each side's own score of its last move, from its side, in hundredths.
    pub scores: [Option<i32>; 2],
    /// Moves to a forced win that a score means: positive for a win of that side.
    pub mates: [Option<i32>; 2],
    /// Search depth of each side's last move.
    pub depths: [Option<u32>; 2],
}
