//! Time to a depth with several threads against one:
//! `crates/xun-game/benches/support/threads.rs` says how it is measured.
//!
//! `cargo bench -p xun-xiangqi --bench threads [-- --positions 120 --depth 15 --threads 2 --skip
//! 0]`

#[path = "../../xun-game/benches/support/threads.rs"]
mod threads;

use threads::{Arguments, Measured, Reached, measure};
use xun_game::{Limits, Stop};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::{Question, Searcher};

/// After how many plies of a game a position is taken.
const TAKEN_AFTER: [usize; 4] = [10, 25, 42, 61];

struct Xiangqi;

impl Measured for Xiangqi {
    type Engine = Searcher;
    type Position = Position;
    const FIRST_DEPTH: usize = 11;
    const DEFAULTS: Arguments = Arguments { positions: 120, skip: 0, depth: 15, threads: 2 };

    fn engine(threads: usize) -> Self::Engine {
        let mut engine = Searcher::new(64, PlayingEvaluator::default()).expect("64 MiB can be had");
        engine.set_threads(threads);
        engine
    }

    /// Of games with a random opening, played at 2,000 positions a move, while neither side is
    /// winning.
    fn positions(count: usize) -> Vec<Position> {
        let mut player = Self::engine(1);
        let mut state = 77u64;
        let mut found = Vec::new();
        while found.len() < count {
            let mut position = Position::start();
            player.new_game();
            for ply in 1..=TAKEN_AFTER[TAKEN_AFTER.len() - 1] {
                let moves = position.legal_moves();
                if ply <= 5 && !moves.is_empty() {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    position.play(moves[(state >> 33) as usize % moves.len()]);
                    continue;
                }
                let answer = player.search(
                    &position,
                    &Question::from(Limits::nodes(2000)),
                    &Stop::new(),
                    &mut |_| {},
                );
                let Some(best) = answer.best.filter(|_| answer.score.get().abs() < 400) else {
                    break;
                };
                position.play(best);
                if TAKEN_AFTER.contains(&ply) {
                    found.push(position.clone());
                }
            }
        }
        found.truncate(count);
        found
    }

    fn depths_of(engine: &mut Self::Engine, position: &Position, depth: u32) -> Vec<Reached> {
        engine.new_game();
        let mut reached = Vec::new();
        engine.search(
            position,
            &Question::from(Limits::depth(depth)),
            &Stop::new(),
            &mut |event| {
                let Some(report) = event.report() else { return };
                if report.depth as usize == reached.len() + 1 {
                    reached.push((report.nodes, report.time));
                }
            },
        );
        reached
    }
}

fn main() {
    measure::<Xiangqi>();
}
