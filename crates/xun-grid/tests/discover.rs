//! Plans on changing maps against a plain Dijkstra after every change, and robots that discover
//! their map.

mod reference;

use reference::{assert_is_path, least_cost};
use xun_grid::{Cell, Finding, Limits, Map, Moves, Replanner, Terrain, discover};

struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % below
    }
}

fn random_map(numbers: &mut Numbers) -> (Map, Vec<Cell>) {
    let (rows, columns) = (1 + numbers.next(9) as u32, 1 + numbers.next(9) as u32);
    let (density, dearest) = (numbers.next(50), 1 + numbers.next(2) * 4);
    let costs = (0..rows * columns)
        .map(|_| if numbers.next(100) < density { 0 } else { 1 + numbers.next(dearest) as u8 })
        .collect();
    let map = Map::from_costs(rows, columns, costs).unwrap();
    let cells = (0..map.cells()).map(|index| map.cell(index));
    let open = cells.filter(|&cell| map.is_open(cell)).collect();
    (map, open)
}

#[test]
fn plans_stay_cheapest_after_every_change() {
    let mut numbers = Numbers(0x5EED_0000_0011);
    let mut plans = 0;
    while plans < 20_000 {
        let (mut map, open) = random_map(&mut numbers);
        if open.is_empty() {
            continue;
        }
        let mut pick = || open[numbers.next(open.len() as u64) as usize];
        let (mut at, goal) = (pick(), pick());
        let moves = Moves::ALL[numbers.next(3) as usize];
        let mut replanner = Replanner::new(map.clone(), at, goal, moves).unwrap();
        for _ in 0..10 {
            let reply = replanner.path(&Limits::default());
            let expected = least_cost(&map, at, goal, moves);
            plans += 1;
            match (&reply.finding, expected) {
                (Finding::Found(path), Some(expected)) => {
                    assert!((path.cost - expected).abs() < 1e-6, "{at} {goal} {moves} {map:?}");
                    assert_is_path(&map, at, goal, moves, path);
                    // Sometimes walk some steps of it.
                    let steps = numbers.next(3) as usize;
                    at = path.cells[steps.min(path.steps())];
                    replanner.move_to(at).unwrap();
                }
                (Finding::Impossible, None) => {}
                (finding, expected) => panic!("{finding:?}, not {expected:?}: {map:?}"),
            }
            for _ in 0..numbers.next(4) {
                let cell = map.cell(numbers.next(map.cells() as u64) as usize);
                let terrain = Terrain::new(numbers.next(4) as u8);
                if (cell == at || cell == goal) && terrain.is_wall() {
                    assert!(replanner.set(cell, terrain).is_err());
                    continue;
                }
                assert_eq!(replanner.set(cell, terrain).unwrap(), map.terrain(cell) != terrain);
                map.set(cell, terrain);
            }
        }
    }
}

#[test]
fn a_robot_reaches_the_goal_where_there_is_a_way() {
    let mut numbers = Numbers(0x5EED_0000_0012);
    let mut replans = 0;
    for _ in 0..4_000 {
        let (map, open) = random_map(&mut numbers);
        if open.is_empty() {
            continue;
        }
        let mut pick = || open[numbers.next(open.len() as u64) as usize];
        let (start, goal) = (pick(), pick());
        let moves = Moves::ALL[numbers.next(3) as usize];
        let sight = 1 + numbers.next(3) as u32;
        let reply = discover(&map, start, goal, moves, sight, &Limits::default()).unwrap();
        let discovery = reply.found().expect("no limit");
        let least = least_cost(&map, start, goal, moves);
        assert_eq!(discovery.reached, least.is_some(), "{start} {goal} {moves} {map:?}");
        let end = *discovery.path.cells.last().unwrap();
        assert!(!discovery.reached || end == goal);
        assert_is_path(&map, start, end, moves, &discovery.path);
        assert!(discovery.replans <= discovery.changes);
        replans += discovery.replans;
    }
    assert!(replans > 2_000, "{replans}");
}

#[test]
fn a_change_far_away_costs_little_and_limits_stop() {
    let map = Map::open(200, 200).unwrap();
    let (start, goal) = (Cell::new(0, 0), Cell::new(199, 0));
    let mut replanner = Replanner::new(map, start, goal, Moves::Eight).unwrap();
    let few = Limits { expansions: Some(3), ..Limits::default() };
    assert_eq!(replanner.path(&few).finding, Finding::Stopped);
    let whole = replanner.path(&Limits::default()).statistics.expanded;
    replanner.set(Cell::new(100, 0), Terrain::WALL).unwrap();
    let reply = replanner.path(&Limits::default());
    assert_eq!(reply.found().unwrap().steps(), 199);
    assert!(whole >= 190 && reply.statistics.expanded < 1_000, "{whole} {:?}", reply.statistics);
}
