//! Levels: playing below full strength by looking less far, misjudging a little and overlooking
//! moves.

use xun_game::{Handicap, Level};

/// The value of `Skill Level` that means full strength.
pub const FULL_SKILL: u32 = 20;

const fn level(name: &'static str, title: &'static str, skill: u32) -> Level {
    Level { name, title, rank: skill, handicap: handicap_of_skill(skill, 0) }
}

/// The named levels, weakest first. Their rank is the matching value of `Skill Level`, 0 to 20.
pub const LEVELS: [Level; 8] = [
    level("beginner", "Beginner", 0),
    level("novice", "Novice", 3),
    level("casual", "Casual", 6),
    level("club", "Club", 9),
    level("strong", "Strong", 11),
    level("expert", "Expert", 13),
    level("master", "Master", 16),
    level("full", "Full strength", FULL_SKILL),
];

/// The handicap of a skill from 0 (beginner) to 19, with errors from this seed; none at 20.
#[must_use]
pub const fn handicap_of_skill(skill: u32, seed: u64) -> Option<Handicap> {
    if skill >= FULL_SKILL {
        return None;
    }
    let missing = FULL_SKILL - skill;
    Some(Handicap {
        depth: Some(1 + skill * 3 / 5),
        nodes: None,
        noise: (missing * missing) as i32 / 2,
        slack: 0,
        overlooked: missing * missing * 3 / 4,
        seed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misjudgements_stay_within_the_largest_difference() {
        let moves = crate::rules::Position::start().legal_moves();
        for skill in 0..FULL_SKILL {
            let handicap = handicap_of_skill(skill, 5).expect("below full strength");
            let errors: Vec<i32> = (0..200)
                .flat_map(|key| {
                    moves.iter().map(move |&chosen| handicap.misjudgement(key, chosen.pack()))
                })
                .collect();
            let (least, most) =
                errors.iter().fold((0, 0), |(a, b), &error| (error.min(a), error.max(b)));
            assert!(most - least <= handicap.largest_difference(), "{skill}: {least} to {most}");
            assert!(most - least >= handicap.noise, "{skill}: it errs");
        }
    }

    #[test]
    fn levels_grow_stronger() {
        let mut last: Option<Handicap> = None;
        for skill in 0..FULL_SKILL {
            let handicap = handicap_of_skill(skill, 0).expect("below full strength");
            if let Some(last) = last {
                assert!(handicap.depth >= last.depth);
                assert!(handicap.noise <= last.noise && handicap.overlooked <= last.overlooked);
            }
            last = Some(handicap);
        }
        assert_eq!(handicap_of_skill(20, 0), None);
        assert!(LEVELS.windows(2).all(|pair| pair[0].rank < pair[1].rank));
        assert_eq!(LEVELS[LEVELS.len() - 1].rank, FULL_SKILL);
    }
}
