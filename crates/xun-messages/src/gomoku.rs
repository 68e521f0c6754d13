//! Gomoku: faults of positions and files of values, titles of rules and levels.

use crate::Message;
use xun_gomoku::notation::{RenLib, RenLibFault, RenLibProblem};
use xun_gomoku::rules::{Forbidden, PositionFault, Rule};
use xun_gomoku::textbook::{MOST_SHAPE_VALUE as MOST, ValuesFault, ValuesProblem};
use xun_text::Text;

impl Message for Rule {
    /// The title of the rule.
    fn text(&self) -> Text {
        let (en, zh) = match self {
            Self::Freestyle => ("Freestyle", "自由规则"),
            Self::Standard => ("Standard", "标准规则"),
            Self::Renju => ("Renju", "连珠"),
            Self::Caro => ("Caro", "越南规则"),
            Self::CaroExact => ("Caro, exactly five", "越南规则（恰好五连）"),
        };
        Text::fixed(en, zh)
    }
}

/// One sentence about a rule.
#[must_use]
pub fn rule_about(rule: Rule) -> Text {
    let (en, zh) = match rule {
        Rule::Freestyle => ("Five or more in a row win.", "五连或更长者胜。"),
        Rule::Standard => ("Exactly five in a row win.", "恰好五连者胜。"),
        Rule::Renju => (
            "Black has forbidden points: overline, double four, double three.",
            "黑方有禁手：长连、四四、三三。",
        ),
        Rule::Caro => (
            "A five blocked at both ends does not win; six or more always win.",
            "两端被堵的五连不算胜；六连及以上总算胜。",
        ),
        Rule::CaroExact => {
            ("Exactly five win, unless blocked at both ends.", "恰好五连且未被两端堵住者胜。")
        }
    };
    Text::fixed(en, zh)
}

/// The title of a level of play, by its name; a name that is no level's is its own title.
pub fn level(name: &str) -> Text {
    let (en, zh) = match name {
        "beginner" => ("Beginner", "初学"),
        "easy" => ("Easy", "入门"),
        "medium" => ("Medium", "中级"),
        "hard" => ("Hard", "高级"),
        "strong" => ("Full strength", "全力"),
        other => return Text::same(other),
    };
    Text::fixed(en, zh)
}

/// The style of a level in a few words; empty for a name that is no level's.
pub fn level_style(name: &str) -> Text {
    let (en, zh) = match name {
        "beginner" => ("looks one move ahead", "只看一步"),
        "easy" => ("looks two moves ahead", "看两步"),
        "medium" => ("looks five moves ahead", "看五步"),
        "hard" => ("looks nine moves ahead", "看九步"),
        "strong" => ("uses all the time it has", "用尽所给的时间"),
        _ => ("", ""),
    };
    Text::fixed(en, zh)
}

impl Message for Forbidden {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Overline => "长连",
            Self::DoubleFour => "四四",
            Self::DoubleThree => "三三",
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for PositionFault {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Outside { point, size } => format!("{point} 在 {size} 棋盘之外"),
            Self::Occupied { point, first, second } => {
                format!("{point} 被第 {first} 与第 {second} 子重复占用")
            }
            Self::Counts { black, white } => {
                format!("黑 {black} 子、白 {white} 子：黑子应与白子相同或多一")
            }
            Self::Turn { black, white } => format!("黑 {black} 子、白 {white} 子：应轮到另一方"),
            Self::TwoWinners => "黑白双方都已成五".to_owned(),
            Self::WinnerToMove => "成五之后还走了一步".to_owned(),
            Self::WonTwice => "没有哪一子能同时完成所有连五".to_owned(),
            Self::AfterTheEnd { number, point } => {
                format!("第 {number} 步 {point} 在胜负已分之后")
            }
            Self::ForbiddenStone { point, kind } => {
                format!("黑方的 {point} 是{}禁手", kind.text().zh)
            }
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for RenLibProblem {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::NotRenLib => "不是 RenLib 文件：开头不符".to_owned(),
            Self::Truncated => "文件在此中断".to_owned(),
            Self::Version { major, minor } => {
                format!("版本 {major}.{minor:02} 比 3.04 新；按 3.04 读取")
            }
            Self::Outside { place } => {
                format!("位置 0x{place:02X} 不在 15x15 棋盘上；该着及其后着法略去")
            }
            Self::Occupied { point } => format!("{point} 已有棋子；该着及其后着法略去"),
            Self::Pass => "停着；该着及其后着法略去".to_owned(),
            Self::Unfinished { lines } => format!("文件结束，还缺 {lines} 条变化"),
            Self::AfterEnd => "最后一条变化已结束；其后内容略去".to_owned(),
            Self::TooMany => format!("着法多于 {}；其后内容略去", RenLib::MOST_MOVES),
            other => other.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for RenLibFault {
    fn text(&self) -> Text {
        let problem = self.problem.text();
        let place = format!("第 {0} 字节（0x{0:X}）：{1}", self.at, problem.zh);
        Text::new(self.to_string(), place)
    }
}

impl Message for ValuesProblem {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::NotJson(error) => format!("不是 JSON：{error}"),
            Self::NoValues => "没有数值：应为含 \"shapes\" 的对象".to_owned(),
            Self::NotANumber(found) => format!("{found} 不是 -{MOST} 到 {MOST} 的整数"),
            Self::MissingValue(shape) => format!("缺少 {shape} 的值"),
            Self::NotARectangle => "应为等长的行，至多 22 行 22 列".to_owned(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for ValuesFault {
    fn text(&self) -> Text {
        Text::new(self.to_string(), format!("{}：{}", self.place, self.problem.text().zh))
    }
}
