//! Playing below full strength: shorter search, misjudged and overlooked moves.

use super::Limits;
use crate::SplitMix64;

/// A named level of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Name on the command line and in options.
    pub name: &'static str,
    /// English name for people.
    pub title: &'static str,
    /// Strength on the engine's own scale; higher is stronger.
    pub rank: u32,
    /// The handicap of this level; `None` for full strength.
    pub handicap: Option<Handicap>,
}

impl Level {
    /// The level of this name.
    #[must_use]
    pub fn named<'a>(levels: &'a [Self], name: &str) -> Option<&'a Self> {
        levels.iter().find(|level| level.name.eq_ignore_ascii_case(name))
    }
}

/// The errors of a weakened player. The seed decides all of them, so that a game can be repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// Most plies of the iterative deepening.
    pub depth: Option<u32>,
    /// Most nodes of a search.
    pub nodes: Option<u64>,
    /// Largest error of the score of a root move, in points of the evaluation.
    pub noise: i32,
    /// A root move that is worse than the best by up to this may be played instead.
    pub slack: i32,
    /// Moves below the root, out of a thousand, that the player does not see.
    pub overlooked: u32,
    /// Seed of the errors.
    pub seed: u64,
}

impl Handicap {
    /// The same handicap with errors from this seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The limits of a search, tightened to this handicap's depth and nodes.
    #[must_use]
    pub fn restrict(&self, limits: &Limits) -> Limits {
        let least = |asked: Option<u64>, own: Option<u64>| match (asked, own) {
            (Some(asked), Some(own)) => Some(asked.min(own)),
            (asked, own) => asked.or(own),
        };
        let depth = least(limits.depth.map(u64::from), self.depth.map(u64::from));
        Limits {
            depth: depth.map(|depth| depth as u32),
            nodes: least(limits.nodes, self.nodes),
            ..limits.clone()
        }
    }

    const fn mix(&self, a: u64, b: u64) -> u64 {
        SplitMix64::mix(self.seed ^ a.rotate_left(17) ^ b.wrapping_mul(SplitMix64::GAMMA))
    }

    /// Whether the player does not see this move (packed) in the position with this key. The same
    /// move in the same position is always overlooked or always seen: it is an oversight, not a
    /// random move.
    #[inline]
    #[must_use]
    pub const fn overlooks(&self, key: u64, packed_move: u16) -> bool {
        self.overlooked > 0 && self.mix(key, packed_move as u64) % 1000 < self.overlooked as u64
    }

    /// Largest difference between the errors of two root moves.
    #[must_use]
    pub fn largest_difference(&self) -> i32 {
        3 * self.noise.max(0)
    }

    /// Error of the score of this root move (packed): the sum of three throws, so that small errors
    /// are more frequent.
    #[must_use]
    pub fn misjudgement(&self, key: u64, packed_move: u16) -> i32 {
        let mixed = self.mix(!key, u64::from(packed_move));
        let span = 2 * self.noise.max(0) + 1;
        let throws: i32 = [0, 16, 32]
            .iter()
            .map(|shift| i32::from((mixed >> shift) as u16) % span - self.noise)
            .sum();
        throws / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misjudgements_stay_within_the_largest_difference() {
        let handicap = Handicap { noise: 50, seed: 5, ..Handicap::default() };
        let errors: Vec<i32> = (0..200)
            .flat_map(|key| (0..40).map(move |packed| (key, packed)))
            .map(|(key, packed)| handicap.misjudgement(key, packed))
            .collect();
        let (least, most) =
            errors.iter().fold((0, 0), |(a, b), &error| (error.min(a), error.max(b)));
        assert!(most - least <= handicap.largest_difference(), "{least} to {most}");
        assert!(most - least >= handicap.noise);
    }

    #[test]
    fn limits_are_tightened_and_never_loosened() {
        let handicap = Handicap { depth: Some(4), nodes: Some(1000), ..Handicap::default() };
        let limits = handicap.restrict(&Limits { depth: Some(9), ..Limits::default() });
        assert_eq!((limits.depth, limits.nodes), (Some(4), Some(1000)));
        let limits = handicap.restrict(&Limits { depth: Some(2), ..Limits::nodes(50) });
        assert_eq!((limits.depth, limits.nodes), (Some(2), Some(50)));
        let limits = Handicap::default().restrict(&Limits::depth(7));
        assert_eq!(limits, Limits::depth(7));
    }

    #[test]
    fn an_oversight_is_the_same_each_time_and_as_frequent_as_asked() {
        let handicap = Handicap { overlooked: 300, seed: 9, ..Handicap::default() };
        let count = (0..10_000).filter(|&key| handicap.overlooks(key, 7)).count();
        assert!((2_700..3_300).contains(&count), "{count}");
        assert!(!Handicap::default().overlooks(3, 7));
    }
}
