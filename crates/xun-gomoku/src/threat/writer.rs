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
    let mut writer = Writer { search, known: HashMap::new(), moves: 0 };
    let key = writer.attack()?;
    writer.unfold(key)
}

/// The first move of the win that the search has proven.
pub(crate) fn first_move(search: &mut Dfpn) -> Option<Point> {
    proven_attack(search)
}

/// The win in one position. Positions that follow are named by their keys, because moves in another
/// order lead to the same ones.
enum Step {
    Fours(Vec<Point>),
    Attack { point: Point, threat: Option<Vec<Point>>, answers: Vec<(Point, u64)> },
}

/// The line that an attack threatens, unless it is five, and the positions after each answer.
type Answers = (Option<Vec<Point>>, Vec<(Point, u64)>);

struct Writer<'a, 'b> {
    search: &'a mut Dfpn<'b>,
    known: HashMap<u64, Step>,
    /// Moves of the unfolded proof so far.
    moves: usize,
}

impl Writer<'_, '_> {
    /// Writes down how the attacker, who is to move, wins here; returns the position's key.
    fn attack(&mut self) -> Result<u64, Unwritten> {
        let key = self.search.key();
        if !self.known.contains_key(&key) {
            if self.search.over() {
                return Err(Unwritten::Limit);
            }
            let step = self.step()?;
            self.known.insert(key, step);
        }
        Ok(key)
    }

    fn step(&mut self) -> Result<Step, Unwritten> {
        if self.search.attackers_fours() {
            return Ok(Step::Fours(self.search.vcf.line().to_vec()));
        }
        let mut chosen = proven_attack(self.search);
        if chosen.is_none() && self.search.win_again() {
            // The table had lost the move; it has it again now.
            chosen = proven_attack(self.search);
        }
        let point = chosen.ok_or_else(|| self.missing())?;
        let quiets = self.search.play_attack(point);
        let replies = self.replies();
        self.search.undo_attack(quiets);
        let (threat, answers) = replies?;
        Ok(Step::Attack { point, threat, answers })
    }

    /// A missing part was cut off by a limit, or was never there.
    fn missing(&mut self) -> Unwritten {
        if self.search.over() { Unwritten::Limit } else { Unwritten::Gap }
    }

    /// The threatened line, unless it is five, and every answer to it.
    fn replies(&mut self) -> Result<Answers, Unwritten> {
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
            let key = if self.search.is_won() { self.attack() } else { Err(self.missing()) };
            self.search.board.undo();
            list.push((answer, key?));
        }
        Ok((threat, list))
    }

    /// The proof of a position as a tree.
    fn unfold(&mut self, key: u64) -> Result<Proof, Unwritten> {
        let (point, threat, answers) = match self.known.get(&key) {
            None => return Err(Unwritten::Gap),
            Some(Step::Fours(line)) => {
                self.moves += line.len() / 2;
                return Proof::of_fours(line).ok_or(Unwritten::Gap);
            }
            Some(Step::Attack { point, threat, answers }) => {
                (*point, threat.clone(), answers.clone())
            }
        };
        self.moves += 1;
        if self.moves > MOST_MOVES || self.search.over() {
            return Err(Unwritten::Limit);
        }
        let mut list = Vec::with_capacity(answers.len());
        for (answer, key) in answers {
            list.push((answer, self.unfold(key)?));
        }
        let replies = match threat {
            Some(threat) => Replies::Three { threat, answers: list },
            None => Replies::Four(list),
        };
        Ok(Proof { point, replies })
    }
}

/// A move after which the table calls the position proven.
fn proven_attack(search: &mut Dfpn) -> Option<Point> {
    search
        .attacks()
        .into_iter()
        .find(|&point| search.look_after_attack(point).is_some_and(|numbers| numbers.proof == 0))
}
