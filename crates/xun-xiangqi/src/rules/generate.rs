//! Making lists of moves, and counting them without making them.

use super::{
    Bitboard, CheckSquares, Exposure, Move, MoveList, PieceKind, Position, Square, attacks,
};

/// Kind of moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// All of them.
    All,
    /// Those that capture.
    Captures,
    /// Those that do not.
    Quiets,
}

impl Position {
    /// The points a move of this class may end on.
    #[inline(always)]
    fn targets(&self, class: Class) -> Bitboard {
        match class {
            Class::All => !self.colour(self.turn),
            Class::Captures => self.colour(!self.turn),
            Class::Quiets => !self.occupied(),
        }
    }

    /// Hands each piece of the side to move with its possible targets to `sink`; legality is not
    /// looked at.
    #[inline(always)]
    fn for_each_piece(&self, targets: Bitboard, mut sink: impl FnMut(Square, Bitboard)) {
        let own = self.colour(self.turn);
        let occupied = self.occupied();
        let of = |kind: PieceKind| own & self.kind(kind);
        for from in of(PieceKind::Rook) {
            sink(from, attacks::rook(from, occupied) & targets);
        }
        for from in of(PieceKind::Cannon) {
            let (quiet, capture) = attacks::rook_and_cannon(from, occupied);
            sink(from, (quiet.without(occupied) | capture & occupied) & targets);
        }
        for from in of(PieceKind::Horse) {
            sink(from, attacks::horse(from, occupied) & targets);
        }
        for from in of(PieceKind::Pawn) {
            sink(from, attacks::pawn(self.turn, from) & targets);
        }
        for from in of(PieceKind::Elephant) {
            sink(from, attacks::elephant(from, occupied) & targets);
        }
        for from in of(PieceKind::Advisor) {
            sink(from, attacks::advisor(from) & targets);
        }
        let king = self.king(self.turn);
        sink(king, attacks::king(king) & targets);
    }

    /// Calls `sink` with each pseudo-legal move of a class: the pieces move as they do, but the
    /// mover's king may be left attacked.
    #[inline]
    pub fn for_each_pseudo_legal(&self, class: Class, mut sink: impl FnMut(Move)) {
        self.for_each_piece(self.targets(class), |from, reached| {
            for to in reached {
                sink(Move::between(from, to));
            }
        });
    }

    /// Calls `sink` with each pseudo-legal quiet move that gives check, in the order of
    /// [`Self::for_each_pseudo_legal`].
    #[inline]
    pub fn for_each_quiet_check(&self, info: &CheckSquares, mut sink: impl FnMut(Move)) {
        self.for_each_piece(self.targets(Class::Quiets), |from, reached| {
            // Most moves neither end on a checking point nor touch a line to the king: they need no
            // closer look.
            for to in reached & self.points_worth_a_look(from, info) {
                let made = Move::between(from, to);
                if self.gives_check(made, info) {
                    sink(made);
                }
            }
        });
    }

    /// The pseudo-legal moves of a class.
    #[inline]
    #[must_use]
    pub fn pseudo_legal_moves(&self, class: Class) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_pseudo_legal(class, |made| moves.push(made));
        moves
    }

    /// Calls `sink` with each legal move of a class.
    #[inline]
    pub fn for_each_legal(&self, class: Class, mut sink: impl FnMut(Move)) {
        let own = self.exposure(self.turn);
        self.for_each_pseudo_legal(class, |made| {
            if self.is_legal(made, &own) {
                sink(made);
            }
        });
    }

    /// The legal moves.
    ///
    /// ```
    /// use xun_xiangqi::rules::Position;
    /// assert_eq!(Position::start().legal_moves().len(), 44);
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.for_each_legal(Class::All, |made| moves.push(made));
        moves
    }

    /// Whether the side to move has a legal move. Without one it has lost, in check or not.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let own = self.exposure(self.turn);
        let mut found = false;
        self.for_each_piece(!self.colour(self.turn), |from, reached| {
            found =
                found || reached.squares().any(|to| self.is_legal(Move::between(from, to), &own));
        });
        found
    }

    /// Number of legal moves.
    #[inline]
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let own = self.exposure(self.turn);
        if own.checkers.is_empty() { self.count_unchecked(&own) } else { self.count_evasions() }
    }

    /// Counts by set sizes: only moves that touch a line to the king are looked at one by one.
    #[inline]
    fn count_unchecked(&self, own: &Exposure) -> u64 {
        let targets = !self.colour(self.turn);
        let suspicious = own.blockers | Bitboard::of(self.king(self.turn));
        let mut count = 0;
        self.for_each_piece(targets, |from, reached| {
            let (certain, doubtful) = if suspicious.contains(from) {
                (Bitboard::EMPTY, reached)
            } else {
                let risky = own.screens | own.blockers;
                (reached.without(risky), reached & risky)
            };
            count += certain.count();
            for to in doubtful {
                count += u32::from(self.keeps_king_safe(Move::between(from, to)));
            }
        });
        u64::from(count)
    }

    #[inline]
    fn count_evasions(&self) -> u64 {
        let mut count = 0;
        self.for_each_pseudo_legal(Class::All, |made| {
            count += u64::from(self.keeps_king_safe(made));
        });
        count
    }

    /// Whether the move is one that the side to move's pieces can make, legality aside: for moves
    /// from a hash table or from text.
    #[inline]
    #[must_use]
    pub fn is_pseudo_legal(&self, chosen: Move) -> bool {
        let (from, to) = (chosen.from(), chosen.to());
        let Some(piece) = self.piece_on(from) else { return false };
        if piece.colour() != self.turn || self.colour(self.turn).contains(to) {
            return false;
        }
        if piece.kind() == PieceKind::Cannon && self.piece_on(to).is_none() {
            return attacks::rook(from, self.occupied()).contains(to);
        }
        self.attacks_from(from).contains(to)
    }

    /// Whether the move is legal: what [`Position::legal_moves`] contains.
    #[must_use]
    pub fn is_legal_move(&self, chosen: Move) -> bool {
        self.is_pseudo_legal(chosen) && self.keeps_king_safe(chosen)
    }
}
