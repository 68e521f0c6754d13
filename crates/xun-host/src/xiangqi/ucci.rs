//! UCCI, the older Chinese relative of UCI.

use super::command::Command;
use super::{Conversation, Dialect, DialectHost, new_engine, note};
use crate::serve::{Timing, serve, serve_standard};
use std::io::{self, Read, Write};
use std::time::Duration;
use xun_game::{Answer, Bound, Clock, Limits, OptionError, OptionSpec, Question, Report};
use xun_xiangqi::eval::{Evaluator, PlayingEvaluator};
use xun_xiangqi::notation::Ranks;
use xun_xiangqi::protocol::ucci::{Go, Place};
use xun_xiangqi::protocol::{UcciCommand, UcciInfo, UcciReply};
use xun_xiangqi::rules::Move;
use xun_xiangqi::search::EngineOptions;

/// The network within the program, for `--version --verbose`.
#[must_use]
pub fn networks() -> Vec<String> {
    super::networks()
}

/// Serves UCCI on standard input and output until `quit` or the end of input.
pub fn run() -> io::Result<()> {
    serve_standard(Conversation::<Ucci>::default(), new_engine()?)
}

/// As [`run`], on any input and output.
pub fn run_on(input: impl Read + Send + 'static, output: impl Write + 'static) -> io::Result<()> {
    serve(Conversation::<Ucci>::default(), new_engine()?, input, output)
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

/// The words of UCCI, and what a board has said in them.
pub(crate) struct Ucci {
    /// Whether times are in milliseconds, not seconds.
    milliseconds: bool,
    /// Whether the opponent offers a draw.
    draw_offered: bool,
}

impl Default for Ucci {
    fn default() -> Self {
        Self { milliseconds: true, draw_offered: false }
    }
}

/// Commands that UCI does not have.
pub(crate) enum UcciOnly {
    BanMoves(Vec<String>),
    Probe(Place),
    /// `ponderhit draw`: the opponent played the expected move and offers a draw.
    PonderHitDraw,
    /// `go depth 0`: the static evaluation.
    Evaluate,
}

impl Dialect for Ucci {
    type Command = UcciOnly;
    type Go = Go;

    fn parse(line: &str) -> Command<Self> {
        match UcciCommand::parse(line) {
            UcciCommand::Ucci => Command::Introduce,
            UcciCommand::IsReady => Command::IsReady,
            UcciCommand::SetOption { name, .. } if name.eq_ignore_ascii_case("newgame") => {
                Command::NewGame
            }
            UcciCommand::SetOption { name, value } => Command::SetOption { name, value },
            UcciCommand::Position(Place { fen, moves, banned }) => {
                Command::Position { fen, moves, banned }
            }
            UcciCommand::Go(go) => Command::Go(go),
            UcciCommand::Stop => Command::Stop,
            UcciCommand::PonderHit { draw: false } => Command::PonderHit,
            UcciCommand::PonderHit { draw: true } => Command::Dialect(UcciOnly::PonderHitDraw),
            UcciCommand::BanMoves(moves) => Command::Dialect(UcciOnly::BanMoves(moves)),
            UcciCommand::Probe(place) => Command::Dialect(UcciOnly::Probe(place)),
            UcciCommand::Quit => Command::Quit,
            UcciCommand::Nothing => Command::Nothing,
            UcciCommand::Unknown(line) => Command::Unknown(line),
        }
    }

    fn timing(own: &UcciOnly) -> Timing {
        match own {
            UcciOnly::PonderHitDraw => Timing::Control { stops: false },
            UcciOnly::BanMoves(_) | UcciOnly::Probe(_) | UcciOnly::Evaluate => Timing::InOrder,
        }
    }

    fn execute(own: UcciOnly, session: &mut Conversation<Self>, host: &mut DialectHost<Self>) {
        match own {
            UcciOnly::BanMoves(moves) => session.banned = session.legal_among(&moves),
            UcciOnly::Probe(place) => probe(&place, session, host),
            UcciOnly::PonderHitDraw => {
                session.dialect.draw_offered = true;
                host.ponder_hit();
            }
            UcciOnly::Evaluate => evaluate(session, host),
        }
    }

    fn question(
        go: &Go,
        session: &mut Conversation<Self>,
        host: &mut DialectHost<Self>,
    ) -> Result<Question<Move>, UcciOnly> {
        for fault in &go.faults {
            note(host, fault);
        }
        if go.depth == Some(0) {
            return Err(UcciOnly::Evaluate);
        }
        session.dialect.draw_offered = go.draw;
        let mut question = Question::new(session.dialect.limits_of(go));
        question.exclude.clone_from(&session.banned);
        Ok(question)
    }

    fn set_option(
        name: &str,
        value: &str,
        session: &mut Conversation<Self>,
        host: &mut DialectHost<Self>,
    ) -> Option<Result<(), OptionError>> {
        match name.to_ascii_lowercase().as_str() {
            "usemillisec" => {
                session.dialect.milliseconds = !matches!(value, "false" | "off" | "0");
            }
            // No hash or thread count means: as the engine likes.
            "hashsize" | "threads" if value == "0" => {}
            other if IGNORED.contains(&other) => {}
            "randomness" => {
                let skill = skill_of_randomness(value);
                return Some(session.set_engine_option("Skill Level", skill, host));
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    fn ranks(_options: &EngineOptions) -> Ranks {
        Ranks::FromZero
    }

    fn introduction() -> String {
        let id = |field: &str, text: &str| UcciReply::Id { field: field.into(), text: text.into() };
        let mut lines = vec![
            id("name", concat!("Xun ", env!("CARGO_PKG_VERSION"))).to_string(),
            id("copyright", "MIT OR Apache-2.0").to_string(),
            id("author", "the Xun authors").to_string(),
            id("user", "everyone").to_string(),
            "option usemillisec type check default true".to_owned(),
            "option batch type check default false".to_owned(),
            "option newgame type button".to_owned(),
        ];
        lines.extend(EngineOptions::SPECS.iter().filter_map(OptionSpec::ucci_line));
        lines.push(UcciReply::UcciOk.to_string());
        lines.join("\n")
    }

    fn ready() -> String {
        UcciReply::ReadyOk.to_string()
    }

    fn note(text: &str) -> String {
        UcciReply::note(text).to_string()
    }

    fn info(report: &Report<Move>, _options: &EngineOptions) -> String {
        UcciReply::Info(Box::new(info_of(report))).to_string()
    }

    fn best_move(&self, answer: &Answer<Move>, _options: &EngineOptions) -> String {
        let (nodes, time) = (answer.nodes, answer.time.as_millis());
        let reply = best_move(answer, self.draw_offered);
        format!("info nodes {nodes} time {time}\n{reply}")
    }

    fn no_move() -> String {
        UcciReply::NoBestMove.to_string()
    }

    fn farewell() -> &'static str {
        "bye"
    }
}

impl Ucci {
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

/// Answers with the static evaluation.
fn evaluate(session: &Conversation<Ucci>, host: &mut DialectHost<Ucci>) {
    let Ok(mut evaluator) = PlayingEvaluator::from_file(&session.options.eval_file) else {
        return host.say(Ucci::no_move());
    };
    evaluator.reset(&session.position);
    let score = evaluator.evaluate(&session.position);
    let info = UcciInfo { depth: Some(0), score: Some(score), ..UcciInfo::default() };
    host.say(UcciReply::Info(Box::new(info)));
    host.say(Ucci::no_move());
}

/// Tells what the table knows of a position; nothing during a search.
fn probe(place: &Place, session: &Conversation<Ucci>, host: &mut DialectHost<Ucci>) {
    let position = session.read_position(place.fen.as_deref(), &place.moves, host);
    let Some(position) = position else { return };
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
