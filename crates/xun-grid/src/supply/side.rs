//! One direction of the label search.

use super::board::{Board, Place};
use super::retrace::Refill;
use super::word::Word;
use crate::{Cell, Event, Observer};

/// The labels of one direction, layer by layer: forward if `THIS` is 0, backward if it is 1. `supply` is what a forward
/// traveller has left; for the backward side it is the tank less what the rest of the way needs, which obeys
/// the same rules.
///
/// Both sides share one array, `needed`, with an entry for each side: twice the least supply that a label must
/// have to live, plus one at stations. The newest label of a place has one unit less than that.
pub(super) struct Side<'a, W, const THIS: usize> {
    pub(super) origin: Place,
    /// True distance to the other end.
    pub(super) ahead: &'a [W],
    /// The places of the labels of the last layer; what lies behind the first `waiting` is of no meaning.
    frontier: Vec<Place>,
    waiting: usize,
    next: Vec<Place>,
    /// Number of the last layer: how many steps its labels have.
    pub(super) steps: u32,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) refills: Vec<Refill>,
}

/// What does not change while both sides work.
pub(super) struct Terms<'a, W> {
    pub(super) board: Board<'a>,
    pub(super) tank: u32,
    /// No shortest path is longer.
    pub(super) bound: u32,
    /// `needed` as it was at first, if someone listens.
    pub(super) help: Vec<[W; 2]>,
}

impl<'a, W: Word, const THIS: usize> Side<'a, W, THIS> {
    pub(super) fn new(origin: Place, needed: &mut [[W; 2]], ahead: &'a [W], tank: u32) -> Self {
        let entry = &mut needed[origin as usize][THIS];
        *entry = W::new((tank + 1) << 1 | entry.get() & 1);
        Self {
            origin,
            ahead,
            frontier: vec![origin],
            waiting: 1,
            next: Vec::new(),
            steps: 0,
            expanded: 0,
            generated: 1,
            refills: Vec::new(),
        }
    }

    /// The number of labels in the last layer.
    pub(super) fn waiting(&self) -> u64 {
        self.waiting as u64
    }

    /// Bytes held, without what both sides share.
    pub(super) fn memory(&self) -> u64 {
        let places = (self.frontier.capacity() + self.next.capacity()) * size_of::<Place>();
        (size_of_val(self.ahead) + places + self.refills.capacity() * size_of::<Refill>()) as u64
    }

    /// Makes the next layer. Returns a place where a label has what a label of the other side needs, if there is one.
    ///
    /// Whether a label lives is as good as random to the processor, so nothing branches on it: every neighbour is
    /// written to the next layer, and the next one over it if its label does not live.
    #[expect(clippy::needless_bitwise_bool, reason = "a lazy operator would be a branch")]
    pub(super) fn advance<O: Observer>(
        &mut self,
        needed: &mut [[W; 2]],
        terms: &Terms<'_, W>,
        observer: &mut O,
    ) -> Option<Place> {
        let Terms { board, tank, bound, .. } = *terms;
        self.steps += 1;
        // From a place with more than this ahead the bound is missed.
        let reach = bound - self.steps;
        let offsets = board.offsets();
        let full = (tank + 1) << 1 | 1;
        let ahead = self.ahead;
        if self.next.len() < self.waiting * 4 {
            self.next.resize(self.waiting * 4 + 256, 0);
        }
        let next = &mut self.next[..];
        let mut found = 0;
        let mut meeting = None;
        'layer: for &place in &self.frontier[..self.waiting] {
            // A label of supply q has left 2(q + 1) here, so its neighbours may ask for up to 2(q - 1) + 1. Labels
            // without supply live only where the other side began, and there the search ends.
            let carried = needed[place as usize][THIS].get() & !1;
            let offer = carried - 3;
            if O::ACTIVE {
                let (g, h) = (f64::from(self.steps - 1), f64::from(ahead[place as usize].get()));
                let (cell, supply) = (board.cell(place), Some((offer >> 1) + 1));
                observer.event(Event::Expand { cell, g, h, supply });
            }
            for offset in offsets {
                let neighbour = (place as usize).wrapping_add(offset);
                let entry = &mut needed[neighbour];
                let asked = entry[THIS].get();
                let lives = (offer >= asked) & (ahead[neighbour].get() <= reach);
                next[found] = neighbour as Place;
                found += usize::from(lives);
                // The supply here and the supply there make a whole tank or more.
                let meets = (carried >> 1) + (entry[1 - THIS].get() >> 1) > tank + 2;
                if lives & (meets | (asked & 1 == 1)) {
                    // Rare: a station, or the end.
                    if asked & 1 == 1 {
                        let leg = tank - (offer >> 1);
                        self.refills.push(Refill { station: neighbour as Place, steps: self.steps, leg });
                        entry[THIS] = W::new(full);
                    } else {
                        entry[THIS] = W::new(carried - 2);
                    }
                    if (entry[THIS].get() >> 1) + (entry[1 - THIS].get() >> 1) >= tank + 2 {
                        meeting = Some(neighbour as Place);
                    }
                } else {
                    entry[THIS] = if lives { W::new(carried - 2) } else { entry[THIS] };
                }
                if O::ACTIVE && asked != W::UNSEEN.get() {
                    let arrival = Arrival {
                        parent: board.cell(place),
                        steps: self.steps,
                        ahead: ahead[neighbour].get(),
                        supply: offer >> 1,
                        lives,
                        starved: offer < terms.help[neighbour][THIS].get(),
                        refilled: (asked & 1 == 1).then_some(tank),
                    };
                    arrival.tell(board.cell(neighbour as Place), observer);
                }
                if meeting.is_some() {
                    break 'layer;
                }
            }
        }
        self.expanded += self.waiting as u64;
        self.generated += found as u64;
        self.waiting = found;
        std::mem::swap(&mut self.frontier, &mut self.next);
        meeting
    }
}

/// What became of a label, for whoever listens.
struct Arrival {
    parent: Cell,
    steps: u32,
    ahead: u32,
    supply: u32,
    lives: bool,
    /// It has too little to get anywhere.
    starved: bool,
    /// The tank, if it lives and is at a station.
    refilled: Option<u32>,
}

impl Arrival {
    #[cold]
    fn tell<O: Observer>(self, cell: Cell, observer: &mut O) {
        if self.lives {
            observer.event(Event::Generate {
                cell,
                parent: Some(self.parent),
                g: f64::from(self.steps),
                h: f64::from(self.ahead),
                supply: Some(self.refilled.unwrap_or(self.supply)),
            });
            if let Some(supply) = self.refilled {
                observer.event(Event::Refill { cell, supply });
            }
        } else if self.starved {
            observer.event(Event::DeadEnd { cell, supply: Some(self.supply) });
        }
    }
}
