//! A sample of trees of shortest paths that no hub covers yet, from which the next hub is chosen.

use std::collections::BinaryHeap;

const NONE: u32 = u32::MAX;

/// A node of a tree. Nodes come after those above them.
struct Node {
    point: u32,
    above: u32,
    first_child: u32,
    next_sibling: u32,
    /// Nodes that are left in its part of the tree, itself included; 0 if it was removed.
    below: u32,
}

/// The trees.
pub(super) struct Sample {
    trees: Vec<Vec<Node>>,
    /// The tree that is being made, and the place of each point in it.
    growing: Vec<Node>,
    places: Vec<u32>,
    /// The nodes of each point: tree and place in it.
    nodes_of: Vec<Vec<(u32, u32)>>,
    /// The number of paths in all trees that lead over each point.
    paths: Vec<u64>,
    /// Points by that number, which may have become smaller since.
    queue: BinaryHeap<(u64, u32)>,
    /// Nodes that are left in all trees.
    nodes: usize,
    drawn: u64,
    /// No point before this one is left.
    first: usize,
}

impl Sample {
    /// An empty sample of a graph of so many points.
    pub(super) fn new(count: usize) -> Self {
        Self {
            trees: Vec::new(),
            growing: Vec::new(),
            places: vec![NONE; count],
            nodes_of: vec![Vec::new(); count],
            paths: vec![0; count],
            queue: BinaryHeap::new(),
            nodes: 0,
            drawn: 0,
            first: 0,
        }
    }

    /// Nodes that are left in all trees.
    pub(super) fn nodes(&self) -> usize {
        self.nodes
    }

    /// A point that is no hub yet, spread over all points; the same ones in every run.
    pub(super) fn root(&mut self, is_hub: &[bool]) -> u32 {
        for _ in 0..8 {
            self.drawn += 1;
            let number = self.drawn.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
            let point = (number % is_hub.len() as u64) as usize;
            if !is_hub[point] {
                return point as u32;
            }
        }
        self.first_left(is_hub)
    }

    fn first_left(&mut self, is_hub: &[bool]) -> u32 {
        while is_hub[self.first] {
            self.first += 1;
        }
        self.first as u32
    }

    /// Adds a node to the tree that is being made, below that of another point.
    pub(super) fn grow(&mut self, point: u32, above: Option<u32>) {
        let at = self.growing.len() as u32;
        self.places[point as usize] = at;
        let mut node = Node { point, above: NONE, first_child: NONE, next_sibling: NONE, below: 1 };
        if let Some(above) = above {
            node.above = self.places[above as usize];
            let parent = &mut self.growing[node.above as usize];
            node.next_sibling = std::mem::replace(&mut parent.first_child, at);
        }
        self.growing.push(node);
    }

    /// Ends the tree that is being made; its size.
    pub(super) fn finish_tree(&mut self) -> u64 {
        let mut nodes = std::mem::take(&mut self.growing);
        for at in (1..nodes.len()).rev() {
            let Node { above, below, .. } = nodes[at];
            nodes[above as usize].below += below;
        }
        let (size, tree) = (nodes.len(), self.trees.len() as u32);
        for (at, node) in nodes.iter().enumerate() {
            let point = node.point as usize;
            self.nodes_of[point].push((tree, at as u32));
            self.paths[point] += u64::from(node.below);
            self.queue.push((self.paths[point], node.point));
        }
        self.nodes += size;
        self.trees.push(nodes);
        size as u64
    }

    /// The point that is no hub yet with the most paths.
    pub(super) fn best(&mut self, is_hub: &[bool]) -> u32 {
        while let Some((paths, point)) = self.queue.pop() {
            let now = self.paths[point as usize];
            if is_hub[point as usize] {
                continue;
            }
            if paths == now {
                return point;
            }
            if paths > now && now > 0 {
                self.queue.push((now, point));
            }
        }
        self.first_left(is_hub)
    }

    /// Removes all paths that lead over a point.
    pub(super) fn remove(&mut self, point: u32) {
        for (tree, at) in std::mem::take(&mut self.nodes_of[point as usize]) {
            let nodes = &mut self.trees[tree as usize];
            let lost = nodes.get(at as usize).map_or(0, |node| node.below);
            if lost == 0 {
                continue;
            }
            let mut above = nodes[at as usize].above;
            while above != NONE {
                let node = &mut nodes[above as usize];
                node.below -= lost;
                self.paths[node.point as usize] -= u64::from(lost);
                above = node.above;
            }
            let mut left = vec![at];
            while let Some(at) = left.pop() {
                let node = &mut nodes[at as usize];
                if node.below > 0 {
                    self.paths[node.point as usize] -= u64::from(node.below);
                    node.below = 0;
                    self.nodes -= 1;
                    let mut child = node.first_child;
                    while child != NONE {
                        left.push(child);
                        child = nodes[child as usize].next_sibling;
                    }
                }
            }
            if nodes[0].below == 0 {
                *nodes = Vec::new();
            }
        }
    }
}
