//! Playing games of an engine against itself or another.

use super::agreement::Agreement;
use super::record::{GameRecord, GameResult, PlayedMove};
use xun_game::{Limits, SplitMix64, Stop, TableError};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::{Colour, Move, Position, Rules, Verdict};
use xun_xiangqi::search::{Question, Searcher};

/// Settings of self-play games, with their adjudication.
#[derive(Clone, Copy, Debug)]
pub struct PlaySettings {
    /// Positions a move, about.
    pub nodes: u64,
    /// Random moves at the start, at least.
    pub least_random: usize,
    /// Random moves at the start, at most.
    pub most_random: usize,
    /// An opening is kept only if the engine finds it this even.
    pub balance: i32,
    /// A game is won once both sides agree on at least this score ...
    pub win_score: i32,
    /// ... for this many plies in a row.
    pub win_plies: u32,
    /// A game is drawn after this many plies.
    pub most_plies: usize,
    /// The rules.
    pub rules: Rules,
}

impl Default for PlaySettings {
    fn default() -> Self {
        Self {
            nodes: 5000,
            least_random: 6,
            most_random: 11,
            balance: 150,
            win_score: 1500,
            win_plies: 6,
            most_plies: 300,
            rules: Rules { quiet_limit: Some(100), ..Rules::default() },
        }
    }
}

/// Plays the games of a seed, one after the other; every thread has its own.
pub struct SelfPlay {
    engines: [Searcher; 2],
    settings: PlaySettings,
    seed: u64,
}

impl SelfPlay {
    /// Games with this evaluation.
    ///
    /// # Errors
    /// Memory that the system does not give.
    pub fn new(
        evaluator: &PlayingEvaluator,
        settings: PlaySettings,
        seed: u64,
    ) -> Result<Self, TableError> {
        let make = || Searcher::new(4, evaluator.clone());
        Ok(Self { engines: [make()?, make()?], settings, seed })
    }

    /// Plays the game of this number; none if it was stopped.
    pub fn game(&mut self, number: u32, stop: &Stop) -> Option<GameRecord> {
        let mut random = SplitMix64::new(self.seed.rotate_left(32) ^ u64::from(number));
        random.next_u64();
        let opening = random_opening(&mut self.engines[0], &mut random, &self.settings, stop)?;
        let [red, black] = &mut self.engines;
        let (moves, result) = play_game([red, black], &opening, &mut random, &self.settings, stop)?;
        Some(GameRecord { number, start: None, moves, result })
    }
}

/// Random opening moves that lead to a position the engine finds balanced; none if it was stopped.
pub fn random_opening(
    engine: &mut Searcher,
    random: &mut SplitMix64,
    settings: &PlaySettings,
    stop: &Stop,
) -> Option<Vec<Move>> {
    while !stop.is_stopped() {
        let count =
            settings.least_random + below(random, settings.most_random - settings.least_random + 1);
        let mut position = Position::start();
        let mut moves = Vec::with_capacity(count);
        for _ in 0..count {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let chosen = legal[below(random, legal.len())];
            position.play(chosen);
            moves.push(chosen);
        }
        if moves.len() < count || position.outcome(&settings.rules).is_some() {
            continue;
        }
        engine.new_game();
        let question = Question::from(Limits::nodes(settings.nodes));
        let answer = engine.search(&position, &question, stop, &mut |_| {});
        if !stop.is_stopped() && answer.score.get().abs() <= settings.balance {
            return Some(moves);
        }
    }
    None
}

/// A random index below `bound`.
fn below(random: &mut SplitMix64, bound: usize) -> usize {
    random.below(bound as u64) as usize
}

/// Plays a game from an opening: `engines[0]` is Red. Answers every move, the opening's first, and
/// the result; none if it was stopped.
fn play_game(
    mut engines: [&mut Searcher; 2],
    opening: &[Move],
    random: &mut SplitMix64,
    settings: &PlaySettings,
    stop: &Stop,
) -> Option<(Vec<PlayedMove>, GameResult)> {
    let mut position = Position::start();
    let mut moves = Vec::new();
    for &chosen in opening {
        position.play(chosen);
        moves.push(PlayedMove { chosen, score: None });
    }
    for engine in &mut engines {
        engine.new_game();
    }
    let mut agreement = Agreement::default();
    loop {
        if let Some(result) = finished(&position, moves.len(), settings) {
            return Some((moves, result));
        }
        let turn = position.turn();
        let nodes = settings.nodes * (75 + random.below(51)) / 100;
        let question = Question::from(Limits::nodes(nodes));
        let answer = engines[turn as usize].search(&position, &question, stop, &mut |_| {});
        if stop.is_stopped() {
            // The answer is not that of so many nodes.
            return None;
        }
        let Some(chosen) = answer.best else { return Some((moves, winner(!turn))) };
        moves.push(PlayedMove { chosen, score: Some(answer.score.get() as i16) });
        position.play(chosen);
        agreement.note(turn, answer.score, settings.win_score);
        if let Some(colour) = agreement.winner(settings.win_plies) {
            return Some((moves, winner(colour)));
        }
    }
}

fn winner(colour: Colour) -> GameResult {
    match colour {
        Colour::Red => GameResult::RedWins,
        Colour::Black => GameResult::BlackWins,
    }
}

fn finished(position: &Position, plies: usize, settings: &PlaySettings) -> Option<GameResult> {
    if let Some(outcome) = position.outcome(&settings.rules) {
        return Some(match outcome.verdict {
            Verdict::Draw => GameResult::Draw,
            Verdict::Win => winner(position.turn()),
            Verdict::Loss => winner(!position.turn()),
        });
    }
    (plies >= settings.most_plies).then_some(GameResult::Draw)
}
