//! UCI and UCCI for Xiangqi: one conversation in two dialects. [`Conversation`] executes the
//! commands that both have; a [`Dialect`] has the words, and the commands of one alone.

mod command;
mod genfens;
pub mod ucci;
pub mod uci;

use crate::deadline::answer_time;
use crate::host::{Ends, Host};
use crate::search::Search;
use crate::serve::{Protocol, Timing};
use command::Command;
use std::io;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use xun_game::{Answer, Engine, Event, Limits, OptionError, Question, Report, TimePlan};
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Move, Position};
use xun_xiangqi::search::{EngineOptions, MAX_PLY, XiangqiEngine};

/// The result of a job.
pub(crate) enum XiangqiReply {
    /// The answer of a search.
    Answer(Answer<Move>),
    /// The text of another job (perft, benchmark).
    Text(String),
}

impl From<Answer<Move>> for XiangqiReply {
    fn from(answer: Answer<Move>) -> Self {
        Self::Answer(answer)
    }
}

/// The engine with its default options. The moves that it draws from an opening book differ from
/// start to start.
fn new_engine() -> io::Result<XiangqiEngine> {
    let mut engine = XiangqiEngine::new(EngineOptions::default(), PlayingEvaluator::default())
        .map_err(io::Error::other)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    engine.set_book_seed(now.as_nanos() as u64 ^ u64::from(std::process::id()) << 32);
    Ok(engine)
}

/// The network within the program, for `--version --verbose`. It is beside the protocol, so that an
/// engine of the other game does not contain it.
pub(crate) fn networks() -> Vec<String> {
    let network = xun_xiangqi::network::shipped();
    network.iter().map(|network| format!("xiangqi {:08x}", network.hash() >> 32)).collect()
}

/// The words of one protocol, and the commands that the other does not have.
pub(crate) trait Dialect: Sized + Default + 'static {
    /// A command that only this protocol has.
    type Command;
    /// The parameters of `go`.
    type Go;

    /// Parses a line.
    fn parse(line: &str) -> Command<Self>;

    /// When a command of its own is executed.
    fn timing(own: &Self::Command) -> Timing;

    /// Executes a command of its own.
    fn execute(own: Self::Command, session: &mut Conversation<Self>, host: &mut DialectHost<Self>);

    /// The question of a `go`, or another command that it stands for. Faults are noted.
    fn question(
        go: &Self::Go,
        session: &mut Conversation<Self>,
        host: &mut DialectHost<Self>,
    ) -> Result<Question<Move>, Self::Command>;

    /// Sets an option that only this protocol has, or has under another name; `None` leaves it to
    /// the engine.
    fn set_option(
        _name: &str,
        _value: &str,
        _session: &mut Conversation<Self>,
        _host: &mut DialectHost<Self>,
    ) -> Option<Result<(), OptionError>> {
        None
    }

    /// Numbering of ranks in moves.
    fn ranks(options: &EngineOptions) -> Ranks;

    /// Lines by which the engine introduces itself.
    fn introduction() -> String;
    /// The answer to `isready`.
    fn ready() -> String;
    /// A remark for people.
    fn note(text: &str) -> String;
    /// A line about the running search.
    fn info(report: &Report<Move>, options: &EngineOptions) -> String;
    /// The lines that end a search.
    fn best_move(&self, answer: &Answer<Move>, options: &EngineOptions) -> String;
    /// The line that ends a search without a move.
    fn no_move() -> String;
    /// The last line after `quit`; empty for none.
    fn farewell() -> &'static str {
        ""
    }
}

/// The host of a conversation.
pub(crate) type DialectHost<D> = Host<Conversation<D>>;

/// One conversation with a board: the position to search and the options.
#[derive(Default)]
pub(crate) struct Conversation<D> {
    position: Position,
    /// A copy of the engine's options, to be read while it searches.
    options: EngineOptions,
    /// Moves that may not be played in the position.
    banned: Vec<Move>,
    dialect: D,
}

impl<D: Dialect> Protocol for Conversation<D> {
    type Engine = XiangqiEngine;
    type Command = Command<D>;
    type Reply = XiangqiReply;

    const QUIT_ENDS_SEARCH: bool = true;

    fn parse(line: &str) -> Command<D> {
        D::parse(line)
    }

    fn timing(command: &Command<D>) -> Timing {
        match command {
            Command::IsReady => Timing::Immediate,
            Command::Stop => Timing::Control { stops: true },
            Command::PonderHit => Timing::Control { stops: false },
            Command::NewGame | Command::SetOption { .. } => Timing::EngineFree,
            Command::Go(_) => Timing::AfterAnswer,
            Command::Quit => Timing::Quit,
            Command::Dialect(own) => D::timing(own),
            _ => Timing::InOrder,
        }
    }

    fn execute(&mut self, command: Command<D>, arrived: Instant, host: &mut DialectHost<D>) {
        match command {
            Command::Introduce => host.say(D::introduction()),
            Command::IsReady => host.say(D::ready()),
            Command::NewGame => self.new_game(host),
            Command::SetOption { name, value } => self.set_option(&name, &value, host),
            Command::Position { fen, moves, banned } => {
                if let Some(position) = self.read_position(fen.as_deref(), &moves, host) {
                    self.position = position;
                    self.banned = self.legal_among(&banned);
                }
            }
            Command::Go(go) => match D::question(&go, self, host) {
                Ok(question) => self.start_search(question, arrived, host),
                Err(own) => D::execute(own, self, host),
            },
            Command::Stop => host.stop(),
            Command::PonderHit => host.ponder_hit(),
            Command::Dialect(own) => D::execute(own, self, host),
            Command::Nothing | Command::Quit => {}
            Command::Unknown(line) => note(host, format!("unknown command: {line}")),
        }
    }

    fn answer(&mut self, outcome: Option<XiangqiReply>, host: &mut DialectHost<D>) {
        host.say(match outcome {
            Some(XiangqiReply::Answer(answer)) => self.dialect.best_move(&answer, &self.options),
            Some(XiangqiReply::Text(text)) => text,
            None => D::no_move(),
        });
    }

    fn farewell(&mut self, host: &mut DialectHost<D>) {
        if !D::farewell().is_empty() {
            host.say(D::farewell());
        }
    }
}

impl<D: Dialect> Conversation<D> {
    fn new_game(&mut self, host: &DialectHost<D>) {
        host.engine().new_game();
        self.position = Position::start();
        self.banned.clear();
    }

    fn set_option(&mut self, name: &str, value: &str, host: &mut DialectHost<D>) {
        let own = D::set_option(name, value, self, host);
        if let Err(fault) = own.unwrap_or_else(|| self.set_engine_option(name, value, host)) {
            note(host, fault.to_string());
        }
    }

    /// Sets an option of the engine; on an error everything stays as it was.
    fn set_engine_option(
        &mut self,
        name: &str,
        value: &str,
        host: &DialectHost<D>,
    ) -> Result<(), OptionError> {
        let mut engine = host.engine();
        engine.set(name, value)?;
        self.options.clone_from(engine.settings());
        Ok(())
    }

    /// The position of these moves; a fault is noted.
    fn read_position(
        &self,
        fen: Option<&str>,
        moves: &[String],
        host: &mut DialectHost<D>,
    ) -> Option<Position> {
        let (position, fault) = read_position(fen, moves, D::ranks(&self.options));
        if let Some(fault) = fault {
            note(host, fault);
        }
        position
    }

    /// The legal ones of these moves.
    fn legal_among(&self, texts: &[String]) -> Vec<Move> {
        let ranks = D::ranks(&self.options);
        let parsed = texts.iter().filter_map(|text| parse_coordinates(text, ranks).ok());
        parsed.filter(|&chosen| self.position.is_legal_move(chosen)).collect()
    }

    /// Starts a search of the position.
    fn start_search(
        &mut self,
        mut question: Question<Move>,
        arrived: Instant,
        host: &mut DialectHost<D>,
    ) {
        // The clock of a pondering search begins with the search.
        let start = if question.limits.ponder { Instant::now() } else { host.clock_start(arrived) };
        let overhead = Duration::from_millis(self.options.move_overhead as u64);
        let policy = XiangqiEngine::time_policy(&self.position, overhead);
        let plan = TimePlan::new(&question.limits, &policy, start);
        question.lines = self.options.multi_pv as usize;
        let deadline = answer_after(&question.limits, &plan, host.reserve());
        let search = Search {
            position: self.position.clone(),
            fallback: None,
            deadline: deadline.map(|time| start + time),
            ends: Ends::of(&question.limits, MAX_PLY as u32),
            question: question.with_plan(plan),
        };
        let options = self.options.clone();
        let format = move |event: &Event<Move>| match event {
            Event::Line(report) => D::info(report, &options),
            Event::FewerThreads { wanted, running } => D::note(&fewer_threads(*wanted, *running)),
            _ => String::new(),
        };
        if let Err(error) = host.start_search(search, format) {
            note(host, format!("no search: {error}"));
            self.answer(None, host);
        }
    }
}

/// Says that the system has no room for all threads.
pub(crate) fn fewer_threads(wanted: usize, running: usize) -> String {
    format!("no room for {wanted} threads; {running} search")
}

fn note<D: Dialect>(host: &mut DialectHost<D>, text: impl AsRef<str>) {
    host.say(D::note(text.as_ref()));
}

/// The position of a `position` command, and the fault that kept it from being read to its end. A
/// move that is not legal ends it; the moves before stand.
fn read_position(
    fen: Option<&str>,
    moves: &[String],
    ranks: Ranks,
) -> (Option<Position>, Option<String>) {
    let mut position = match fen.map_or_else(|| Ok(Position::start()), Position::from_fen) {
        Ok(position) => position,
        Err(error) => return (None, Some(format!("position not changed: {error}"))),
    };
    for (index, text) in moves.iter().enumerate() {
        let parsed = parse_coordinates(text, ranks).ok();
        let Some(chosen) = parsed.filter(|&chosen| position.is_legal_move(chosen)) else {
            let number = index + 1;
            let fault =
                format!("move {number} '{text}' is not legal here; the moves before it stand");
            return (Some(position), Some(fault));
        };
        position.play(chosen);
    }
    (Some(position), None)
}

/// Time after which the best move so far is answered, counted from the start of the plan; none
/// where only a stop ends the search. `reserve` is the time that a busy machine may take until the
/// answer is read.
fn answer_after(limits: &Limits, plan: &TimePlan, reserve: Duration) -> Option<Duration> {
    if limits.infinite || limits.ponder {
        return None;
    }
    let hard = plan.hard()?;
    let end = limits.move_time.or(limits.clock.map(|clock| clock.remaining))?;
    // A sliver of the rest for a search that notices its end late.
    Some(answer_time(hard, end, end.saturating_sub(hard) / 8, reserve))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_game::Clock;

    const fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_deadline_comes_after_the_search_and_before_the_limit() {
        let planned = |limits: &Limits| {
            let policy = XiangqiEngine::time_policy(&Position::start(), ms(10));
            TimePlan::new(limits, &policy, Instant::now())
        };
        let after =
            |limits: &Limits, delay: Duration| answer_after(limits, &planned(limits), delay * 2);
        let fixed = Limits::move_time(ms(100));
        assert_eq!(after(&fixed, ms(1)), Some(Duration::from_micros(95_625)));
        assert_eq!(after(&fixed, ms(10)), Some(ms(80)), "wakes were late: twice as much is left");
        assert_eq!(after(&fixed, ms(50)), Some(ms(25)), "something must be left to search");
        let clock = Clock { remaining: ms(60_000), increment: ms(0), moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let hard = planned(&limits).hard();
        assert_eq!(after(&limits, ms(5)), Some(hard.unwrap() + ms(50)));
        assert_eq!(after(&Limits { ponder: true, ..limits.clone() }, ms(5)), None);
        assert_eq!(after(&Limits::depth(9), ms(5)), None);
    }

    #[test]
    fn a_wrong_move_ends_the_list_of_moves() {
        let moves = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let (position, fault) =
            read_position(None, &moves(&["h2e2", "a0a9", "h9g7"]), Ranks::FromZero);
        assert!(fault.unwrap().starts_with("move 2 'a0a9'"));
        let (expected, none) = read_position(None, &moves(&["h2e2"]), Ranks::FromZero);
        assert_eq!((position.unwrap().to_fen(), none), (expected.unwrap().to_fen(), None));
        assert!(read_position(Some("x"), &[], Ranks::FromZero).0.is_none());
    }
}
