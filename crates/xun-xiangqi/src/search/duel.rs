//! Two engines against each other in one process, at fixed nodes: whether a change gains, without
//! clocks and pipes.
//!
//! Every opening (random moves that the first engine finds balanced) is played twice with colours
//! exchanged, and the pair counts as one observation: openings that favour a side cancel out.

use super::agreement::Agreement;
use super::engine::{Engine, Question};
use crate::eval::Evaluator;
use crate::rules::{Colour, Move, Position, Rules, Verdict};
use xun_game::Limits;

/// How the games of a duel are played and when they are called off.
#[derive(Clone, Copy, Debug)]
pub struct DuelSettings {
    /// Positions a move.
    pub nodes: u64,
    /// Random moves at the start.
    pub random_plies: usize,
    /// An opening is kept only if a search finds it this even.
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

impl Default for DuelSettings {
    fn default() -> Self {
        Self {
            nodes: 5000,
            random_plies: 8,
            balance: 120,
            win_score: 1200,
            win_plies: 4,
            most_plies: 240,
            rules: Rules { quiet_limit: Some(100), ..Rules::default() },
        }
    }
}

/// One step of `SplitMix64`, below a bound.
fn below(state: &mut u64, bound: usize) -> usize {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    ((u128::from(mixed) * bound as u128) >> 64) as usize
}

/// Random opening moves that lead to a position the engine finds balanced.
fn opening<E: Evaluator + Clone + Send>(
    engine: &mut Engine<E>,
    state: &mut u64,
    settings: &DuelSettings,
) -> Vec<Move> {
    loop {
        let count = settings.random_plies + below(state, 2);
        let mut position = Position::start();
        let mut moves = Vec::with_capacity(count);
        while moves.len() < count && position.outcome(&settings.rules).is_none() {
            let legal = position.legal_moves();
            let chosen = legal[below(state, legal.len())];
            position.play(chosen);
            moves.push(chosen);
        }
        if position.outcome(&settings.rules).is_some() {
            continue;
        }
        engine.new_game();
        let answer =
            engine.search(&position, &Question::from(Limits::nodes(settings.nodes)), &mut |_| {});
        if answer.score.get().abs() <= settings.balance {
            return moves;
        }
    }
}

/// Plays a game from an opening; the winner, or none for a draw.
fn game<E: Evaluator + Clone + Send>(
    mut engines: [&mut Engine<E>; 2],
    opening: &[Move],
    settings: &DuelSettings,
) -> Option<Colour> {
    let mut position = Position::start();
    for &chosen in opening {
        position.play(chosen);
    }
    for engine in &mut engines {
        engine.new_game();
    }
    let mut agreement = Agreement::default();
    for _ in opening.len()..settings.most_plies {
        let turn = position.turn();
        if let Some(outcome) = position.outcome(&settings.rules) {
            return match outcome.verdict {
                Verdict::Draw => None,
                Verdict::Win => Some(turn),
                Verdict::Loss => Some(!turn),
            };
        }
        let question = Question::from(Limits::nodes(settings.nodes));
        let answer = engines[turn as usize].search(&position, &question, &mut |_| {});
        let Some(chosen) = answer.best else { return Some(!turn) };
        position.play(chosen);
        agreement.note(turn, answer.score, settings.win_score);
        if let Some(winner) = agreement.winner(settings.win_plies) {
            return Some(winner);
        }
    }
    None
}

/// Plays one opening with both colours; the half points of the first engine, 0 to 4.
pub fn play_pair<E: Evaluator + Clone + Send>(
    first: &mut Engine<E>,
    second: &mut Engine<E>,
    seed: u64,
    settings: &DuelSettings,
) -> u32 {
    let mut state = seed;
    let moves = opening(first, &mut state, settings);
    let points = |winner: Option<Colour>, side: Colour| match winner {
        None => 1,
        Some(colour) if colour == side => 2,
        Some(_) => 0,
    };
    let as_red = game([first, second], &moves, settings);
    let as_black = game([second, first], &moves, settings);
    points(as_red, Colour::Red) + points(as_black, Colour::Black)
}
