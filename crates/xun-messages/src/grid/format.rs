//! Faults of map files.

use crate::Message;
use xun_grid::format::{DocumentError, FaultKind, Faults, Field, MapFault, WriteError};
use xun_grid::{MAX_CELLS, ProblemError};
use xun_text::{Language, Text};

impl Message for MapFault {
    fn text(&self) -> Text {
        let (line, column) = (self.line, self.column);
        Text::new(self.to_string(), format!("第 {line} 行第 {column} 列：{}", chinese(&self.kind)))
    }
}

impl Message for FaultKind {
    fn text(&self) -> Text {
        Text::new(self.to_string(), chinese(self))
    }
}

/// All faults of a file, one a line, indented.
#[must_use]
pub fn list(faults: &Faults, language: Language) -> String {
    let mut lines = crate::list(faults.list(), language);
    if faults.more() > 0 {
        let more = match language {
            Language::English => format!("\n  and {} more", faults.more()),
            Language::Chinese => format!("\n  还有 {} 处", faults.more()),
        };
        lines.push_str(&more);
    }
    lines
}

/// The number of faults, as a heading.
#[must_use]
pub fn heading(faults: &Faults) -> Text {
    let count = faults.list().len() as u64 + faults.more();
    let plural = if count == 1 { "" } else { "s" };
    Text::new(format!("{count} fault{plural}"), format!("{count} 处错误"))
}

fn chinese(kind: &FaultKind) -> String {
    match kind {
        FaultKind::Empty { expected } => {
            format!("文件为空；应为 {}", expected_in_chinese(expected))
        }
        FaultKind::NotUtf8 { byte } => format!("字节 0x{byte:02X} 不是 UTF-8 文本"),
        FaultKind::UnknownCell { found, expected } => {
            format!("未知的格子 {found:?}；应为 {} 之一", expected_in_chinese(expected))
        }
        FaultKind::ShortRow { expected, found } => {
            format!("此行太短：只有 {found} 格，应有 {expected} 格")
        }
        FaultKind::LongRow { expected, found } => {
            format!("此行太长：有 {found} 格，应有 {expected} 格")
        }
        FaultKind::MissingRows { expected, found } => {
            format!("文件只有 {found} 行地图，应有 {expected} 行")
        }
        FaultKind::ExtraRows { expected, found } => {
            format!("{expected} 行地图之后还多出 {found} 行")
        }
        FaultKind::NoStart { mark } => format!("没有起点；应有一个标为 {mark:?} 的格子"),
        FaultKind::NoGoal { mark } => format!("没有终点；应有一个标为 {mark:?} 的格子"),
        FaultKind::SecondStart { line, column } => {
            format!("第二个起点；第一个在第 {line} 行第 {column} 列")
        }
        FaultKind::SecondGoal { line, column } => {
            format!("第二个终点；第一个在第 {line} 行第 {column} 列")
        }
        FaultKind::NotANumber { field: name, found } => {
            format!("{found:?} 不是数；此处应为{}", field(*name))
        }
        FaultKind::OutOfRange { field: name, found, least, most } => {
            let name = field(*name);
            let blank = if name.ends_with(|last: char| last.is_ascii()) { " " } else { "" };
            format!("{name}{blank}是 {found}；应在 {least} 到 {most} 之间")
        }
        FaultKind::Missing { field: name } => format!("缺少{}", field(*name)),
        FaultKind::Trailing { found } => format!("多余的 {found:?}；此处应为行末"),
        FaultKind::Unexpected { expected, found } => {
            format!("此处是 {found:?}；应为 {}", expected_in_chinese(expected))
        }
        FaultKind::TooLarge { rows, columns } => {
            format!("{rows}×{columns} 超过了地图最多 {MAX_CELLS} 格的限制")
        }
        FaultKind::StationWithoutTank => {
            "有补给站却没有容量；地图之前应有一行 \"tank N\"".to_owned()
        }
        FaultKind::NoStation { row, column } => {
            format!("第 {row} 行第 {column} 列（从零数起）没有补给站")
        }
        FaultKind::StationWithoutPrice { letter } => {
            format!("补给站 {letter:?} 没有价格；地图之前应有一行 \"price {letter} N\"")
        }
        FaultKind::OutsideMap { row, column, rows, columns } => {
            format!("第 {row} 行第 {column} 列（从零数起）在 {rows}×{columns} 的地图之外")
        }
        other => other.to_string(),
    }
}

/// The library's expectation; words of files stay as they are written there.
fn expected_in_chinese(expected: &str) -> String {
    // Longer phrases first: "priced station" before "station".
    const WORDS: [(&str, &str); 18] = [
        ("a line ", "一行 "),
        ("a small letter", "一个小写字母"),
        ("a capital letter other than S and G", "除 S 与 G 之外的一个大写字母"),
        ("rows, columns, tank", "行数、列数、容量"),
        ("rows of ", "若干行 "),
        ("priced station", "有价补给站"),
        ("station", "补给站"),
        ("free", "空地"),
        ("walls", "墙"),
        ("wall", "墙"),
        ("start", "起点"),
        ("goal", "终点"),
        ("terrain", "地形"),
        ("ROW,COL", "行,列"),
        (" or ", " 或 "),
        (" and ", " 和 "),
        (": ", "："),
        (", ", "、"),
    ];
    WORDS
        .iter()
        .fold(expected.to_owned(), |text, (english, chinese)| text.replace(english, chinese))
}

fn field(field: Field) -> &'static str {
    match field {
        Field::Rows => "行数",
        Field::Columns => "列数",
        Field::Tank => "容量 T",
        Field::Price => "价格",
        Field::Terrain => "地形代价",
        Field::Row => "行号",
        Field::Column => "列号",
        Field::Bucket => "分组号",
        Field::MapName => "地图名",
        Field::Length => "最短长度",
        Field::From => "\"from 行,列\" 一行",
        Field::To => "\"to 行,列\" 一行",
        _ => "数",
    }
}

impl Message for DocumentError {
    fn text(&self) -> Text {
        match self {
            Self::NoStart => Text::new("the map marks no start", "地图没有标出起点"),
            Self::NoGoal => Text::new("the map marks no goal", "地图没有标出终点"),
            Self::Problem(error) => error.text(),
            other => Text::same(other.to_string()),
        }
    }
}

impl Message for ProblemError {
    fn text(&self) -> Text {
        let named = |what: &str| match what {
            "start" => "起点",
            "goal" => "终点",
            "way-point" => "途经点",
            "cell" => "格子",
            _ => "补给站",
        };
        let chinese = match self {
            Self::Outside { what, cell, rows, columns } => {
                format!("{} {cell} 在 {rows}×{columns} 的地图之外", named(what))
            }
            Self::InWall { what, cell } => format!("{} {cell} 是墙", named(what)),
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for WriteError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Inexpressible { format, what } => {
                let what = match *what {
                    "weighted terrain" => "带权地形",
                    "a problem without a tank" => "没有容量的问题",
                    "a map without start and goal" => "没有起点和终点的地图",
                    "supplies" => "补给",
                    "two of start, goal and station in one cell" => "同一格里的起点、终点或补给站",
                    other => other,
                };
                format!("{format} 格式无法表示{what}")
            }
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_file_is_described_in_chinese() {
        let faults =
            xun_grid::format::read(b"2 3 9\n3 0\n1 x 1\n", None, None).expect_err("three faults");
        let text = list(&faults, Language::Chinese);
        assert!(
            text.contains("第 2 行") && text.contains("太短") && text.contains("没有终点"),
            "{text}"
        );
        assert!(!text.contains("expected"), "{text}");
        assert_eq!(heading(&faults).pick(Language::Chinese), "3 处错误");
        assert_eq!(heading(&faults).pick(Language::English), "3 faults");
        let faults =
            xun_grid::format::read(b"1 2 -3\n3 4\n0 0\n", None, None).expect_err("two faults");
        let text = list(&faults, Language::Chinese);
        assert!(text.contains("容量 T 是 -3；应在 0 到"), "{text}");
        let text = list(&faults, Language::English);
        assert!(text.contains("1 line too many after the last of 1 row"));
    }
}
