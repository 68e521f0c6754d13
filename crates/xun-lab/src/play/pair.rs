//! A pair of games from one opening with exchanged seats: the unit of every match here.

use super::openings::{engine, xiangqi_score};
use crate::task::{Reading, Task};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xun_arena::{
    Adjudication, Ending, GomokuReferee, MoveRecord, Opening, Player, Points, Referee, Seat, Terms,
    TimeControl, XiangqiReferee, play_game,
};
use xun_gomoku::rules::{Rule, Size};
use xun_xiangqi::rules::{Colour, Rules};

/// A game not over by then is judged.
const LONGEST: u32 = 90;
/// The judge's nodes, and how far ahead wins, in hundredths of a pawn.
const JUDGE_NODES: u64 = 4000;
const AHEAD: i32 = 200;

/// The game that is played.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Table {
    Xiangqi,
    Gomoku(Size),
}

/// Makes a fresh player.
pub(crate) type MakePlayer = Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// Two players who meet from every opening.
pub(crate) struct Meeting {
    pub(crate) table: Table,
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

    fn pair(&self, opening: &Opening, stop: &AtomicBool) -> Option<Reading> {
        let mut points = [Points::Draw; 2];
        let mut plies = 0;
        for (place, seat) in points.iter_mut().zip(Seat::ALL) {
            let (player, opponent) = ((self.player)(), (self.opponent)());
            let mut players =
                if seat == Seat::First { [player, opponent] } else { [opponent, player] };
            let (winner, length) = self.table.play(opening, &mut players, stop)?;
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

impl Table {
    fn referee(self, opening: &Opening) -> Result<Box<dyn Referee>, String> {
        Ok(match self {
            Self::Xiangqi => Box::new(XiangqiReferee::new(Rules::default(), opening)?),
            Self::Gomoku(size) => Box::new(GomokuReferee::new(size, Rule::Freestyle, opening)?),
        })
    }

    /// Who wins, and after how many plies.
    fn play(
        self,
        opening: &Opening,
        players: &mut [Box<dyn Player>; 2],
        stop: &AtomicBool,
    ) -> Option<(Option<Seat>, usize)> {
        let mut referee = self.referee(opening).ok()?;
        let terms = Terms {
            controls: [TimeControl::default(); 2],
            grace: Duration::from_secs(3600),
            adjudication: Adjudication { longest: LONGEST, ..Adjudication::default() },
            stop,
        };
        let played = play_game(&mut *referee, opening, players, &terms, |_| {})?;
        let length = played.moves.len();
        if played.verdict.ending == Ending::TooLong {
            return Some((self.judge(opening, &played.moves), length));
        }
        Some((played.verdict.winner, length))
    }

    /// Who is clearly ahead in a game that did not end: our engine's word, the same for both
    /// players.
    fn judge(self, opening: &Opening, moves: &[MoveRecord]) -> Option<Seat> {
        let Self::Xiangqi = self else { return None };
        let mut board = XiangqiReferee::new(Rules::default(), opening).ok()?;
        for made in moves {
            board.play(&made.text).ok()?;
        }
        let score = xiangqi_score(&mut engine()?, board.position(), JUDGE_NODES);
        let (mover, other) = match board.position().turn() {
            Colour::Red => (Seat::First, Seat::Second),
            Colour::Black => (Seat::Second, Seat::First),
        };
        match score {
            score if score >= AHEAD => Some(mover),
            score if score <= -AHEAD => Some(other),
            _ => None,
        }
    }
}
