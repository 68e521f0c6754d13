//! The interface of a game to the page. Positions and moves travel as text; the two games behind it
//! convert at this edge and nowhere else.

use super::engine_search::BoardSearch;
use super::{gomoku, setting_of, xiangqi};
use crate::message::board::{BoardProof, Line, Names, Over, Score, Setup, View};
use crate::message::{Fault, Refusal, Text};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xun_arena::Setting;
use xun_game::Limits;

/// A position with the moves that led to it.
pub(crate) trait GameBoard: Send + Sync {
    /// The side to move: 0 first, 1 second.
    fn side(&self) -> u8;

    /// The board and its legal moves.
    fn view(&self) -> View;

    /// If the game is over by the rules.
    fn over(&self) -> Option<Over>;

    /// A move's names, before it is played. A text that is no legal move is named by itself.
    fn names(&self, text: &str) -> Names;

    /// A legal move as it is kept, from any way of writing it.
    fn canonical(&self, text: &str) -> Option<String>;

    /// Why a text is no legal move here.
    fn why_not(&self, text: &str) -> Text;

    /// A legal move in words, with the mover and check: "Black: horse 8 forward 7. Check."
    fn spoken(&self, text: &str) -> Text;

    /// Plays a legal move; false where it is none.
    fn play(&mut self, text: &str) -> bool;

    /// A copy, to walk along a line.
    fn copy(&self) -> Box<dyn GameBoard>;

    /// A proof that the side to move wins by force, where the game has such a search.
    fn prove(&self, _memory: u64, _stop: &AtomicBool) -> Option<BoardProof> {
        None
    }

    /// A search of this position, with so many bytes for its table.
    fn search(&self, memory: u64) -> Option<Box<dyn BoardSearch>>;

    /// The same position with the other side to move, if that can be.
    fn passed(&self) -> Option<Box<dyn GameBoard>>;
}

/// The task of an engine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Task {
    /// Number of lines to find.
    pub(crate) lines: usize,
    /// The level to play at; none for full strength.
    pub(crate) level: Option<String>,
    /// The limits of the search; without any it ends when it is stopped.
    pub(crate) limits: Limits,
}

/// A line that a search has found.
pub(crate) struct Progress {
    /// Its rank, from 0.
    pub(crate) rank: usize,
    /// The line, without names.
    pub(crate) line: Line,
    /// Positions searched so far.
    pub(crate) nodes: u64,
    /// Time so far.
    pub(crate) time: Duration,
}

/// The first position of a set-up, or everything that is wrong with it.
pub(crate) fn open(setup: &Setup) -> Result<Box<dyn GameBoard>, Refusal> {
    match setting(setup)? {
        Setting::Xiangqi { rules } => xiangqi::open(setup, rules),
        Setting::Gomoku { size, rule } => gomoku::open(setup, size, rule),
    }
}

/// The game of a set-up with its rules and its board.
pub(super) fn setting(setup: &Setup) -> Result<Setting, Refusal> {
    setting_of(setup.game, &setup.rules, setup.size)
        .map_err(|words| impossible(vec![Fault::new(words)]))
}

/// The refusal of a position with these faults.
pub(super) fn impossible(faults: Vec<Fault>) -> Refusal {
    Refusal::faults(Text::new("This position is not possible", "这个局面不可能出现"), faults)
}

/// The reason why no move can be played after the end.
pub(super) fn game_over() -> Text {
    Text::fixed("The game is over", "对局已结束")
}

/// A score for the first side from one for the side to move.
pub(super) fn score_for_first(side: u8, value: i32, mate: Option<i32>, chances: [f64; 3]) -> Score {
    let sign = if side == 0 { 1 } else { -1 };
    let [win, draw, loss] = chances;
    Score {
        value: sign * value,
        mate: mate.map(|moves| sign * moves),
        win: if side == 0 { win } else { loss },
        draw,
    }
}
