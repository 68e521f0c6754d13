//! Jobs of the search thread: a move, balanced moves, or a choice of the swap2 opening.

use super::{Done, Gomocup, opening, report};
use crate::host::{Ends, Host, Job, Progress};
use std::time::Instant;
use xun_game::Limits;
use xun_gomoku::openings::balanced_moves;
use xun_gomoku::rules::Point;
use xun_gomoku::search::{Answer, Event, Question, quick_move};

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The best move, with so many lines.
    Move { lines: usize },
    /// Moves after which the score for the side to move is near `bias`.
    Balance { moves: u8, bias: i32 },
    /// A choice of the swap2 opening.
    Swap2,
}

/// The result of a job.
#[derive(Default)]
pub struct Outcome {
    /// The moves to play, in order.
    pub(super) moves: Vec<Point>,
    /// Whether colours are swapped instead.
    pub(super) swap: bool,
    /// The engine's answer, where it is shown.
    pub(super) answer: Option<Answer>,
}

impl Outcome {
    /// The outcome of a search that ends with this answer.
    fn of(answer: Answer) -> Self {
        Self { moves: answer.best.into_iter().collect(), answer: Some(answer), ..Self::default() }
    }

    /// The outcome if the search ended with this event; none where it is not about the best line.
    pub(super) fn of_event(event: &Event) -> Option<Self> {
        event.report().and_then(Answer::from_report).map(Self::of)
    }
}

impl Gomocup {
    /// Starts a search of the board. Its time runs since the command arrived.
    pub(super) fn search(
        &mut self,
        purpose: Purpose,
        arrived: Instant,
        host: &mut Host<Self>,
    ) -> Done {
        let board = self.board()?.clone();
        if board.is_full() {
            return Err("the board is full".into());
        }
        let start = host.clock_start(arrived);
        self.clock.start_move(start);
        let time = self.clock.move_time(&board, host.reserve());
        let lines = if let Purpose::Move { lines } = purpose { lines } else { 1 };
        let limits =
            Limits { depth: self.options.depth, nodes: self.options.nodes, ..time.limits.clone() };
        let unlimited = limits.is_unlimited();
        let question = Question {
            exclude: self.blocked.clone(),
            lines,
            asked: Some(start),
            ..Question::new(limits)
        };
        let fallback = quick_move(&board, &question).map(|point| {
            let answer =
                matches!(purpose, Purpose::Move { .. }).then(|| Answer::without_search(point));
            Outcome { moves: vec![point], answer, ..Outcome::default() }
        });
        // Balancing has no single best move to fall back upon.
        let deadline = match purpose {
            Purpose::Balance { .. } => None,
            _ => time.deadline(start),
        };
        let (book, detail) = (self.book.clone(), self.options.detail);
        let job = Job {
            fallback,
            deadline,
            ends: if unlimited { Ends::WhenStopped } else { Ends::ByItself },
            must_answer: true,
            work: Box::new(move |engine, stop, report| match purpose {
                Purpose::Balance { moves, bias } => Outcome {
                    moves: balanced_moves(engine, &board, moves, bias, &question, stop),
                    ..Outcome::default()
                },
                Purpose::Swap2 => {
                    opening::choose(engine, &board, &question, stop, &mut |outcome| {
                        let best = Some(Outcome { answer: None, ..outcome });
                        report(Progress { text: String::new(), best });
                    })
                }
                Purpose::Move { .. } => {
                    Outcome::of(book.answer(&board, &question).unwrap_or_else(|| {
                        engine.search(&board, &question, stop, &mut |event| {
                            let best = Outcome::of_event(event);
                            report(Progress { text: report::progress(event, detail), best });
                        })
                    }))
                }
            }),
        };
        host.start(job).map_err(|error| format!("no search: {error}"))
    }
}
