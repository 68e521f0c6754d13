//! Xiangqi on the page.

use super::engine_search::{BoardSearch, EngineSearch, SearchedGame};
use super::export::{Imported, main_line};
use super::game_board::{GameBoard, game_over, impossible};
use super::pgn;
use super::saved::Saved;
use crate::message::board::{Ending, Names, Over, Setup, View};
use crate::message::{Fault, Refusal, Text};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use xun_game::{Handicap, Report, Score};
use xun_messages::Message;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::files::{FileFault, ReadOptions, read_games};
use xun_xiangqi::notation::pgn::parse_pgn_up_to_fault;
use xun_xiangqi::notation::{
    GameRecord, Ranks, Script, format_board, format_chinese, format_coordinates, format_wxf,
    parse_board, parse_coordinates, parse_move,
};
use xun_xiangqi::rules::{
    Colour, Move, Position, Reason, Rules, Setup as Pieces, SetupFault, Square,
};
use xun_xiangqi::search::{EngineOptions, XiangqiEngine, win_draw_loss};

#[derive(Clone)]
struct Game {
    position: Position,
    rules: Rules,
}

/// The first position of a game under these rules.
pub(super) fn open(setup: &Setup, rules: Rules) -> Result<Box<dyn GameBoard>, Refusal> {
    Ok(Box::new(Game { position: position_of(setup)?, rules }))
}

/// The first position of a game.
pub(super) fn position_of(setup: &Setup) -> Result<Position, Refusal> {
    match setup.position.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        None => Ok(Position::start()),
        Some(text) => position(text),
    }
}

/// A position from FEN or from the ten-line board.
pub(super) fn position(text: &str) -> Result<Position, Refusal> {
    let drawn = text.trim().lines().count() >= 10;
    let pieces = if drawn {
        parse_board(text).map_err(|error| {
            impossible(error.faults.iter().map(|fault| Fault::new(Text::same(fault))).collect())
        })?
    } else {
        let read = text.trim().parse::<Pieces>();
        read.map_err(|error| impossible(vec![Fault::new(error.text())]))?
    };
    possible(&pieces)
}

/// The position of a set-up, or its faults with the points that they concern.
fn possible(pieces: &Pieces) -> Result<Position, Refusal> {
    Position::from_setup(pieces).map_err(|error| {
        let fault = |fault: &SetupFault| Fault {
            points: fault.squares(pieces).into_iter().map(place).collect(),
            ..Fault::new(fault.text())
        };
        impossible(error.faults.iter().map(fault).collect())
    })
}

fn side_of(colour: Colour) -> u8 {
    u8::from(colour == Colour::Black)
}

/// The page counts points row by row from the top; the board from Red's left corner.
fn place(square: Square) -> u32 {
    (9 - u32::from(square.rank())) * 9 + u32::from(square.file())
}

impl GameBoard for Game {
    fn side(&self) -> u8 {
        side_of(self.position.turn())
    }

    fn view(&self) -> View {
        let mut cells = vec!['.'; 90];
        for (square, piece) in self.position.to_setup().pieces() {
            cells[place(square) as usize] = piece.letter();
        }
        let over = self.over();
        let legal = if over.is_some() { Vec::new() } else { self.position.legal_moves().to_vec() };
        View {
            columns: 9,
            rows: 10,
            cells: cells.into_iter().collect(),
            side: self.side(),
            check: self
                .position
                .in_check()
                .then(|| place(self.position.king(self.position.turn()))),
            legal: legal
                .into_iter()
                .map(|chosen| format_coordinates(chosen, Ranks::FromZero))
                .collect(),
            forbidden: Vec::new(),
            forbidden_because: Vec::new(),
            row: Vec::new(),
            over,
            text: self.position.to_fen(),
        }
    }

    fn over(&self) -> Option<Over> {
        let outcome = self.position.outcome(&self.rules)?;
        let winner = outcome.verdict.winner(self.position.turn()).map(side_of);
        let code = match outcome.reason {
            Reason::Checkmate => Ending::Checkmate,
            Reason::Stalemate => Ending::Stalemate,
            Reason::Repetition(_) if winner.is_some() => Ending::Perpetual,
            Reason::Repetition(_) => Ending::Repetition,
            Reason::QuietLimit(_) => Ending::Quiet,
            Reason::Material => Ending::Material,
        };
        Some(Over { winner, code })
    }

    fn names(&self, text: &str) -> Names {
        let same = || text.to_owned();
        let Ok(chosen) = parse_coordinates(text, Ranks::FromZero) else {
            return Names { iccs: same(), wxf: same(), zh: same() };
        };
        Names {
            iccs: same(),
            wxf: format_wxf(&self.position, chosen).unwrap_or_else(same),
            zh: format_chinese(&self.position, chosen, Script::Simplified).unwrap_or_else(same),
        }
    }

    fn canonical(&self, text: &str) -> Option<String> {
        parse_move(&self.position, text)
            .ok()
            .map(|chosen| format_coordinates(chosen, Ranks::FromZero))
    }

    fn why_not(&self, text: &str) -> Text {
        if self.over().is_some() {
            return game_over();
        }
        match parse_move(&self.position, text) {
            Err(error) => error.text(),
            Ok(_) => Text::new(format!("{text:?} is legal"), format!("{text:?} 合规则")),
        }
    }

    fn spoken(&self, text: &str) -> Text {
        let Ok(chosen) = parse_coordinates(text, Ranks::FromZero) else { return Text::same(text) };
        xun_messages::xiangqi::spoken(&self.position, chosen)
    }

    fn play(&mut self, text: &str) -> bool {
        let Ok(chosen) = parse_move(&self.position, text) else { return false };
        if self.over().is_some() {
            return false;
        }
        self.position.play(chosen);
        true
    }

    fn copy(&self) -> Box<dyn GameBoard> {
        Box::new(self.clone())
    }

    fn search(&self, memory: u64) -> Option<Box<dyn BoardSearch>> {
        Some(Box::new(XiangqiSearch::on(&self.position, self.rules, memory)?))
    }

    fn passed(&self) -> Option<Box<dyn GameBoard>> {
        let pieces = self.position.to_setup();
        let turned = Pieces { turn: !pieces.turn, ..pieces };
        let position = Position::from_setup(&turned).ok()?;
        Some(Box::new(Self { position, rules: self.rules }))
    }
}

/// The search of a Xiangqi position.
pub(super) struct XiangqiSearch;

impl XiangqiSearch {
    /// A search of this position with about so many bytes for its table; none where there is no
    /// memory for it.
    pub(super) fn on(position: &Position, rules: Rules, memory: u64) -> Option<EngineSearch<Self>> {
        let hash = (memory >> 20).clamp(1, 256) as i64;
        let options = EngineOptions { hash, ..EngineOptions::default() };
        let mut engine = XiangqiEngine::new(options, PlayingEvaluator::default()).ok()?;
        engine.set_rules(rules);
        Some(EngineSearch::new(Self, engine, position.clone()))
    }
}

impl SearchedGame for XiangqiSearch {
    type Engine = XiangqiEngine;

    fn set_handicap(engine: &mut XiangqiEngine, handicap: Option<Handicap>) {
        engine.searcher().set_handicap(handicap);
    }

    fn side(position: &Position) -> u8 {
        side_of(position.turn())
    }

    fn key(position: &Position) -> u64 {
        position.key()
    }

    fn text(chosen: Move) -> String {
        format_coordinates(chosen, Ranks::FromZero)
    }

    fn chances(score: Score) -> [f64; 3] {
        win_draw_loss(score).map(|chance| f64::from(chance) / 10.0)
    }

    fn moves(&mut self, _position: &Position, report: &Report<Move>) -> Vec<Move> {
        report.pv.clone()
    }
}

/// A game as PGN, as ten lines, or its moves alone.
pub(super) fn export(saved: &Saved, format: &str) -> Result<String, Refusal> {
    let setup = &saved.setup;
    let start = position_of(setup)?;
    let line = main_line(saved);
    match format {
        "board" => {
            let fen = saved.board_at(saved.record.current)?.view().text;
            Ok(format_board(&position(&fen)?.to_setup()))
        }
        "moves" => Ok(line.join(" ") + "\n"),
        "pgn" => Ok(pgn::write(saved, &start)),
        other => Err(Refusal::input(Text::new(
            format!("unknown format {other:?}"),
            format!("未知格式 {other:?}"),
        ))),
    }
}

/// Reads FEN with or without moves, the ten-line board, or a game file of any format; a file that
/// is no text comes as a `data:` URL in base64.
pub(super) fn import(setup: &mut Setup, text: &str, partial: bool) -> Result<Imported, Refusal> {
    let trimmed = text.trim().trim_start_matches('\u{feff}');
    let one_line = trimmed.lines().count() == 1 && !trimmed.starts_with("data:");
    let looks_like_fen = one_line && trimmed.matches('/').count() >= 3 && !trimmed.contains('[');
    let looks_drawn = trimmed.lines().count() >= 10 && !trimmed.contains('[');
    if looks_like_fen {
        let (fen, moves) = trimmed.split_once(" moves ").unwrap_or((trimmed, ""));
        let start = position(fen)?;
        setup.position = Some(start.to_fen());
        return Ok(Imported::of_moves(moves.split_whitespace().map(str::to_owned)));
    }
    if looks_drawn {
        setup.position = Some(position(trimmed)?.to_fen());
        return Ok(Imported::default());
    }
    let (game, fault) = game_file(trimmed)?;
    match fault {
        Some(fault) if !partial => Err(pgn::refused(&fault, game.moves().count())),
        _ => record(setup, &game),
    }
}

/// The moves of a record; its first position goes into the set-up.
pub(super) fn record(setup: &mut Setup, game: &GameRecord) -> Result<Imported, Refusal> {
    let start = possible(&game.start)?;
    setup.position = (start != Position::start()).then(|| start.to_fen());
    Ok(pgn::read(setup, game))
}

/// The games of a file after its first, as far as they are sound.
pub(super) fn further_games(text: &str) -> Vec<GameRecord> {
    let text = text.trim().trim_start_matches('\u{feff}');
    let bytes = bytes_of(text).ok().flatten();
    let file = read_games(bytes.as_deref().unwrap_or(text.as_bytes()), &ReadOptions::default());
    file.map_or_else(
        |_| Vec::new(),
        |file| file.games.into_iter().skip(1).map(|game| game.record).collect(),
    )
}

/// The bytes of a file that comes as a `data:` address.
fn bytes_of(text: &str) -> Result<Option<Vec<u8>>, Refusal> {
    let Some((_, encoded)) = text.strip_prefix("data:").and_then(|url| url.split_once(";base64,"))
    else {
        return Ok(None);
    };
    BASE64_STANDARD
        .decode(encoded.trim_ascii())
        .map(Some)
        .map_err(|_| Refusal::input(Text::fixed("The file is not base64", "文件不是 base64 编码")))
}

/// The first game of a file as far as it is sound, and its first fault.
fn game_file(text: &str) -> Result<(GameRecord, Option<FileFault>), Refusal> {
    let bytes = bytes_of(text)?;
    match read_games(bytes.as_deref().unwrap_or(text.as_bytes()), &ReadOptions::default()) {
        Ok(mut file) => {
            let game = file.games.swap_remove(0);
            Ok((game.record, game.faults.into_iter().next()))
        }
        Err(fault) if bytes.is_some() => Err(pgn::refused(&fault, 0)),
        // A text of no known format: say where it stops being a game.
        Err(_) => {
            let (game, fault) = parse_pgn_up_to_fault(text);
            Ok((game, fault.map(FileFault::from)))
        }
    }
}
