//! Faults of evaluation tables.

use crate::Message;
use xun_text::Text;
use xun_xiangqi::textbook::{MOST_TABLE_VALUE as MOST, TablesFault, TablesProblem};

impl Message for TablesProblem {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::NotJson(error) => format!("不是 JSON：{error}"),
            Self::NotAnObject => "应为 JSON 对象".to_owned(),
            Self::UnknownSet { wanted, known } => {
                format!("没有名为“{wanted}”的表；现有：{known}")
            }
            Self::NoSet => "没有任何评估表：应为含 \"values\" 与 \"tables\" 的对象".to_owned(),
            Self::NotANumber(found) => format!("{found} 不是 -{MOST} 到 {MOST} 的整数"),
            Self::NumbersWanted => "应为按棋子给出数值的对象".to_owned(),
            Self::TablesWanted => "应为按棋子给出位置表的对象".to_owned(),
            Self::UnknownPiece => "不是棋子的名称".to_owned(),
            Self::MissingValues(pieces) => format!("缺少 {pieces} 的值"),
            Self::TableLines(found) => {
                format!("有 {found} 行；应为 10 行每行 9 个，或 9 列每列 10 个")
            }
            Self::LineLength { found, wanted } => format!("有 {found} 个数，应为 {wanted} 个"),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for TablesFault {
    fn text(&self) -> Text {
        Text::new(self.to_string(), format!("{}：{}", self.place, self.problem.text().zh))
    }
}
