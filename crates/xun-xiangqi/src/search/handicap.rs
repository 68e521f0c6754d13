//! Playing below full strength the way people do: looking less far, misjudging a little,
//! overlooking moves.

use crate::rules::Move;

/// How a weakened player errs. All of it is decided by a seed, so a game can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// How many plies it looks ahead.
    pub depth: u32,
    /// How many hundredths of a pawn its judgement of a move may be off.
    pub noise: i32,
    /// How many of a thousand moves below the root it does not see.
    pub overlooked: u32,
    /// What makes its errors differ from game to game.
    pub seed: u64,
}

/// A level of play with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name on the command line and in options.
    pub name: &'static str,
    /// The name for people: `English ‖ 中文`.
    pub title: &'static str,
    /// The matching value of the option `Skill Level`, 0 to 20.
    pub skill: u32,
}

/// The named levels, weakest first.
pub const LEVELS: [Level; 8] = [
    Level { name: "beginner", title: "Beginner ‖ 初学", skill: 0 },
    Level { name: "novice", title: "Novice ‖ 入门", skill: 3 },
    Level { name: "casual", title: "Casual ‖ 业余", skill: 6 },
    Level { name: "club", title: "Club ‖ 棋友", skill: 9 },
    Level { name: "strong", title: "Strong ‖ 好手", skill: 11 },
    Level { name: "expert", title: "Expert ‖ 高手", skill: 13 },
    Level { name: "master", title: "Master ‖ 大师", skill: 16 },
    Level { name: "full", title: "Full strength ‖ 全力", skill: 20 },
];

/// The value of `Skill Level` that means full strength.
pub const FULL_SKILL: u32 = 20;

impl Handicap {
    /// The handicap of a skill from 0 (beginner) to 19; none at 20.
    pub fn of_skill(skill: u32, seed: u64) -> Option<Self> {
        if skill >= FULL_SKILL {
            return None;
        }
        let missing = FULL_SKILL - skill;
        Some(Self {
            depth: 1 + skill * 3 / 5,
            noise: (missing * missing) as i32 / 2,
            overlooked: missing * missing * 3 / 4,
            seed,
        })
    }

    /// A number that depends on all of these.
    fn mix(&self, a: u64, b: u64) -> u64 {
        let mut mixed = self.seed ^ a.rotate_left(17) ^ b.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Whether this player does not see this move in this position. The same move in the same
    /// position is always overlooked or always seen: that is what makes it an oversight and not a
    /// random move.
    pub(super) fn overlooks(&self, key: u64, chosen: Move) -> bool {
        self.mix(key, u64::from(chosen.pack())) % 1000 < u64::from(self.overlooked)
    }

    /// By how much its judgements of two moves can differ from the truth at most.
    pub(super) fn largest_difference(&self) -> i32 {
        3 * self.noise.max(0)
    }

    /// How far its judgement of this root move is off: the sum of three throws, so small errors are
    /// likelier.
    pub(super) fn misjudgement(&self, key: u64, chosen: Move) -> i32 {
        let mixed = self.mix(!key, u64::from(chosen.pack()));
        let span = 2 * self.noise.max(0) + 1;
        let throws: i32 = [0, 16, 32]
            .iter()
            .map(|shift| ((mixed >> shift) as u16 as i32) % span - self.noise)
            .sum();
        throws / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misjudgements_stay_within_the_largest_difference() {
        let moves = crate::rules::Position::start().legal_moves();
        for skill in 0..FULL_SKILL {
            let handicap = Handicap::of_skill(skill, 5).expect("below full strength");
            let errors: Vec<i32> = (0..200)
                .flat_map(|key| moves.iter().map(move |&chosen| handicap.misjudgement(key, chosen)))
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
            let handicap = Handicap::of_skill(skill, 0).expect("below full strength");
            if let Some(last) = last {
                assert!(handicap.depth >= last.depth);
                assert!(handicap.noise <= last.noise && handicap.overlooked <= last.overlooked);
            }
            last = Some(handicap);
        }
        assert_eq!(Handicap::of_skill(20, 0), None);
        assert!(LEVELS.windows(2).all(|pair| pair[0].skill < pair[1].skill));
        assert_eq!(LEVELS[LEVELS.len() - 1].skill, FULL_SKILL);
    }
}
