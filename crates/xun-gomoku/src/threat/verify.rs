//! Checks a proof with nothing but the rules: a plain board, rows counted stone by stone, every
//! answer of the other side tried. It shares no pattern, table or search with the solver.

use super::budget::Budget;
use super::plain_board::PlainBoard;
use super::proof::{Proof, Replies};
use crate::rules::{Board, Colour, Point};
use std::collections::HashSet;
use thiserror::Error;

/// A fault of a proof.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refuted {
    /// A move that cannot be made.
    #[error("{0} cannot be played")]
    Illegal(Point),
    /// It was said to make five.
    #[error("{0} does not make five")]
    NoFive(Point),
    /// It was said to threaten five.
    #[error("{0} threatens nothing")]
    NoThreat(Point),
    /// The other side makes five first.
    #[error("after {after} the other side makes five at {five}")]
    Overtaken {
        /// The winner's move.
        after: Point,
        /// The point.
        five: Point,
    },
    /// An answer that the proof does not know.
    #[error("after {after} the answer {answer} is not dealt with")]
    Missing {
        /// The winner's move.
        after: Point,
        /// The answer.
        answer: Point,
    },
}

/// Whether the proof wins for the side to move of this board against every defence.
///
/// # Errors
/// The first line of the proof that does not win.
pub fn verify(board: &Board, proof: &Proof) -> Result<(), Refuted> {
    // Without a limit there is always an answer.
    verify_within(board, proof, Budget::ENDLESS).unwrap_or(Err(Refuted::Illegal(proof.point)))
}

/// The same within the time of a budget; `None` if it was not enough.
pub(crate) fn verify_within(
    board: &Board,
    proof: &Proof,
    budget: Budget,
) -> Option<Result<(), Refuted>> {
    let mut verifier = Verifier {
        plain: PlainBoard::new(board),
        own: board.to_move(),
        won: HashSet::new(),
        budget,
    };
    match verifier.attack(proof) {
        Ok(()) => Some(Ok(())),
        Err(Failure::Refuted(fault)) => Some(Err(fault)),
        Err(Failure::Time) => None,
    }
}

/// The reason why a proof was not verified.
enum Failure {
    Refuted(Refuted),
    Time,
}

impl From<Refuted> for Failure {
    fn from(fault: Refuted) -> Self {
        Self::Refuted(fault)
    }
}

struct Verifier<'a> {
    plain: PlainBoard,
    /// The winner.
    own: Colour,
    /// Positions with the winner to move whose proof holds. Moves in another order lead there
    /// again.
    won: HashSet<Vec<Option<Colour>>>,
    budget: Budget<'a>,
}

impl Verifier<'_> {
    /// The winner is to move.
    fn attack(&mut self, proof: &Proof) -> Result<(), Failure> {
        let (point, own) = (proof.point, self.own);
        if self.won.contains(self.plain.stones()) {
            return Ok(());
        }
        if self.budget.is_over() {
            return Err(Failure::Time);
        }
        if !self.plain.may_play(point, own) {
            return Err(Refuted::Illegal(point).into());
        }
        self.plain.put(point, Some(own));
        let result = self.answer_all(proof);
        self.plain.put(point, None);
        if result.is_ok() {
            self.won.insert(self.plain.stones().to_vec());
        }
        result
    }

    fn answer_all(&mut self, proof: &Proof) -> Result<(), Failure> {
        let (point, own) = (proof.point, self.own);
        match &proof.replies {
            Replies::Five if self.plain.has_five_through(point, own) => Ok(()),
            Replies::Five => Err(Refuted::NoFive(point).into()),
            Replies::Four(answers) => self.after_four(point, |verifier, answer| {
                match answers.iter().find(|(known, _)| *known == answer) {
                    Some((_, proof)) => verifier.attack(proof),
                    None => Err(Refuted::Missing { after: point, answer }.into()),
                }
            }),
            Replies::Three { threat, answers } => self.after_three(point, threat, answers),
        }
    }

    /// The winner threatens a line of fours: every answer is tried.
    fn after_three(
        &mut self,
        point: Point,
        threat: &[Point],
        answers: &[(Point, Proof)],
    ) -> Result<(), Failure> {
        let other = !self.own;
        if let Some(&five) = self.plain.five_points(other).first() {
            return Err(Refuted::Overtaken { after: point, five }.into());
        }
        for answer in self.plain.empty_points() {
            let known = answers.iter().find(|(known, _)| *known == answer);
            self.plain.put(answer, Some(other));
            let result = match known {
                Some((_, proof)) => self.attack(proof),
                None => self.follow(threat),
            };
            self.plain.put(answer, None);
            match result {
                Ok(()) => {}
                Err(Failure::Time) => return Err(Failure::Time),
                // Only a legal move can refute the proof.
                Err(_) if !self.plain.may_play(answer, other) => {}
                Err(fault) if known.is_some() => return Err(fault),
                Err(_) => return Err(Refuted::Missing { after: point, answer }.into()),
            }
        }
        // Passing is not allowed, but the threat must be real all the same.
        self.follow(threat)
    }

    /// Follows a line of fours; any answer but the line's must lose to five at once.
    fn follow(&mut self, line: &[Point]) -> Result<(), Failure> {
        let Some((&point, rest)) = line.split_first() else {
            return Err(Refuted::Illegal(Point::new(0, 0)).into());
        };
        let own = self.own;
        if !self.plain.may_play(point, own) {
            return Err(Refuted::Illegal(point).into());
        }
        self.plain.put(point, Some(own));
        let result = if self.plain.has_five_through(point, own) {
            Ok(())
        } else {
            self.after_four(point, |verifier, answer| match rest.split_first() {
                Some((&expected, further)) if expected == answer => verifier.follow(further),
                _ => Err(Refuted::Missing { after: point, answer }.into()),
            })
        };
        self.plain.put(point, None);
        result
    }

    /// The winner just made a four at `point`: every answer that does not stop five loses; the
    /// others are handed on.
    fn after_four(
        &mut self,
        point: Point,
        mut handle: impl FnMut(&mut Self, Point) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let (own, other) = (self.own, !self.own);
        let fives = self.plain.five_points(own);
        if fives.is_empty() {
            return Err(Refuted::NoThreat(point).into());
        }
        if let Some(&five) = self.plain.five_points(other).first() {
            return Err(Refuted::Overtaken { after: point, five }.into());
        }
        let answers = match fives.first() {
            // A stone just beyond the row's end stops it too; that is at most five steps from
            // where five would be made.
            Some(five) if self.plain.is_caro() => {
                let near = |answer: &Point| answer.distance(*five) <= 5;
                self.plain.empty_points().into_iter().filter(near).collect()
            }
            _ => fives,
        };
        for answer in answers {
            if !self.plain.may_play(answer, other) {
                continue;
            }
            self.plain.put(answer, Some(other));
            let result =
                if self.plain.five_points(own).is_empty() { handle(self, answer) } else { Ok(()) };
            self.plain.put(answer, None);
            result?;
        }
        Ok(())
    }
}
