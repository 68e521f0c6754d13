//! The question "does the side to move win by force?", answered with a checked proof.

use super::defence::all_breakers;
use super::dfpn::{Budget, Dfpn};
use super::four_board::FourBoard;
use super::proof::{Proof, Replies};
use super::vcf::{Outcome, Vcf, VcfLimits, caro_stops, shortest_vcf};
use super::verify::verify;
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
pub enum Verdict {
    /// The side to move wins; the proof has been verified.
    Win {
        /// The proof.
        proof: Proof,
        /// The kind of win.
        kind: Kind,
        /// Whether no win of this kind is shorter.
        shortest: bool,
    },
    /// The other side makes five whatever is played.
    Loss,
    /// There is no win by fours and threes. Others may exist.
    NoForcedWin,
    /// A limit was reached first.
    Unknown,
}

/// A verdict and the effort it took.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions visited.
    pub nodes: u64,
    /// Time to the verdict, without its verification.
    pub time: Duration,
    /// Bytes of the table.
    pub memory: usize,
}

/// Looks for a forced win of the side to move.
///
/// ```
/// use xun_gomoku::notation::parse_moves;
/// use xun_gomoku::rules::{Position, Rule, Size};
/// use xun_gomoku::threat::{Effort, Verdict, solve};
/// let moves = parse_moves("h8a1i8a3g10c1g11e1", Size::STANDARD)?;
/// let position = Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves)?;
/// let solution = solve(position.board(), &Effort::default(), None);
/// assert!(matches!(solution.verdict, Verdict::Win { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn solve(board: &Board, effort: &Effort, stop: Option<&AtomicBool>) -> Solution {
    let began = Instant::now();
    let budget =
        Budget { nodes: effort.nodes, deadline: effort.time.map(|time| began + time), stop };
    let mut work = Work { board, effort, budget, nodes: 0, memory: 0 };
    let verdict = work.decide();
    let time = began.elapsed();
    let verdict = match verdict {
        // A proof that the verifier refuses is no win.
        Verdict::Win { proof, .. } if verify(board, &proof).is_err() => Verdict::Unknown,
        other => other,
    };
    Solution { verdict, nodes: work.nodes, time, memory: work.memory }
}

/// Positions of the first search for fours; each further one may visit four times as many.
const FIRST_FOURS: u64 = 100_000;
/// Positions that fours may take before threes are tried too.
const FOURS_BEFORE_THREES: u64 = 2_000_000;
/// Positions of a search for fours while a proof is written down: more than when it was found.
const WRITING_NODES: u64 = 100_000;

struct Work<'a> {
    board: &'a Board,
    effort: &'a Effort,
    budget: Budget<'a>,
    nodes: u64,
    memory: usize,
}

impl Work<'_> {
    fn decide(&mut self) -> Verdict {
        let board = self.board;
        let own = board.to_move();
        if board.winner().is_some() || board.is_full() {
            return Verdict::NoForcedWin;
        }
        if let Some(point) = board.fives(own).first() {
            let proof = Proof { point, replies: Replies::Five };
            return Verdict::Win { proof, kind: Kind::Five, shortest: true };
        }
        if cannot_stop_five(board) {
            return Verdict::Loss;
        }
        let (outcome, line) = self.by_fours();
        match outcome {
            Outcome::Won => self.won_by_fours(line),
            _ if !self.effort.fours_only => self.by_threes(),
            Outcome::Dead => Verdict::NoForcedWin,
            Outcome::Cut => Verdict::Unknown,
        }
    }

    /// Any win by fours: it is quick where one exists.
    fn by_fours(&mut self) -> (Outcome, Vec<Point>) {
        let most = if self.effort.fours_only {
            self.effort.nodes
        } else {
            self.effort.nodes.min(FOURS_BEFORE_THREES)
        };
        let fours = (self.effort.plies / 2) as u32;
        let (mut vcf, mut board) = (Vcf::new(), FourBoard::new(self.board));
        let mut nodes = FIRST_FOURS.min(most);
        loop {
            let outcome = vcf.search(&mut board, self.board.to_move(), VcfLimits { fours, nodes });
            let enough = outcome != Outcome::Cut || !vcf.ran_out() || vcf.nodes >= most;
            if enough || self.budget.is_spent(vcf.nodes) {
                self.nodes += vcf.nodes;
                return (outcome, vcf.line().to_vec());
            }
            nodes = (nodes * 4).min(most - vcf.nodes);
        }
    }

    fn won_by_fours(&mut self, line: Vec<Point>) -> Verdict {
        let (mut line, mut shortest) = (line, false);
        if self.effort.shortest {
            let limits = VcfLimits { fours: (line.len() / 2) as u32, nodes: self.effort.nodes };
            if let Some((shorter, certain)) = shortest_vcf(self.board, limits) {
                (line, shortest) = (shorter, certain);
            }
        }
        Proof::of_fours(&line).map_or(Verdict::Unknown, |proof| Verdict::Win {
            proof,
            kind: Kind::Fours,
            shortest,
        })
    }

    fn by_threes(&mut self) -> Verdict {
        self.memory = self.effort.table_bytes;
        let mut search = Dfpn::new(self.board, self.effort.table_bytes, self.budget);
        let plies =
            (self.effort.plies < self.board.size().area()).then_some(self.effort.plies as u32);
        let numbers = search.run(plies);
        let verdict = if numbers.disproof == 0 {
            Verdict::NoForcedWin
        } else if numbers.proof > 0 {
            Verdict::Unknown
        } else {
            match extract(&mut search) {
                Some(proof) if self.effort.shortest => shortest_threes(&mut search, proof),
                Some(proof) => Verdict::Win { proof, kind: Kind::Threes, shortest: false },
                None => Verdict::Unknown,
            }
        };
        self.nodes += search.nodes();
        verdict
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

/// A win is known: looks for wins within fewer plies, fewest first.
fn shortest_threes(search: &mut Dfpn, known: Proof) -> Verdict {
    let mut plies = 5;
    let mut certain = true;
    while plies < known.length() {
        let numbers = search.run(Some(plies));
        if numbers.proof == 0
            && let Some(proof) = extract(search)
        {
            return Verdict::Win { proof, kind: Kind::Threes, shortest: true };
        }
        if numbers.disproof != 0 {
            certain = false;
            break;
        }
        plies += 2;
    }
    Verdict::Win { proof: known, kind: Kind::Threes, shortest: certain }
}

/// The proof that the table holds for the position, with the attacker to move.
fn extract(search: &mut Dfpn) -> Option<Proof> {
    if search.attackers_fours(WRITING_NODES) {
        return Proof::of_fours(search.vcf.line());
    }
    let mut chosen = proven_attack(search);
    if chosen.is_none() && search.win_again() {
        // The table had lost the move; it has it again now.
        chosen = proven_attack(search);
    }
    let point = chosen?;
    let own = search.attacker;
    search.board.play(point, own);
    let replies = extract_replies(search);
    search.board.undo();
    Some(Proof { point, replies: replies? })
}

/// A move after which the table calls the position proven.
fn proven_attack(search: &mut Dfpn) -> Option<Point> {
    let own = search.attacker;
    search
        .attacks()
        .into_iter()
        .find(|&point| search.look_after(point, own).is_some_and(|numbers| numbers.proof == 0))
}

fn extract_replies(search: &mut Dfpn) -> Option<Replies> {
    let own = search.attacker;
    let (answers, threat) = if search.board.has_five(own) {
        (search.stops(), None)
    } else if search.threat(WRITING_NODES) {
        let line = search.vcf.line().to_vec();
        (all_breakers(&mut search.board, own, &line), Some(line))
    } else {
        return None;
    };
    let mut list = Vec::new();
    for answer in answers {
        search.board.play(answer, !own);
        let proof = if search.is_won() { extract(search) } else { None };
        search.board.undo();
        list.push((answer, proof?));
    }
    Some(match threat {
        Some(threat) => Replies::Three { threat, answers: list },
        None => Replies::Four(list),
    })
}
