//! The Gomocup protocol with the Yixin-Board extensions: which command does what.

mod board;
mod book_choice;
mod clock;
mod opening;
mod options;
mod preparation;
mod report;
mod search;

use crate::host::Host;
use crate::serve::{Protocol, Timing, serve, serve_standard};
use board::Collecting;
use book_choice::BookChoice;
use clock::GameClock;
use preparation::Preparation;
use search::{GomocupReply, Purpose};
use std::io::{self, Read, Write};
use std::time::Instant;
use xun_gomoku::protocol::{About, Command, Malformed, Reply};
use xun_gomoku::rules::{Board, Point, Rule};
use xun_gomoku::search::{GomokuEngine, Settings};

/// The networks within the program, for `--version --verbose`. They are beside the protocol, so
/// that an engine of the other game does not contain them.
#[must_use]
pub fn networks() -> Vec<String> {
    let rules = xun_gomoku::rules::Rule::ALL.into_iter();
    rules
        .filter_map(xun_gomoku::network::shipped)
        .map(|network| format!("gomoku {} {:08x}", network.rule(), network.hash() >> 32))
        .collect()
}

/// Serves Gomocup on standard input and output until `END` or the end of input.
pub fn run() -> io::Result<()> {
    serve_standard(Gomocup::new(), GomokuEngine::new(Settings::default()))
}

/// As [`run`], on any input and output.
pub fn run_on(input: impl Read + Send + 'static, output: impl Write + 'static) -> io::Result<()> {
    serve(Gomocup::new(), GomokuEngine::new(Settings::default()), input, output)
}

/// The result of a command: nothing, or the text of its `ERROR` reply.
type Done = Result<(), String>;

/// One conversation with a manager.
pub struct Gomocup {
    board: Option<Board>,
    rule: Rule,
    clock: GameClock,
    options: options::Options,
    book: BookChoice,
    collecting: Collecting,
    /// Points that the engine may not play (`YXBLOCK`).
    blocked: Vec<Point>,
    preparation: Preparation,
}

impl Default for Gomocup {
    fn default() -> Self {
        Self::new()
    }
}

impl Gomocup {
    /// A conversation before its first command.
    pub fn new() -> Self {
        Self {
            board: None,
            rule: Rule::Freestyle,
            clock: GameClock::default(),
            options: options::Options::default(),
            book: BookChoice::default(),
            collecting: Collecting::default(),
            blocked: Vec::new(),
            preparation: Preparation::default(),
        }
    }
}

impl Protocol for Gomocup {
    type Engine = GomokuEngine;
    type Command = Result<Command, Malformed>;
    type Reply = GomocupReply;

    /// The move is owed: `END` comes after it.
    const QUIT_ENDS_SEARCH: bool = false;

    fn parse(line: &str) -> Self::Command {
        Command::parse(line)
    }

    fn timing(command: &Self::Command) -> Timing {
        match command {
            Ok(Command::Stop | Command::About) => Timing::Immediate,
            Ok(Command::End) => Timing::Quit,
            _ => Timing::AfterAnswer,
        }
    }

    fn execute(&mut self, command: Self::Command, arrived: Instant, host: &mut Host<Self>) {
        let done = match command {
            Ok(command) => self.obey(command, arrived, host),
            Err(Malformed::Unknown(line)) => {
                host.say(Reply::Unknown(line));
                Ok(())
            }
            Err(error) => Err(error.to_string()),
        };
        if let Err(fault) = done {
            host.say(Reply::Error(fault));
        }
    }

    fn answer(&mut self, outcome: Option<GomocupReply>, host: &mut Host<Self>) {
        let Some(outcome) = outcome else {
            return host.say(Reply::Error("the search failed".into()));
        };
        self.clock.end_move(Instant::now());
        let Some(board) = &mut self.board else { return };
        for &point in &outcome.moves {
            if board.is_empty(point) {
                board.play(point);
            }
        }
        host.say(report::answer(&outcome));
    }
}

impl Gomocup {
    /// Executes one command.
    fn obey(&mut self, command: Command, arrived: Instant, host: &mut Host<Self>) -> Done {
        match command {
            Command::Nothing | Command::End => {}
            Command::Stop => host.stop(),
            Command::About => host.say(Reply::About(about())),
            Command::Start(side) => self.start(side, side, host)?,
            Command::RectStart(width, height) => self.start(width, height, host)?,
            Command::Restart => {
                let size = self.board()?.size();
                self.start(size.width().into(), size.height().into(), host)?;
            }
            Command::Info(info) => self.info(&info, host)?,
            Command::Begin if self.board()?.stones() > 0 => {
                return Err("BEGIN is for an empty board".into());
            }
            Command::Begin => self.search(Purpose::Move { lines: 1 }, arrived, host)?,
            Command::Turn(x, y) => {
                self.play(x, y)?;
                self.search(Purpose::Move { lines: 1 }, arrived, host)?;
            }
            Command::Play(x, y) => {
                let point = self.play(x, y)?;
                host.say(Reply::Moves(vec![point]));
            }
            Command::TakeBack(x, y) => {
                self.take_back(x, y)?;
                host.say(Reply::Ok);
            }
            Command::Board
            | Command::YxBoard
            | Command::Swap2Board
            | Command::Block { .. }
            | Command::BlockReset
            | Command::Stone(..)
            | Command::Point(..) => self.collect(command)?,
            Command::Done => self.done(arrived, host)?,
            Command::ShowForbid => host.say(Reply::Forbid(self.forbidden_points()?)),
            Command::NBest(count) => {
                let lines = count.clamp(1, 484) as usize;
                self.search(Purpose::Move { lines }, arrived, host)?;
            }
            Command::BalanceOne(bias) => {
                self.search(Purpose::Balance { moves: 1, bias }, arrived, host)?;
            }
            Command::BalanceTwo(bias) => {
                self.search(Purpose::Balance { moves: 2, bias }, arrived, host)?;
            }
            Command::ShowInfo => host.say(report::capabilities()),
            Command::HashClear => {
                host.engine().clear();
                host.say(Reply::Message("transposition table cleared".into()));
            }
            Command::HashUsage => {
                let permille = host.engine().table().fullness();
                let (percent, tenth) = (permille / 10, permille % 10);
                let text = format!("transposition table full: {percent}.{tenth}%");
                host.say(Reply::Message(text));
            }
        }
        Ok(())
    }
}

fn about() -> About {
    About {
        name: "Xun".into(),
        version: env!("CARGO_PKG_VERSION").into(),
        author: "the Xun authors".into(),
        country: "World".into(),
    }
}
