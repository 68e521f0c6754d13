//! From games to what the regression sees.

use xun_gomoku::eval::threat_index;
use xun_gomoku::rules::{Board, Code, Colour, Shape};
use xun_selfplay::gomoku::{Game, GomokuResult};

/// A position for the value: how often each code occurs for either side, and how it ended.
pub(crate) struct ValueSample {
    /// The side to move is black.
    pub(crate) black: bool,
    pub(crate) threat: u16,
    /// Code and how many points have it, for the side to move; then the same for the other.
    pub(crate) own: Box<[(Code, u8)]>,
    pub(crate) other: Box<[(Code, u8)]>,
    /// Target for the side to move, from 0 to 1.
    pub(crate) target: f32,
}

/// A position for the policy: the codes of every candidate, and which was played.
pub(crate) struct PolicySample {
    pub(crate) black: bool,
    pub(crate) candidates: Box<[(Code, Code)]>,
    pub(crate) played: u16,
}

/// Share of the search's score in the target; the rest is the outcome.
const SCORE_SHARE: f32 = 0.35;

pub(crate) fn samples_of(
    game: &Game,
    values: &mut Vec<ValueSample>,
    policies: &mut Vec<PolicySample>,
) {
    let mut board = Board::new(game.size, game.rule);
    for (number, &(point, score)) in game.moves.iter().enumerate() {
        let own = board.to_move();
        let forced = board.count(!own, Shape::Five) > 0;
        let over =
            board.count(own, Shape::Five) > 0 || (!forced && board.count(own, Shape::OpenFour) > 0);
        if number >= game.opening && !forced && !over {
            values.push(value_sample(&board, game.outcome, score));
            if board.count(!own, Shape::OpenFour) == 0 {
                policies.extend(policy_sample(&board, point));
            }
        }
        if !board.is_empty(point) {
            return;
        }
        board.play(point);
    }
}

fn value_sample(board: &Board, outcome: GomokuResult, score: i16) -> ValueSample {
    let own = board.to_move();
    let result = match outcome {
        GomokuResult::Won(colour) if colour == own => 1.0,
        GomokuResult::Won(_) => 0.0,
        GomokuResult::Draw => 0.5,
    };
    let expected = 1.0 / (1.0 + (-f32::from(score) / 200.0).exp());
    let histogram = |colour: Colour| {
        let mut codes: Vec<Code> = board
            .empty_points()
            .map(|point| board.cell(point).code(colour))
            .filter(|&code| code != 0)
            .collect();
        codes.sort_unstable();
        let mut counted: Vec<(Code, u8)> = Vec::new();
        for code in codes {
            match counted.last_mut() {
                Some((last, count)) if *last == code => *count = count.saturating_add(1),
                _ => counted.push((code, 1)),
            }
        }
        counted.into_boxed_slice()
    };
    ValueSample {
        black: own == Colour::Black,
        threat: threat_index(board) as u16,
        own: histogram(own),
        other: histogram(!own),
        target: SCORE_SHARE * expected + (1.0 - SCORE_SHARE) * result,
    }
}

fn policy_sample(board: &Board, played: xun_gomoku::rules::Point) -> Option<PolicySample> {
    let own = board.to_move();
    let points: Vec<_> = board.candidates().filter(|&point| board.is_legal(point)).collect();
    let place = points.iter().position(|&point| point == played)?;
    let codes =
        points.iter().map(|&point| (board.cell(point).code(own), board.cell(point).code(!own)));
    Some(PolicySample {
        black: own == Colour::Black,
        candidates: codes.collect(),
        played: place as u16,
    })
}
