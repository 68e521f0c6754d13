//! Questions with an observer: the same answers as the functions for one kind of question, and
//! events from which the answer can be followed, on thousands of random maps.

use std::collections::HashSet;
use xun_grid::agents::{self, Agent, AgentMethod};
use xun_grid::any_angle::{AngleMethod, AngleSearcher};
use xun_grid::trace::Recorder;
use xun_grid::trip::{self, Graph, MapUses, Trip};
use xun_grid::{
    Cell, Direction, Event, Finding, Finish, Limits, Map, Moves, Question, Reply, Response,
    Searcher, Station, StopOrder, ask, discover,
};

struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % below
    }

    fn map(&mut self, weighted: bool) -> Map {
        let (rows, columns) = (1 + self.next(9) as u32, 1 + self.next(9) as u32);
        let walls = self.next(55);
        let ground = |_| match self.next(100) {
            wall if wall < walls => 0,
            _ if weighted => 1 + self.next(4) as u8,
            _ => 1,
        };
        Map::from_costs(rows, columns, (0..rows * columns).map(ground).collect()).unwrap()
    }

    fn cells(&mut self, open: &[Cell], count: u64) -> Vec<Cell> {
        (0..count).map(|_| open[self.next(open.len() as u64) as usize]).collect()
    }
}

/// Calls `test` with maps, some of their open cells and moves.
fn each_map(maps: u32, weighted: bool, mut test: impl FnMut(&mut Numbers, &Map, &[Cell], Moves)) {
    let mut numbers = Numbers(0x0A5C_0000_0000_0007 + u64::from(maps));
    let mut done = 0;
    while done < maps {
        let is_weighted = weighted && numbers.next(2) == 0;
        let map = numbers.map(is_weighted);
        let cells = (0..map.cells()).map(|index| map.cell(index));
        let open: Vec<Cell> = cells.filter(|&cell| map.is_open(cell)).collect();
        if open.is_empty() {
            continue;
        }
        let chosen = numbers.cells(&open, 6);
        let moves = Moves::ALL[numbers.next(3) as usize];
        test(&mut numbers, &map, &chosen, moves);
        done += 1;
    }
}

fn asked(map: &Map, question: &Question, moves: Moves) -> (Finding<Response>, Vec<Event>) {
    let mut recorder = Recorder::new(1_000_000);
    let reply = ask(map, question, moves, &Limits::default(), &mut recorder).unwrap();
    let expanded = |event: &&Event| matches!(event, Event::Expand { .. } | Event::Cone { .. });
    let told = recorder.events().iter().filter(expanded).count() as u64;
    assert!(told <= reply.statistics.expanded, "{told} of {:?}", reply.statistics);
    assert_follows(recorder.events());
    (reply.finding, recorder.into_events())
}

/// Every cell is generated from one that was expanded in the same search.
fn assert_follows(events: &[Event]) {
    let mut expanded = HashSet::new();
    for event in events {
        match *event {
            Event::NewSearch { .. } => expanded.clear(),
            Event::Expand { cell, .. } | Event::Refill { cell, .. } => {
                expanded.insert(cell);
            }
            Event::Generate { cell, parent: Some(parent), .. } => {
                assert!(expanded.contains(&parent), "{cell} from {parent}");
            }
            _ => {}
        }
    }
}

/// The reply with the answer in the form of [`Response`].
fn formed<T>(reply: Reply<T>, form: impl FnOnce(T) -> Response) -> Finding<Response> {
    match reply.finding {
        Finding::Found(found) => Finding::Found(form(found)),
        Finding::Impossible => Finding::Impossible,
        Finding::Stopped => Finding::Stopped,
    }
}

#[test]
fn answers_about_many_paths_are_those_without_an_observer() {
    let none = Limits::default();
    each_map(3_000, true, |numbers, map, cells, moves| {
        let mut searcher = Searcher::new(map);
        let (start, goal) = (cells[0], map.cell(numbers.next(map.cells() as u64) as usize));
        let (found, _) = asked(map, &Question::Nearest { start, goal }, moves);
        let plain = searcher.nearest_reachable(start, goal, moves, &none).unwrap();
        assert_eq!(found, formed(plain, Response::Nearest));

        let (starts, goals) = (cells[..2].to_vec(), cells[2..].to_vec());
        let question = Question::NearestGoal { starts: starts.clone(), goals: goals.clone() };
        let (found, events) = asked(map, &question, moves);
        let plain = searcher.nearest_goal(&starts, &goals, moves, &none).unwrap();
        assert_eq!(found, formed(plain, Response::Path));
        assert!(events.iter().any(|event| matches!(event, Event::Expand { .. })));

        let question = Question::AllGoals { starts: starts.clone(), goals: goals.clone() };
        let plain = searcher.all_goals(&starts, &goals, moves, &none).unwrap();
        assert_eq!(asked(map, &question, moves).0, formed(plain, Response::Paths));

        for finish in [Finish::LastStop, Finish::At(cells[1]), Finish::Start] {
            for order in [StopOrder::Best, StopOrder::Given] {
                let question = Question::Tour { start, stops: goals.clone(), finish, order };
                let plain = searcher.tour(start, &goals, finish, order, moves, &none).unwrap();
                assert_eq!(asked(map, &question, moves).0, formed(plain, Response::Tour));
            }
        }
        for direction in [Direction::FromSources, Direction::ToSources] {
            let question = Question::Field { sources: starts.clone(), direction };
            let (found, events) = asked(map, &question, moves);
            let plain = searcher.field(&starts, direction, moves, &none).unwrap();
            let reached = plain.found().unwrap().costs().iter().filter(|cost| cost.is_finite());
            let told = |event: &&Event| matches!(event, Event::Expand { .. });
            assert!(events.iter().filter(told).count() >= reached.count());
            assert_eq!(found, formed(plain, Response::Field));
        }
    });
}

#[test]
fn lines_at_any_angle_and_their_cones() {
    each_map(4_000, false, |_, map, cells, moves| {
        let (start, goal) = (cells[0], cells[1]);
        for &method in AngleMethod::ALL {
            let (found, events) = asked(map, &Question::Angle { start, goal, method }, moves);
            let mut searcher = AngleSearcher::new(map).unwrap();
            let plain = searcher.search(start, goal, method, &Limits::default()).unwrap();
            assert_eq!(found, formed(plain, Response::Line));
            // Centres of cells are whole numbers, so the lines between rows are half-way.
            for event in events {
                let Event::Cone { root, left, right } = event else { continue };
                assert!(left.column <= right.column + 1e-9, "{event:?}");
                assert_eq!((left.row, (left.row * 2.0).abs() % 2.0), (right.row, 1.0));
                for point in [root, left, right] {
                    assert!(point.row >= -0.5 && point.row <= f64::from(map.rows()) - 0.5);
                    let last = f64::from(map.columns()) - 0.5;
                    assert!(point.column >= -0.5 - 1e-9 && point.column <= last + 1e-9);
                }
            }
        }
    });
}

#[test]
fn a_robot_can_be_followed() {
    each_map(4_000, true, |numbers, map, cells, moves| {
        let (start, goal, sight) = (cells[0], cells[1], 1 + numbers.next(2) as u32);
        let (found, events) = asked(map, &Question::Discover { start, goal, sight }, moves);
        let plain = discover(map, start, goal, moves, sight, &Limits::default());
        assert_eq!(found, formed(plain.unwrap(), Response::Discovery));
        let Finding::Found(Response::Discovery(found)) = found else { panic!("it ends") };
        let (mut trail, mut seen, mut replans) = (vec![start], Vec::new(), 0);
        for event in events {
            match event {
                Event::Move { cell } => {
                    assert!(map.is_open(cell));
                    trail.push(cell);
                }
                Event::See { cell } => {
                    let at = trail[trail.len() - 1];
                    let (down, right) =
                        (cell.row.abs_diff(at.row), cell.column.abs_diff(at.column));
                    assert!(down.max(right) <= sight);
                    assert_ne!(map.costs()[map.index(cell)], 1, "plain ground is believed");
                    seen.push(cell);
                }
                Event::Replan { number } => {
                    replans += 1;
                    assert_eq!(number, replans);
                }
                _ => {}
            }
        }
        assert_eq!((trail, replans), (found.path.cells, found.replans));
        assert_eq!(seen.len() as u64, found.changes);
        let distinct: HashSet<Cell> = seen.iter().copied().collect();
        assert_eq!(distinct.len(), seen.len(), "a cell is seen once");
    });
}

#[test]
fn trips_tell_their_supply() {
    each_map(2_000, true, |numbers, map, cells, moves| {
        let mut station = |&cell: &Cell| Station { cell, price: numbers.next(5) as u32 };
        let stations: Vec<Station> = cells[2..].iter().map(&mut station).collect();
        let uses = MapUses { diagonal: 1 + numbers.next(2) as u32, ..MapUses::default() };
        let graph = Graph::with_stations(map, moves, &stations, &uses).unwrap();
        let tank = 1 + numbers.next(9) as u32;
        let trip = Trip::new(map.index(cells[0]), map.index(cells[1]), tank);
        let question = Question::Trip { graph: graph.clone(), trip };
        let (found, events) = asked(map, &question, moves);
        let plain = trip::plan(&graph, &trip, &Limits::default()).unwrap();
        assert_eq!(found, formed(plain, Response::Plan));
        for event in events {
            match event {
                Event::Generate { supply, .. } | Event::Expand { supply, .. } => {
                    assert!(supply.is_some_and(|supply| supply <= tank));
                }
                Event::Refill { cell, supply } => {
                    assert!(supply <= tank && graph.charger(map.index(cell)).is_some());
                }
                Event::DeadEnd { supply, .. } => assert!(supply.is_some()),
                _ => {}
            }
        }
    });
}

#[test]
fn agents_are_told_step_by_step() {
    each_map(1_000, false, |_, map, cells, moves| {
        if cells[0] == cells[1] {
            return;
        }
        let pairs = [(cells[0], cells[2]), (cells[1], cells[3])];
        let list = pairs.map(|(start, goal)| Agent { start, goal }).to_vec();
        let method = AgentMethod::Prioritised;
        let question = Question::Agents { agents: list.clone(), method };
        let (found, events) = asked(map, &question, moves);
        let plain = agents::plan(map, &list, method, &Limits::default()).unwrap();
        let time = |event: &Event| match event {
            Event::Step { time } => Some(*time),
            _ => None,
        };
        let times: Vec<u32> = events.iter().filter_map(time).collect();
        let last = plain.found().map(|plan| plan.makespan);
        assert_eq!(times, last.map_or(Vec::new(), |last| (0..=last).collect()));
        assert_eq!(found, formed(plain, Response::Agents));
    });
}
