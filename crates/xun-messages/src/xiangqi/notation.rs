//! Faults of moves, boards as text, and game records.

use super::pieces::kind;
use crate::Message;
use xun_text::Text;
use xun_xiangqi::notation::pgn::{PgnError, PgnProblem};
use xun_xiangqi::notation::{MoveTextError, piece_name};
use xun_xiangqi::rules::{Colour, Illegality, PieceKind};
use xun_xiangqi::textbook::BoardTextFault;

impl Message for MoveTextError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Malformed { text, .. } => {
                format!("{text:?} 不是着法；着法写作 h2e2、C2=5 或 炮二平五")
            }
            Self::Illegal { text, because: Some(because) } => {
                let because = because.text();
                return Text::new(
                    format!("{text:?} is not legal: {}", because.en),
                    format!("“{text}”不合规则：{}", because.zh),
                );
            }
            Self::Illegal { text, because: None } => format!("{text:?} 在此局面不合规则"),
            Self::Ambiguous { text, moves } => format!("{text:?} 有歧义，可能是 {moves}"),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for Illegality {
    fn text(&self) -> Text {
        match *self {
            Self::NoPiece => Text::fixed("there is no such piece to move", "没有这样的棋子可走"),
            Self::OwnPiece(_) => {
                Text::fixed("a piece of the same side stands there", "目标点有己方棋子")
            }
            Self::NotItsMove(moved) => {
                let name = piece_name(moved, Colour::Red, false);
                let article = if kind(moved).starts_with(['a', 'e']) { "an" } else { "a" };
                Text::new(
                    format!("{article} {} does not move like that", kind(moved)),
                    format!("{name}不能这样走"),
                )
            }
            Self::Blocked { kind: PieceKind::Horse, .. } => {
                Text::fixed("the horse’s leg is blocked", "蹩马腿")
            }
            Self::Blocked { kind: PieceKind::Elephant, .. } => {
                Text::fixed("the elephant’s eye is blocked", "塞象眼")
            }
            Self::Blocked { .. } => Text::fixed("a piece stands in the way", "中间有子阻挡"),
            Self::NoScreen => {
                Text::fixed("a cannon captures over exactly one piece", "炮吃子须隔一子")
            }
            Self::LeavesPalace(moved) => {
                Text::new(format!("the {} stays in the palace", kind(moved)), "不能离开九宫")
            }
            Self::CrossesRiver => {
                Text::fixed("elephants do not cross the river", "相（象）不能过河")
            }
            Self::SidewaysAtHome => {
                Text::fixed("soldiers go sideways only beyond the river", "兵（卒）过河后才能平走")
            }
            Self::KingsFace => Text::fixed("the generals would face each other", "将帅不能照面"),
            Self::LeavesCheck => {
                Text::fixed("the general would be in check", "走后己方帅（将）被将军")
            }
        }
    }
}

impl Message for PgnProblem {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Empty => "没有棋谱".to_owned(),
            Self::Fen(error) => format!("FEN 标签有误：{}", error.text().zh),
            Self::Move { error, fen } => {
                let words = error.text();
                return Text::new(
                    format!("{} ({fen})", words.en),
                    format!("{}（{fen}）", words.zh),
                );
            }
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
    use xun_xiangqi::notation::parse_move;
    use xun_xiangqi::rules::Position;
    use xun_xiangqi::textbook::{CourseBoard, CourseRules};

    #[test]
    fn an_illegal_move_says_why() {
        let why = |fen: &str, text: &str| {
            let position = Position::from_fen(fen).expect(fen);
            parse_move(&position, text).expect_err("illegal").text()
        };
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        for (text, en, zh) in [
            ("马二进四", "the horse’s leg is blocked", "蹩马腿"),
            ("b0d1", "the horse’s leg is blocked", "蹩马腿"),
            ("C2+5", "a cannon captures over exactly one piece", "炮吃子须隔一子"),
            ("P5=4", "soldiers go sideways only beyond the river", "兵（卒）过河后才能平走"),
            ("R4+1", "there is no such piece to move", "没有这样的棋子可走"),
        ] {
            let said = why(start, text);
            assert!(said.en.ends_with(en) && said.zh.ends_with(zh), "{said:?}");
        }
        let pinned = why("3kr4/9/9/9/9/9/9/9/4R4/4K4 w", "R5=6");
        assert!(pinned.en.ends_with("the general would be in check"), "{pinned:?}");
    }

    #[test]
    fn faults_of_a_board_name_their_line() {
        let error = CourseBoard::from_text("rnbakabnr\n........\n", CourseRules::default())
            .expect_err("too few rows");
        assert_eq!(error.faults[0].text().zh, "棋盘应有 10 行，现有 2 行");
        assert_eq!(error.faults[1].text().zh, "第 2 行有 8 个字符，应为 9 个");
    }
}
