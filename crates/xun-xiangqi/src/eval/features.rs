//! The features of the hand-written evaluation: their groups, how many each has, and what they
//! mean.
//!
//! Everything is counted once for Red and once, with the opposite sign, for Black.

/// A group of features that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its name in the weights file.
    pub name: &'static str,
    /// The index of its first feature.
    pub start: usize,
    /// Number of features that it has.
    pub len: usize,
    /// Number of features in a line of the weights file.
    pub width: usize,
    /// Description of the counted feature.
    pub help: &'static str,
}

macro_rules! groups {
    ($( $constant:ident $name:literal $len:literal $width:literal $help:literal; )*) => {
        groups!(@offsets 0; $( $constant $len; )*);

        /// Every group, in the order of the indices.
        pub const GROUPS: &[Group] = &[
            $( Group { name: $name, start: $constant, len: $len, width: $width, help: $help }, )*
        ];
    };
    (@offsets $at:expr; $constant:ident $len:literal; $($rest:tt)*) => {
        #[doc = concat!("The first feature of `", stringify!($constant), "`; see [`GROUPS`].")]
        pub const $constant: usize = $at;
        groups!(@offsets $constant + $len; $($rest)*);
    };
    (@offsets $at:expr;) => {
        /// Number of features.
        pub const COUNT: usize = $at;
    };
}

groups! {
    MATERIAL "material" 7 7 "piece values: king, advisor, elephant, horse, rook, cannon, pawn";
    SQUARES "squares" 350 5
        "points: per kind, ten ranks from home, five files from the edge to the centre";
    ROOK_MOBILITY "rook-mobility" 18 18 "points a rook reaches";
    CANNON_MOBILITY "cannon-mobility" 18 18 "points a cannon reaches";
    HORSE_MOBILITY "horse-mobility" 9 9 "points a horse reaches that no enemy pawn guards";
    ROOK_FILE "rook-file" 2 2 "rook on a file without own pawn, without any pawn";
    CANNON_KING_FILE "cannon-king-file" 4 4
        "cannon on the enemy king's file with 0 (hollow), 1, 2, 3+ pieces between";
    CANNON_KING_RANK "cannon-king-rank" 4 4 "the same on the enemy king's rank (bottom cannon)";
    ROOK_KING_LINE "rook-king-line" 2 2 "rook on the enemy king's file, on its rank";
    PALACE_ATTACK "palace-attack" 12 3
        "attacked points of the enemy palace, by pawn, horse, rook, cannon × enemy advisors left";
    KING_DANGER "king-danger" 10 10
        "attacked points of the enemy palace that only its king guards or no piece";
    SAFE_CHECK "safe-check" 4 4
        "points from which a horse, rook, cannon, pawn could give check safely";
    ADVISORS_CANNONS "advisors-cannons" 9 3 "own advisors left × enemy cannons left";
    ADVISORS_ROOKS "advisors-rooks" 9 3 "own advisors left × enemy rooks left";
    ADVISORS_HORSES "advisors-horses" 9 3 "own advisors left × enemy horses left";
    ELEPHANTS_CANNONS "elephants-cannons" 9 3 "own elephants left × enemy cannons left";
    ELEPHANTS_ROOKS "elephants-rooks" 9 3 "own elephants left × enemy rooks left";
    HORSES_CANNONS "horses-cannons" 9 3 "own horses × own cannons";
    ROOKS_ROOKS "rooks-rooks" 9 3 "own rooks × enemy rooks";
    CROSSED_PAWNS "crossed-pawns" 18 6
        "enemy advisors left × own pawns across the river, not on the last rank";
    PAWN_PAIR "pawn-pair" 1 1 "pawns side by side across the river";
    LINKED "linked" 4 4 "horse guarded by horse, rook by rook, cannon by cannon, horse by pawn";
    TIED "tied" 7 7 "pieces that stand between own king and an attack, by kind";
    THREATS "threats" 30 6
        "attacked by pawn, guard, horse, cannon, rook × advisor, elephant, horse, rook, cannon, \
         pawn";
    HANGING "hanging" 6 6 "attacked and not guarded: advisor, elephant, horse, rook, cannon, pawn";
    WING "wing" 6 6 "rooks, horses, cannons, pawns across the river on one wing, the stronger wing";
    TEMPO "tempo" 1 1 "the side to move";
}

/// The group a feature belongs to.
#[must_use]
pub fn group_of(feature: usize) -> &'static Group {
    let index = GROUPS.partition_point(|group| group.start <= feature);
    &GROUPS[index - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_follow_one_another() {
        let mut next = 0;
        for group in GROUPS {
            assert_eq!(group.start, next, "{}", group.name);
            assert_eq!(group.len % group.width, 0, "{}", group.name);
            assert!(!group.help.is_empty());
            next += group.len;
        }
        assert_eq!(next, COUNT);
        assert_eq!(group_of(0).name, "material");
        assert_eq!(group_of(COUNT - 1).name, "tempo");
    }
}
