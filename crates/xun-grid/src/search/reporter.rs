//! Turns places and ticks into events for the observer.

use super::estimate::{Distance, Estimate};
use super::padded_map::PaddedMap;
use crate::observer::EventSink;
use crate::{Cell, Event};

/// Builds events and passes them to the observer; compiles to nothing with an inactive one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reporter<'a> {
    pub(super) grid: &'a PaddedMap,
    pub(super) estimate: Estimate,
}

impl Reporter<'_> {
    #[inline(always)]
    pub(super) fn generate<O: EventSink>(
        &self,
        observer: &mut O,
        place: usize,
        parent: Option<usize>,
        g: u64,
    ) {
        if O::ACTIVE {
            let cell = self.grid.cell(place);
            let parent = parent.map(|parent| self.grid.cell(parent));
            let (g, h) = (self.grid.units(g), self.grid.units(self.estimate.at(cell)));
            observer.send(Event::Generate { cell, parent, g, h, supply: None });
        }
    }

    #[inline(always)]
    pub(super) fn expand<O: EventSink>(&self, observer: &mut O, place: usize, g: u64) {
        if O::ACTIVE {
            let cell = self.grid.cell(place);
            let (g, h) = (self.grid.units(g), self.grid.units(self.estimate.at(cell)));
            observer.send(Event::Expand { cell, g, h, supply: None });
        }
    }

    #[inline(always)]
    pub(super) fn reopen<O: EventSink>(&self, observer: &mut O, place: usize, g: u64) {
        if O::ACTIVE {
            observer.send(Event::Reopen { cell: self.grid.cell(place), g: self.grid.units(g) });
        }
    }

    #[inline(always)]
    pub(super) fn close<O: EventSink>(&self, observer: &mut O, place: usize) {
        if O::ACTIVE {
            observer.send(Event::Close { cell: self.grid.cell(place) });
        }
    }

    #[inline(always)]
    pub(super) fn found<O: EventSink>(&self, observer: &mut O, place: usize, g: u64) {
        if O::ACTIVE {
            observer.send(Event::Found { cell: self.grid.cell(place), g: self.grid.units(g) });
        }
    }

    /// Reports the corners of a path that was found without a search, in order.
    pub(super) fn corners<O: EventSink>(&self, observer: &mut O, corners: &[Cell]) {
        if O::ACTIVE {
            let mut before: Option<(Cell, u64)> = None;
            for &corner in corners {
                let along = |(from, g): (Cell, u64)| {
                    let octile = Estimate::new(Distance::Octile, corner, self.grid);
                    g + octile.at(from)
                };
                let (place, g) = (self.grid.index(corner), before.map_or(0, along));
                let parent = before.map(|(cell, _)| self.grid.index(cell));
                self.generate(observer, place, parent, g);
                self.expand(observer, place, g);
                self.close(observer, place);
                before = Some((corner, g));
            }
            if let Some((cell, g)) = before {
                self.found(observer, self.grid.index(cell), g);
            }
        }
    }

    #[inline(always)]
    pub(super) fn new_bound<O: EventSink>(&self, observer: &mut O, bound: u64) {
        if O::ACTIVE {
            observer.send(Event::NewBound { bound: self.grid.units(bound) });
        }
    }
}
