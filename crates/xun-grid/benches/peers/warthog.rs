//! warthog-jps, the C++ of the authors of jump point search, beside our two jump point searches in
//! the same run. Its program is run as it is: `XUN_WARTHOG=…/warthog-jps`.
//!
//! Ours and theirs take turns. Their time is the one that their program prints for each query, the
//! least of all its repetitions, summed; it holds the search alone. Ours is processor time of whole
//! calls of [`Searcher::search`], the best round, and holds the check of the arguments, the search,
//! the path cell by cell and the statistics; or of calls of [`Searcher::distance`], which hold the
//! check, the search and the path's cost, but not its cells.

use crate::maps::Field;
use cpu_time::ThreadTime;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use xun_grid::{Algorithm, Limits, Moves, Options, Searcher, Silent};

/// Turns of each side, and rounds through all queries in each turn.
const TURNS: usize = 3;
const ROUNDS: usize = 7;

/// Our algorithm and theirs: pruned jump points on line (JPS2) and with a table (JPS2+), and the
/// variants without pruning.
const PAIRS: [(Algorithm, [&str; 2]); 2] =
    [(Algorithm::Jps, ["jps2", "jps"]), (Algorithm::JpsTable, ["jps2+", "jps+"])];

/// The program, and the ratios so far of each pair.
pub(crate) struct Warthog {
    program: PathBuf,
    ratios: [Vec<(String, [f64; 2])>; 2],
}

impl Warthog {
    /// The program that the environment names.
    pub(crate) fn from_environment() -> Option<Self> {
        let program = PathBuf::from(std::env::var_os("XUN_WARTHOG")?);
        Some(Self { program, ratios: [Vec::new(), Vec::new()] })
    }

    /// Races on one map, if it is a Moving AI file.
    pub(crate) fn race(&mut self, field: &Field) {
        let Some(file) = &field.file else { return };
        println!("\n{}, beside warthog-jps, {} queries", field.name, field.queries.len());
        let scenario = std::env::temp_dir().join(format!("xun-peers-{}.scen", std::process::id()));
        std::fs::write(&scenario, scenario_text(field)).unwrap();
        for (pair, &(algorithm, theirs)) in PAIRS.iter().enumerate() {
            let mut searcher = Searcher::new(&field.map);
            let options = Options { algorithm, moves: Moves::Eight, ..Options::default() };
            searcher.prepare(&options).unwrap();
            let mut costs = vec![-1.0; field.queries.len()];
            let mut ours = [Duration::MAX; 2];
            let mut others = [(); 2].map(|()| vec![f64::INFINITY; field.queries.len()]);
            for _ in 0..TURNS {
                for _ in 0..ROUNDS {
                    let began = ThreadTime::now();
                    for (&(start, goal), cost) in field.queries.iter().zip(&mut costs) {
                        let limits = Limits::default();
                        let answer =
                            searcher.search(start, goal, &options, &limits, &mut Silent).unwrap();
                        *cost = answer.path().map_or(-1.0, |path| path.cost);
                    }
                    ours[0] = ours[0].min(began.elapsed());
                    let began = ThreadTime::now();
                    for (&(start, goal), &cost) in field.queries.iter().zip(&costs) {
                        let alone = searcher.distance(start, goal, &options).unwrap();
                        assert_eq!(alone.unwrap_or(-1.0).to_bits(), cost.to_bits());
                    }
                    ours[1] = ours[1].min(began.elapsed());
                }
                for (name, least) in theirs.iter().zip(&mut others) {
                    self.ask(name, file, &scenario, least, &costs);
                }
            }
            let queries = field.queries.len() as f64;
            let [whole, alone] = ours.map(|ours| ours.as_secs_f64() * 1e6 / queries);
            let [pruned, plain] = others.map(|least| least.iter().sum::<f64>() / 1e3 / queries);
            let [with, without] = theirs;
            println!(
                "  xun {algorithm:9} {whole:8.2} µs, without path {alone:8.2} µs   {with:5} {pruned:8.2} µs {:5.2}× {:5.2}×   {without:4} {plain:8.2} µs {:5.2}× {:5.2}×",
                pruned / whole,
                pruned / alone,
                plain / whole,
                plain / alone,
            );
            self.ratios[pair].push((field.name.clone(), [pruned / whole, pruned / alone]));
        }
        std::fs::remove_file(scenario).unwrap();
    }

    /// Runs their program once; compares its costs and keeps the least time of each query.
    fn ask(&self, name: &str, map: &Path, scenario: &Path, least: &mut [f64], costs: &[f64]) {
        let output = Command::new(&self.program)
            .args(["--alg", name, "--map"])
            .arg(map)
            .arg("--scen")
            .arg(scenario)
            .stderr(Stdio::null())
            .output()
            .unwrap_or_else(|error| panic!("XUN_WARTHOG={}: {error}", self.program.display()));
        let text = String::from_utf8_lossy(&output.stdout);
        let mut asked = 0;
        for (number, line) in text.lines().skip(1).enumerate() {
            let columns: Vec<&str> = line.split('\t').collect();
            let (nanos, cost): (f64, f64) =
                (columns[7].parse().unwrap(), columns[9].parse().unwrap());
            let query = number % costs.len();
            let same = (cost - costs[query]).abs() < 1e-3 * (1.0 + cost);
            assert!(same, "{name}: {cost} instead of {} in query {query}", costs[query]);
            least[query] = least[query].min(nanos);
            asked += 1;
        }
        assert_eq!(asked, costs.len() * ROUNDS, "{name} did not answer all queries");
    }

    /// Prints the geometric means and the least ratios.
    pub(crate) fn summary(&self) {
        for ((algorithm, [name, _]), ratios) in PAIRS.iter().zip(&self.ratios) {
            for (form, what) in ["with the path", "without"].into_iter().enumerate() {
                let each = ratios.iter().map(|(map, ratios)| (map, ratios[form]));
                let Some((least, ratio)) =
                    each.clone().min_by(|one, other| one.1.total_cmp(&other.1))
                else {
                    continue;
                };
                let logarithms: f64 = each.map(|(_, ratio)| ratio.ln()).sum();
                let mean = (logarithms / ratios.len() as f64).exp();
                println!(
                    "\nxun {algorithm} {what} is {mean:.2} times as quick as {name} in the geometric mean of {} maps, least {ratio:.2} ({least})",
                    ratios.len(),
                );
            }
        }
    }
}

/// All queries, as often as there are rounds.
fn scenario_text(field: &Field) -> String {
    let (rows, columns) = (field.map.rows(), field.map.columns());
    let mut text = String::from("version 1\n");
    for _ in 0..ROUNDS {
        for (start, goal) in &field.queries {
            writeln!(
                text,
                "0\tmap\t{columns}\t{rows}\t{}\t{}\t{}\t{}\t0",
                start.column, start.row, goal.column, goal.row
            )
            .unwrap();
        }
    }
    text
}
