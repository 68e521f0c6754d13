//! Textbook searches compiled once, in the crate of the game.
//!
//! [`search`](super::search) is generic, so every crate that calls it compiles it again, with the
//! optimisation of that crate. A game whose crate names its usual evaluation by
//! [`compile_search!`](crate::compile_search) is searched through [`CompiledSearch`] instead.

use super::trace::Recorder;
use super::{Answer, Limits, Settings};
use crate::{Evaluation, Game, Stop};

/// A game with an evaluation for which the textbook search is compiled in the game's own crate.
///
/// ```
/// use xun_game::Stop;
/// use xun_game::textbook::{CompiledSearch, Limits, Settings, trace::Recorder};
/// use xun_game::toys::{LeafNumbers, TeachingTree};
///
/// let tree = TeachingTree::parse("((3 12 8) (2 4 6) (14 5 2))")?;
/// let (settings, limits, stop) = (Settings::minimax(), Limits::depth(2), Stop::new());
/// let mut recorder = Recorder::new(100, 100);
/// let answer =
///     tree.search_with(&LeafNumbers, &settings, &limits, &stop, Some(&mut recorder));
/// assert_eq!(answer.best, Some(0));
/// assert_eq!(recorder.into_trace().nodes.len(), 13);
/// # Ok::<(), xun_game::toys::TreeError>(())
/// ```
pub trait CompiledSearch<E: Evaluation<Self>>: Game {
    /// [`search`](super::search), recorded if there is a recorder.
    fn search_with(
        &self,
        evaluation: &E,
        settings: &Settings,
        limits: &Limits,
        stop: &Stop,
        recorder: Option<&mut Recorder>,
    ) -> Answer<Self::Move>;
}

/// Compiles the textbook search of a game with an evaluation in the calling crate:
/// `compile_search!(Game, Evaluation);` implements
/// [`CompiledSearch`](crate::textbook::CompiledSearch).
#[macro_export]
macro_rules! compile_search {
    ($game:ty, $evaluation:ty) => {
        impl $crate::textbook::CompiledSearch<$evaluation> for $game {
            fn search_with(
                &self,
                evaluation: &$evaluation,
                settings: &$crate::textbook::Settings,
                limits: &$crate::textbook::Limits,
                stop: &$crate::Stop,
                recorder: Option<&mut $crate::textbook::trace::Recorder>,
            ) -> $crate::textbook::Answer<<$game as $crate::Game>::Move> {
                use $crate::textbook::{NoObserver, search};
                match recorder {
                    Some(recorder) => search(self, evaluation, settings, limits, stop, recorder),
                    None => search(self, evaluation, settings, limits, stop, &mut NoObserver),
                }
            }
        }
    };
}
