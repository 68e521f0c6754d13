//! Shared part of the games' `threads` benches: time to a depth with several threads against
//! one.
//!
//! Positions of the engine's own fast games, which are the same in every run; each is searched by
//! one thread and by several, one after the other, from an empty table, so that a machine's moods
//! fall on both alike. Prints a line for each depth: how many positions came to it, how many times
//! the positions were visited in all, how many times sooner by total time and by the geometric mean
//! with its 95 % error, and how many times the positions a second. The last line is the machine's
//! limit: the speed of as many engines side by side as there were threads, who share nothing.

use std::time::{Duration, Instant};

/// Positions visited and time taken until a depth was finished.
pub(crate) type Reached = (u64, Duration);

/// The settings of a run.
pub(crate) struct Arguments {
    /// Number of positions.
    pub(crate) positions: usize,
    /// Number of positions skipped before them.
    pub(crate) skip: usize,
    /// Search depth.
    pub(crate) depth: u32,
    /// Number of threads, compared with one.
    pub(crate) threads: usize,
}

/// A game whose engine is measured.
pub(crate) trait Measured {
    /// Its engine.
    type Engine;
    /// The position type.
    type Position: Sync;
    /// The first depth worth a line.
    const FIRST_DEPTH: usize;
    /// The settings unless the command line says otherwise.
    const DEFAULTS: Arguments;

    /// An engine of so many threads.
    fn engine(threads: usize) -> Self::Engine;
    /// The first positions of its fast games.
    fn positions(count: usize) -> Vec<Self::Position>;
    /// Nodes or time to finish each depth, from 1 on, with an empty table.
    fn depths_of(engine: &mut Self::Engine, position: &Self::Position, depth: u32) -> Vec<Reached>;
}

/// Measures and prints.
pub(crate) fn measure<M: Measured>() {
    let arguments = read(M::DEFAULTS);
    let all = M::positions(arguments.skip + arguments.positions);
    let positions = &all[arguments.skip..];
    let (mut alone, mut together) = (M::engine(1), M::engine(arguments.threads));
    let mut pairs: Vec<Vec<(Reached, Reached)>> = vec![Vec::new(); arguments.depth as usize + 1];
    for position in positions {
        let one = M::depths_of(&mut alone, position, arguments.depth);
        let several = M::depths_of(&mut together, position, arguments.depth);
        for (depth, pair) in one.into_iter().zip(several).enumerate() {
            pairs[depth + 1].push(pair);
        }
    }
    println!("{} positions, {} threads against 1", arguments.positions, arguments.threads);
    println!(
        "depth   positions   visited       sooner: total    geometric mean    positions a second"
    );
    for (depth, pairs) in pairs.iter().enumerate().skip(M::FIRST_DEPTH) {
        print_depth(depth, pairs);
    }
    print_limit::<M>(&arguments, positions);
}

fn read(mut arguments: Arguments) -> Arguments {
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(name) = words.next() {
        let value = words.next().and_then(|value| value.parse::<u16>().ok());
        let value =
            usize::from(value.unwrap_or_else(|| panic!("{name} takes a number below 65536")));
        match name.as_str() {
            "--positions" => arguments.positions = value,
            "--skip" => arguments.skip = value,
            "--depth" => arguments.depth = value as u32,
            "--threads" => arguments.threads = value,
            _ => panic!(
                "no such argument: {name}; expected --positions, --skip, --depth or --threads"
            ),
        }
    }
    arguments
}

fn print_depth(depth: usize, pairs: &[(Reached, Reached)]) {
    let sum = |of: fn(&(Reached, Reached)) -> f64| pairs.iter().map(of).sum::<f64>();
    let visited = sum(|pair| pair.1.0 as f64) / sum(|pair| pair.0.0 as f64);
    let sooner = sum(|pair| pair.0.1.as_secs_f64()) / sum(|pair| pair.1.1.as_secs_f64());
    let logarithms: Vec<f64> = pairs
        .iter()
        .map(|(one, several)| (one.1.as_secs_f64() / several.1.as_secs_f64()).ln())
        .collect();
    let count = logarithms.len() as f64;
    let mean = logarithms.iter().sum::<f64>() / count;
    let variance = logarithms.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
    let error = 1.96 * (variance / count).sqrt();
    println!(
        "{depth:>5}   {count:>9}   {visited:>7.3}   {sooner:>17.3}   {:>7.3} [{:.3}, {:.3}]   \
         {:>7.3}",
        mean.exp(),
        (mean - error).exp(),
        (mean + error).exp(),
        visited * sooner,
    );
}

/// As many engines of one thread each as there were threads, at once, against one.
fn print_limit<M: Measured>(arguments: &Arguments, positions: &[M::Position]) {
    let depth = arguments.depth.saturating_sub(2).max(1);
    let speed = || {
        let mut engine = M::engine(1);
        let start = Instant::now();
        let nodes: u64 = positions
            .iter()
            .take(10)
            .map(|position| {
                M::depths_of(&mut engine, position, depth).last().map_or(0, |last| last.0)
            })
            .sum();
        nodes as f64 / start.elapsed().as_secs_f64()
    };
    let alone = speed();
    let together: f64 = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..arguments.threads).map(|_| scope.spawn(speed)).collect();
        runs.into_iter().map(|run| run.join().expect("it searches")).sum()
    });
    println!(
        "limit   {:.3} times the positions a second by engines side by side",
        together / alone
    );
}
