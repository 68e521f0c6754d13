//! Many queries on one map with one `Searcher`: `cargo run -p xun-grid --example many_queries`.

use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::{Algorithm, Limits, Moves, Options, Searcher, Silent};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem =
        generate(&Recipe { kind: Kind::Caves, rows: 300, columns: 300, ..Recipe::default() })?;
    let map = problem.map();
    let mut searcher = Searcher::new(map);
    let options =
        Options { algorithm: Algorithm::JpsTable, moves: Moves::Eight, ..Options::default() };
    searcher.prepare(&options)?;
    let goals: Vec<_> = (0..map.cells()).step_by(997).map(|index| map.cell(index)).collect();
    let (mut found, mut micros) = (0, 0);
    for goal in goals.into_iter().filter(|&goal| map.is_open(goal)) {
        let limits = Limits::default();
        let answer = searcher.search(problem.start(), goal, &options, &limits, &mut Silent)?;
        found += u32::from(answer.path().is_some());
        micros += answer.statistics.time.as_micros();
    }
    println!("{found} paths in {micros} µs");
    Ok(())
}
