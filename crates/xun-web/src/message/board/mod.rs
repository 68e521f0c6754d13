//! Messages about Xiangqi and Gomoku. The page holds no rules: a view lists the pieces and the
//! legal moves; the page only shows it and sends back one of those moves.

mod analysis;
mod explorer;
mod question;
mod setup;
mod state;

pub use analysis::{
    BoardProof, Exercise, Exercises, Forces, Line, Lines, Mark, Note, ProofStep, ProofVerdict,
    ReviewSummary, Score, SideSummary, Tried,
};
pub use explorer::{ExploredMove, Explorer};
pub use question::BoardQuestion;
pub use setup::{
    Checked, Clock, GameKind, Menu, Named, OpeningChoice, OpeningState, OpeningTurn, Player, Setup,
    Tag, Thinking,
};
pub use state::{Ending, Listed, Names, Node, Over, Remarks, Shape, ShapeColour, State, View};
