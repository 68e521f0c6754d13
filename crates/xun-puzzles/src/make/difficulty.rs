//! Difficulty of a puzzle: how many of the engine's levels fail to solve it.

use crate::analyst::{Analyst, Ask};
use crate::judge::Judgement;
use crate::puzzle::{MOST_DIFFICULT, Puzzle};
use xun_arena::Game;
use xun_game::{Handicap, Level, TableError};

/// Each level tries so often, with other errors each time.
const TRIES: u64 = 2;
/// Most positions of a level for each of its moves.
const MOST_NODES: u64 = 12_000;

/// Measures from 1 (every weakened level solves the puzzle) to 8 (none does).
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
            tries += 1;
            missed += u32::from(!solves(puzzle, handicap.with_seed(seed << 40 | seed), analyst)?);
        }
    }
    let steps = u32::from(MOST_DIFFICULT) - 1;
    Ok(1 + (missed * steps).div_ceil(tries.max(1)).min(steps) as u8)
}

/// Whether an engine with this handicap plays the puzzle to its end as a player has to: the first
/// move of the solution, then moves that do as well.
fn solves(puzzle: &Puzzle, handicap: Handicap, analyst: &mut Analyst) -> Result<bool, TableError> {
    let mut played = Vec::new();
    // Moves of the solution lead from one of its places to the next.
    while let Ok((place, rest)) = puzzle.follow(&played) {
        let ask = Ask { handicap: Some(handicap), ..Ask::nodes(MOST_NODES) };
        let Some(tried) = analyst.best(&place, &ask)?.map(|line| line.line[0]) else { break };
        if played.is_empty() && tried != rest.best {
            return Ok(false);
        }
        match puzzle.judge(&played, tried, analyst) {
            Ok(Judgement::Right { defence }) => played.extend([tried, defence]),
            Ok(Judgement::Solved | Judgement::AlsoGood) => return Ok(true),
            Ok(Judgement::Wrong(_)) | Err(_) => return Ok(false),
        }
    }
    Ok(false)
}
