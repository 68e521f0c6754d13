//! Solves a map from a file, or a small one: `cargo run -p xun-grid --example solve [FILE]`.

use xun_grid::{Outcome, Problem};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read_to_string(file)?,
        None => "tank 6\n#########\n#S..#...#\n#.#.*.#G#\n#########\n".to_owned(),
    };
    let problem = Problem::parse(&text)?;
    let answer = problem.solve()?;
    match &answer.outcome {
        Outcome::Found(path) => {
            println!("{} steps, cost {}, by {}", path.steps(), path.cost, answer.algorithm);
            println!("{}", path.letters().unwrap_or_default());
        }
        Outcome::Impossible => println!("no way"),
        Outcome::Stopped => println!("stopped"),
    }
    for refill in answer.refills(&problem) {
        println!("refills at {} after {} steps", refill.cell, refill.step);
    }
    for purchase in &answer.purchases {
        println!("buys {} at {} for {}", purchase.units, purchase.cell, purchase.money());
    }
    Ok(())
}
