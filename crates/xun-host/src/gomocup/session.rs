//! One conversation: the board, the clock and the options, and what each command does to them.

use super::openings::Openings;
pub(super) use super::watch::Watch;
use super::watch::watch_time;
use crate::time_slice::{TimeSlice, request_time_slice};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use xun_gomoku::openings::balanced_moves;
use xun_gomoku::protocol::{About, Command, Info, Reply};
use xun_gomoku::rules::{Board, Colour, Point, Rule, Size};
use xun_gomoku::search::{
    Answer, Clock, Engine, Evaluation, Event, Limits, Line, Settings, quick_move,
};

/// What the loop does after a command.
pub(super) enum Next {
    /// Wait for the next command.
    Wait,
    /// Think, on another thread.
    Think(Box<Task>),
    /// End.
    End,
}

/// Why we think, which decides what is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    Balance { moves: u8 },
    Swap2,
}

/// A question for the engine, with all it needs.
pub(super) struct Task {
    engine: Arc<Mutex<Engine>>,
    board: Board,
    limits: Limits,
    purpose: Purpose,
    bias: i32,
    openings: Openings,
    detail: u32,
    came: Instant,
    watch: Arc<Watch>,
}

/// What came of a [`Task`].
pub(super) struct Thought {
    pub(super) answer: Answer,
    pub(super) purpose: Purpose,
    pub(super) moves: Vec<Point>,
    pub(super) swap: bool,
    pub(super) took: Duration,
}

/// Stones that a `BOARD`-like command is collecting.
enum Collecting {
    Nothing,
    Stones { command: Command, stones: Vec<(u32, u32, u32)> },
    Blocks { undo: bool },
}

/// One conversation with a manager.
pub(super) struct Session {
    engine: Arc<Mutex<Engine>>,
    board: Option<Board>,
    rule: Rule,
    turn: Option<Duration>,
    match_limit: Option<Duration>,
    left: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    settings: Settings,
    eval_file: String,
    openings: Openings,
    detail: u32,
    collecting: Collecting,
    blocked: Vec<Point>,
    /// Rules whose tables are made.
    ready: Vec<Rule>,
    /// What a busy machine may take until an answer is heard.
    reserve: Duration,
}

const MEBIBYTE: u64 = 1 << 20;
/// What the program needs besides its table.
const OVERHEAD: u64 = 24 * MEBIBYTE;
/// Within this the sides count as even.
const EVEN: i32 = 60;
const DEFAULT_TURN: Duration = Duration::from_secs(5);

impl Session {
    pub(super) fn new() -> Self {
        let settings = Settings::default();
        Self {
            engine: Arc::new(Mutex::new(Engine::new(settings))),
            board: None,
            rule: Rule::Freestyle,
            turn: Some(DEFAULT_TURN),
            match_limit: None,
            left: None,
            depth: None,
            nodes: None,
            settings,
            eval_file: String::new(),
            openings: Openings::Own,
            detail: 0,
            collecting: Collecting::Nothing,
            blocked: Vec::new(),
            ready: Vec::new(),
            reserve: Duration::ZERO,
        }
    }

    /// From now on so much time is kept for a busy machine, where it is more than what is kept
    /// anyway.
    pub(super) fn keep_back(&mut self, reserve: Duration) {
        self.reserve = reserve;
    }

    fn engine(&self) -> std::sync::MutexGuard<'_, Engine> {
        // A thread that panicked left the table usable.
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Carries out one command.
    pub(super) fn handle(&mut self, command: Command, came: Instant) -> (Vec<Reply>, Next) {
        match self.carry_out(command, came) {
            Ok(done) => done,
            Err(fault) => (vec![Reply::Error(fault)], Next::Wait),
        }
    }

    fn carry_out(&mut self, command: Command, came: Instant) -> Result<(Vec<Reply>, Next), String> {
        let say = |reply: Reply| Ok((vec![reply], Next::Wait));
        match command {
            Command::Nothing | Command::Stop => Ok((Vec::new(), Next::Wait)),
            Command::End => Ok((Vec::new(), Next::End)),
            Command::About => say(Reply::About(about())),
            Command::Start(side) => self.start(side, side),
            Command::RectStart(width, height) => self.start(width, height),
            Command::Restart => {
                let size = self.board()?.size();
                self.start(size.width().into(), size.height().into())
            }
            Command::Info(info) => self.info(&info),
            Command::Begin => {
                if self.board()?.stones() > 0 {
                    return Err("BEGIN is for an empty board".into());
                }
                self.think(Purpose::Move, 1, 0, came)
            }
            Command::Turn(x, y) => {
                let point = self.empty_point(x, y)?;
                self.board_mut()?.play(point);
                self.think(Purpose::Move, 1, 0, came)
            }
            Command::Play(x, y) => {
                let point = self.empty_point(x, y)?;
                self.board_mut()?.play(point);
                say(Reply::Moves(vec![point]))
            }
            Command::TakeBack(x, y) => self.take_back(x, y),
            Command::Board | Command::YxBoard | Command::Swap2Board => {
                self.board()?;
                self.collecting = Collecting::Stones { command, stones: Vec::new() };
                Ok((Vec::new(), Next::Wait))
            }
            Command::Block { undo } => {
                self.board()?;
                self.collecting = Collecting::Blocks { undo };
                Ok((Vec::new(), Next::Wait))
            }
            Command::BlockReset => {
                self.blocked.clear();
                Ok((Vec::new(), Next::Wait))
            }
            Command::Stone(x, y, field) => match &mut self.collecting {
                Collecting::Stones { stones, .. } => {
                    // More stones than any board has are of no use.
                    if stones.len() < 1024 {
                        stones.push((x, y, field));
                    }
                    Ok((Vec::new(), Next::Wait))
                }
                _ => Err("a stone outside BOARD and DONE".into()),
            },
            Command::Point(x, y) => match &mut self.collecting {
                // SWAP2BOARD names points in the order of play.
                Collecting::Stones { stones, .. } if stones.len() < 1024 => {
                    stones.push((x, y, 0));
                    Ok((Vec::new(), Next::Wait))
                }
                _ => self.block(x, y),
            },
            Command::Done => self.done(came),
            Command::ShowForbid => self.show_forbidden(),
            Command::NBest(count) => {
                self.think(Purpose::Move, count.clamp(1, 484) as usize, 0, came)
            }
            Command::ShowInfo => {
                let text = |text: String| Reply::Message(text);
                let about = about();
                Ok((
                    vec![
                        text(format!("{} {}", about.name, about.version)),
                        text("INFO MAX_THREAD_NUM 256".into()),
                        text("INFO MAX_HASH_SIZE 30".into()),
                    ],
                    Next::Wait,
                ))
            }
            Command::HashClear => {
                self.engine().clear();
                say(Reply::Message("transposition table cleared".into()))
            }
            Command::HashUsage => {
                let permille = self.engine().table().permille_full();
                say(Reply::Message(format!(
                    "transposition table full: {}.{}%",
                    permille / 10,
                    permille % 10
                )))
            }
            Command::BalanceOne(bias) => self.think(Purpose::Balance { moves: 1 }, 1, bias, came),
            Command::BalanceTwo(bias) => self.think(Purpose::Balance { moves: 2 }, 1, bias, came),
        }
    }

    fn board(&self) -> Result<&Board, String> {
        self.board.as_ref().ok_or_else(|| "START comes first".into())
    }

    fn board_mut(&mut self) -> Result<&mut Board, String> {
        self.board.as_mut().ok_or_else(|| "START comes first".into())
    }

    fn empty_point(&self, x: u32, y: u32) -> Result<Point, String> {
        let board = self.board()?;
        let size = board.size();
        let point =
            size.point(x, y).ok_or_else(|| format!("{x},{y} lies outside the {size} board"))?;
        if board.is_empty(point) { Ok(point) } else { Err(format!("{x},{y} is taken")) }
    }

    fn start(&mut self, width: u32, height: u32) -> Result<(Vec<Reply>, Next), String> {
        let size = Size::new(width, height).map_err(|error| error.to_string())?;
        self.board = Some(Board::new(size, self.rule));
        self.collecting = Collecting::Nothing;
        self.blocked.clear();
        self.left = self.match_limit;
        // The rule may be told together with the first move, when a clock runs. Caro's tables take
        // longest and are seldom needed; they wait for it.
        self.make_ready(&[Rule::Freestyle, Rule::Standard, Rule::Renju, self.rule]);
        Ok((vec![Reply::Ok], Next::Wait))
    }

    fn info(&mut self, info: &Info) -> Result<(Vec<Reply>, Next), String> {
        let milliseconds = |value: u64| Duration::from_millis(value.min(1 << 50));
        match *info {
            Info::TimeoutTurn(value) => self.turn = Some(milliseconds(value)),
            Info::TimeoutMatch(value) => {
                self.match_limit = (value > 0).then(|| milliseconds(value));
                self.left = self.match_limit;
            }
            // 2147483647 says that nothing limits.
            Info::TimeLeft(value) => {
                self.left = (value < 2_147_483_647).then(|| milliseconds(value));
            }
            Info::MaxMemory(0) => self.set_table(Settings::default().table_bytes as u64),
            Info::MaxMemory(bytes) => {
                let rest = bytes.saturating_sub(OVERHEAD);
                self.set_table(rest.clamp(MEBIBYTE, 128 * MEBIBYTE));
                if rest < MEBIBYTE {
                    return Ok((
                        vec![Reply::Error(format!(
                            "max_memory {bytes} is too little; about {OVERHEAD} bytes are used"
                        ))],
                        Next::Wait,
                    ));
                }
            }
            Info::HashSize(kibibytes) => {
                self.set_table((kibibytes.min(1 << 26) * 1024).max(MEBIBYTE));
            }
            Info::Rule(mask) => {
                let rule = Rule::from_gomocup(mask)
                    .ok_or_else(|| format!("rule {mask} is not supported"))?;
                self.set_rule(rule);
            }
            Info::MaxDepth(depth) => self.depth = (depth > 0).then_some(depth),
            Info::MaxNode(nodes) => self.nodes = (nodes > 0 && nodes < u64::MAX).then_some(nodes),
            Info::ThreadNum(threads) => {
                let threads = threads.clamp(1, 256) as usize;
                self.configure(Settings { threads, ..self.settings });
            }
            Info::ShowDetail(detail) => self.detail = detail,
            Info::Evaluate(x, y) => {
                let point = self.empty_point(x, y)?;
                let board = self.board()?;
                let cell = board.cell(point);
                let (own, other) = (board.to_move(), !board.to_move());
                let forbidden = if board.is_forbidden(point) { ", forbidden" } else { "" };
                let text = format!(
                    "{point}: ours {:?}, theirs {:?}{forbidden}",
                    cell.shape(own),
                    cell.shape(other)
                );
                return Ok((vec![Reply::Message(text)], Next::Wait));
            }
            Info::Openings(ref table) => return self.set_openings(table),
            Info::EvalFile(ref file) => return self.set_evaluation(file),
            Info::GameType(_) | Info::Folder(_) | Info::Strength(_) | Info::Other(_) => {}
        }
        Ok((Vec::new(), Next::Wait))
    }

    /// Values positions by the network of this file. One that will not do is refused with the
    /// reason, and what there is stays; the same file again, which some managers name before each
    /// move, is not read again.
    fn set_evaluation(&mut self, file: &str) -> Result<(Vec<Reply>, Next), String> {
        if self.eval_file == file {
            return Ok((Vec::new(), Next::Wait));
        }
        let evaluation = Evaluation::from_file(file).map_err(|error| error.to_string())?;
        let network = match &evaluation {
            Evaluation::Network(network) => Some(network),
            other => other.network(self.rule),
        };
        let text = match network {
            Some(network) => format!("network {:016x} for {}", network.hash(), network.rule()),
            None => "pattern evaluation".into(),
        };
        self.engine().set_evaluation(evaluation);
        file.clone_into(&mut self.eval_file);
        Ok((vec![Reply::Message(text)], Next::Wait))
    }

    /// Opens by this table. One that will not do is refused with the reason, and what there is
    /// stays.
    fn set_openings(&mut self, table: &str) -> Result<(Vec<Reply>, Next), String> {
        if !self.openings.is(table) {
            self.openings = Openings::of(table)?;
        }
        Ok((Vec::new(), Next::Wait))
    }

    fn set_table(&mut self, bytes: u64) {
        self.configure(Settings { table_bytes: bytes as usize, ..self.settings });
    }

    /// Sets the engine up anew. Some managers say the same before each move, when the last search
    /// may not yet have noticed that its time is over: there is nothing to wait for then.
    fn configure(&mut self, settings: Settings) {
        if settings != self.settings {
            self.engine().configure(settings);
            self.settings = settings;
        }
    }

    fn set_rule(&mut self, rule: Rule) {
        if rule == self.rule {
            return;
        }
        self.rule = rule;
        self.make_ready(&[rule]);
        if let Some(board) = &self.board {
            let mut changed = Board::new(board.size(), rule);
            for (point, colour) in board.history() {
                changed.place(point, colour);
            }
            changed.set_side(board.to_move());
            self.board = Some(changed);
        }
    }

    /// Empties the engine's table and makes whatever the first search of these rules would
    /// otherwise make.
    ///
    /// On a thread of its own: where a machine is busy, its scheduler lets a thread that has just
    /// worked long wait for the others before it runs again, and the one that calls this must soon
    /// wake in time to answer.
    fn make_ready(&mut self, rules: &[Rule]) {
        let missing: Vec<Rule> =
            rules.iter().copied().filter(|rule| !self.ready.contains(rule)).collect();
        let clean = self.engine().table().is_clean();
        if clean && missing.is_empty() {
            return;
        }
        std::thread::scope(|scope| {
            scope.spawn(|| {
                request_time_slice(TimeSlice::Default);
                self.engine().clear();
                missing.iter().copied().for_each(warm_up);
                self.openings.prepare();
            });
        });
        self.ready.extend(missing);
    }

    fn take_back(&mut self, x: u32, y: u32) -> Result<(Vec<Reply>, Next), String> {
        let board = self.board_mut()?;
        let wanted = board.size().point(x, y).filter(|&point| board.stone(point).is_some());
        let point = wanted.ok_or_else(|| format!("there is no stone at {x},{y}"))?;
        if board.recent(0) == Some(point) {
            board.undo();
        } else {
            let colour = board.stone(point).unwrap_or(Colour::Black);
            let mut rest = Board::new(board.size(), board.rule());
            for (other, stone) in board.history().filter(|&(other, _)| other != point) {
                rest.place(other, stone);
            }
            rest.set_side(colour);
            *board = rest;
        }
        Ok((vec![Reply::Ok], Next::Wait))
    }

    fn block(&mut self, x: u32, y: u32) -> Result<(Vec<Reply>, Next), String> {
        let Collecting::Blocks { undo } = self.collecting else {
            return Err("a point outside YXBLOCK and DONE".into());
        };
        let size = self.board()?.size();
        let point =
            size.point(x, y).ok_or_else(|| format!("{x},{y} lies outside the {size} board"))?;
        self.blocked.retain(|&other| other != point);
        if !undo {
            self.blocked.push(point);
        }
        Ok((Vec::new(), Next::Wait))
    }

    fn done(&mut self, came: Instant) -> Result<(Vec<Reply>, Next), String> {
        match std::mem::replace(&mut self.collecting, Collecting::Nothing) {
            Collecting::Nothing => Err("DONE without BOARD".into()),
            Collecting::Blocks { .. } => Ok((Vec::new(), Next::Wait)),
            Collecting::Stones { command, stones } => {
                let (board, mut replies) = match command {
                    Command::Swap2Board => self.set_up_in_order(&stones)?,
                    _ => self.set_up(&stones)?,
                };
                self.board = Some(board);
                let next = match command {
                    Command::YxBoard => Next::Wait,
                    Command::Swap2Board => {
                        let (more, next) = self.swap2(came)?;
                        replies.extend(more);
                        next
                    }
                    _ => {
                        let (more, next) = self.think(Purpose::Move, 1, 0, came)?;
                        replies.extend(more);
                        next
                    }
                };
                Ok((replies, next))
            }
        }
    }

    /// The board with these stones; it is our turn.
    fn set_up(&self, stones: &[(u32, u32, u32)]) -> Result<(Board, Vec<Reply>), String> {
        let size = self.board()?.size();
        let count = |wanted: u32| stones.iter().filter(|&&(_, _, field)| field == wanted).count();
        let (ours, theirs) = (count(1), count(2));
        let first_is_ours =
            stones.iter().find(|stone| stone.2 < 3).is_none_or(|stone| stone.2 == 1);
        let own = if ours == theirs {
            Colour::Black
        } else if theirs == ours + 1 {
            Colour::White
        } else if first_is_ours {
            Colour::Black
        } else {
            Colour::White
        };
        let mut board = Board::new(size, self.rule);
        let mut faults = Vec::new();
        for &(x, y, field) in stones {
            let colour = match field {
                1 => own,
                2 => !own,
                3 => continue,
                other => {
                    faults.push(Reply::Error(format!(
                        "{x},{y},{other}: the last number is 1, 2 or 3"
                    )));
                    continue;
                }
            };
            match size.point(x, y) {
                Some(point) if board.is_empty(point) => board.place(point, colour),
                Some(_) => faults.push(Reply::Error(format!("{x},{y} is taken"))),
                None => faults.push(Reply::Error(format!("{x},{y} lies outside the {size} board"))),
            }
        }
        board.set_side(own);
        Ok((board, faults))
    }

    /// The board of a swap2 opening: black and white in turn, whoever put them; white is to move.
    fn set_up_in_order(&self, stones: &[(u32, u32, u32)]) -> Result<(Board, Vec<Reply>), String> {
        let fields = |number: usize| if number.is_multiple_of(2) { 2 } else { 1 };
        let coloured: Vec<_> =
            stones.iter().enumerate().map(|(number, &(x, y, _))| (x, y, fields(number))).collect();
        self.set_up(&coloured)
    }

    fn show_forbidden(&self) -> Result<(Vec<Reply>, Next), String> {
        let board = self.board()?;
        let black = board.to_move() == Colour::Black;
        let points = board
            .empty_points()
            .filter(|&point| black && board.is_forbidden_for_black(point))
            .collect();
        Ok((vec![Reply::Forbid(points)], Next::Wait))
    }

    fn swap2(&mut self, came: Instant) -> Result<(Vec<Reply>, Next), String> {
        let board = self.board()?;
        match board.stones() {
            0 => {
                let opening = swap2_opening(board.size());
                let board = self.board_mut()?;
                for &point in &opening {
                    board.play(point);
                }
                Ok((vec![Reply::Moves(opening)], Next::Wait))
            }
            3 | 5 => self.think(Purpose::Swap2, 1, 0, came),
            other => Err(format!("SWAP2BOARD has 0, 3 or 5 stones, not {other}")),
        }
    }

    fn think(
        &mut self,
        purpose: Purpose,
        lines: usize,
        bias: i32,
        came: Instant,
    ) -> Result<(Vec<Reply>, Next), String> {
        let board = self.board()?;
        if board.is_full() {
            return Err("the board is full".into());
        }
        let clock = Clock { turn: self.turn, left: self.left, ..Clock::default() };
        let plan = clock.plan(board.stones(), board.size().area());
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            soft_time: plan.map(|(soft, _)| soft),
            hard_time: plan.map(|(_, hard)| hard),
            lines,
            only: Vec::new(),
            without: self.blocked.clone(),
        };
        // Balancing has no single best move to fall back upon.
        let deadline = match (purpose, watch_time(&clock, plan, self.reserve)) {
            (Purpose::Balance { .. }, _) | (_, None) => None,
            (_, Some(time)) => Some(came + time),
        };
        let task = Task {
            engine: Arc::clone(&self.engine),
            board: board.clone(),
            watch: Arc::new(Watch::new(came, deadline, purpose, quick_move(board, &limits))),
            limits,
            purpose,
            bias,
            openings: self.openings.clone(),
            detail: self.detail,
            came,
        };
        Ok((Vec::new(), Next::Think(Box::new(task))))
    }

    /// Takes the thought over and says it.
    pub(super) fn finish(&mut self, thought: Thought) -> Vec<Reply> {
        if let Some(left) = &mut self.left {
            *left = left.saturating_sub(thought.took);
        }
        let Some(board) = &mut self.board else { return Vec::new() };
        if thought.swap {
            return vec![Reply::Swap];
        }
        if thought.moves.is_empty() {
            return vec![Reply::Error("there is no move".into())];
        }
        for &point in &thought.moves {
            if board.is_empty(point) {
                board.play(point);
            }
        }
        let answer = &thought.answer;
        let mut replies = Vec::new();
        if thought.purpose == Purpose::Move {
            let speed = answer.nodes / (answer.time.as_millis() as u64).max(1);
            replies.push(Reply::Message(format!(
                "depth {} score {} nodes {} time {} ms speed {speed}k",
                answer.depth,
                answer.score(),
                answer.nodes,
                answer.time.as_millis()
            )));
        }
        replies.push(Reply::Moves(thought.moves));
        replies
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

/// Makes what a rule's first search would make (tables, weights) while no clock runs.
fn warm_up(rule: Rule) {
    let mut board = Board::new(Size::STANDARD, rule);
    board.play(Size::STANDARD.centre());
    let mut engine = Engine::new(Settings { threads: 1, table_bytes: 1 << 16 });
    engine.search(&board, &Limits { nodes: Some(200), ..Limits::default() }, None, &mut |_| {});
}

/// Three stones that give neither side much; the place depends on the board alone.
fn swap2_opening(size: Size) -> Vec<Point> {
    let (x, y) = (i32::from(size.width() / 2), i32::from(size.height() / 2));
    [(0, 0), (1, 2), (-2, -1)]
        .into_iter()
        .filter_map(|(dx, dy)| size.point((x + dx).try_into().ok()?, (y + dy).try_into().ok()?))
        .collect()
}

impl Task {
    /// What the loop watches while the task runs.
    pub(super) fn watch(&self) -> Arc<Watch> {
        Arc::clone(&self.watch)
    }

    /// Thinks. `tell` hears lines for those who watch.
    pub(super) fn think(self, stop: &AtomicBool, tell: &mut dyn FnMut(Reply)) -> Thought {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        // The clock runs since the command came.
        let late = self.came.elapsed();
        let mut limits = self.limits.clone();
        limits.hard_time = limits.hard_time.map(|time| time.saturating_sub(late));
        limits.soft_time = limits.soft_time.map(|time| time.saturating_sub(late));
        if let Purpose::Balance { moves } = self.purpose {
            let found = balanced_moves(&mut engine, &self.board, moves, self.bias, &limits, stop);
            return self.thought(Answer::none(), found, false);
        }
        if self.purpose == Purpose::Swap2 {
            return self.swap2(&mut engine, &limits, stop);
        }
        let detail = self.detail;
        let mut watch = |event: Event| {
            self.watch.hear(&event);
            report(&event, detail, tell);
        };
        let known = self.openings.answer(&self.board, &limits);
        let answer =
            known.unwrap_or_else(|| engine.search(&self.board, &limits, Some(stop), &mut watch));
        let moves = answer.best().into_iter().collect();
        self.thought(answer, moves, false)
    }

    fn thought(&self, answer: Answer, moves: Vec<Point>, swap: bool) -> Thought {
        Thought { answer, purpose: self.purpose, moves, swap, took: self.came.elapsed() }
    }

    /// The choice of the second player (three stones) or the first (five): the better colour; with
    /// three stones and an even game, two more stones that leave the choice to the other.
    fn swap2(&self, engine: &mut Engine, limits: &Limits, stop: &AtomicBool) -> Thought {
        let half = |time: Option<Duration>| time.map(|time| time / 2);
        let first = Limits {
            hard_time: half(limits.hard_time),
            soft_time: half(limits.soft_time),
            ..limits.clone()
        };
        let answer =
            engine.search(&self.board, &first, Some(stop), &mut |event| self.watch.hear(&event));
        let score = answer.score().raw();
        if score < -EVEN || (self.board.stones() == 5 && score < 0) {
            return self.thought(answer, Vec::new(), true);
        }
        if score <= EVEN && self.board.stones() == 3 {
            let rest = Limits { hard_time: half(limits.hard_time), ..limits.clone() };
            let pair = balanced_moves(engine, &self.board, 2, 0, &rest, stop);
            if pair.len() == 2 {
                return self.thought(answer, pair, false);
            }
        }
        let moves = answer.best().into_iter().collect();
        self.thought(answer, moves, false)
    }
}

fn report(event: &Event, detail: u32, tell: &mut dyn FnMut(Reply)) {
    let realtime = |word: &str, point: Point| {
        Reply::Message(format!("REALTIME {word} {},{}", point.x(), point.y()))
    };
    match event {
        Event::Line { rank, line, nodes, time } => {
            if detail & 2 != 0 {
                details(*rank, line, *nodes, *time).into_iter().for_each(&mut *tell);
            }
            if detail & 1 != 0 && *rank == 0 {
                tell(Reply::Message("REALTIME REFRESH".into()));
                line.moves.first().into_iter().for_each(|&point| tell(realtime("BEST", point)));
            }
        }
        Event::RootMove { point, depth } if detail & 1 != 0 && *depth > 6 => {
            tell(realtime("POS", *point));
        }
        Event::RootMoveDone { point, lost, best } if detail & 1 != 0 => {
            tell(realtime("DONE", *point));
            if *lost {
                tell(realtime("LOST", *point));
            } else if *best {
                tell(realtime("BEST", *point));
            }
        }
        _ => {}
    }
}

fn details(rank: usize, line: &Line, nodes: u64, time: Duration) -> Vec<Reply> {
    let milliseconds = time.as_millis() as u64;
    let moves: Vec<String> =
        line.moves.iter().map(|point| format!("{},{}", point.x(), point.y())).collect();
    [
        format!("PV {rank}"),
        format!("DEPTH {}", line.depth),
        format!("SELDEPTH {}", line.selective_depth),
        format!("TOTALNODES {nodes}"),
        format!("TOTALTIME {milliseconds}"),
        format!("SPEED {}", nodes * 1000 / milliseconds.max(1)),
        format!("EVAL {}", line.score),
        format!("WINRATE {:.3}", f64::from(line.score.permille()) / 1000.0),
        format!("BESTLINE {}", moves.join(" ")),
        "PV DONE".to_owned(),
    ]
    .map(Reply::Info)
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_told_after_start_costs_no_time() {
        let mut session = Session::new();
        let took = |session: &mut Session, line: &str| {
            let began = Instant::now();
            session.handle(Command::parse(line).unwrap(), began);
            began.elapsed()
        };
        let start = took(&mut session, "START 15");
        // Making the tables of a rule takes a good part of what START takes. Of two rules, for a
        // busy machine may hold up one or the other.
        let rules = ["INFO rule 1", "INFO rule 4"].map(|line| took(&mut session, line));
        let quickest = rules.into_iter().min().unwrap();
        assert!(quickest < (start / 10).max(Duration::from_millis(4)), "{rules:?} after {start:?}");
    }
}
