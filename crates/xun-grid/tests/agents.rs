//! Plans of several agents against Dijkstra's algorithm over the positions of all agents together,
//! on random maps. The reference shares no code with the searches.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::atomic::AtomicBool;
use xun_grid::agents::{Agent, AgentMethod, AgentPlan, plan};
use xun_grid::{Cell, Finding, Limits, Map, QueryError, Step};

struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % below
    }

    /// So many different cells of a list.
    fn draw(&mut self, cells: &[Cell], count: usize) -> Vec<Cell> {
        let mut cells = cells.to_vec();
        for place in 0..count {
            let other = place + self.next((cells.len() - place) as u64) as usize;
            cells.swap(place, other);
        }
        cells.truncate(count);
        cells
    }

    fn agents(&mut self, cells: &[Cell], count: usize) -> Vec<Agent> {
        let (starts, goals) = (self.draw(cells, count), self.draw(cells, count));
        let ends = starts.into_iter().zip(goals);
        ends.map(|(start, goal)| Agent { start, goal }).collect()
    }
}

/// A map of at most 16 cells with two or three agents.
fn random_task(numbers: &mut Numbers) -> Option<(Map, Vec<Agent>)> {
    let (rows, columns) = (1 + numbers.next(4) as u32, 2 + numbers.next(3) as u32);
    let walls = numbers.next(45);
    let ground = (0..rows * columns).map(|_| u8::from(numbers.next(100) >= walls)).collect();
    let map = Map::from_costs(rows, columns, ground).unwrap();
    let cells = (0..map.cells()).map(|index| map.cell(index));
    let open: Vec<Cell> = cells.filter(|&cell| map.is_open(cell)).collect();
    let count = 2 + numbers.next(2) as usize;
    if open.len() < count {
        return None;
    }
    let agents = numbers.agents(&open, count);
    Some((map, agents))
}

/// The cells of all agents, and a bit for each that stays for ever.
type State = (Vec<Cell>, u8);

/// Every joint step to cells where no two meet.
fn joint_steps(map: &Map, (cells, staying): &State) -> Vec<Vec<Cell>> {
    let mut joint: Vec<Vec<Cell>> = vec![Vec::new()];
    for (index, &cell) in cells.iter().enumerate() {
        let mut choices = vec![cell];
        if staying & 1 << index == 0 {
            let steps = Step::STRAIGHT.iter().filter_map(|&step| cell.step(step));
            choices.extend(steps.filter(|&next| map.is_open(next)));
        }
        let longer = |start: &Vec<Cell>| {
            choices.iter().map(|&choice| [&start[..], &[choice]].concat()).collect::<Vec<_>>()
        };
        joint = joint.iter().flat_map(longer).collect();
    }
    joint.retain(|to| {
        (0..to.len()).all(|one| {
            (one + 1..to.len()).all(|other| {
                let swap = to[one] == cells[other] && to[other] == cells[one];
                to[one] != to[other] && !swap
            })
        })
    });
    joint
}

/// The least sum of arrival times: every agent that does not stay costs one a step.
fn least_sum(map: &Map, agents: &[Agent]) -> Option<u64> {
    let begin: State = (agents.iter().map(|agent| agent.start).collect(), 0);
    let mut costs: HashMap<State, u64> = HashMap::from([(begin.clone(), 0)]);
    let mut frontier = BinaryHeap::from([Reverse((0_u64, begin))]);
    while let Some(Reverse((cost, state))) = frontier.pop() {
        let (cells, staying) = &state;
        if cost > costs[&state] {
            continue;
        }
        if staying.count_ones() as usize == agents.len() {
            return Some(cost);
        }
        let moving = agents.len() as u64 - u64::from(staying.count_ones());
        let steps = joint_steps(map, &state).into_iter();
        let mut next: Vec<(State, u64)> = steps.map(|to| ((to, *staying), cost + moving)).collect();
        for (index, agent) in agents.iter().enumerate() {
            if staying & 1 << index == 0 && cells[index] == agent.goal {
                next.push(((cells.clone(), staying | 1 << index), cost));
            }
        }
        for (state, cost) in next {
            let known = costs.entry(state.clone()).or_insert(u64::MAX);
            if cost < *known {
                *known = cost;
                frontier.push(Reverse((cost, state)));
            }
        }
    }
    None
}

/// Every way leads from start to goal by single steps, and no two meet.
fn assert_is_plan(map: &Map, agents: &[Agent], plan: &AgentPlan) {
    assert_eq!(plan.ways.len(), agents.len());
    for (way, agent) in plan.ways.iter().zip(agents) {
        assert_eq!((way[0], way[way.len() - 1]), (agent.start, agent.goal));
        assert!(way.iter().all(|&cell| map.is_open(cell)));
        for pair in way.windows(2) {
            let apart = pair[0].row.abs_diff(pair[1].row) + pair[0].column.abs_diff(pair[1].column);
            assert!(apart <= 1, "{pair:?}");
        }
        assert!(way.len() == 1 || way[way.len() - 2] != agent.goal, "it arrived earlier: {way:?}");
    }
    for time in 0..=plan.makespan {
        for one in 0..agents.len() {
            for other in one + 1..agents.len() {
                assert_ne!(plan.at(one, time), plan.at(other, time), "time {time}");
                let swap = time > 0
                    && plan.at(one, time) == plan.at(other, time - 1)
                    && plan.at(other, time) == plan.at(one, time - 1);
                assert!(!swap, "time {time}");
            }
        }
    }
    assert_eq!(plan.first_conflict(), None);
    let arrivals = plan.ways.iter().map(|way| way.len() as u64 - 1);
    assert_eq!(plan.cost, arrivals.clone().sum::<u64>());
    assert_eq!(u64::from(plan.makespan), arrivals.max().unwrap());
}

#[test]
fn conflict_based_search_finds_the_least_sum() {
    let mut numbers = Numbers(0x00A6_E475_0000_0001);
    let limits = Limits { expansions: Some(20_000), ..Limits::default() };
    let (mut solved, mut impossible, mut unknown, mut with_conflicts) = (0, 0, 0, 0);
    while solved < 3_000 {
        let Some((map, agents)) = random_task(&mut numbers) else { continue };
        let least = least_sum(&map, &agents);
        let reply = plan(&map, &agents, AgentMethod::ConflictBased, &limits).unwrap();
        match (least, &reply.finding) {
            (Some(least), Finding::Found(plan)) => {
                assert_is_plan(&map, &agents, plan);
                assert_eq!(plan.cost, least, "{map:?} {agents:?}");
                solved += 1;
                with_conflicts += u64::from(plan.conflicts > 0);
            }
            (None, Finding::Impossible) => impossible += 1,
            // The textbook's search does not end where agents block each other for ever, and may
            // take long where they have to dance.
            (_, Finding::Stopped) => unknown += 1,
            (least, finding) => panic!("{least:?} but {finding:?} on {map:?} {agents:?}"),
        }
    }
    assert!(with_conflicts > 500 && impossible > 100, "{with_conflicts} {impossible}");
    assert!(unknown < solved / 2, "{unknown} stopped, {solved} solved");
}

#[test]
fn prioritised_plans_are_valid_and_never_cheaper() {
    let mut numbers = Numbers(0x00A6_E475_0000_0002);
    let (mut found, mut dearer) = (0, 0);
    while found < 3_000 {
        let Some((map, agents)) = random_task(&mut numbers) else { continue };
        let reply = plan(&map, &agents, AgentMethod::Prioritised, &Limits::default()).unwrap();
        match &reply.finding {
            Finding::Found(plan) => {
                assert_is_plan(&map, &agents, plan);
                let least = least_sum(&map, &agents).expect("there is a plan");
                assert!(plan.cost >= least);
                dearer += u64::from(plan.cost > least);
                found += 1;
            }
            Finding::Impossible => {}
            Finding::Stopped => panic!("no limit was set"),
        }
    }
    assert!(dearer > 0, "prioritised planning would be exact");
}

#[test]
fn many_agents_on_a_larger_map() {
    let map = Map::open(24, 24).unwrap();
    let mut numbers = Numbers(0x00A6_E475_0000_0003);
    let cells: Vec<Cell> = (0..map.cells()).map(|index| map.cell(index)).collect();
    let agents = numbers.agents(&cells, 20);
    let mut costs = Vec::new();
    for &method in AgentMethod::ALL {
        let reply = plan(&map, &agents, method, &Limits::default()).unwrap();
        let plan = reply.found().expect("open ground");
        assert_is_plan(&map, &agents, plan);
        costs.push(plan.cost);
    }
    assert!(costs[0] <= costs[1]);
}

#[test]
fn limits_and_stop_are_obeyed() {
    // Two agents in a corridor can never pass each other.
    let map = Map::open(1, 6).unwrap();
    let (left, right) = (Cell::new(0, 0), Cell::new(0, 5));
    let agents = [Agent { start: left, goal: right }, Agent { start: right, goal: left }];
    let few = Limits { expansions: Some(20_000), ..Limits::default() };
    let reply = plan(&map, &agents, AgentMethod::ConflictBased, &few).unwrap();
    assert_eq!(reply.finding, Finding::Stopped);
    let stop = AtomicBool::new(true);
    let stopped = Limits { stop: Some(&stop), ..Limits::default() };
    for &method in AgentMethod::ALL {
        let reply = plan(&map, &agents, method, &stopped).unwrap();
        assert_eq!(reply.finding, Finding::Stopped, "{method}");
    }
    let reply = plan(&map, &agents, AgentMethod::Prioritised, &Limits::default()).unwrap();
    assert_eq!(reply.finding, Finding::Impossible);
}

#[test]
fn wrong_agents_are_refused() {
    let map = Map::from_costs(1, 4, vec![1, 1, 0, 1]).unwrap();
    let agent = |start, goal| Agent { start: Cell::new(0, start), goal: Cell::new(0, goal) };
    let ask = |agents: &[Agent]| plan(&map, agents, AgentMethod::ConflictBased, &Limits::default());
    assert_eq!(ask(&[]), Err(QueryError::NoCells { what: "start" }));
    assert!(ask(&[agent(2, 0)]).is_err() && ask(&[agent(0, 2)]).is_err());
    assert!(ask(&[agent(0, 9)]).is_err());
    let shared = ask(&[agent(0, 1), agent(0, 3)]);
    assert_eq!(shared, Err(QueryError::SharedStart { cell: Cell::new(0, 0) }));
    let one_goal = ask(&[agent(0, 1), agent(1, 1)]).unwrap();
    assert_eq!(one_goal.finding, Finding::Impossible);
    assert_eq!(ask(&[agent(0, 3)]).unwrap().finding, Finding::Impossible);
    let dear = Map::from_costs(1, 2, vec![1, 2]).unwrap();
    let refused = plan(&dear, &[agent(0, 1)], AgentMethod::Prioritised, &Limits::default());
    assert_eq!(refused, Err(QueryError::WeightedAgents));
}
