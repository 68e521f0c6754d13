//! The lesson of a game: every position with its move and the result for the side that played it,
//! and, after a loss, the decision to regret.

use crate::record::{GameRecord, Seat};
use crate::score::Points;

/// A player who thought it was no worse than this before a move still thought it was fine.
const FINE: i32 = -100;

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonMove {
    /// Moves after the opening before this one.
    pub ply: usize,
    /// The move.
    pub text: String,
    /// The result for the side that played it.
    pub points: Points,
    /// The player's own score and depth, where stated.
    pub score: Option<(i32, u32)>,
    /// Whether this was the decision that lost the game.
    pub regretted: bool,
}

/// All that a game teaches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Its moves in order.
    pub steps: Vec<LessonMove>,
}

/// Learns from a game. `first` is the seat that made the first move after the opening. A decision
/// that the book avoids already, or that was none because nothing else was left to play
/// (`beyond_regret`), is not regretted: the one before it is.
pub fn lesson_of(
    game: &GameRecord,
    first: Seat,
    mut beyond_regret: impl FnMut(usize) -> bool,
) -> Lesson {
    let mover = |ply: usize| if ply.is_multiple_of(2) { first } else { first.other() };
    let mut steps: Vec<LessonMove> = game
        .moves
        .iter()
        .enumerate()
        .map(|(ply, made)| LessonMove {
            ply,
            text: made.text.clone(),
            points: game.points(mover(ply)),
            score: made.score.map(|score| (score, made.depth.unwrap_or(0))),
            regretted: false,
        })
        .collect();
    if let Some(winner) = game.winner {
        let own: Vec<usize> =
            (0..steps.len()).filter(|&ply| mover(ply) != winner && !beyond_regret(ply)).collect();
        // The last move at which the loser was still content; if it never was, its first.
        let content =
            own.iter().rev().find(|&&ply| steps[ply].score.is_some_and(|(score, _)| score >= FINE));
        if let Some(&ply) = content.or(own.first()) {
            steps[ply].regretted = true;
        }
    }
    Lesson { steps }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Ending, MoveRecord, Opening};

    fn game(scores: &[i32], winner: Option<Seat>) -> GameRecord {
        let made = |&score: &i32| MoveRecord {
            text: "a0a1".into(),
            score: Some(score),
            depth: Some(5),
            milliseconds: 1,
        };
        GameRecord {
            index: 0,
            players: [0, 1],
            opening: Opening::default(),
            moves: scores.iter().map(made).collect(),
            winner,
            ending: Ending::Rules,
            note: String::new(),
        }
    }

    fn regretted(lesson: &Lesson) -> Vec<usize> {
        lesson.steps.iter().filter(|step| step.regretted).map(|step| step.ply).collect()
    }

    #[test]
    fn the_last_content_moment_is_regretted() {
        // First: +20, −30, −400, −900; Second wins.
        let lost = game(&[20, 0, -30, 100, -400, 500, -900, 900], Some(Seat::Second));
        assert_eq!(regretted(&lesson_of(&lost, Seat::First, |_| false)), [2]);
        assert_eq!(
            regretted(&lesson_of(&lost, Seat::First, |ply| ply == 2)),
            [0],
            "the next time, the one before"
        );
    }

    #[test]
    fn nothing_is_regretted_in_a_draw() {
        assert!(regretted(&lesson_of(&game(&[0, 0, 0], None), Seat::First, |_| false)).is_empty());
    }

    #[test]
    fn a_player_never_content_regrets_its_first_move() {
        let lost = game(&[-500, 500, -900, 900], Some(Seat::Second));
        assert_eq!(regretted(&lesson_of(&lost, Seat::First, |_| false)), [0]);
    }
}
