//! Jobs of the search thread: a move, balanced moves, or a choice of the swap2 opening.

use super::{Done, Gomocup, opening, report};
use crate::host::{Ends, Host, Job, Progress};
use crate::search::Search;
use std::io;
use std::time::Instant;
use xun_game::Limits;
use xun_gomoku::openings::balanced_moves;
use xun_gomoku::rules::Point;
use xun_gomoku::search::{Answer, MAX_DEPTH, Question, quick_move};

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
pub struct GomocupReply {
    /// The moves to play, in order.
    pub(super) moves: Vec<Point>,
    /// Whether colours are swapped instead.
    pub(super) swap: bool,
    /// The engine's answer, where it is shown.
    pub(super) answer: Option<Answer>,
}

impl From<Answer> for GomocupReply {
    fn from(answer: Answer) -> Self {
        Self { moves: answer.best.into_iter().collect(), answer: Some(answer), ..Self::default() }
    }
}

impl GomocupReply {
    /// The moves alone.
    fn without_answer(self) -> Self {
        Self { answer: None, ..self }
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
        let time = self.clock.move_time(&board, start, host.reserve());
        let limits = Limits { depth: self.options.depth, nodes: self.options.nodes, ..time.limits };
        let question = Question { exclude: self.blocked.clone(), ..Question::new(limits) };
        let mut search = Search {
            fallback: quick_move(&board, &question)
                .map(Answer::without_search)
                .map(GomocupReply::from),
            deadline: time.deadline,
            ends: Ends::of(&question.limits, MAX_DEPTH),
            question: question.with_plan(time.plan),
            position: board,
        };
        let started = match purpose {
            Purpose::Move { lines } => {
                search.question.lines = lines;
                self.search_move(search, host)
            }
            Purpose::Balance { moves, bias } => start_balance(search, moves, bias, host),
            Purpose::Swap2 => start_swap2(search, host),
        };
        started.map_err(|error| format!("no search: {error}"))
    }

    /// Answers from the book, or starts a search.
    fn search_move(&self, search: Search<Self>, host: &mut Host<Self>) -> io::Result<()> {
        if let Some(answer) = self.book.answer(&search.position, &search.question) {
            return host.start(Job {
                fallback: None,
                deadline: None,
                ends: Ends::ByItself,
                must_answer: true,
                work: Box::new(move |_, _, _| answer.into()),
            });
        }
        let detail = self.options.detail;
        host.start_search(search, move |event| report::progress(event, detail))
    }
}

/// Starts the search for balanced moves. It has no single best move to fall back upon, so no
/// deadline cuts it short.
fn start_balance(
    search: Search<Gomocup>,
    moves: u8,
    bias: i32,
    host: &mut Host<Gomocup>,
) -> io::Result<()> {
    let Search { position, question, ends, .. } = search;
    host.start(Job {
        fallback: None,
        deadline: None,
        ends,
        must_answer: true,
        work: Box::new(move |engine, stop, _| GomocupReply {
            moves: balanced_moves(engine, &position, moves, bias, &question, stop),
            ..GomocupReply::default()
        }),
    })
}

/// Starts the search for a choice of the swap2 opening; its moves are not shown with a score.
fn start_swap2(search: Search<Gomocup>, host: &mut Host<Gomocup>) -> io::Result<()> {
    let Search { position, question, fallback, deadline, ends } = search;
    host.start(Job {
        fallback: fallback.map(GomocupReply::without_answer),
        deadline,
        ends,
        must_answer: true,
        work: Box::new(move |engine, stop, report| {
            opening::choose(engine, &position, &question, stop, &mut |answer| {
                let best = Some(GomocupReply::from(answer).without_answer());
                report(Progress { text: String::new(), best });
            })
        }),
    })
}
