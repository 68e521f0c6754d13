//! The loop that uniform cost, greedy, A\* and weighted A\* share. They differ in the key by which
//! the frontier is ordered.

use super::Moves;
use super::frontier::Frontier;
use super::ground::{Ground, stepped};
use super::heuristic::Estimate;
use super::nodes::Nodes;
use super::pace::Pace;
use crate::{Answer, Event, Limits, Observer, Outcome, Statistics};

/// How the frontier is ordered.
pub(super) trait Order {
    /// Whether a place found cheaper after its expansion is expanded again.
    const REOPENS: bool;

    /// Smaller comes first.
    fn key(&self, g: u64, h: u64) -> u64;
}

/// What the searches of this family work with.
#[derive(Debug)]
pub(super) struct Workspace {
    pub(super) nodes: Nodes,
    frontier: Frontier,
}

impl Workspace {
    pub(super) fn new(ground: &Ground) -> Self {
        Self { nodes: Nodes::new(ground.len()), frontier: Frontier::new(ground) }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.nodes.bytes() + self.frontier.bytes()
    }
}

/// One query.
#[derive(Clone, Copy, Debug)]
pub(super) struct Query<'a> {
    pub(super) start: usize,
    pub(super) goal: usize,
    pub(super) moves: Moves,
    pub(super) estimate: Estimate,
    pub(super) limits: Limits<'a>,
}

pub(super) fn run<K: Order>(
    ground: &Ground,
    workspace: &mut Workspace,
    query: &Query<'_>,
    order: &K,
    observer: &mut impl Observer,
) -> Answer {
    let tell = Teller { ground, estimate: query.estimate };
    let Workspace { nodes, frontier } = workspace;
    let mut statistics = Statistics { generated: 1, ..Statistics::default() };
    let mut pace = Pace::new(query.limits);
    nodes.begin();
    nodes.reach(query.start, 0, 0);
    let key = order.key(0, query.estimate.at(ground.cell(query.start)));
    frontier.begin(key);
    frontier.push(key, query.start);
    tell.generate(observer, query.start, None, 0);
    // Once the goal was expanded: its cost, and the key up to which something may be cheaper still
    // because keys are rounded.
    let mut found: Option<(u64, u64)> = None;
    let outcome = loop {
        if pace.over(statistics.expanded) {
            break Outcome::Stopped;
        }
        statistics.largest_frontier = statistics.largest_frontier.max(frontier.len() as u64);
        let next = frontier.pop();
        if let Some((best, due)) = found
            && (frontier.is_exact() || next.is_none_or(|(key, _)| key > due))
        {
            tell.found(observer, query.goal, best);
            break Outcome::Found(
                ground.path_back(query.start, query.goal, |place| nodes.entered(place)),
            );
        }
        let Some((key, place)) = next else { break Outcome::Impossible };
        if nodes.is_closed(place) {
            continue;
        }
        nodes.close(place);
        let so_far = nodes.g(place).unwrap_or(0);
        if place == query.goal {
            found = Some((so_far, key));
        } else if let Some((best, _)) = found
            && order.key(so_far, query.estimate.at(ground.cell(place))) >= best
        {
            continue;
        }
        statistics.expanded += 1;
        tell.expand(observer, place, so_far);
        if place == query.goal {
            continue;
        }
        let cell = ground.cell(place);
        ground.neighbours(place, query.moves, |step, to, ticks| {
            let g = so_far + ticks;
            if nodes.g(to).is_some_and(|known| known <= g) {
                return;
            }
            if nodes.is_closed(to) {
                if !K::REOPENS {
                    return;
                }
                statistics.reopened += 1;
                tell.reopen(observer, to, g);
            }
            nodes.reach(to, g, step);
            statistics.generated += 1;
            frontier.push(order.key(g, query.estimate.at(stepped(cell, step))), to);
            tell.generate(observer, to, Some(place), g);
        });
        tell.close(observer, place);
    };
    Answer { outcome, statistics }
}

/// Makes events of places; all of it vanishes where nobody listens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Teller<'a> {
    pub(super) ground: &'a Ground,
    pub(super) estimate: Estimate,
}

impl Teller<'_> {
    #[inline(always)]
    pub(super) fn generate<O: Observer>(
        &self,
        observer: &mut O,
        place: usize,
        parent: Option<usize>,
        g: u64,
    ) {
        if O::ACTIVE {
            let cell = self.ground.cell(place);
            let parent = parent.map(|parent| self.ground.cell(parent));
            let (g, h) = (self.ground.units(g), self.ground.units(self.estimate.at(cell)));
            observer.event(Event::Generate { cell, parent, g, h, supply: None });
        }
    }

    #[inline(always)]
    pub(super) fn expand<O: Observer>(&self, observer: &mut O, place: usize, g: u64) {
        if O::ACTIVE {
            let cell = self.ground.cell(place);
            let (g, h) = (self.ground.units(g), self.ground.units(self.estimate.at(cell)));
            observer.event(Event::Expand { cell, g, h, supply: None });
        }
    }

    #[inline(always)]
    pub(super) fn reopen<O: Observer>(&self, observer: &mut O, place: usize, g: u64) {
        if O::ACTIVE {
            observer
                .event(Event::Reopen { cell: self.ground.cell(place), g: self.ground.units(g) });
        }
    }

    #[inline(always)]
    pub(super) fn close<O: Observer>(&self, observer: &mut O, place: usize) {
        if O::ACTIVE {
            observer.event(Event::Close { cell: self.ground.cell(place) });
        }
    }

    #[inline(always)]
    pub(super) fn found<O: Observer>(&self, observer: &mut O, place: usize, g: u64) {
        if O::ACTIVE {
            observer.event(Event::Found { cell: self.ground.cell(place), g: self.ground.units(g) });
        }
    }

    #[inline(always)]
    pub(super) fn new_bound<O: Observer>(&self, observer: &mut O, bound: u64) {
        if O::ACTIVE {
            observer.event(Event::NewBound { bound: self.ground.units(bound) });
        }
    }
}
