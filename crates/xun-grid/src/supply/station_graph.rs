//! Which stations can reach each other with one tank, without measuring every pair.
//!
//! Each cell belongs to its nearest station. Where two stations' regions touch, the way across the
//! border is an edge between them. These few edges connect exactly what all edges of at most the
//! same length connect (Mehlhorn 1988: the distance graph and this graph share a minimum spanning
//! tree). So they decide whether there is a way at all, and a shortest path over them is an upper
//! bound on the steps.

use super::board::{Board, UNSEEN};
use super::integer::Integer;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Places that are looked at together for borders.
const CHUNK: usize = 8;

/// The edges between touching regions that are at most `longest` steps long.
pub(super) fn edges<W: Integer>(board: &Board<'_>, regions: &[W::Pair], longest: u32) -> Vec<Edge> {
    let mut collected = Collected::new();
    let [_, below, _, right] = board.offsets();
    // Below the last row is only the frame, which has no owners.
    let all = regions.len() - below;
    let whole = all - all % CHUNK;
    let chunks = |from: usize| regions[from..][..whole].chunks_exact(CHUNK);
    for ((here, to_the_right), under) in chunks(0).zip(chunks(right)).zip(chunks(below)) {
        // Most chunks lie within one region; to see that takes no branch.
        let mut borders = 0_u32;
        for index in 0..CHUNK {
            let differ = W::first_differ(here[index], to_the_right[index])
                | W::first_differ(here[index], under[index]);
            borders |= u32::from(differ) << index;
        }
        while borders != 0 {
            let index = borders.trailing_zeros() as usize;
            collected.look::<W>(here[index], [to_the_right[index], under[index]], longest);
            borders &= borders - 1;
        }
    }
    for place in whole..all {
        collected.look::<W>(
            regions[place],
            [regions[place + right], regions[place + below]],
            longest,
        );
    }
    collected.finish()
}

/// Edges as they are found along the borders: of neighbouring finds between the same two stations
/// only the shortest is kept. A few doubles remain, which do no harm.
struct Collected {
    recent: Vec<Edge>,
    done: Vec<Edge>,
}

impl Collected {
    const RECENT: usize = 1 << 12;
    const NONE: Edge = Edge { ends: [UNSEEN; 2], steps: UNSEEN };

    fn new() -> Self {
        Self { recent: vec![Self::NONE; Self::RECENT], done: Vec::new() }
    }

    /// Adds the edges from a place to those beside it.
    fn look<W: Integer>(&mut self, here: W::Pair, beside: [W::Pair; 2], longest: u32) {
        for there in beside {
            if W::first_differ(here, there) {
                let [[one, from], [other, to]] = [here, there].map(W::split);
                let steps = from.get() + to.get() + 1;
                if steps <= longest {
                    self.add(Edge { ends: [one.min(other).get(), one.max(other).get()], steps });
                }
            }
        }
    }

    fn add(&mut self, edge: Edge) {
        let mixed = edge.ends[0].wrapping_mul(0x9E37_79B1) ^ edge.ends[1].wrapping_mul(0x85EB_CA6B);
        let recent = &mut self.recent[(mixed >> 20) as usize % Self::RECENT];
        if recent.ends == edge.ends {
            recent.steps = recent.steps.min(edge.steps);
        } else {
            let older = std::mem::replace(recent, edge);
            if older != Self::NONE {
                self.done.push(older);
            }
        }
    }

    fn finish(mut self) -> Vec<Edge> {
        self.done.extend(self.recent.into_iter().filter(|&edge| edge != Self::NONE));
        self.done
    }
}

/// A way between two stations. There may be several between the same two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edge {
    /// The numbers of the stations.
    pub(super) ends: [u32; 2],
    pub(super) steps: u32,
}

/// The fewest steps to each station over edges of at most `longest` steps, where the station itself
/// is entered from outside after `entrance` steps ([`UNSEEN`] if it is not). [`UNSEEN`] for a
/// station that the edges do not connect.
pub(super) fn shortest_over(edges: &[Edge], longest: u32, entrance: &[u32]) -> Vec<u32> {
    let edges = || edges.iter().filter(|edge| edge.steps <= longest);
    // The edges of a station lie together: first[station]..first[station + 1].
    let mut first = vec![0_u32; entrance.len() + 2];
    for edge in edges() {
        for end in edge.ends {
            first[end as usize + 2] += 1;
        }
    }
    for index in 2..first.len() {
        first[index] += first[index - 1];
    }
    let mut leaving = vec![(0_u32, 0_u32); edges().count() * 2];
    for edge in edges() {
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
        for &(to, length) in
            &leaving[first[station as usize] as usize..first[station as usize + 1] as usize]
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

/// The shortest edge that, with all shorter ones, connects `from` and `to`: the longest leg that
/// cannot be avoided. None if nothing connects them.
pub(super) fn bottleneck(
    mut edges: Vec<Edge>,
    stations: usize,
    from: u32,
    to: u32,
) -> Option<Edge> {
    edges.sort_unstable_by_key(|edge| edge.steps);
    let mut groups = Groups::new(stations);
    edges.into_iter().find(|edge| {
        groups.join(edge.ends[0], edge.ends[1]);
        groups.of(from) == groups.of(to)
    })
}

/// Which stations are connected so far (union-find).
pub(super) struct Groups(Vec<u32>);

impl Groups {
    pub(super) fn new(stations: usize) -> Self {
        Self((0..stations as u32).collect())
    }

    /// The station that stands for the group.
    pub(super) fn of(&mut self, mut station: u32) -> u32 {
        while self.0[station as usize] != station {
            let above = self.0[self.0[station as usize] as usize];
            self.0[station as usize] = above;
            station = above;
        }
        station
    }

    pub(super) fn join(&mut self, one: u32, other: u32) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other) as usize] = one.min(other);
    }
}

#[cfg(test)]
mod tests {
    use super::super::regions::regions;
    use super::*;
    use crate::{Cell, Map};

    #[test]
    fn regions_of_a_row_touch_in_the_middle() {
        let map = Map::open(1, 10).unwrap();
        let board = Board::new(&map);
        let stations = [2, 8].map(|column| board.place(Cell::new(0, column)));
        let (regions, _) = regions::<u16>(&board, &stations, 6);
        assert_eq!(edges::<u16>(&board, &regions, 6), [Edge { ends: [0, 1], steps: 6 }]);
        assert_eq!(edges::<u16>(&board, &regions, 5), []);
    }

    #[test]
    fn shortest_over_takes_the_better_entrance_and_the_shorter_of_two_edges() {
        let edge = |from, to, steps| Edge { ends: [from, to], steps };
        let edges = [edge(0, 1, 5), edge(1, 0, 3), edge(1, 2, 4), edge(3, 4, 1)];
        assert_eq!(
            shortest_over(&edges, 9, &[7, UNSEEN, 20, UNSEEN, UNSEEN]),
            [7, 10, 14, UNSEEN, UNSEEN]
        );
        assert_eq!(
            shortest_over(&edges, 3, &[7, UNSEEN, 20, UNSEEN, UNSEEN]),
            [7, 10, 20, UNSEEN, UNSEEN]
        );
    }
}
