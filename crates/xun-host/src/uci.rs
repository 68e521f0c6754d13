//! `xun xiangqi uci` (and `xun-uci`): the engine for boards that speak UCI.

use crate::driver::Driver;
use crate::time_slice::{TimeSlice, request_time_slice};
use crate::writer::Voice;
use std::io::{self, BufRead};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use xun_game::{Bound, Clock, Limits, Score};
use xun_xiangqi::eval::{Weights, explain};
use xun_xiangqi::notation::{Ranks, format_coordinates, parse_coordinates};
use xun_xiangqi::protocol::{Go, Info, ReplyScore, ScoreBound, UciCommand, UciReply};
use xun_xiangqi::rules::perft::divide;
use xun_xiangqi::rules::{Colour, Move, Position};
use xun_xiangqi::search::{Answer, EngineOptions, Question, Report, bench, win_draw_loss};

/// Speaks UCI on standard input and output until `quit` or the end of input.
pub fn run() -> io::Result<()> {
    converse(io::stdin().lock(), &Voice::new(io::stdout())?)
}

/// Speaks UCI: reads commands, answers them.
pub(crate) fn converse(mut input: impl BufRead, voice: &Voice) -> io::Result<()> {
    // This thread hears when a clock begins to run.
    request_time_slice(TimeSlice::Short);
    let mut session = Session {
        driver: Driver::new(voice.clone())?,
        voice: voice.clone(),
        position: Position::start(),
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        // Bytes that are no text are no command either, but no reason to die.
        if input.read_until(b'\n', &mut line)? == 0 {
            session.driver.settle();
            voice.finish();
            return Ok(());
        }
        let came = Instant::now();
        let goes_on = session.obey(&UciCommand::parse(&String::from_utf8_lossy(&line)), came);
        if !goes_on || session.voice.is_closed() {
            session.driver.quit();
            voice.finish();
            return Ok(());
        }
    }
}

struct Session {
    driver: Driver,
    voice: Voice,
    position: Position,
}

impl Session {
    /// Obeys a command; false when it was the last.
    fn obey(&mut self, command: &UciCommand, came: Instant) -> bool {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => self.voice.say(UciReply::ReadyOk),
            UciCommand::NewGame => {
                self.driver.new_game();
                self.position = Position::start();
            }
            UciCommand::SetOption { name, value } => {
                if let Err(error) = self.driver.set(name, value) {
                    self.note(error);
                }
            }
            UciCommand::Position { fen, moves } => self.set_position(fen.as_deref(), moves),
            UciCommand::Go(go) => self.go(go, came),
            UciCommand::Stop => self.driver.stop(),
            UciCommand::PonderHit => self.driver.ponder_hit(),
            UciCommand::Quit => return false,
            UciCommand::Display => {
                self.voice.say(format!(
                    "{}\nFen: {}",
                    board(&self.position),
                    self.position.to_fen()
                ));
            }
            UciCommand::Eval => self.eval(),
            UciCommand::Bench => {
                self.driver.settle();
                let result = bench();
                self.voice.say(format!("{} nodes {} nps", result.nodes, result.speed()));
            }
            UciCommand::Debug(_) | UciCommand::Nothing => {}
            UciCommand::Unknown(line) => self.note(format!("unknown command: {line}")),
        }
        true
    }

    fn note(&self, text: impl Into<String>) {
        self.voice.say(UciReply::note(text));
    }

    fn introduce(&self) {
        let name = format!("Xun {}", env!("CARGO_PKG_VERSION"));
        self.voice.say(UciReply::Id { field: "name".to_owned(), text: name });
        self.voice
            .say(UciReply::Id { field: "author".to_owned(), text: "the Xun authors".to_owned() });
        for option in EngineOptions::SPECS {
            self.voice.say(option);
        }
        self.voice.say(UciReply::UciOk);
    }

    fn ranks(&self) -> Ranks {
        if self.driver.options.variant == "xiangqi" { Ranks::FromOne } else { Ranks::FromZero }
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        let mut position = match fen.map_or_else(|| Ok(Position::start()), Position::from_fen) {
            Ok(position) => position,
            Err(error) => return self.note(format!("position not changed: {error}")),
        };
        let ranks = self.ranks();
        for (index, text) in moves.iter().enumerate() {
            let Some(chosen) = parse_coordinates(text, ranks)
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
        self.position = position;
    }

    fn go(&mut self, go: &Go, came: Instant) {
        for fault in &go.faults {
            self.note(fault.clone());
        }
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let ranks = self.ranks();
        let mut question = Question::from(limits_of(go, self.position.turn()));
        question.lines = self.driver.options.multi_pv as usize;
        question.only = self.legal_among(&go.search_moves);
        if !go.search_moves.is_empty() && question.only.is_empty() {
            self.note("none of the searchmoves is legal: all moves are searched");
        }
        let show_wdl = self.driver.options.show_wdl;
        let info = move |report: &Report| {
            UciReply::Info(Box::new(info_of(report, ranks, show_wdl))).to_string()
        };
        let words = move |answer: &Answer| last_words(answer, ranks);
        if let Err(error) = self.driver.go(self.position.clone(), question, came, info, words) {
            self.note(format!("no search: {error}"));
        }
    }

    fn legal_among(&self, texts: &[String]) -> Vec<Move> {
        let parsed = texts.iter().filter_map(|text| parse_coordinates(text, self.ranks()).ok());
        parsed.filter(|&chosen| self.position.is_legal_move(chosen)).collect()
    }

    fn perft(&mut self, depth: u32) {
        self.driver.settle();
        let threads = self.driver.options.threads as usize;
        let parts = divide(&self.position, depth, threads, &AtomicBool::new(false), |_, _| {});
        let parts = parts.unwrap_or_default();
        for (first, count) in &parts {
            self.voice.say(format!("{}: {count}", format_coordinates(*first, self.ranks())));
        }
        let total = if depth == 0 { 1 } else { parts.iter().map(|(_, count)| count).sum::<u64>() };
        self.voice.say(format!("\nNodes searched: {total}\n"));
    }

    fn eval(&self) {
        let told = explain(&self.position, &Weights::shipped());
        for term in &told.terms {
            self.voice.say(format!(
                "{:<20} {:>8.0} {:>8.0} {:>8.0}",
                term.group.name,
                term.red,
                term.black,
                term.red - term.black
            ));
        }
        self.voice.say(format!("Final evaluation {} (side to move)", told.score));
    }
}

/// The board, Black's home above.
pub(super) fn board(position: &Position) -> String {
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

fn info_of(report: &Report, ranks: Ranks, show_wdl: bool) -> Info {
    Info {
        depth: Some(report.depth),
        seldepth: Some(report.selective_depth.max(report.depth)),
        multipv: Some(report.line as u32),
        score: Some(score_of(report.score)),
        bound: match report.bound {
            Bound::Exact => ScoreBound::Exact,
            Bound::Lower => ScoreBound::Lower,
            Bound::Upper | Bound::None => ScoreBound::Upper,
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
fn last_words(answer: &Answer, ranks: Ranks) -> String {
    let best = answer.best.map(|chosen| format_coordinates(chosen, ranks));
    let ponder = answer.ponder.map(|chosen| format_coordinates(chosen, ranks));
    let reply = UciReply::BestMove { ponder: ponder.filter(|_| best.is_some()), best };
    if answer.best.is_some() {
        return reply.to_string();
    }
    let info = Info { depth: Some(0), score: Some(score_of(answer.score)), ..Info::default() };
    format!("{info}\n{reply}")
}
