//! Reasons why a map cannot be made.

use crate::Message;
use xun_grid::generate::GenerateError;
use xun_grid::{MAX_CELLS, MapError};
use xun_text::Text;

impl Message for GenerateError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::UnknownKind(name) => format!("没有“{name}”这一种类"),
            Self::Map(MapError::TooLarge { rows, columns }) => {
                format!("{rows}×{columns} 超过了地图最多 {MAX_CELLS} 格的限制")
            }
            Self::Map(_) => "地图至少要有一行一列".to_owned(),
            Self::TooSmall { kind, rows, columns } => {
                format!("{kind} 至少需要 {rows}×{columns} 格")
            }
            Self::Density(density) => format!("比例是 {density}；应在 0 到 1 之间"),
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}
