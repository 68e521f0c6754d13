//! Hub labels of the jump points (2-hop labels; Cohen, Halperin, Kaplan and Zwick 2002): every
//! point keeps its distances to some hubs, so that on a shortest path between any two points lies a
//! hub that both keep. They are made hub by hub with pruned searches (Akiba, Iwata and Yoshida
//! 2013), in the order of Delling, Goldberg, Pajor and Werneck (2014): the next hub is the point
//! that lies on most of the shortest paths, in a sample of trees, that no hub covers yet.
//!
//! If the memory does not suffice for all, or a path is too long for an entry, the labels end after
//! some hubs. Then they hold for all
//! pairs with a shortest path over one of these; the others have one that avoids them all.

use super::entry::{Entry, Steps};
use super::jump_graph::JumpGraph;
use super::sample::Sample;
use crate::Limits;
use crate::search::limit_check::LimitCheck;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Samples are drawn until their trees hold this many nodes for each point.
const TREE_NODES: usize = 8;
/// Trees drawn at most before the next hub is chosen.
const TREES_AT_ONCE: usize = 32;

/// A distance that is larger than all others, and may be added to one.
const FAR: u64 = u64::MAX / 4;
const NONE: u32 = u32::MAX;

/// A limit was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The labels of all points, in the order of the points.
#[derive(Debug)]
pub(super) struct Labels {
    pub(super) from: Vec<u32>,
    pub(super) entries: Vec<u64>,
    pub(super) hubs: u32,
}

/// Makes the labels, with at most so many entries.
pub(super) fn make(
    graph: &JumpGraph,
    most_entries: usize,
    limits: &Limits<'_>,
) -> Result<Labels, Stopped> {
    let count = graph.points.len();
    let mut builder = Builder {
        graph,
        labels: vec![Vec::new(); count],
        is_hub: vec![false; count],
        search: Search::new(count),
        to_hub: vec![FAR; count],
    };
    let mut sample = Sample::new(count);
    let mut check = LimitCheck::new(*limits);
    // Their positions are counted in 32 bits.
    let most_entries = most_entries.min(u32::MAX as usize);
    let (mut entries, mut work, mut hubs) = (0, 0, 0);
    while (hubs as usize) < count {
        let mut drawn = 0;
        while sample.nodes() < TREE_NODES * count && drawn < TREES_AT_ONCE {
            drawn += 1;
            let root = sample.root(&builder.is_hub);
            work += builder.tree(root, &mut sample);
        }
        let hub = sample.best(&builder.is_hub);
        sample.remove(hub);
        builder.is_hub[hub as usize] = true;
        let added = builder.label(hub, hubs);
        entries += added.unwrap_or(0);
        work += added.unwrap_or(0) as u64 + 1;
        if added.is_none() || entries > most_entries {
            builder.labels.iter_mut().for_each(|label| {
                label.pop_if(|entry| entry.hub() == hubs);
            });
            break;
        }
        hubs += 1;
        if check.is_reached(work) {
            return Err(Stopped);
        }
    }
    let mut from = vec![0];
    let mut all = Vec::new();
    for label in builder.labels {
        all.extend(label.iter().map(|entry| entry.0));
        from.push(all.len() as u32);
    }
    Ok(Labels { from, entries: all, hubs })
}

/// The arrays of a search by Dijkstra's algorithm, cleared after each.
struct Search {
    ticks: Vec<u64>,
    steps: Vec<Steps>,
    parent: Vec<u32>,
    touched: Vec<u32>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Search {
    fn new(count: usize) -> Self {
        Self {
            ticks: vec![FAR; count],
            steps: vec![Steps::default(); count],
            parent: vec![NONE; count],
            touched: Vec::new(),
            queue: BinaryHeap::new(),
        }
    }

    fn reach(&mut self, point: u32, steps: Steps, parent: u32) {
        let (at, ticks) = (point as usize, steps.ticks());
        if ticks < self.ticks[at] {
            if self.ticks[at] == FAR {
                self.touched.push(point);
            }
            (self.ticks[at], self.steps[at], self.parent[at]) = (ticks, steps, parent);
            self.queue.push(Reverse((ticks, point)));
        }
    }

    /// The next point, nearest first.
    fn next(&mut self) -> Option<u32> {
        loop {
            let Reverse((ticks, point)) = self.queue.pop()?;
            if ticks == self.ticks[point as usize] {
                return Some(point);
            }
        }
    }

    fn clear(&mut self) {
        for point in self.touched.drain(..) {
            self.ticks[point as usize] = FAR;
            self.parent[point as usize] = NONE;
        }
    }
}

struct Builder<'a> {
    graph: &'a JumpGraph,
    labels: Vec<Vec<Entry>>,
    is_hub: Vec<bool>,
    search: Search,
    /// Ticks from the root of the search to each hub by number.
    to_hub: Vec<u64>,
}

impl Builder<'_> {
    /// Searches from a root and calls `visit(search, point)` for every point that no hub covers
    /// yet.
    fn pruned(&mut self, root: u32, mut visit: impl FnMut(&Search, u32, &mut Vec<Entry>)) {
        for entry in &self.labels[root as usize] {
            self.to_hub[entry.hub() as usize] = entry.ticks();
        }
        // The labels change during the search, those of the root too.
        let label: Vec<u32> = self.labels[root as usize].iter().map(|entry| entry.hub()).collect();
        let Self { graph, labels, is_hub, search, to_hub } = self;
        search.reach(root, Steps::default(), NONE);
        while let Some(point) = search.next() {
            let at = point as usize;
            let ticks = search.ticks[at];
            let covered = |entry: &Entry| to_hub[entry.hub() as usize] + entry.ticks() <= ticks;
            if is_hub[at] && point != root || labels[at].iter().any(covered) {
                continue;
            }
            visit(search, point, &mut labels[at]);
            let so_far = search.steps[at];
            for &next in graph.neighbours(point) {
                let edge = Steps::between(graph.points[at], graph.points[next as usize]);
                search.reach(next, so_far.plus(edge), point);
            }
        }
        search.clear();
        for hub in label {
            to_hub[hub as usize] = FAR;
        }
    }

    /// Adds a hub to the labels of all points that need it; their number, or none if an entry
    /// cannot hold its distance.
    fn label(&mut self, root: u32, hub: u32) -> Option<usize> {
        let graph = self.graph;
        let (mut reached, mut is_too_large) = (0, false);
        self.pruned(root, |search, point, label| {
            let parent = search.parent[point as usize];
            let slot = graph.neighbours(point).iter().position(|&next| next == parent);
            match Entry::new(hub, search.steps[point as usize], slot.unwrap_or(0)) {
                Some(entry) => label.push(entry),
                None => is_too_large = true,
            }
            reached += 1;
        });
        (!is_too_large).then_some(reached)
    }

    /// Adds the tree of uncovered shortest paths from a root to the sample; its size.
    fn tree(&mut self, root: u32, sample: &mut Sample) -> u64 {
        self.pruned(root, |search, point, _| {
            let parent = search.parent[point as usize];
            sample.grow(point, (parent != NONE).then_some(parent));
        });
        sample.finish_tree()
    }
}
