//! Xiangqi boards for students' programs: ten lines of nine characters, red to move.

use super::games::{BoardInstance, BoardSystem, GradedBoard, WrongMove, numbers, step};
use std::fmt::Write;
use xun_arena::{Opening, Referee, XiangqiReferee};
use xun_game::SplitMix64;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::notation::{MoveTextError, format_board, parse_move};
use xun_xiangqi::rules::{Colour, Move, Position, Rules, Square};
use xun_xiangqi::search::{EngineOptions, XiangqiEngine};

/// A position of Xiangqi, red to move.
pub type XiangqiInstance = BoardInstance<Position>;

impl GradedBoard for Position {
    type Engine = XiangqiEngine;

    const EXAMPLES: &'static str = "R (1,1) (1,4), h2e2, 炮二平五";

    fn judge() -> Result<XiangqiEngine, String> {
        XiangqiEngine::new(EngineOptions::default(), PlayingEvaluator::hand())
            .map_err(|error| error.to_string())
    }

    fn input(&self) -> String {
        format_board(&self.to_setup()) + "\n"
    }

    fn read_move(&self, line: &str, system: BoardSystem) -> Result<Move, WrongMove> {
        xiangqi_move(self, line, system).map_err(|error| match error {
            MoveTextError::Malformed { .. } => WrongMove::Unreadable,
            _ => WrongMove::Illegal,
        })
    }

    fn show_move(chosen: Move) -> String {
        chosen.to_string()
    }
}

/// Positions after random moves from the start, red to move and not decided.
pub fn xiangqi_instances(count: u32, seed: u64) -> Vec<XiangqiInstance> {
    let mut random = SplitMix64::new(seed);
    let mut instances = Vec::new();
    // A line that ends early is thrown away; the bound keeps this finite whatever the rules.
    for _ in 0..u64::from(count) * 20 {
        if instances.len() as u32 == count {
            break;
        }
        let Ok(mut board) = XiangqiReferee::new(Rules::default(), &Opening::default()) else {
            break;
        };
        let plies = 6 + 2 * random.below(18);
        let played = (0..plies).all(|_| step(&mut board, &mut random, |_| true));
        if played && board.end().is_none() && board.position().turn() == Colour::Red {
            let name = format!("{:03} {plies} plies", instances.len());
            instances.push(BoardInstance { name, board: board.position().clone() });
        }
    }
    instances
}

/// A move as `R (1,1) (1,4)` in the given system, or in any notation.
fn xiangqi_move(
    position: &Position,
    line: &str,
    system: BoardSystem,
) -> Result<Move, MoveTextError> {
    let [a, b, c, d] = numbers(line)[..] else { return parse_move(position, line) };
    if !line.contains('(') && !line.starts_with(|letter: char| letter.is_ascii_digit()) {
        return parse_move(position, line);
    }
    let square = |one: u8, other: u8| match system {
        BoardSystem::RowColumn => 9_u8.checked_sub(one).and_then(|rank| Square::new(other, rank)),
        BoardSystem::ColumnRow => Square::new(one, other),
    };
    let mut text = String::new();
    for square in [square(a, b), square(c, d)] {
        let Some(square) = square else {
            return Err(MoveTextError::Illegal { text: line.to_owned(), because: None });
        };
        let _ = write!(text, "{square}");
    }
    parse_move(position, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_way() {
        let start = Position::start();
        for (line, system) in [
            ("C (7,7) (7,4)", BoardSystem::RowColumn),
            ("7 7 7 4", BoardSystem::RowColumn),
            ("C (7,2) (4,2)", BoardSystem::ColumnRow),
            ("h2e2", BoardSystem::RowColumn),
            ("C2=5", BoardSystem::ColumnRow),
            ("炮二平五", BoardSystem::RowColumn),
        ] {
            assert_eq!(xiangqi_move(&start, line, system).unwrap().to_string(), "h2e2", "{line}");
        }
        for line in ["C (7,7) (6,6)", "R (99,9) (0,0)", "C (7,7) (17,4)"] {
            assert!(matches!(
                xiangqi_move(&start, line, BoardSystem::RowColumn),
                Err(MoveTextError::Illegal { .. })
            ));
        }
        assert!(matches!(
            xiangqi_move(&start, "hello", BoardSystem::RowColumn),
            Err(MoveTextError::Malformed { .. })
        ));
    }

    #[test]
    fn positions_are_repeatable_and_open() {
        let positions = xiangqi_instances(12, 3);
        assert_eq!(positions.len(), 12);
        assert!(
            positions.iter().all(|one| one
                .board
                .input()
                .lines()
                .filter(|line| line.len() == 9)
                .count()
                == 10)
        );
        assert_eq!(xiangqi_instances(12, 3)[11].board.input(), positions[11].board.input());
    }
}
