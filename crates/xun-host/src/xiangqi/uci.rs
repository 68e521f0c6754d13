//! UCI, as the boards of Pikafish speak it.

use super::command::Command;
use super::{Conversation, Dialect, DialectHost, XiangqiReply, genfens, new_engine, note};
use crate::host::{Ends, Job};
use crate::serve::{Timing, serve, serve_commands, serve_standard};
use std::io::{self, Read, Write};
use std::time::Duration;
use xun_game::{Answer, Bound, Clock, Limits, Question, Report, Score, Stop};
use xun_xiangqi::eval::{PlayingEvaluator, Weights, explain};
use xun_xiangqi::notation::{Ranks, format_coordinates};
use xun_xiangqi::protocol::uci::GenFens;
use xun_xiangqi::protocol::{Go, Info, ReplyScore, ScoreBound, UciCommand, UciReply};
use xun_xiangqi::rules::perft::divide;
use xun_xiangqi::rules::{Colour, Move, Position};
use xun_xiangqi::search::{BENCH_DEPTH, EngineOptions, bench_until, win_draw_loss};

/// The network within the program, for `--version --verbose`.
#[must_use]
pub fn networks() -> Vec<String> {
    super::networks()
}

/// Serves UCI on standard input and output until `quit` or the end of input.
pub fn run() -> io::Result<()> {
    serve_standard(Conversation::<Uci>::default(), new_engine()?)
}

/// As [`run`], on any input and output.
pub fn run_on(input: impl Read + Send + 'static, output: impl Write + 'static) -> io::Result<()> {
    serve(Conversation::<Uci>::default(), new_engine()?, input, output)
}

/// Executes these commands instead of standard input, and ends: `bench`, or `genfens …` and `quit`,
/// as test frameworks pass them on the command line.
pub fn run_commands(commands: &[String]) -> io::Result<()> {
    serve_commands(Conversation::<Uci>::default(), new_engine()?, commands)
}

/// Whether a command line holds commands to execute, and not arguments of a board.
pub fn are_commands(arguments: &[String]) -> bool {
    let first = arguments.first().and_then(|first| first.split_whitespace().next());
    matches!(first, Some("bench" | "genfens"))
}

/// The words of UCI.
#[derive(Default)]
pub(crate) struct Uci;

/// Commands that UCCI does not have.
pub(crate) enum UciOnly {
    Display,
    Eval,
    Bench,
    Perft(u32),
    GenFens(GenFens),
}

impl Dialect for Uci {
    type Command = UciOnly;
    type Go = Go;

    fn parse(line: &str) -> Command<Self> {
        match UciCommand::parse(line) {
            UciCommand::Uci => Command::Introduce,
            UciCommand::IsReady => Command::IsReady,
            UciCommand::NewGame => Command::NewGame,
            UciCommand::SetOption { name, value } => Command::SetOption { name, value },
            UciCommand::Position { fen, moves } => {
                Command::Position { fen, moves, banned: Vec::new() }
            }
            UciCommand::Go(go) => Command::Go(go),
            UciCommand::Stop => Command::Stop,
            UciCommand::PonderHit => Command::PonderHit,
            UciCommand::Quit => Command::Quit,
            UciCommand::Display => Command::Dialect(UciOnly::Display),
            UciCommand::Eval => Command::Dialect(UciOnly::Eval),
            UciCommand::Bench => Command::Dialect(UciOnly::Bench),
            UciCommand::GenFens(wanted) => Command::Dialect(UciOnly::GenFens(wanted)),
            UciCommand::Debug(_) | UciCommand::Nothing => Command::Nothing,
            UciCommand::Unknown(line) => Command::Unknown(line),
        }
    }

    fn timing(own: &UciOnly) -> Timing {
        match own {
            UciOnly::Bench | UciOnly::Perft(_) | UciOnly::GenFens(_) => Timing::AfterAnswer,
            UciOnly::Display | UciOnly::Eval => Timing::InOrder,
        }
    }

    fn execute(own: UciOnly, session: &mut Conversation<Self>, host: &mut DialectHost<Self>) {
        let position = &session.position;
        match own {
            UciOnly::Display => {
                host.say(format!("{}\nFen: {}", board(position), position.to_fen()));
            }
            UciOnly::Eval => host.say(explained(position)),
            UciOnly::Bench => start_bench(host),
            UciOnly::Perft(depth) => start_perft(depth, session, host),
            UciOnly::GenFens(wanted) => {
                start_text(host, move |stop| genfens::generate(&wanted, stop));
            }
        }
    }

    fn question(
        go: &Go,
        session: &mut Conversation<Self>,
        host: &mut DialectHost<Self>,
    ) -> Result<Question<Move>, UciOnly> {
        for fault in &go.faults {
            note(host, fault);
        }
        if let Some(depth) = go.perft {
            return Err(UciOnly::Perft(depth));
        }
        let mut question = Question::new(limits_of(go, session.position.turn()));
        question.only = session.legal_among(&go.search_moves);
        if !go.search_moves.is_empty() && question.only.is_empty() {
            note(host, "none of the searchmoves is legal: all moves are searched");
        }
        Ok(question)
    }

    /// Boards that know Xiangqi as a variant count from 1.
    fn ranks(options: &EngineOptions) -> Ranks {
        if options.variant == "xiangqi" { Ranks::FromOne } else { Ranks::FromZero }
    }

    fn introduction() -> String {
        let id = |field: &str, text: &str| UciReply::Id { field: field.into(), text: text.into() };
        let mut lines = vec![
            id("name", concat!("Xun ", env!("CARGO_PKG_VERSION"))).to_string(),
            id("author", "the Xun authors").to_string(),
        ];
        lines.extend(EngineOptions::SPECS.iter().map(ToString::to_string));
        lines.push(UciReply::UciOk.to_string());
        lines.join("\n")
    }

    fn ready() -> String {
        UciReply::ReadyOk.to_string()
    }

    fn note(text: &str) -> String {
        UciReply::note(text).to_string()
    }

    fn info(report: &Report<Move>, options: &EngineOptions) -> String {
        let info = info_of(report, Self::ranks(options), options.show_wdl);
        UciReply::Info(Box::new(info)).to_string()
    }

    fn best_move(&self, answer: &Answer<Move>, options: &EngineOptions) -> String {
        let ranks = Self::ranks(options);
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

    fn no_move() -> String {
        UciReply::BestMove { best: None, ponder: None }.to_string()
    }
}

fn start_perft(depth: u32, session: &Conversation<Uci>, host: &mut DialectHost<Uci>) {
    let (position, ranks) = (session.position.clone(), Uci::ranks(&session.options));
    let threads = session.options.threads as usize;
    start_text(host, move |stop| {
        let parts = divide(&position, depth, threads, stop.flag(), |_, _| {})?;
        let total = parts.iter().map(|(_, count)| count).sum::<u64>();
        let line = |(first, count)| format!("{}: {count}", format_coordinates(first, ranks));
        let mut lines: Vec<String> = parts.into_iter().map(line).collect();
        let total = if depth == 0 { 1 } else { total };
        lines.push(format!("\nNodes searched: {total}\n"));
        Some(lines.join("\n"))
    });
}

fn start_bench(host: &mut DialectHost<Uci>) {
    start_text(host, |stop| {
        let result = bench_until(BENCH_DEPTH, 1, PlayingEvaluator::default(), stop)?;
        Some(format!("{} nodes {} nps", result.nodes, result.speed()))
    });
}

/// Starts a job that ends with a text, or with none where it was stopped.
fn start_text(
    host: &mut DialectHost<Uci>,
    work: impl FnOnce(&Stop) -> Option<String> + Send + 'static,
) {
    let stopped = || Uci::note("stopped before the end");
    let started = host.start(Job {
        fallback: None,
        deadline: None,
        ends: Ends::ByItself,
        must_answer: false,
        work: Box::new(move |_, stop, _| XiangqiReply::Text(work(stop).unwrap_or_else(stopped))),
    });
    if let Err(error) = started {
        note(host, error.to_string());
    }
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
