//! The players of the games that puzzles come from: random even openings, weakened levels.

use xun_arena::Game;
use xun_game::{Handicap, SplitMix64, Stop, TableError};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search::Evaluation;
use xun_puzzles::{Analyst, Ask, Place, ScoredLine};
use xun_selfplay::gomoku::SelfPlay;
use xun_xiangqi::rules::Position;

/// Positions of each move.
const MOVE_NODES: u64 = 1_200;
/// Largest score of an even Xiangqi opening.
const EVEN: i32 = 200;
/// Rules of the Gomoku games, in turn.
const RULES: [Rule; 4] = [Rule::Freestyle, Rule::Renju, Rule::Standard, Rule::Renju];

/// The start of a game, and the handicap of both players.
pub(super) struct Opening {
    pub(super) place: Place,
    pub(super) level: Option<Handicap>,
}

/// Both players of a game.
pub(super) struct Players {
    game: Game,
    analyst: Analyst,
}

impl Players {
    pub(super) fn new(game: Game, stop: Stop) -> Self {
        Self { game, analyst: Analyst::with_stop(stop) }
    }

    /// A random even opening; none if it was stopped.
    pub(super) fn opening(
        &mut self,
        random: &mut SplitMix64,
    ) -> Result<Option<Opening>, TableError> {
        let levels = match self.game {
            Game::Xiangqi => &xun_xiangqi::search::LEVELS[2..7],
            Game::Gomoku => &xun_gomoku::search::LEVELS[1..4],
        };
        let level = levels[random.below(levels.len() as u64) as usize].handicap;
        let place = match self.game {
            Game::Xiangqi => self.xiangqi_opening(random)?,
            Game::Gomoku => self.gomoku_opening(random),
        };
        Ok(place.map(|place| Opening { place, level }))
    }

    fn xiangqi_opening(&mut self, random: &mut SplitMix64) -> Result<Option<Place>, TableError> {
        while !self.analyst.stop.is_stopped() {
            let mut position = Position::start();
            for _ in 0..6 + random.below(6) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len() as u64) as usize]);
            }
            let place = Place::Xiangqi(Box::new(position));
            let best = self.analyst.best(&place, &Ask::nodes(MOVE_NODES))?;
            if best.is_some_and(|best| best.score.get().abs() <= EVEN) {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    fn gomoku_opening(&mut self, random: &mut SplitMix64) -> Option<Place> {
        let how = SelfPlay {
            rule: RULES[random.below(RULES.len() as u64) as usize],
            size: Size::STANDARD,
            nodes: MOVE_NODES,
            even: SelfPlay::EVEN,
            seed: 0,
            weights: None,
            evaluation: Evaluation::default(),
        };
        let board = how.opening(random.next_u64(), &self.analyst.stop)?;
        Some(Place::Gomoku(Box::new(board)))
    }

    /// The move of a player with this handicap, as it sees it.
    pub(super) fn choose(
        &mut self,
        place: &Place,
        level: Option<Handicap>,
        seed: u64,
    ) -> Result<Option<ScoredLine>, TableError> {
        let handicap = level.map(|handicap| handicap.with_seed(seed));
        let ask = Ask { handicap, keep_memory: true, ..Ask::nodes(MOVE_NODES) };
        self.analyst.best(place, &ask)
    }
}
