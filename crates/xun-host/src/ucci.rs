//! `xun xiangqi ucci` (and `xun-ucci`): the engine for boards that speak UCCI.

use crate::driver::Driver;
use crate::time_slice::{TimeSlice, request_time_slice};
use crate::writer::Voice;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};
use xun_game::{Bound, Clock, Limits};
use xun_xiangqi::eval::{Evaluator, PlayingEvaluator};
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::protocol::ucci::{Go, Place};
use xun_xiangqi::protocol::{UcciCommand, UcciInfo, UcciReply};
use xun_xiangqi::rules::{Move, Position};
use xun_xiangqi::search::{Answer, EngineOptions, Question, Report};

/// Speaks UCCI on standard input and output until `quit` or the end of input.
pub fn run() -> io::Result<()> {
    converse(io::stdin().lock(), &Voice::new(io::stdout())?)
}

/// Scores this far behind are given up, this close to nothing a draw is accepted.
const RESIGNS_AT: i32 = -2000;
const DRAWS_WITHIN: i32 = 20;

/// Options that boards set and that mean nothing here: accepted in silence, as the protocol asks.
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

/// Speaks UCCI: reads commands, answers them.
pub(crate) fn converse(mut input: impl BufRead, voice: &Voice) -> io::Result<()> {
    // This thread hears when a clock begins to run.
    request_time_slice(TimeSlice::Short);
    let mut session = Session {
        driver: Driver::new(voice.clone())?,
        voice: voice.clone(),
        position: Position::start(),
        banned: Vec::new(),
        milliseconds: true,
        draw_offered: Arc::default(),
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            session.driver.settle();
            voice.finish();
            return Ok(());
        }
        let came = Instant::now();
        let goes_on = session.obey(&UcciCommand::parse(&String::from_utf8_lossy(&line)), came);
        if !goes_on || session.voice.is_closed() {
            session.driver.quit();
            session.voice.say(UcciReply::Bye);
            voice.finish();
            return Ok(());
        }
    }
}

struct Session {
    driver: Driver,
    voice: Voice,
    position: Position,
    banned: Vec<Move>,
    /// Whether times are in milliseconds.
    milliseconds: bool,
    /// Whether the opponent offers a draw, also while thinking.
    draw_offered: Arc<AtomicBool>,
}

impl Session {
    /// Obeys a command; false when it was the last.
    fn obey(&mut self, command: &UcciCommand, came: Instant) -> bool {
        match command {
            UcciCommand::Ucci => self.introduce(),
            UcciCommand::IsReady => self.voice.say(UcciReply::ReadyOk),
            UcciCommand::SetOption { name, value } => self.set_option(name, value),
            UcciCommand::Position(place) => self.set_position(place),
            UcciCommand::BanMoves(moves) => self.banned = self.legal_among(moves),
            UcciCommand::Go(go) => self.go(go, came),
            UcciCommand::PonderHit { draw } => {
                self.draw_offered.fetch_or(*draw, Relaxed);
                self.driver.ponder_hit();
            }
            UcciCommand::Stop if self.driver.is_thinking() => self.driver.stop(),
            // A board that is mistaken about the state waits for an answer.
            UcciCommand::Stop => self.voice.say(UcciReply::NoBestMove),
            UcciCommand::Probe(place) => self.probe(place),
            UcciCommand::Quit => return false,
            UcciCommand::Nothing => {}
            UcciCommand::Unknown(line) => self.note(format!("unknown command: {line}")),
        }
        true
    }

    fn note(&self, text: impl Into<String>) {
        self.voice.say(UcciReply::note(text));
    }

    fn introduce(&self) {
        let id = |field: &str, text: String| {
            self.voice.say(UcciReply::Id { field: field.to_owned(), text });
        };
        id("name", format!("Xun {}", env!("CARGO_PKG_VERSION")));
        id("copyright", "MIT OR Apache-2.0".to_owned());
        id("author", "the Xun authors".to_owned());
        id("user", "everyone".to_owned());
        self.voice.say("option usemillisec type check default true");
        self.voice.say("option batch type check default false");
        self.voice.say("option newgame type button");
        for line in EngineOptions::SPECS.iter().filter_map(xun_game::OptionSpec::ucci_line) {
            self.voice.say(line);
        }
        self.voice.say(UcciReply::UcciOk);
    }

    fn set_option(&mut self, name: &str, value: &str) {
        match name.to_ascii_lowercase().as_str() {
            "newgame" => {
                self.driver.new_game();
                self.position = Position::start();
                self.banned.clear();
            }
            "usemillisec" => self.milliseconds = !matches!(value, "false" | "off" | "0"),
            // No hash or thread count means: as the engine likes.
            "hashsize" | "threads" if value == "0" => {}
            other if IGNORED.contains(&other) => {}
            "randomness" => self.set_randomness(value),
            _ => {
                if let Err(error) = self.driver.set(name, value) {
                    self.note(error);
                }
            }
        }
    }

    /// Randomness is a strength in UCCI's words.
    fn set_randomness(&mut self, value: &str) {
        let skill = match value {
            "tiny" => "18",
            "small" => "15",
            "medium" => "11",
            "large" => "7",
            "huge" => "3",
            _ => "20",
        };
        if let Err(error) = self.driver.set("Skill Level", skill) {
            self.note(error);
        }
    }

    fn read_place(&self, place: &Place) -> Option<Position> {
        let start = place.fen.as_deref().map_or_else(|| Ok(Position::start()), Position::from_fen);
        let mut position = match start {
            Ok(position) => position,
            Err(error) => {
                self.note(format!("position not changed: {error}"));
                return None;
            }
        };
        for (index, text) in place.moves.iter().enumerate() {
            let Some(chosen) = parse_coordinates(text, Ranks::FromZero)
                .ok()
                .filter(|&chosen| position.is_legal_move(chosen))
            else {
                self.note(format!(
                    "move {} '{text}' is not legal here; the moves before it stand",
                    index + 1
                ));
                break;
            };
            position.play(chosen);
        }
        Some(position)
    }

    fn set_position(&mut self, place: &Place) {
        if let Some(position) = self.read_place(place) {
            self.position = position;
            self.banned = self.legal_among(&place.banned);
        }
    }

    fn legal_among(&self, texts: &[String]) -> Vec<Move> {
        let parsed = texts.iter().filter_map(|text| parse_coordinates(text, Ranks::FromZero).ok());
        parsed.filter(|&chosen| self.position.is_legal_move(chosen)).collect()
    }

    fn go(&mut self, go: &Go, came: Instant) {
        for fault in &go.faults {
            self.note(fault.clone());
        }
        if go.depth == Some(0) {
            return self.state_evaluation();
        }
        self.draw_offered.store(go.draw, Relaxed);
        let mut question = Question::from(self.limits_of(go));
        question.lines = self.driver.options.multi_pv as usize;
        question.exclude.clone_from(&self.banned);
        let draw_offered = Arc::clone(&self.draw_offered);
        let info = move |report: &Report| UcciReply::Info(Box::new(info_of(report))).to_string();
        let words = move |answer: &Answer| {
            let words = last_words(answer, draw_offered.load(Relaxed));
            format!("info nodes {} time {}\n{words}", answer.nodes, answer.time.as_millis())
        };
        if let Err(error) = self.driver.go(self.position.clone(), question, came, info, words) {
            self.note(format!("no search: {error}"));
        }
    }

    /// `go depth 0` asks for the evaluation alone.
    fn state_evaluation(&self) {
        let Ok(mut evaluator) = PlayingEvaluator::from_file(&self.driver.options.eval_file) else {
            return;
        };
        evaluator.reset(&self.position);
        let score = evaluator.evaluate(&self.position);
        let info = UcciInfo { depth: Some(0), score: Some(score), ..UcciInfo::default() };
        self.voice.say(UcciReply::Info(Box::new(info)));
        self.voice.say(UcciReply::NoBestMove);
    }

    fn limits_of(&self, go: &Go) -> Limits {
        let unit = |value: u64| {
            if self.milliseconds {
                Duration::from_millis(value)
            } else {
                Duration::from_secs(value)
            }
        };
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

    fn probe(&mut self, place: &Place) {
        let Some(position) = self.read_place(place) else { return };
        let entry = if self.driver.is_thinking() { None } else { self.driver.probe(&position) };
        let Some(entry) = entry else { return self.voice.say(UcciReply::PopHash(String::new())) };
        let mut parts = Vec::new();
        if let Some(best) = Move::unpack(entry.best).filter(|&best| position.is_legal_move(best)) {
            parts.push(format!("bestmove {best}"));
        }
        if matches!(entry.bound, Bound::Lower | Bound::Exact) {
            parts.push(format!("lowerbound {} depth {}", entry.score, entry.depth));
        }
        if matches!(entry.bound, Bound::Upper | Bound::Exact) {
            parts.push(format!("upperbound {} depth {}", entry.score, entry.depth));
        }
        self.voice.say(UcciReply::PopHash(parts.join(" ")));
    }
}

fn info_of(report: &Report) -> UcciInfo {
    UcciInfo {
        depth: Some(report.depth),
        score: Some(report.score.get()),
        time: Some(report.time.as_millis() as u64),
        nodes: Some(report.nodes),
        pv: report.pv.iter().map(ToString::to_string).collect(),
        ..UcciInfo::default()
    }
}

fn last_words(answer: &Answer, draw_offered: bool) -> UcciReply {
    let Some(best) = answer.best else { return UcciReply::NoBestMove };
    let score = answer.score;
    UcciReply::BestMove {
        best: best.to_string(),
        ponder: answer.ponder.map(|reply| reply.to_string()),
        draw: draw_offered && !score.is_decided() && score.get() <= DRAWS_WITHIN,
        resign: score.get() <= RESIGNS_AT && score.is_loss() && answer.depth >= 8,
    }
}
