//! Plays one game between two players, by the clock and by the referee.

use crate::player::{Choice, Failure, Player, Turn};
use crate::record::{Ending, MoveRecord, Opening, Seat};
use crate::referee::{GameEnd, Referee};
use crate::setting::GameMove;
use crate::time_control::TimeControl;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use xun_game::Stop;

/// Conditions that end a game before the rules do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// A win is agreed when both scores have been beyond this, in the same direction …
    pub win_score: Option<i32>,
    /// … for so many moves of each.
    pub win_moves: u32,
    /// A draw is agreed when both scores have been within this …
    pub draw_score: Option<i32>,
    /// … for so many moves of each …
    pub draw_moves: u32,
    /// … after so many plies.
    pub draw_after: u32,
    /// A game longer than this is drawn.
    pub longest: u32,
}

impl Default for Adjudication {
    fn default() -> Self {
        Self {
            win_score: None,
            win_moves: 4,
            draw_score: None,
            draw_moves: 8,
            draw_after: 80,
            longest: 600,
        }
    }
}

/// The terms of a game.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// Limits of both players, first seat first.
    pub controls: [TimeControl; 2],
    /// Delay beyond its limit that an answer may have, for the pipes and the machine.
    pub grace: Duration,
    /// Conditions for an early end.
    pub adjudication: Adjudication,
    /// Raised to stop.
    pub stop: &'a Stop,
}

/// A played game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played {
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// Its end.
    pub end: GameEnd,
    /// The seat that failed as a program and needs a fresh player.
    pub failed: Option<Seat>,
}

/// Plays a game. `None` if it was stopped before its end. `listen` hears each move as it is made.
pub fn play_game(
    referee: &mut dyn Referee,
    opening: &Opening,
    players: &mut [Box<dyn Player>; 2],
    terms: &Terms<'_>,
    mut listen: impl FnMut(&MoveRecord),
) -> Option<Played> {
    let mut game = Progress {
        moves: Vec::new(),
        clocks: terms.controls.map(|control| control.per_game.unwrap_or_default()),
    };
    for seat in Seat::ALL {
        let player = &mut players[seat as usize];
        if let Err(failure) = player.new_game().and_then(|()| player.set_up(opening)) {
            return Some(game.lost(seat, failure));
        }
    }
    loop {
        let end = referee.end();
        if let Some(end) = end.or_else(|| agreed(&game.moves, referee.turn(), &terms.adjudication))
        {
            return Some(Played { moves: game.moves, end, failed: None });
        }
        if terms.stop.is_stopped() {
            return None;
        }
        let seat = referee.turn();
        let control = &terms.controls[seat as usize];
        let turn = Turn { seat, clocks: game.clocks, control, stop: terms.stop };
        let began = Instant::now();
        let answer = players[seat as usize].choose(&turn);
        let taken = began.elapsed();
        if terms.stop.is_stopped() {
            return None;
        }
        let choice = match answer {
            Ok(choice) => choice,
            Err(failure) => return Some(game.lost(seat, failure)),
        };
        if let Some(failure) = game.charge(seat, taken, control, terms.grace) {
            // It has answered, so it can play the next game.
            return Some(Played { failed: None, ..game.lost(seat, failure) });
        }
        let Some(chosen) = choice.chosen else {
            let end = GameEnd {
                winner: Some(seat.other()),
                ending: Ending::Resignation,
                note: "resigned".into(),
            };
            return Some(Played { moves: game.moves, end, failed: None });
        };
        if let Err(illegal) = referee.play(chosen) {
            let failure = Failure { ending: Ending::IllegalMove, note: illegal.to_string() };
            return Some(game.lost(seat, failure));
        }
        game.record(choice, chosen, taken);
        game.moves.last().into_iter().for_each(&mut listen);
        for seat in Seat::ALL {
            if let Err(failure) = players[seat as usize].follow(chosen) {
                return Some(game.lost(seat, failure));
            }
        }
    }
}

struct Progress {
    moves: Vec<MoveRecord>,
    clocks: [Duration; 2],
}

impl Progress {
    fn lost(self, seat: Seat, failure: Failure) -> Played {
        let end =
            GameEnd { winner: Some(seat.other()), ending: failure.ending, note: failure.note };
        Played { moves: self.moves, end, failed: Some(seat) }
    }

    fn record(&mut self, choice: Choice, chosen: GameMove, taken: Duration) {
        self.moves.push(MoveRecord {
            text: chosen.to_string(),
            score: choice.score,
            depth: choice.depth,
            milliseconds: taken.as_millis() as u64,
        });
    }

    /// Takes the time from the clock; too much is a failure.
    fn charge(
        &mut self,
        seat: Seat,
        taken: Duration,
        control: &TimeControl,
        grace: Duration,
    ) -> Option<Failure> {
        let late = |limit: Duration| {
            (taken > limit + grace).then(|| Failure {
                ending: Ending::Late,
                note: format!("{} ms, of {} ms allowed", taken.as_millis(), limit.as_millis()),
            })
        };
        if let Some(failure) = control.per_move.and_then(late) {
            return Some(failure);
        }
        if control.per_game.is_some() {
            let clock = &mut self.clocks[seat as usize];
            if let Some(failure) = late(*clock) {
                return Some(failure);
            }
            *clock = clock.saturating_sub(taken) + control.increment;
        }
        None
    }
}

/// An end that both players' scores agree on.
fn agreed(moves: &[MoveRecord], turn: Seat, rules: &Adjudication) -> Option<GameEnd> {
    if moves.len() as u32 >= rules.longest {
        return Some(GameEnd {
            winner: None,
            ending: Ending::TooLong,
            note: format!("{} plies", rules.longest),
        });
    }
    let recent = |count: u32| {
        let from = moves.len().checked_sub(2 * count.max(1) as usize)?;
        moves[from..].iter().map(|made| made.score).collect::<Option<Vec<i32>>>()
    };
    if let (Some(limit), Some(scores)) = (rules.win_score, recent(rules.win_moves)) {
        // The last score is of the side that is not to move; before it the sides alternate.
        let mover_signs = scores
            .iter()
            .rev()
            .enumerate()
            .map(|(age, &score)| if age % 2 == 0 { score.saturating_neg() } else { score });
        let for_side_to_move: Vec<i32> = mover_signs.collect();
        let winner = if for_side_to_move.iter().all(|&score| score >= limit) {
            Some(turn)
        } else if for_side_to_move.iter().all(|&score| score <= -limit) {
            Some(turn.other())
        } else {
            None
        };
        if winner.is_some() {
            return Some(GameEnd {
                winner,
                ending: Ending::Agreement,
                note: "both scores agreed".into(),
            });
        }
    }
    if moves.len() as u32 >= rules.draw_after
        && let (Some(limit), Some(scores)) = (rules.draw_score, recent(rules.draw_moves))
        && scores.iter().all(|score| score.saturating_abs() <= limit)
    {
        return Some(GameEnd {
            winner: None,
            ending: Ending::Agreement,
            note: "both scores agreed".into(),
        });
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(scores: &[i32]) -> Vec<MoveRecord> {
        scores
            .iter()
            .map(|&score| MoveRecord {
                text: "a0a1".into(),
                score: Some(score),
                depth: None,
                milliseconds: 1,
            })
            .collect()
    }

    #[test]
    fn scores_that_agree_end_the_game() {
        let rules = Adjudication { win_score: Some(500), win_moves: 2, ..Adjudication::default() };
        // First says +600, Second says −600, and so on; then First is to move.
        let moves = scored(&[600, -600, 610, -620]);
        assert_eq!(agreed(&moves, Seat::First, &rules).unwrap().winner, Some(Seat::First));
        let moves = scored(&[600, -600, 610, 620]);
        assert_eq!(agreed(&moves, Seat::First, &rules), None);
        let moves = scored(&[-700, 600, -610]);
        assert_eq!(agreed(&moves, Seat::Second, &rules), None, "not long enough");
        let moves = scored(&[0, -700, 600, -610, 800]);
        assert_eq!(agreed(&moves, Seat::Second, &rules).unwrap().winner, Some(Seat::First));
        // An external engine may say any number; the least one has no opposite.
        let least = i32::MIN;
        let moves = scored(&[600, least, 610, least]);
        assert_eq!(agreed(&moves, Seat::First, &rules).unwrap().winner, Some(Seat::First));
        let even = Adjudication { draw_score: Some(5), draw_after: 0, ..Adjudication::default() };
        assert_eq!(agreed(&scored(&[least; 40]), Seat::First, &even), None);
    }

    #[test]
    fn quiet_scores_draw_only_late() {
        let rules = Adjudication {
            draw_score: Some(5),
            draw_moves: 2,
            draw_after: 6,
            ..Adjudication::default()
        };
        assert_eq!(agreed(&scored(&[0, 0, 0, 0]), Seat::First, &rules), None);
        assert_eq!(
            agreed(&scored(&[9, 9, 0, 1, 2, -3]), Seat::First, &rules).unwrap().winner,
            None
        );
    }

    #[test]
    fn nothing_lasts_forever() {
        let rules = Adjudication { longest: 3, ..Adjudication::default() };
        assert_eq!(
            agreed(&scored(&[0, 0, 0]), Seat::First, &rules).unwrap().ending,
            Ending::TooLong
        );
    }
}
