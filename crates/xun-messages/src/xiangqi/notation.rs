//! Faults of moves, boards as text, and game records.

use crate::Message;
use xun_text::Text;
use xun_xiangqi::notation::MoveTextError;
use xun_xiangqi::notation::pgn::{PgnError, PgnProblem};
use xun_xiangqi::textbook::BoardTextFault;

impl Message for MoveTextError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Malformed { text, .. } => {
                format!("{text:?} 不是着法；着法写作 h2e2、C2=5 或 炮二平五")
            }
            Self::Illegal(text) => format!("{text:?} 在此局面不合规则"),
            Self::Ambiguous { text, moves } => format!("{text:?} 有歧义，可能是 {moves}"),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for PgnProblem {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Empty => "没有棋谱".to_owned(),
            Self::Fen(error) => format!("FEN 标签有误：{}", error.text().zh),
            Self::Move { error, fen } => format!("{}（{fen}）", error.text().zh),
            Self::Unfinished(_) => "标签或注释没有结束".to_owned(),
            Self::Bracket(_) => "变着的括号有误".to_owned(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for PgnError {
    fn text(&self) -> Text {
        let Self { line, column, problem } = self;
        Text::new(self.to_string(), format!("第 {line} 行第 {column} 列：{}", problem.text().zh))
    }
}

impl Message for BoardTextFault {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Rows(found) => format!("棋盘应有 10 行，现有 {found} 行"),
            Self::Length { line, found } => format!("第 {line} 行有 {found} 个字符，应为 9 个"),
            Self::Letter { line, column, found } => format!(
                "第 {line} 行第 {column} 列的 {found:?} 不是棋子；棋子为 K A B N R C P（红）、k a b n r c p（黑），空位为 ."
            ),
        };
        Text::new(self.to_string(), chinese)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_xiangqi::textbook::{CourseBoard, CourseRules};

    #[test]
    fn faults_of_a_board_name_their_line() {
        let error = CourseBoard::from_text("rnbakabnr\n........\n", CourseRules::default())
            .expect_err("too few rows");
        assert_eq!(error.faults[0].text().zh, "棋盘应有 10 行，现有 2 行");
        assert_eq!(error.faults[1].text().zh, "第 2 行有 8 个字符，应为 9 个");
    }
}
