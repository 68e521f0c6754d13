//! How much sooner several threads reach a depth than one does. Positions of the engine's own fast games, which are the same in
//! every run; each is searched by one thread and by several, one after the other, from an empty table of 64 MiB, so that a
//! machine's moods fall on both alike. Prints a line for each depth: how many times the positions visited in all, how many times
//! sooner by total time and by the geometric mean with its 95 % error, and how many times the positions a second.
//! The last line is the machine's limit: the speed of as many engines side by side as there were threads, who share nothing.
//!
//! `cargo bench -p xun-xiangqi --bench threads [-- --positions 120 --depth 15 --threads 2 --skip 0]`

use std::time::{Duration, Instant};
use xun_game::Limits;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::Position;
use xun_xiangqi::search::{Engine, Question};

/// The first depth worth a line.
const FIRST_DEPTH: usize = 11;
/// After how many plies of a game a position is taken.
const TAKEN_AFTER: [usize; 4] = [10, 25, 42, 61];

/// Positions visited and time taken until a depth was finished.
type Reached = (u64, Duration);

struct Settings {
    positions: usize,
    skip: usize,
    depth: u32,
    threads: usize,
}

fn main() {
    let settings = settings();
    let all = positions(settings.skip + settings.positions);
    let (mut alone, mut together) = (engine(1), engine(settings.threads));
    let mut pairs: Vec<Vec<(Reached, Reached)>> = vec![Vec::new(); settings.depth as usize + 1];
    for position in &all[settings.skip..] {
        let one = depths_of(&mut alone, position, settings.depth);
        let several = depths_of(&mut together, position, settings.depth);
        for (depth, pair) in one.into_iter().zip(several).enumerate() {
            pairs[depth + 1].push(pair);
        }
    }
    println!("{} positions, {} threads against 1", settings.positions, settings.threads);
    println!("depth   visited       sooner: total    geometric mean    positions a second");
    for (depth, pairs) in pairs.iter().enumerate().skip(FIRST_DEPTH) {
        print_depth(depth, pairs);
    }
    print_limit(&settings, &all[settings.skip..]);
}

fn settings() -> Settings {
    let mut settings = Settings { positions: 120, skip: 0, depth: 15, threads: 2 };
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(name) = arguments.next() {
        let value = arguments.next().and_then(|value| value.parse::<u16>().ok());
        let value = usize::from(value.unwrap_or_else(|| panic!("{name} takes a number")));
        match name.as_str() {
            "--positions" => settings.positions = value,
            "--skip" => settings.skip = value,
            "--depth" => settings.depth = value as u32,
            "--threads" => settings.threads = value,
            _ => panic!("no such argument: {name}"),
        }
    }
    settings
}

fn engine(threads: usize) -> Engine<PlayingEvaluator> {
    let mut engine = Engine::new(64, PlayingEvaluator::default()).expect("64 MiB can be had");
    engine.set_threads(threads);
    engine
}

/// Positions of games with a random opening, played at 2,000 positions a move, while neither side is winning.
fn positions(count: usize) -> Vec<Position> {
    let mut player = engine(1);
    let mut state = 77u64;
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::start();
        player.new_game();
        for ply in 1..=TAKEN_AFTER[TAKEN_AFTER.len() - 1] {
            let moves = position.legal_moves();
            if ply <= 5 && !moves.is_empty() {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                position.play(moves[(state >> 33) as usize % moves.len()]);
                continue;
            }
            let answer = player.search(&position, &Question::from(Limits::nodes(2000)), &mut |_| {});
            let Some(best) = answer.best.filter(|_| answer.score.get().abs() < 400) else { break };
            position.play(best);
            if TAKEN_AFTER.contains(&ply) {
                found.push(position.clone());
            }
        }
    }
    found.truncate(count);
    found
}

/// What it took to finish each depth, from 1 on.
fn depths_of(engine: &mut Engine<PlayingEvaluator>, position: &Position, depth: u32) -> Vec<Reached> {
    engine.new_game();
    let mut reached = Vec::new();
    engine.search(position, &Question::from(Limits::depth(depth)), &mut |report| {
        if report.depth as usize == reached.len() + 1 {
            reached.push((report.nodes, report.time));
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
        "{depth:>5}   {visited:>7.3}   {sooner:>17.3}   {:>7.3} [{:.3}, {:.3}]   {:>7.3}",
        mean.exp(),
        (mean - error).exp(),
        (mean + error).exp(),
        visited * sooner,
    );
}

/// As many engines of one thread each as there were threads, at once, against one.
fn print_limit(settings: &Settings, positions: &[Position]) {
    let speed = |engine: &mut Engine<PlayingEvaluator>| {
        let start = Instant::now();
        let nodes: u64 = positions
            .iter()
            .take(10)
            .map(|position| {
                depths_of(engine, position, settings.depth.min(13)).last().map_or(0, |last| last.0)
            })
            .sum();
        nodes as f64 / start.elapsed().as_secs_f64()
    };
    let alone = speed(&mut engine(1));
    let together: f64 = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..settings.threads).map(|_| scope.spawn(|| speed(&mut engine(1)))).collect();
        runs.into_iter().map(|run| run.join().expect("it searches")).sum()
    });
    println!("limit   {:.3} times the positions a second by engines side by side", together / alone);
}
