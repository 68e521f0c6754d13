//! Conflict-based search (Sharon, Stern, Felner and Sturtevant 2015). The root of the conflict tree
//! has the shortest way of each agent; a node whose ways meet has two children, in each of which
//! one of the two agents must avoid the meeting. Nodes come in order of the sum of arrival times,
//! so the first one without conflict has the least.

use super::conflict;
use super::space_time::{self, Rules, Way};
use super::{AgentPlan, Task};
use crate::search::LimitCheck;
use crate::{Event, Finding, Limits, Observer, Statistics};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::rc::Rc;

/// A step that an agent must not make: from a cell (any, where only the arrival is forbidden) into
/// another, arriving at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Constraint {
    from: Option<u32>,
    to: u32,
    time: u32,
}

/// A node of the conflict tree.
struct Node {
    parent: u32,
    /// The agent that was planned anew, and what it must avoid.
    added: Option<(usize, Constraint)>,
    ways: Vec<Rc<[u32]>>,
    cost: u64,
}

/// The constraints of one agent, and the ways of the others.
struct Constrained<'a> {
    constraints: HashSet<Constraint>,
    horizon: u32,
    agent: usize,
    ways: &'a [Rc<[u32]>],
}

impl Rules for Constrained<'_> {
    fn allows(&self, from: u32, to: u32, time: u32) -> bool {
        let forbidden = |from| self.constraints.contains(&Constraint { from, to, time });
        time > self.horizon || !forbidden(None) && !forbidden(Some(from))
    }

    fn horizon(&self) -> u32 {
        self.horizon
    }

    fn free_from(&self, goal: u32) -> u32 {
        let at_goal = |one: &&Constraint| one.from.is_none() && one.to == goal;
        self.constraints.iter().filter(at_goal).map(|one| one.time + 1).max().unwrap_or(0)
    }

    fn meetings(&self, from: u32, to: u32, time: u32) -> u32 {
        let step = [from, to];
        let others = self.ways.iter().enumerate().filter(|&(other, _)| other != self.agent);
        let meets = others.filter(|(_, way)| {
            let before = conflict::at(way, time as usize - 1);
            let now = conflict::at(way, time as usize);
            now == to || from != to && [now, before] == step
        });
        meets.count() as u32
    }
}

/// Searches the conflict tree.
pub(super) fn run(
    task: &Task<'_>,
    limits: &Limits<'_>,
    statistics: &mut Statistics,
    observer: &mut dyn Observer,
) -> Finding<AgentPlan> {
    let mut limit = LimitCheck::new(*limits);
    let mut root = Node { parent: u32::MAX, added: None, ways: Vec::new(), cost: 0 };
    for agent in 0..task.agents.len() {
        let constraints = HashSet::new();
        let rules = Constrained { constraints, horizon: 0, agent: usize::MAX, ways: &root.ways };
        match space_time::run(task, agent, &rules, &mut limit, statistics, observer) {
            Way::Found(way) => {
                root.cost += way.len() as u64 - 1;
                root.ways.push(way.into());
            }
            Way::Impossible => return Finding::Impossible,
            Way::Stopped => return Finding::Stopped,
        }
    }
    let mut open = BinaryHeap::new();
    open.push(Reverse((root.cost, conflict::count(&root.ways), 0_u32)));
    let mut nodes = vec![root];
    let (mut resolved, mut bound) = (0, None);
    while let Some(Reverse((cost, _, index))) = open.pop() {
        if bound != Some(cost) {
            bound = Some(cost);
            observer.event(Event::NewBound { bound: cost as f64 });
        }
        let node = &nodes[index as usize];
        let Some((one, other, time)) = conflict::first_pair(&node.ways) else {
            statistics.memory += tree_bytes(&nodes);
            return Finding::Found(AgentPlan::new(task.map, &node.ways, resolved));
        };
        resolved += 1;
        let [to, back] = [one, other].map(|agent| conflict::at(&node.ways[agent], time));
        if observer.is_active() {
            let (cell, agents) = (task.map.cell(to as usize), [one as u32, other as u32]);
            observer.event(Event::Conflict { cell, time: time as u32, agents });
        }
        for (agent, to, from) in [(one, to, back), (other, back, to)] {
            let from = (to != from).then_some(from);
            let added = Constraint { from, to, time: time as u32 };
            let mut constraints = constraints_of(&nodes, index, agent);
            constraints.insert(added);
            let horizon = constraints.iter().map(|one| one.time).max().unwrap_or(0);
            let node = &nodes[index as usize];
            let rules = Constrained { constraints, horizon, agent, ways: &node.ways };
            let way = match space_time::run(task, agent, &rules, &mut limit, statistics, observer) {
                Way::Found(way) => way,
                Way::Impossible => continue,
                Way::Stopped => {
                    statistics.memory += tree_bytes(&nodes);
                    return Finding::Stopped;
                }
            };
            let mut ways = node.ways.clone();
            let cost = node.cost + way.len() as u64 - ways[agent].len() as u64;
            ways[agent] = way.into();
            open.push(Reverse((cost, conflict::count(&ways), nodes.len() as u32)));
            nodes.push(Node { parent: index, added: Some((agent, added)), ways, cost });
        }
        statistics.largest_frontier = statistics.largest_frontier.max(open.len() as u64);
    }
    Finding::Impossible
}

/// The constraints of an agent in a node of the conflict tree.
fn constraints_of(nodes: &[Node], mut index: u32, agent: usize) -> HashSet<Constraint> {
    let mut constraints = HashSet::new();
    while let Some(node) = nodes.get(index as usize) {
        constraints.extend(node.added.filter(|added| added.0 == agent).map(|added| added.1));
        index = node.parent;
    }
    constraints
}

/// Bytes of the tree, without the ways that nodes share.
fn tree_bytes(nodes: &[Node]) -> u64 {
    let one = |node: &Node| {
        let own = node.added.map_or(0, |(agent, _)| node.ways[agent].len() * 4);
        size_of::<Node>() + node.ways.len() * size_of::<Rc<[u32]>>() + own
    };
    nodes.iter().map(one).sum::<usize>() as u64
}
