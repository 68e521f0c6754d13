//! Players that cannot be made and openings that cannot be played.

use crate::Message;
use xun_arena::{OpeningError, PlayerError};
use xun_game::{OptionError, TableError};
use xun_text::Text;

impl Message for OpeningError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Fen(error) => error.text().zh.into_owned(),
            Self::NotAMove(text) => format!("{:?} 不是着法", text.0),
            Self::Illegal(illegal) => format!("{} 此处不合规则", illegal.0),
            Self::StartPosition => "五子棋的开局是一串着法".to_owned(),
            Self::Stones(error) => {
                let faults = error.faults.iter().map(|fault| fault.text().zh.into_owned());
                faults.collect::<Vec<_>>().join("；")
            }
            Self::Over(note) => format!("对局已经结束：{note}"),
            Self::Missing => "文件中没有开局".to_owned(),
            _ => self.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

impl Message for PlayerError {
    fn text(&self) -> Text {
        let chinese = match self {
            Self::Person => "这里不能由真人对弈".to_owned(),
            Self::XiangqiProtocol => "UCI 与 UCCI 引擎下象棋".to_owned(),
            Self::GomokuProtocol => "Gomocup 引擎下五子棋".to_owned(),
            Self::NoSettings { name } => format!("没有设置 {name}：只有 name 与 time"),
            Self::UnknownSetting { name, known } => {
                format!("没有设置 {name}：应为 {} 之一", known.join("、"))
            }
            Self::Choice { name, value, choices } => {
                format!("{name}={value}：应为 {} 之一", choices.join("、"))
            }
            Self::Range { name, value, least, most } => {
                format!("{name}={value}：应为 {least} 到 {most} 的整数")
            }
            Self::Confidence(value) => format!("confidence={value}：应为 0 到 1 的数"),
            Self::Algorithm(error) => format!("algorithm：{}", error.text().zh),
            Self::Refinement(error) => format!("refinements：没有改进 {:?}", error.0),
            Self::Option(error) => option_in_chinese(error),
            Self::Table(TableError::NoMemory { mebibytes }) => {
                format!("内存不足，无法建立 {mebibytes} MiB 的置换表")
            }
            Self::File { path, reason } => format!("{}：{reason}", path.display()),
            Self::NoSuchBook(path) => {
                format!("experience={}：没有这个经验库，且 learn=off", path.display())
            }
            Self::BookMissing => "learn 与 confidence 需要 experience=经验库".to_owned(),
            Self::WeakenedWithBook => "降低水平的引擎不用经验库：请去掉其中之一".to_owned(),
            Self::Opening(error) => return error.text(),
            _ => self.to_string(),
        };
        Text::new(self.to_string(), chinese)
    }
}

fn option_in_chinese(error: &OptionError) -> String {
    match error {
        OptionError::Unknown(name) => format!("没有选项 {name}"),
        OptionError::Value { name, found, .. } => format!("选项 {name} 不能取值 {found}"),
        OptionError::NotApplied { name, reason } => format!("选项 {name}：{reason}"),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_arena::{PlayerSpec, Setting, read_openings};

    #[test]
    fn players_are_refused_in_both_languages() {
        for (game, player) in [
            ("xiangqi", "human"),
            ("xiangqi", "gomocup engine"),
            ("gomoku", "uci engine"),
            ("gomoku", "random; depth=3"),
            ("gomoku", "xun; depth=3"),
            ("gomoku", "xun; learn=off"),
            ("gomoku", "xun; experience=a; learn=maybe"),
            ("gomoku", "xun; experience=a; confidence=2"),
            ("gomoku", "xun; experience=/no/such; learn=off"),
            ("gomoku", "xun; Weights=/no/such"),
            ("xiangqi", "xun; Level=ghost"),
            ("xiangqi", "textbook; depth=0"),
            ("xiangqi", "textbook; evaluation=z"),
            ("xiangqi", "textbook; algorithm=z"),
            ("xiangqi", "textbook; refinements=z"),
            ("gomoku", "textbook; scope=z"),
        ] {
            let setting: Setting = game.parse().expect("a game");
            let spec: PlayerSpec = player.parse().expect("a player");
            let refused = setting.player(&spec, 0).err().or_else(|| setting.check(&spec).err());
            let Text { en, zh } = refused.unwrap_or_else(|| panic!("{player}")).text();
            assert!(en != zh, "{player}: {en}");
        }
    }

    #[test]
    fn openings_are_refused_in_both_languages() {
        for (game, text) in [
            ("xiangqi", "9/9 w"),
            ("xiangqi", "a0a9"),
            ("xiangqi", "z9z9"),
            ("gomoku", "h8 h8"),
            ("gomoku", "h8a1i8a2j8a3k8a4l8"),
            ("gomoku", ""),
        ] {
            let setting: Setting = game.parse().expect("a game");
            let error = read_openings(text, setting).expect_err(text);
            let Text { en, zh } = error.faults[0].1.text();
            assert!(en != zh, "{text}: {en}");
        }
    }
}
