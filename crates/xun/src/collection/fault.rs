//! Faults of collections in the user's language.

use crate::language::Language;
use anyhow::anyhow;
use xun_collection::{CollectionError, MaterialError};
use xun_text::Text;

/// A result whose error is told in the user's language.
pub(crate) fn told<T>(result: Result<T, CollectionError>, language: Language) -> anyhow::Result<T> {
    result.map_err(|error| match language {
        Language::English => error.into(),
        Language::Chinese => anyhow!(in_chinese(&error)),
    })
}

fn in_chinese(error: &CollectionError) -> String {
    match error {
        CollectionError::Database(cause) => format!("棋谱库无法读写：{cause}"),
        CollectionError::Newer(format) => format!("棋谱库由更新版本的 Xun 写成（格式 {format}）"),
        CollectionError::NoGame(id) => format!("棋谱库中没有第 {id} 号棋局"),
        CollectionError::Duplicate(id, other) => {
            format!("第 {id} 号棋局将与第 {other} 号相同：棋手与着法都一样")
        }
        CollectionError::TagName(name) => format!(
            "标记 {name:?} 不能设置：名称由字母、数字和 _ 组成；FEN、Result、Format 和 SetUp 由棋局本身决定"
        ),
        CollectionError::Damaged(id, cause) => format!("棋谱库中第 {id} 号棋局已损坏：{cause}"),
        other => other.to_string(),
    }
}

/// The reason why a text is no material.
pub(super) fn material_fault(error: &MaterialError) -> Text {
    let chinese = match error {
        MaterialError::Sides => "应写出双方子力，如“车马炮 v 车马马”".to_owned(),
        MaterialError::Letter(letter) => {
            format!("“{letter}”不是棋子：应为 R、N、C、P、A、B 或车马炮兵士象")
        }
        MaterialError::TooMany { letter, count } => format!("一方不会有 {count} 个“{letter}”"),
        other => other.to_string(),
    };
    Text::new(error.to_string(), chinese)
}
