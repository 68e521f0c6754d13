//! The labs' inputs with the steps that were reported for them. They lie beside the repository and
//! are skipped where they are absent.

use crate::exact::check;
use crate::searches::{labels, textbook};
use xun_grid::Heuristic;
use xun_grid::{Cell, Limits, Map, Problem, Silent, Station, Supply};

const STEPS: [Option<u32>; 11] = [
    Some(5),
    None,
    Some(10),
    Some(9),
    Some(14),
    Some(15),
    Some(22),
    Some(21),
    Some(29),
    Some(252),
    Some(198),
];

fn read(text: &str) -> Problem {
    let mut numbers = text.split_ascii_whitespace().map(|word| word.parse::<u32>().unwrap());
    let [rows, columns, tank] = [(); 3].map(|()| numbers.next().unwrap());
    let mut terrain = Vec::new();
    let (mut stations, mut start, mut goal) = (Vec::new(), None, None);
    for row in 0..rows {
        for column in 0..columns {
            let cell = Cell::new(row, column);
            let kind = numbers.next().unwrap();
            terrain.push(u8::from(kind != 1));
            match kind {
                2 => stations.push(Station { cell, price: 0 }),
                3 => start = Some(cell),
                4 => goal = Some(cell),
                _ => {}
            }
        }
    }
    let map = Map::from_costs(rows, columns, terrain).unwrap();
    Problem::with_supply(map, start.unwrap(), goal.unwrap(), Some(Supply { tank, stations }))
        .unwrap()
}

#[test]
fn every_lab_input_has_the_reported_steps() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/lab/astar");
    if !std::path::Path::new(folder).is_dir() {
        println!("skipped: {folder} is absent");
        return;
    }
    for (number, expected) in STEPS.into_iter().enumerate() {
        let problem =
            read(&std::fs::read_to_string(format!("{folder}/input_{number}.txt")).unwrap());
        check(&problem, &labels(&problem, &Limits::default(), &mut Silent), expected, "labels");
        for &heuristic in Heuristic::SUPPLY {
            let answer = textbook(&problem, heuristic, &Limits::default(), &mut Silent);
            check(&problem, &answer, expected, heuristic.name());
            println!(
                "input {number} {:>13}: {} expanded",
                heuristic.name(),
                answer.statistics.expanded
            );
        }
    }
}
