//! One direction of the label search.

use super::board::{Aim, Board, Place};
use super::integer::Integer;
use super::retrace::{Narrows, RefillMark, Trail};
use crate::observer::EventSink;
use crate::{Cell, Event};

/// The labels of one direction, layer by layer: forward if `THIS` is 0, backward if it is 1.
/// `supply` is what a forward traveller has left; for the backward side it is the tank less what
/// the rest of the way needs, which obeys the same rules.
///
/// Both sides share one array, `needed`, with an entry for each side: twice the least supply that a
/// label must have to live, plus one at stations. The newest label of a place has one unit less
/// than that.
pub(super) struct HalfSearch<const THIS: usize> {
    pub(super) origin: Place,
    /// The other end.
    pub(super) aim: Aim,
    /// The places of the labels of the last layer; what lies behind the first `waiting` is of no
    /// meaning.
    frontier: Vec<Place>,
    waiting: usize,
    next: Vec<Place>,
    /// Number of the last layer: how many steps its labels have.
    pub(super) steps: u32,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    refills: Vec<RefillMark>,
    narrows: Narrows,
}

/// The constants of the search.
pub(super) struct SearchTerms<'a, W: Integer> {
    pub(super) board: Board<'a>,
    pub(super) tank: u32,
    /// No shortest path is longer.
    pub(super) bound: u32,
    /// `needed` as it was at first, with an active observer.
    pub(super) help: Vec<W::Pair>,
}

impl<const THIS: usize> HalfSearch<THIS> {
    pub(super) fn new<W: Integer>(
        origin: Place,
        needed: &mut [W::Pair],
        aim: Aim,
        tank: u32,
    ) -> Self {
        let entry = &mut needed[origin as usize];
        let station = W::split(*entry)[THIS].get() & 1;
        *entry = W::replace::<THIS>(*entry, W::new((tank + 1) << 1 | station));
        let mut narrows = Narrows::default();
        narrows.add(&[origin]);
        Self {
            origin,
            aim,
            frontier: vec![origin],
            waiting: 1,
            next: Vec::new(),
            steps: 0,
            expanded: 0,
            generated: 1,
            refills: Vec::new(),
            narrows,
        }
    }

    /// The records from which the path is retraced.
    pub(super) fn trail<'a>(&'a self, board: Board<'a>) -> Trail<'a> {
        Trail { board, origin: self.origin, refills: &self.refills, narrows: &self.narrows }
    }

    /// The number of labels in the last layer.
    pub(super) fn waiting(&self) -> u64 {
        self.waiting as u64
    }

    /// Bytes held, without what both sides share.
    pub(super) fn memory(&self) -> u64 {
        let places = (self.frontier.capacity() + self.next.capacity()) * size_of::<Place>();
        (places + self.refills.capacity() * size_of::<RefillMark>() + self.narrows.memory()) as u64
    }

    /// Makes the next layer.
    pub(super) fn advance<W: Integer, O: EventSink>(
        &mut self,
        needed: &mut [W::Pair],
        terms: &SearchTerms<'_, W>,
        observer: &mut O,
    ) {
        let SearchTerms { board, bound, .. } = *terms;
        if self.next.len() < self.waiting * 4 {
            self.next.resize(self.waiting * 4 + 256, 0);
        }
        // From a place with more than this ahead the bound is missed.
        let reach = bound - (self.steps + 1);
        let (aim, offsets) = (self.aim, board.offsets());
        let mut next = Next { places: &mut self.next, found: 0 };
        for index in 0..self.waiting {
            let place = self.frontier[index];
            let mut mine = W::split(needed[place as usize])[THIS].get();
            if mine & 1 == 1 {
                mine = refill::<W, O, THIS>(
                    self.steps,
                    place,
                    needed,
                    terms,
                    &mut self.refills,
                    observer,
                );
            }
            // A label of supply q has left 2(q + 1) here, so its neighbours may ask for up to 2(q -
            // 1) + 1. Labels without supply live only where the other side began, and there the
            // search ends.
            let carried = mine & !1;
            let cell = board.cell(place);
            let ahead = aim.distance(cell);
            let before = next.found;
            // A step changes the distance by one, so either all four keep within the bound or only
            // those that lead nearer.
            if ahead < reach {
                next.neighbours::<W, THIS, 4>(place, carried, offsets, needed);
            } else {
                next.neighbours::<W, THIS, 2>(place, carried, aim.towards(cell, offsets), needed);
            }
            if O::ACTIVE {
                let alive = &next.places[before..next.found];
                let expanded =
                    Expanded { place, supply: (carried >> 1) - 1, steps: self.steps, aim };
                expanded.tell::<W, O, THIS>(alive, terms, observer);
            }
        }
        self.expanded += self.waiting as u64;
        self.waiting = next.found;
        self.generated += self.waiting as u64;
        self.steps += 1;
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.narrows.add(&self.frontier[..self.waiting]);
    }

    /// Refills the labels of the last layer that are at stations, which is otherwise done when
    /// their neighbours are made.
    pub(super) fn settle<W: Integer, O: EventSink>(
        &mut self,
        needed: &mut [W::Pair],
        terms: &SearchTerms<'_, W>,
        observer: &mut O,
    ) {
        for &place in &self.frontier[..self.waiting] {
            if W::split(needed[place as usize])[THIS].get() & 1 == 1 {
                refill::<W, O, THIS>(self.steps, place, needed, terms, &mut self.refills, observer);
            }
        }
    }

    /// A place where a label of the last layer has what a label of the other side needs, if there
    /// is one. The other side must be [settled](Self::settle); this one is afterwards.
    pub(super) fn settled_meeting<W: Integer, O: EventSink>(
        &mut self,
        needed: &mut [W::Pair],
        terms: &SearchTerms<'_, W>,
        observer: &mut O,
    ) -> Option<Place> {
        self.settle(needed, terms, observer);
        // The supplies of both sides make a whole tank or more. Where the other side has no label,
        // its number is the distance to the nearest source, and the sum is less than a tank.
        self.frontier[..self.waiting].iter().copied().find(|&place| {
            let [forward, backward] = W::split(needed[place as usize]);
            (forward.get() >> 1) + (backward.get() >> 1) >= terms.tank + 2
        })
    }
}

/// The labels of the next layer.
struct Next<'a> {
    places: &'a mut [Place],
    found: usize,
}

impl Next<'_> {
    /// Successor labels of one, at these offsets; at offset 0, where it is itself, there is
    /// never a new one.
    ///
    /// Whether a label lives is as good as random to the processor, so nothing branches on it:
    /// every neighbour is written to the next layer, and the next one over it if its label does not
    /// live.
    #[inline(always)]
    fn neighbours<W: Integer, const THIS: usize, const MANY: usize>(
        &mut self,
        place: Place,
        carried: u32,
        offsets: [usize; MANY],
        needed: &mut [W::Pair],
    ) {
        let mut found = self.found;
        for offset in offsets {
            let neighbour = (place as usize).wrapping_add(offset);
            let entry = &mut needed[neighbour];
            let lives = carried - 3 >= W::split(*entry)[THIS].get();
            let with_mine = W::supply::<THIS>(*entry, W::new(carried - 2));
            *entry = if lives { with_mine } else { *entry };
            self.places[found] = neighbour as Place;
            found += usize::from(lives);
        }
        self.found = found;
    }
}

/// Fills the tank of a label at a station, and takes note of that. Returns what the station then
/// holds.
#[cold]
fn refill<W: Integer, O: EventSink, const THIS: usize>(
    steps: u32,
    station: Place,
    needed: &mut [W::Pair],
    terms: &SearchTerms<'_, W>,
    refills: &mut Vec<RefillMark>,
    observer: &mut O,
) -> u32 {
    let full = (terms.tank + 1) << 1 | 1;
    let entry = &mut needed[station as usize];
    let before = W::split(*entry)[THIS].get();
    if before != full {
        *entry = W::replace::<THIS>(*entry, W::new(full));
        refills.push(RefillMark { station, steps, leg: terms.tank + 1 - (before >> 1) });
        observer.send(Event::Refill { cell: terms.board.cell(station), supply: terms.tank });
    }
    full
}

/// Reports a label whose neighbours were made.
struct Expanded {
    place: Place,
    supply: u32,
    steps: u32,
    aim: Aim,
}

impl Expanded {
    /// Tells of the label and its neighbours, of which some are `alive`.
    #[cold]
    fn tell<W: Integer, O: EventSink, const THIS: usize>(
        self,
        alive: &[Place],
        terms: &SearchTerms<'_, W>,
        observer: &mut O,
    ) {
        let Self { place, supply, steps, aim } = self;
        let parent = terms.board.cell(place);
        let h = |cell: Cell| f64::from(aim.distance(cell));
        observer.send(Event::Expand {
            cell: parent,
            g: f64::from(steps),
            h: h(parent),
            supply: Some(supply),
        });
        let (g, supply) = (f64::from(steps + 1), supply - 1);
        for neighbour in terms.board.neighbours(place) {
            let help = W::split(terms.help[neighbour])[THIS];
            if help == W::UNSEEN {
                continue;
            }
            let cell = terms.board.cell(neighbour as Place);
            if alive.contains(&(neighbour as Place)) {
                let (parent, h, supply) = (Some(parent), h(cell), Some(supply));
                observer.send(Event::Generate { cell, parent, g, h, supply });
            } else if supply < help.get() >> 1 {
                observer.send(Event::DeadEnd { cell, supply: Some(supply) });
            }
        }
    }
}
