//! Faults of opening books.

use crate::Message;
use xun_text::Text;
use xun_xiangqi::openings::{BookError, BookFault};

impl Message for BookFault {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Order => "没有按局面与着法的次序排列".to_owned(),
            Self::Move => "不是着法".to_owned(),
            Self::Weight => "权重为 0".to_owned(),
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for BookError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Unreadable(cause) => format!("无法读取：{cause}"),
            Self::NotABook => "不是开局库：既不是 xun collection book 生成的文件，也不是 BOOK.DAT\
                （每项 8 字节，按键值排列）"
                .to_owned(),
            Self::Newer(format) => {
                format!("由更新版本的 Xun 写成（格式 {format}，本程序只认得 1）")
            }
            Self::Length { expected, found } => {
                format!("应有 {expected} 字节，实有 {found} 字节：文件不完整")
            }
            Self::Entry { number, byte, fault } => {
                format!("第 {number} 项（第 {byte} 字节）：{}", fault.text().zh)
            }
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}
