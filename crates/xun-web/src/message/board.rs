//! Messages about Xiangqi and Gomoku. The page holds no rules: a view lists the pieces and the
//! legal moves; the page only shows it and sends back one of those moves.

use super::undo::UndoEntry;
use super::{Fault, Text};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A question about boards.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum BoardQuestion {
    /// Lists the choices for a new game.
    Menu {
        /// The game.
        game: GameKind,
    },
    /// Begin a game.
    New {
        /// Its set-up.
        setup: Setup,
    },
    /// Show a saved game.
    Open {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// Refuse a game of another kind.
        #[serde(default)]
        game: Option<GameKind>,
    },
    /// Shows a saved game now and whenever another page changes it, until stopped.
    Follow {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
    },
    /// Play a move at a node.
    Play {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node before the move.
        at: u32,
        /// The move: one of the view's legal ones.
        text: String,
        /// Milliseconds that it took.
        spent: Option<u32>,
    },
    /// Show another node.
    Go {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node; 0 is the start.
        node: u32,
    },
    /// Remove a move and all that follows it.
    Prune {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
        /// Whether a player takes the moves back.
        #[serde(default)]
        take_back: bool,
    },
    /// Writes comment, marks and drawings of a node.
    Remark {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node; 0 is the start.
        node: u32,
        /// What is written there from now on.
        remarks: Remarks,
    },
    /// Turns the board of a game.
    Turn {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// Whether the second side sits below.
        flipped: bool,
    },
    /// End a game by resignation, agreement or time.
    End {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The winner; none for a draw.
        winner: Option<u8>,
        /// [`Ending::Resign`], [`Ending::Draw`] or [`Ending::Time`].
        code: Ending,
    },
    /// Make the choice of an opening rule.
    Choose {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// One of the choices that the state offers.
        choice: OpeningChoice,
    },
    /// Lists the saved games.
    List {
        /// Only of this game.
        game: Option<GameKind>,
        /// Only those whose name or set-up contains this.
        words: String,
    },
    /// Remove a game.
    Delete {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
    },
    /// Write a game as text.
    Export {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The format's name from the menu.
        format: String,
    },
    /// Read a game from text; the set-up says which game, and what the text does not.
    Import {
        /// Its set-up.
        setup: Setup,
        /// The text.
        text: String,
        /// Whether to read a faulty text up to its first fault.
        #[serde(default)]
        partial: bool,
    },
    /// Checks a set-up and lists its faults.
    Check {
        /// The set-up.
        setup: Setup,
    },
    /// Show what a line would lead to, without playing it.
    Peek {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
        /// The moves.
        moves: Vec<String>,
    },
    /// Let the engine whose turn it is think.
    Think {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
        /// Whether to play the move, or only to hint at it.
        play: bool,
    },
    /// Analyse until stopped.
    Analyse {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
        /// Number of lines, 1 to 20; many give values of candidate points.
        lines: u32,
        /// Whether to look for the other side's threat too.
        threat: bool,
    },
    /// Look at every move of the line through the current node, and mark mistakes.
    Review {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// Milliseconds for each position.
        milliseconds: u32,
    },
    /// Judges a move instead of the one at a node.
    Try {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node of the move that was played.
        node: u32,
        /// The move to play instead.
        text: String,
    },
    /// Proves a forced win of the side to move (Gomoku).
    Solve {
        /// The game.
        #[cfg_attr(test, ts(type = "number"))]
        id: i64,
        /// The node.
        node: u32,
    },
    /// The next exercise of a game, made of mistakes found in reviews.
    Exercise {
        /// The game.
        game: GameKind,
    },
    /// Answers an exercise; it comes back later, sooner if the answer is wrong.
    AnswerExercise {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        exercise: i64,
        /// The move.
        text: String,
    },
    /// Removes an exercise.
    ForgetExercise {
        /// Its number.
        #[cfg_attr(test, ts(type = "number"))]
        exercise: i64,
    },
}

/// The game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum GameKind {
    /// Chinese chess.
    Xiangqi,
    /// Five in a row.
    Gomoku,
}

// The only conversion: everything else uses `Game` and `Setting`.
impl From<GameKind> for xun_arena::Game {
    fn from(kind: GameKind) -> Self {
        match kind {
            GameKind::Xiangqi => Self::Xiangqi,
            GameKind::Gomoku => Self::Gomoku,
        }
    }
}

/// The player of a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Player {
    /// A person at the page.
    Human,
    /// Our engine at a level from the menu.
    Engine {
        /// The level's name.
        level: String,
    },
    /// An engine configured on the server's command line.
    External {
        /// Its name.
        name: String,
    },
}

/// Time for each side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Clock {
    /// Milliseconds for the game.
    pub base: u32,
    /// Milliseconds added for each move.
    pub increment: u32,
}

/// Limit of the engine's search for each move where no clock runs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Thinking {
    /// So long.
    Time {
        /// Milliseconds, up to a minute.
        milliseconds: u32,
    },
    /// So deep.
    Depth {
        /// Plies.
        plies: u32,
    },
    /// So many positions.
    Nodes {
        /// Positions.
        nodes: u32,
    },
}

/// The opening rule of a game, and where its opening stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OpeningState {
    /// A swap2 opening in which no choice was made yet.
    #[serde(rename = "swap2")]
    Swap2,
    /// A swap2 opening in which the second player places two more stones.
    #[serde(rename = "swap2:more")]
    Swap2More,
    /// A swap2 opening that is over.
    #[serde(rename = "swap2:done")]
    Swap2Done,
    /// No opening rule; also any other name.
    #[serde(rename = "free", other)]
    Free,
}

/// The set-up of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Setup {
    /// The game.
    pub game: GameKind,
    /// A name for the list of games.
    pub name: String,
    /// The rule set's name from the menu.
    pub rules: String,
    /// Points a side of a Gomoku board; ignored in Xiangqi.
    pub size: u32,
    /// The opening rule's name from the menu, for Gomoku; `swap2:more` and `swap2:done` are where a
    /// swap2 opening stands.
    #[cfg_attr(test, ts(type = "string"))]
    pub opening: OpeningState,
    /// The first position: a FEN, or a string of moves for Gomoku. None is the usual one.
    pub position: Option<String>,
    /// The players: first (red, black) and second.
    pub players: [Player; 2],
    /// The clock, if there is one.
    pub clock: Option<Clock>,
    /// Limit of the engines without a clock; none leaves it to the level.
    #[serde(default)]
    pub think: Option<Thinking>,
    /// Names of the players; an empty one is not known.
    #[serde(default)]
    pub names: [String; 2],
    /// Tags of an imported record that have no place elsewhere: event, site, date, round.
    #[serde(default)]
    pub tags: Vec<Tag>,
}

/// A tag of a game record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tag {
    /// Its name, such as `Date`.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// Comment, marks and drawings of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(test, derive(TS))]
pub struct Remarks {
    /// The comment before the first move of a variation.
    pub before: String,
    /// The comment.
    pub comment: String,
    /// Numbered marks (NAG): 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others.
    pub glyphs: Vec<u8>,
    /// Arrows and circles.
    pub shapes: Vec<Shape>,
}

/// An arrow or a circle on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Shape {
    /// Its colour.
    pub colour: ShapeColour,
    /// The point, such as `h2`.
    pub from: String,
    /// The point that an arrow leads to; none for a circle.
    pub to: Option<String>,
}

/// The colour of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum ShapeColour {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

/// A board with its legal moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct View {
    /// Points from left to right.
    pub columns: u32,
    /// Points from top to bottom.
    pub rows: u32,
    /// One character a point, row by row from the top: `.` empty; FEN letters, or `x` black and `o`
    /// white.
    pub cells: String,
    /// Whose turn it is: 0 first (red, black), 1 second.
    pub side: u8,
    /// The point of a general in check.
    pub check: Option<u32>,
    /// Every legal move, as the page sends it back.
    pub legal: Vec<String>,
    /// Points that black may not take under renju.
    pub forbidden: Vec<u32>,
    /// The reason for each of these points: overline, double four, double three.
    pub forbidden_because: Vec<Text>,
    /// The points of a row of five.
    pub row: Vec<u32>,
    /// If the game is over by the rules.
    pub over: Option<Over>,
    /// The position as text (FEN, or the moves).
    pub text: String,
}

/// The reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Ending {
    /// Checkmate.
    Checkmate,
    /// No legal move.
    Stalemate,
    /// Perpetual check or chase.
    Perpetual,
    /// A repetition that is a draw.
    Repetition,
    /// Too many moves without a capture.
    Quiet,
    /// Neither side has enough material.
    Material,
    /// Five in a row.
    Five,
    /// The board is full.
    Full,
    /// Resignation.
    Resign,
    /// Agreement.
    Draw,
    /// Time ran out.
    Time,
    /// The result that an imported record gives.
    Recorded,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Over {
    /// 0 first, 1 second; none for a draw.
    pub winner: Option<u8>,
    /// Why.
    pub code: Ending,
}

/// A move of a saved game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Node {
    /// Its number, from 1.
    pub id: u32,
    /// The move before it; 0 is the start.
    pub parent: u32,
    /// The side that moved: 0 first, 1 second.
    pub side: u8,
    /// The move as it is sent.
    pub text: String,
    /// Its names.
    pub names: Names,
    /// Milliseconds left on the mover's clock.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub clock: Option<i64>,
    /// The review's comment.
    pub note: Option<Note>,
    /// Comment, marks and drawings.
    pub remarks: Remarks,
}

/// A move in the notations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Names {
    /// Coordinates: `h2e2`, `h8`.
    pub iccs: String,
    /// WXF: `C2=5`.
    pub wxf: String,
    /// Chinese: 炮二平五.
    pub zh: String,
}

/// The quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Mark {
    /// The engine's choice.
    Best,
    /// Nearly as good.
    Good,
    /// Loses at least 6 % of winning.
    Inaccuracy,
    /// At least 12 %.
    Mistake,
    /// At least 25 %.
    Blunder,
}

/// The review's comment on a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Note {
    /// The score after it, seen from the first side.
    pub score: Score,
    /// Loss against the best move, in percent of winning.
    pub loss: f64,
    /// Its quality.
    pub mark: Mark,
    /// A better move, where there is one, and how it goes on.
    pub better: Vec<String>,
    /// The names of those moves. Notes of earlier versions have none.
    #[serde(default)]
    pub better_names: Vec<Names>,
}

/// A score, seen from the first side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Score {
    /// In hundredths of a pawn, or of what the game counts in.
    pub value: i32,
    /// Moves to a forced win (positive for the first side), if one was found.
    pub mate: Option<i32>,
    /// Chance of a first-side win, in percent.
    pub win: f64,
    /// Chance of a draw, in percent.
    pub draw: f64,
}

/// A game as the page shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct State {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Its set-up.
    pub setup: Setup,
    /// All moves with their variations.
    pub nodes: Vec<Node>,
    /// The node that is shown; 0 is the start.
    pub current: u32,
    /// The board at that node.
    pub view: View,
    /// The result, by the rules or otherwise, of the line that ends in the current node.
    pub over: Option<Over>,
    /// Milliseconds left for each side at the current node.
    #[cfg_attr(test, ts(type = "[number, number] | null"))]
    pub clocks: Option<[i64; 2]>,
    /// The turn of the opening rule, while it is under way.
    pub opening: Option<OpeningTurn>,
    /// The change of this game that can be undone.
    pub undo: Option<UndoEntry>,
    /// The change of this game that can be made again.
    pub redo: Option<UndoEntry>,
    /// Comment and drawings of the first position.
    pub remarks: Remarks,
    /// Whether the second side sits below.
    pub flipped: bool,
    /// The last move in words, for announcements: "Black: horse 8 forward 7. Check."
    pub spoken: Option<Text>,
    /// A message about what an engine has just done, such as its choice in a swap2 opening.
    pub told: Option<Text>,
    /// Summary of a review of the main line, if there was one.
    pub review: Option<ReviewSummary>,
}

/// Summary of a review.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ReviewSummary {
    /// Of the first and the second side.
    pub sides: [SideSummary; 2],
    /// Nodes of the mistakes and blunders, in order.
    pub mistakes: Vec<u32>,
}

/// Summary of a review for one side.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SideSummary {
    /// Moves that were looked at.
    pub moves: u32,
    /// Accuracy in percent: 100 where no winning chances were lost.
    pub accuracy: f64,
    /// Winning chances lost by a move on average, in percentage points.
    pub average_loss: f64,
    /// Moves marked `?!`.
    pub inaccuracies: u32,
    /// Moves marked `?`.
    pub mistakes: u32,
    /// Moves marked `??`.
    pub blunders: u32,
}

/// The engine's judgement of a move that was tried.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Tried {
    /// Whether it is about as good as the best move.
    pub good: bool,
    /// The move as it is kept.
    pub text: String,
    /// Its names.
    pub names: Names,
    /// The judgement; its `better` is the best line where the move is not good.
    pub note: Note,
    /// The position after the move.
    pub view: View,
}

/// A position in which a mistake was made, to be played better.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Exercise {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// The game that it comes from, if it is still there.
    #[cfg_attr(test, ts(type = "number"))]
    pub source: i64,
    /// The node of the mistake in that game.
    pub node: u32,
    /// The position, to be found a move in.
    pub view: View,
    /// The mistake.
    pub played: Names,
    /// Winning chances that it lost, in percentage points.
    pub loss: f64,
    /// How often it was answered well in a row.
    pub streak: u32,
}

/// The next exercise and how many there are.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Exercises {
    /// The one that is due the longest; none if none is due.
    pub next: Option<Exercise>,
    /// How many are due.
    pub due: u32,
    /// How many there are.
    pub total: u32,
}

/// The result of a proof search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum ProofVerdict {
    /// The side to move makes five at once.
    Five,
    /// It wins by fours alone.
    Fours,
    /// It wins by fours and threes.
    Threes,
    /// The other side makes five whatever is played.
    Loss,
    /// There is no win by fours and threes.
    NoForcedWin,
    /// A limit was reached first.
    Unknown,
}

/// A proof of a forced win, as a tree of moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BoardProof {
    /// The node of the game that it starts from.
    pub node: u32,
    /// The verdict.
    pub verdict: ProofVerdict,
    /// Plies to the five against the longest defence.
    pub length: u32,
    /// The line of the longest defence.
    pub line: Vec<String>,
    /// The tree, parents before children.
    pub steps: Vec<ProofStep>,
    /// Whether the tree was cut because it is too large to be sent.
    pub cut: bool,
    /// Positions searched.
    pub nodes: f64,
    /// Seconds of search.
    pub seconds: f64,
}

/// A move of a proof: the winner's, or an answer that must be met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ProofStep {
    /// Its number, from 1.
    pub id: u32,
    /// The move before it; 0 is the position asked about.
    pub parent: u32,
    /// The move.
    pub text: String,
    /// Whether the winner moves.
    pub wins: bool,
    /// The reason that the move forces an answer.
    pub forces: Option<Forces>,
    /// The moves that would win next if the threat were not met.
    pub threat: Vec<String>,
}

/// The reason that a move of a proof forces an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum Forces {
    /// It makes five.
    Five,
    /// It makes a four.
    Four,
    /// It makes a three, or another threat to win by fours.
    Three,
}

/// A choice of the swap2 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(TS))]
pub enum OpeningChoice {
    /// Take black.
    Black,
    /// Take white.
    White,
    /// Place two more stones and leave the choice of colour to the other player.
    More,
}

/// A turn of an opening rule: one player places stones of both colours, or chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OpeningTurn {
    /// The set-up's player who acts: 0 or 1.
    pub player: u8,
    /// Stones to place, of alternating colour.
    pub stones: u32,
    /// The choices; none while stones are to be placed.
    pub choices: Vec<OpeningChoice>,
}

/// One line of an analysis.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Line {
    /// Its rank, from 1.
    pub rank: u32,
    /// Its score.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// The deepest ply looked at.
    pub reach: u32,
    /// The moves, as they are sent.
    pub moves: Vec<String>,
    /// The moves in the notations.
    pub names: Vec<Names>,
}

/// An engine's lines so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Lines {
    /// The node that it thinks about.
    pub node: u32,
    /// The best lines, best first.
    pub lines: Vec<Line>,
    /// Positions searched.
    pub nodes: f64,
    /// Seconds of thought.
    pub seconds: f64,
    /// A threat of the other side, if it could move now.
    pub threat: Option<String>,
}

/// A line of the list of games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Listed {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub id: i64,
    /// Its set-up.
    pub setup: Setup,
    /// Moves in it.
    pub moves: u32,
    /// Its result.
    pub over: Option<Over>,
    /// Milliseconds since 1970 of the last change.
    #[cfg_attr(test, ts(type = "number"))]
    pub updated: i64,
}

/// Choices for a new game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS), ts(rename = "BoardMenu"))]
pub struct Menu {
    /// Levels, weakest first.
    pub levels: Vec<Named>,
    /// Rule sets.
    pub rules: Vec<Named>,
    /// Opening rules.
    pub openings: Vec<Named>,
    /// Formats that can be exported.
    pub formats: Vec<Named>,
    /// Positions to begin with.
    pub positions: Vec<Named>,
    /// External engines.
    pub engines: Vec<String>,
}

/// One thing to choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Named {
    /// Its name in messages.
    pub name: String,
    /// Its name for people.
    pub title: Text,
    /// A sentence about it.
    pub about: Text,
}

/// A position that the editor made: what it is, or everything that is wrong with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Checked {
    /// The position as text.
    pub text: String,
    /// The board, if it is possible.
    pub view: Option<View>,
    /// Everything that is wrong.
    pub faults: Vec<Fault>,
}
