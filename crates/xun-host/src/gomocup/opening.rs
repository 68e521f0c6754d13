//! The swap2 opening (`SWAP2BOARD`), by the library's opening rules.

use super::search::{GomocupReply, Purpose};
use super::{Done, Gomocup};
use crate::host::Host;
use std::time::Instant;
use xun_game::{Limits, Stop, TimePlan};
use xun_gomoku::openings::{
    Choice, Decision, OpeningPolicy, OpeningRule, Stage, StagedOpening, first_three,
};
use xun_gomoku::protocol::Reply;
use xun_gomoku::rules::{Board, Colour};
use xun_gomoku::search::{Answer, GomokuEngine, Question};

impl Gomocup {
    /// The board of a `SWAP2BOARD` is set up: places the first three stones, or searches for a
    /// choice.
    pub(super) fn swap2(&mut self, arrived: Instant, host: &mut Host<Self>) -> Done {
        let board = self.board()?;
        match stage_of(board) {
            Some(Stage::Place { .. }) if board.stones() == 0 => {
                let stones = first_three(board.size(), 0);
                if let Some(board) = &mut self.board {
                    for &point in &stones {
                        board.play(point);
                    }
                }
                host.say(Reply::Moves(stones));
                Ok(())
            }
            Some(Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. }) => {
                self.search(Purpose::Swap2, arrived, host)
            }
            _ => Err(format!("SWAP2BOARD has 0, 3 or 5 stones, not {}", board.stones())),
        }
    }
}

/// The stage of a swap2 opening with the stones of this board; none where it is over.
fn stage_of(board: &Board) -> Option<Stage> {
    opening_of(board)?.stage()
}

/// The swap2 opening with the stones of this board; none where they are not of one.
fn opening_of(board: &Board) -> Option<StagedOpening> {
    let mut opening = StagedOpening::new(OpeningRule::Swap2, board.size());
    for (point, _) in board.history() {
        if matches!(opening.stage(), Some(Stage::MaySwapOrAddTwo { .. })) {
            opening.choose(Choice::AddTwo).ok()?;
        }
        opening.place(point).ok()?;
    }
    Some(opening)
}

/// The engine's choice after three or five stones: the better colour, or two more stones. Taking
/// black is `SWAP`; taking white, whose turn it is, is a move.
pub(super) fn choose(
    engine: &mut GomokuEngine,
    board: &Board,
    question: &Question,
    stop: &Stop,
    best: &mut dyn FnMut(Answer),
) -> GomocupReply {
    let Some(mut opening) = opening_of(board) else { return GomocupReply::default() };
    // Half of the time is for the choice, half for two more stones.
    let left = |plan: TimePlan| Some(plan.hard()?.saturating_sub(plan.elapsed()));
    let move_time = question.plan.and_then(left).map(|left| left / 2);
    let limits = Limits { move_time, clock: None, ..question.limits.clone() };
    let mut policy = OpeningPolicy::new(engine, limits, stop).excluding(question.exclude.clone());
    let decision = policy.decide(&opening, board, &mut |event| {
        if let Some(answer) = event.report().and_then(Answer::from_report) {
            best(answer);
        }
    });
    let reply = policy.answer().and_then(|answer| answer.best);
    let colour = opening.stage().map(|stage| opening.colour_of(stage.player()));
    match decision {
        Some(Decision::Choose(Choice::AddTwo)) => {
            let added = opening.choose(Choice::AddTwo);
            let decision = added.ok().and_then(|()| policy.decide(&opening, board, &mut |_| {}));
            if let Some(Decision::Place(moves)) = decision {
                return GomocupReply { moves, ..GomocupReply::default() };
            }
        }
        Some(Decision::Choose(Choice::Swap(swaps))) if (colour == Some(Colour::Black)) != swaps => {
            return GomocupReply { swap: true, ..GomocupReply::default() };
        }
        _ => {}
    }
    GomocupReply { moves: reply.into_iter().collect(), ..GomocupReply::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::rules::{Rule, Size};

    #[test]
    fn the_stones_give_the_stage() {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        let mut kinds = Vec::new();
        for x in 0..6 {
            kinds.push(match stage_of(&board) {
                Some(Stage::Place { .. }) => 'p',
                Some(Stage::MaySwapOrAddTwo { .. }) => '2',
                Some(Stage::MaySwap { .. }) => 's',
                _ => '-',
            });
            board.play(Size::STANDARD.point(x, x).unwrap());
        }
        assert_eq!(kinds, ['p', 'p', 'p', '2', 'p', 's']);
        assert_eq!(stage_of(&board), None);
    }
}
