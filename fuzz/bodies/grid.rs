//! The bodies of the grid's fuzz targets. Panics are the findings.

use xun_grid::agents::{Agent, AgentMethod};
use xun_grid::any_angle::AngleMethod;
use xun_grid::format::{self, Format, MAX_FAULTS};
use xun_grid::supply;
use xun_grid::trace::Recorder;
use xun_grid::trip::{Graph, MapUses, Trip, plan};
use xun_grid::{
    Algorithm, Answer, Cell, Direction, Finish, Guarantee, Heuristic, Limits, Map, Moves, Options,
    Oracle, OracleQuery, Outcome, Problem, Question, Silent, SolveError, Station, StopOrder,
    Supply,
};

/// Reads a map in every format. What can be read can be written and read again.
pub(crate) fn map(data: &[u8]) {
    for wanted in [None].into_iter().chain(Format::ALL.map(Some)) {
        match format::read(data, wanted, None) {
            Ok(document) => {
                let mut text = Vec::new();
                format::write(&document, &mut text).expect("what was read can be written");
                let again = format::read(&text, Some(document.format), None);
                assert_eq!(again.as_ref(), Ok(&document));
            }
            Err(faults) => {
                assert!(!faults.is_empty() && faults.list().len() <= MAX_FAULTS);
                assert!(faults.list().iter().all(|fault| fault.line > 0 && fault.column > 0));
                assert!(!faults.to_string().is_empty());
            }
        }
    }
}

/// Reads a `.scen` file. What can be read can be written and read again.
pub(crate) fn scenarios(data: &[u8]) {
    if let Ok(scenarios) = format::read_scenarios(data) {
        let mut text = Vec::new();
        format::write_scenarios(&scenarios, &mut text).expect("memory can be written to");
        assert_eq!(format::read_scenarios(&text).as_ref(), Ok(&scenarios));
    }
}

/// Reads side files: ends, and prices, which must fit or be faults.
pub(crate) fn ends(data: &[u8]) {
    if let Err(faults) = format::read_ends(data) {
        assert!(!faults.is_empty());
    }
    let stations = (0..3).map(|column| Station { cell: Cell::new(0, column), price: 0 }).collect();
    let mut supply = Supply { tank: 1, stations };
    if let Err(faults) = format::read_prices(data).and_then(|prices| prices.apply(&mut supply)) {
        assert!(!faults.is_empty());
    }
}

/// Reads an oracle file of a small map. It is refused, or its answers are paths.
pub(crate) fn oracle(data: &[u8]) {
    let map = Map::from_costs(3, 3, vec![1, 0, 1, 1, 0, 1, 1, 1, 1]).expect("nine cells");
    if let Ok(oracle) = Oracle::from_bytes(data, &map) {
        let path = OracleQuery::new(&oracle).path(Cell::new(0, 0), Cell::new(0, 2));
        assert!(path.is_ok_and(|path| path.is_none_or(|path| !path.cells.is_empty())));
    }
}

/// Reads a graph of roads. A trip through it ends.
pub(crate) fn graph(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // A node of six to eight digits is allowed, and takes the memory of all nodes before it.
    let is_large = |number: &str| (6..=8).contains(&number.trim_start_matches('0').len());
    if text.split(|letter: char| !letter.is_ascii_digit()).any(is_large) {
        return;
    }
    match text.parse::<Graph>() {
        Ok(graph) => {
            let roads: usize = (0..graph.nodes()).map(|node| graph.roads(node).len()).sum();
            assert!(roads <= text.lines().count());
            // A DIMACS file has as many arcs as it declares.
            let declared =
                text.lines().find_map(
                    |line| match line.split_whitespace().collect::<Vec<_>>()[..] {
                        ["p", "sp", _, arcs] => arcs.parse().ok(),
                        _ => None,
                    },
                );
            assert!(declared.is_none_or(|arcs: usize| arcs == roads));
            let limits = Limits { expansions: Some(1_000), ..Limits::default() };
            let trip = Trip::new(0, graph.nodes() - 1, 100);
            if let Err(fault) = plan(&graph, &trip, &limits) {
                assert!(!fault.to_string().is_empty());
            }
        }
        Err(fault) => assert!(fault.to_string().len() < 300 + data.len()),
    }
}

/// Makes a small problem of the input and solves it by every search, which must keep their
/// promises.
pub(crate) fn solve(data: &[u8]) {
    let [rows, columns, tank, start, goal, moves, cells @ ..] = data else { return };
    let (rows, columns) = (u32::from(rows % 16) + 1, u32::from(columns % 16) + 1);
    let size = (rows * columns) as usize;
    // 0 to 9: that terrain; more: plain ground, some of it with stations.
    let byte = |index: usize| cells.get(index).copied().unwrap_or(255);
    let terrain = (0..size).map(|index| if byte(index) < 10 { byte(index) } else { 1 }).collect();
    let map = Map::from_costs(rows, columns, terrain).expect("it fills the rectangle");
    let stations = (0..size)
        .filter(|&index| (10..40).contains(&byte(index)))
        .map(|index| Station { cell: map.cell(index), price: 0 })
        .collect();
    let (start, goal) = (map.cell(usize::from(*start) % size), map.cell(usize::from(*goal) % size));
    let moves = Moves::ALL[usize::from(moves % 3)];
    let supplies = Supply { tank: u32::from(tank % 32), stations };
    let Ok(problem) = Problem::with_supply(map, start, goal, Some(supplies)) else { return };
    plain(&problem, moves);
    supplied(&problem);
}

fn plain(problem: &Problem, moves: Moves) {
    let (start, goal) = (problem.start(), problem.goal());
    let mut searcher = xun_grid::Searcher::new(problem.map());
    let limits = Limits { expansions: Some(20_000), ..Limits::default() };
    let mut least: Option<Option<f64>> = None;
    for algorithm in [Algorithm::Ucs].into_iter().chain(Algorithm::ALL.iter().copied()) {
        let options = Options { algorithm, moves, ..Options::default() };
        let answer = match searcher.search(start, goal, &options, &limits, &mut Silent) {
            Ok(answer) => answer,
            Err(SolveError::Unsupported { .. }) => continue,
            Err(error) => panic!("{error}"),
        };
        let cost = match answer.outcome {
            Outcome::Found(path) => {
                check_ends(problem, &path.cells);
                Some(path.cost)
            }
            Outcome::Impossible => None,
            Outcome::Stopped => continue,
        };
        let least = *least.get_or_insert(cost);
        assert_eq!(cost.is_some(), least.is_some(), "{algorithm}");
        if let (Some(cost), Some(least)) = (cost, least) {
            let most = match answer.guarantee {
                Guarantee::Optimal => least,
                Guarantee::Within(factor) => least * factor,
                _ => f64::INFINITY,
            };
            assert!(
                cost <= most + 1e-6 && cost >= least - 1e-6,
                "{algorithm}: {cost} instead of {least}"
            );
        }
    }
}

fn supplied(problem: &Problem) {
    let run = |algorithm, heuristic| {
        let options = Options { algorithm, heuristic, ..Options::default() };
        problem.solve_with(&options)
    };
    let found =
        |answer: Result<Answer, SolveError>| match answer.expect("it knows supplies").outcome {
            Outcome::Found(path) => {
                check_ends(problem, &path.cells);
                supply::replay(problem, &path.cells).expect("the path keeps the rules");
                Some(path)
            }
            Outcome::Impossible => None,
            Outcome::Stopped => panic!("nothing stopped it"),
        };
    let fewest = found(run(Algorithm::Bfs, None)).map(|path| path.steps());
    let least = found(run(Algorithm::Ucs, None)).map(|path| path.cost);
    let by_region = found(run(Algorithm::AStar, Some(Heuristic::SupplyRegion)));
    assert_eq!(by_region.map(|path| path.cost), least);
    let automatic = found(run(Algorithm::Auto, None));
    assert_eq!(automatic.as_ref().map(|path| path.cost), least);
    if problem.map().is_uniform() {
        assert_eq!(automatic.map(|path| path.steps()), fewest);
    }
}

fn check_ends(problem: &Problem, cells: &[Cell]) {
    assert_eq!((cells.first(), cells.last()), (Some(&problem.start()), Some(&problem.goal())));
}

/// Makes a small map with cells from the input and asks every question about it. Answers with an
/// observer are those without; events name cells of the map.
pub(crate) fn ask(data: &[u8]) {
    let [rows, columns, moves, sight, marks @ ..] = data else { return };
    let (rows, columns) = (u32::from(rows % 9) + 1, u32::from(columns % 9) + 1);
    let size = (rows * columns) as usize;
    let byte = |index: usize| marks.get(index).copied().unwrap_or(255);
    let ground = |index: usize| if byte(index) < 10 { byte(index) } else { 1 };
    let terrain = (0..size).map(ground).collect();
    let map = Map::from_costs(rows, columns, terrain).expect("it fills the rectangle");
    // The cells come from the end of the input; they may be walls, the same, or none.
    let count = marks.len().min(6);
    let last = marks.iter().rev().take(count);
    let cells: Vec<Cell> = last.map(|&mark| map.cell(usize::from(mark) % size)).collect();
    let [start, goal, ..] = cells[..] else { return };
    let moves = Moves::ALL[usize::from(moves % 3)];
    let pairs = cells.chunks_exact(2);
    let agents = pairs.map(|pair| Agent { start: pair[0], goal: pair[1] }).collect::<Vec<_>>();
    let station = |&cell: &Cell| Station { cell, price: cell.row };
    let stations: Vec<Station> =
        cells.iter().filter(|&&cell| map.is_open(cell)).map(station).collect();
    let graph = Graph::with_stations(&map, moves, &stations, &MapUses::default());
    let mut questions = vec![
        Question::Nearest { start, goal },
        Question::NearestGoal { starts: vec![start], goals: cells[1..].to_vec() },
        Question::AllGoals { starts: cells[..2].to_vec(), goals: cells.clone() },
        Question::Field { sources: cells.clone(), direction: Direction::ToSources },
        Question::Discover { start, goal, sight: u32::from(*sight) },
        Question::Trip {
            graph: graph.expect("stations are open cells"),
            trip: Trip::new(map.index(start), map.index(goal), u32::from(sight % 16)),
        },
    ];
    for (order, finish) in
        [(StopOrder::Best, Finish::LastStop), (StopOrder::Given, Finish::At(goal))]
    {
        questions.push(Question::Tour { start, stops: cells[2..].to_vec(), finish, order });
    }
    for &method in AngleMethod::ALL {
        questions.push(Question::Angle { start, goal, method });
    }
    for &method in AgentMethod::ALL {
        questions.push(Question::Agents { agents: agents.clone(), method });
    }
    let limits = Limits { expansions: Some(2_000), ..Limits::default() };
    for question in questions {
        let mut events = Recorder::new(100_000);
        let watched = xun_grid::ask(&map, &question, moves, &limits, &mut events);
        let silent = xun_grid::ask(&map, &question, moves, &limits, &mut Silent);
        match (watched, silent) {
            (Ok(watched), Ok(silent)) => {
                assert_eq!(watched.finding, silent.finding);
                let ways = silent.found().map_or_else(Vec::new, |found| found.ways(&map));
                // A graph has no walls: a trip from a cell in one to itself stays there.
                let stays = matches!(&question, Question::Trip { trip, .. }
                    if trip.start == trip.goal && !map.is_open(map.cell(trip.start)));
                assert!(stays || ways.iter().flatten().all(|&cell| map.is_open(cell)));
            }
            (watched, silent) => {
                let (watched, silent) = (watched.unwrap_err(), silent.unwrap_err());
                assert_eq!(watched, silent);
                assert!(!silent.to_string().is_empty());
            }
        }
    }
}
