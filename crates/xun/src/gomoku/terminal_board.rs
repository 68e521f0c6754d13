//! The Gomoku board of a person who plays a match in the terminal.

use super::forbidden_points;
use crate::language::Language;
use crate::matches::TerminalBoard;
use xun_arena::{GameMove, GomokuReferee, Referee, Seat};
use xun_gomoku::notation::{draw, parse_point};

impl TerminalBoard for GomokuReferee {
    fn help(&self, language: Language) -> &'static str {
        language.pick(
            "a point (h8); moves, board, resign, quit",
            "输入落点（h8）；moves 列出可下之处，board 棋盘，resign 认输，quit 离开",
        )
    }

    fn colour(&self, seat: Seat, language: Language) -> &'static str {
        match seat {
            Seat::First => language.pick("Black (X)", "黑方（X）"),
            Seat::Second => language.pick("White (O)", "白方（O）"),
        }
    }

    fn picture(&self, language: Language) -> String {
        let picture = draw(self.board());
        let forbidden = forbidden_points(self.board());
        if forbidden.is_empty() {
            return picture;
        }
        let points: Vec<String> = forbidden.iter().map(|(point, _)| point.to_string()).collect();
        format!("{picture}{}: {}\n", language.pick("forbidden", "禁手"), points.join(" "))
    }

    fn legal(&self, _: Option<&str>, language: Language) -> String {
        let count = self.legal_moves().len();
        match language {
            Language::English => format!("{count} points: every empty one but the forbidden"),
            Language::Chinese => format!("{count} 处：除禁手外的所有空点"),
        }
    }

    fn find(&self, line: &str, language: Language) -> Result<GameMove, String> {
        let board = self.board();
        let point = parse_point(line, board.size()).map_err(|_| match language {
            Language::English => {
                format!("{line:?} is no point of this board; expected one like h8")
            }
            Language::Chinese => format!("“{line}”不是棋盘上的点；应写作 h8"),
        })?;
        if !board.is_empty(point) {
            return Err(format!("{point} {}", language.pick("is taken", "已有棋子")));
        }
        if !board.is_legal(point) {
            let forbidden = language.pick("is forbidden to Black", "是黑方的禁手");
            return Err(format!("{point} {forbidden}"));
        }
        Ok(GameMove::Gomoku(point))
    }
}
