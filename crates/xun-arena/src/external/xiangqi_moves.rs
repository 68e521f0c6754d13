//! The moves of a Xiangqi game, as UCI and UCCI repeat them with each position.

use crate::player::Failure;
use crate::record::Opening;
use crate::referee::IllegalMove;
use crate::setting::GameMove;
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::Move;

/// A game of Xiangqi as an external engine is told it.
#[derive(Clone, Debug, Default)]
pub(super) struct XiangqiMoves {
    /// The first position as a FEN; none is the game's start.
    pub(super) start: Option<String>,
    /// All moves from there, the opening's included.
    pub(super) moves: Vec<Move>,
}

impl XiangqiMoves {
    pub(super) fn of(opening: &Opening) -> Result<Self, Failure> {
        let read = |text: &String| parse_coordinates(text, Ranks::FromZero).map_err(Failure::crash);
        let moves = opening.moves.iter().map(read).collect::<Result<_, _>>()?;
        Ok(Self { start: opening.start.clone(), moves })
    }

    pub(super) fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        let GameMove::Xiangqi(played) = played else {
            return Err(Failure::crash(IllegalMove(played)));
        };
        self.moves.push(played);
        Ok(())
    }
}
