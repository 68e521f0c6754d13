//! Runs every algorithm that handles a problem and compares their work:
//! `cargo run -p xun-grid --example compare`.

use xun_grid::generate::{Kind, Recipe, generate};
use xun_grid::{Algorithm, Limits, Options, Silent, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem =
        generate(&Recipe { kind: Kind::Rooms, rows: 60, columns: 80, ..Recipe::default() })?;
    let limits = Limits { expansions: Some(1_000_000), ..Limits::default() };
    println!("{:<15} {:>6} {:>9} {:>9}  guarantee", "algorithm", "cost", "expanded", "µs");
    for &algorithm in Algorithm::ALL {
        let options = Options { algorithm, ..Options::default() };
        match solve(&problem, &options, &limits, &mut Silent) {
            Ok(answer) => println!(
                "{algorithm:<15} {:>6} {:>9} {:>9}  {:?}",
                answer.path().map_or("–".to_owned(), |path| path.cost.to_string()),
                answer.statistics.expanded,
                answer.statistics.time.as_micros(),
                answer.guarantee
            ),
            Err(error) => println!("{algorithm:<15} {error}"),
        }
    }
    Ok(())
}
