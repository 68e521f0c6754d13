//! Positions from a seed: our engines play against themselves, and are stopped at a stage of the
//! game.

use super::openings::{engine, gomoku_openings, xiangqi_openings};
use xun_arena::{GomokuReferee, XiangqiReferee};
use xun_game::{Limits, Stop};
use xun_gomoku::rules::{Board, Rule, Size};
use xun_gomoku::search as gomoku;
use xun_xiangqi::rules::{Position, Rules};
use xun_xiangqi::search::Question;

/// Nodes for each move of the games that lead to the positions.
const NODES: u64 = 1500;

/// A stage of a game, by its name and its plies after the opening.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stage {
    pub(crate) name: &'static str,
    pub(crate) plies: usize,
}

/// A Xiangqi position of each stage, every one from a game of its own. A stage of no plies is the
/// game's start.
pub(crate) fn xiangqi_boards(stages: &[Stage], seed: u64) -> Vec<(&'static str, Position)> {
    let openings = xiangqi_openings(stages.len(), seed);
    let mut boards = Vec::with_capacity(stages.len());
    for (stage, opening) in stages.iter().zip(openings) {
        let mut position = Position::start();
        if stage.plies > 0
            && let Some(mut engine) = engine()
        {
            if let Ok(board) = XiangqiReferee::new(Rules::default(), &opening) {
                position = board.position().clone();
            }
            for _ in 0..stage.plies {
                let answer = engine.search(
                    &position,
                    &Question::from(Limits::nodes(NODES)),
                    &Stop::new(),
                    &mut |_| {},
                );
                let Some(best) = answer.best else { break };
                position.play(best);
                // A position that is over has nothing to search.
                if position.outcome(&Rules::default()).is_some() {
                    position.undo();
                    break;
                }
            }
            position.forget_history();
        }
        boards.push((stage.name, position));
    }
    boards
}

/// A Gomoku board of each stage, on a board of this size.
pub(crate) fn gomoku_boards(stages: &[Stage], seed: u64, size: Size) -> Vec<(&'static str, Board)> {
    let openings = gomoku_openings(stages.len(), seed, size);
    let question = gomoku::Question::new(Limits::nodes(NODES));
    let mut boards = Vec::with_capacity(stages.len());
    for (stage, opening) in stages.iter().zip(openings) {
        let Ok(referee) = GomokuReferee::new(size, Rule::Freestyle, &opening) else { continue };
        let mut board = referee.board().clone();
        let mut engine =
            gomoku::GomokuEngine::new(gomoku::Settings { threads: 1, table_bytes: 1 << 20 });
        for _ in 0..stage.plies {
            let Some(best) = engine.search(&board, &question, &Stop::new(), &mut |_| {}).best
            else {
                break;
            };
            board.play(best);
            if board.winner().is_some() || board.is_full() {
                board.undo();
                break;
            }
        }
        boards.push((stage.name, board));
    }
    boards
}
