//! Lengths that others have published: the Moving AI benchmark and the labs' mazes, where they lie
//! beside the repository. And what every search must survive: maps of one row, one column, one
//! cell.

use std::fs;
use std::path::{Path, PathBuf};
use xun_grid::format::{Document, Format};
use xun_grid::{
    Algorithm, Cell, Limits, Map, Moves, Options, Outcome, Searcher, Silent, Step, Terrain, format,
    solve,
};

const SHARED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared");

fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(SHARED).join(folder);
    if path.is_dir() {
        return Some(path);
    }
    println!("skipped: there is no {}", path.display());
    None
}

fn cost(
    searcher: &mut Searcher<'_>,
    start: Cell,
    goal: Cell,
    algorithm: Algorithm,
    moves: Moves,
) -> Option<f64> {
    let options = Options { algorithm, moves, ..Options::default() };
    match searcher.search(start, goal, &options, &Limits::default(), &mut Silent).unwrap().outcome {
        Outcome::Found(path) => Some(path.cost),
        Outcome::Impossible => None,
        Outcome::Stopped => panic!("nothing stopped it"),
    }
}

/// Every length of every scenario by both jump point searches, and some by the slower ones.
#[test]
fn moving_ai_lengths() {
    let Some(folder) = shared("movingai") else { return };
    let (mut maps, mut lengths) = (0, 0);
    for family in fs::read_dir(folder).unwrap().flatten().filter(|entry| entry.path().is_dir()) {
        for entry in fs::read_dir(family.path()).unwrap().flatten() {
            if entry.path().extension().is_none_or(|extension| extension != "map") {
                continue;
            }
            let map = format::read(&fs::read(entry.path()).unwrap(), None, None).unwrap().map;
            let scenarios =
                format::read_scenarios(&fs::read(entry.path().with_extension("map.scen")).unwrap())
                    .unwrap();
            let mut searcher = Searcher::new(&map);
            for (number, scenario) in scenarios.iter().enumerate() {
                let mut algorithms = vec![Algorithm::Jps, Algorithm::JpsTable];
                if number % 80 == 79 {
                    algorithms.extend([
                        Algorithm::AStar,
                        Algorithm::Ucs,
                        Algorithm::Bidirectional,
                        Algorithm::Auto,
                    ]);
                }
                for algorithm in algorithms {
                    let found =
                        cost(&mut searcher, scenario.start, scenario.goal, algorithm, Moves::Eight);
                    let expected = (scenario.length > 0.0 || scenario.start == scenario.goal)
                        .then_some(scenario.length);
                    let same = match (found, expected) {
                        (Some(found), Some(expected)) => {
                            (found - expected).abs() < 0.006_f64.max(expected * 1e-5)
                        }
                        (found, expected) => found.is_none() && expected.is_none(),
                    };
                    assert!(same, "{:?} {scenario:?} {algorithm}: {found:?}", entry.path());
                    lengths += 1;
                }
                if number % 40 == 39 {
                    let least = cost(
                        &mut searcher,
                        scenario.start,
                        scenario.goal,
                        Algorithm::Bfs,
                        Moves::Four,
                    );
                    for algorithm in [Algorithm::AStar, Algorithm::Fringe] {
                        let found = cost(
                            &mut searcher,
                            scenario.start,
                            scenario.goal,
                            algorithm,
                            Moves::Four,
                        );
                        assert_eq!(found, least, "{:?} {scenario:?} {algorithm}", entry.path());
                    }
                }
            }
            maps += 1;
        }
    }
    println!("{lengths} lengths on {maps} maps");
    assert!(maps >= 21 && lengths > 15_000);
}

#[test]
fn lab_mazes() {
    let Some(folder) = shared("lab/maze") else { return };
    let mazes = [("input.txt", (1, 0), (16, 24), 39), ("input2.txt", (1, 0), (28, 59), 116)];
    for (file, (row, column), (to_row, to_column), steps) in mazes {
        let document =
            format::read(&fs::read(folder.join(file)).unwrap(), None, Some(file)).unwrap();
        assert_eq!(document.format, format::Format::Matrix);
        let problem = document
            .into_problem(Some(Cell::new(row, column)), Some(Cell::new(to_row, to_column)))
            .unwrap();
        for &algorithm in Algorithm::ALL {
            let options = Options { algorithm, ..Options::default() };
            let limits = Limits { expansions: Some(5_000_000), ..Limits::default() };
            let Ok(answer) = solve(&problem, &options, &limits, &mut Silent) else { continue };
            let Outcome::Found(path) = answer.outcome else {
                panic!("{file} {algorithm}: {:?}", answer.outcome)
            };
            match algorithm {
                Algorithm::Dfs | Algorithm::Greedy | Algorithm::WeightedAStar => {
                    assert!(path.steps() >= steps);
                }
                _ => assert_eq!(path.steps(), steps, "{file} {algorithm}"),
            }
        }
    }
}

/// Every algorithm, all moves, from every open cell to every open cell of a map.
fn all_pairs(map: &Map) {
    let mut searcher = Searcher::new(map);
    let open: Vec<Cell> =
        (0..map.cells()).map(|index| map.cell(index)).filter(|&cell| map.is_open(cell)).collect();
    for &start in &open {
        for &goal in &open {
            for moves in Moves::ALL {
                let expected = cost(&mut searcher, start, goal, Algorithm::Ucs, moves);
                for &algorithm in Algorithm::ALL {
                    let options = Options { algorithm, moves, weight: 1.0, ..Options::default() };
                    if searcher.effective(&options).is_err() {
                        continue;
                    }
                    let answer = searcher
                        .search(start, goal, &options, &Limits::default(), &mut Silent)
                        .unwrap();
                    match answer.outcome {
                        Outcome::Found(path) if algorithm != Algorithm::Dfs => {
                            assert!(
                                (path.cost - expected.unwrap()).abs() < 1e-9,
                                "{algorithm} {moves}"
                            );
                        }
                        Outcome::Found(path) => assert!(path.cost >= expected.unwrap() - 1e-9),
                        _ => assert_eq!(expected, None, "{algorithm} {moves} {start} {goal}"),
                    }
                    assert!(answer.statistics.memory > 0);
                }
            }
        }
    }
}

#[test]
fn one_cell_one_row_one_column() {
    all_pairs(&Map::open(1, 1).unwrap());
    all_pairs(&Map::open(1, 9).unwrap());
    all_pairs(&Map::open(9, 1).unwrap());
    all_pairs(&Map::from_costs(1, 7, vec![1, 1, 0, 1, 1, 1, 0]).unwrap());
    all_pairs(&Map::from_costs(7, 1, vec![0, 1, 1, 0, 1, 1, 1]).unwrap());
    all_pairs(&Map::from_costs(2, 2, vec![1, 0, 0, 1]).unwrap());
}

#[test]
fn walls_and_places_off_the_map_are_errors() {
    let map = Map::from_costs(2, 2, vec![0, 0, 0, 0]).unwrap();
    let mut searcher = Searcher::new(&map);
    for (start, goal) in [((0, 0), (1, 1)), ((5, 0), (0, 0)), ((0, u32::MAX), (0, 0))] {
        let (start, goal) = (Cell::new(start.0, start.1), Cell::new(goal.0, goal.1));
        for &algorithm in Algorithm::ALL {
            let options = Options { algorithm, moves: Moves::Eight, ..Options::default() };
            assert!(
                searcher.search(start, goal, &options, &Limits::default(), &mut Silent).is_err()
            );
        }
    }
}

#[test]
fn limits_are_kept() {
    let map = Map::open(200, 200).unwrap();
    let mut searcher = Searcher::new(&map);
    for &algorithm in Algorithm::ALL {
        for moves in Moves::ALL {
            let options = Options {
                algorithm,
                moves,
                heuristic: Some(xun_grid::Heuristic::Zero),
                weight: 1.0,
            };
            if searcher.prepare(&options).is_err() {
                continue;
            }
            for most in [0, 1, 7] {
                let limits = Limits { expansions: Some(most), ..Limits::default() };
                let answer = searcher
                    .search(Cell::new(3, 3), Cell::new(190, 150), &options, &limits, &mut Silent)
                    .unwrap();
                assert!(answer.statistics.expanded <= most, "{algorithm} {most}");
            }
        }
    }
}

/// Walls at every tenth column of every second row, and a closed box around the goal if asked.
fn large(side: u32, closed: bool) -> (Map, Cell, Cell) {
    let mut map = Map::open(side, side).unwrap();
    for row in (1..side - 1).step_by(2) {
        for column in (row % 10..side - 1).step_by(10) {
            map.set(Cell::new(row, column), Terrain::WALL);
        }
    }
    let goal = Cell::new(side - 3, side - 3);
    map.set(goal, Terrain::PLAIN);
    if closed {
        for step in Step::ALL {
            map.set(goal.step(step).unwrap(), Terrain::WALL);
        }
    }
    (map, Cell::new(0, 0), goal)
}

/// Everything is looked at, and yet no exact search takes 50 bytes a cell.
#[test]
fn memory_stays_below_fifty_bytes_a_cell() {
    let (map, start, goal) = large(400, true);
    for moves in Moves::ALL {
        for &algorithm in Algorithm::ALL {
            if matches!(algorithm, Algorithm::Ida | Algorithm::IdaTable) {
                continue; // These would look at everything once for every bound.
            }
            let mut searcher = Searcher::new(&map);
            let options = Options { algorithm, moves, ..Options::default() };
            let Ok(answer) =
                searcher.search(start, goal, &options, &Limits::default(), &mut Silent)
            else {
                continue;
            };
            assert_eq!(answer.outcome, Outcome::Impossible);
            let each = answer.statistics.memory as f64 / map.cells() as f64;
            assert!(each < 50.0, "{algorithm} {moves}: {each} bytes a cell");
        }
    }
}

#[test]
fn ten_thousand_by_ten_thousand() {
    let (map, start, goal) = large(10_000, false);
    let mut text = Vec::new();
    let document =
        Document { format: Format::MovingAi, map, start: None, goal: None, supply: None };
    format::write(&document, &mut text).unwrap();
    let map = format::read(&text, None, None).unwrap().map;
    assert_eq!(map, document.map);
    drop((text, document));
    let mut searcher = Searcher::new(&map);
    assert_eq!(
        cost(&mut searcher, start, goal, Algorithm::AStar, Moves::Four),
        Some(2.0 * 9_997.0)
    );
    let by_jumps = cost(&mut searcher, start, goal, Algorithm::Jps, Moves::Eight).unwrap();
    let near =
        cost(&mut searcher, start, Cell::new(70, 90), Algorithm::AStar, Moves::Eight).unwrap();
    assert!(by_jumps > 9_997.0 * 2.0_f64.sqrt() && by_jumps < 2.0 * 9_997.0);
    assert_eq!(
        Some(near),
        cost(&mut searcher, start, Cell::new(70, 90), Algorithm::Jps, Moves::Eight)
    );
}
