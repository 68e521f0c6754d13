//! Jobs of the search thread: a move, balanced moves, or a choice of the swap2 opening.

use super::{Done, Gomocup, opening, report};
use crate::host::{Ends, Host, Job, Progress};
use std::time::Instant;
use xun_gomoku::openings::balanced_moves;
use xun_gomoku::rules::Point;
use xun_gomoku::search::{Answer, Event, Limits, Line, quick_move};

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
        Self { moves: answer.best().into_iter().collect(), answer: Some(answer), ..Self::default() }
    }

    /// The outcome if the search ended with this event; none where it is not about the best line.
    pub(super) fn of_event(event: &Event) -> Option<Self> {
        let Event::Line { rank: 0, line, nodes, time } = event else { return None };
        Some(Self::of(Answer {
            lines: vec![Line::clone(line)],
            nodes: *nodes,
            depth: line.depth,
            time: *time,
        }))
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
        let mut limits = Limits {
            depth: self.options.depth,
            nodes: self.options.nodes,
            soft_time: time.plan.map(|(soft, _)| soft),
            hard_time: time.plan.map(|(_, hard)| hard),
            lines,
            only: Vec::new(),
            without: self.blocked.clone(),
        };
        let fallback = quick_move(&board, &limits).map(|point| {
            let answer = matches!(purpose, Purpose::Move { .. }).then(|| Answer::at_once(point));
            Outcome { moves: vec![point], answer, ..Outcome::default() }
        });
        // Balancing has no single best move to fall back upon.
        let deadline = match purpose {
            Purpose::Balance { .. } => None,
            _ => time.deadline(start),
        };
        let unlimited =
            time.plan.is_none() && self.options.depth.is_none() && self.options.nodes.is_none();
        let (book, detail) = (self.book.clone(), self.options.detail);
        let job = Job {
            fallback,
            deadline,
            ends: if unlimited { Ends::WhenStopped } else { Ends::ByItself },
            must_answer: true,
            work: Box::new(move |engine, stop, report| {
                // The clock runs since the command came.
                let late = start.elapsed();
                limits.hard_time = limits.hard_time.map(|time| time.saturating_sub(late));
                limits.soft_time = limits.soft_time.map(|time| time.saturating_sub(late));
                let stop = stop.flag();
                match purpose {
                    Purpose::Balance { moves, bias } => Outcome {
                        moves: balanced_moves(engine, &board, moves, bias, &limits, stop),
                        ..Outcome::default()
                    },
                    Purpose::Swap2 => {
                        opening::choose(engine, &board, &limits, stop, &mut |outcome| {
                            let best = Some(Outcome { answer: None, ..outcome });
                            report(Progress { text: String::new(), best });
                        })
                    }
                    Purpose::Move { .. } => {
                        Outcome::of(book.answer(&board, &limits).unwrap_or_else(|| {
                            engine.search(&board, &limits, Some(stop), &mut |event| {
                                let best = Outcome::of_event(&event);
                                report(Progress { text: report::progress(&event, detail), best });
                            })
                        }))
                    }
                }
            }),
        };
        host.start(job).map_err(|error| format!("no search: {error}"))
    }
}
