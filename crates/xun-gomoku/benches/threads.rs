//! Time to a depth with several threads against one:
//! `crates/xun-game/benches/support/threads.rs` says how it is measured.
//!
//! `cargo bench -p xun-gomoku --bench threads [-- --positions 60 --depth 14 --threads 2 --skip 0]`

#[path = "../../xun-game/benches/support/threads.rs"]
mod threads;

use threads::{Arguments, Measured, Reached, measure};
use xun_game::{Limits, Stop};
use xun_gomoku::rules::{Board, Rule, Size};
use xun_gomoku::search::{Event, GomokuEngine, Question, Settings};

/// After how many stones of a game a position is taken.
const TAKEN_AFTER: [usize; 4] = [6, 12, 19, 27];

struct Gomoku;

impl Measured for Gomoku {
    type Engine = GomokuEngine;
    type Position = Board;
    const FIRST_DEPTH: usize = 10;
    const DEFAULTS: Arguments = Arguments { positions: 60, skip: 0, depth: 14, threads: 2 };

    fn engine(threads: usize) -> GomokuEngine {
        GomokuEngine::new(Settings { threads, table_bytes: 64 << 20 })
    }

    /// Of freestyle games with a random opening, played at 2,000 positions a move, while nothing is
    /// decided.
    fn positions(count: usize) -> Vec<Board> {
        let mut player = Self::engine(1);
        let mut state = 77u64;
        let mut found = Vec::new();
        while found.len() < count {
            let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
            player.clear();
            board.play(Size::STANDARD.centre());
            for stones in 2..=TAKEN_AFTER[TAKEN_AFTER.len() - 1] {
                let near: Vec<_> = board.candidates().collect();
                if stones <= 4 && !near.is_empty() {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    board.play(near[(state >> 33) as usize % near.len()]);
                    continue;
                }
                let question = Question::new(Limits::nodes(2000));
                let answer = player.search(&board, &question, &Stop::new(), &mut |_| {});
                let Some(best) = answer.best.filter(|_| answer.score.get().abs() < 400) else {
                    break;
                };
                board.play(best);
                if TAKEN_AFTER.contains(&stones) {
                    found.push(board.clone());
                }
            }
        }
        found.truncate(count);
        found
    }

    fn depths_of(engine: &mut GomokuEngine, board: &Board, depth: u32) -> Vec<Reached> {
        engine.clear();
        let mut reached = Vec::new();
        let question = Question::new(Limits::depth(depth));
        engine.search(board, &question, &Stop::new(), &mut |event| {
            if let Event::Line(report) = event {
                reached.push((report.nodes, report.time));
            }
        });
        reached
    }
}

fn main() {
    measure::<Gomoku>();
}
