//! The page's types, generated. `UPDATE_API=1 cargo test -p xun-web api_types` writes them anew.

use super::{board, lab, matches, paths, puzzles, tree, undo};
use std::fmt::Write as _;
use ts_rs::TS;

/// Writes the declarations of these types.
macro_rules! declare {
    ($text:ident: $($name:ty),* $(,)?) => {$(
        writeln!($text, "export {}\n", <$name as TS>::decl()).expect("strings take everything");
    )*};
}

fn types() -> String {
    let mut text = String::from(
        "// Generated from crates/xun-web/src/message: do not edit.\n\
         // UPDATE_API=1 cargo test -p xun-web api_types\n\n",
    );
    declare_rooms(&mut text);
    declare_lab(&mut text);
    text.push_str(&event_kinds());
    text
}

/// Paths and boards, and what all rooms share.
fn declare_rooms(text: &mut String) {
    declare![text:
        super::Ask,
        super::Tell,
        super::Question,
        super::Answer,
        super::Welcome,
        super::Text,
        super::RefusalCode,
        super::Refusal,
        super::Fault,
        paths::GridMap,
        paths::Keep,
        paths::Kept,
        paths::Generate,
        paths::Read,
        paths::Write,
        paths::Run,
        paths::MapQuestion,
        paths::Menu,
        paths::ReadScenarios,
        paths::Scenario,
        paths::Choice,
        board::BoardQuestion,
        board::GameKind,
        board::Player,
        board::Clock,
        board::Thinking,
        board::OpeningChoice,
        board::OpeningTurn,
        board::Setup,
        board::View,
        board::Ending,
        board::Over,
        board::Node,
        board::Names,
        board::Mark,
        board::Note,
        board::Score,
        board::State,
        board::Line,
        board::Lines,
        board::Listed,
        board::Menu,
        board::Named,
        board::Checked,
        board::Tag,
        board::Remarks,
        board::Shape,
        board::ShapeColour,
        board::ReviewSummary,
        board::SideSummary,
        board::Tried,
        board::Exercise,
        board::Exercises,
        board::ProofVerdict,
        board::BoardProof,
        board::ProofStep,
        board::Forces,
        board::Explorer,
        board::ExploredMove,
    ];
}

/// The lab, results of path searches, and undo.
fn declare_lab(text: &mut String) {
    declare![text:
        tree::TreeQuestion,
        tree::Tree,
        tree::TreeNode,
        tree::StepKind,
        tree::TreeStep,
        matches::MatchQuestion,
        matches::MatchSetup,
        matches::MatchPlayer,
        matches::MatchControl,
        matches::MatchPhase,
        matches::MatchEnding,
        matches::MatchListed,
        matches::MatchState,
        matches::EloPoint,
        matches::MatchRow,
        matches::MatchTest,
        matches::MatchResult,
        matches::LiveBoard,
        lab::LabQuestion,
        lab::LabPhase,
        lab::LabExperiment,
        lab::LabState,
        lab::LabOrigin,
        lab::LabFigure,
        lab::LabPanel,
        lab::LabSeries,
        paths::Events,
        paths::RunOutcome,
        paths::Picture,
        paths::RunResult,
        undo::UndoQuestion,
        undo::UndoKind,
        undo::UndoEntry,
        undo::UndoOffers,
        puzzles::PuzzleQuestion,
        puzzles::PuzzleStats,
        puzzles::PuzzleTheme,
        puzzles::ShownPuzzle,
        puzzles::NextPuzzle,
        puzzles::PuzzleStep,
        puzzles::PuzzleResult,
        puzzles::TriedPuzzle,
    ];
}

/// The kinds of events as an object of numbers: a TypeScript `enum` is more than a type.
fn event_kinds() -> String {
    let mut text = String::from("export const EventKind = {\n");
    for kind in paths::EventKind::ALL {
        writeln!(text, "  {kind:?}: {},", kind as u8).expect("strings take everything");
    }
    text + "} as const;\n\nexport type EventKind = (typeof EventKind)[keyof typeof EventKind];\n"
}

#[test]
fn api_types_of_the_page_are_those_of_the_server() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/api.ts");
    let wanted = types();
    if std::env::var_os("UPDATE_API").is_some() {
        std::fs::write(path, &wanted).expect("web/src/api.ts can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(
        found, wanted,
        "web/src/api.ts has drifted: UPDATE_API=1 cargo test -p xun-web api_types"
    );
}
