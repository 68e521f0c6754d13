//! Xiangqi: faults of positions, moves and game records, terms of the evaluation.

mod evaluation;
mod files;
mod notation;
mod pieces;
mod rules;
mod tables;

pub use pieces::{kind, piece, side, spoken};

use crate::Message;
use xun_text::Text;
use xun_xiangqi::rules::RuleSet;

impl Message for RuleSet {
    /// The title of the rule set.
    fn text(&self) -> Text {
        let (en, zh) = match self {
            Self::Asian => ("Asian / WXF", "亚洲规则"),
            Self::Chinese => ("Chinese 2020", "中国 2020"),
            Self::Simple => ("Simple", "简单规则"),
        };
        Text::fixed(en, zh)
    }
}

/// One sentence about a rule set.
#[must_use]
pub fn rules_about(rules: RuleSet) -> Text {
    let (en, zh) = match rules {
        RuleSet::Asian => ("Perpetual check and perpetual chase lose.", "长将、长捉判负。"),
        RuleSet::Chinese => ("Perpetual threats of mate lose too.", "长杀等也判负。"),
        RuleSet::Simple => {
            ("Perpetual check loses, other repetition draws.", "长将判负，其余重复和棋。")
        }
    };
    Text::fixed(en, zh)
}

/// The title of a level of play, by its name; a name that is no level's is its own title.
pub fn level(name: &str) -> Text {
    let (en, zh) = match name {
        "beginner" => ("Beginner", "初学"),
        "novice" => ("Novice", "入门"),
        "casual" => ("Casual", "初级"),
        "club" => ("Club", "中级"),
        "strong" => ("Strong", "好手"),
        "expert" => ("Expert", "高手"),
        "master" => ("Master", "大师"),
        "full" => ("Full strength", "全力"),
        other => return Text::same(other),
    };
    Text::fixed(en, zh)
}

/// The style of a level in a few words; empty for a name that is no level's.
pub fn level_style(name: &str) -> Text {
    let (en, zh) = match name {
        "beginner" => ("takes what hangs, leaves its own hanging", "见子就吃，常被白吃"),
        "novice" => ("falls for traps of two moves", "两步的圈套都会上当"),
        "casual" => ("simple threats, misses some of yours", "会做简单攻击，时常漏看"),
        "club" => ("rarely loses a piece for nothing", "很少白丢子"),
        "strong" => ("sound tactics, a slip now and then", "战术稳健，偶有疏漏"),
        "expert" => ("few errors, hard to see", "错误很少，难以看清"),
        "master" => ("limited almost only in depth", "几乎只有深度受限"),
        "full" => ("uses all the time it has", "用尽所给的时间"),
        _ => ("", ""),
    };
    Text::fixed(en, zh)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_xiangqi::search::LEVELS;

    #[test]
    fn every_level_has_a_title() {
        assert!(LEVELS.iter().all(|one| level(one.name) != Text::same(one.name)));
    }

    #[test]
    fn every_level_has_a_style_of_its_own() {
        let styles: Vec<Text> = LEVELS.iter().map(|one| level_style(one.name)).collect();
        for (index, style) in styles.iter().enumerate() {
            assert!(!style.en.is_empty() && !style.zh.is_empty());
            assert!(!styles[..index].contains(style), "{}", style.en);
        }
    }
}
