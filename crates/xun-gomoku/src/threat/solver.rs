//! The question "does the side to move win by force?", answered with a checked proof.

use super::budget::Budget;
use super::dfpn::{Dfpn, Scope};
use super::four_board::FourBoard;
use super::proof::{Proof, Replies};
use super::stages::Stages;
use super::vcf::{FoursResult, Vcf, VcfLimits, caro_stops, shortest_vcf_within};
use super::verify::verify_within;
use super::writer::{Unwritten, first_move, write_proof};
use crate::rules::{Board, Point, Rule, Shape};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Limits of a solution.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Most positions.
    pub nodes: u64,
    /// Most time.
    pub time: Option<Duration>,
    /// Bytes of the table.
    pub table_bytes: usize,
    /// Longest sequence, in plies.
    pub plies: usize,
    /// Fours only.
    pub fours_only: bool,
    /// Whether to go on, once a win is known, until none of its kind can be shorter.
    pub shortest: bool,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            nodes: 100_000_000,
            time: None,
            table_bytes: 64 << 20,
            plies: 225,
            fours_only: false,
            shortest: false,
        }
    }
}

/// The kind of a forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Five is on the board's next move.
    Five,
    /// Fours alone.
    Fours,
    /// Fours and threes.
    Threes,
}

/// The result of a search for a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThreatResult {
    /// The side to move wins; the proof has been verified.
    Win {
        /// The proof.
        proof: Proof,
        /// The kind of win.
        kind: Kind,
        /// Whether no win of this kind is shorter.
        shortest: bool,
    },
    /// A win was found, but a limit was reached before its proof was written down and verified.
    Unverified {
        /// The first move.
        point: Point,
        /// The kind of win.
        kind: Kind,
    },
    /// The other side makes five whatever is played.
    Loss,
    /// There is no win by threats: none in which each of the winner's moves stops a five, or
    /// threatens five or a line of fours that wins (with [`Effort::fours_only`]: none in which each
    /// makes a four; with [`Effort::plies`]: none within so many plies). Others may exist.
    NoForcedWin,
    /// A limit was reached first.
    Unknown,
}

/// A verdict and the effort it took.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The verdict.
    pub verdict: ThreatResult,
    /// Positions visited.
    pub nodes: u64,
    /// Time to the verdict, its verification included.
    pub time: Duration,
    /// Bytes of the table.
    pub memory: usize,
}

/// Looks for a forced win of the side to move.
///
/// ```
/// use xun_gomoku::notation::parse_moves;
/// use xun_gomoku::rules::{Position, Rule, Size};
/// use xun_gomoku::threat::{Effort, ThreatResult, solve};
/// let moves = parse_moves("h8a1i8a3g10c1g11e1", Size::STANDARD)?;
/// let position = Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves)?;
/// let solution = solve(position.board(), &Effort::default(), None);
/// assert!(matches!(solution.verdict, ThreatResult::Win { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(board: &Board, effort: &Effort, stop: Option<&AtomicBool>) -> Solution {
    let began = Instant::now();
    let budget =
        Budget { nodes: effort.nodes, deadline: effort.time.map(|time| began + time), stop };
    let mut work = Work { board, effort, budget, nodes: 0, memory: 0 };
    let verdict = work.decide();
    Solution { verdict, nodes: work.nodes, time: began.elapsed(), memory: work.memory }
}

/// Positions of the first search for fours; each further one may visit four times as many.
const FIRST_FOURS: u64 = 100_000;
/// Positions that fours may take before threes are tried too.
const FOURS_BEFORE_THREES: u64 = 2_000_000;

struct Work<'a> {
    board: &'a Board,
    effort: &'a Effort,
    budget: Budget<'a>,
    nodes: u64,
    memory: usize,
}

impl Work<'_> {
    fn decide(&mut self) -> ThreatResult {
        let board = self.board;
        let own = board.to_move();
        if board.winner().is_some() || board.is_full() {
            return ThreatResult::NoForcedWin;
        }
        if let Some(point) = board.fives(own).first() {
            let proof = Proof { point, replies: Replies::Five };
            return self.verified(proof, Kind::Five, true);
        }
        if cannot_stop_five(board) {
            return ThreatResult::Loss;
        }
        let (outcome, line) = self.by_fours();
        match outcome {
            FoursResult::Won => self.won_by_fours(&line),
            _ if !self.effort.fours_only => self.by_threes(),
            FoursResult::Dead => ThreatResult::NoForcedWin,
            FoursResult::Cut => ThreatResult::Unknown,
        }
    }

    /// The verdict on a proof. One that the verifier refuses is no win.
    fn verified(&self, proof: Proof, kind: Kind, shortest: bool) -> ThreatResult {
        match verify_within(self.board, &proof, self.budget) {
            Some(Ok(())) => ThreatResult::Win { proof, kind, shortest },
            Some(Err(_)) => ThreatResult::Unknown,
            None => ThreatResult::Unverified { point: proof.point, kind },
        }
    }

    /// Any win by fours: it is quick where one exists.
    fn by_fours(&mut self) -> (FoursResult, Vec<Point>) {
        let most = if self.effort.fours_only {
            self.effort.nodes
        } else {
            self.effort.nodes.min(FOURS_BEFORE_THREES)
        };
        let fours = (self.effort.plies / 2) as u32;
        let (mut vcf, mut board) = (Vcf::new(self.budget), FourBoard::new(self.board));
        let mut nodes = FIRST_FOURS.min(most);
        loop {
            let outcome = vcf.search(&mut board, self.board.to_move(), VcfLimits { fours, nodes });
            let enough = outcome != FoursResult::Cut || !vcf.ran_out() || vcf.nodes >= most;
            if enough || self.budget.is_spent(vcf.nodes) {
                self.nodes += vcf.nodes;
                // Without the fours that were left out it is not certain.
                let doubtful = outcome == FoursResult::Dead && vcf.has_skipped();
                let outcome = if doubtful { FoursResult::Cut } else { outcome };
                return (outcome, vcf.line().to_vec());
            }
            nodes = (nodes * 4).min(most - vcf.nodes);
        }
    }

    fn won_by_fours(&mut self, line: &[Point]) -> ThreatResult {
        let won = |work: &Self, line: &[Point], shortest: bool| {
            Proof::of_fours(line)
                .map_or(ThreatResult::Unknown, |proof| work.verified(proof, Kind::Fours, shortest))
        };
        if self.effort.shortest {
            let limits = VcfLimits { fours: (line.len() / 2) as u32, nodes: self.effort.nodes };
            if let Some((shorter, certain)) = shortest_vcf_within(self.board, limits, self.budget) {
                return won(self, &shorter, certain);
            }
        }
        won(self, line, false)
    }

    fn by_threes(&mut self) -> ThreatResult {
        self.memory = self.effort.table_bytes;
        let mut search = Dfpn::new(self.board, self.effort.table_bytes, self.budget);
        let verdict = self.by_stages(&mut search);
        self.nodes += search.nodes();
        verdict
    }

    /// Looks for a win by threats in one stage after the other.
    fn by_stages(&self, search: &mut Dfpn) -> ThreatResult {
        let plies =
            (self.effort.plies < self.board.size().area()).then_some(self.effort.plies as u32);
        let mut stages = Stages::new(plies);
        while !search.is_spent() {
            let (scope, nodes) = stages.next();
            let numbers = search.run(scope, nodes);
            if numbers.disproof == 0 {
                if scope == Scope::all(plies) {
                    let certain = !search.has_skipped();
                    return if certain { ThreatResult::NoForcedWin } else { ThreatResult::Unknown };
                }
                stages.disproved();
            } else if numbers.proof == 0 {
                match self.won_by_threes(search) {
                    Some(verdict) => return verdict,
                    None if scope.exact => return ThreatResult::Unknown,
                    None => stages.try_all_defences(),
                }
            }
        }
        ThreatResult::Unknown
    }

    /// The search has proven the position. `None` if a defence was left out that refutes it.
    fn won_by_threes(&self, search: &mut Dfpn) -> Option<ThreatResult> {
        let first = first_move(search);
        match write_proof(search) {
            Ok(proof) => {
                let length = proof.length();
                let verdict = self.verified(proof, Kind::Threes, false);
                Some(if self.effort.shortest && matches!(verdict, ThreatResult::Win { .. }) {
                    self.shortest_threes(search, verdict, length)
                } else {
                    verdict
                })
            }
            Err(Unwritten::Limit) => Some(first.map_or(ThreatResult::Unknown, |point| {
                ThreatResult::Unverified { point, kind: Kind::Threes }
            })),
            Err(Unwritten::Gap) => None,
        }
    }

    /// A win is known: looks for wins within fewer plies, fewest first.
    fn shortest_threes(&self, search: &mut Dfpn, known: ThreatResult, length: u32) -> ThreatResult {
        let mut plies = 5;
        while plies < length {
            let numbers = search.run(Scope::all(Some(plies)), u64::MAX);
            if numbers.proof == 0
                && let Ok(proof) = write_proof(search)
                && let won @ ThreatResult::Win { .. } = self.verified(proof, Kind::Threes, true)
            {
                return won;
            }
            if numbers.disproof != 0 {
                return known;
            }
            plies += 2;
        }
        match known {
            ThreatResult::Win { proof, kind, .. } => {
                ThreatResult::Win { proof, kind, shortest: !search.has_skipped() }
            }
            other => other,
        }
    }
}

/// Whether the other side makes five whatever is played.
fn cannot_stop_five(board: &Board) -> bool {
    let other = !board.to_move();
    let Some(five) = board.fives(other).first() else { return false };
    match board.rule() {
        Rule::Caro | Rule::CaroExact => caro_stops(&mut FourBoard::new(board), other).is_empty(),
        _ => board.count(other, Shape::Five) > 1 || board.is_forbidden(five),
    }
}
