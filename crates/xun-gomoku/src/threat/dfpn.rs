//! Depth-first proof-number search (df-pn) over fours and threats of fours.
//!
//! The attacker's moves are fours, threes, and quiet moves that make a line of fours possible; the
//! defender's are all that stop the threat. A position's proof number says how many leaves at least
//! must still be won to prove it, its disproof number how many must be lost; the search always
//! works where the least is missing.

use super::defence::breakers;
use super::four_board::FourBoard;
use super::numbers::{INFINITE, MoveLists, Numbers, ProofTable, Total, add};
use super::vcf::{MOST_FOURS, Outcome, Vcf, VcfLimits, caro_stops};
use crate::rules::{Board, Colour, LineClass, Point};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use xun_game::SplitMix64;

/// Limits of the search.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// Whether it is spent after this many nodes.
    pub(crate) fn is_spent(&self, nodes: u64) -> bool {
        nodes >= self.nodes
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
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

/// A search for one attacker.
pub(crate) struct Dfpn<'a> {
    pub(crate) board: FourBoard,
    pub(crate) attacker: Colour,
    table: ProofTable,
    lists: MoveLists,
    pub(crate) vcf: Vcf,
    nodes: u64,
    budget: Budget<'a>,
    stopped: bool,
    /// Plies within which five must be made, if it matters.
    plies: Option<u32>,
    /// Positions that the attacker's searches for fours may visit.
    attack_nodes: u64,
    /// Whether a search for fours gave up, so that a disproof may be wrong.
    doubtful: bool,
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
            vcf: Vcf::new(),
            nodes: 0,
            budget,
            stopped: false,
            plies: None,
            attack_nodes: FIRST_NODES,
            doubtful: false,
            children: Vec::with_capacity(1 << 10),
        }
    }

    /// Works on the position (the attacker to move) until it is decided or the budget is spent.
    /// With `plies`, only wins within so many count.
    pub(crate) fn run(&mut self, plies: Option<u32>) -> Numbers {
        self.stopped = false;
        self.plies = plies;
        self.attack_nodes = FIRST_NODES;
        loop {
            self.doubtful = false;
            let numbers = self.attack(INFINITE, INFINITE);
            if numbers.disproof > 0 || !self.doubtful {
                return numbers;
            }
            // Some search for fours gave up: results that depend on it are not certain.
            if self.over() {
                return Numbers { proof: 1, disproof: 1 };
            }
            self.attack_nodes = self.attack_nodes.saturating_mul(MORE_NODES);
        }
    }

    /// Positions visited, those of the searches for fours among them.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.vcf.nodes
    }

    fn over(&mut self) -> bool {
        if !self.stopped && (self.nodes() >= self.budget.nodes || self.nodes.is_multiple_of(64)) {
            self.stopped = self.budget.is_spent(self.nodes());
        }
        self.stopped
    }

    /// Plies left before five must be there.
    fn left(&self, played: usize) -> Option<u32> {
        self.plies.map(|plies| plies.saturating_sub(played as u32))
    }

    /// The key of a position under the limits that matter.
    #[inline]
    fn key_of(&self, key: u64, played: usize) -> u64 {
        let limits =
            self.attack_nodes << 10 | u64::from(self.left(played).map_or(0, |left| left + 1));
        key ^ limits.wrapping_mul(SplitMix64::GAMMA)
    }

    fn key(&self) -> u64 {
        self.key_of(self.board.key(), self.board.depth())
    }

    pub(crate) fn look_after(&self, point: Point, colour: Colour) -> Option<Numbers> {
        self.table.look(self.key_of(self.board.key_after(point, colour), self.board.depth() + 1))
    }

    /// A search for a win by fours of the side whose turn it is.
    fn fours(&mut self, side: Colour, nodes: u64, plies: Option<u32>) -> bool {
        let fours = plies.map_or(MOST_FOURS, |plies| plies.saturating_sub(1) / 2);
        let outcome = self.vcf.search(&mut self.board, side, VcfLimits { fours, nodes });
        self.doubtful |= outcome == Outcome::Cut && self.vcf.ran_out();
        outcome == Outcome::Won
    }

    /// A line of fours of the attacker, who is to move.
    pub(crate) fn attackers_fours(&mut self, nodes: u64) -> bool {
        self.fours(self.attacker, nodes, self.left(self.board.depth()))
    }

    /// A line of fours of the defender, whichever side is to move. `None` may also mean that the
    /// search gave up.
    fn defenders_fours(&mut self) -> bool {
        let doubtful = self.doubtful;
        let found = self.fours(!self.attacker, self.attack_nodes / 4, None);
        self.doubtful = doubtful;
        found
    }

    /// The line of fours that threatens, the defender to move.
    pub(crate) fn threat(&mut self, nodes: u64) -> bool {
        let left = self.left(self.board.depth()).map(|left| left.saturating_sub(1));
        self.board.pass();
        let found = self.fours(self.attacker, nodes, left);
        self.board.pass();
        found
    }

    /// The attacker's moves here: fours, threes and preparations of fours, or what stops the
    /// defender's five.
    pub(crate) fn attacks(&mut self) -> Vec<Point> {
        let own = self.attacker;
        match self.board.fives(!own) {
            (Some(_), Some(_)) => return Vec::new(),
            // A forced answer need not threaten anything: what was threatened before may still
            // stand.
            (Some(must), None) => {
                return if self.board.is_forbidden(must, own) { Vec::new() } else { vec![must] };
            }
            _ => {}
        }
        let board = &self.board;
        let mut ranked: Vec<(u8, Point)> = extensions(board, own)
            .into_iter()
            .map(|point| (promise(board.classes(point, own)), point))
            .collect();
        ranked.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        ranked.retain(|&(_, point)| !self.board.is_forbidden(point, own));
        // If the defender threatens to win by fours, only fours and what stops him are of use.
        self.board.pass();
        let threatened = self.defenders_fours();
        self.board.pass();
        if threatened {
            let line = self.vcf.line().to_vec();
            let mut stops = Vec::new();
            breakers(&mut self.board, !own, &line, &mut stops);
            ranked
                .retain(|(_, point)| self.board.fours_at(*point, own) > 0 || stops.contains(point));
        }
        ranked.into_iter().map(|(_, point)| point).collect()
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
            if self.attackers_fours(self.attack_nodes) {
                return self.keep(key, Numbers::PROVEN, began);
            }
            // Shorter than five plies there are only fours.
            if self.board.is_full() || self.left(self.board.depth()).is_some_and(|left| left < 5) {
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
        for &point in self.lists.get(key).unwrap_or_default() {
            let numbers = self
                .look_after(point, own)
                .unwrap_or_else(|| Numbers { proof: unseen(&self.board, point, own), disproof: 1 });
            self.children.push((point, numbers));
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
            self.board.play(point, self.attacker);
            let numbers = self.defend(proof_limit, disproof_limit);
            self.board.undo();
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
            return Some(self.stops());
        }
        if !self.threat(self.attack_nodes) {
            return None;
        }
        let line = self.vcf.line().to_vec();
        if self.defenders_fours() {
            return None;
        }
        let mut found = Vec::with_capacity(16);
        breakers(&mut self.board, own, &line, &mut found);
        Some(found)
    }

    /// The defender's answers to a four.
    pub(crate) fn stops(&mut self) -> Vec<Point> {
        if self.board.rule().is_caro() {
            return caro_stops(&mut self.board, self.attacker);
        }
        match self.board.fives(self.attacker) {
            (Some(block), None) if !self.board.is_forbidden(block, !self.attacker) => vec![block],
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
                self.look_after(point, !self.attacker).unwrap_or(Numbers { proof: 1, disproof: 1 });
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

/// Points where a stone may threaten a line of fours: it makes a three, or, where fours exist
/// already, two twos.
fn extensions(board: &FourBoard, own: Colour) -> Vec<Point> {
    let mut found: Vec<(Point, bool)> = Vec::with_capacity(64);
    board.each_extension(own, |point, three| found.push((point, three)));
    found.sort_unstable();
    let fours = board.has_four(own);
    found
        .chunk_by(|(one, _), (other, _)| one == other)
        .filter(|same| same.iter().any(|(_, three)| *three) || (fours && same.len() > 1))
        .map(|same| same[0].0)
        .collect()
}

/// The initial numbers of an attack that was not visited yet.
fn unseen(board: &FourBoard, point: Point, own: Colour) -> u32 {
    match promise(board.classes(point, own)) {
        5.. => UNSEEN_FOUR,
        3.. => UNSEEN_THREE,
        1.. => UNSEEN_QUIET,
        _ => UNSEEN_TWO,
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
