//! Gomoku on the page.

use super::engine_search::{BoardSearch, EngineSearch, SearchedGame};
use super::export::{Imported, main_line};
use super::game_board::{GameBoard, game_over, impossible};
use super::saved::Saved;
use super::winning_line::Wins;
use super::{sgf, solve};
use crate::message::board::{BoardProof, Ending, Names, Over, Setup, View};
use crate::message::{Fault, Refusal, Text};
use std::sync::atomic::AtomicBool;
use xun_game::{Handicap, Score};
use xun_gomoku::notation::{
    GameTree, Record as GameRecord, TextFault, draw, parse_point, parse_sgf_tree, read_any,
    write_moves, write_psq,
};
use xun_gomoku::rules::{
    Board, Colour, Point, Position, PositionFault, Rule, Size, forbidden_kind,
};
use xun_gomoku::search::{GomokuEngine, Report, Settings, win_permille};
use xun_messages::Message;

#[derive(Clone)]
struct Game {
    board: Board,
}

/// The first position of a game on this board under this rule.
pub(super) fn open(setup: &Setup, size: Size, rule: Rule) -> Result<Box<dyn GameBoard>, Refusal> {
    Ok(Box::new(Game { board: board(setup, size, rule)? }))
}

/// The first board of a game.
pub(super) fn board(setup: &Setup, size: Size, rule: Rule) -> Result<Board, Refusal> {
    let position = match setup.position.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        None => Position::empty(size, rule),
        Some(text) => {
            let record = read_any(text, size).map_err(|unreadable| {
                impossible(unreadable.faults.iter().map(text_fault).collect())
            })?;
            possible(&record, rule)?
        }
    };
    Ok(position.into_board())
}

/// The position of a record, or its faults with the points that they concern.
fn possible(record: &GameRecord, rule: Rule) -> Result<Position, Refusal> {
    record.position(rule).map_err(|error| {
        let fault = |fault: &PositionFault| Fault {
            points: point_of(fault).map(|point| place(record.size, point)).into_iter().collect(),
            ..Fault::new(fault.text())
        };
        impossible(error.faults.iter().map(fault).collect())
    })
}

/// The point that a fault of a position names.
fn point_of(fault: &PositionFault) -> Option<Point> {
    match *fault {
        PositionFault::Occupied { point, .. }
        | PositionFault::AfterTheEnd { point, .. }
        | PositionFault::ForbiddenStone { point, .. } => Some(point),
        _ => None,
    }
}

fn text_fault(fault: &TextFault) -> Fault {
    Fault::at(fault.line as u64, fault.column as u64, Text::same(&fault.problem))
}

fn side_of(colour: Colour) -> u8 {
    u8::from(colour == Colour::White)
}

/// The page counts rows from the top; the board from the bottom.
fn place(size: Size, point: Point) -> u32 {
    u32::from(size.height() - 1 - point.y()) * u32::from(size.width()) + u32::from(point.x())
}

impl Game {
    /// The winning row, if there is one: the longest line of the winner's stones through any of
    /// them.
    fn row(&self) -> Vec<u32> {
        let Some(winner) = self.board.winner() else { return Vec::new() };
        let size = self.board.size();
        let own = |x: i32, y: i32| {
            let point = u32::try_from(x)
                .ok()
                .zip(u32::try_from(y).ok())
                .and_then(|(x, y)| size.point(x, y))?;
            (self.board.stone(point) == Some(winner)).then_some(point)
        };
        let mut best = Vec::new();
        for point in size.points().filter(|&point| self.board.stone(point) == Some(winner)) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let (x, y) = (i32::from(point.x()), i32::from(point.y()));
                let line: Vec<u32> = (0..)
                    .map_while(|n| own(x + n * right, y + n * up))
                    .map(|point| place(size, point))
                    .collect();
                if line.len() > best.len() {
                    best = line;
                }
            }
        }
        best
    }
}

impl GameBoard for Game {
    fn side(&self) -> u8 {
        side_of(self.board.to_move())
    }

    fn view(&self) -> View {
        let board = &self.board;
        let size = board.size();
        let mut cells = vec!['.'; size.area()];
        for point in size.points() {
            if let Some(colour) = board.stone(point) {
                cells[place(size, point) as usize] =
                    if colour == Colour::Black { 'x' } else { 'o' };
            }
        }
        let over = self.over();
        let open: Vec<Point> =
            if over.is_some() { Vec::new() } else { board.empty_points().collect() };
        let black = board.to_move() == Colour::Black;
        let forbidden: Vec<(Point, Text)> = open
            .iter()
            .filter(|_| black)
            .filter_map(|&point| Some((point, forbidden_kind(board, point)?.text())))
            .collect();
        View {
            columns: u32::from(size.width()),
            rows: u32::from(size.height()),
            cells: cells.into_iter().collect(),
            side: self.side(),
            check: None,
            legal: open
                .iter()
                .filter(|point| !forbidden.iter().any(|(found, _)| found == *point))
                .map(ToString::to_string)
                .collect(),
            forbidden: forbidden.iter().map(|&(point, _)| place(size, point)).collect(),
            forbidden_because: forbidden.into_iter().map(|(_, because)| because).collect(),
            row: self.row(),
            over,
            text: draw(board),
        }
    }

    fn over(&self) -> Option<Over> {
        if let Some(winner) = self.board.winner() {
            return Some(Over { winner: Some(side_of(winner)), code: Ending::Five });
        }
        self.board.is_full().then_some(Over { winner: None, code: Ending::Full })
    }

    fn names(&self, text: &str) -> Names {
        Names { iccs: text.to_owned(), wxf: text.to_owned(), zh: text.to_owned() }
    }

    fn canonical(&self, text: &str) -> Option<String> {
        parse_point(text, self.board.size()).ok().map(|point| point.to_string())
    }

    fn why_not(&self, text: &str) -> Text {
        if self.over().is_some() {
            return game_over();
        }
        let Ok(point) = parse_point(text, self.board.size()) else {
            return Text::new(
                format!("{text:?} is no point of this board; points are written like h8"),
                format!("{text:?} 不是棋盘上的点；应写作 h8"),
            );
        };
        if !self.board.is_empty(point) {
            return Text::new(format!("{point} is taken"), format!("{point} 已有棋子"));
        }
        match forbidden_kind(&self.board, point).map(|kind| kind.text()) {
            Some(kind) => Text::new(
                format!("{point} is forbidden for Black: {}", kind.en),
                format!("{point} 是黑方禁手：{}", kind.zh),
            ),
            None => Text::new(format!("{point} is free"), format!("{point} 可以落子")),
        }
    }

    fn spoken(&self, text: &str) -> Text {
        let side = match self.board.to_move() {
            Colour::Black => Text::fixed("Black", "黑方"),
            Colour::White => Text::fixed("White", "白方"),
        };
        Text::new(format!("{}: {text}.", side.en), format!("{}：{text}。", side.zh))
    }

    fn prove(&self, memory: u64, stop: &AtomicBool) -> Option<BoardProof> {
        Some(solve::prove(&self.board, memory, stop))
    }

    fn play(&mut self, text: &str) -> bool {
        let Ok(point) = parse_point(text, self.board.size()) else { return false };
        if self.over().is_some() || !self.board.is_empty(point) || !self.board.is_legal(point) {
            return false;
        }
        self.board.play(point);
        true
    }

    fn copy(&self) -> Box<dyn GameBoard> {
        Box::new(self.clone())
    }

    fn search(&self, memory: u64) -> Option<Box<dyn BoardSearch>> {
        Some(Box::new(GomokuSearch::on(&self.board, memory)))
    }

    fn passed(&self) -> Option<Box<dyn GameBoard>> {
        let mut board = self.board.clone();
        board.pass();
        Some(Box::new(Self { board }))
    }
}

/// The search of a Gomoku position, with the whole lines of forced wins.
#[derive(Default)]
pub(super) struct GomokuSearch {
    wins: Wins,
}

impl GomokuSearch {
    /// A search of this board with about so many bytes for its table.
    pub(super) fn on(board: &Board, memory: u64) -> EngineSearch<Self> {
        let settings =
            Settings { threads: 1, table_bytes: memory.clamp(1 << 20, 256 << 20) as usize };
        EngineSearch::new(Self::default(), GomokuEngine::new(settings), board.clone())
    }
}

impl SearchedGame for GomokuSearch {
    type Engine = GomokuEngine;

    fn set_handicap(engine: &mut GomokuEngine, handicap: Option<Handicap>) {
        engine.set_handicap(handicap);
    }

    fn side(board: &Board) -> u8 {
        side_of(board.to_move())
    }

    fn key(board: &Board) -> u64 {
        board.key()
    }

    fn text(chosen: Point) -> String {
        chosen.to_string()
    }

    fn chances(score: Score) -> [f64; 3] {
        chances(score)
    }

    fn moves(&mut self, board: &Board, report: &Report) -> Vec<Point> {
        if report.score.is_win() { self.wins.whole_line(board, report) } else { report.pv.clone() }
    }
}

/// Win, draw and loss in percent. Few games of Gomoku are drawn.
pub(super) fn chances(score: Score) -> [f64; 3] {
    let win = f64::from(win_permille(score)) / 10.0;
    [win, 0.0, 100.0 - win]
}

/// A game as coordinates, `.psq`, SGF, or drawn.
pub(super) fn export(saved: &Saved, format: &str) -> Result<String, Refusal> {
    let setup = &saved.setup;
    let size = Size::new(setup.size, setup.size)
        .map_err(|error| impossible(vec![Fault::new(Text::same(error.to_string()))]))?;
    let mut game = match setup.position.as_deref().filter(|text| !text.trim().is_empty()) {
        Some(text) => read_any(text, size)
            .map_err(|error| impossible(vec![Fault::new(Text::same(error.to_string()))]))?,
        None => GameRecord::new(size),
    };
    game.rule = Rule::from_name(&setup.rules);
    if format == "sgf" {
        return Ok(sgf::write(saved, game));
    }
    game.moves.extend(main_line(saved).iter().filter_map(|text| parse_point(text, size).ok()));
    game.players = sgf::names(setup);
    match format {
        "moves" => Ok(write_moves(&game.moves) + "\n"),
        "psq" => Ok(write_psq(&game)),
        "board" => Ok(saved.board_at(saved.record.current)?.view().text),
        other => Err(Refusal::input(Text::new(
            format!("unknown format {other:?}"),
            format!("未知格式 {other:?}"),
        ))),
    }
}

/// Reads any of the texts that the rules know; SGF with its variations.
pub(super) fn import(setup: &mut Setup, text: &str) -> Result<Imported, Refusal> {
    let size = Size::new(setup.size, setup.size)
        .map_err(|error| impossible(vec![Fault::new(Text::same(error.to_string()))]))?;
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    let tree = if trimmed.starts_with('(') {
        parse_sgf_tree(trimmed)
    } else {
        read_any(text, size).map(GameTree::from)
    };
    let tree = tree.map_err(|unreadable| {
        let list = unreadable.faults.iter().map(text_fault);
        Refusal::faults(Text::fixed("This game cannot be read", "无法读取棋谱"), list.collect())
    })?;
    let game = &tree.record;
    setup.size = u32::from(game.size.width());
    if game.size.width() != game.size.height() {
        let words = Text::fixed("only square boards are shown", "只能显示正方形棋盘");
        return Err(impossible(vec![Fault::new(words)]));
    }
    if let Some(rule) = game.rule {
        rule.name().clone_into(&mut setup.rules);
    }
    setup.position = None;
    if !game.setup.is_empty() {
        let rule = Rule::from_name(&setup.rules).unwrap_or(Rule::Freestyle);
        let stones = GameRecord { moves: Vec::new(), ..game.clone() };
        setup.position = Some(draw(possible(&stones, rule)?.board()));
    }
    Ok(sgf::read(setup, &tree))
}
