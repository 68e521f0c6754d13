//! UCCI, the older Chinese relative of UCI: which command does what.

use super::{Outcome, Session, new_engine, read_position};
use crate::host::Host;
use crate::serve::{Protocol, Timing, serve_standard};
use std::io;
use std::time::{Duration, Instant};
use xun_game::{Answer, Bound, Clock, Engine, Limits, OptionError, OptionSpec, Question, Report};
use xun_xiangqi::eval::{Evaluator, PlayingEvaluator};
use xun_xiangqi::notation::Ranks;
use xun_xiangqi::protocol::ucci::{Go, Place};
use xun_xiangqi::protocol::{UcciCommand, UcciInfo, UcciReply};
use xun_xiangqi::rules::{Move, Position};
use xun_xiangqi::search::{EngineOptions, XiangqiEngine};

/// Serves UCCI on standard input and output until `quit` or the end of input.
pub fn run() -> io::Result<()> {
    serve_standard(Ucci::default(), new_engine()?)
}

/// A score at or below this is given up, once mate is proved.
const RESIGN_SCORE: i32 = -2000;
/// A draw is accepted at or below this score.
const DRAW_SCORE: i32 = 20;

/// Options that boards set and that the engine does not have: accepted in silence, as the protocol
/// asks.
const IGNORED: [&str; 12] = [
    "batch",
    "debug",
    "usebook",
    "useegtb",
    "bookfiles",
    "egtbpaths",
    "evalapi",
    "idle",
    "promotion",
    "pruning",
    "knowledge",
    "style",
];

/// One conversation with a board.
pub struct Ucci {
    session: Session,
    /// Moves that may not be played in the position.
    banned: Vec<Move>,
    /// Whether times are in milliseconds, not seconds.
    milliseconds: bool,
    /// Whether the opponent offers a draw.
    draw_offered: bool,
}

impl Default for Ucci {
    fn default() -> Self {
        Self {
            session: Session::default(),
            banned: Vec::new(),
            milliseconds: true,
            draw_offered: false,
        }
    }
}

impl Protocol for Ucci {
    type Engine = XiangqiEngine;
    type Command = UcciCommand;
    type Outcome = Outcome;

    const QUIT_ENDS_SEARCH: bool = true;

    fn parse(line: &str) -> UcciCommand {
        UcciCommand::parse(line)
    }

    fn timing(command: &UcciCommand) -> Timing {
        match command {
            UcciCommand::IsReady => Timing::Immediate,
            UcciCommand::Stop => Timing::Control { stops: true },
            UcciCommand::PonderHit { .. } => Timing::Control { stops: false },
            UcciCommand::SetOption { .. } => Timing::EngineFree,
            UcciCommand::Go(_) => Timing::AfterAnswer,
            UcciCommand::Quit => Timing::Quit,
            _ => Timing::InOrder,
        }
    }

    fn execute(&mut self, command: UcciCommand, arrived: Instant, host: &mut Host<Self>) {
        match command {
            UcciCommand::Ucci => introduce(host),
            UcciCommand::IsReady => host.say(UcciReply::ReadyOk),
            UcciCommand::SetOption { name, value } => {
                if let Err(fault) = self.set_option(&name, &value, host) {
                    note(host, fault.to_string());
                }
            }
            UcciCommand::Position(place) => {
                if let Some(position) = read_place(&place, host) {
                    self.session.position = position;
                    self.banned = self.session.legal_among(&place.banned, Ranks::FromZero);
                }
            }
            UcciCommand::BanMoves(moves) => {
                self.banned = self.session.legal_among(&moves, Ranks::FromZero);
            }
            UcciCommand::Go(go) => self.go(&go, arrived, host),
            UcciCommand::PonderHit { draw } => {
                self.draw_offered |= draw;
                host.ponder_hit();
            }
            UcciCommand::Stop if host.is_searching() => host.stop(),
            // A board that is mistaken about the state waits for an answer.
            UcciCommand::Stop => host.say(UcciReply::NoBestMove),
            UcciCommand::Probe(place) => probe(&place, host),
            UcciCommand::Nothing | UcciCommand::Quit => {}
            UcciCommand::Unknown(line) => note(host, format!("unknown command: {line}")),
        }
    }

    fn answer(&mut self, outcome: Option<Outcome>, host: &mut Host<Self>) {
        match outcome {
            Some(Outcome::Answer(answer)) => {
                let (nodes, time) = (answer.nodes, answer.time.as_millis());
                let reply = best_move(&answer, self.draw_offered);
                host.say(format!("info nodes {nodes} time {time}\n{reply}"));
            }
            Some(Outcome::Text(text)) => host.say(text),
            None => host.say(UcciReply::NoBestMove),
        }
    }

    fn farewell(&mut self, host: &mut Host<Self>) {
        host.say(UcciReply::Bye);
    }
}

impl Ucci {
    fn set_option(
        &mut self,
        name: &str,
        value: &str,
        host: &mut Host<Self>,
    ) -> Result<(), OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "newgame" => {
                host.engine().new_game();
                self.session.position = Position::start();
                self.banned.clear();
            }
            "usemillisec" => self.milliseconds = !matches!(value, "false" | "off" | "0"),
            // No hash or thread count means: as the engine likes.
            "hashsize" | "threads" if value == "0" => {}
            other if IGNORED.contains(&other) => {}
            "randomness" => {
                let skill = skill_of_randomness(value);
                self.session.set(&mut host.engine(), "Skill Level", skill)?;
            }
            _ => self.session.set(&mut host.engine(), name, value)?,
        }
        Ok(())
    }

    fn go(&mut self, go: &Go, arrived: Instant, host: &mut Host<Self>) {
        for fault in &go.faults {
            note(host, fault);
        }
        if go.depth == Some(0) {
            return self.state_evaluation(host);
        }
        self.draw_offered = go.draw;
        let mut question = Question::new(self.limits_of(go));
        question.exclude.clone_from(&self.banned);
        let format = |report: &Report<Move>| UcciReply::Info(Box::new(info_of(report))).to_string();
        if let Err(error) = self.session.start_search(question, arrived, host, format) {
            note(host, format!("no search: {error}"));
            self.answer(None, host);
        }
    }

    /// `go depth 0` asks for the static evaluation.
    fn state_evaluation(&self, host: &mut Host<Self>) {
        let file = &self.session.options.eval_file;
        let Ok(mut evaluator) = PlayingEvaluator::from_file(file) else { return };
        evaluator.reset(&self.session.position);
        let score = evaluator.evaluate(&self.session.position);
        let info = UcciInfo { depth: Some(0), score: Some(score), ..UcciInfo::default() };
        host.say(UcciReply::Info(Box::new(info)));
        host.say(UcciReply::NoBestMove);
    }

    fn limits_of(&self, go: &Go) -> Limits {
        let unit = if self.milliseconds { Duration::from_millis } else { Duration::from_secs };
        let clock = go.time.map(|time| Clock {
            remaining: unit(time),
            increment: unit(go.increment.unwrap_or(0)),
            moves_to_go: go.moves_to_go,
        });
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            clock,
            infinite: go.infinite,
            ponder: go.ponder,
            ..Limits::default()
        }
    }
}

fn note(host: &mut Host<Ucci>, text: impl Into<String>) {
    host.say(UcciReply::note(text));
}

fn introduce(host: &mut Host<Ucci>) {
    let id = |field: &str, text: &str| UcciReply::Id { field: field.into(), text: text.into() };
    host.say(id("name", concat!("Xun ", env!("CARGO_PKG_VERSION"))));
    host.say(id("copyright", "MIT OR Apache-2.0"));
    host.say(id("author", "the Xun authors"));
    host.say(id("user", "everyone"));
    host.say("option usemillisec type check default true");
    host.say("option batch type check default false");
    host.say("option newgame type button");
    for line in EngineOptions::SPECS.iter().filter_map(OptionSpec::ucci_line) {
        host.say(line);
    }
    host.say(UcciReply::UcciOk);
}

/// UCCI's word for a strength.
fn skill_of_randomness(value: &str) -> &'static str {
    match value {
        "tiny" => "18",
        "small" => "15",
        "medium" => "11",
        "large" => "7",
        "huge" => "3",
        _ => "20",
    }
}

fn read_place(place: &Place, host: &mut Host<Ucci>) -> Option<Position> {
    let (position, fault) = read_position(place.fen.as_deref(), &place.moves, Ranks::FromZero);
    if let Some(fault) = fault {
        note(host, fault);
    }
    position
}

/// Tells what the table knows of a position; nothing during a search.
fn probe(place: &Place, host: &mut Host<Ucci>) {
    let Some(position) = read_place(place, host) else { return };
    let entry = host.free_engine().and_then(|engine| engine.probe(&position));
    let mut parts = Vec::new();
    if let Some(entry) = entry {
        if let Some(best) = Move::unpack(entry.best).filter(|&best| position.is_legal_move(best)) {
            parts.push(format!("bestmove {best}"));
        }
        if matches!(entry.bound, Bound::Lower | Bound::Exact) {
            parts.push(format!("lowerbound {} depth {}", entry.score, entry.depth));
        }
        if matches!(entry.bound, Bound::Upper | Bound::Exact) {
            parts.push(format!("upperbound {} depth {}", entry.score, entry.depth));
        }
    }
    host.say(UcciReply::PopHash(parts.join(" ")));
}

fn info_of(report: &Report<Move>) -> UcciInfo {
    UcciInfo {
        depth: Some(report.depth),
        score: Some(report.score.get()),
        time: Some(report.time.as_millis() as u64),
        nodes: Some(report.nodes),
        pv: report.pv.iter().map(ToString::to_string).collect(),
        ..UcciInfo::default()
    }
}

fn best_move(answer: &Answer<Move>, draw_offered: bool) -> UcciReply {
    let Some(best) = answer.best else { return UcciReply::NoBestMove };
    let score = answer.score;
    UcciReply::BestMove {
        best: best.to_string(),
        ponder: answer.ponder.map(|reply| reply.to_string()),
        draw: draw_offered && !score.is_decided() && score.get() <= DRAW_SCORE,
        resign: score.get() <= RESIGN_SCORE && score.is_loss() && answer.depth >= 8,
    }
}
