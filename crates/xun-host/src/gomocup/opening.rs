//! The swap2 opening (`SWAP2BOARD`), by the library's opening rules.

use super::search::{Outcome, Purpose};
use super::{Done, Gomocup};
use crate::host::Host;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use xun_gomoku::openings::{Choice, Opening, OpeningRule, Stage, balanced_moves};
use xun_gomoku::protocol::Reply;
use xun_gomoku::rules::{Board, Point, Size};
use xun_gomoku::search::{Engine, Limits};

/// Within this the sides count as even.
const EVEN: i32 = 60;

impl Gomocup {
    /// The board of a `SWAP2BOARD` is set up: places the first three stones, or searches for a
    /// choice.
    pub(super) fn swap2(&mut self, arrived: Instant, host: &mut Host<Self>) -> Done {
        let board = self.board()?;
        match stage_of(board) {
            Some(Stage::Place { .. }) if board.stones() == 0 => {
                let stones = first_three(board.size());
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
    let mut opening = Opening::new(OpeningRule::Swap2, board.size());
    for (point, _) in board.history() {
        if matches!(opening.stage(), Some(Stage::MaySwapOrAddTwo { .. })) {
            opening.choose(Choice::AddTwo).ok()?;
        }
        opening.place(point).ok()?;
    }
    opening.stage()
}

/// Three stones that give neither side much; they depend on the size of the board alone.
fn first_three(size: Size) -> Vec<Point> {
    let (x, y) = (i32::from(size.width() / 2), i32::from(size.height() / 2));
    [(0, 0), (1, 2), (-2, -1)]
        .into_iter()
        .filter_map(|(dx, dy)| size.point((x + dx).try_into().ok()?, (y + dy).try_into().ok()?))
        .collect()
}

/// The choice after three or five stones, white to move: the better colour; with three stones and
/// an even game two more stones, which leave the choice to the other player.
pub(super) fn choose(
    engine: &mut Engine,
    board: &Board,
    limits: &Limits,
    stop: &AtomicBool,
    best: &mut dyn FnMut(Outcome),
) -> Outcome {
    let half = |time: Option<Duration>| time.map(|time| time / 2);
    let first = Limits {
        hard_time: half(limits.hard_time),
        soft_time: half(limits.soft_time),
        ..limits.clone()
    };
    let answer = engine.search(board, &first, Some(stop), &mut |event| {
        if let Some(outcome) = Outcome::of_event(&event) {
            best(outcome);
        }
    });
    let may_add_two = matches!(stage_of(board), Some(Stage::MaySwapOrAddTwo { .. }));
    let score = answer.score().raw();
    if score < -EVEN || (!may_add_two && score < 0) {
        return Outcome { swap: true, ..Outcome::default() };
    }
    if may_add_two && score <= EVEN {
        let rest = Limits { hard_time: half(limits.hard_time), ..limits.clone() };
        let pair = balanced_moves(engine, board, 2, 0, &rest, stop);
        if pair.len() == 2 {
            return Outcome { moves: pair, ..Outcome::default() };
        }
    }
    Outcome { moves: answer.best().into_iter().collect(), ..Outcome::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::rules::Rule;

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

    #[test]
    fn the_first_three_fit_every_board() {
        for side in [5, 15, 20] {
            assert_eq!(first_three(Size::new(side, side).unwrap()).len(), 3);
        }
    }
}
