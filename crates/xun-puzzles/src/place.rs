//! A position of either game, as puzzles need it: legal moves, notation, text.

use crate::fault::Problem;
use xun_arena::{Game, GameMove};
use xun_gomoku::notation::{parse_moves, parse_point, write_moves};
use xun_gomoku::rules::{Board, Position as GomokuPosition, Rule, Size, Status};
use xun_xiangqi::notation::parse_move;
use xun_xiangqi::rules::{Colour, Position as XiangqiPosition};

/// A position of either game.
#[derive(Clone)]
pub enum Place {
    /// A Xiangqi position.
    Xiangqi(Box<XiangqiPosition>),
    /// A Gomoku board with the moves that led to it.
    Gomoku(Box<Board>),
}

impl Place {
    /// The place that a text describes: a FEN, or rule, size and moves of Gomoku
    /// (`renju 15x15 h8i9g9`).
    ///
    /// # Errors
    /// A position that cannot be.
    pub fn parse(game: Game, text: &str) -> Result<Self, Problem> {
        let wrong = |fault: &dyn std::fmt::Display| Problem::Position(fault.to_string());
        match game {
            Game::Xiangqi => {
                let position = XiangqiPosition::from_fen(text).map_err(|fault| wrong(&fault))?;
                Ok(Self::Xiangqi(Box::new(position)))
            }
            Game::Gomoku => {
                let fields: Vec<&str> = text.split_whitespace().collect();
                let [rule, size, moves] = fields[..] else {
                    return Err(wrong(&"expected RULE SIZE MOVES, as in renju 15x15 h8i9g9"));
                };
                let rule: Rule = rule.parse().map_err(|fault| wrong(&fault))?;
                let size: Size = size.parse().map_err(|fault| wrong(&fault))?;
                let moves = parse_moves(moves, size).map_err(|fault| wrong(&fault))?;
                let position = GomokuPosition::from_moves(size, rule, &moves)
                    .map_err(|fault| wrong(&fault))?;
                Ok(Self::Gomoku(Box::new(position.into_board())))
            }
        }
    }

    /// The text that [`Place::parse`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Xiangqi(position) => position.to_fen(),
            Self::Gomoku(board) => {
                let moves: Vec<_> = board.history().map(|(point, _)| point).collect();
                let (width, height) = (board.size().width(), board.size().height());
                format!("{} {width}x{height} {}", board.rule(), write_moves(&moves))
            }
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        match self {
            Self::Xiangqi(_) => Game::Xiangqi,
            Self::Gomoku(_) => Game::Gomoku,
        }
    }

    /// Whether the side that moves first in a game (Red, Black at Gomoku) is to move.
    #[must_use]
    pub fn is_first_to_move(&self) -> bool {
        match self {
            Self::Xiangqi(position) => position.turn() == Colour::Red,
            Self::Gomoku(board) => board.to_move() == xun_gomoku::rules::Colour::Black,
        }
    }

    /// Whether the game has ended here.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match self {
            Self::Xiangqi(position) => !position.has_legal_move(),
            Self::Gomoku(board) => board.status() != Status::Ongoing,
        }
    }

    /// Whether a move can be played here.
    #[must_use]
    pub fn is_legal(&self, chosen: GameMove) -> bool {
        match (self, chosen) {
            (Self::Xiangqi(position), GameMove::Xiangqi(chosen)) => position.is_legal_move(chosen),
            (Self::Gomoku(board), GameMove::Gomoku(point)) => {
                board.size().has(point)
                    && board.status() == Status::Ongoing
                    && board.is_empty(point)
                    && board.is_legal(point)
            }
            _ => false,
        }
    }

    /// Every move that can be played here.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<GameMove> {
        match self {
            Self::Xiangqi(position) => {
                position.legal_moves().iter().map(|&chosen| GameMove::Xiangqi(chosen)).collect()
            }
            Self::Gomoku(board) => {
                let points = board.empty_points().map(GameMove::Gomoku);
                points.filter(|&chosen| self.is_legal(chosen)).collect()
            }
        }
    }

    /// Plays a move; `false` and no change if it is not legal.
    pub fn play(&mut self, chosen: GameMove) -> bool {
        let legal = self.is_legal(chosen);
        match (self, chosen) {
            (Self::Xiangqi(position), GameMove::Xiangqi(chosen)) if legal => position.play(chosen),
            (Self::Gomoku(board), GameMove::Gomoku(point)) if legal => board.play(point),
            _ => {}
        }
        legal
    }

    /// The place after a move; `None` if it is not legal.
    #[must_use]
    pub fn after(&self, chosen: GameMove) -> Option<Self> {
        let mut after = self.clone();
        after.play(chosen).then_some(after)
    }

    /// The legal move of a text, in any notation of the game.
    ///
    /// # Errors
    /// A text that is no legal move here.
    pub fn parse_move(&self, text: &str) -> Result<GameMove, Problem> {
        let wrong = |fault: &dyn std::fmt::Display| Problem::Move(fault.to_string());
        let chosen = match self {
            Self::Xiangqi(position) => {
                GameMove::Xiangqi(parse_move(position, text).map_err(|fault| wrong(&fault))?)
            }
            Self::Gomoku(board) => {
                GameMove::Gomoku(parse_point(text, board.size()).map_err(|fault| wrong(&fault))?)
            }
        };
        if self.is_legal(chosen) {
            Ok(chosen)
        } else {
            Err(wrong(&format!("{text:?} is not a legal move here")))
        }
    }
}
