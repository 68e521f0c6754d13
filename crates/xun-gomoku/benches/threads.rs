//! How much sooner several threads reach a depth than one does. Positions of the engine's own fast games, which are the same in
//! every run; each is searched by one thread and by several, one after the other, from an empty table of 64 MiB, so that a
//! machine's moods fall on both alike. Prints a line for each depth: how many times the positions visited in all, how many times
//! sooner by total time and by the geometric mean with its 95 % error, and how many times the positions a second.
//!
//! `cargo bench -p xun-gomoku --bench threads [-- --positions 60 --depth 14 --threads 2 --skip 0]`

use std::time::Duration;
use xun_gomoku::rules::{Board, Rule, Size};
use xun_gomoku::search::{Engine, Event, Limits, Settings};

/// The first depth worth a line.
const FIRST_DEPTH: usize = 10;
/// After how many stones of a game a position is taken.
const TAKEN_AFTER: [usize; 4] = [6, 12, 19, 27];

/// Positions visited and time taken until a depth was finished.
type Reached = (u64, Duration);

struct Arguments {
    positions: usize,
    skip: usize,
    depth: u32,
    threads: usize,
}

fn main() {
    let arguments = arguments();
    let all = positions(arguments.skip + arguments.positions);
    let (mut alone, mut together) = (engine(1), engine(arguments.threads));
    let mut pairs: Vec<Vec<(Reached, Reached)>> = vec![Vec::new(); arguments.depth as usize + 1];
    for board in &all[arguments.skip..] {
        let one = depths_of(&mut alone, board, arguments.depth);
        let several = depths_of(&mut together, board, arguments.depth);
        for (depth, pair) in one.into_iter().zip(several).enumerate() {
            pairs[depth + 1].push(pair);
        }
    }
    println!("{} positions, {} threads against 1", arguments.positions, arguments.threads);
    println!("depth   positions   visited       sooner: total    geometric mean    positions a second");
    for (depth, pairs) in pairs.iter().enumerate().skip(FIRST_DEPTH) {
        print_depth(depth, pairs);
    }
}

fn arguments() -> Arguments {
    let mut read = Arguments { positions: 60, skip: 0, depth: 14, threads: 2 };
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse::<u16>().ok());
        let value = usize::from(value.unwrap_or_else(|| panic!("{name} takes a number")));
        match name.as_str() {
            "--positions" => read.positions = value,
            "--skip" => read.skip = value,
            "--depth" => read.depth = value as u32,
            "--threads" => read.threads = value,
            _ => panic!("no such argument: {name}"),
        }
    }
    read
}

fn engine(threads: usize) -> Engine {
    Engine::new(Settings { threads, table_bytes: 64 << 20 })
}

/// Positions of freestyle games with a random opening, played at 2,000 positions a move, while nothing is decided.
fn positions(count: usize) -> Vec<Board> {
    let mut player = engine(1);
    let mut state = 77u64;
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::new(Size::STANDARD, Rule::Freestyle);
        player.clear();
        board.play(Size::STANDARD.centre());
        for stones in 2..=TAKEN_AFTER[TAKEN_AFTER.len() - 1] {
            let near: Vec<_> = board.candidates().collect();
            if stones <= 4 && !near.is_empty() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                board.play(near[(state >> 33) as usize % near.len()]);
                continue;
            }
            let limits = Limits { nodes: Some(2000), ..Limits::default() };
            let answer = player.search(&board, &limits, None, &mut |_| {});
            let Some(best) = answer.best().filter(|_| answer.score().raw().abs() < 400) else { break };
            board.play(best);
            if TAKEN_AFTER.contains(&stones) {
                found.push(board.clone());
            }
        }
    }
    found.truncate(count);
    found
}

/// What it took to finish each depth, from 1 on.
fn depths_of(engine: &mut Engine, board: &Board, depth: u32) -> Vec<Reached> {
    engine.clear();
    let mut reached = Vec::new();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(board, &limits, None, &mut |event| {
        if let Event::Line { nodes, time, .. } = event {
            reached.push((nodes, time));
        }
    });
    reached
}

fn print_depth(depth: usize, pairs: &[(Reached, Reached)]) {
    let sum = |of: fn(&(Reached, Reached)) -> f64| pairs.iter().map(of).sum::<f64>();
    let visited = sum(|pair| pair.1.0 as f64) / sum(|pair| pair.0.0 as f64);
    let sooner = sum(|pair| pair.0.1.as_secs_f64()) / sum(|pair| pair.1.1.as_secs_f64());
    let logarithms: Vec<f64> =
        pairs.iter().map(|(one, several)| (one.1.as_secs_f64() / several.1.as_secs_f64()).ln()).collect();
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let variance = logarithms.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    let error = 1.96 * (variance / count).sqrt();
    println!(
        "{depth:>5}   {count:>9}   {visited:>7.3}   {sooner:>17.3}   {:>7.3} [{:.3}, {:.3}]   {:>7.3}",
        mean.exp(),
        (mean - error).exp(),
        (mean + error).exp(),
        visited * sooner,
    );
}
