//! The shortest way of one agent over (cell, time): A\* with the true distances as heuristic. Among
//! the shortest, one with few meetings with the other agents.

use super::Task;
use crate::search::LimitCheck;
use crate::{Event, Observer, Statistics, Step};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// The rules that the way of one agent obeys.
pub(super) trait Rules {
    /// Whether the agent may step from a cell into another (or wait there), arriving at this time.
    fn allows(&self, from: u32, to: u32, time: u32) -> bool;
    /// The last time at which the rules forbid anything that they do not forbid for ever.
    fn horizon(&self) -> u32;
    /// The first time from which the agent may stay at its goal for ever.
    fn free_from(&self, goal: u32) -> u32;
    /// Meetings of a step with ways that need not be kept to.
    fn meetings(&self, from: u32, to: u32, time: u32) -> u32;
}

/// Result of the search for one way.
pub(super) enum Way {
    Found(Vec<u32>),
    Impossible,
    Stopped,
}

/// A state on the way.
struct Node {
    cell: u32,
    parent: u32,
}

/// Finds a shortest way of an agent.
pub(super) fn run(
    task: &Task<'_>,
    agent: usize,
    rules: &impl Rules,
    limit: &mut LimitCheck<'_>,
    statistics: &mut Statistics,
    observer: &mut dyn Observer,
) -> Way {
    let map = task.map;
    let (to_goal, goal) = (&task.distances[agent], task.goal(agent));
    let (horizon, free_from) = (rules.horizon(), rules.free_from(goal));
    let watched = observer.is_active();
    if watched {
        observer.event(Event::NewSearch { cell: task.agents[agent].start });
    }
    let togo = |cell: u32, time: u32| to_goal[cell as usize].max(free_from.saturating_sub(time));
    let mut nodes: Vec<Node> = Vec::new();
    // After the horizon all times are alike.
    let mut best: HashMap<(u32, u32), (u32, u32)> = HashMap::new();
    let mut open = BinaryHeap::new();
    let start = map.index(task.agents[agent].start) as u32;
    nodes.push(Node { cell: start, parent: u32::MAX });
    best.insert((start, 0), (0, 0));
    open.push(Reverse((togo(start, 0), 0, Reverse(0), 0_u32)));
    statistics.generated += 1;
    let mut way = Way::Impossible;
    while let Some(Reverse((_, meetings, Reverse(time), index))) = open.pop() {
        if limit.is_reached(statistics.expanded) {
            way = Way::Stopped;
            break;
        }
        let here = nodes[index as usize].cell;
        if best.get(&(here, time.min(horizon + 1))) != Some(&(time, meetings)) {
            continue;
        }
        statistics.expanded += 1;
        let cell = map.cell(here as usize);
        if watched {
            let (g, h) = (f64::from(time), f64::from(togo(here, time)));
            observer.event(Event::Expand { cell, g, h, supply: None });
        }
        if here == goal && time >= free_from {
            way = Way::Found(trace(&nodes, index));
            break;
        }
        let steps = Step::STRAIGHT.iter().filter_map(|&step| cell.step(step));
        for next in steps.filter(|&next| map.is_open(next)).chain([cell]) {
            let (to, arrival) = (map.index(next) as u32, time + 1);
            if !rules.allows(here, to, arrival) {
                continue;
            }
            let met = meetings + rules.meetings(here, to, arrival);
            let known = best.entry((to, arrival.min(horizon + 1))).or_insert((u32::MAX, 0));
            if *known <= (arrival, met) {
                continue;
            }
            *known = (arrival, met);
            let number = nodes.len() as u32;
            nodes.push(Node { cell: to, parent: index });
            open.push(Reverse((arrival + togo(to, arrival), met, Reverse(arrival), number)));
            statistics.generated += 1;
            if watched && next != cell {
                let (g, h) = (f64::from(arrival), f64::from(togo(to, arrival)));
                let parent = Some(cell);
                observer.event(Event::Generate { cell: next, parent, g, h, supply: None });
            }
        }
    }
    let bytes = nodes.capacity() * size_of::<Node>() + best.capacity() * 17 + open.capacity() * 16;
    statistics.memory = statistics.memory.max(bytes as u64);
    way
}

fn trace(nodes: &[Node], last: u32) -> Vec<u32> {
    let (mut way, mut at) = (Vec::new(), last);
    while at != u32::MAX {
        let node = &nodes[at as usize];
        way.push(node.cell);
        at = node.parent;
    }
    way.reverse();
    way
}
