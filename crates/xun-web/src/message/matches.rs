//! Messages about matches: players and terms, the live boards, and the table with its errors.

use super::Text;
use super::board::{GameKind, View};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What can be asked about matches.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum MatchQuestion {
    /// Which matches are there?
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
    /// Stop a match; it can be gone on with.
    Halt {
        /// Its number.
        id: u32,
    },
    /// Go on with a match that was stopped.
    GoOn {
        /// Its number.
        id: u32,
    },
    /// Remove a match and its games.
    Delete {
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
    /// Which game.
    pub game: GameKind,
    /// A name for the list.
    pub name: String,
    /// The rule set's name.
    pub rules: String,
    /// Points a side of a Gomoku board; ignored in Xiangqi.
    pub size: u32,
    /// Who plays, 2 to 8.
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
    /// Games played.
    pub played: u32,
    /// As in [`MatchState`].
    pub phase: String,
}

/// Where a match stands.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub struct MatchState {
    /// Its number.
    pub id: u32,
    /// Players and terms.
    pub setup: MatchSetup,
    /// `preparing`, `running`, `stopping`, `stopped`, `finished`, `decided` or `failed`.
    pub phase: String,
    /// What the test decided, or what failed.
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

/// A finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MatchResult {
    /// Its number, from 0.
    pub game: u32,
    /// Who sat where.
    pub players: [u32; 2],
    /// 0 first, 1 second; none for a draw.
    pub winner: Option<u8>,
    /// Why, for programs: `rules`, `repetition`, `draw_rule`, `resignation`, `agreement`, …
    pub ending: String,
    /// Why, as the referee wrote it down.
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
    /// Who sits where.
    pub players: [u32; 2],
    /// What stands where.
    pub view: View,
    /// The last move.
    pub last: Option<String>,
    /// Moves so far, the opening's included.
    pub moves: u32,
    /// Each side's own score of its last move, from its side, in hundredths.
    pub scores: [Option<i32>; 2],
    /// How deep each side searched for it.
    pub depths: [Option<u32>; 2],
}
