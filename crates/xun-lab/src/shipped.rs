//! Results that ship with the program, so that an experiment shows what it gives before it is run.
//! `xun lab run all --seed 1 --threads 1` of a release build wrote them; its CSV files are copied
//! to `shipped/`. The experiment on threads is left out: it measures the machine alone.

use crate::machine::Machine;
use crate::options::Size;
use crate::results::Results;
use crate::store::rows_of_csv;

/// When the measurement began, in seconds since 1970.
const BEGAN: u64 = 1_794_980_238;

macro_rules! shipped {
    ($($id:literal: $seconds:literal),* $(,)?) => {
        /// Id, seconds and rows of each experiment.
        const SHIPPED: &[(&str, f64, &str)] =
            &[$(($id, $seconds, include_str!(concat!("../shipped/", $id, ".csv")))),*];
    };
}
shipped! {
    "heuristics": 2.6, "memory": 1.9, "alphabeta": 1.9, "ordering": 4.0, "ablation": 47.9,
    "depth": 42.8, "evaluations": 11.5, "patterns": 24.2,
}

/// The shipped results of an experiment, if it has any.
pub fn shipped(experiment: &str) -> Option<Results> {
    let &(id, seconds, rows) = SHIPPED.iter().find(|(id, ..)| *id == experiment)?;
    Some(Results {
        experiment: id.to_owned(),
        seed: 1,
        size: Size::Full,
        threads: 1,
        course: None,
        machine: Machine {
            processor: "AMD EPYC".to_owned(),
            architecture: "x86_64".to_owned(),
            cores: 2,
            memory: None,
            system: "linux".to_owned(),
            version: "0.1.0".to_owned(),
            optimised: true,
        },
        began: BEGAN,
        seconds,
        complete: true,
        rows: rows_of_csv(rows),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Row, catalogue, find, run};
    use xun_game::Stop;

    #[test]
    fn every_experiment_but_the_one_on_threads_ships_results_with_findings() {
        for experiment in catalogue() {
            let Some(results) = shipped(experiment.id) else {
                assert_eq!(experiment.id, "threads");
                continue;
            };
            assert!(!results.rows.is_empty(), "{}", experiment.id);
            assert!(!experiment.findings(&results).is_empty(), "{}", experiment.id);
        }
    }

    /// Counts repeat with the seed; a textbook search that changed them needs new files. The other
    /// boards of this experiment come from games of the engines, whose networks are a feature.
    #[test]
    fn shipped_counts_are_those_of_this_program() {
        let counts = |rows: Vec<Row>| -> Vec<Row> {
            let mut rows: Vec<Row> = rows.into_iter().filter(|row| row.group == "start").collect();
            for row in &mut rows {
                row.values.remove("time");
            }
            rows
        };
        let experiment = find("alphabeta").expect("it ships");
        let options = Options { seed: 1, size: Size::Full, threads: 1, course: None };
        let measured = run(experiment, &options, &Stop::new(), &mut |_| {});
        let kept = shipped("alphabeta").expect("it has results");
        let kept = counts(kept.rows);
        assert!(kept.len() > 10, "{} rows", kept.len());
        assert_eq!(kept, counts(measured.rows));
    }
}
