//! Difficulty of a puzzle: how many of the engine's levels miss its first move.

use crate::analyst::{Analyst, Ask};
use crate::puzzle::{MOST_DIFFICULT, Puzzle};
use xun_arena::Game;
use xun_game::{Level, TableError};

/// Each level tries so often, with other errors each time.
const TRIES: u64 = 2;
/// Most positions of a level.
const MOST_NODES: u64 = 12_000;

/// Measures from 1 (every weakened level finds the first move) to 8 (none does).
///
/// # Errors
/// No memory for the engine.
pub fn measure_difficulty(puzzle: &Puzzle, analyst: &mut Analyst) -> Result<u8, TableError> {
    let levels: &[Level] = match puzzle.game() {
        Game::Xiangqi => &xun_xiangqi::search::LEVELS,
        Game::Gomoku => &xun_gomoku::search::LEVELS,
    };
    let (mut tries, mut missed) = (0_u32, 0_u32);
    for handicap in levels.iter().filter_map(|level| level.handicap) {
        for seed in 1..=TRIES {
            let handicap = handicap.with_seed(seed << 40 | seed);
            let ask = Ask { handicap: Some(handicap), ..Ask::nodes(MOST_NODES) };
            let found = analyst.best(&puzzle.place, &ask)?;
            tries += 1;
            missed += u32::from(found.is_none_or(|line| line.line[0] != puzzle.solution.best));
        }
    }
    let steps = u32::from(MOST_DIFFICULT) - 1;
    Ok(1 + (missed * steps).div_ceil(tries.max(1)).min(steps) as u8)
}
