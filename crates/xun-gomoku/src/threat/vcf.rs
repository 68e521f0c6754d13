//! Wins by continuous fours: each attack leaves one answer, so the search is a walk with a memory
//! of dead ends.
//!
//! Under caro a four may have several answers, because a stone just beyond the row's end also stops
//! it; such a four is no move of this search (the search over fours and threes tries all answers).

use super::budget::Budget;
use super::four_board::FourBoard;
use crate::rules::{Board, Colour, LineClass, Point, STEPS};

/// Limits of a search for fours.
#[derive(Clone, Copy, Debug)]
pub struct VcfLimits {
    /// Most fours in a row.
    pub fours: u32,
    /// Most positions.
    pub nodes: u64,
}

/// The result of a search for fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FoursResult {
    /// The side to move wins.
    Won,
    /// Fours do not win, however many.
    Dead,
    /// Fours do not win within the limits.
    Cut,
}

/// A search for fours; it remembers dead ends from one search to the next.
pub(crate) struct Vcf<'a> {
    dead: DeadEnds,
    pub(crate) nodes: u64,
    most_nodes: u64,
    /// Its time and its stop end a search early, as if it had run out of nodes.
    budget: Budget<'a>,
    /// Whether a four was left out because it has several answers (caro).
    skipped: bool,
    /// The moves of all positions on the way, one after another.
    moves: Vec<(u8, Point)>,
    /// Our moves and the forced answers in turn.
    line: Vec<Point>,
}

/// The most fours that a search can be asked for.
pub(crate) const MOST_FOURS: u32 = 250;

/// Positions between two looks at the clock.
const NODES_PER_LOOK: u64 = 1 << 10;

impl<'a> Vcf<'a> {
    pub(crate) fn new(budget: Budget<'a>) -> Self {
        Self {
            dead: DeadEnds::new(),
            nodes: 0,
            most_nodes: 0,
            budget,
            skipped: false,
            moves: Vec::with_capacity(256),
            line: Vec::with_capacity(64),
        }
    }

    /// The winning line found last, ending with five.
    pub(crate) fn line(&self) -> &[Point] {
        &self.line
    }

    /// Whether the last search ended for want of nodes.
    pub(crate) fn ran_out(&self) -> bool {
        self.nodes >= self.most_nodes
    }

    /// Whether any search so far left out fours because they have several answers: then `Dead`
    /// means only that the other fours do not win.
    pub(crate) fn has_skipped(&self) -> bool {
        self.skipped
    }

    /// Looks for a win of this side, which is to move.
    pub(crate) fn search(
        &mut self,
        board: &mut FourBoard,
        own: Colour,
        limits: VcfLimits,
    ) -> FoursResult {
        self.most_nodes = self.nodes.saturating_add(limits.nodes);
        self.moves.clear();
        self.line.clear();
        self.attack(board, own, limits.fours.min(MOST_FOURS))
    }

    fn attack(&mut self, board: &mut FourBoard, own: Colour, fours: u32) -> FoursResult {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_LOOK) && self.budget.is_over() {
            self.most_nodes = self.nodes;
        }
        if let (Some(five), _) = board.fives(own) {
            self.line.push(five);
            return FoursResult::Won;
        }
        let must = match board.fives(!own) {
            (_, Some(_)) => {
                self.skipped |= board.rule().is_caro();
                return FoursResult::Dead;
            }
            (must, None) => must,
        };
        // A stone beyond the row's end may stop the five too, and make a four.
        self.skipped |= must.is_some() && board.rule().is_caro();
        if fours == 0 || self.nodes >= self.most_nodes {
            return FoursResult::Cut;
        }
        let key = board.key();
        match self.dead.left(key) {
            Some(DeadEnds::ALWAYS) => return FoursResult::Dead,
            Some(left) if left >= fours => return FoursResult::Cut,
            _ => {}
        }
        let from = self.moves.len();
        self.collect(board, own, must);
        let mut outcome = FoursResult::Dead;
        for index in from..self.moves.len() {
            let (_, point) = self.moves[index];
            if board.is_forbidden(point, own) {
                continue;
            }
            board.play(point, own);
            let child = self.answer(board, own, fours - 1, point);
            board.undo();
            match child {
                FoursResult::Won => return FoursResult::Won,
                FoursResult::Cut => outcome = FoursResult::Cut,
                FoursResult::Dead => {}
            }
        }
        self.moves.truncate(from);
        // A search cut off by its node limit says nothing about the position.
        if outcome == FoursResult::Dead {
            self.dead.keep(key, DeadEnds::ALWAYS);
        } else if self.nodes < self.most_nodes {
            self.dead.keep(key, fours);
        }
        outcome
    }

    /// Adds this side's fours, the most promising first; only `must` if five must be stopped there.
    fn collect(&mut self, board: &FourBoard, own: Colour, must: Option<Point>) {
        let from = self.moves.len();
        if let Some(point) = must {
            if board.fours_at(point, own) > 0 {
                self.moves.push((0, point));
            }
            return;
        }
        let last = board.recent(1);
        board.each_four(own, |point| {
            // A point may be on several lines; there are few of them.
            if self.moves[from..].iter().all(|&(_, known)| known != point) {
                let near = last.map_or(0, |last| last.distance(point).min(8)) as u8;
                let order = 16 * (3 - promise(board.classes(point, own))) + near;
                let mut place = self.moves.len();
                self.moves.push((order, point));
                while place > from && self.moves[place - 1].0 > order {
                    self.moves.swap(place - 1, place);
                    place -= 1;
                }
            }
        });
    }

    /// The defender's answer to the four just made; the line grows if it wins.
    fn answer(
        &mut self,
        board: &mut FourBoard,
        own: Colour,
        fours: u32,
        point: Point,
    ) -> FoursResult {
        let (block, other) = match stops(board, own) {
            Stops::None(first, second) => (first, second),
            Stops::One(block) => {
                let from = self.line.len();
                self.line.extend([point, block]);
                board.play(block, !own);
                let outcome = self.attack(board, own, fours);
                board.undo();
                if outcome != FoursResult::Won {
                    self.line.truncate(from);
                }
                return outcome;
            }
            Stops::Several => {
                self.skipped = true;
                return FoursResult::Dead;
            }
        };
        self.line.push(point);
        self.line.extend(block);
        self.line.extend(other);
        FoursResult::Won
    }
}

/// The answer to a threatened five.
enum Stops {
    /// Nothing: a vain answer if the defender has one, and the five after it.
    None(Option<Point>, Option<Point>),
    /// One point.
    One(Point),
    /// Caro only.
    Several,
}

fn stops(board: &mut FourBoard, attacker: Colour) -> Stops {
    if board.rule().is_caro() {
        let answers = caro_stops(board, attacker);
        return match answers[..] {
            [] => {
                let (first, second) = board.fives(attacker);
                Stops::None(first, second.or(first))
            }
            [block] => Stops::One(block),
            _ => Stops::Several,
        };
    }
    match board.fives(attacker) {
        (Some(first), Some(second)) => Stops::None(Some(first), Some(second)),
        (Some(block), None) if board.is_forbidden(block, !attacker) => {
            Stops::None(None, Some(block))
        }
        (Some(block), None) => Stops::One(block),
        (None, _) => Stops::Several,
    }
}

/// All points that stop five: at the row, or just beyond its ends.
pub(crate) fn caro_stops(board: &mut FourBoard, attacker: Colour) -> Vec<Point> {
    let (Some(five), _) = board.fives(attacker) else { return Vec::new() };
    let near: Vec<Point> = STEPS
        .iter()
        .flat_map(|step| (-5..=5).filter(|&steps| steps != 0).map(move |steps| steps * step))
        .chain([0])
        .filter_map(|steps| board.empty_at(five.index() as isize + steps))
        .collect();
    near.into_iter()
        .filter(|&point| {
            board.play(point, !attacker);
            let stopped = !board.has_five(attacker);
            board.undo();
            stopped
        })
        .collect()
}

/// The promise of a four: 3 if five cannot be stopped, 2 with an open three, 1 with a lesser
/// line, else 0.
fn promise(classes: [LineClass; 4]) -> u8 {
    let (mut fours, mut three, mut minor) = (0, false, false);
    for class in classes {
        match class {
            LineClass::ClosedFour => fours += 1,
            LineClass::OpenFour | LineClass::DoubleFour => fours += 2,
            LineClass::OpenThree | LineClass::OpenThreeSolid => three = true,
            LineClass::ClosedThree => minor = true,
            class if class.is_open_two() => minor = true,
            _ => {}
        }
    }
    if fours > 1 {
        3
    } else if three {
        2
    } else {
        u8::from(minor)
    }
}

/// Positions that fours do not win, with the number of fours that was tried. A table that grows
/// with its use; the oldest entry of a place gives way.
struct DeadEnds {
    /// The key without its low byte, which says how many fours.
    entries: Vec<u64>,
    used: usize,
}

impl DeadEnds {
    const ALWAYS: u32 = 255;
    const FIRST: usize = 1 << 9;
    /// Eight bytes each.
    const MOST: usize = 1 << 20;

    fn new() -> Self {
        Self { entries: vec![0; Self::FIRST], used: 0 }
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (key >> 8) as usize & (self.entries.len() - 1)
    }

    #[inline]
    fn left(&self, key: u64) -> Option<u32> {
        let entry = self.entries[self.slot(key)];
        (entry & !255 == key & !255).then_some((entry & 255) as u32)
    }

    #[inline]
    fn keep(&mut self, key: u64, fours: u32) {
        let slot = self.slot(key);
        self.used += usize::from(self.entries[slot] == 0);
        self.entries[slot] = key & !255 | u64::from(fours);
        if self.used * 2 > self.entries.len() && self.entries.len() < Self::MOST {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let size = self.entries.len() * 4;
        let old = std::mem::replace(&mut self.entries, vec![0; size]);
        self.used = 0;
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let slot = self.slot(entry);
            self.used += usize::from(self.entries[slot] == 0);
            self.entries[slot] = entry;
        }
    }
}

/// A win of the side to move by fours alone, as a line that ends with five; not always the
/// shortest.
#[must_use]
pub fn find_vcf(board: &Board, limits: VcfLimits) -> Option<Vec<Point>> {
    let mut vcf = Vcf::new(Budget::ENDLESS);
    let outcome = vcf.search(&mut FourBoard::new(board), board.to_move(), limits);
    (outcome == FoursResult::Won).then(|| vcf.line().to_vec())
}

/// The shortest win of the side to move by fours alone, and whether it is certain that none is
/// shorter.
#[must_use]
pub fn shortest_vcf(board: &Board, limits: VcfLimits) -> Option<(Vec<Point>, bool)> {
    shortest_vcf_within(board, limits, Budget::ENDLESS)
}

/// The same within the time of a budget.
pub(crate) fn shortest_vcf_within(
    board: &Board,
    limits: VcfLimits,
    budget: Budget,
) -> Option<(Vec<Point>, bool)> {
    let mut vcf = Vcf::new(budget);
    let mut fours_board = FourBoard::new(board);
    let mut left = limits.nodes;
    for fours in 0..=limits.fours {
        let before = vcf.nodes;
        match vcf.search(&mut fours_board, board.to_move(), VcfLimits { fours, nodes: left }) {
            FoursResult::Won => return Some((vcf.line().to_vec(), !vcf.has_skipped())),
            FoursResult::Dead => return None,
            FoursResult::Cut => {}
        }
        left = left.saturating_sub(vcf.nodes - before);
        if vcf.ran_out() {
            break;
        }
    }
    let outcome = vcf.search(&mut fours_board, board.to_move(), limits);
    (outcome == FoursResult::Won).then(|| (vcf.line().to_vec(), false))
}
