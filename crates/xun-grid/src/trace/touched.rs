//! One mark a cell: what a search has done there so far. Pictures and the player draw it.

use crate::{Cell, Event, Map, Observer};

/// The state of a cell in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Touch {
    /// Nothing yet.
    #[default]
    Untouched,
    /// Looked at in an earlier iteration (an earlier bound), not in this one.
    Earlier,
    /// It waits on the frontier.
    Frontier,
    /// It has been expanded.
    Expanded,
    /// It was found to lead nowhere.
    DeadEnd,
    /// It is other than the robot believes, which has not seen it yet.
    Unseen,
}

/// A mark for every cell of a map, kept up to date by a search's events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Touched {
    columns: u32,
    rows: u32,
    marks: Vec<Touch>,
}

impl Touched {
    /// No cell of this map has been touched.
    #[must_use]
    pub fn new(map: &Map) -> Self {
        Self {
            columns: map.columns(),
            rows: map.rows(),
            marks: vec![Touch::Untouched; map.cells()],
        }
    }

    /// Every cell that is not plain ground is unseen: marks for a robot that discovers this map.
    #[must_use]
    pub fn unseen(map: &Map) -> Self {
        let mark = |&cost: &u8| if cost == 1 { Touch::Untouched } else { Touch::Unseen };
        Self { marks: map.costs().iter().map(mark).collect(), ..Self::new(map) }
    }

    /// The mark of a cell; untouched off the map.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Touch {
        self.index(cell).map_or(Touch::Untouched, |index| self.marks[index])
    }

    /// The marks, row by row.
    #[must_use]
    pub fn marks(&self) -> &[Touch] {
        &self.marks
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        (cell.row < self.rows && cell.column < self.columns)
            .then(|| cell.row as usize * self.columns as usize + cell.column as usize)
    }

    fn mark(&mut self, cell: Cell, touch: Touch) {
        if let Some(index) = self.index(cell) {
            self.marks[index] = touch;
        }
    }
}

impl Observer for Touched {
    fn event(&mut self, event: Event) {
        match event {
            Event::Generate { cell, .. } => {
                // A cell may be expanded with another supply already: that is the stronger mark.
                if self.at(cell) != Touch::Expanded {
                    self.mark(cell, Touch::Frontier);
                }
            }
            Event::Expand { cell, .. } | Event::Close { cell } | Event::Found { cell, .. } => {
                self.mark(cell, Touch::Expanded);
            }
            Event::Reopen { cell, .. } => self.mark(cell, Touch::Frontier),
            Event::DeadEnd { cell, .. } => {
                if self.at(cell) != Touch::Expanded {
                    self.mark(cell, Touch::DeadEnd);
                }
            }
            Event::NewBound { .. } | Event::NewSearch { .. } => {
                for mark in &mut self.marks {
                    if !matches!(*mark, Touch::Untouched | Touch::Unseen) {
                        *mark = Touch::Earlier;
                    }
                }
            }
            Event::See { cell } => {
                if self.at(cell) == Touch::Unseen {
                    self.mark(cell, Touch::Untouched);
                }
            }
            Event::Refill { .. }
            | Event::Cone { .. }
            | Event::Replan { .. }
            | Event::Move { .. }
            | Event::Conflict { .. }
            | Event::Step { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_the_events() {
        let mut touched = Touched::new(&Map::open(2, 2).expect("small"));
        let (here, there) = (Cell::new(0, 0), Cell::new(1, 1));
        touched.event(Event::Generate { cell: here, parent: None, g: 0.0, h: 2.0, supply: None });
        assert_eq!(touched.at(here), Touch::Frontier);
        touched.event(Event::Expand { cell: here, g: 0.0, h: 2.0, supply: None });
        assert_eq!(touched.at(here), Touch::Expanded);
        touched.event(Event::DeadEnd { cell: there, supply: Some(0) });
        assert_eq!(touched.at(there), Touch::DeadEnd);
        touched.event(Event::NewBound { bound: 4.0 });
        assert_eq!(touched.at(here), Touch::Earlier);
        assert_eq!(touched.at(Cell::new(0, 1)), Touch::Untouched);
        touched.event(Event::Reopen { cell: Cell::new(9, 9), g: 0.0 });
        assert_eq!(touched.at(Cell::new(9, 9)), Touch::Untouched, "off the map nothing happens");
    }
}
