//! The reason why a move is illegal, for people.

use super::{Colour, Move, Piece, PieceKind, Position, SetupFault, Square};

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegality {
    /// No piece of the mover stands where the move begins.
    NoPiece,
    /// A piece of the mover stands where the move ends.
    OwnPiece(PieceKind),
    /// The piece does not move like that.
    NotItsMove(PieceKind),
    /// A piece stands in the way: on the line, the horse's leg or the elephant's eye.
    Blocked {
        /// The piece that would move.
        kind: PieceKind,
        /// The point that is taken.
        by: Square,
    },
    /// A cannon captures only over exactly one piece.
    NoScreen,
    /// Generals and advisors stay in the palace.
    LeavesPalace(PieceKind),
    /// Elephants do not cross the river.
    CrossesRiver,
    /// Soldiers go sideways only beyond the river.
    SidewaysAtHome,
    /// The generals would face each other.
    KingsFace,
    /// The mover's general would be in check.
    LeavesCheck,
}

impl Position {
    /// The reason why a move is illegal here; `None` if it is legal.
    ///
    /// ```
    /// use xun_xiangqi::notation::{Ranks, parse_coordinates};
    /// use xun_xiangqi::rules::{Illegality, PieceKind, Position};
    /// let blocked = parse_coordinates("b0d1", Ranks::FromZero).unwrap();
    /// let reason = Position::start().illegality(blocked);
    /// assert!(matches!(reason, Some(Illegality::Blocked { kind: PieceKind::Horse, .. })));
    /// ```
    #[must_use]
    pub fn illegality(&self, chosen: Move) -> Option<Illegality> {
        if self.is_legal_move(chosen) {
            return None;
        }
        let mover = self.turn();
        let own = |square| self.piece_on(square).filter(|piece| piece.colour() == mover);
        let Some(piece) = own(chosen.from()) else { return Some(Illegality::NoPiece) };
        let obstacle = self.obstacle(piece, chosen, Way::of(chosen, mover));
        let taken = own(chosen.to()).map(|taken| Illegality::OwnPiece(taken.kind()));
        match obstacle {
            Some(Illegality::NotItsMove(_) | Illegality::Blocked { .. }) => obstacle,
            _ => taken.or(obstacle).or_else(|| Some(self.exposed_king(piece, chosen))),
        }
    }

    /// The reason that the way of the piece itself gives.
    fn obstacle(&self, piece: Piece, chosen: Move, way: Way) -> Option<Illegality> {
        let kind = piece.kind();
        let other = Some(Illegality::NotItsMove(kind));
        let blocked_by = |square: Square| {
            let taken = self.piece_on(square).is_some();
            taken.then_some(Illegality::Blocked { kind, by: square })
        };
        let (files, ranks) = (way.files.abs(), way.forward.abs());
        match kind {
            PieceKind::King if files + ranks == 1 => palace(kind, chosen.to()),
            PieceKind::Advisor if (files, ranks) == (1, 1) => palace(kind, chosen.to()),
            PieceKind::Elephant if (files, ranks) == (2, 2) => {
                let home = is_home(chosen.to(), piece.colour());
                if home { blocked_by(way.half()?) } else { Some(Illegality::CrossesRiver) }
            }
            PieceKind::Horse if files + ranks == 3 && files.min(ranks) == 1 => {
                blocked_by(way.half()?)
            }
            PieceKind::Rook if files.min(ranks) == 0 => way.between().find_map(blocked_by),
            PieceKind::Cannon if files.min(ranks) == 0 => {
                let in_between = way.between().filter(|&square| self.piece_on(square).is_some());
                match (in_between.count(), self.piece_on(chosen.to())) {
                    (0, None) | (1, Some(_)) => None,
                    (0, Some(_)) => Some(Illegality::NoScreen),
                    _ => way.between().find_map(blocked_by),
                }
            }
            PieceKind::Pawn if (files, way.forward) == (0, 1) => None,
            PieceKind::Pawn if (files, ranks) == (1, 0) => {
                let home = is_home(chosen.from(), piece.colour());
                home.then_some(Illegality::SidewaysAtHome)
            }
            _ => other,
        }
    }

    /// The reason that the mover's general gives, once the piece has moved.
    fn exposed_king(&self, piece: Piece, chosen: Move) -> Illegality {
        let mut after = self.to_setup();
        after.board[chosen.from().index()] = None;
        after.board[chosen.to().index()] = Some(piece);
        after.turn = !self.turn();
        let faces = after.faults().contains(&SetupFault::KingsFace);
        if faces { Illegality::KingsFace } else { Illegality::LeavesCheck }
    }
}

/// The way of a move, as the mover sees it.
#[derive(Clone, Copy)]
struct Way {
    from: Square,
    to: Square,
    files: i8,
    forward: i8,
}

impl Way {
    fn of(chosen: Move, mover: Colour) -> Self {
        let (from, to) = (chosen.from(), chosen.to());
        let ranks = to.rank() as i8 - from.rank() as i8;
        Self {
            from,
            to,
            files: to.file() as i8 - from.file() as i8,
            forward: if mover == Colour::Red { ranks } else { -ranks },
        }
    }

    /// The horse's leg or the elephant's eye: half of the way, rounded towards the start.
    fn half(self) -> Option<Square> {
        let ranks = self.to.rank() as i8 - self.from.rank() as i8;
        self.from.offset(self.files / 2, ranks / 2)
    }

    /// The points between, for a straight way.
    fn between(self) -> impl Iterator<Item = Square> {
        let ranks = self.to.rank() as i8 - self.from.rank() as i8;
        let steps = self.files.abs().max(ranks.abs());
        let (file_step, rank_step) = (self.files.signum(), ranks.signum());
        (1..steps).filter_map(move |step| self.from.offset(file_step * step, rank_step * step))
    }
}

/// Whether a point is on a side's half of the board.
fn is_home(square: Square, colour: Colour) -> bool {
    (square.rank() < 5) == (colour == Colour::Red)
}

fn palace(kind: PieceKind, to: Square) -> Option<Illegality> {
    let inside = (3..=5).contains(&to.file()) && (to.rank() < 3 || to.rank() > 6);
    (!inside).then_some(Illegality::LeavesPalace(kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Ranks, parse_coordinates};

    fn why(fen: &str, text: &str) -> Option<Illegality> {
        let position = Position::from_fen(fen).expect(fen);
        position.illegality(parse_coordinates(text, Ranks::FromZero).expect(text))
    }

    #[test]
    fn every_reason_is_found() {
        use Illegality::*;
        use PieceKind::*;
        let start = crate::rules::fen::START;
        let by = |text: &str| {
            let [file, rank] = *text.as_bytes() else { panic!("{text}") };
            Square::new(file - b'a', rank - b'0').expect(text)
        };
        assert_eq!(why(start, "h2e2"), None);
        assert_eq!(why(start, "e5e6"), Some(NoPiece));
        assert_eq!(why(start, "h9g7"), Some(NoPiece), "not the mover's");
        assert_eq!(why(start, "a0a3"), Some(OwnPiece(Pawn)));
        assert_eq!(why(start, "h2g4"), Some(NotItsMove(Cannon)));
        assert_eq!(why(start, "a0a4"), Some(Blocked { kind: Rook, by: by("a3") }));
        assert_eq!(why(start, "b0d1"), Some(Blocked { kind: Horse, by: by("c0") }));
        assert_eq!(why(start, "h2h8"), Some(Blocked { kind: Cannon, by: by("h7") }));
        assert_eq!(why(start, "h2h7"), Some(NoScreen));
        assert_eq!(why(start, "e3d3"), Some(SidewaysAtHome));
        assert_eq!(why(start, "e3e2"), Some(NotItsMove(Pawn)));
        let open = "3k5/9/9/9/9/2B6/9/9/4A4/4K4 w";
        assert_eq!(why(open, "c4e6"), Some(CrossesRiver));
        assert_eq!(why(open, "e1f2"), None);
        assert_eq!(why("3k5/9/9/9/9/9/9/5A3/9/4K4 w", "f2g3"), Some(LeavesPalace(Advisor)));
        assert_eq!(why("4k4/9/9/9/9/9/9/9/4A4/4K4 w", "e1d2"), Some(KingsFace));
        assert_eq!(why("3kr4/9/9/9/9/9/9/9/4R4/4K4 w", "e1d1"), Some(LeavesCheck));
    }

    #[test]
    fn a_move_has_a_reason_exactly_if_it_is_illegal() {
        for fen in [crate::rules::fen::START, "3kr4/9/9/9/4c4/9/9/9/4R4/4K3C w"] {
            let position = Position::from_fen(fen).expect(fen);
            for from in Square::all() {
                for to in Square::all().filter(|&to| to != from) {
                    let chosen = Move::new(from, to).expect("two points");
                    let legal = position.is_legal_move(chosen);
                    assert_eq!(position.illegality(chosen).is_none(), legal, "{chosen}");
                }
            }
        }
    }
}
