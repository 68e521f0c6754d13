//! Everything that travels between page and server, version 1. Each question carries a number;
//! every answer to it carries the same number, and the last one says so. The page's
//! `web/src/api.ts` is generated from these types, and a test fails when it is not what it should
//! be.

pub mod board;
pub mod lab;
pub mod matches;
pub mod paths;
pub mod puzzles;
pub mod tree;
#[cfg(test)]
mod types;
pub mod undo;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;
pub use xun_text::Text;

/// The version of the messages. A page of another version is told to reload.
pub const VERSION: u32 = 1;

/// A message of the page: a question with its number.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Ask {
    /// The version of the messages, 1.
    pub v: u32,
    /// The question's number, new for each question of a socket.
    pub id: u32,
    /// The question.
    pub ask: Question,
}

/// A message of the server: an answer with its number.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tell {
    /// The version of the messages, 1.
    pub v: u32,
    /// The number of the question.
    pub id: u32,
    /// Whether no more answers to this question will come.
    pub last: bool,
    /// The answer.
    pub tell: Answer,
}

/// A question of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Question {
    /// Asks for the server's version and abilities.
    Hello,
    /// Stop the question with this number.
    Stop {
        /// Its number.
        target: u32,
    },
    /// Lists algorithms, heuristics, generators and formats.
    PathMenu,
    /// Make a map.
    PathGenerate(paths::Generate),
    /// Read a map from text in any of the formats.
    PathRead(paths::Read),
    /// Read the problems of a `.scen` file.
    PathScenarios(paths::ReadScenarios),
    /// Write a map in a format.
    PathWrite(paths::Write),
    /// Search, and tell every event.
    PathRun(paths::Run),
    /// Ask one of the other questions about a map, and tell every event.
    PathAsk(paths::MapQuestion),
    /// Keep a map under a number.
    PathKeep(paths::Keep),
    /// The kept map with this number.
    PathOpen {
        /// Its number.
        id: u32,
    },
    /// Something about boards.
    Board(board::BoardQuestion),
    /// Search a game tree and keep it.
    Tree(tree::TreeQuestion),
    /// Something about matches.
    Match(matches::MatchQuestion),
    /// Something about experiments.
    Lab(lab::LabQuestion),
    /// Something about changes that can be undone.
    Undo(undo::UndoQuestion),
    /// Something about puzzles.
    Puzzle(puzzles::PuzzleQuestion),
}

/// An answer of the server.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Answer {
    /// The server's version and abilities.
    Welcome(Welcome),
    /// The question was carried out and there is nothing to say.
    Done,
    /// The question cannot be carried out.
    Refusal(Refusal),
    /// Algorithms, heuristics, generators, formats.
    PathMenu(paths::Menu),
    /// A map.
    PathMap(paths::GridMap),
    /// A kept map.
    PathKept(paths::Kept),
    /// Problems of a `.scen` file.
    PathScenarios {
        /// The first five thousand.
        scenarios: Vec<paths::Scenario>,
        /// Their total number.
        total: u32,
    },
    /// A text to save, with the name that its file should have.
    Text {
        /// A file name.
        name: String,
        /// The text.
        text: String,
    },
    /// Some events of a search, in order.
    PathEvents(paths::Events),
    /// The result of a path search.
    PathResult(paths::RunResult),
    /// Choices for a new game.
    BoardMenu(board::Menu),
    /// A game.
    BoardState(Box<board::State>),
    /// Saved games.
    BoardList {
        /// The latest first.
        games: Vec<board::Listed>,
    },
    /// A position, possible or not.
    BoardChecked(board::Checked),
    /// A position that a line leads to.
    BoardView(board::View),
    /// An engine's lines so far.
    BoardLines(board::Lines),
    /// A move of a review.
    BoardNote {
        /// The node.
        node: u32,
        /// The comment.
        note: board::Note,
    },
    /// The judgement of a move that was tried.
    BoardTried(Box<board::Tried>),
    /// The next exercise.
    BoardExercises(Box<board::Exercises>),
    /// The next puzzle.
    PuzzleNext(Box<puzzles::NextPuzzle>),
    /// The judgement of a try, or a solution.
    PuzzleTried(Box<puzzles::TriedPuzzle>),
    /// The move to find, for a hint.
    PuzzleHint {
        /// The move.
        text: String,
    },
    /// A proof of a forced win, or why there is none.
    BoardProof(board::BoardProof),
    /// Moves played from a position.
    BoardExplorer(board::Explorer),
    /// A searched game tree.
    Tree(tree::Tree),
    /// Matches, running and kept.
    #[serde(rename_all = "camelCase")]
    MatchList {
        /// The latest first.
        matches: Vec<matches::MatchListed>,
        /// The numbers of removed matches that can be restored, the largest first.
        removed: Vec<u32>,
        /// Games that one match may play at one time.
        most_at_once: u32,
    },
    /// The state of a match.
    MatchState(Box<matches::MatchState>),
    /// The boards of a match, when only moves were made.
    MatchBoards {
        /// The boards.
        boards: Vec<matches::LiveBoard>,
    },
    /// Experiments that ship.
    LabCatalogue {
        /// In the order of the report.
        experiments: Vec<lab::LabExperiment>,
    },
    /// The state of an experiment.
    LabState(Box<lab::LabState>),
    /// The next undo and redo of an object.
    UndoOffers(undo::UndoOffers),
    /// A whole object was removed.
    Removed {
        /// The change; none where there was no such object.
        undo: Option<undo::UndoEntry>,
    },
}

/// The server's version and abilities.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Welcome {
    /// The program's version.
    pub version: String,
    /// Names of the external engines that may play.
    pub engines: Vec<String>,
}

/// The kind of a refusal, for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum RefusalCode {
    /// The message is not a question of this interface.
    Malformed,
    /// The page was built for another version of the messages.
    Version,
    /// A value in the question is wrong; `faults` may list every fault.
    Input,
    /// The thing that the question names does not exist.
    Missing,
    /// The server is at a limit, or the thing is in use.
    Busy,
    /// An external engine failed.
    Engine,
    /// The store of saved games failed.
    Store,
}

/// Why a question cannot be carried out.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Refusal {
    /// For programs.
    pub code: RefusalCode,
    /// In a sentence.
    pub words: Text,
    /// Every fault of what was given.
    pub faults: Vec<Fault>,
}

/// One fault of an input and where it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Fault {
    /// Line of a text, from 1.
    pub line: Option<u32>,
    /// Column of a text, from 1.
    pub column: Option<u32>,
    /// The fault, and what is expected.
    pub words: Text,
    /// Points of the board that it concerns, as a view counts them.
    pub points: Vec<u32>,
    /// Moves of a game that were read before the fault; they can be imported alone.
    pub moves_before: Option<u32>,
}

impl Fault {
    /// A fault without a place.
    pub fn new(words: Text) -> Self {
        Self { line: None, column: None, words, points: Vec::new(), moves_before: None }
    }

    /// A fault at a place of a text.
    pub fn at(line: u64, column: u64, words: Text) -> Self {
        Self { line: Some(line as u32), column: Some(column as u32), ..Self::new(words) }
    }
}

impl Refusal {
    /// A refusal without a list of faults.
    pub fn new(code: RefusalCode, words: Text) -> Self {
        Self { code, words, faults: Vec::new() }
    }

    /// A refusal because the message is not a question.
    pub fn malformed(words: Text) -> Self {
        Self::new(RefusalCode::Malformed, words)
    }

    /// A refusal because the page is of another version.
    pub fn version(words: Text) -> Self {
        Self::new(RefusalCode::Version, words)
    }

    /// A refusal because a value in the question is wrong.
    pub fn input(words: Text) -> Self {
        Self::new(RefusalCode::Input, words)
    }

    /// A refusal because the thing asked for does not exist.
    pub fn missing(words: Text) -> Self {
        Self::new(RefusalCode::Missing, words)
    }

    /// A refusal because the server is at a limit, or the thing is in use.
    pub fn busy(words: Text) -> Self {
        Self::new(RefusalCode::Busy, words)
    }

    /// A refusal because an external engine failed.
    pub fn engine(words: Text) -> Self {
        Self::new(RefusalCode::Engine, words)
    }

    /// A refusal because the store of saved games failed.
    pub fn store(words: Text) -> Self {
        Self::new(RefusalCode::Store, words)
    }

    /// A refusal of an input, with what is wrong with it.
    pub fn faults(words: Text, faults: Vec<Fault>) -> Self {
        Self { code: RefusalCode::Input, words, faults }
    }
}
