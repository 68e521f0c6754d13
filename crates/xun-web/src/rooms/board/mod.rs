//! The board room: Xiangqi and Gomoku alike. Every question loads the game from the store, does one
//! thing, and answers the whole game, so that nothing lives only in memory.

mod export;
mod external;
mod gomoku;
mod menu;
mod state;
mod swap2;
mod table;
mod think;
mod xiangqi;

use crate::answerer::Answerer;
use crate::message::board::{BoardQuestion, Checked, GameKind, Over, Setup};
use crate::message::{Answer, Refusal, Words};
use crate::shared::Shared;
use crate::store::{Record, StoreError};
use state::Ended;
use std::sync::atomic::Ordering;
use xun_arena::{Game, Setting};
use xun_gomoku::rules::Size;

pub(crate) use export::export_all;
pub(crate) use table::Table;

/// Moves that one game may hold.
const MOST_NODES: usize = 5_000;

/// Answers a question about boards.
pub(crate) async fn answer(question: BoardQuestion, answerer: Answerer) {
    match question {
        BoardQuestion::Think { id, node, play } => think::play(id, node, play, answerer).await,
        BoardQuestion::Analyse { id, node, lines, threat } => {
            think::analyse(id, node, lines, threat, answerer).await;
        }
        BoardQuestion::Review { id, milliseconds } => {
            think::review(id, milliseconds, answerer).await;
        }
        quick => {
            answerer.answer_with(move |shared| at_once(quick, shared)).await;
        }
    }
}

/// What needs no thought.
fn at_once(question: BoardQuestion, shared: &Shared) -> Result<Answer, Refusal> {
    match question {
        BoardQuestion::Menu { game } => Ok(Answer::BoardMenu(menu::menu(game.into(), shared))),
        BoardQuestion::New { setup } => begin(&setup, shared),
        BoardQuestion::Open { id } => show(id, shared),
        BoardQuestion::Play { id, at, text, spent } => {
            play(id, at, &text, spent, shared)?;
            show(id, shared)
        }
        BoardQuestion::Go { id, node } => {
            let record = load(id, shared)?;
            if state::line_to(&record, node).is_none() {
                return Err(state::no_node(node));
            }
            shared.store.go_to(id, node).map_err(|error| broken(&error))?;
            show(id, shared)
        }
        BoardQuestion::Prune { id, node } => {
            shared.store.prune(id, node).map_err(|error| broken(&error))?;
            show(id, shared)
        }
        BoardQuestion::End { id, winner, code } => end(id, winner, code, shared),
        BoardQuestion::Choose { id, choice } => {
            swap2::choose(&load(id, shared)?, &choice, shared)?;
            show(id, shared)
        }
        BoardQuestion::List { game, words } => {
            let game = game.map(|game| Game::from(game).name());
            let found =
                shared.store.list(game, words.trim(), 200).map_err(|error| broken(&error))?;
            Ok(Answer::BoardList { games: found.iter().filter_map(state::listed).collect() })
        }
        BoardQuestion::Delete { id } => {
            shared.store.delete(id).map_err(|error| broken(&error))?;
            Ok(Answer::Done)
        }
        BoardQuestion::Export { id, format } => export::export(&load(id, shared)?, &format),
        BoardQuestion::Import { setup, text } => export::import(setup, &text, shared),
        BoardQuestion::Check { setup } => Ok(Answer::BoardChecked(check(&setup))),
        BoardQuestion::Peek { id, node, moves } => {
            let mut table = state::table_at(&load(id, shared)?, node)?;
            for text in moves.iter().take(64) {
                if !table.play(text) {
                    break;
                }
            }
            Ok(Answer::BoardView(table.view()))
        }
        BoardQuestion::Think { .. }
        | BoardQuestion::Analyse { .. }
        | BoardQuestion::Review { .. } => Ok(Answer::Done),
    }
}

fn begin(setup: &Setup, shared: &Shared) -> Result<Answer, Refusal> {
    table::open(setup)?;
    let text =
        serde_json::to_string(setup).map_err(|_| Refusal::new("input", Words::same("set-up")))?;
    let id = shared
        .store
        .create(Game::from(setup.game).name(), &text, &[], 0)
        .map_err(|error| broken(&error))?;
    show(id, shared)
}

fn show(id: i64, shared: &Shared) -> Result<Answer, Refusal> {
    Ok(Answer::BoardState(Box::new(state::state_of(&load(id, shared)?)?)))
}

/// The first position of a set-up, for rooms that search it by themselves.
pub(crate) enum FirstPosition {
    /// Of Xiangqi.
    Xiangqi(Box<xun_xiangqi::rules::Position>),
    /// Of Gomoku.
    Gomoku(Box<xun_gomoku::rules::Board>),
}

/// The first position of a set-up.
pub(crate) fn first_position(setup: &Setup) -> Result<FirstPosition, Refusal> {
    Ok(match table::setting(setup)? {
        Setting::Xiangqi { .. } => FirstPosition::Xiangqi(Box::new(xiangqi::position_of(setup)?)),
        Setting::Gomoku { size, rule } => {
            FirstPosition::Gomoku(Box::new(gomoku::board(setup, size, rule)?))
        }
    })
}

/// The table of a set-up, for rooms that show boards but save no games.
pub(crate) fn table_of(setup: &Setup) -> Result<Box<dyn table::Table>, Refusal> {
    table::open(setup)
}

/// The setting of a game: its rules by name (the usual ones for an empty name) and, for Gomoku, the
/// side of its board.
pub(crate) fn setting_of(game: GameKind, rules: &str, side: u32) -> Result<Setting, Words> {
    let game = Game::from(game);
    let size = Size::new(side, side);
    let name = Some(rules).filter(|name| !name.is_empty());
    let setting = Setting::new(game, name, size.unwrap_or(Size::STANDARD)).map_err(|error| {
        let names = game.rule_names().join("、");
        Words::new(error.to_string(), format!("未知规则 {rules:?}；应为 {names} 之一"))
    })?;
    match (setting, size) {
        (Setting::Gomoku { .. }, Err(error)) => {
            Err(Words::new(error.to_string(), "棋盘大小应在 5 到 22 之间"))
        }
        _ => Ok(setting),
    }
}

/// The title of a level; none if there is no such level.
pub(crate) fn level_title(game: Game, name: &str) -> Option<Words> {
    let mut levels = menu::levels(game).into_iter();
    levels.find(|level| level.name == name).map(|level| level.title)
}

/// The record of a game.
fn load(id: i64, shared: &Shared) -> Result<Record, Refusal> {
    shared.store.load(id).map_err(|error| broken(&error))?.ok_or_else(|| {
        Refusal::new(
            "missing",
            Words::new(format!("There is no game {id}"), format!("没有第 {id} 局")),
        )
    })
}

/// Plays a move at a node: a new one is saved, a known one only gone to.
fn play(id: i64, at: u32, text: &str, spent: Option<u32>, shared: &Shared) -> Result<u32, Refusal> {
    let record = load(id, shared)?;
    let mut table = state::table_at(&record, at)?;
    let illegal = || {
        let words = Words::new(
            format!("{text:?} is not a legal move here"),
            format!("{text:?} 在此处不合规则"),
        );
        Refusal::new("input", words)
    };
    let text = &table.canonical(text).ok_or_else(illegal)?;
    if let Some(known) = record.nodes.iter().find(|node| node.parent == at && node.text == *text) {
        shared.store.go_to(id, known.id).map_err(|error| broken(&error))?;
        return Ok(known.id);
    }
    if record.nodes.len() >= MOST_NODES {
        let words = Words::new(
            format!("A game holds at most {MOST_NODES} moves"),
            format!("一局至多保存 {MOST_NODES} 步"),
        );
        return Err(Refusal::new("input", words));
    }
    let side = table.side();
    swap2::before_move(&record, at, shared)?;
    if !table.play(text) {
        return Err(illegal());
    }
    let clock = state::setup_of(&record)?.clock.map(|clock| {
        let before = Record { current: at, ..record.clone() };
        let left = state::state_of(&before)
            .ok()
            .and_then(|state| state.clocks)
            .map_or(i64::from(clock.base), |left| left[usize::from(side)]);
        (left - i64::from(spent.unwrap_or(0))).max(0) + i64::from(clock.increment)
    });
    let node = shared.store.add(id, at, text, clock).map_err(|error| broken(&error))?;
    shared.metrics.moves.fetch_add(1, Ordering::Relaxed);
    if let Some(over) = table.over() {
        finish(id, node, over, shared)?;
    }
    Ok(node)
}

fn end(id: i64, winner: Option<u8>, code: String, shared: &Shared) -> Result<Answer, Refusal> {
    if !["resign", "draw", "time"].contains(&code.as_str()) || winner.is_some_and(|side| side > 1) {
        return Err(Refusal::new(
            "input",
            Words::new("A game ends by resign, draw or time", "对局只能以认输、和棋或超时结束"),
        ));
    }
    let node = load(id, shared)?.current;
    finish(id, node, Over { winner, code }, shared)?;
    show(id, shared)
}

fn finish(id: i64, node: u32, over: Over, shared: &Shared) -> Result<(), Refusal> {
    let text = serde_json::to_string(&Ended { node, over })
        .map_err(|_| Refusal::new("input", Words::same("result")))?;
    shared.store.set_result(id, Some(&text)).map_err(|error| broken(&error))
}

fn check(setup: &Setup) -> Checked {
    match table::open(setup) {
        Ok(table) => {
            let view = table.view();
            Checked { text: view.text.clone(), view: Some(view), faults: Vec::new() }
        }
        Err(refusal) => Checked {
            text: setup.position.clone().unwrap_or_default(),
            view: None,
            faults: refusal.faults,
        },
    }
}

/// The refusal when the store fails.
fn broken(error: &StoreError) -> Refusal {
    Refusal::new("store", Words::new(error.to_string(), format!("无法读写保存的棋局：{error}")))
}
