//! A match's journal on a disk that fails and loses its power.

use super::failing_disk::FailingDisk;
use crate::journal::Journal;
use crate::record::{Ending, GameRecord, MoveRecord, Opening};
use serde_json::json;
use xun_game::SplitMix64;

/// A game whose line is shorter or longer than a sector.
fn game(index: u64, random: &mut SplitMix64) -> GameRecord {
    let made = |number| MoveRecord {
        text: format!("h{number}"),
        score: Some(number as i32),
        depth: None,
        milliseconds: number,
    };
    GameRecord {
        index,
        players: [0, 1],
        opening: Opening::default(),
        moves: (0..random.below(80)).map(made).collect(),
        winner: None,
        ending: Ending::Rules,
        note: String::new(),
    }
}

#[test]
fn nothing_acknowledged_is_lost_at_a_thousand_moments() {
    let terms = json!({"games": 30});
    let (mut cuts, mut torn) = (0, 0);
    for seed in 0..1000 {
        let mut random = SplitMix64::new(seed);
        let mut content = Vec::new();
        let mut acknowledged = Vec::new();
        // Three power cuts one after another, in one match.
        for round in 0..3 {
            let calls = 1 + random.below(60);
            let disk = FailingDisk::new(content, 3 * seed + round, calls, 12);
            if let Ok(mut journal) = Journal::on(Box::new(disk.clone()), &terms) {
                for _ in 0..20 {
                    let next = journal.games().keys().next_back().map_or(0, |last| last + 1);
                    let game = game(next, &mut random);
                    if journal.add(game.clone()).is_ok() {
                        acknowledged.push(game);
                    }
                }
            }
            content = disk.after_power_cut();
            cuts += 1;
            // Opened on a sound disk, as after the next start.
            let sound = FailingDisk::new(content.clone(), 0, u64::MAX, u64::MAX);
            let journal = Journal::on(Box::new(sound.clone()), &terms)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            for game in &acknowledged {
                assert_eq!(journal.games().get(&game.index), Some(game), "seed {seed}");
            }
            // At most the one that was being written is there besides.
            assert!(journal.games().len() <= acknowledged.len() + 1, "seed {seed}");
            acknowledged = journal.games().values().cloned().collect();
            drop(journal);
            let whole = sound.after_power_cut();
            torn += usize::from(!content.starts_with(&whole) || content.len() > whole.len());
            content = whole;
        }
    }
    assert_eq!(cuts, 3000);
    assert!(torn > 300, "the cuts tear: {torn}");
}
