//! Prioritised planning (Erdmann and Lozano-Pérez 1987): the agents are planned in order, each
//! around the ways of those before it. An agent for which there is no way goes to the front, and
//! all are planned again; when that has happened to as many agents as there are, no plan is found.

use super::conflict;
use super::space_time::{self, Rules, Way};
use super::{AgentPlan, Task};
use crate::search::LimitCheck;
use crate::{Finding, Limits, Observer, Statistics};

/// The ways of the agents before this one.
struct Before<'a> {
    ways: &'a [Vec<u32>],
}

impl Rules for Before<'_> {
    fn allows(&self, from: u32, to: u32, time: u32) -> bool {
        self.ways.iter().all(|way| {
            let before = conflict::at(way, time as usize - 1);
            let now = conflict::at(way, time as usize);
            now != to && !(now == from && before == to)
        })
    }

    fn horizon(&self) -> u32 {
        self.ways.iter().map(|way| way.len() as u32).max().unwrap_or(0)
    }

    fn free_from(&self, goal: u32) -> u32 {
        let last = |way: &Vec<u32>| way.iter().rposition(|&cell| cell == goal);
        self.ways.iter().filter_map(last).map(|time| time as u32 + 1).max().unwrap_or(0)
    }

    fn meetings(&self, _: u32, _: u32, _: u32) -> u32 {
        0
    }
}

/// Plans one agent after the other.
pub(super) fn run(
    task: &Task<'_>,
    limits: &Limits<'_>,
    statistics: &mut Statistics,
    observer: &mut dyn Observer,
) -> Finding<AgentPlan> {
    let mut limit = LimitCheck::new(*limits);
    let mut order: Vec<usize> = (0..task.agents.len()).collect();
    for _ in 0..=order.len() {
        let mut ways: Vec<Vec<u32>> = Vec::new();
        let mut failed = None;
        for &agent in &order {
            let rules = Before { ways: &ways };
            match space_time::run(task, agent, &rules, &mut limit, statistics, observer) {
                Way::Found(way) => ways.push(way),
                Way::Stopped => return Finding::Stopped,
                Way::Impossible => {
                    failed = Some(ways.len());
                    break;
                }
            }
        }
        if let Some(place) = failed {
            order[..=place].rotate_right(1);
            continue;
        }
        let mut in_order = vec![Vec::new(); ways.len()];
        for (&agent, way) in order.iter().zip(ways) {
            in_order[agent] = way;
        }
        return Finding::Found(AgentPlan::new(task.map, &in_order, 0));
    }
    Finding::Impossible
}
