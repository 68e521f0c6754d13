//! Unit costs, four moves: one 16-bit word a place says all there is to know about it, and the
//! frontier is two stacks.
//!
//! With the Manhattan distance a step changes f = g + h by 0 (towards the goal) or by 2 (away from
//! it). So the places with the least f are one stack, those with the next f another, and nothing is
//! ever sorted. A place taken from the first stack has its final g: every cheaper way to it would
//! have had a smaller f and been followed before. That is A\* with the latest of equals first.
//!
//! The words make clearing unnecessary: each query writes numbers above all that earlier ones wrote
//! ([`Marks::begin`]), and walls are above everything, so "open and not yet visited" is one
//! comparison.

use super::best_first::Teller;
use super::ground::{DOWN, Ground, LEFT, RIGHT, UP};
use super::pace::Pace;
use crate::{Answer, Bound, Limits, Map, Observer, Outcome, Path, Statistics, WALL};

/// A wall, in the words.
const BLOCKED: u16 = u16::MAX;
/// Words that one query may write: queued, visited by one of eight steps, start.
const WORDS: u16 = 10;
/// The word of the start, above the query's base.
const START: u16 = 9;

/// One word a place.
#[derive(Debug)]
pub(super) struct Marks {
    words: Vec<u16>,
    base: u16,
}

impl Marks {
    pub(super) fn new(map: &Map) -> Self {
        let (columns, stride) = (map.columns() as usize, map.columns() as usize + 1);
        let mut words = vec![BLOCKED; Ground::padded_size(map)];
        for (row, terrain) in map.terrain().chunks_exact(columns).enumerate() {
            let from = (row + 1) * stride + 1;
            for (word, &cost) in words[from..from + columns].iter_mut().zip(terrain) {
                *word = if cost == WALL { BLOCKED } else { 0 };
            }
        }
        Self { words, base: 1 }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.words.capacity() * 2) as u64
    }

    /// Forgets everything.
    pub(super) fn begin(&mut self) {
        if self.base >= BLOCKED - 2 * WORDS {
            for word in &mut self.words {
                *word = if *word == BLOCKED { BLOCKED } else { 0 };
            }
            self.base = 1;
        } else {
            self.base += WORDS;
        }
    }

    /// Whether the place is no wall.
    #[inline(always)]
    pub(super) fn is_open(&self, place: usize) -> bool {
        self.words[place] != BLOCKED
    }

    /// Whether the place is open and was not visited (it may be queued).
    #[inline(always)]
    pub(super) fn is_unvisited(&self, place: usize) -> bool {
        self.words[place] <= self.base
    }

    #[inline(always)]
    pub(super) fn visit(&mut self, place: usize, step: usize) {
        self.words[place] = self.base + 1 + step as u16;
    }

    pub(super) fn visit_start(&mut self, place: usize) {
        self.words[place] = self.base + START;
    }

    /// The step by which a visited place was entered.
    pub(super) fn entered(&self, place: usize) -> usize {
        usize::from(self.words[place] - self.base - 1)
    }
}

/// The two stacks. An entry is a place (low half) and its padded column (high half).
#[derive(Debug, Default)]
pub(super) struct Stacks {
    now: Vec<u64>,
    later: Vec<u64>,
}

impl Stacks {
    /// Both lists, for searches that keep other things in them.
    pub(super) fn lists(&mut self) -> (&mut Vec<u64>, &mut Vec<u64>) {
        (&mut self.now, &mut self.later)
    }

    pub(super) fn bytes(&self) -> u64 {
        ((self.now.capacity() + self.later.capacity()) * 8) as u64
    }
}

const COLUMN: u32 = 32;
/// The step by which a place in `later` was entered, above its column.
const STEP: u32 = 62;

/// A\* over unit costs and four moves with the Manhattan distance. The path is a shortest one.
pub(super) fn astar<O: Observer>(
    ground: &Ground,
    marks: &mut Marks,
    stacks: &mut Stacks,
    ends: (usize, usize),
    limits: Limits<'_>,
    teller: &Teller<'_>,
    observer: &mut O,
) -> Answer {
    search(ground, marks, stacks, ends, limits, teller, observer, &mut ())
}

/// The same as [fringe search](super::fringe), whose two lists the stacks are: what is within the
/// bound, depth first, and what waits for the next, which is always larger by 2. It also tells the
/// bounds.
pub(super) fn fringe<O: Observer>(
    ground: &Ground,
    marks: &mut Marks,
    stacks: &mut Stacks,
    ends: (usize, usize),
    limits: Limits<'_>,
    teller: &Teller<'_>,
    observer: &mut O,
) -> Answer {
    let mut bounds: Vec<Bound> = Vec::new();
    let mut answer = search(ground, marks, stacks, ends, limits, teller, observer, &mut bounds);
    // So far each knows how many were expanded before it.
    let mut after = answer.statistics.expanded;
    for bound in bounds.iter_mut().rev() {
        (bound.nodes, after) = (after - bound.nodes, bound.nodes);
    }
    answer.statistics.bounds = bounds;
    answer
}

/// Who wants to know when the bound on f rises. A\* does not, and a list kept for nothing cost it
/// five instructions in a hundred.
trait BoundListener {
    /// A new bound, and how many places were expanded before it.
    fn rises<O: Observer>(
        &mut self,
        bound: u64,
        scale: u64,
        expanded: u64,
        teller: &Teller<'_>,
        observer: &mut O,
    );
}

impl BoundListener for () {
    #[inline(always)]
    fn rises<O: Observer>(&mut self, _: u64, _: u64, _: u64, _: &Teller<'_>, _: &mut O) {}
}

impl BoundListener for Vec<Bound> {
    fn rises<O: Observer>(
        &mut self,
        bound: u64,
        scale: u64,
        expanded: u64,
        teller: &Teller<'_>,
        observer: &mut O,
    ) {
        teller.new_bound(observer, bound * scale);
        self.push(Bound { bound: bound as f64, nodes: expanded });
    }
}

#[expect(clippy::too_many_arguments, reason = "what both searches are given, and who listens")]
fn search<O: Observer, B: BoundListener>(
    ground: &Ground,
    marks: &mut Marks,
    stacks: &mut Stacks,
    (start, goal): (usize, usize),
    limits: Limits<'_>,
    teller: &Teller<'_>,
    observer: &mut O,
    listener: &mut B,
) -> Answer {
    let Stacks { now, later } = stacks;
    // Plain variables: they stay in registers.
    let (mut expanded, mut generated, mut largest) = (0_u64, 1_u64, 1_usize);
    let mut pace = Pace::new(limits);
    let goal_cell = ground.cell(goal);
    let start_cell = ground.cell(start);
    let goal_column = u64::from(goal_cell.column) + 1;
    let goal_row_begins = goal - goal_column as usize;
    let goal_row_ends = goal_row_begins + ground.offsets()[DOWN] as usize;
    let stride = ground.offsets()[DOWN] as usize;
    let mut f = u64::from(start_cell.row.abs_diff(goal_cell.row))
        + u64::from(start_cell.column.abs_diff(goal_cell.column));
    // Only for events: g of a place is what f leaves above its distance to the goal.
    let g_ticks = |place: usize, f: u64| {
        let cell = ground.cell(place);
        let h = u64::from(cell.row.abs_diff(goal_cell.row))
            + u64::from(cell.column.abs_diff(goal_cell.column));
        (f - h) * ground.straight()
    };
    marks.begin();
    now.clear();
    later.clear();
    marks.visit_start(start);
    now.push(start as u64 | u64::from(start_cell.column + 1) << COLUMN);
    teller.generate(observer, start, None, 0);
    let Marks { words, base } = marks;
    let base = *base;
    let outcome = 'search: loop {
        listener.rises(f, ground.straight(), expanded, teller, observer);
        while let Some(entry) = now.pop() {
            if pace.over(expanded) {
                break 'search Outcome::Stopped;
            }
            let place = (entry & 0xFFFF_FFFF) as usize;
            let column = entry >> COLUMN;
            expanded += 1;
            if O::ACTIVE {
                teller.expand(observer, place, g_ticks(place, f));
            }
            if place == goal {
                teller.found(observer, goal, f * ground.straight());
                break 'search Outcome::Found(path(ground, words, base, start, goal));
            }
            // Towards the goal f stays; away from it f grows by 2.
            let steps = [
                (UP, place - stride, column, place >= goal_row_ends),
                (DOWN, place + stride, column, place < goal_row_begins),
                (LEFT, place - 1, column - 1, column > goal_column),
                (RIGHT, place + 1, column + 1, column < goal_column),
            ];
            for (step, to, column, towards) in steps {
                let word = words[to];
                if towards {
                    if word <= base {
                        words[to] = base + 1 + step as u16;
                        now.push(to as u64 | column << COLUMN);
                        generated += 1;
                        if O::ACTIVE {
                            teller.generate(observer, to, Some(place), g_ticks(to, f));
                        }
                    }
                } else if word < base {
                    words[to] = base;
                    later.push(to as u64 | column << COLUMN | (step as u64) << STEP);
                    generated += 1;
                    if O::ACTIVE {
                        teller.generate(observer, to, Some(place), g_ticks(to, f + 2));
                    }
                }
            }
            teller.close(observer, place);
            largest = largest.max(now.len() + later.len());
        }
        if later.is_empty() {
            break Outcome::Impossible;
        }
        f += 2;
        // What was reached more cheaply meanwhile is visited already.
        later.retain_mut(|entry| {
            let place = (*entry & 0xFFFF_FFFF) as usize;
            let step = (*entry >> STEP) as usize;
            *entry &= (1 << STEP) - 1;
            let waiting = words[place] == base;
            if waiting {
                words[place] = base + 1 + step as u16;
            }
            waiting
        });
        std::mem::swap(now, later);
    };
    let largest_frontier = largest as u64;
    Answer {
        outcome,
        statistics: Statistics { expanded, generated, largest_frontier, ..Statistics::default() },
    }
}

fn path(ground: &Ground, words: &[u16], base: u16, start: usize, goal: usize) -> Path {
    ground.path_back(start, goal, |place| usize::from(words[place] - base - 1))
}
