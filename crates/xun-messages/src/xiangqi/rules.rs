//! Faults of set-ups and FEN.

use crate::Message;
use xun_text::Text;
use xun_xiangqi::rules::{Colour, Fault, FenError, SetupError};

fn side(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "红方",
        Colour::Black => "黑方",
    }
}

impl Message for Fault {
    fn text(&self) -> Text {
        let chinese = match *self {
            Self::NoKing(colour) => format!("{}没有将帅", side(colour)),
            Self::TooMany { piece, count } => {
                let most = piece.kind().full_count();
                format!("{}有 {count} 个 {piece}，最多 {most} 个", side(piece.colour()))
            }
            Self::ImpossiblePoint { piece, square } => {
                format!("{}的 {piece} 不可能在 {square}", side(piece.colour()))
            }
            Self::PawnsShareFile { colour, file } => {
                let file = char::from(b'a' + file);
                format!("{}在 {file} 线有两个未过河的兵卒，只可能有一个", side(colour))
            }
            Self::KingsFace => "将帅照面：刚走的一方不能这样走".to_owned(),
            Self::WaitingSideInCheck { side: waiting, checker, piece } => {
                format!("轮到对方走，{}却被 {checker} 的 {piece} 将军", side(waiting))
            }
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for SetupError {
    fn text(&self) -> Text {
        let faults: Vec<String> =
            self.faults.iter().map(|fault| fault.text().zh.into_owned()).collect();
        Text::new(self.to_string(), format!("不可能的局面：{}", faults.join("；")))
    }
}

impl Message for FenError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Empty => "FEN 为空".to_owned(),
            Self::RankCount(found) => format!("棋盘有 {found} 行（以 / 分隔），应为 10 行"),
            Self::RankLength { rank, text, files } => {
                format!("第 {rank} 行（{text:?}）有 {files} 个点，应为 9 个")
            }
            Self::Letter { rank, letter } => format!(
                "第 {rank} 行的 {letter:?} 不是棋子；棋子为 K A B N R C P（B 也可写 E，N 也可写 H），小写为黑方"
            ),
            Self::Turn(found) => {
                format!("{found:?} 不表示走棋方；应为 w（或 r）表示红方，b 表示黑方")
            }
            Self::Counter(found, _) => format!("计数 {found:?} 有误；应为范围内的整数"),
            Self::Trailing(found) => format!("FEN 的六个字段之后还有 {found:?}"),
            Self::Impossible(error) => return error.text(),
        };
        Text::new(self.to_string(), chinese)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_text::Language;
    use xun_xiangqi::rules::Position;

    #[test]
    fn every_fault_of_a_position_is_named() {
        let error = Position::from_fen("9/9/9/9/9/9/9/9/9/4K4 w").expect_err("no black king");
        let text = error.text();
        assert_eq!(text.pick(Language::English), "impossible position: Black has no king");
        assert_eq!(text.pick(Language::Chinese), "不可能的局面：黑方没有将帅");
    }
}
