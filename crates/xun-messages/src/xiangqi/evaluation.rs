//! Terms of the hand-written evaluation.

use crate::Message;
use xun_text::Text;
use xun_xiangqi::eval::features::Group;

/// The Chinese of each group of features, by the group's name.
const GROUPS: &[(&str, &str)] = &[
    ("material", "子力：将、士、象、马、车、炮、兵"),
    ("squares", "位置：每种棋子，自底线起十行，自边到中五列"),
    ("rook-mobility", "车的活动点数"),
    ("cannon-mobility", "炮的活动点数"),
    ("horse-mobility", "马的活动点数"),
    ("rook-file", "车在半开线、开放线"),
    ("cannon-king-file", "炮与敌将同线，中间隔 0（空头炮）、1、2、3 子"),
    ("cannon-king-rank", "同上，横线（沉底炮）"),
    ("rook-king-line", "车控将线：竖、横"),
    ("palace-attack", "攻击九宫的点数：兵马车炮 × 敌士数"),
    ("king-danger", "敌九宫中受攻而无子保护的点数"),
    ("safe-check", "可安全将军的点：马车炮兵"),
    ("advisors-cannons", "己士数 × 敌炮数"),
    ("advisors-rooks", "己士数 × 敌车数"),
    ("advisors-horses", "己士数 × 敌马数"),
    ("elephants-cannons", "己象数 × 敌炮数"),
    ("elephants-rooks", "己象数 × 敌车数"),
    ("horses-cannons", "己马数 × 己炮数"),
    ("rooks-rooks", "己车数 × 敌车数"),
    ("crossed-pawns", "敌士数 × 过河兵数"),
    ("pawn-pair", "牵手兵"),
    ("linked", "连环马、霸王车、担子炮、兵护马"),
    ("tied", "被牵制的子"),
    ("threats", "捉子：兵、士象、马、炮、车 捉 士、象、马、车、炮、兵"),
    ("hanging", "无根受攻"),
    ("wing", "多子归边"),
    ("tempo", "先手"),
];

impl Message for Group {
    fn text(&self) -> Text {
        let chinese = GROUPS.iter().find(|(name, _)| *name == self.name);
        Text::new(self.help, chinese.map_or(self.help, |(_, chinese)| chinese))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_xiangqi::eval::features;

    #[test]
    fn every_group_of_features_has_a_chinese_text() {
        let names = |pairs: &[(&'static str, &'static str)]| -> Vec<&str> {
            pairs.iter().map(|(name, _)| *name).collect()
        };
        let groups: Vec<&str> = features::GROUPS.iter().map(|group| group.name).collect();
        assert_eq!(names(GROUPS), groups);
    }
}
