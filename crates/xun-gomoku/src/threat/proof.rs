//! A proof of a forced win.

use crate::rules::Point;

/// A proof: the winner's move and a proof for each answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The winner's move.
    pub point: Point,
    /// The answers of the other side.
    pub replies: Replies,
}

/// The continuation after the winner's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replies {
    /// It made five.
    Five,
    /// It made a four: these answers stop five; after any other, five follows. None at all if five
    /// cannot be stopped.
    Four(Vec<(Point, Proof)>),
    /// It threatens `threat`, a line of fours (ours and theirs in turn) that wins after any answer
    /// but these.
    Three {
        /// The line that wins unless it is broken.
        threat: Vec<Point>,
        /// Every answer that breaks the threat, and how the win goes on.
        answers: Vec<(Point, Proof)>,
    },
}

impl Proof {
    /// Plies to the five against the longest defence in the proof.
    #[must_use]
    pub fn length(&self) -> u32 {
        1 + match &self.replies {
            Replies::Five => 0,
            Replies::Four(answers) => longest(answers).unwrap_or(2),
            Replies::Three { threat, answers } => {
                longest(answers).unwrap_or(0).max(1 + threat.len() as u32)
            }
        }
    }

    /// Number of the winner's moves in the whole tree.
    #[must_use]
    pub fn size(&self) -> usize {
        1 + match &self.replies {
            Replies::Five => 0,
            Replies::Four(answers) | Replies::Three { answers, .. } => {
                answers.iter().map(|(_, proof)| proof.size()).sum()
            }
        }
    }

    /// Whether every one of the winner's moves makes a four or five.
    #[must_use]
    pub fn is_by_fours(&self) -> bool {
        match &self.replies {
            Replies::Five => true,
            Replies::Four(answers) => answers.iter().all(|(_, proof)| proof.is_by_fours()),
            Replies::Three { .. } => false,
        }
    }

    /// The line of the longest defence.
    #[must_use]
    pub fn line(&self) -> Vec<Point> {
        let mut line = vec![self.point];
        let answers = match &self.replies {
            Replies::Five => return line,
            Replies::Four(answers) | Replies::Three { answers, .. } => answers,
        };
        match answers.iter().max_by_key(|(_, proof)| proof.length()) {
            Some((answer, proof)) => {
                line.push(*answer);
                line.extend(proof.line());
            }
            None => {
                if let Replies::Three { threat, .. } = &self.replies {
                    line.extend(threat);
                }
            }
        }
        line
    }

    /// A line of fours as a proof: our moves at even places, the forced answers between.
    pub(crate) fn of_fours(line: &[Point]) -> Option<Self> {
        let (&point, rest) = line.split_first()?;
        let replies = match rest {
            [] => Replies::Five,
            // The last answer stops one of two fives, or is forbidden: nothing stops five.
            [_] | [_, _] => Replies::Four(Vec::new()),
            [answer, further @ ..] => Replies::Four(vec![(*answer, Self::of_fours(further)?)]),
        };
        Some(Self { point, replies })
    }
}

fn longest(answers: &[(Point, Proof)]) -> Option<u32> {
    answers.iter().map(|(_, proof)| 1 + proof.length()).max()
}
