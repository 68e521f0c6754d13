//! Random numbers, a player that plays a uniformly random legal move, and openings of random moves.

use crate::player::{Choice, Failure, Player, Turn};
use crate::record::Opening;
use crate::referee::Referee;
use crate::setting::{GameMove, Setting};

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

/// Plays a uniformly random legal move.
pub struct RandomPlayer {
    random: Random,
    setting: Setting,
    /// None before the first game.
    referee: Option<Box<dyn Referee>>,
}

impl RandomPlayer {
    /// A player with a seed.
    pub fn new(seed: u64, setting: Setting) -> Self {
        Self { random: Random::new(seed), setting, referee: None }
    }
}

impl Player for RandomPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.referee = Some(self.setting.referee(opening).map_err(Failure::crash)?);
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        let referee = self.referee.as_mut().ok_or_else(|| Failure::crash("no game was set up"))?;
        referee.play(played).map_err(Failure::crash)
    }

    fn choose(&mut self, _: &Turn<'_>) -> Result<Choice, Failure> {
        let legal = self.referee.as_ref().map(|referee| referee.legal_moves()).unwrap_or_default();
        let chosen = (!legal.is_empty()).then(|| legal[self.random.below(legal.len())]);
        Ok(Choice { chosen, score: None, depth: None })
    }
}

impl Setting {
    /// Openings of random moves from the game's start, none of them already decided.
    pub fn random_openings(self, count: usize, plies: usize, seed: u64) -> Vec<Opening> {
        let mut random = Random::new(seed);
        let mut openings = Vec::with_capacity(count);
        // A decided line is thrown away; the bound keeps an odd game from looping forever.
        for _ in 0..count * 100 {
            if openings.len() == count {
                break;
            }
            let Ok(mut referee) = self.referee(&Opening::default()) else { break };
            let mut moves = Vec::with_capacity(plies);
            while moves.len() < plies && referee.end().is_none() {
                let legal = referee.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let chosen = legal[random.below(legal.len())];
                if referee.play(chosen).is_err() {
                    break;
                }
                moves.push(chosen.to_string());
            }
            if moves.len() == plies && referee.end().is_none() {
                openings.push(Opening { start: None, moves });
            }
        }
        openings
    }
}
