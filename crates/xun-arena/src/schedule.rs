//! The schedule of a match: players, opening and seats of every game. It is a pure function of its
//! description, so that an interrupted match goes on where it was.

use serde::{Deserialize, Serialize};

/// The pairing system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Everyone against everyone.
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

impl Format {
    /// Both systems.
    pub const ALL: [Self; 2] = [Self::RoundRobin, Self::Gauntlet];

    /// The name in commands and journals.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        }
    }
}

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The game's number, from 0.
    pub index: u64,
    /// The players' numbers, first seat first.
    pub players: [usize; 2],
    /// Number of the opening; both games of a pair have the same.
    pub opening: u64,
}

/// All games of a match, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    meetings: Vec<(usize, usize)>,
    games: u64,
}

impl Schedule {
    /// So many games in all; each meeting is a pair of games with seats exchanged.
    #[must_use]
    pub fn new(format: Format, players: usize, games: u64) -> Self {
        let all = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        let meetings = all.filter(|&(one, _)| format == Format::RoundRobin || one == 0).collect();
        Self { meetings, games }
    }

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> u64 {
        if self.meetings.is_empty() { 0 } else { self.games }
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game of this number. Pairs stand side by side: 2k and 2k + 1.
    #[must_use]
    pub fn pairing(&self, index: u64) -> Pairing {
        let pair = index / 2;
        let meetings = self.meetings.len() as u64;
        let (one, other) = self.meetings[(pair % meetings) as usize];
        let players = if index.is_multiple_of(2) { [one, other] } else { [other, one] };
        Pairing { index, players, opening: pair / meetings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_meets_everyone_with_both_seats_from_each_opening() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 12);
        let games: Vec<Pairing> =
            (0..schedule.len()).map(|index| schedule.pairing(index)).collect();
        for one in 0..3 {
            for other in 0..3 {
                let met: Vec<u64> = games
                    .iter()
                    .filter(|game| game.players == [one, other])
                    .map(|game| game.opening)
                    .collect();
                assert_eq!(met, if one == other { vec![] } else { vec![0, 1] });
            }
        }
    }

    #[test]
    fn a_gauntlet_is_run_by_the_first() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 6);
        assert!((0..6).all(|index| schedule.pairing(index).players.contains(&0)));
    }

    #[test]
    fn one_player_has_no_opponent() {
        assert!(Schedule::new(Format::RoundRobin, 1, 10).is_empty());
    }
}
