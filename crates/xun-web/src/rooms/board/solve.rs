//! Proofs of forced wins in Gomoku, as the page shows them step by step.

use super::saved::Saved;
use crate::message::board::{BoardProof, Forces, ProofStep, ProofVerdict};
use crate::message::{Answer, Refusal, Text};
use crate::responder::Responder;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xun_gomoku::rules::{Board, Point};
use xun_gomoku::threat::{Effort, Kind, Proof, Replies, ThreatResult, solve};

/// A proof search ends after this.
const LONGEST: Duration = Duration::from_secs(60);
/// Moves of a proof that are sent.
const MOST_STEPS: usize = 20_000;

/// Answers the proof for a node.
pub(super) async fn answer(id: i64, node: u32, responder: Responder) {
    let board = match Saved::load(id, &responder.shared).and_then(|saved| saved.board_at(node)) {
        Ok(board) => board,
        Err(refusal) => return responder.refuse(refusal).await,
    };
    let turn = responder.shared.budget.turn(responder.session).await;
    let stop = Arc::clone(&responder.stop);
    let proof = turn.work(move |turn| board.prove(turn.memory(), &stop)).await.flatten();
    let none = || {
        Refusal::input(Text::fixed("This game has no search for forced wins", "此棋类没有必胜搜索"))
    };
    match proof.ok_or_else(none) {
        Ok(proof) => responder.last(Answer::BoardProof(BoardProof { node, ..proof })).await,
        Err(refusal) => responder.refuse(refusal).await,
    }
}

/// Looks for a forced win of the side to move.
pub(super) fn prove(board: &Board, memory: u64, stop: &AtomicBool) -> BoardProof {
    let effort = Effort {
        time: Some(LONGEST),
        table_bytes: memory.clamp(1 << 20, 256 << 20) as usize,
        ..Effort::default()
    };
    let solution = solve(board, &effort, Some(stop));
    let mut made = BoardProof {
        node: 0,
        verdict: ProofVerdict::Unknown,
        length: 0,
        line: Vec::new(),
        steps: Vec::new(),
        cut: false,
        nodes: solution.nodes as f64,
        seconds: solution.time.as_secs_f64(),
    };
    made.verdict = match solution.verdict {
        ThreatResult::Loss => ProofVerdict::Loss,
        ThreatResult::NoForcedWin => ProofVerdict::NoForcedWin,
        ThreatResult::Unknown | ThreatResult::Unverified { .. } => ProofVerdict::Unknown,
        ThreatResult::Win { proof, kind, .. } => {
            made.length = proof.length();
            made.line = texts(&proof.line());
            (made.steps, made.cut) = steps(&proof);
            match kind {
                Kind::Five => ProofVerdict::Five,
                Kind::Fours => ProofVerdict::Fours,
                Kind::Threes => ProofVerdict::Threes,
            }
        }
    };
    made
}

fn texts(points: &[Point]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}

/// The tree in order, breadth first, and whether it was cut.
fn steps(proof: &Proof) -> (Vec<ProofStep>, bool) {
    let mut steps = Vec::new();
    let mut waiting = std::collections::VecDeque::from([(0, proof)]);
    while let Some((parent, proof)) = waiting.pop_front() {
        let (forces, threat, answers) = match &proof.replies {
            Replies::Five => (Forces::Five, &[][..], &[][..]),
            Replies::Four(answers) => (Forces::Four, &[][..], answers.as_slice()),
            Replies::Three { threat, answers } => {
                (Forces::Three, threat.as_slice(), answers.as_slice())
            }
        };
        if steps.len() + 1 + answers.len() > MOST_STEPS {
            return (steps, true);
        }
        let id = steps.len() as u32 + 1;
        steps.push(ProofStep {
            id,
            parent,
            text: proof.point.to_string(),
            wins: true,
            forces: Some(forces),
            threat: texts(threat),
        });
        for (answer, further) in answers {
            let reply = steps.len() as u32 + 1;
            steps.push(ProofStep {
                id: reply,
                parent: id,
                text: answer.to_string(),
                wins: false,
                forces: None,
                threat: Vec::new(),
            });
            waiting.push_back((reply, further));
        }
    }
    (steps, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::notation::parse_moves;
    use xun_gomoku::rules::{Position, Rule, Size};

    fn proof_after(moves: &str) -> BoardProof {
        let moves = parse_moves(moves, Size::STANDARD).expect("points");
        let position =
            Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves).expect("a position");
        prove(position.board(), 1 << 24, &AtomicBool::new(false))
    }

    #[test]
    fn every_branch_of_a_proof_ends_with_a_winning_move() {
        let proof = proof_after("h8a1i8a3g10c1g11e1");
        assert!(matches!(proof.verdict, ProofVerdict::Fours | ProofVerdict::Threes));
        assert!(proof.line.len() >= 3 && !proof.cut);
        for step in &proof.steps {
            let children: Vec<_> =
                proof.steps.iter().filter(|child| child.parent == step.id).collect();
            assert!(children.iter().all(|child| child.wins != step.wins), "sides alternate");
            assert!(step.wins || children.len() == 1, "every answer is met");
        }
    }

    #[test]
    fn a_quiet_position_has_no_proof() {
        let proof = proof_after("h8i9");
        assert_eq!(proof.verdict, ProofVerdict::NoForcedWin);
        assert!(proof.steps.is_empty());
    }
}
