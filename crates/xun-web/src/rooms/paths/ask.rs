//! The other questions about a map: asked twice like a search, with an observer that sends every
//! event, and without.

use super::run::{EventSender, TIME_LIMIT, costs_along};
use super::{MOST_CELLS, problem_of};
use crate::message::paths::{MapQuestion, Picture, RunOutcome, RunResult};
use crate::message::{Answer, Refusal, Text};
use crate::responder::Responder;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use xun_grid::agents::{Agent, AgentMethod};
use xun_grid::any_angle::AngleMethod;
use xun_grid::trip::{self, Graph, MapUses, Trip};
use xun_grid::{
    Body, Cell, Direction, Finding, Finish, Limits, Map, Moves, Observer, Path, Problem, Question,
    Reply, Response, Silent, Step, StopOrder, UnknownName,
};
use xun_messages::{Message as _, grid};

/// Answers, and sends events and result.
pub(crate) async fn ask(wanted: MapQuestion, responder: Responder) {
    let asked = match Asked::of(&wanted) {
        Ok(asked) => asked,
        Err(refusal) => return responder.refuse(refusal).await,
    };
    let turn = responder.shared.budget.turn(responder.session).await;
    let sender = responder.clone();
    let result = turn.work(move |_| asked.both(&sender)).await;
    match result {
        Some(Ok(result)) => responder.last(Answer::PathResult(result)).await,
        Some(Err(refusal)) => responder.refuse(refusal).await,
        None => responder.refuse(crate::responder::missing("The search failed", "搜索失败")).await,
    }
}

/// A question of the page in the library's words.
pub(super) struct Asked {
    /// The map as it is drawn.
    problem: Problem,
    /// The map on which the traveller's body moves as a point.
    map: Map,
    question: Question,
    moves: Moves,
}

impl Asked {
    pub(super) fn of(wanted: &MapQuestion) -> Result<Self, Refusal> {
        let problem = problem_of(&wanted.map)?;
        let unknown = |error: UnknownName| Refusal::input(Text::same(error.to_string()));
        let moves: Moves = wanted.moves.parse().map_err(unknown)?;
        let map = problem.map();
        let (start, goal) = (problem.start(), problem.goal());
        let marks = marks(map, &wanted.marks)?;
        let with_goal = || [&[goal], &marks[..]].concat();
        let question = match &*wanted.question {
            "nearest" => Question::Nearest { start, goal },
            "nearest-goal" => Question::NearestGoal { starts: vec![start], goals: with_goal() },
            "all-goals" => Question::AllGoals { starts: vec![start], goals: with_goal() },
            "tour" => {
                let order = if wanted.in_order { StopOrder::Given } else { StopOrder::Best };
                let finish = match &*wanted.finish {
                    "last" => Finish::LastStop,
                    "start" => Finish::Start,
                    _ => Finish::At(goal),
                };
                Question::Tour { start, stops: marks, finish, order }
            }
            "field" => Question::Field { sources: with_goal(), direction: Direction::ToSources },
            "anya" => Question::Angle { start, goal, method: AngleMethod::Anya },
            "theta" => Question::Angle { start, goal, method: AngleMethod::Theta },
            "discover" => Question::Discover { start, goal, sight: wanted.sight.min(1_000) },
            "trip" => trip_question(&problem, wanted, moves)?,
            "cbs" => agents((start, goal), &marks, AgentMethod::ConflictBased)?,
            "prioritised" => agents((start, goal), &marks, AgentMethod::Prioritised)?,
            other => {
                let words = Text::new(
                    format!("There is no question named {other:?}"),
                    format!("没有名为 {other:?} 的问题"),
                );
                return Err(Refusal::missing(words));
            }
        };
        let has_body = !matches!(question, Question::Angle { .. } | Question::Trip { .. });
        let map = if wanted.body > 1 && has_body {
            map.for_body(Body::Square(wanted.body)).map_err(|error| Refusal::input(error.text()))?
        } else {
            map.clone()
        };
        Ok(Self { problem, map, question, moves })
    }

    fn both(&self, responder: &Responder) -> Result<RunResult, Refusal> {
        let mut sender = EventSender::new(&self.map, responder.clone());
        let ended = Arc::clone(&sender.stop);
        let traced = self.answer(&ended, &mut sender)?;
        sender.flush();
        let silent = self.answer(&responder.stop, &mut Silent)?;
        // A search that ended while it was observed is shown even if the silent one was stopped.
        let stopped = matches!(silent.finding, Finding::Stopped);
        let reply = if stopped { traced } else { silent };
        Ok(self.result(&reply, sender.truncated))
    }

    pub(super) fn answer(
        &self,
        stop: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<Reply<Response>, Refusal> {
        let deadline = Some(Instant::now() + TIME_LIMIT);
        let limits = Limits { stop: Some(stop), expansions: None, deadline };
        xun_grid::ask(&self.map, &self.question, self.moves, &limits, observer)
            .map_err(|error| Refusal::input(error.text()))
    }

    pub(super) fn result(&self, reply: &Reply<Response>, truncated: bool) -> RunResult {
        let statistics = &reply.statistics;
        let found = reply.found();
        let path = found.and_then(|found| self.path(found));
        let cells = path.as_ref().map_or(&[][..], |path| &path.cells);
        let failed = matches!(found, Some(Response::Discovery(found)) if !found.reached);
        RunResult {
            outcome: match &reply.finding {
                Finding::Found(_) if !failed => RunOutcome::Found,
                Finding::Found(_) | Finding::Impossible => RunOutcome::Impossible,
                Finding::Stopped => RunOutcome::Stopped,
            },
            path: self.indices(cells),
            reached: path.as_ref().map_or_else(Vec::new, |path| costs_along(&self.map, path)),
            supply: self.supplies(found),
            cost: found.and_then(|found| cost(found, path.as_ref())),
            expanded: statistics.expanded as f64,
            generated: statistics.generated as f64,
            reopened: statistics.reopened as f64,
            largest_frontier: statistics.largest_frontier as f64,
            bounds: Vec::new(),
            seconds: statistics.time.as_secs_f64(),
            memory: statistics.memory as f64,
            truncated,
            warning: self.warning(),
            explanation: self.explanation(found),
            picture: Some(self.picture(found)),
        }
    }

    fn indices(&self, cells: &[Cell]) -> Vec<u32> {
        cells.iter().map(|&cell| self.map.index(cell) as u32).collect()
    }

    /// The one path of the answer, if it is one.
    fn path(&self, found: &Response) -> Option<Path> {
        match found {
            Response::Nearest(nearest) => Some(nearest.path.clone()),
            Response::Path(path) => Some(path.clone()),
            Response::Tour(tour) => Some(tour.path.clone()),
            Response::Discovery(found) => Some(found.path.clone()),
            Response::Plan(plan) => {
                let cells = found.ways(&self.map).pop()?;
                Some(Path { cells, cost: plan.distance as f64 / trip::TICKS as f64 })
            }
            _ => None,
        }
    }

    /// The supply on leaving each node of a trip.
    fn supplies(&self, found: Option<&Response>) -> Vec<i32> {
        let (Some(Response::Plan(plan)), Question::Trip { graph, trip }) = (found, &self.question)
        else {
            return Vec::new();
        };
        let (mut left, mut supplies) = (i64::from(trip.supply), Vec::new());
        for (index, &node) in plan.nodes.iter().enumerate() {
            if let Some(&before) = index.checked_sub(1).and_then(|index| plan.nodes.get(index)) {
                let road = graph.roads(before).iter().find(|road| road.to == node);
                left -= road.map_or(0, |road| i64::from(road.uses));
            }
            let stops = plan.stops.iter().filter(|stop| stop.at == index);
            left += stops.map(|stop| i64::from(stop.units)).sum::<i64>();
            supplies.push(left as i32);
        }
        supplies
    }

    fn warning(&self) -> Option<Text> {
        match self.question {
            Question::Angle { method: AngleMethod::Theta, .. } => Some(Text::new(
                "Theta* may find a line that is longer than the shortest.",
                "Theta* 找到的线可能比最短的长。",
            )),
            Question::Agents { method: AgentMethod::Prioritised, .. } => Some(Text::new(
                "Prioritised planning may find a dearer plan than the least, or none although there \
                 is one.",
                "逐个规划得到的总和可能不是最小，也可能有解却找不到。",
            )),
            _ => None,
        }
    }

    fn explanation(&self, found: Option<&Response>) -> Vec<Text> {
        let mut lines: Vec<Text> = found.map(grid::answer).into_iter().collect();
        if let Question::Trip { graph, trip } = &self.question {
            if let Some(Response::Plan(plan)) = found {
                for stop in &plan.stops {
                    let (cell, units) = (self.map.cell(stop.node), stop.units);
                    lines.push(Text::new(
                        format!("Takes {units} units at {cell}, where {} were left.", stop.arrival),
                        format!("在 {cell} 补给 {units} 单位，到达时剩 {}。", stop.arrival),
                    ));
                }
            }
            let deadline = Some(Instant::now() + TIME_LIMIT);
            let limits = Limits { deadline, ..Limits::default() };
            if let Ok(Some(explanation)) = trip::explain_within(graph, trip, &limits) {
                lines.extend(grid::trip_limits(&explanation, trip));
            }
        }
        lines
    }

    fn picture(&self, found: Option<&Response>) -> Picture {
        let open = (0..self.map.cells()).filter(|&index| {
            let cell = self.map.cell(index);
            self.problem.map().is_open(cell) && !self.map.is_open(cell)
        });
        let mut picture =
            Picture { blocked: open.map(|index| index as u32).collect(), ..Picture::default() };
        match found {
            Some(found @ (Response::Paths(_) | Response::Agents(_))) => {
                picture.ways = found.ways(&self.map).iter().map(|way| self.indices(way)).collect();
            }
            Some(Response::Line(line)) => {
                picture.line = line.points.iter().map(|point| [point.row, point.column]).collect();
            }
            Some(Response::Field(field)) => {
                let number = |step: Option<Step>| {
                    let place = Step::ALL.iter().position(|&one| Some(one) == step);
                    place.unwrap_or(Step::ALL.len()) as u8
                };
                let cells = (0..self.map.cells()).map(|index| self.map.cell(index));
                picture.flow = cells.map(|cell| number(field.step(cell))).collect();
            }
            Some(Response::Tour(tour)) => {
                picture.order = tour.order.iter().map(|&stop| stop as u32).collect();
            }
            _ => {}
        }
        picture
    }
}

/// The cost of an answer, if it has one.
fn cost(found: &Response, path: Option<&Path>) -> Option<f64> {
    match found {
        Response::Line(line) => Some(line.length),
        Response::Agents(plan) => Some(plan.cost as f64),
        Response::Paths(paths) => Some(paths.iter().flatten().map(|path| path.cost).sum()),
        _ => path.map(|path| path.cost),
    }
}

/// The marked cells, which must be on the map.
fn marks(map: &Map, marks: &[u32]) -> Result<Vec<Cell>, Refusal> {
    let cells = map.cells();
    if marks.len() as u64 > MOST_CELLS || marks.iter().any(|&mark| mark as usize >= cells) {
        let words = Text::new("A marked cell lies outside the map", "标记的格子在地图之外");
        return Err(Refusal::input(words));
    }
    Ok(marks.iter().map(|&mark| map.cell(mark as usize)).collect())
}

/// The trip from start to goal with the map's tank and stations.
fn trip_question(
    problem: &Problem,
    wanted: &MapQuestion,
    moves: Moves,
) -> Result<Question, Refusal> {
    let unknown = |error: UnknownName| Refusal::input(Text::same(error.to_string()));
    let Some(supply) = problem.supply() else {
        let words =
            Text::new("A trip needs a tank: switch the supply on", "行程需要油箱：请先启用补给");
        return Err(Refusal::input(words));
    };
    let map = problem.map();
    let graph = Graph::with_stations(map, moves, &supply.stations, &MapUses::default())
        .map_err(|error| Refusal::input(error.text()))?;
    let trip = Trip {
        reserve: wanted.reserve,
        stops: wanted.stops,
        returns: wanted.returns,
        objective: wanted.objective.parse().map_err(unknown)?,
        ..Trip::new(map.index(problem.start()), map.index(problem.goal()), supply.tank)
    };
    Ok(Question::Trip { graph, trip })
}

/// The agent from start to goal, and those of the marks.
fn agents(
    (start, goal): (Cell, Cell),
    marks: &[Cell],
    method: AgentMethod,
) -> Result<Question, Refusal> {
    if marks.len() % 2 == 1 {
        let words = Text::new(
            "The last agent has no goal: mark one more cell",
            "最后一个个体没有终点：请再标记一格",
        );
        return Err(Refusal::input(words));
    }
    let mut agents = vec![Agent { start, goal }];
    agents.extend(marks.chunks(2).map(|pair| Agent { start: pair[0], goal: pair[1] }));
    Ok(Question::Agents { agents, method })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::paths::GridMap;
    use xun_grid::generate::Random;
    use xun_grid::{Searcher, Station, Supply, Terrain, agents as many, discover};

    /// A random map with start, goal and marks.
    fn random(numbers: &mut Random, supplied: bool) -> Option<(Problem, Vec<u32>)> {
        let (rows, columns) = (2 + numbers.below(7), 2 + numbers.below(7));
        let mut map = Map::open(rows, columns).expect("small");
        for index in 0..map.cells() {
            if numbers.below(100) < 25 {
                map.set(map.cell(index), Terrain::WALL);
            }
        }
        let cells = (0..map.cells()).map(|index| map.cell(index));
        let mut open: Vec<Cell> = cells.filter(|&cell| map.is_open(cell)).collect();
        if open.len() < 6 {
            return None;
        }
        for place in 0..6 {
            let other = place + numbers.below((open.len() - place) as u32) as usize;
            open.swap(place, other);
        }
        let marks = open[2..6].iter().map(|&cell| map.index(cell) as u32).collect();
        let station = |&cell: &Cell| Station { cell, price: cell.row };
        let stations = open[2..4].iter().map(station).collect();
        let tank = 2 + numbers.below(6);
        let supply = supplied.then_some(Supply { tank, stations });
        let problem = Problem::with_supply(map, open[0], open[1], supply);
        Some((problem.expect("open ends"), marks))
    }

    fn wanted(problem: &Problem, question: &str, marks: &[u32], moves: Moves) -> MapQuestion {
        MapQuestion {
            map: GridMap { text: problem.to_string() },
            question: question.to_owned(),
            moves: moves.name().to_owned(),
            marks: marks.to_vec(),
            body: 1,
            sight: 1,
            in_order: false,
            finish: "goal".to_owned(),
            objective: "money".to_owned(),
            reserve: 1,
            stops: None,
            returns: true,
        }
    }

    fn page(wanted: &MapQuestion) -> RunResult {
        let asked = Asked::of(wanted).expect("a good question");
        let reply = asked.answer(&AtomicBool::new(false), &mut Silent).expect("answered");
        asked.result(&reply, false)
    }

    fn indices(map: &Map, cells: &[Cell]) -> Vec<u32> {
        cells.iter().map(|&cell| map.index(cell) as u32).collect()
    }

    /// The page's answers are those of the functions that the command line calls.
    #[test]
    fn the_page_answers_as_the_command_line() {
        let (mut numbers, none) = (Random::new(0x0A5C), Limits::default());
        let mut done = 0;
        while done < 1_000 {
            let Some((problem, marks)) = random(&mut numbers, false) else { continue };
            done += 1;
            let moves = Moves::ALL[numbers.below(3) as usize];
            let map = problem.map();
            let (start, goal) = (problem.start(), problem.goal());
            let cells: Vec<Cell> = marks.iter().map(|&mark| map.cell(mark as usize)).collect();
            let goals = [&[goal], &cells[..]].concat();
            let ask = |question: &str| page(&wanted(&problem, question, &marks, moves));
            let mut searcher = Searcher::new(map);

            let nearest = searcher.nearest_reachable(start, goal, moves, &none).unwrap();
            let (found, nearest) = (ask("nearest"), nearest.found().unwrap().clone());
            assert_eq!(found.path, indices(map, &nearest.path.cells));
            assert_eq!(found.cost, Some(nearest.path.cost));

            let path = searcher.nearest_goal(&[start], &goals, moves, &none).unwrap();
            let path = path.found().map(|path| (indices(map, &path.cells), path.cost));
            let found = ask("nearest-goal");
            assert_eq!(path, found.cost.map(|cost| (found.path, cost)));

            let paths = searcher.all_goals(&[start], &goals, moves, &none).unwrap();
            let ways = paths.found().unwrap().iter().flatten();
            let ways: Vec<Vec<u32>> = ways.map(|path| indices(map, &path.cells)).collect();
            assert_eq!(ask("all-goals").picture.unwrap().ways, ways);

            let finish = Finish::At(goal);
            let tour = searcher.tour(start, &cells, finish, StopOrder::Best, moves, &none);
            let tour = tour.unwrap().found().cloned();
            let found = ask("tour");
            assert_eq!(found.cost, tour.as_ref().map(|tour| tour.path.cost));
            let order = tour.map_or_else(Vec::new, |tour| tour.order);
            let shown = found.picture.unwrap().order;
            assert_eq!(shown, order.iter().map(|&stop| stop as u32).collect::<Vec<_>>());

            let field = searcher.field(&goals, Direction::ToSources, moves, &none).unwrap();
            let field = field.found().unwrap().clone();
            for (index, &step) in ask("field").picture.unwrap().flow.iter().enumerate() {
                let step = Step::ALL.get(usize::from(step)).copied();
                assert_eq!(step, field.step(map.cell(index)));
            }

            let robot = discover(map, start, goal, moves, 1, &none).unwrap();
            let (found, robot) = (ask("discover"), robot.found().unwrap().clone());
            assert_eq!(found.path, indices(map, &robot.path.cells));
            assert_eq!(matches!(found.outcome, RunOutcome::Found), robot.reached);
            let words = &found.explanation[0].en;
            assert!(words.contains(&format!("again {} time", robot.replans)), "{words}");

            for (name, method) in [("anya", AngleMethod::Anya), ("theta", AngleMethod::Theta)] {
                let mut searcher = xun_grid::any_angle::AngleSearcher::new(map).unwrap();
                let line = searcher.search(start, goal, method, &none).unwrap();
                let found = ask(name);
                assert_eq!(found.cost, line.found().map(|line| line.length));
                assert_eq!(found.warning.is_some(), !method.is_exact());
            }

            let ends = |pair: &[Cell]| Agent { start: pair[0], goal: pair[1] };
            let pairs = [&[start, goal], &cells[..]].concat();
            let list: Vec<Agent> = pairs.chunks(2).map(ends).collect();
            let plan = many::plan(map, &list, AgentMethod::Prioritised, &none).unwrap();
            let found = ask("prioritised");
            assert_eq!(found.cost, plan.found().map(|plan| plan.cost as f64));
            let ways = plan.found().map_or_else(Vec::new, |plan| plan.ways.clone());
            let ways: Vec<Vec<u32>> = ways.iter().map(|way| indices(map, way)).collect();
            assert_eq!(found.picture.unwrap().ways, ways);
        }
    }

    #[test]
    fn a_trip_is_the_command_lines_and_its_supply_adds_up() {
        let (mut numbers, mut planned) = (Random::new(0x0A5D), 0);
        while planned < 300 {
            let Some((problem, _)) = random(&mut numbers, true) else { continue };
            let map = problem.map();
            let supply = problem.supply().expect("it has one");
            let uses = MapUses::default();
            let graph = Graph::with_stations(map, Moves::Four, &supply.stations, &uses).unwrap();
            let trip = Trip {
                reserve: 1,
                returns: true,
                objective: trip::Objective::Money,
                ..Trip::new(map.index(problem.start()), map.index(problem.goal()), supply.tank)
            };
            let plan = trip::plan(&graph, &trip, &Limits::default()).unwrap();
            let found = page(&wanted(&problem, "trip", &[], Moves::Four));
            let Some(plan) = plan.found() else {
                assert!(found.path.is_empty() && !found.explanation.is_empty());
                continue;
            };
            planned += 1;
            assert_eq!(found.path, plan.nodes.iter().map(|&node| node as u32).collect::<Vec<_>>());
            assert_eq!(found.supply.last(), Some(&(plan.left as i32)));
            assert!(found.supply.iter().all(|&left| left >= 1 && left <= supply.tank as i32));
        }
    }

    #[test]
    fn what_cannot_be_asked_is_said() {
        let problem: Problem = "S..\n.#G\n".parse().expect("a map");
        let refused = |question: &MapQuestion| match Asked::of(question) {
            Ok(asked) => asked.answer(&AtomicBool::new(false), &mut Silent).err(),
            Err(refusal) => Some(refusal),
        };
        let words = |question: &MapQuestion| refused(question).map(|refusal| refusal.words.en);
        let usual = |name| wanted(&problem, name, &[], Moves::Four);
        assert!(words(&usual("moon")).is_some_and(|words| words.contains("moon")));
        assert!(words(&usual("trip")).is_some_and(|words| words.contains("tank")));
        let odd = wanted(&problem, "cbs", &[1], Moves::Four);
        assert!(words(&odd).is_some_and(|words| words.contains("no goal")));
        let outside = wanted(&problem, "tour", &[99], Moves::Four);
        assert!(words(&outside).is_some_and(|words| words.contains("outside")));
        let wall = wanted(&problem, "tour", &[4], Moves::Four);
        assert!(words(&wall).is_some_and(|words| words.contains("wall")));
        let large = MapQuestion { body: 900, ..usual("nearest") };
        assert!(words(&large).is_some());
        let two = MapQuestion { body: 2, ..usual("discover") };
        assert!(words(&two).is_some_and(|words| words.contains("wall")));
        let none = MapQuestion { objective: "glory".to_owned(), ..usual("trip") };
        assert!(words(&none).is_some());
    }
}
