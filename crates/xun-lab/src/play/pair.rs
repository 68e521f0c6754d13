//! A pair of games from one opening with exchanged seats: the unit of every match here.

use super::openings::{engine, xiangqi_score};
use crate::task::{Reading, Task};
use std::sync::Arc;
use std::time::Duration;
use xun_arena::{
    Adjudication, Ending, MoveRecord, Opening, Player, Points, Referee, Seat, Setting, Terms,
    TimeControl, XiangqiReferee, play_game,
};
use xun_game::Stop;

/// Plies after which a game is judged.
const LONGEST: u32 = 90;
/// Nodes of the judge.
const JUDGE_NODES: u64 = 4000;
/// Score of the judge that wins, in hundredths of a pawn.
const AHEAD: i32 = 200;

/// Makes a fresh player.
pub(crate) type MakePlayer = Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// Two players who meet from every opening.
pub(crate) struct Meeting {
    pub(crate) setting: Setting,
    pub(crate) group: &'static str,
    pub(crate) variant: &'static str,
    pub(crate) x: Option<f64>,
    pub(crate) player: MakePlayer,
    pub(crate) opponent: MakePlayer,
}

impl Meeting {
    /// One task for each opening: both games of it.
    pub(crate) fn tasks(self, openings: &[Opening]) -> Vec<Task> {
        let meeting = Arc::new(self);
        let task = |(number, opening): (usize, &Opening)| {
            let (meeting, opening) = (Arc::clone(&meeting), opening.clone());
            Task {
                group: meeting.group,
                problem: format!("opening {}", number + 1),
                variant: meeting.variant,
                job: Box::new(move |stop| Some(vec![meeting.pair(&opening, stop)?])),
            }
        };
        openings.iter().enumerate().map(task).collect()
    }

    fn pair(&self, opening: &Opening, stop: &Stop) -> Option<Reading> {
        let mut points = [Points::Draw; 2];
        let mut plies = 0;
        for (place, seat) in points.iter_mut().zip(Seat::ALL) {
            let (player, opponent) = ((self.player)(), (self.opponent)());
            let mut players =
                if seat == Seat::First { [player, opponent] } else { [opponent, player] };
            let (winner, length) = play(self.setting, opening, &mut players, stop)?;
            plies += length;
            *place = match winner {
                None => Points::Draw,
                Some(winner) if winner == seat => Points::Win,
                Some(_) => Points::Loss,
            };
        }
        let count = |wanted| points.iter().filter(|one| **one == wanted).count() as f64;
        let values = vec![
            ("wins", count(Points::Win)),
            ("draws", count(Points::Draw)),
            ("losses", count(Points::Loss)),
            ("pair", (points[0].halves() + points[1].halves()) as f64),
            ("plies", plies as f64 / 2.0),
        ];
        Some(Reading { x: self.x, values, ..Reading::default() })
    }
}

/// Plays a game: the winner, and the number of plies.
fn play(
    setting: Setting,
    opening: &Opening,
    players: &mut [Box<dyn Player>; 2],
    stop: &Stop,
) -> Option<(Option<Seat>, usize)> {
    let mut referee = setting.referee(opening).ok()?;
    let terms = Terms {
        controls: [TimeControl::default(); 2],
        grace: Duration::from_secs(3600),
        adjudication: Adjudication { longest: LONGEST, ..Adjudication::default() },
        stop,
    };
    let played = play_game(&mut *referee, opening, players, &terms, |_| {})?;
    let length = played.moves.len();
    if played.end.ending == Ending::TooLong {
        return Some((judge(setting, opening, &played.moves), length));
    }
    Some((played.end.winner, length))
}

/// The side that is clearly ahead in a game of Xiangqi that did not end, by our engine: the same
/// judge for both players.
fn judge(setting: Setting, opening: &Opening, moves: &[MoveRecord]) -> Option<Seat> {
    let Setting::Xiangqi { rules } = setting else { return None };
    let mut board = XiangqiReferee::new(rules, opening).ok()?;
    for made in moves {
        board.play(setting.parse_move(&made.text).ok()?).ok()?;
    }
    let score = xiangqi_score(&mut engine()?, board.position(), JUDGE_NODES);
    let mover = board.turn();
    match score {
        score if score >= AHEAD => Some(mover),
        score if score <= -AHEAD => Some(mover.other()),
        _ => None,
    }
}
