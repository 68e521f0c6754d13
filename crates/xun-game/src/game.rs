//! The one trait through which the textbook searches see a game.

use std::fmt::Debug;
use std::hash::Hash;

/// The result of a finished game for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move has won.
    Won,
    /// Neither side has won.
    Drawn,
    /// The side to move has lost.
    Lost,
    /// Nothing more can be played and the evaluation's number is the result: teaching trees, games
    /// of points.
    Counted,
}

/// A two-player, zero-sum game with perfect information, changed in place.
///
/// A search calls [`moves`](Self::moves), [`play`](Self::play) and [`undo`](Self::undo) in strict
/// nesting and never clones a position per node (only one per thread). What a position is *worth*
/// is not the game's business: that is an [`Evaluation`](crate::Evaluation), so that any evaluation
/// can be tried on any game.
///
/// The first group of methods is the game. The rest are hints with defaults: a game that does not
/// know captures, say, simply gains nothing from the refinements that live on them.
///
/// Nim with one heap: take one, two or three; the side that cannot take has lost.
///
/// ```
/// use xun_game::textbook::{Limits, NoObserver, Refinements, Settings, search};
/// use xun_game::{Ending, Game, NoOpinion, Stop};
///
/// #[derive(Clone)]
/// struct Nim {
///     left: u32,
///     taken: Vec<u32>,
/// }
///
/// impl Game for Nim {
///     type Move = u32;
///     const MOVE_INDICES: usize = 4;
///
///     fn moves(&self, into: &mut Vec<u32>) {
///         into.extend(1..=self.left.min(3));
///     }
///     fn play(&mut self, chosen: u32) {
///         self.left -= chosen;
///         self.taken.push(chosen);
///     }
///     fn undo(&mut self) {
///         self.left += self.taken.pop().unwrap_or(0);
///     }
///     fn key(&self) -> u64 {
///         u64::from(self.left) << 1 | self.taken.len() as u64 & 1
///     }
///     fn ending(&self) -> Option<Ending> {
///         (self.left == 0).then_some(Ending::Lost)
///     }
///     fn move_index(&self, of: u32) -> usize {
///         of as usize
///     }
/// }
///
/// let game = Nim { left: 7, taken: Vec::new() };
/// let settings = Settings::alpha_beta(Refinements::EXACT);
/// let (limits, stop) = (Limits::depth(7), Stop::new());
/// let answer = search(&game, &NoOpinion, &settings, &limits, &stop, &mut NoObserver);
/// assert_eq!(answer.line.first(), Some(&3)); // four are left, which loses
/// ```
pub trait Game: Clone + Send + Sync {
    /// A move; small and cheap to copy.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// Every move has an index below this number; the history table has so many places. At most
    /// 65,535.
    const MOVE_INDICES: usize;

    /// Appends every legal move of the side to move, in the game's natural order.
    fn moves(&self, into: &mut Vec<Self::Move>);

    /// Plays a legal move.
    fn play(&mut self, chosen: Self::Move);

    /// Takes back the last move played.
    fn undo(&mut self);

    /// A key that equal positions (with equal side to move) share, kept up to date incrementally.
    fn key(&self) -> u64;

    /// If the game is over, and that can be seen without listing the moves: how.
    fn ending(&self) -> Option<Ending>;

    /// The result of the game when [`moves`](Self::moves) found none.
    fn ending_without_moves(&self) -> Ending {
        Ending::Lost
    }

    /// A number below [`MOVE_INDICES`](Self::MOVE_INDICES), the same for the same move everywhere
    /// and different for the different moves of one position.
    fn move_index(&self, of: Self::Move) -> usize;

    /// The text of this legal move of this position.
    fn move_text(&self, of: Self::Move) -> String {
        format!("{of:?}")
    }

    /// The immediate gain of a move, in the evaluation's points or any rough scale; above zero
    /// makes it a *capture* for move ordering, late-move reduction and quiescence.
    fn capture_gain(&self, _of: Self::Move) -> i32 {
        0
    }

    /// Appends the moves that must be looked at before a position can be called quiet: usually the
    /// captures.
    fn captures(&self, _into: &mut Vec<Self::Move>) {}

    /// Whether passing is a safe lower bound here (not in check, not short of moves). Games where
    /// it never is keep the default, and null-move pruning does nothing.
    fn can_pass(&self) -> bool {
        false
    }

    /// Gives the other side the move. Called only where [`can_pass`](Self::can_pass).
    fn pass(&mut self) {}

    /// Takes a pass back.
    fn take_back_pass(&mut self) {}
}
