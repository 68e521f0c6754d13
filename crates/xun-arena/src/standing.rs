//! The table of a match: what every player has done so far.

use crate::record::{Ending, GameRecord, Seat};
use crate::score::Tally;
use serde::Serialize;
use std::collections::BTreeMap;

/// One player's record in a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
    pub fn mean_time(&self) -> f64 {
        self.milliseconds as f64 / (self.moves as f64).max(1.0)
    }

    /// Mean depth, where the player states it.
    pub fn mean_depth(&self) -> Option<f64> {
        (self.depths.1 > 0).then(|| self.depths.0 as f64 / self.depths.1 as f64)
    }
}

/// The table from the games, in any order.
pub fn standings<'a>(
    names: &[String],
    games: impl Iterator<Item = &'a GameRecord>,
) -> Vec<Standing> {
    let mut table: Vec<Standing> =
        names.iter().map(|name| Standing { name: name.clone(), ..Standing::default() }).collect();
    let mut waiting: BTreeMap<u64, &GameRecord> = BTreeMap::new();
    for game in games {
        if game.players.iter().any(|&player| player >= table.len()) {
            continue;
        }
        for seat in Seat::ALL {
            add(&mut table, game, seat);
        }
        // The two games of a pair have neighbouring numbers.
        match waiting.remove(&(game.index ^ 1)) {
            None => drop(waiting.insert(game.index, game)),
            Some(twin) => add_pair(&mut table, twin, game),
        }
    }
    table
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
    // Moves alternate, and the last one is by whoever is not to move; count from the seat of the
    // first.
    let offset = usize::from(first_mover(game) != seat);
    for made in game.moves.iter().skip(offset).step_by(2) {
        row.moves += 1;
        row.milliseconds += made.milliseconds;
        if let Some(depth) = made.depth {
            row.depths = (row.depths.0 + u64::from(depth), row.depths.1 + 1);
        }
    }
}

/// Who made the first move after the opening.
pub(crate) fn first_mover(game: &GameRecord) -> Seat {
    let black_starts =
        game.opening.start.as_deref().is_some_and(|fen| fen.split_whitespace().nth(1) == Some("b"));
    if black_starts ^ (game.opening.moves.len() % 2 == 1) { Seat::Second } else { Seat::First }
}

fn add_pair(table: &mut [Standing], first: &GameRecord, second: &GameRecord) {
    for seat in Seat::ALL {
        let (player, opponent) =
            (first.players[seat as usize], first.players[seat.other() as usize]);
        let (one, two) = (first.points(seat), second.points(seat.other()));
        table[player].total.add_pair(one, two);
        table[player].against.entry(opponent).or_default().add_pair(one, two);
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
        let table = standings(&names, games.iter());
        assert_eq!((table[0].total.wins, table[0].total.draws, table[0].total.losses), (2, 1, 0));
        assert_eq!(table[0].total.pairs, [0, 0, 0, 0, 1]);
        assert_eq!(table[1].total.pairs, [1, 0, 0, 0, 0]);
        assert_eq!(table[1].faults["illegal_move"], 1);
        assert_eq!(table[0].milliseconds, 10 + 30 + 20 + 10 + 30);
        assert_eq!(table[0].mean_depth(), Some(3.0));
    }
}
