//! Faults of set-ups and FEN.

use super::pieces::{file_number, numeral, piece, point, side};
use crate::Message;
use xun_text::Text;
use xun_xiangqi::rules::{FenError, Piece, PieceKind, SetupError, SetupFault};

impl Message for SetupFault {
    fn text(&self) -> Text {
        match *self {
            Self::NoKing(colour) => {
                let side = side(colour);
                Text::new(format!("{} has no general", side.en), format!("{}没有将帅", side.zh))
            }
            Self::TooMany { piece: found, count } => {
                let (side, name, most) =
                    (side(found.colour()), piece(found), found.kind().full_count());
                Text::new(
                    format!("{} has {count} {}s, at most {most}", side.en, name.en),
                    format!("{}有 {count} 个{}，最多 {most} 个", side.zh, name.zh),
                )
            }
            Self::ImpossiblePoint { piece: found, square } => {
                let (side, name) = (side(found.colour()), piece(found));
                let point = point(square, found.colour());
                Text::new(
                    format!("{}’s {} can never stand on {}", side.en, name.en, point.en),
                    format!("{}的{}不可能在{}", side.zh, name.zh, point.zh),
                )
            }
            Self::PawnsShareFile { colour, file } => {
                let (side, number) = (side(colour), file_number(file, colour));
                let name = piece(Piece::new(colour, PieceKind::Pawn));
                Text::new(
                    format!(
                        "{} has two soldiers on file {number} before the river, at most one",
                        side.en
                    ),
                    format!(
                        "{}在{}路有两个未过河的{}，最多一个",
                        side.zh,
                        numeral(number, colour),
                        name.zh
                    ),
                )
            }
            Self::KingsFace => Text::fixed(
                "The generals face each other, so the last move was illegal",
                "将帅照面：刚走的一方不能这样走",
            ),
            Self::WaitingSideInCheck { side: waiting, checker, piece: found } => {
                let (waiting, name, point) =
                    (side(waiting), piece(found), point(checker, found.colour()));
                Text::new(
                    format!(
                        "{} is in check by the {} on {}, but it is the other side’s turn",
                        waiting.en, name.en, point.en
                    ),
                    format!("轮到对方走，{}却被{}的{}将军", waiting.zh, point.zh, name.zh),
                )
            }
        }
    }
}

impl Message for SetupError {
    fn text(&self) -> Text {
        let faults: Vec<Text> = self.faults.iter().map(Message::text).collect();
        let list = |pick: fn(&Text) -> &str, between: &str| {
            faults.iter().map(pick).collect::<Vec<_>>().join(between)
        };
        Text::new(
            format!("impossible position: {}", list(|text| &text.en, "; ")),
            format!("不可能的局面：{}", list(|text| &text.zh, "；")),
        )
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
        assert_eq!(text.pick(Language::English), "impossible position: Black has no general");
        assert_eq!(text.pick(Language::Chinese), "不可能的局面：黑方没有将帅");
    }

    #[test]
    fn faults_are_said_in_the_words_of_players() {
        let fen = "rrrk5/9/9/9/9/9/2P6/2P6/2P6/3K5 w";
        let FenError::Impossible(error) = Position::from_fen(fen).expect_err("many faults") else {
            panic!("a readable FEN")
        };
        let texts: Vec<Text> = error.faults.iter().map(Message::text).collect();
        let said = |en: &str, zh: &str| assert!(texts.contains(&Text::new(en, zh)), "{texts:?}");
        said("Black has 3 chariots, at most 2", "黑方有 3 个车，最多 2 个");
        said("Red’s soldier can never stand on file 7 (c1)", "红方的兵不可能在七路（c1）");
        let letters = |text: &Text| text.en.contains("Rook") || text.zh.contains(['r', 'R', 'P']);
        assert!(!texts.iter().any(letters), "no names of the program: {texts:?}");
    }
}
