//! The search state of an event. Events name cells; a trace names states (cell and supply) and each
//! state's parent, so that a reader can walk a path back without knowing the search.

use crate::{Cell, Event};
use std::collections::HashMap;
use std::fmt;

/// A state of a search: a cell, and the supply left there where it is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) cell: Cell,
    pub(crate) supply: Option<u32>,
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{},{}", self.cell.row, self.cell.column)?;
        self.supply.map_or(Ok(()), |supply| write!(formatter, ",{supply}"))
    }
}

/// The parents of all states so far.
#[derive(Debug, Default)]
pub(crate) struct Parents {
    by_state: HashMap<State, State>,
    /// The supply last heard of in a cell: events that name only a cell mean this one.
    latest: HashMap<Cell, Option<u32>>,
    expanding: Option<State>,
}

impl Parents {
    /// The state of this event and its parent, if it has one.
    pub(crate) fn place(&mut self, event: &Event) -> Option<(State, Option<State>)> {
        let state = match *event {
            Event::NewBound { .. }
            | Event::Cone { .. }
            | Event::Replan { .. }
            | Event::Step { .. }
            | Event::NewSearch { .. } => return None,
            Event::Generate { cell, supply, .. } | Event::Expand { cell, supply, .. } => {
                State { cell, supply }
            }
            Event::DeadEnd { cell, supply } => {
                State { cell, supply: supply.or(self.supply_in(cell)) }
            }
            Event::Refill { cell, supply } => State { cell, supply: Some(supply) },
            Event::Reopen { cell, .. }
            | Event::Close { cell }
            | Event::Found { cell, .. }
            | Event::See { cell }
            | Event::Conflict { cell, .. }
            | Event::Move { cell } => State { cell, supply: self.supply_in(cell) },
        };
        match *event {
            Event::Generate { parent: Some(parent), .. } => {
                let parent = self.state_in(parent);
                self.adopt(state, parent);
            }
            Event::Refill { cell, .. } => {
                let empty = self.state_in(cell);
                self.adopt(state, empty);
            }
            Event::Expand { .. } => self.expanding = Some(state),
            _ => {}
        }
        self.latest.insert(state.cell, state.supply);
        Some((state, self.by_state.get(&state).copied()))
    }

    fn adopt(&mut self, child: State, parent: State) {
        if child != parent {
            self.by_state.insert(child, parent);
        }
    }

    fn supply_in(&self, cell: Cell) -> Option<u32> {
        self.latest.get(&cell).copied().flatten()
    }

    /// The state meant by a bare cell: the one being expanded if it is there, else the latest heard
    /// of.
    fn state_in(&self, cell: Cell) -> State {
        match self.expanding {
            Some(state) if state.cell == cell => state,
            _ => State { cell, supply: self.supply_in(cell) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generate(cell: Cell, parent: Option<Cell>, supply: u32) -> Event {
        Event::Generate { cell, parent, g: 0.0, h: 0.0, supply: Some(supply) }
    }

    #[test]
    fn a_parent_is_the_state_that_was_being_expanded() {
        let mut family = Parents::default();
        let (a, b) = (Cell::new(0, 0), Cell::new(0, 1));
        family.place(&generate(a, None, 5));
        family.place(&Event::Expand { cell: a, g: 0.0, h: 0.0, supply: Some(5) });
        let (state, parent) = family.place(&generate(b, Some(a), 4)).expect("has a cell");
        assert_eq!(
            (state.to_string(), parent.map(|p| p.to_string())),
            ("0,1,4".into(), Some("0,0,5".into()))
        );
        let (full, from) = family.place(&Event::Refill { cell: b, supply: 5 }).expect("has a cell");
        assert_eq!(
            (full.to_string(), from.map(|p| p.to_string())),
            ("0,1,5".into(), Some("0,1,4".into()))
        );
        let found = family.place(&Event::Found { cell: b, g: 1.0 }).expect("has a cell");
        assert_eq!(found, (full, Some(State { cell: b, supply: Some(4) })));
    }
}
