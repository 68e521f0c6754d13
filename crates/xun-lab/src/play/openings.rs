//! Openings from a seed: a few random moves that our engine finds balanced.

use xun_arena::{GomokuReferee, Opening, Setting, XiangqiReferee};
use xun_game::{Limits, SplitMix64, Stop};
use xun_gomoku::rules::{Rule, Size};
use xun_gomoku::search as gomoku;
use xun_xiangqi::eval::HandEvaluator;
use xun_xiangqi::rules::{Position, Rules};
use xun_xiangqi::search::{Question, Searcher};

/// Random plies of a Xiangqi opening.
const PLIES: usize = 6;
/// Largest score of a balanced opening, in hundredths of a pawn.
const BALANCED: i32 = 80;
/// Nodes for judging an opening.
const NODES: u64 = 1500;
/// A seed that yields nothing balanced in so many rounds gets the plain start.
const ROUNDS: u64 = 40;

/// Our Xiangqi engine, small and alone.
pub(super) fn engine() -> Option<Searcher> {
    Searcher::new(1, HandEvaluator::default()).ok()
}

/// The engine's score for the side to move after so many nodes.
pub(super) fn xiangqi_score(engine: &mut Searcher, position: &Position, nodes: u64) -> i32 {
    engine.new_game();
    engine
        .search(position, &Question::from(Limits::nodes(nodes)), &Stop::new(), &mut |_| {})
        .score
        .get()
}

/// So many balanced openings of Xiangqi.
pub(crate) fn xiangqi_openings(count: usize, seed: u64) -> Vec<Opening> {
    let rules = Rules::default();
    let setting = Setting::Xiangqi { rules };
    let Some(mut engine) = engine() else { return vec![Opening::default(); count] };
    let mut kept: Vec<Opening> = Vec::with_capacity(count);
    for round in 0..ROUNDS {
        for opening in setting.random_openings(count, PLIES, seed.wrapping_add(round << 32)) {
            let balanced = XiangqiReferee::new(rules, &opening).is_ok_and(|board| {
                xiangqi_score(&mut engine, board.position(), NODES).abs() <= BALANCED
            });
            if balanced && kept.len() < count && !kept.contains(&opening) {
                kept.push(opening);
            }
        }
        if kept.len() == count {
            break;
        }
    }
    kept.resize(count, Opening::default());
    kept
}

/// So many openings of Gomoku: a few stones near the middle that neither side wins from at once.
pub(crate) fn gomoku_openings(count: usize, seed: u64, size: Size) -> Vec<Opening> {
    let settings = gomoku::Settings { threads: 1, table_bytes: 1 << 20 };
    let mut engine = gomoku::GomokuEngine::new(settings);
    let question = gomoku::Question::new(Limits::nodes(2000));
    let mut random = SplitMix64::new(seed);
    let middle = u32::from(size.width()) / 2;
    let mut kept: Vec<Opening> = Vec::with_capacity(count);
    for _ in 0..count as u64 * ROUNDS {
        if kept.len() == count {
            break;
        }
        let mut moves: Vec<String> = Vec::new();
        while moves.len() < 5 {
            let mut near = || middle - 2 + random.below(5) as u32;
            let (x, y) = (near(), near());
            let Some(point) = size.point(x, y) else { continue };
            if !moves.contains(&point.to_string()) {
                moves.push(point.to_string());
            }
        }
        let opening = Opening { start: None, moves };
        let Ok(board) = GomokuReferee::new(size, Rule::Freestyle, &opening) else { continue };
        engine.clear();
        let score = engine.search(board.board(), &question, &Stop::new(), &mut |_| {}).score;
        if score.get().abs() <= 150 && !kept.contains(&opening) {
            kept.push(opening);
        }
    }
    kept.resize(count, Opening::default());
    kept
}
