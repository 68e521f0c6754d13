//! A player that plays a uniformly random legal move, and openings of random moves. The same seed
//! gives the same match on every machine.

use crate::player::{Choice, Failure, Player, Turn};
use crate::record::Opening;
use crate::referee::Referee;
use crate::setting::{GameMove, Setting};
use xun_game::SplitMix64;

/// Plays a uniformly random legal move.
pub struct RandomPlayer {
    seed: u64,
    random: SplitMix64,
    setting: Setting,
    /// None before the first game.
    referee: Option<Box<dyn Referee>>,
}

impl RandomPlayer {
    /// A player with a seed.
    #[must_use]
    pub fn new(seed: u64, setting: Setting) -> Self {
        Self { seed, random: SplitMix64::new(seed), setting, referee: None }
    }
}

/// The seed of one game of a player.
pub(crate) fn game_seed(seed: u64, game: u64) -> u64 {
    SplitMix64::mix(seed ^ game.wrapping_mul(SplitMix64::GAMMA))
}

/// One of these moves, all equally likely. There must be one.
fn pick(moves: &[GameMove], random: &mut SplitMix64) -> GameMove {
    moves[random.below(moves.len() as u64) as usize]
}

impl Player for RandomPlayer {
    fn seed(&mut self, game: u64) {
        self.random = SplitMix64::new(game_seed(self.seed, game));
    }

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
        let chosen = (!legal.is_empty()).then(|| pick(&legal, &mut self.random));
        Ok(Choice { chosen, score: None, depth: None })
    }
}

impl Setting {
    /// Openings of random moves from the game's start, none of them already decided.
    #[must_use]
    pub fn random_openings(self, count: usize, plies: usize, seed: u64) -> Vec<Opening> {
        let mut random = SplitMix64::new(seed);
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
                let chosen = pick(&legal, &mut random);
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
