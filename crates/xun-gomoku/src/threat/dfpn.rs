//! Depth-first proof-number search (df-pn) over fours and threats of fours.
//!
//! The attacker's moves are fours, threes, and quiet moves that make a line of fours possible; the
//! defender's are all that stop the threat. A position's proof number says how many leaves at least
//! must still be won to prove it, its disproof number how many must be lost; the search always
//! works where the least is missing.

use super::budget::Budget;
use super::defence::{all_breakers, breakers};
use super::four_board::FourBoard;
use super::numbers::{INFINITE, MoveLists, Numbers, ProofTable, Total, add};
use super::vcf::{FoursResult, MOST_FOURS, Vcf, VcfLimits, caro_stops};
use crate::rules::{Board, Colour, LineClass, Point, PointSet};
use xun_game::SplitMix64;

/// The wins that a run of the search looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scope {
    /// Plies within which five must be made, if it matters.
    pub(crate) plies: Option<u32>,
    /// Most attacks on a line that are neither fours nor forced, if it matters.
    pub(crate) quiets: Option<u32>,
    /// Whether every move that is likely to threaten is tried. Otherwise those that promise most.
    pub(crate) complete: bool,
    /// Whether attacks, and the points that break a line of fours, are found by trying all points:
    /// only then a disproof holds for all wins by threats. Otherwise by lists that are complete but
    /// for rare effects of far stones.
    pub(crate) exact: bool,
}

impl Scope {
    /// All wins by threats within so many plies, if it matters.
    pub(crate) fn all(plies: Option<u32>) -> Self {
        Self { plies, quiets: None, complete: true, exact: true }
    }
}

/// Positions that the attacker's searches for fours inside may visit at first; the defender's may
/// visit a fourth.
const FIRST_NODES: u64 = 1_000;
/// Factor of that number when it was too small.
const MORE_NODES: u64 = 8;

/// Initial proof numbers of unvisited attacks: fours promise most, quiet moves least.
const UNSEEN_FOUR: u32 = 1;
const UNSEEN_THREE: u32 = 2;
const UNSEEN_QUIET: u32 = 5;
const UNSEEN_TWO: u32 = 8;
const UNSEEN_OTHER: u32 = 16;

/// A search for one attacker.
pub(crate) struct Dfpn<'a> {
    pub(crate) board: FourBoard,
    pub(crate) attacker: Colour,
    table: ProofTable,
    lists: MoveLists,
    pub(crate) vcf: Vcf<'a>,
    nodes: u64,
    budget: Budget<'a>,
    /// Nodes at which the present run ends.
    most_nodes: u64,
    stopped: bool,
    scope: Scope,
    /// Attacks on the way that were neither fours nor forced.
    quiets: u32,
    /// Positions that the attacker's searches for fours may visit.
    attack_nodes: u64,
    /// The greatest such number with which one of these searches gave up: disproofs with it or
    /// with less are not certain.
    gave_up: u64,
    /// The children of all positions on the way.
    children: Vec<(Point, Numbers)>,
}

impl<'a> Dfpn<'a> {
    pub(crate) fn new(board: &Board, table_bytes: usize, budget: Budget<'a>) -> Self {
        Self {
            board: FourBoard::new(board),
            attacker: board.to_move(),
            // An eighth for the moves.
            table: ProofTable::new(table_bytes - table_bytes / 8),
            lists: MoveLists::new(table_bytes / 8),
            vcf: Vcf::new(budget),
            nodes: 0,
            budget,
            most_nodes: 0,
            stopped: false,
            scope: Scope::all(None),
            quiets: 0,
            attack_nodes: FIRST_NODES,
            gave_up: 0,
            children: Vec::with_capacity(1 << 10),
        }
    }

    /// Works on the position (the attacker to move) until it is decided, this many more nodes are
    /// visited or the budget is spent. A run of the same scope goes on where the last one ended.
    pub(crate) fn run(&mut self, scope: Scope, nodes: u64) -> Numbers {
        self.most_nodes = self.nodes().saturating_add(nodes).min(self.budget.nodes);
        self.stopped = false;
        self.scope = scope;
        self.attack_nodes = FIRST_NODES;
        loop {
            let numbers = self.attack(INFINITE, INFINITE);
            if numbers.disproof > 0 || self.attack_nodes > self.gave_up {
                return numbers;
            }
            // Some search for fours gave up: results that depend on it are not certain.
            if self.over() {
                return Numbers { proof: 1, disproof: 1 };
            }
            self.attack_nodes = self.attack_nodes.saturating_mul(MORE_NODES);
        }
    }

    /// Whether something was left out, so that a disproof is not certain: under caro some fours are
    /// no moves of the searches for fours.
    pub(crate) fn has_skipped(&self) -> bool {
        self.vcf.has_skipped()
    }

    /// A win that was found is written down: only time and stop end this run now.
    pub(crate) fn write_down(&mut self) {
        self.most_nodes = u64::MAX;
        self.stopped = false;
    }

    /// Positions visited, those of the searches for fours among them.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes
    }

    /// Whether the budget is spent.
    pub(crate) fn is_spent(&self) -> bool {
        self.budget.is_spent(self.nodes())
    }

    pub(crate) fn over(&mut self) -> bool {
        // A position takes far longer than a look at the clock.
        self.stopped |= self.nodes() >= self.most_nodes || self.budget.is_over();
        self.stopped
    }

    /// Plies left before five must be there.
    fn left(&self, played: usize) -> Option<u32> {
        self.scope.plies.map(|plies| plies.saturating_sub(played as u32))
    }

    /// The key of a position under the limits that matter.
    #[inline]
    fn key_of(&self, key: u64, played: usize, quiets: u32) -> u64 {
        let left = self.left(played).map_or(0, |left| left + 1);
        let quiets = self.scope.quiets.map_or(0, |most| most.saturating_sub(quiets) + 1);
        let limits = self.attack_nodes << 32
            | u64::from(quiets) << 16
            | u64::from(left) << 2
            | u64::from(self.scope.exact) << 1
            | u64::from(self.scope.complete);
        key ^ limits.wrapping_mul(SplitMix64::GAMMA)
    }

    pub(crate) fn key(&self) -> u64 {
        self.key_of(self.board.key(), self.board.depth(), self.quiets)
    }

    /// The numbers that the table holds after this attack.
    pub(crate) fn look_after_attack(&self, point: Point) -> Option<Numbers> {
        let quiets = self.quiets + self.quiets_of(point);
        let key = self.board.key_after(point, self.attacker);
        self.table.look(self.key_of(key, self.board.depth() + 1, quiets))
    }

    fn look_after_defence(&self, point: Point) -> Option<Numbers> {
        let key = self.board.key_after(point, !self.attacker);
        self.table.look(self.key_of(key, self.board.depth() + 1, self.quiets))
    }

    /// 1 for an attack that is neither a four nor forced, else 0.
    fn quiets_of(&self, point: Point) -> u32 {
        let forced =
            self.board.fours_at(point, self.attacker) > 0 || self.board.has_five(!self.attacker);
        u32::from(!forced)
    }

    /// Plays an attack; returns what [`undo_attack`](Self::undo_attack) needs.
    pub(crate) fn play_attack(&mut self, point: Point) -> u32 {
        let before = self.quiets;
        self.quiets += self.quiets_of(point);
        self.board.play(point, self.attacker);
        before
    }

    pub(crate) fn undo_attack(&mut self, quiets_before: u32) {
        self.board.undo();
        self.quiets = quiets_before;
    }

    /// A search for a win by fours of the side whose turn it is.
    fn fours(&mut self, side: Colour, nodes: u64, plies: Option<u32>) -> bool {
        let fours = plies.map_or(MOST_FOURS, |plies| plies.saturating_sub(1) / 2);
        let outcome = self.vcf.search(&mut self.board, side, VcfLimits { fours, nodes });
        if side == self.attacker && outcome == FoursResult::Cut && self.vcf.ran_out() {
            self.gave_up = self.gave_up.max(nodes);
        }
        outcome == FoursResult::Won
    }

    /// A line of fours of the attacker, who is to move.
    pub(crate) fn attackers_fours(&mut self) -> bool {
        self.fours(self.attacker, self.attack_nodes, self.left(self.board.depth()))
    }

    /// A line of fours of the defender, whichever side is to move. `false` may also mean that the
    /// search gave up: then the search goes on without what it would have told.
    fn defenders_fours(&mut self) -> bool {
        self.fours(!self.attacker, self.attack_nodes / 4, None)
    }

    /// The line of fours that threatens, the defender to move.
    pub(crate) fn threat(&mut self) -> bool {
        let left = self.left(self.board.depth()).map(|left| left.saturating_sub(1));
        self.board.pass();
        let found = self.fours(self.attacker, self.attack_nodes, left);
        self.board.pass();
        found
    }

    /// The attacker's moves here: fours, threes and preparations of fours, or what stops the
    /// defender's five.
    pub(crate) fn attacks(&mut self) -> Vec<Point> {
        let own = self.attacker;
        if self.board.has_five(!own) {
            // A forced answer need not threaten anything: what was threatened before may still
            // stand.
            return self.stops_of(!own);
        }
        let mut ranked: Vec<(u8, Point)> = self
            .candidates()
            .into_iter()
            .map(|point| (promise(self.board.classes(point, own)), point))
            .collect();
        ranked.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        ranked.retain(|&(_, point)| !self.board.is_forbidden(point, own));
        // If the defender threatens to win by fours, only fours and what stops him are of use.
        self.board.pass();
        let threatened = self.defenders_fours();
        self.board.pass();
        if threatened {
            let line = self.vcf.line().to_vec();
            let stops = self.breakers(!own, &line);
            ranked
                .retain(|(_, point)| self.board.fours_at(*point, own) > 0 || stops.contains(point));
        }
        ranked.into_iter().map(|(_, point)| point).collect()
    }

    /// Points where a stone may threaten a line of fours. Where no four is possible yet, it must
    /// make one possible: a window of five with two stones or more. Elsewhere any stone may help
    /// (join a row that the fours make, take a point of an answer's four, change what is
    /// forbidden); of these a search that is not complete tries those that make two twos.
    fn candidates(&self) -> Vec<Point> {
        let fours = self.board.has_four(self.attacker);
        match (fours && self.scope.complete, self.scope.exact) {
            (true, true) => self.board.empty_points().collect(),
            (true, false) => near_rows(&self.board, self.attacker),
            (false, _) => extensions(&self.board, self.attacker, fours),
        }
    }

    /// The points that break a line of fours of this side.
    fn breakers(&mut self, side: Colour, line: &[Point]) -> Vec<Point> {
        if self.scope.exact {
            return all_breakers(&mut self.board, side, line);
        }
        let mut found = Vec::with_capacity(16);
        breakers(&mut self.board, side, line, &mut found);
        found
    }

    /// The attacker to move.
    fn attack(&mut self, most_proof: u32, most_disproof: u32) -> Numbers {
        self.nodes += 1;
        let began = self.nodes();
        let key = self.key();
        let known = self.table.look(key);
        if let Some(decided) = known.filter(|numbers| numbers.is_decided()) {
            return decided;
        }
        if self.over() {
            return known.unwrap_or(Numbers { proof: 1, disproof: 1 });
        }
        if known.is_none() {
            if self.attackers_fours() {
                return self.keep(key, Numbers::PROVEN, began);
            }
            // Shorter than five plies there are only fours.
            let only_fours = self.left(self.board.depth()).is_some_and(|left| left < 5)
                || (self.scope.quiets.is_some_and(|most| self.quiets >= most)
                    && !self.board.has_five(!self.attacker));
            if self.board.is_full() || only_fours {
                return self.keep(key, Numbers::DISPROVEN, began);
            }
        }
        self.try_attacks(key, began, most_proof, most_disproof)
    }

    fn try_attacks(
        &mut self,
        key: u64,
        began: u64,
        most_proof: u32,
        most_disproof: u32,
    ) -> Numbers {
        let from = self.children.len();
        if self.lists.get(key).is_none() {
            let moves = self.attacks();
            self.lists.keep(key, &moves);
        }
        let own = self.attacker;
        let mut failed = 0;
        for &point in self.lists.get(key).unwrap_or_default() {
            let numbers = self
                .look_after_attack(point)
                .unwrap_or_else(|| Numbers { proof: unseen(&self.board, point, own), disproof: 1 });
            if numbers.disproof > 0 {
                self.children.push((point, numbers));
            } else {
                failed += 1;
            }
        }
        // Attacks that failed stay so: a list that consists mostly of them is shortened.
        let left = &self.children[from..];
        if failed > left.len() {
            let moves: Vec<Point> = left.iter().map(|&(point, _)| point).collect();
            self.lists.keep(key, &moves);
        }
        let numbers = self.choose_attack(from, most_proof, most_disproof);
        self.children.truncate(from);
        self.keep(key, numbers, began)
    }

    fn choose_attack(&mut self, from: usize, most_proof: u32, most_disproof: u32) -> Numbers {
        loop {
            // The defender's numbers below: the least proof is ours, the disproofs add up.
            let (mut best, mut second) = (INFINITE, INFINITE);
            let mut disproof = Total::default();
            let mut choice = None;
            for (index, (_, numbers)) in self.children[from..].iter().enumerate() {
                disproof.add(numbers.disproof);
                if numbers.proof < best {
                    second = best;
                    best = numbers.proof;
                    choice = Some(from + index);
                } else if numbers.proof < second {
                    second = numbers.proof;
                }
            }
            let total = disproof;
            let disproof = total.damped();
            let Some(index) = choice else { return Numbers::DISPROVEN };
            if best == 0 {
                return Numbers::PROVEN;
            }
            if best >= most_proof || disproof >= most_disproof || self.over() {
                return Numbers { proof: best, disproof };
            }
            let (point, numbers) = self.children[index];
            let proof_limit = most_proof.min(add(second, 1 + second / 4));
            let disproof_limit = total.damped_limit(numbers.disproof, most_disproof);
            let quiets = self.play_attack(point);
            let numbers = self.defend(proof_limit, disproof_limit);
            self.undo_attack(quiets);
            self.children[index].1 = numbers;
        }
    }

    fn keep(&mut self, key: u64, numbers: Numbers, began: u64) -> Numbers {
        let work = self.nodes() - began;
        if !self.stopped || numbers.is_decided() {
            self.table.keep(key, numbers, work);
        }
        numbers
    }

    /// The defender's answers to the attack just made: `None` if it is no attack, an empty list if
    /// it wins.
    fn defences(&mut self) -> Option<Vec<Point>> {
        let own = self.attacker;
        if self.board.has_five(!own) {
            return None;
        }
        if self.board.has_five(own) {
            return Some(self.stops_of(own));
        }
        if !self.threat() {
            return None;
        }
        let line = self.vcf.line().to_vec();
        if self.defenders_fours() {
            return None;
        }
        Some(self.breakers(own, &line))
    }

    /// The answers to a four of this side.
    pub(crate) fn stops_of(&mut self, side: Colour) -> Vec<Point> {
        if self.board.rule().is_caro() {
            return caro_stops(&mut self.board, side);
        }
        match self.board.fives(side) {
            (Some(block), None) if !self.board.is_forbidden(block, !side) => vec![block],
            _ => Vec::new(),
        }
    }

    /// The defender to move.
    fn defend(&mut self, most_proof: u32, most_disproof: u32) -> Numbers {
        self.nodes += 1;
        let began = self.nodes();
        let key = self.key();
        if self.over() {
            return self.table.look(key).unwrap_or(Numbers { proof: 1, disproof: 1 });
        }
        if self.lists.get(key).is_none() {
            let Some(moves) = self.defences() else {
                return self.keep(key, Numbers::DISPROVEN, began);
            };
            self.lists.keep(key, &moves);
        }
        let from = self.children.len();
        for &point in self.lists.get(key).unwrap_or_default() {
            let numbers =
                self.look_after_defence(point).unwrap_or(Numbers { proof: 1, disproof: 1 });
            self.children.push((point, numbers));
        }
        let numbers = self.choose_defence(from, most_proof, most_disproof);
        self.children.truncate(from);
        self.keep(key, numbers, began)
    }

    fn choose_defence(&mut self, from: usize, most_proof: u32, most_disproof: u32) -> Numbers {
        loop {
            let (mut best, mut second) = (INFINITE, INFINITE);
            let mut proof = Total::default();
            let mut choice = None;
            for (index, (_, numbers)) in self.children[from..].iter().enumerate() {
                proof.add(numbers.proof);
                if numbers.disproof < best {
                    second = best;
                    best = numbers.disproof;
                    choice = Some(from + index);
                } else if numbers.disproof < second {
                    second = numbers.disproof;
                }
            }
            let total = proof;
            let proof = total.sum();
            let Some(index) = choice else { return Numbers::PROVEN };
            if best == 0 {
                return Numbers::DISPROVEN;
            }
            if proof >= most_proof || best >= most_disproof || self.over() {
                return Numbers { proof, disproof: best };
            }
            let (point, numbers) = self.children[index];
            let proof_limit = total.sum_limit(numbers.proof, most_proof);
            let disproof_limit = most_disproof.min(add(second, 1 + second / 4));
            self.board.play(point, !self.attacker);
            let numbers = self.attack(proof_limit, disproof_limit);
            self.board.undo();
            self.children[index].1 = numbers;
        }
    }

    /// Works on the present position (the attacker to move), unless its numbers are known.
    pub(crate) fn is_won(&mut self) -> bool {
        self.attack(INFINITE, INFINITE).proof == 0
    }

    /// Works on the present position, which was won, again: the table may have lost by what.
    pub(crate) fn win_again(&mut self) -> bool {
        self.try_attacks(self.key(), self.nodes(), INFINITE, INFINITE).proof == 0
    }
}

/// Points in a window of five with a stone of the attacker's, or with two of the defender's.
fn near_rows(board: &FourBoard, own: Colour) -> Vec<Point> {
    let mut points = PointSet::EMPTY;
    board.each_extension(own, |point, _| points.insert(point));
    board.each_extension(!own, |point, three| {
        if three {
            points.insert(point);
        }
    });
    points.iter().collect()
}

/// Points where a stone makes a three, or, where fours exist already, two twos.
fn extensions(board: &FourBoard, own: Colour, fours: bool) -> Vec<Point> {
    let mut found: Vec<(Point, bool)> = Vec::with_capacity(64);
    board.each_extension(own, |point, three| found.push((point, three)));
    found.sort_unstable();
    found
        .chunk_by(|(one, _), (other, _)| one == other)
        .filter(|same| same.iter().any(|(_, three)| *three) || (fours && same.len() > 1))
        .map(|same| same[0].0)
        .collect()
}

/// The initial numbers of an attack that was not visited yet.
fn unseen(board: &FourBoard, point: Point, own: Colour) -> u32 {
    let classes = board.classes(point, own);
    match promise(classes) {
        5.. => UNSEEN_FOUR,
        3.. => UNSEEN_THREE,
        1.. => UNSEEN_QUIET,
        _ if classes.iter().filter(|class| class.is_open_two()).count() > 1 => UNSEEN_TWO,
        _ => UNSEEN_OTHER,
    }
}

/// The rank of an attack: fours from five, open threes from three, closed ones from one, then the
/// rest.
fn promise(classes: [LineClass; 4]) -> u8 {
    let (mut fours, mut threes, mut closed) = (0, 0, 0);
    for class in classes {
        match class {
            class if class.is_four() => fours += 1,
            class if class.is_open_three() => threes += 1,
            LineClass::ClosedThree => closed += 1,
            _ => {}
        }
    }
    match (fours, threes, closed) {
        (1.., 1.., _) => 7,
        (1.., _, 1..) => 6,
        (1.., _, _) => 5,
        (_, 1.., _) if threes + closed > 1 => 4,
        (_, 1, _) => 3,
        (_, _, 2..) => 2,
        (_, _, 1) => 1,
        _ => 0,
    }
}
