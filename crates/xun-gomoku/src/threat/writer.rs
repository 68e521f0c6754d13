//! Writes the proof that the df-pn table holds.
//!
//! The table may have lost parts of it; these are searched again. Every answer to a threat is found
//! by trying all points, so that a proof never rests on the search's list of defences.

use super::defence::all_breakers;
use super::dfpn::Dfpn;
use super::proof::{Proof, Replies};
use crate::rules::Point;
use std::collections::HashMap;

/// Most moves of a proof.
const MOST_MOVES: usize = 200_000;

/// The reason why a proof could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unwritten {
    /// Time, or the most moves of a proof, was not enough.
    Limit,
    /// An answer that the search had left out refutes it.
    Gap,
}

/// The proof of the position that the search has proven, with the attacker to move.
pub(crate) fn write_proof(search: &mut Dfpn) -> Result<Proof, Unwritten> {
    search.write_down();
    Writer { search, known: HashMap::new(), moves: 0 }.attack()
}

/// The first move of the win that the search has proven.
pub(crate) fn first_move(search: &mut Dfpn) -> Option<Point> {
    proven_attack(search)
}

struct Writer<'a, 'b> {
    search: &'a mut Dfpn<'b>,
    /// The proofs of positions, and their moves. Moves in another order lead there again.
    known: HashMap<u64, (Proof, usize)>,
    moves: usize,
}

impl Writer<'_, '_> {
    /// The attacker is to move and wins.
    fn attack(&mut self) -> Result<Proof, Unwritten> {
        let key = self.search.key();
        if let Some((proof, moves)) = self.known.get(&key) {
            self.moves += moves;
            return if self.moves > MOST_MOVES { Err(Unwritten::Limit) } else { Ok(proof.clone()) };
        }
        if self.search.over() {
            return Err(Unwritten::Limit);
        }
        let before = self.moves;
        let proof = self.new_attack()?;
        if !proof.is_by_fours() {
            self.known.insert(key, (proof.clone(), self.moves - before));
        }
        Ok(proof)
    }

    fn new_attack(&mut self) -> Result<Proof, Unwritten> {
        if self.search.attackers_fours() {
            let line = self.search.vcf.line();
            self.moves += line.len() / 2;
            return Proof::of_fours(line).ok_or(Unwritten::Gap);
        }
        let mut chosen = proven_attack(self.search);
        if chosen.is_none() && self.search.win_again() {
            // The table had lost the move; it has it again now.
            chosen = proven_attack(self.search);
        }
        let point = chosen.ok_or_else(|| self.missing())?;
        self.moves += 1;
        let quiets = self.search.play_attack(point);
        let replies = self.replies();
        self.search.undo_attack(quiets);
        Ok(Proof { point, replies: replies? })
    }

    /// What is missing was cut off by a limit, or was never there.
    fn missing(&mut self) -> Unwritten {
        if self.search.over() { Unwritten::Limit } else { Unwritten::Gap }
    }

    fn replies(&mut self) -> Result<Replies, Unwritten> {
        let own = self.search.attacker;
        let (answers, threat) = if self.search.board.has_five(own) {
            (self.search.stops_of(own), None)
        } else if self.search.threat() {
            let line = self.search.vcf.line().to_vec();
            (all_breakers(&mut self.search.board, own, &line), Some(line))
        } else {
            return Err(self.missing());
        };
        let mut list = Vec::with_capacity(answers.len());
        for answer in answers {
            self.search.board.play(answer, !own);
            let proof = if self.search.is_won() { self.attack() } else { Err(self.missing()) };
            self.search.board.undo();
            list.push((answer, proof?));
        }
        Ok(match threat {
            Some(threat) => Replies::Three { threat, answers: list },
            None => Replies::Four(list),
        })
    }
}

/// A move after which the table calls the position proven.
fn proven_attack(search: &mut Dfpn) -> Option<Point> {
    search
        .attacks()
        .into_iter()
        .find(|&point| search.look_after_attack(point).is_some_and(|numbers| numbers.proof == 0))
}
