//! The table of a match: every player's results so far.

use crate::record::{Ending, GameRecord, Seat};
use crate::score::{Points, Tally};
use serde::Serialize;
use std::collections::BTreeMap;

/// One player's record in a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Standing {
    /// The player's name.
    pub name: String,
    /// Results against everyone.
    pub total: Tally,
    /// Results against each opponent, by number.
    pub against: BTreeMap<usize, Tally>,
    /// Games lost as a program, by reason.
    pub faults: BTreeMap<String, u64>,
    /// Moves made.
    pub moves: u64,
    /// Time used for them, milliseconds.
    pub milliseconds: u64,
    /// Sum of the depths it stated, and how many it stated.
    pub depths: (u64, u64),
}

impl Standing {
    /// Mean time of a move, milliseconds.
    #[must_use]
    pub fn mean_time(&self) -> f64 {
        self.milliseconds as f64 / (self.moves as f64).max(1.0)
    }

    /// Mean depth, where the player states it.
    #[must_use]
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depths.1 > 0).then(|| self.depths.0 as f64 / self.depths.1 as f64)
    }
}

/// The table of a match, updated game by game.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    rows: Vec<Standing>,
    /// Games whose pair is not complete, by number.
    single: BTreeMap<u64, Single>,
}

/// One game of a pair.
#[derive(Clone, Copy, Debug)]
struct Single {
    players: [usize; 2],
    points: [Points; 2],
}

impl Standings {
    /// The table before the first game.
    #[must_use]
    pub fn new(names: &[String]) -> Self {
        let row = |name: &String| Standing { name: name.clone(), ..Standing::default() };
        Self { rows: names.iter().map(row).collect(), single: BTreeMap::new() }
    }

    /// The table after these games, in any order.
    pub fn of<'a>(names: &[String], games: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut standings = Self::new(names);
        games.into_iter().for_each(|game| standings.add(game));
        standings
    }

    /// Counts a finished game. A game of unknown players is left out.
    pub fn add(&mut self, game: &GameRecord) {
        if game.players.iter().any(|&player| player >= self.rows.len()) {
            return;
        }
        for seat in Seat::ALL {
            add(&mut self.rows, game, seat);
        }
        let one = Single { players: game.players, points: Seat::ALL.map(|seat| game.points(seat)) };
        // The two games of a pair have neighbouring numbers.
        match self.single.remove(&(game.index ^ 1)) {
            None => drop(self.single.insert(game.index, one)),
            Some(twin) => add_pair(&mut self.rows, &twin, &one),
        }
    }

    /// One row a player, by number.
    #[must_use]
    pub fn rows(&self) -> &[Standing] {
        &self.rows
    }

    /// The rows alone.
    #[must_use]
    pub fn into_rows(self) -> Vec<Standing> {
        self.rows
    }

    /// The first player's results against the second, which the sequential test is about.
    #[must_use]
    pub fn first_against_second(&self) -> Tally {
        self.rows.first().and_then(|row| row.against.get(&1)).copied().unwrap_or_default()
    }
}

fn add(table: &mut [Standing], game: &GameRecord, seat: Seat) {
    let (player, opponent) = (game.players[seat as usize], game.players[seat.other() as usize]);
    let points = game.points(seat);
    let row = &mut table[player];
    row.total.add(points);
    row.against.entry(opponent).or_default().add(points);
    if game.ending.is_fault() && game.winner == Some(seat.other()) {
        *row.faults.entry(fault_name(game.ending)).or_default() += 1;
    }
    // Moves alternate, beginning with the seat that moved first after the opening.
    let offset = usize::from(first_mover(game) != seat);
    for made in game.moves.iter().skip(offset).step_by(2) {
        row.moves += 1;
        row.milliseconds += made.milliseconds;
        if let Some(depth) = made.depth {
            row.depths = (row.depths.0 + u64::from(depth), row.depths.1 + 1);
        }
    }
}

/// The seat that made the first move after the opening.
pub(crate) fn first_mover(game: &GameRecord) -> Seat {
    let black_starts =
        game.opening.start.as_deref().is_some_and(|fen| fen.split_whitespace().nth(1) == Some("b"));
    if black_starts ^ (game.opening.moves.len() % 2 == 1) { Seat::Second } else { Seat::First }
}

fn add_pair(rows: &mut [Standing], first: &Single, second: &Single) {
    for seat in Seat::ALL {
        let (place, other) = (seat as usize, seat.other() as usize);
        let (player, opponent) = (first.players[place], first.players[other]);
        let (one, two) = (first.points[place], second.points[other]);
        rows[player].total.add_pair(one, two);
        rows[player].against.entry(opponent).or_default().add_pair(one, two);
    }
}

fn fault_name(ending: Ending) -> String {
    serde_json::to_value(ending)
        .ok()
        .and_then(|value| value.as_str().map(str::to_owned))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{MoveRecord, Opening};

    fn game(index: u64, players: [usize; 2], winner: Option<Seat>, ending: Ending) -> GameRecord {
        let made = |milliseconds| MoveRecord {
            text: "a0a1".into(),
            score: None,
            depth: Some(3),
            milliseconds,
        };
        GameRecord {
            index,
            players,
            opening: Opening::default(),
            moves: vec![made(10), made(20), made(30)],
            winner,
            ending,
            note: String::new(),
        }
    }

    #[test]
    fn pairs_and_faults_are_counted() {
        let names = ["a".to_owned(), "b".to_owned()];
        let games = [
            game(1, [1, 0], Some(Seat::Second), Ending::IllegalMove),
            game(0, [0, 1], Some(Seat::First), Ending::Rules),
            game(2, [0, 1], None, Ending::DrawRule),
        ];
        let table = Standings::of(&names, &games).into_rows();
        assert_eq!((table[0].total.wins, table[0].total.draws, table[0].total.losses), (2, 1, 0));
        assert_eq!(table[0].total.pairs, [0, 0, 0, 0, 1]);
        assert_eq!(table[1].total.pairs, [1, 0, 0, 0, 0]);
        assert_eq!(table[1].faults["illegal_move"], 1);
        assert_eq!(table[0].milliseconds, 10 + 30 + 20 + 10 + 30);
        assert_eq!(table[0].mean_depth(), Some(3.0));
    }
}
