//! End of a game: the winner and the reason.

use super::{Colour, PieceKind, Position, Repetition, Rules, Verdict};

/// The end of a game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Termination {
    /// The result for the side to move.
    pub verdict: Verdict,
    /// The reason.
    pub reason: Reason,
}

/// Reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move, which loses too (困毙).
    Stalemate,
    /// The position stands for the third time.
    Repetition(Repetition),
    /// So many plies passed without a capture.
    QuietLimit(u16),
    /// Neither side has a piece left that can cross the river.
    Material,
}

impl Position {
    /// The end of the game, if it has ended here. Mate and stalemate go before repetition,
    /// repetition before the limit on plies without a capture, that before material.
    ///
    /// ```
    /// use xun_xiangqi::rules::{Position, Rules, Verdict};
    /// // Black is not in check, but cannot move: that loses.
    /// let position = Position::from_fen("3k5/2P6/9/9/9/9/9/9/9/4K4 b").unwrap();
    /// assert!(!position.in_check());
    /// assert_eq!(position.outcome(&Rules::default()).unwrap().verdict, Verdict::Loss);
    /// ```
    #[must_use]
    pub fn outcome(&self, rules: &Rules) -> Option<Termination> {
        if !self.has_legal_move() {
            let reason = if self.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some(Termination { verdict: Verdict::Loss, reason });
        }
        if let Some(repetition) = self.judge_repetition(rules.repetition, 0) {
            return Some(Termination {
                verdict: repetition.verdict,
                reason: Reason::Repetition(repetition),
            });
        }
        let draw = |reason| Some(Termination { verdict: Verdict::Draw, reason });
        match rules.quiet_limit {
            Some(limit) if self.quiet_plies >= limit => draw(Reason::QuietLimit(limit)),
            _ if self.is_material_draw() => draw(Reason::Material),
            _ => None,
        }
    }

    /// Whether neither side can win any more: no piece that can cross the river is left.
    #[inline]
    #[must_use]
    pub fn is_material_draw(&self) -> bool {
        let attackers = self.kind(PieceKind::Horse)
            | self.kind(PieceKind::Rook)
            | self.kind(PieceKind::Cannon)
            | self.kind(PieceKind::Pawn);
        attackers.is_empty()
    }
}

impl Verdict {
    /// The same result for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }

    /// The winner when this is the result for that side.
    #[must_use]
    pub fn winner(self, side: Colour) -> Option<Colour> {
        match self {
            Self::Win => Some(side),
            Self::Loss => Some(!side),
            Self::Draw => None,
        }
    }
}
