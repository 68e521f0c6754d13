//! The question "does the side to move win by force?", answered with a checked proof.

use super::dfpn::{Budget, Dfpn};
use super::proof::{Proof, Replies};
use super::vcf::{Vcf, VcfLimits, shortest_vcf};
use super::verify::verify;
use crate::rules::{Board, Point};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a solution may use.
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
}

impl Default for Effort {
    fn default() -> Self {
        Self { nodes: 20_000_000, time: None, table_bytes: 64 << 20, plies: 225, fours_only: false }
    }
}

/// By what the win goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Five is on the board's next move.
    Five,
    /// Fours alone.
    Fours,
    /// Fours and threes.
    Threes,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins; the proof has been verified.
    Win {
        /// The proof.
        proof: Proof,
        /// By what.
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

/// A verdict and what it took.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The verdict.
    pub verdict: Verdict,
    /// Positions looked at.
    pub nodes: u64,
    /// Time to the verdict, without its verification.
    pub time: Duration,
    /// Bytes of the table.
    pub memory: usize,
}

/// Looks for a forced win of the side to move.
pub fn solve(board: &Board, effort: &Effort, stop: Option<&AtomicBool>) -> Solution {
    let began = Instant::now();
    let mut nodes = 0;
    let mut memory = 0;
    let verdict = decide(board, effort, stop, began, &mut nodes, &mut memory);
    let time = began.elapsed();
    let verdict = match verdict {
        // What the rules do not confirm was not won.
        Verdict::Win { proof, .. } if verify(board, &proof).is_err() => Verdict::Unknown,
        other => other,
    };
    Solution { verdict, nodes, time, memory }
}

fn decide(
    board: &Board,
    effort: &Effort,
    stop: Option<&AtomicBool>,
    began: Instant,
    nodes: &mut u64,
    memory: &mut usize,
) -> Verdict {
    let own = board.to_move();
    if board.winner().is_some() || board.is_full() {
        return Verdict::NoForcedWin;
    }
    if let Some(point) = board.fives(own).first() {
        let proof = Proof { point, replies: Replies::Five };
        return Verdict::Win { proof, kind: Kind::Five, shortest: true };
    }
    let fives = *board.fives(!own);
    if fives.len() > 1 || fives.first().is_some_and(|point| board.is_forbidden(point)) {
        return Verdict::Loss;
    }
    if let Some(found) = by_fours(board, effort, nodes) {
        return found;
    }
    if effort.fours_only {
        return if *nodes >= effort.nodes { Verdict::Unknown } else { Verdict::NoForcedWin };
    }
    let budget = Budget { nodes: effort.nodes, deadline: effort.time.map(|time| began + time), stop };
    *memory = effort.table_bytes;
    let mut search = Dfpn::new(board, effort.table_bytes, effort.plies, budget);
    let numbers = search.run();
    *nodes += search.nodes + search.vcf.nodes;
    if numbers.disproof == 0 {
        return Verdict::NoForcedWin;
    }
    if numbers.proof > 0 {
        return Verdict::Unknown;
    }
    match extract(&mut search) {
        Some(proof) => Verdict::Win { proof, kind: Kind::Threes, shortest: false },
        None => Verdict::Unknown,
    }
}

fn by_fours(board: &Board, effort: &Effort, nodes: &mut u64) -> Option<Verdict> {
    let most = if effort.fours_only { effort.nodes } else { effort.nodes.min(2_000_000) };
    let fours = (effort.plies / 2).min(120) as u32;
    // Any win first: it is quick where one exists, and the shortest one is sought within what it took.
    let mut vcf = Vcf::new(most);
    let line = vcf.find(&mut board.clone(), fours);
    *nodes += vcf.nodes;
    let line = line?;
    let limits = VcfLimits { fours: (line.len() / 2) as u32, nodes: (vcf.nodes * 4).clamp(2_000, 200_000) };
    let (line, shortest) =
        shortest_vcf(board, limits).map_or((line, false), |(line, certain)| (line, certain));
    let proof = Proof::of_fours(&line)?;
    Some(Verdict::Win { proof, kind: Kind::Fours, shortest })
}

/// The proof that the table holds for the position, with the attacker to move.
fn extract(search: &mut Dfpn) -> Option<Proof> {
    if let Some(line) = search.fours() {
        return Proof::of_fours(&line);
    }
    let mut chosen = proven_attack(search);
    if chosen.is_none() && search.again() {
        // The table had lost the move; it has it again now.
        chosen = proven_attack(search);
    }
    let point = chosen?;
    search.board.play(point);
    let replies = extract_replies(search);
    search.board.undo();
    Some(Proof { point, replies: replies? })
}

/// A move after which the table calls the position proven.
fn proven_attack(search: &mut Dfpn) -> Option<Point> {
    search.attacks().into_iter().find(|&point| {
        search.board.play(point);
        let proven = search.is_proven();
        search.board.undo();
        proven
    })
}

fn extract_replies(search: &mut Dfpn) -> Option<Replies> {
    let (answers, threat) = search.defences()?;
    let mut list = Vec::new();
    for answer in answers {
        search.board.play(answer);
        let proven = search.is_proven() || search.again();
        let proof = if proven { extract(search) } else { None };
        search.board.undo();
        list.push((answer, proof?));
    }
    Some(match threat {
        Some(threat) => Replies::Three { threat, answers: list },
        None => Replies::Four(list),
    })
}
