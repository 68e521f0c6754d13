//! The path of a label, found again after the search. Labels carry no parents: a label knows its
//! last refill only by how much it has used since. That is enough, for the leg from there is a
//! shortest path, and each station is entered once.

use super::board::{Board, Place};
use super::leg::{Legs, distance};
use crate::Cell;
use std::ops::Range;

/// One side's record of a station: when it was entered, and how long the leg was that led there.
#[derive(Clone, Copy, Debug)]
pub(super) struct RefillMark {
    pub(super) station: Place,
    pub(super) steps: u32,
    pub(super) leg: u32,
}

/// The places of the layers that had few labels: where there is hardly a choice, the way back is
/// found by looking there.
#[derive(Debug, Default)]
pub(super) struct Narrows {
    /// Layer after layer. The first place of a layer is marked; of a wide layer there is the mark
    /// alone.
    places: Vec<Place>,
    /// The number of layers.
    layers: u32,
}

impl Narrows {
    /// More labels than this are many.
    const FEW: usize = 64;
    /// So many places are kept at most.
    const MOST: usize = 1 << 22;
    /// No place is so large.
    const MARK: Place = 1 << 31;

    /// Adds the next layer.
    #[inline]
    pub(super) fn add(&mut self, layer: &[Place]) {
        if self.places.len() >= Self::MOST {
            return;
        }
        let few = if layer.len() <= Self::FEW { layer } else { &[] };
        self.places.push(few.first().unwrap_or(&0) | Self::MARK);
        self.places.extend(few.iter().skip(1));
        self.layers += 1;
    }

    /// Bytes held.
    pub(super) fn memory(&self) -> usize {
        self.places.capacity() * size_of::<Place>()
    }
}

/// Goes through the layers from the last to the first.
struct Backwards<'a> {
    places: &'a [Place],
    layers: u32,
}

impl<'a> Backwards<'a> {
    /// The places of this layer, which must be before all that were asked for so far. Of a wide
    /// layer, 0 or none.
    #[inline]
    fn layer(&mut self, number: u32) -> &'a [Place] {
        let mut layer = &[][..];
        while self.layers > number {
            self.layers -= 1;
            let first =
                self.places.iter().rposition(|&place| place & Narrows::MARK != 0).unwrap_or(0);
            (self.places, layer) = self.places.split_at(first);
        }
        layer
    }
}

/// The records from which the path of one side is retraced.
pub(super) struct Trail<'a> {
    pub(super) board: Board<'a>,
    /// The cell where the side began.
    pub(super) origin: Place,
    /// In order of their steps.
    pub(super) refills: &'a [RefillMark],
    pub(super) narrows: &'a Narrows,
}

impl Trail<'_> {
    /// Goes on with a path that ends at `meeting`, reached after `steps` of which the last `leg`
    /// since a refill, back to the origin.
    pub(super) fn back_to_origin(
        &self,
        meeting: Place,
        mut steps: u32,
        mut leg: u32,
        legs: &mut Legs<'_>,
        path: &mut Vec<Cell>,
    ) {
        let origin = [RefillMark { station: self.origin, steps: 0, leg: 0 }];
        let mut place = meeting;
        let mut before = self.refills;
        let mut layers = Backwards { places: &self.narrows.places, layers: self.narrows.layers };
        while steps > 0 {
            let left = steps - leg;
            let sources = if left == 0 { &origin[..] } else { last_after(&mut before, left) };
            let source = self
                .follow(path, place, left..steps, sources, &mut layers)
                .or_else(|| self.walk(path, place, leg, sources, legs))
                .expect("a label's leg began at a station or at the origin");
            (place, steps, leg) = (source.station, left, source.leg);
        }
    }

    /// Goes back along a leg over the layers that had few labels, towards the sources where there
    /// is a choice. Where there were more, or one of another leg was taken, this does not lead to
    /// one of the sources, and then the path stays as it was.
    fn follow(
        &self,
        path: &mut Vec<Cell>,
        mut place: Place,
        numbers: Range<u32>,
        sources: &[RefillMark],
        layers: &mut Backwards<'_>,
    ) -> Option<RefillMark> {
        let length = path.len();
        let arrived = numbers.rev().all(|number| {
            let neighbours = self.board.neighbours(place);
            let places = layers.layer(number).iter().map(|place| place & !Narrows::MARK);
            let mut choices = places.filter(|&next| neighbours.contains(&(next as usize)));
            let next = match (choices.next(), choices.next()) {
                (Some(one), Some(other)) => {
                    choices.chain([one, other]).min_by_key(|&next| self.off(next, sources))
                }
                (first, _) => first,
            };
            place = next.unwrap_or(place);
            path.extend(next.map(|next| self.board.cell(next)));
            next.is_some()
        });
        let source = sources.iter().find(|source| arrived && source.station == place).copied();
        if source.is_none() {
            path.truncate(length);
        }
        source
    }

    /// The distance to the nearest source by rows plus columns.
    fn off(&self, place: Place, sources: &[RefillMark]) -> Option<u32> {
        let cell = self.board.cell(place);
        sources.iter().map(|source| distance(cell, self.board.cell(source.station))).min()
    }

    /// Goes back along a leg by measuring.
    #[cold]
    fn walk(
        &self,
        path: &mut Vec<Cell>,
        place: Place,
        leg: u32,
        sources: &[RefillMark],
        legs: &mut Legs<'_>,
    ) -> Option<RefillMark> {
        let from = self.board.cell(place);
        for source in sources {
            let to = self.board.cell(source.station);
            // A shorter leg would have made a label that this one could not have lived beside.
            if distance(from, to) <= leg
                && let Some(cells) = legs.walk(from, to, leg)
            {
                path.extend(&cells[1..]);
                return Some(*source);
            }
        }
        None
    }
}

/// The refills after exactly so many steps, where all after more are no longer of interest, nor are
/// these next time.
fn last_after<'a>(refills: &mut &'a [RefillMark], steps: u32) -> &'a [RefillMark] {
    let end = refills.iter().rposition(|refill| refill.steps <= steps).map_or(0, |last| last + 1);
    let first =
        refills[..end].iter().rposition(|refill| refill.steps < steps).map_or(0, |last| last + 1);
    let found = &refills[first..end];
    *refills = &refills[..first];
    found
}
