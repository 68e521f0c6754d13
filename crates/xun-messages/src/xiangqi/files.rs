//! Faults of game files, and what formats cannot hold.

use crate::Message;
use xun_text::Text;
use xun_xiangqi::files::{FileFault, Loss, Place, Problem};

impl Message for Place {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Byte(offset) => format!("第 {offset} 字节（0x{offset:X}）"),
            Self::Text { line, column } => format!("第 {line} 行第 {column} 列"),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for Problem {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::UnknownFormat => {
                "不是棋谱文件：既不像 XQF、CBR、CBL、CBF、DhtmlXQ，也没有着法".to_owned()
            }
            Self::NoGame => "文件中没有棋局".to_owned(),
            Self::Truncated { missing, .. } => format!("文件在此中断，还缺 {missing} 字节"),
            Self::Version(version) => format!("未知的 XQF 版本 {version}；最新为 18"),
            Self::Setup(error) => return error.text(),
            Self::Fen(error) => {
                let words = error.text();
                return Text::new(
                    format!("the first position is wrong: {}", words.en),
                    format!("起始局面有误：{}", words.zh),
                );
            }
            Self::SamePoint(square) => format!("{square} 上有两个棋子"),
            Self::PieceList(digits) => format!("棋子列表有 {digits} 位数字，应为 64 位"),
            Self::Result(text) => format!("{text:?} 不是对局结果"),
            Self::NoPoints => "不是着法：起点或终点不在棋盘上；该着及其后着法略去".to_owned(),
            Self::IllegalMove { chosen, ply, because } => {
                let because = because.as_ref().map(Message::text);
                let why = |pick: fn(&Text) -> &str, colon: &str| {
                    because.as_ref().map_or(String::new(), |why| format!("{colon}{}", pick(why)))
                };
                let english = why(|text| &text.en, ": ");
                let reason = why(|text| &text.zh, "：");
                return Text::new(
                    format!(
                        "move {ply}, {chosen}, is not legal{english}; left out with what follows it"
                    ),
                    format!("第 {ply} 步 {chosen} 不合规则{reason}；该着及其后着法略去"),
                );
            }
            Self::CommentLength { length } => format!("长 {length} 字节的注释超出文件"),
            Self::Encoding(name) => format!("有些文字不是 {name} 编码"),
            Self::TooDeep => "变着嵌套过深".to_owned(),
            Self::NoParent(name) => format!("变着 {name:?} 没有对应的着法"),
            Self::BehindTheEnd(count) => format!("最后一条着法线结束后还有 {count} 步；略去"),
            Self::Unfinished(name) => format!("字段 {name:?} 没有结束"),
            Self::Pgn(problem) => return problem.text(),
            Self::Move(error) => return error.text(),
            Self::More(count) => format!("另有 {count} 处错误"),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for FileFault {
    fn text(&self) -> Text {
        let (place, problem) = (self.place.text(), self.problem.text());
        Text::new(format!("{}: {}", place.en, problem.en), format!("{}：{}", place.zh, problem.zh))
    }
}

impl Message for Loss {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Cut { tag, bytes } => format!("{tag} 截短为 {bytes} 字节"),
            Self::Tag(tag) => format!("标签 {tag} 略去"),
            Self::Glyphs(count) => format!("着法评价符号（!、?）略去：{count} 个"),
            Self::Characters(count) => format!("无法表示而替换的字符：{count} 个"),
            Self::Counters => "起始局面的回合计数略去".to_owned(),
        };
        Text::new(self.to_string(), chinese)
    }
}
