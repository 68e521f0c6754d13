//! UCI, as the boards of Pikafish speak it: which command does what.

use super::{Outcome, Session, new_engine, read_position};
use crate::host::{Ends, Host, Job};
use crate::serve::{Protocol, Timing, serve_standard};
use std::io;
use std::time::{Duration, Instant};
use xun_game::{Answer, Bound, Clock, Engine, Limits, Question, Report, Score};
use xun_xiangqi::eval::{PlayingEvaluator, Weights, explain};
use xun_xiangqi::notation::{Ranks, format_coordinates};
use xun_xiangqi::protocol::{Go, Info, ReplyScore, ScoreBound, UciCommand, UciReply};
use xun_xiangqi::rules::perft::divide;
use xun_xiangqi::rules::{Colour, Move, Position};
use xun_xiangqi::search::{BENCH_DEPTH, EngineOptions, XiangqiEngine, bench_until, win_draw_loss};

/// Serves UCI on standard input and output until `quit` or the end of input.
pub fn run() -> io::Result<()> {
    serve_standard(Uci::default(), new_engine()?)
}

/// One conversation with a board.
#[derive(Default)]
pub struct Uci {
    session: Session,
}

impl Protocol for Uci {
    type Engine = XiangqiEngine;
    type Command = UciCommand;
    type Outcome = Outcome;

    const QUIT_ENDS_SEARCH: bool = true;

    fn parse(line: &str) -> UciCommand {
        UciCommand::parse(line)
    }

    fn timing(command: &UciCommand) -> Timing {
        match command {
            UciCommand::IsReady => Timing::Immediate,
            UciCommand::Stop => Timing::Control { stops: true },
            UciCommand::PonderHit => Timing::Control { stops: false },
            UciCommand::NewGame | UciCommand::SetOption { .. } => Timing::EngineFree,
            UciCommand::Go(_) | UciCommand::Bench => Timing::AfterAnswer,
            UciCommand::Quit => Timing::Quit,
            _ => Timing::InOrder,
        }
    }

    fn execute(&mut self, command: UciCommand, arrived: Instant, host: &mut Host<Self>) {
        match command {
            UciCommand::Uci => introduce(host),
            UciCommand::IsReady => host.say(UciReply::ReadyOk),
            UciCommand::NewGame => {
                host.engine().new_game();
                self.session.position = Position::start();
            }
            UciCommand::SetOption { name, value } => {
                let done = self.session.set(&mut host.engine(), &name, &value);
                if let Err(fault) = done {
                    note(host, fault.to_string());
                }
            }
            UciCommand::Position { fen, moves } => {
                let (position, fault) = read_position(fen.as_deref(), &moves, self.ranks());
                self.session.position = position.unwrap_or_else(|| self.session.position.clone());
                if let Some(fault) = fault {
                    note(host, fault);
                }
            }
            UciCommand::Go(go) => self.go(&go, arrived, host),
            UciCommand::Stop => host.stop(),
            UciCommand::PonderHit => host.ponder_hit(),
            UciCommand::Display => {
                let position = &self.session.position;
                host.say(format!("{}\nFen: {}", board(position), position.to_fen()));
            }
            UciCommand::Eval => host.say(explained(&self.session.position)),
            UciCommand::Bench => start_bench(host),
            UciCommand::Debug(_) | UciCommand::Nothing | UciCommand::Quit => {}
            UciCommand::Unknown(line) => note(host, format!("unknown command: {line}")),
        }
    }

    fn answer(&mut self, outcome: Option<Outcome>, host: &mut Host<Self>) {
        match outcome {
            Some(Outcome::Answer(answer)) => host.say(best_move(&answer, self.ranks())),
            Some(Outcome::Text(text)) => host.say(text),
            None => host.say(UciReply::BestMove { best: None, ponder: None }),
        }
    }
}

impl Uci {
    /// Numbering of ranks in moves: boards that know Xiangqi as a variant count from 1.
    fn ranks(&self) -> Ranks {
        if self.session.options.variant == "xiangqi" { Ranks::FromOne } else { Ranks::FromZero }
    }

    fn go(&mut self, go: &Go, arrived: Instant, host: &mut Host<Self>) {
        for fault in &go.faults {
            note(host, fault);
        }
        if let Some(depth) = go.perft {
            return self.start_perft(depth, host);
        }
        let ranks = self.ranks();
        let mut question = Question::new(limits_of(go, self.session.position.turn()));
        question.only = self.session.legal_among(&go.search_moves, ranks);
        if !go.search_moves.is_empty() && question.only.is_empty() {
            note(host, "none of the searchmoves is legal: all moves are searched");
        }
        let show_wdl = self.session.options.show_wdl;
        let format = move |report: &Report<Move>| {
            UciReply::Info(Box::new(info_of(report, ranks, show_wdl))).to_string()
        };
        if let Err(error) = self.session.start_search(question, arrived, host, format) {
            note(host, format!("no search: {error}"));
            self.answer(None, host);
        }
    }

    fn start_perft(&self, depth: u32, host: &mut Host<Self>) {
        let (position, ranks) = (self.session.position.clone(), self.ranks());
        let threads = self.session.options.threads as usize;
        start_text(host, move |_, stop| {
            let parts = divide(&position, depth, threads, stop.flag(), |_, _| {})?;
            let total = parts.iter().map(|(_, count)| count).sum::<u64>();
            let line = |(first, count)| format!("{}: {count}", format_coordinates(first, ranks));
            let mut lines: Vec<String> = parts.into_iter().map(line).collect();
            let total = if depth == 0 { 1 } else { total };
            lines.push(format!("\nNodes searched: {total}\n"));
            Some(lines.join("\n"))
        });
    }
}

fn start_bench(host: &mut Host<Uci>) {
    start_text(host, |_, stop| {
        let result = bench_until(BENCH_DEPTH, 1, PlayingEvaluator::default(), stop)?;
        Some(format!("{} nodes {} nps", result.nodes, result.speed()))
    });
}

/// Starts a job that ends with a text, or with none where it was stopped.
fn start_text(
    host: &mut Host<Uci>,
    work: impl FnOnce(&mut XiangqiEngine, &xun_game::Stop) -> Option<String> + Send + 'static,
) {
    let stopped = || UciReply::note("stopped before the end").to_string();
    let started = host.start(Job {
        fallback: None,
        deadline: None,
        ends: Ends::ByItself,
        must_answer: false,
        work: Box::new(move |engine, stop, _| {
            Outcome::Text(work(engine, stop).unwrap_or_else(stopped))
        }),
    });
    if let Err(error) = started {
        note(host, error.to_string());
    }
}

fn note(host: &mut Host<Uci>, text: impl Into<String>) {
    host.say(UciReply::note(text));
}

fn introduce(host: &mut Host<Uci>) {
    let id = |field: &str, text: &str| UciReply::Id { field: field.into(), text: text.into() };
    host.say(id("name", concat!("Xun ", env!("CARGO_PKG_VERSION"))));
    host.say(id("author", "the Xun authors"));
    for option in EngineOptions::SPECS {
        host.say(option);
    }
    host.say(UciReply::UciOk);
}

/// The board, Black's home above.
fn board(position: &Position) -> String {
    let fen = position.to_fen();
    let rows = fen.split([' ', '/']).take(10).enumerate();
    rows.map(|(index, row)| {
        let points: String = row
            .chars()
            .flat_map(|letter| match letter.to_digit(10) {
                Some(count) => vec!['.'; count as usize],
                None => vec![letter],
            })
            .flat_map(|letter| [' ', letter])
            .collect();
        format!("{}{points}\n", 9 - index)
    })
    .chain(std::iter::once("  a b c d e f g h i".to_owned()))
    .collect()
}

/// The terms of the hand-written evaluation, one a line, and their sum.
fn explained(position: &Position) -> String {
    let explanation = explain(position, &Weights::shipped());
    let terms = explanation.terms.iter().map(|term| {
        let (red, black) = (term.red, term.black);
        format!("{:<20} {red:>8.0} {black:>8.0} {:>8.0}", term.group.name, red - black)
    });
    let sum = format!("Final evaluation {} (side to move)", explanation.score);
    terms.chain([sum]).collect::<Vec<_>>().join("\n")
}

fn limits_of(go: &Go, turn: Colour) -> Limits {
    let (time, increment) = match turn {
        Colour::Red => (go.wtime, go.winc),
        Colour::Black => (go.btime, go.binc),
    };
    let clock = time.map(|time| Clock {
        remaining: Duration::from_millis(time),
        increment: Duration::from_millis(increment.unwrap_or(0)),
        moves_to_go: go.moves_to_go,
    });
    Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        move_time: go.move_time.map(Duration::from_millis),
        clock,
        infinite: go.infinite,
        ponder: go.ponder,
    }
}

fn score_of(score: Score) -> ReplyScore {
    score.mate_distance().map_or(ReplyScore::Centipawns(score.get()), ReplyScore::Mate)
}

fn info_of(report: &Report<Move>, ranks: Ranks, show_wdl: bool) -> Info {
    Info {
        depth: Some(report.depth),
        seldepth: Some(report.selective_depth.max(report.depth)),
        multipv: Some(report.line as u32),
        score: Some(score_of(report.score)),
        bound: match report.bound {
            Bound::Lower => ScoreBound::Lower,
            Bound::Upper => ScoreBound::Upper,
            Bound::Exact | Bound::None => ScoreBound::Exact,
        },
        wdl: show_wdl.then(|| win_draw_loss(report.score)),
        nodes: Some(report.nodes),
        nps: Some(report.nodes_per_second()),
        hashfull: Some(report.fullness),
        time: Some(report.time.as_millis() as u64),
        pv: report.pv.iter().map(|&chosen| format_coordinates(chosen, ranks)).collect(),
        ..Info::default()
    }
}

/// The lines that end a search.
fn best_move(answer: &Answer<Move>, ranks: Ranks) -> String {
    let text = |chosen: Option<Move>| chosen.map(|chosen| format_coordinates(chosen, ranks));
    let best = text(answer.best);
    let ponder = text(answer.ponder).filter(|_| best.is_some());
    let reply = UciReply::BestMove { best, ponder };
    if answer.best.is_some() {
        return reply.to_string();
    }
    let info = Info { depth: Some(0), score: Some(score_of(answer.score)), ..Info::default() };
    format!("{info}\n{reply}")
}
