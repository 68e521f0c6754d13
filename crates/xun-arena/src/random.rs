//! A player without an idea: any legal move, equally likely. The least that an engine must beat,
//! and a good way to make openings.

use crate::player::{Choice, Failure, Player, Turn};
use crate::record::{Ending, Opening};
use crate::referee::Referee;
use crate::runner::MakeReferee;
use std::sync::Arc;

/// A small generator of random numbers (`SplitMix64`): the same seed gives the same match
/// everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// Begins with a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.number()) * bound as u128) >> 64) as usize
    }
}

/// Makes a referee for an opening, shared by players that need one.
pub type SharedReferees = Arc<dyn Fn(&Opening) -> Result<Box<dyn Referee>, String> + Send + Sync>;

/// A player that moves at random.
pub struct RandomPlayer {
    random: Random,
    referees: SharedReferees,
}

impl RandomPlayer {
    /// With a seed, and the rules of the game.
    pub fn new(seed: u64, referees: SharedReferees) -> Self {
        Self { random: Random::new(seed), referees }
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let failed = |note: String| Failure { ending: Ending::Crash, note };
        let mut board = (self.referees)(turn.opening).map_err(failed)?;
        for text in turn.moves {
            board.play(text).map_err(|refusal| failed(refusal.to_string()))?;
        }
        let moves = board.legal_moves();
        let text = (!moves.is_empty()).then(|| moves[self.random.below(moves.len())].clone());
        Ok(Choice { text, score: None, depth: None })
    }
}

/// Openings of random moves from the game's start, none of them already decided.
pub fn random_openings(
    count: usize,
    plies: usize,
    seed: u64,
    referees: &MakeReferee<'_>,
) -> Vec<Opening> {
    let mut random = Random::new(seed);
    let mut openings = Vec::with_capacity(count);
    // A decided or refused line is thrown away; the bound keeps an odd game from looping forever.
    for _ in 0..count * 100 {
        if openings.len() == count {
            break;
        }
        let Ok(mut board) = referees(&Opening::default()) else { break };
        let mut moves = Vec::with_capacity(plies);
        while moves.len() < plies && board.verdict().is_none() {
            let legal = board.legal_moves();
            if legal.is_empty() {
                break;
            }
            match board.play(&legal[random.below(legal.len())]) {
                Ok(text) => moves.push(text),
                Err(_) => break,
            }
        }
        if moves.len() == plies && board.verdict().is_none() {
            openings.push(Opening { start: None, moves });
        }
    }
    openings
}
