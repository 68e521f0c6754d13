//! The interface that front ends use.

use super::{Answer, Event, Level, OptionError, OptionSpec, Question, Stop, TimePolicy};
use std::time::Duration;

/// A game engine: answers one question at a time and keeps its table from one to the next.
///
/// Protocol hosts and matches use this trait alone; nothing in an engine prints or reads input.
pub trait Engine {
    /// A position of the game, with the history that its rules need.
    type Position: Clone + Send;
    /// A move of the game.
    type Move: Copy + PartialEq + Send;

    /// Searches a position until a limit is reached or `stop` is raised, and reports events
    /// meanwhile. Answers a legal move whenever one is allowed, however early the search ends.
    fn search(
        &mut self,
        position: &Self::Position,
        question: &Question<Self::Move>,
        stop: &Stop,
        report: &mut dyn FnMut(&Event<Self::Move>),
    ) -> Answer<Self::Move>;

    /// Begins a new game: clears the tables and histories of the last one.
    fn new_game(&mut self);

    /// The options, in the order in which protocols list them.
    fn options(&self) -> &'static [OptionSpec];

    /// Sets an option from text and applies it; answers its proper name. On an error everything
    /// stays as it was.
    ///
    /// # Errors
    /// An unknown name, a value that the option does not take, or one that cannot be applied.
    fn set(&mut self, name: &str, value: &str) -> Result<&'static str, OptionError>;

    /// The named levels, weakest first; the last one is full strength.
    fn levels(&self) -> &'static [Level];

    /// Whether it plays at full strength: then its answer is the best line of its last report.
    fn is_full_strength(&self) -> bool;

    /// The time policy of a search of this position where each move loses `overhead` outside the
    /// engine. A host plans by it without waiting for an engine that still searches.
    fn time_policy(position: &Self::Position, overhead: Duration) -> TimePolicy;

    /// A sensible move without any search; `None` where there is none, or the engine has no such
    /// thing.
    fn quick_move(
        &self,
        _position: &Self::Position,
        _question: &Question<Self::Move>,
    ) -> Option<Self::Move> {
        None
    }

    /// Does the slow part of a first search (tables, networks) before a clock runs.
    fn prepare(&mut self, _position: &Self::Position) {}
}
