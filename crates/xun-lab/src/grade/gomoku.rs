//! Gomoku boards for students' programs: the side's length and whose turn it is (`X` or `O`), then
//! the rows from the top.

use super::games::{BoardInstance, BoardSystem, GradedBoard, WrongMove, numbers, step};
use xun_arena::{GameMove, GomokuReferee, Opening, Referee};
use xun_game::SplitMix64;
use xun_gomoku::notation::parse_point;
use xun_gomoku::rules::{Board, Colour as Stone, Point, Rule, Size};
use xun_gomoku::search::{GomokuEngine, Settings};

/// A position of Gomoku.
pub type GomokuInstance = BoardInstance<Board>;

impl GradedBoard for Board {
    type Engine = GomokuEngine;

    const EXAMPLES: &'static str = "h8, 7 7";

    fn judge() -> Result<GomokuEngine, String> {
        Ok(GomokuEngine::new(Settings { threads: 1, table_bytes: 16 << 20 }))
    }

    fn input(&self) -> String {
        let size = self.size();
        let turn = if self.to_move() == Stone::Black { 'X' } else { 'O' };
        let mut text = format!("{} {turn}\n", size.width());
        for y in (0..size.height()).rev() {
            for x in 0..size.width() {
                text.push(match self.stone(Point::new(x, y)) {
                    Some(Stone::Black) => 'X',
                    Some(Stone::White) => 'O',
                    None => '.',
                });
            }
            text.push('\n');
        }
        text
    }

    fn read_move(&self, line: &str, system: BoardSystem) -> Result<Point, WrongMove> {
        let point = gomoku_point(self, line, system).ok_or(WrongMove::Unreadable)?;
        if self.size().has(point) && self.is_legal(point) {
            Ok(point)
        } else {
            Err(WrongMove::Illegal)
        }
    }

    fn show_move(chosen: Point) -> String {
        chosen.to_string()
    }
}

/// Positions after random moves near the middle, not decided.
pub fn gomoku_instances(count: u32, seed: u64) -> Vec<GomokuInstance> {
    let mut random = SplitMix64::new(seed);
    let mut instances = Vec::new();
    for _ in 0..u64::from(count) * 20 {
        if instances.len() as u32 == count {
            break;
        }
        let Ok(mut board) =
            GomokuReferee::new(Size::STANDARD, Rule::Freestyle, &Opening::default())
        else {
            break;
        };
        let plies = 4 + random.below(14);
        let near = |played: &GameMove| {
            matches!(played, GameMove::Gomoku(point)
                if point.x().abs_diff(7) <= 3 && point.y().abs_diff(7) <= 3)
        };
        let played = (0..plies).all(|_| step(&mut board, &mut random, near));
        if played && board.end().is_none() {
            let name = format!("{:03} {plies} stones", instances.len());
            instances.push(BoardInstance { name, board: board.board().clone() });
        }
    }
    instances
}

/// A point as `h8`, or as two numbers in the given system.
fn gomoku_point(board: &Board, line: &str, system: BoardSystem) -> Option<Point> {
    let size = board.size();
    if line.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return parse_point(line, size).ok();
    }
    let [one, other] = numbers(line)[..] else { return None };
    let (x, y) = match system {
        BoardSystem::RowColumn => (other, size.height().checked_sub(one.checked_add(1)?)?),
        BoardSystem::ColumnRow => (one, other),
    };
    (x < size.width() && y < size.height()).then(|| Point::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_in_every_way() {
        let empty = Board::new(Size::STANDARD, Rule::Freestyle);
        let point =
            |line, system| gomoku_point(&empty, line, system).map(|point| point.to_string());
        assert_eq!(point("h8", BoardSystem::RowColumn).as_deref(), Some("h8"));
        assert_eq!(point("0 0", BoardSystem::RowColumn).as_deref(), Some("a15"));
        assert_eq!(point("(0, 0)", BoardSystem::ColumnRow).as_deref(), Some("a1"));
        assert_eq!(point("15 0", BoardSystem::RowColumn), None);
        assert_eq!(point("", BoardSystem::RowColumn), None);
    }

    #[test]
    fn positions_are_repeatable_and_open() {
        let boards = gomoku_instances(12, 3);
        assert_eq!(boards.len(), 12);
        assert!(boards.iter().all(|one| one.board.input().lines().count() == 16));
        assert_eq!(gomoku_instances(12, 3)[11].board.input(), boards[11].board.input());
    }
}
