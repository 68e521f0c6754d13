//! Xiangqi by its real rules as a [`Game`] for the textbook searches.
//!
//! Repetition is not judged here: it depends on the way to a position, and minimax of a position
//! does not. The engine's own search judges it.

use super::{CourseEvaluation, CourseTables};
use crate::notation::{Notation, Ranks};
use crate::rules::{Class, Colour, Move, Piece, PieceKind, Position, Square};
use xun_game::{Ending, Evaluation, Game, GameValue};

/// A position of the real game, for the textbook searches.
///
/// ```
/// use xun_game::Stop;
/// use xun_game::textbook::{Limits, NoObserver, Settings, search};
/// use xun_xiangqi::XiangqiGame;
/// use xun_xiangqi::rules::Position;
/// use xun_xiangqi::textbook::{CourseEvaluation, CourseTables};
///
/// // Red's rook takes the black one.
/// let game = XiangqiGame::new(Position::from_fen("3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1")?);
/// let evaluation = CourseEvaluation::new(&CourseTables::own(), false);
/// let (settings, limits) = (Settings::default(), Limits::depth(2));
/// let answer = search(&game, &evaluation, &settings, &limits, &Stop::new(), &mut NoObserver);
/// assert_eq!(answer.best.unwrap().to_string(), "a0a5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct XiangqiGame {
    position: Position,
    notation: Notation,
}

impl XiangqiGame {
    /// The game from this position on. Moves are written by their coordinates.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self { position, notation: Notation::Coordinates(Ranks::FromZero) }
    }

    /// The same game with its moves written in this way.
    #[must_use]
    pub fn written(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn in_check(&self) -> bool {
        let turn = self.position.turn();
        let attackers =
            self.position.attackers_to(self.position.king(turn), self.position.occupied());
        !(attackers & self.position.colour(!turn)).is_empty()
    }
}

/// A rough worth, for ordering captures only.
fn rough_value(piece: Option<Piece>) -> i32 {
    match piece.map(Piece::kind) {
        None => 0,
        Some(PieceKind::King) => 100,
        Some(PieceKind::Rook) => 90,
        Some(PieceKind::Cannon | PieceKind::Horse) => 45,
        Some(PieceKind::Advisor | PieceKind::Elephant) => 20,
        Some(PieceKind::Pawn) => 10,
    }
}

impl Game for XiangqiGame {
    type Move = Move;
    const MOVE_INDICES: usize = Square::COUNT * Square::COUNT;

    fn moves(&self, into: &mut Vec<Move>) {
        self.position.for_each_legal(Class::All, |chosen| into.push(chosen));
    }

    fn play(&mut self, chosen: Move) {
        self.position.play(chosen);
    }

    fn undo(&mut self) {
        self.position.undo();
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    /// A side that cannot move has lost, in check or not; nothing else ends the game here.
    fn ending(&self) -> Option<Ending> {
        None
    }

    fn move_index(&self, of: Move) -> usize {
        of.from().index() * Square::COUNT + of.to().index()
    }

    fn move_text(&self, of: Move) -> String {
        self.notation.format(&self.position, of)
    }

    fn capture_gain(&self, of: Move) -> i32 {
        let captured = rough_value(self.position.piece_on(of.to()));
        // The richest victim first, then the cheapest hunter.
        if captured == 0 {
            0
        } else {
            captured * 200 - rough_value(self.position.piece_on(of.from()))
        }
    }

    fn captures(&self, into: &mut Vec<Move>) {
        self.position.for_each_legal(Class::Captures, |chosen| into.push(chosen));
    }

    fn can_pass(&self) -> bool {
        let big = [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse];
        let turn = self.position.turn();
        big.iter().any(|kind| !self.position.pieces(turn, *kind).is_empty()) && !self.in_check()
    }

    fn pass(&mut self) {
        self.position.pass();
    }

    fn take_back_pass(&mut self) {
        self.position.undo();
    }
}

/// Values of everything that a side attacks, as far as it is the other side's.
fn capturable(tables: &CourseTables, position: &Position, side: Colour) -> i32 {
    let theirs = position.colour(!side);
    let mut sum = 0;
    for from in position.colour(side) {
        for to in position.attacks_from(from) & theirs {
            sum += position.piece_on(to).map_or(0, |captured| tables.capture(captured.kind()));
        }
    }
    sum
}

impl Evaluation<XiangqiGame> for CourseEvaluation {
    fn evaluate(&self, game: &XiangqiGame) -> GameValue {
        let position = game.position();
        let captures = if self.counts_captures() {
            capturable(self.tables(), position, Colour::Red)
                - capturable(self.tables(), position, Colour::Black)
        } else {
            0
        };
        let for_red = i64::from(self.sum()) + i64::from(captures);
        GameValue::points(if position.turn() == Colour::Red { for_red } else { -for_red })
    }

    fn start(&mut self, game: &XiangqiGame) {
        let position = game.position();
        let pieces = position
            .occupied()
            .into_iter()
            .filter_map(|square| Some((square, position.piece_on(square)?)));
        self.restart(pieces.map(|(square, piece)| (square.into(), piece)));
    }

    fn before_play(&mut self, game: &XiangqiGame, chosen: Move) {
        let on = |square| game.position().piece_on(square);
        self.moving(chosen.into(), on(chosen.from()), on(chosen.to()));
    }

    fn after_undo(&mut self) {
        self.take_back();
    }
}

xun_game::compile_search!(XiangqiGame, CourseEvaluation);
