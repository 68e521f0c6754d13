//! Priced stations against brute force: every unit bought one by one, in every cell with every
//! amount of supply.

use crate::families::{self, Random};
use crate::reference;
use crate::searches::priced;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use xun_grid::{
    Answer, Cell, Event, Limits, Observer, Outcome, Problem, Silent, Station, Step, Supply,
};

/// The least money and the fewest steps for it.
fn brute(problem: &Problem) -> Option<(u128, u64)> {
    let supply = problem.supply().unwrap();
    let tank = supply.tank.min(problem.map().cells() as u32);
    let prices = prices(problem);
    let mut best = HashMap::new();
    let mut queue = BinaryHeap::from([Reverse((0, 0, problem.start(), tank))]);
    while let Some(Reverse((money, steps, cell, left))) = queue.pop() {
        if best.contains_key(&(cell, left)) {
            continue;
        }
        best.insert((cell, left), (money, steps));
        if cell == problem.goal() {
            return Some((money, steps));
        }
        if let Some(&price) = prices.get(&cell)
            && left < tank
        {
            queue.push(Reverse((money + u128::from(price), steps, cell, left + 1)));
        }
        if left > 0 {
            for next in Step::STRAIGHT.into_iter().filter_map(|step| cell.step(step)) {
                if problem.map().is_open(next) {
                    queue.push(Reverse((money, steps + 1, next, left - 1)));
                }
            }
        }
    }
    None
}

fn prices(problem: &Problem) -> HashMap<Cell, u32> {
    let mut prices = HashMap::new();
    for &Station { cell, price } in &problem.supply().unwrap().stations {
        let known = prices.entry(cell).or_insert(price);
        *known = price.min(*known);
    }
    prices
}

/// Walks the path with its purchases; what it cost and how many steps it took.
fn walk(problem: &Problem, answer: &Answer) -> (u128, u64) {
    let Outcome::Found(path) = &answer.outcome else { panic!("there is a path") };
    let (prices, tank) = (prices(problem), problem.supply().unwrap().tank);
    assert_eq!((path.cells[0], path.cells[path.steps()]), (problem.start(), problem.goal()));
    let (mut left, mut money) = (tank, 0);
    let mut purchases = answer.purchases.iter().peekable();
    for (step, &cell) in path.cells.iter().enumerate() {
        assert!(problem.map().is_open(cell));
        while let Some(purchase) = purchases.next_if(|purchase| purchase.step == step) {
            assert_eq!(
                (purchase.cell, purchase.arrival, purchase.price),
                (cell, left, prices[&cell])
            );
            left += purchase.units;
            assert!(left <= tank && purchase.units > 0);
            money += u128::from(purchase.units) * u128::from(purchase.price);
        }
        if step < path.steps() {
            left = left.checked_sub(1).expect("there is supply for the step");
        }
    }
    assert!(purchases.next().is_none() && path.letters().is_some());
    (money, path.steps() as u64)
}

fn with_prices(problem: &Problem, random: &mut Random, highest: u32) -> Problem {
    let Supply { tank, stations } = problem.supply().unwrap();
    let stations = stations
        .iter()
        .map(|station| Station { price: random.range(0, highest), ..*station })
        .collect();
    let supply = Supply { tank: *tank, stations };
    Problem::with_supply(problem.map().clone(), problem.start(), problem.goal(), Some(supply))
        .unwrap()
}

fn check(problem: &Problem) {
    let answer = priced(problem, &Limits::default(), &mut Silent);
    match brute(problem) {
        Some(expected) => {
            assert_eq!(walk(problem, &answer), expected, "{problem:?}");
            assert_eq!(answer.money(), expected.0);
        }
        None => assert_eq!(answer.outcome, Outcome::Impossible, "{problem:?}"),
    }
}

#[test]
fn the_cheapest_way_is_what_brute_force_finds() {
    let mut random = Random::new(4);
    let mut paid = 0;
    for round in 0..1_500 {
        let highest = [1, 3, 9, u32::MAX - 1][round % 4];
        for family in
            [families::random, families::comb, families::ladder, families::dead_end_station]
        {
            let problem = family(&mut random);
            let problem = with_prices(&problem, &mut random, highest);
            check(&problem);
            paid += u32::from(brute(&problem).is_some_and(|(money, _)| money > 0));
        }
    }
    assert!(paid > 500, "only {paid} problems cost anything");
}

#[test]
fn cheap_ways_over_many_stations() {
    let mut random = Random::new(9);
    let mut stops = 0;
    for _ in 0..150 {
        let problem = families::wide(&mut random);
        let problem = with_prices(&problem, &mut random, 9);
        check(&problem);
        stops += priced(&problem, &Limits::default(), &mut Silent).purchases.len();
    }
    assert!(stops > 150, "only {stops} purchases");
}

#[test]
fn free_stations_give_the_fewest_steps() {
    let mut random = Random::new(5);
    for _ in 0..2_000 {
        let problem = families::random(&mut random);
        let answer = priced(&problem, &Limits::default(), &mut Silent);
        let steps = if let Outcome::Found(path) = answer.outcome {
            Some(path.steps() as u32)
        } else {
            None
        };
        assert_eq!(steps, reference::steps(&problem), "{problem:?}");
    }
}

#[test]
fn watching_tells_how_it_ended() {
    struct Last(Option<Event>, usize);
    impl Observer for Last {
        fn event(&mut self, event: Event) {
            self.1 += usize::from(matches!(event, Event::Refill { .. }));
            self.0 = Some(event);
        }
    }
    let mut random = Random::new(6);
    let mut refills = 0;
    for _ in 0..500 {
        let problem = with_prices(&families::random(&mut random), &mut Random::new(7), 5);
        let mut last = Last(None, 0);
        let watched = priced(&problem, &Limits::default(), &mut last);
        assert_eq!(watched.outcome, priced(&problem, &Limits::default(), &mut Silent).outcome);
        let found = matches!(watched.outcome, Outcome::Found(_));
        assert_eq!(matches!(last.0, Some(Event::Found { .. })), found);
        refills += last.1;
    }
    assert!(refills > 50);
}
