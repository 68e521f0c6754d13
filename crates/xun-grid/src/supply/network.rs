//! Which stations can reach each other with one tank, without measuring every pair.
//!
//! Each cell belongs to its nearest station. Where two stations' regions touch, the way across the border is an edge
//! between them. These few edges connect exactly what all edges of at most the same length connect (Mehlhorn
//! 1988: the distance graph and this graph share a minimum spanning tree). So they decide whether there is a
//! way at all, and a shortest path over them is an upper bound on the steps.

use super::board::{Board, Place, UNSEEN};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Belongs to no station.
const NOBODY: u32 = u32::MAX;

/// Every place with its nearest station and the distance to it.
pub(super) struct Regions {
    /// Steps to the nearest station; [`UNSEEN`] where there is none.
    pub(super) distance: Vec<u32>,
    /// Number of that station in the list of `stations`.
    pub(super) owner: Vec<u32>,
}

impl Regions {
    /// Floods from all stations at once. No place must occur twice.
    pub(super) fn new(board: &Board<'_>, mut unseen: Vec<u32>, stations: &[Place]) -> Self {
        let mut owner = vec![NOBODY; board.places()];
        for (number, &station) in stations.iter().enumerate() {
            owner[station as usize] = number as u32;
        }
        board.flood(&mut unseen, stations, UNSEEN, |place, from, _| {
            owner[place as usize] = owner[from as usize];
            false
        });
        Self { distance: unseen, owner }
    }

    /// The edges between touching regions that are at most `longest` steps long.
    pub(super) fn edges(&self, board: &Board<'_>, longest: u32) -> Vec<Edge> {
        let mut edges = Vec::new();
        let [_, below, _, right] = board.offsets();
        let last = self.owner.len().saturating_sub(below);
        for place in 0..last {
            let here = self.owner[place];
            if here == NOBODY {
                continue;
            }
            for neighbour in [place + right, place + below] {
                let there = self.owner[neighbour];
                if there != here && there != NOBODY {
                    let steps = self.distance[place] + self.distance[neighbour] + 1;
                    if steps <= longest {
                        edges.push(Edge { ends: [here, there], steps });
                    }
                }
            }
        }
        edges
    }
}

/// A way between two stations. There may be several between the same two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The numbers of the stations.
    pub(super) ends: [u32; 2],
    pub(super) steps: u32,
}

/// The fewest steps to each station over the edges, where the station itself is entered from outside after `entrance` steps
/// ([`UNSEEN`] if it is not). [`UNSEEN`] for a station that the edges do not connect.
pub(super) fn shortest_over(edges: &[Edge], entrance: &[u32]) -> Vec<u32> {
    // The edges of a station lie together: first[station]..first[station + 1].
    let mut first = vec![0_u32; entrance.len() + 2];
    for edge in edges {
        for end in edge.ends {
            first[end as usize + 2] += 1;
        }
    }
    for index in 2..first.len() {
        first[index] += first[index - 1];
    }
    let mut leaving = vec![(0_u32, 0_u32); edges.len() * 2];
    for edge in edges {
        for (from, to) in [(edge.ends[0], edge.ends[1]), (edge.ends[1], edge.ends[0])] {
            let slot = &mut first[from as usize + 1];
            leaving[*slot as usize] = (to, edge.steps);
            *slot += 1;
        }
    }
    let mut steps = entrance.to_vec();
    let mut queue: BinaryHeap<_> = (0_u32..)
        .zip(entrance)
        .filter(|(_, entrance)| **entrance != UNSEEN)
        .map(|(station, &entrance)| Reverse((entrance, station)))
        .collect();
    while let Some(Reverse((reached, station))) = queue.pop() {
        if reached > steps[station as usize] {
            continue;
        }
        for &(to, length) in &leaving[first[station as usize] as usize..first[station as usize + 1] as usize]
        {
            let known = &mut steps[to as usize];
            if reached + length < *known {
                *known = reached + length;
                queue.push(Reverse((*known, to)));
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Map};

    #[test]
    fn regions_of_a_row_touch_in_the_middle() {
        let map = Map::open(1, 10).unwrap();
        let board = Board::new(&map);
        let stations = [2, 8].map(|column| board.place(Cell::new(0, column)));
        let regions = Regions::new(&board, board.unseen(), &stations);
        assert_eq!(regions.edges(&board, 6), [Edge { ends: [0, 1], steps: 6 }]);
        assert_eq!(regions.edges(&board, 5), []);
    }

    #[test]
    fn shortest_over_takes_the_better_entrance_and_the_shorter_of_two_edges() {
        let edge = |from, to, steps| Edge { ends: [from, to], steps };
        let edges = [edge(0, 1, 5), edge(1, 0, 3), edge(1, 2, 4), edge(3, 4, 1)];
        assert_eq!(shortest_over(&edges, &[7, UNSEEN, 20, UNSEEN, UNSEEN]), [7, 10, 14, UNSEEN, UNSEEN]);
    }
}
