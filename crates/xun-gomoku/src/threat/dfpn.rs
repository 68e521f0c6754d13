//! Depth-first proof-number search over fours and threes.
//!
//! The attacker's moves are fours and threats of a line of fours; the defender's are all that stop the threat. A
//! position's proof number says how many leaves at least must still be won to prove it, its disproof number how many
//! must be lost; the search always works where the least is missing.

use super::vcf::Vcf;
use crate::rules::{Board, Colour, Point, STEPS, Shape};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const INFINITE: u32 = u32::MAX / 4;

/// The numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub(crate) proof: u32,
    pub(crate) disproof: u32,
}

impl Numbers {
    fn pack(self) -> u64 {
        u64::from(self.proof) << 32 | u64::from(self.disproof)
    }

    fn unpack(word: u64) -> Self {
        Self { proof: (word >> 32) as u32, disproof: word as u32 }
    }

    fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };

/// What stops the search.
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) stop: Option<&'a AtomicBool>,
}

/// A search for one attacker.
pub(crate) struct Dfpn<'a> {
    pub(crate) board: Board,
    attacker: Colour,
    /// Keys and, beside them, proof and disproof numbers. Plain zeros, so that memory is taken as it is used.
    keys: Vec<u64>,
    numbers: Vec<u64>,
    pub(crate) vcf: Vcf,
    pub(crate) nodes: u64,
    budget: Budget<'a>,
    stopped: bool,
    deepest: usize,
    root_ply: usize,
}

/// Positions that each search for a threat may visit.
const THREAT_NODES: u64 = 2_000;
const THREAT_FOURS: u32 = 24;

impl<'a> Dfpn<'a> {
    pub(crate) fn new(board: &Board, table_bytes: usize, deepest: usize, budget: Budget<'a>) -> Self {
        let entries = (table_bytes / 16).max(1 << 10);
        Self {
            board: board.clone(),
            attacker: board.to_move(),
            keys: vec![0; entries],
            numbers: vec![0; entries],
            vcf: Vcf::new(0),
            nodes: 0,
            budget,
            stopped: false,
            deepest,
            root_ply: board.ply(),
        }
    }

    /// Works on the position (the attacker to move) until it is decided or the budget is spent.
    pub(crate) fn run(&mut self) -> Numbers {
        self.stopped = false;
        self.attack(INFINITE, INFINITE)
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.keys.len() as u128) >> 64) as usize
    }

    fn look(&self, key: u64) -> Option<Numbers> {
        let slot = self.slot(key);
        (self.keys[slot] == key).then(|| Numbers::unpack(self.numbers[slot]))
    }

    fn keep(&mut self, key: u64, numbers: Numbers) -> Numbers {
        let slot = self.slot(key);
        let old = Numbers::unpack(self.numbers[slot]);
        // A decided position is not given up for an undecided one.
        let other = self.keys[slot] != key && self.keys[slot] != 0;
        if !(other && old.is_decided()) || numbers.is_decided() {
            self.keys[slot] = key;
            self.numbers[slot] = numbers.pack();
        }
        numbers
    }

    fn over(&mut self) -> bool {
        if !self.stopped
            && (self.nodes >= self.budget.nodes || self.nodes.is_multiple_of(64) && self.asked_to_stop())
        {
            self.stopped = true;
        }
        self.stopped
    }

    fn asked_to_stop(&self) -> bool {
        self.budget.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// A line of fours by the side to move, if a short search finds one.
    pub(crate) fn fours(&mut self) -> Option<Vec<Point>> {
        self.vcf.allow(THREAT_NODES);
        let line = self.vcf.find(&mut self.board, THREAT_FOURS);
        self.nodes += 1;
        line
    }

    /// The attacker's moves here: fours and threes, or what stops the defender's five.
    pub(crate) fn attacks(&self) -> Vec<Point> {
        let board = &self.board;
        let own = self.attacker;
        if let Some(five) = board.fives(!own).first() {
            // A forced answer need not threaten anything: what was threatened before may still stand.
            return if board.is_forbidden(five) { Vec::new() } else { vec![five] };
        }
        let mut set = *board.fours(own);
        set.union_with(board.threes(own));
        let mut moves: Vec<Point> = set.iter().collect();
        moves.retain(|&point| {
            let cell = board.cell(point);
            (cell.makes_four(own) || cell.makes_three(own)) && !board.is_forbidden(point)
        });
        moves.sort_by_key(|&point| std::cmp::Reverse(board.cell(point).shape(own)));
        moves
    }

    /// The attacker to move.
    fn attack(&mut self, most_proof: u32, most_disproof: u32) -> Numbers {
        self.nodes += 1;
        let key = self.board.key();
        if self.over() {
            return self.look(key).unwrap_or(Numbers { proof: 1, disproof: 1 });
        }
        let own = self.attacker;
        if self.board.count(!own, Shape::Five) > 1 && self.board.count(own, Shape::Five) == 0 {
            return self.keep(key, DISPROVEN);
        }
        if self.look(key).is_none() && self.fours().is_some() {
            return self.keep(key, PROVEN);
        }
        if self.board.ply() - self.root_ply >= self.deepest || self.board.is_full() {
            return self.keep(key, DISPROVEN);
        }
        let moves = self.attacks();
        loop {
            // The defender's numbers below: the least proof is ours, the disproofs add up.
            let (mut best, mut second) = (INFINITE, INFINITE);
            let (mut choice, mut choice_disproof) = (None, 0);
            let mut disproof: u32 = 0;
            for &point in &moves {
                let numbers = self.child(point);
                disproof = disproof.saturating_add(numbers.disproof).min(INFINITE);
                if numbers.proof < best {
                    second = best;
                    (best, choice, choice_disproof) = (numbers.proof, Some(point), numbers.disproof);
                } else if numbers.proof < second {
                    second = numbers.proof;
                }
            }
            let numbers = Numbers { proof: best, disproof };
            if best == 0 {
                return self.keep(key, PROVEN);
            }
            let Some(point) = choice.filter(|_| disproof > 0 && best < INFINITE) else {
                return self.keep(key, DISPROVEN);
            };
            if best >= most_proof || disproof >= most_disproof || self.over() {
                return self.keep(key, numbers);
            }
            let proof_limit = most_proof.min(second.saturating_add(1 + second / 4));
            let disproof_limit = most_disproof.saturating_sub(disproof).saturating_add(choice_disproof);
            self.board.play(point);
            self.defend(proof_limit, disproof_limit);
            self.board.undo();
        }
    }

    fn child(&mut self, point: Point) -> Numbers {
        self.board.play(point);
        let known = self.look(self.board.key());
        let four = self.board.count(self.attacker, Shape::Five) > 0;
        self.board.undo();
        known.unwrap_or(Numbers { proof: if four { 1 } else { 3 }, disproof: 1 })
    }

    /// What the defender may try against the attack just made. None: it is no attack. An empty list: it wins.
    pub(crate) fn defences(&mut self) -> Option<(Vec<Point>, Option<Vec<Point>>)> {
        let attacker = self.attacker;
        let fives = *self.board.fives(attacker);
        if let Some(block) = fives.first() {
            // A four: the defender cannot make five first, for that was looked at before it was played.
            if self.board.count(!attacker, Shape::Five) > 0 {
                return None;
            }
            let lost = fives.len() > 1 || self.board.is_forbidden(block);
            return Some((if lost { Vec::new() } else { vec![block] }, None));
        }
        if self.board.count(!attacker, Shape::Five) > 0 {
            return None;
        }
        self.board.pass();
        let threat = self.fours();
        self.board.undo();
        let threat = threat?;
        let mut tries: Vec<Point> =
            self.board.empty_points().filter(|&point| self.may_break(point, &threat)).collect();
        tries.retain(|&point| !self.board.is_forbidden(point) && !self.still_wins(point, &threat));
        let own = !attacker;
        tries.sort_by_key(|&point| {
            std::cmp::Reverse((self.board.cell(point).shape(own), self.board.cell(point).shape(attacker)))
        });
        Some((tries, Some(threat)))
    }

    /// Whether a stone here can matter to a line of fours: it stands on a line of one of its stones, or makes a four.
    fn may_break(&self, point: Point, threat: &[Point]) -> bool {
        self.board.cell(point).makes_four(!self.attacker)
            || threat.iter().any(|&stone| stone == point || aligned(stone, point))
    }

    /// Whether the line of fours wins all the same after the defender's stone here.
    fn still_wins(&mut self, point: Point, threat: &[Point]) -> bool {
        self.board.play(point);
        let wins = self.follows(threat);
        self.board.undo();
        wins
    }

    fn follows(&mut self, line: &[Point]) -> bool {
        let own = self.attacker;
        let Some((&point, rest)) = line.split_first() else { return false };
        let board = &mut self.board;
        if !board.is_empty(point) || board.is_forbidden(point) {
            return false;
        }
        if board.cell(point).shape(own) == Shape::Five {
            return true;
        }
        if board.count(!own, Shape::Five) > 0 && !board.fives(!own).contains(point) {
            return false;
        }
        if board.count(!own, Shape::Five) > 1 {
            return false;
        }
        board.play(point);
        let fives = *board.fives(own);
        let won = match fives.len() {
            0 => false,
            1 => {
                let block = fives.first().filter(|&block| !board.is_forbidden(block));
                match (block, rest.split_first()) {
                    (None, _) => true,
                    (Some(block), Some((&expected, further))) if expected == block => {
                        self.board.play(block);
                        let won = self.follows(further);
                        self.board.undo();
                        won
                    }
                    _ => false,
                }
            }
            _ => true,
        };
        self.board.undo();
        won
    }

    /// The defender to move.
    fn defend(&mut self, most_proof: u32, most_disproof: u32) -> Numbers {
        self.nodes += 1;
        let key = self.board.key();
        if self.over() {
            return self.look(key).unwrap_or(Numbers { proof: 1, disproof: 1 });
        }
        let Some((answers, _)) = self.defences() else { return self.keep(key, DISPROVEN) };
        loop {
            let (mut least, mut second) = (INFINITE, INFINITE);
            let (mut choice, mut choice_proof) = (None, 0);
            let mut proof: u32 = 0;
            for &point in &answers {
                self.board.play(point);
                let numbers = self.look(self.board.key()).unwrap_or(Numbers { proof: 1, disproof: 1 });
                self.board.undo();
                proof = proof.saturating_add(numbers.proof).min(INFINITE);
                if numbers.disproof < least {
                    second = least;
                    (least, choice, choice_proof) = (numbers.disproof, Some(point), numbers.proof);
                } else if numbers.disproof < second {
                    second = numbers.disproof;
                }
            }
            if proof == 0 {
                return self.keep(key, PROVEN);
            }
            if least == 0 {
                return self.keep(key, DISPROVEN);
            }
            let numbers = Numbers { proof, disproof: least };
            let Some(point) = choice else { return self.keep(key, PROVEN) };
            if proof >= most_proof || least >= most_disproof || self.over() {
                return self.keep(key, numbers);
            }
            let proof_limit = most_proof.saturating_sub(proof).saturating_add(choice_proof);
            let disproof_limit = most_disproof.min(second.saturating_add(1 + second / 4));
            self.board.play(point);
            self.attack(proof_limit, disproof_limit);
            self.board.undo();
        }
    }

    /// Whether the position is proven as far as the table remembers.
    pub(crate) fn is_proven(&self) -> bool {
        self.look(self.board.key()).is_some_and(|numbers| numbers.proof == 0)
    }

    /// Works on the present position again, whose numbers the table may have lost.
    pub(crate) fn again(&mut self) -> bool {
        self.attack(INFINITE, INFINITE).proof == 0
    }
}

/// Whether two points are on one line at most five steps apart.
fn aligned(one: Point, other: Point) -> bool {
    let difference = other.index() as isize - one.index() as isize;
    one.distance(other) <= 5
        && STEPS.iter().any(|&step| {
            difference % step == 0 && (difference / step).unsigned_abs() as u32 == one.distance(other)
        })
}
