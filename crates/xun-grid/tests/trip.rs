//! Trips against relaxing every state (node, supply, stops, before or after the goal, buying or
//! not) until nothing changes: 20,000 random graphs and maps with every combination of rules.

use xun_grid::trip::{
    Charger, Graph, MAX_UNITS, Objective, Plan, Road, Trip, TripError, explain, explain_within,
    plan,
};
use xun_grid::{Finding, Limits, Map, Moves};

struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % below
    }
}

type Cost = Option<(u64, u64)>;

/// The least cost by relaxing all states until none changes.
fn least(graph: &Graph, trip: &Trip) -> Cost {
    let (tank, most) = (trip.tank as usize, trip.stops.unwrap_or(8) as usize);
    let (supplies, stops) = (tank + 1, most + 1);
    let place = |node: usize, supply: usize, stop: usize, turned: bool, buying: bool| {
        (((node * supplies + supply) * stops + stop) * 2 + usize::from(turned)) * 2
            + usize::from(buying)
    };
    let mut costs: Vec<Cost> = vec![None; graph.nodes() * supplies * stops * 4];
    let began_turned = trip.returns && trip.start == trip.goal;
    costs[place(trip.start, trip.supply as usize, 0, began_turned, false)] = Some((0, 0));
    let weigh = |distance: u64, time: u64, money: u64| match trip.objective {
        Objective::Distance => (distance, time),
        Objective::Time => (time, distance),
        _ => (money, distance),
    };
    loop {
        let mut changed = false;
        let mut relax = |costs: &mut Vec<Cost>, to: usize, cost: (u64, u64)| {
            if costs[to].is_none_or(|known| cost < known) {
                costs[to] = Some(cost);
                changed = true;
            }
        };
        for node in 0..graph.nodes() {
            for supply in 0..supplies {
                for stop in 0..stops {
                    for turned in [false, true] {
                        for buying in [false, true] {
                            let here = costs[place(node, supply, stop, turned, buying)];
                            let Some(here) = here else { continue };
                            let plus = |more: (u64, u64)| (here.0 + more.0, here.1 + more.1);
                            for road in graph.roads(node) {
                                let uses = road.uses as usize;
                                if supply < uses + trip.reserve as usize {
                                    continue;
                                }
                                let turned = turned || trip.returns && road.to == trip.goal;
                                let to = place(road.to, supply - uses, stop, turned, false);
                                let more = weigh(road.distance, road.time, 0);
                                relax(&mut costs, to, plus(more));
                            }
                            let Some(charger) = graph.charger(node) else { continue };
                            let stop = if buying { stop } else { stop + 1 };
                            if supply < tank && stop <= most {
                                let fixed = if buying { 0 } else { charger.stop_time };
                                let time = fixed + charger.unit_time;
                                let more = weigh(0, time, charger.price);
                                let to = place(node, supply + 1, stop, turned, true);
                                relax(&mut costs, to, plus(more));
                            }
                        }
                    }
                }
            }
        }
        if !changed {
            break;
        }
    }
    let end = if trip.returns { trip.start } else { trip.goal };
    let ends = (0..supplies).flat_map(|supply| (0..stops).map(move |stop| (supply, stop)));
    let found = ends.flat_map(|(supply, stop)| {
        let costs = &costs;
        [false, true].map(|buying| costs[place(end, supply, stop, trip.returns, buying)])
    });
    found.flatten().min()
}

/// Follows a plan by the rules and asserts all of its sums.
fn assert_is_plan(graph: &Graph, trip: &Trip, plan: &Plan) {
    assert_eq!(plan.nodes[0], trip.start);
    let (mut supply, mut sums) = (trip.supply, [0_u64; 3]);
    let mut stops = plan.stops.iter().peekable();
    for (at, &node) in plan.nodes.iter().enumerate() {
        if let Some(stop) = stops.next_if(|stop| stop.at == at) {
            let charger = graph.charger(node).expect("a station");
            assert!(stop.node == node && stop.arrival == supply && stop.units > 0);
            supply += stop.units;
            assert!(supply <= trip.tank);
            sums[1] += charger.stop_time + charger.unit_time * u64::from(stop.units);
            sums[2] += charger.price * u64::from(stop.units);
        }
        let Some(&next) = plan.nodes.get(at + 1) else { break };
        // Of several roads between two nodes the sums decide; here there is one of each kind.
        let road = graph.roads(node).iter().find(|road| road.to == next).expect("a road");
        supply = supply.checked_sub(road.uses).expect("enough supply");
        assert!(supply >= trip.reserve);
        sums[0] += road.distance;
        sums[1] += road.time;
    }
    assert!(stops.next().is_none() && supply == plan.left);
    assert_eq!(sums, [plan.distance, plan.time, plan.money]);
    assert!(trip.stops.is_none_or(|most| plan.stops.len() <= most as usize));
    let end = if trip.returns { trip.start } else { trip.goal };
    assert!(plan.nodes.contains(&trip.goal) && *plan.nodes.last().unwrap() == end);
}

fn charger(numbers: &mut Numbers) -> Charger {
    let mut draw = |below| numbers.next(below);
    Charger { price: draw(4), stop_time: draw(5), unit_time: draw(3) }
}

fn random_graph(numbers: &mut Numbers) -> Graph {
    let nodes = 1 + numbers.next(5) as usize;
    let mut roads: Vec<(usize, Road)> = Vec::new();
    for _ in 0..numbers.next(12) {
        let [from, to] = [(); 2].map(|()| numbers.next(nodes as u64) as usize);
        let [distance, time, uses] = [6, 6, 5].map(|below| numbers.next(below));
        let uses = uses as u32;
        if roads.iter().all(|(other, road)| (*other, road.to) != (from, to)) {
            roads.push((from, Road { to, distance, time, uses }));
        }
    }
    Graph::new(nodes, roads).unwrap()
}

fn random_grid(numbers: &mut Numbers) -> Graph {
    let (rows, columns) = (1 + numbers.next(3) as u32, 1 + numbers.next(3) as u32);
    let costs = (0..rows * columns).map(|_| numbers.next(4) as u8).collect();
    let map = Map::from_costs(rows, columns, costs).unwrap();
    let moves = Moves::ALL[numbers.next(3) as usize];
    let by_terrain = numbers.next(2) == 0;
    Graph::of_map(&map, moves, |step, ground| {
        let length = if step.letter().is_some() { 10 } else { 14 };
        let cost = u32::from(ground.cost());
        let uses = if step.letter().is_some() { 1 } else { 2 };
        Some((length * u64::from(cost), cost.into(), if by_terrain { uses * cost } else { uses }))
    })
}

/// A graph or a map with stations, and a trip with any rules.
fn random_trip(numbers: &mut Numbers, round: usize) -> (Graph, Trip) {
    let mut graph =
        if round.is_multiple_of(2) { random_graph(numbers) } else { random_grid(numbers) };
    for node in 0..graph.nodes() {
        if numbers.next(2) == 0 {
            graph.set_charger(node, charger(numbers)).unwrap();
        }
    }
    let mut node = || numbers.next(graph.nodes() as u64) as usize;
    let (start, goal) = (node(), node());
    let tank = numbers.next(8) as u32;
    let trip = Trip {
        supply: numbers.next(u64::from(tank) + 1) as u32,
        reserve: [0, 0, 1, 2][numbers.next(4) as usize],
        // A cheapest trip of so few nodes needs no more than eight stops.
        stops: [None, None, Some(0), Some(1), Some(2)][numbers.next(5) as usize],
        returns: numbers.next(2) == 0,
        objective: Objective::ALL[numbers.next(3) as usize],
        ..Trip::new(start, goal, tank)
    };
    (graph, trip)
}

#[test]
fn plans_cost_the_least() {
    let mut numbers = Numbers(0x5EED_0000_0007);
    let (mut found, mut with_stops) = (0, 0);
    for round in 0..20_000 {
        let (graph, trip) = random_trip(&mut numbers, round);
        let expected = least(&graph, &trip);
        let reply = plan(&graph, &trip, &Limits::default()).unwrap();
        let about = || format!("{trip:?} {graph:?}");
        match (&reply.finding, expected) {
            (Finding::Impossible, None) => {}
            (Finding::Found(plan), Some(expected)) => {
                let cost = match trip.objective {
                    Objective::Distance => (plan.distance, plan.time),
                    Objective::Time => (plan.time, plan.distance),
                    _ => (plan.money, plan.distance),
                };
                assert_eq!(cost, expected, "{}", about());
                assert_is_plan(&graph, &trip, plan);
                found += 1;
                with_stops += usize::from(!plan.stops.is_empty());
            }
            (finding, expected) => panic!("{finding:?}, not {expected:?}: {}", about()),
        }
    }
    assert!(found > 5_000 && with_stops > 500, "{found} {with_stops}");
}

/// Each number of an explanation against planning with every other.
#[test]
fn explanations_name_the_limits_of_trips() {
    let mut numbers = Numbers(0x5EED_0000_0009);
    let (mut impossible, mut helped) = (0, 0);
    for round in 0..3_000 {
        let (graph, trip) = random_trip(&mut numbers, round);
        let has_plan = |trip: &Trip| {
            let reply = plan(&graph, trip, &Limits::default()).unwrap();
            matches!(reply.finding, Finding::Found(_))
        };
        let explanation = explain(&graph, &trip).unwrap();
        let about = || format!("{explanation:?} {trip:?} {graph:?}");
        assert_eq!(explanation.is_possible, has_plan(&trip), "{}", about());
        impossible += usize::from(!explanation.is_possible);
        helped += usize::from(!explanation.is_possible && explanation.smallest_tank.is_some());
        // No road uses more than 6 units, and no trip needs more than 10 roads in a row.
        let is_full = trip.supply == trip.tank;
        let with_tank =
            |tank: u32| Trip { tank, supply: if is_full { tank } else { trip.supply }, ..trip };
        let least_tank = if is_full { 0 } else { trip.supply };
        let tank = (least_tank..130).find(|&tank| has_plan(&with_tank(tank)));
        assert_eq!(explanation.smallest_tank, tank, "{}", about());
        let supply = (0..=trip.tank).find(|&supply| has_plan(&Trip { supply, ..trip }));
        assert_eq!(explanation.smallest_supply, supply, "{}", about());
        let reserve = (0..=trip.tank).rev().find(|&reserve| has_plan(&Trip { reserve, ..trip }));
        assert_eq!(explanation.largest_reserve, reserve, "{}", about());
        let stops = (0..12).find(|&most| has_plan(&Trip { stops: Some(most), ..trip }));
        assert_eq!(explanation.fewest_stops, stops, "{}", about());
        let one_way = has_plan(&Trip { returns: false, ..trip });
        assert_eq!(explanation.possible_without_return, one_way, "{}", about());
        let endless = Trip { reserve: 0, ..with_tank(if is_full { 130 } else { trip.tank }) };
        let with_much = Trip { supply: 130, tank: 130, ..endless };
        assert_eq!(explanation.has_way, has_plan(&with_much), "{}", about());
    }
    assert!(impossible > 500 && helped > 100, "{impossible} {helped}");
}

#[test]
fn wrong_trips_and_graphs_are_refused_and_limits_stop() {
    let graph: Graph = "0 1 1\n1 0 1\n".parse().unwrap();
    let none = Limits::default();
    let ask = |trip: &Trip| plan(&graph, trip, &none).map(|_| ());
    assert_eq!(ask(&Trip::new(0, 2, 5)), Err(TripError::NoNode { node: 2, nodes: 2 }));
    assert_eq!(ask(&Trip::new(0, 1, MAX_UNITS + 1)), Err(TripError::Tank(MAX_UNITS + 1)));
    let over = Trip { supply: 6, ..Trip::new(0, 1, 5) };
    assert_eq!(ask(&over), Err(TripError::Supply { supply: 6, tank: 5 }));
    let few = Limits { expansions: Some(0), ..none };
    assert_eq!(plan(&graph, &Trip::new(0, 1, 5), &few).unwrap().finding, Finding::Stopped);
    for (wrong, line) in [
        ("0 1", 1),
        ("0 1 1\n0 1 2 3 4 5", 2),
        ("0 1 -1", 1),
        ("", 1),
        ("# nothing\n", 1),
        ("p sp 2 1\na 1 3 1", 2),
        ("p sp 2 1\na 0 1 1", 2),
        ("p sp 2 1\nx", 2),
        ("c\np sp 99999999999 1", 2),
        ("p sp 60000000 1", 1),
        ("p sp 2 1\np sp 2 1", 2),
        ("p sp 2 1\n", 1),
        ("p sp 3 2\na 1 2 7\n", 2),
        ("p sp 3 1\na 1 2 7\na 2 3 7\n", 3),
        ("0 4294967295 1", 1),
    ] {
        assert_eq!(wrong.parse::<Graph>().unwrap_err().line, line, "{wrong:?}");
    }
    // A file that was cut short is not read as a smaller graph.
    let whole = "c three roads\np sp 3 3\na 1 2 7\na 2 3 7\na 3 1 7\n";
    assert!(whole.parse::<Graph>().is_ok());
    for (end, _) in whole.match_indices('\n').rev().skip(1) {
        let cut = whole[..end].parse::<Graph>();
        assert!(cut.is_err(), "{:?}", &whole[..end]);
        if whole[..end].ends_with("a 2 3 7") {
            let told = cut.unwrap_err().to_string();
            assert_eq!(told, "line 4: 2 arcs, but the line p sp declares 3");
        }
    }
}

/// Limits end an explanation; without one it is that of `explain`.
#[test]
fn explanations_keep_to_limits() {
    let road = |to| Road { to, distance: 1, time: 1, uses: 1 };
    let graph = Graph::new(100, (0..99).map(|from| (from, road(from + 1)))).unwrap();
    let trip = Trip::new(0, 99, 50);
    let within = |limits: &Limits<'_>| explain_within(&graph, &trip, limits).unwrap();
    assert_eq!(within(&Limits::default()), Some(explain(&graph, &trip).unwrap()));
    assert_eq!(within(&Limits { expansions: Some(10), ..Limits::default() }), None);
    let stop = std::sync::atomic::AtomicBool::new(true);
    assert_eq!(within(&Limits { stop: Some(&stop), ..Limits::default() }), None);
    let wrong = Trip::new(0, 100, 50);
    assert!(explain_within(&graph, &wrong, &Limits::default()).is_err());
}
