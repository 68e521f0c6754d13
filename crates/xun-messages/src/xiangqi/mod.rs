//! Xiangqi: faults of positions, moves and game records, terms of the evaluation.

mod evaluation;
mod notation;
mod rules;
mod tables;

use xun_text::Text;

/// The title of a level of play, by its name; a name that is no level's is its own title.
pub fn level(name: &str) -> Text {
    let (en, zh) = match name {
        "beginner" => ("Beginner", "初学"),
        "novice" => ("Novice", "入门"),
        "casual" => ("Casual", "业余"),
        "club" => ("Club", "棋友"),
        "strong" => ("Strong", "好手"),
        "expert" => ("Expert", "高手"),
        "master" => ("Master", "大师"),
        "full" => ("Full strength", "全力"),
        other => return Text::same(other),
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
}
