//! The heuristics of A\* over (cell, supply). All are consistent, so that a state is never
//! reopened.

use super::board::{Board, UNSEEN};
use crate::{Cell, Heuristic, Problem};

/// A [`Heuristic`] made ready for one problem.
pub(super) struct Estimate<'a> {
    heuristic: Heuristic,
    board: Board<'a>,
    goal: Cell,
    stations: Vec<Cell>,
    distance: Vec<u32>,
}

impl<'a> Estimate<'a> {
    pub(super) fn new(problem: &'a Problem, heuristic: Heuristic) -> Self {
        let board = Board::new(problem.map());
        let goal = problem.goal();
        let mut distance = Vec::new();
        if heuristic == Heuristic::Exact {
            distance = board.unseen();
            board.flood(&mut distance, &[board.place(goal)], |_, _| false);
        }
        let stations = problem.supply().map_or(&[][..], |supply| &supply.stations);
        Self {
            heuristic,
            board,
            goal,
            stations: stations.iter().map(|station| station.cell).collect(),
            distance,
        }
    }

    /// The steps that are still to go at least; none if the goal cannot be reached from here.
    pub(super) fn steps(&self, cell: Cell, supply: u32) -> Option<u32> {
        match self.heuristic {
            Heuristic::Manhattan => Some(manhattan(cell, self.goal)),
            Heuristic::SupplyRegion => {
                let direct = manhattan(cell, self.goal);
                if direct <= supply {
                    return Some(direct);
                }
                let within_reach = |station: &&Cell| manhattan(cell, **station) <= supply;
                let over =
                    |station: &Cell| manhattan(cell, *station) + manhattan(*station, self.goal);
                self.stations.iter().filter(within_reach).map(over).min()
            }
            Heuristic::Exact => {
                let steps = self.distance[self.board.place(cell) as usize];
                (steps != UNSEEN).then_some(steps)
            }
            // Other heuristics are refused before the search; zero is right for every one.
            _ => Some(0),
        }
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> u64 {
        (self.distance.capacity() * size_of::<u32>() + self.stations.capacity() * size_of::<Cell>())
            as u64
    }
}

fn manhattan(from: Cell, to: Cell) -> u32 {
    from.row.abs_diff(to.row) + from.column.abs_diff(to.column)
}
