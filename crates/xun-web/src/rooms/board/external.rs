//! Engines of others. Which there are, and how they are started, comes from the server's command
//! line alone; the page names one of them. A fresh process plays each move, so that nothing is left
//! running when a page goes away.

use super::state;
use crate::config::ExternalEngine;
use crate::message::board::{GameKind, Setup};
use crate::message::{Refusal, Words};
use crate::store::Record;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use xun_arena::{
    Failure, GomocupPlayer, Opening, Player, Seat, Swap2, TimeControl, Turn, UcciPlayer, UciPlayer,
};
use xun_gomoku::notation::read_any;
use xun_gomoku::rules::{Rule, Size};

/// The engine of this name.
pub(super) fn find<'a>(
    engines: &'a [ExternalEngine],
    name: &str,
) -> Result<&'a ExternalEngine, Refusal> {
    engines.iter().find(|engine| engine.name == name).ok_or_else(|| {
        Refusal::new(
            "missing",
            Words::new(format!("There is no engine {name:?}"), format!("没有引擎 {name:?}")),
        )
    })
}

/// The engine's move at a node, found within these limits.
pub(super) fn choose(
    engine: &ExternalEngine,
    record: &Record,
    node: u32,
    control: TimeControl,
    stop: &AtomicBool,
) -> Result<String, Refusal> {
    let setup = state::setup_of(record)?;
    let moves = moves_to(record, node);
    let (mut player, opening) = seat(engine, &setup)?;
    let seat = if state::table_at(record, node)?.side() == 0 { Seat::First } else { Seat::Second };
    let clocks = [control.per_move.unwrap_or_default(); 2];
    let turn = Turn { opening: &opening, moves: &moves, seat, clocks, control: &control, stop };
    let failed = |note: &str| failed(engine, note);
    player.new_game().map_err(|failure| failed(&failure.note))?;
    let choice = player.choose(&turn).map_err(|failure| failed(&failure.note))?;
    choice.text.ok_or_else(|| failed("it gives up"))
}

/// What the engine does at this point of a swap2 opening; none if it does not know `SWAP2BOARD`.
pub(super) fn swap2(
    engine: &ExternalEngine,
    record: &Record,
    node: u32,
    time: Duration,
    stop: &AtomicBool,
) -> Result<Option<Swap2>, Refusal> {
    let (size, rule) = gomoku_terms(&state::setup_of(record)?)?;
    let mut player = GomocupPlayer::new(engine.to_command(), size, rule);
    let control = TimeControl { per_move: Some(time), ..TimeControl::default() };
    let (moves, opening) = (moves_to(record, node), Opening::default());
    let turn = Turn {
        opening: &opening,
        moves: &moves,
        seat: Seat::First,
        clocks: [time; 2],
        control: &control,
        stop,
    };
    let failed = |failure: Failure| failed(engine, &failure.note);
    player.new_game().map_err(failed)?;
    player.swap2(&turn).map_err(failed)
}

fn failed(engine: &ExternalEngine, note: &str) -> Refusal {
    let name = &engine.name;
    Refusal::new(
        "engine",
        Words::new(format!("{name} failed: {note}"), format!("{name} 出错：{note}")),
    )
}

/// The moves from the start to a node.
fn moves_to(record: &Record, node: u32) -> Vec<String> {
    let line = state::line_to(record, node).unwrap_or_default();
    let text =
        |id: &u32| record.nodes.iter().find(|node| node.id == *id).map(|node| node.text.clone());
    line.iter().filter_map(text).collect()
}

fn wrong(error: String) -> Refusal {
    Refusal::new("input", Words::same(error))
}

fn gomoku_terms(setup: &Setup) -> Result<(Size, Rule), Refusal> {
    let size = Size::new(setup.size, setup.size).map_err(|error| wrong(error.to_string()))?;
    Ok((size, Rule::from_name(&setup.rules).ok_or_else(|| wrong(setup.rules.clone()))?))
}

fn seat(engine: &ExternalEngine, setup: &Setup) -> Result<(Box<dyn Player>, Opening), Refusal> {
    let said = engine.protocol();
    if !engine.plays(setup.game) {
        let words = Words::new(
            format!("{} plays another game", engine.name),
            format!("{} 下的是另一种棋", engine.name),
        );
        return Err(Refusal::new("engine", words));
    }
    let command = engine.to_command();
    let position = setup.position.as_deref().map(str::trim).filter(|text| !text.is_empty());
    match setup.game {
        GameKind::Xiangqi => {
            let opening = Opening { start: position.map(str::to_owned), moves: Vec::new() };
            let player: Box<dyn Player> = if said == Some("ucci") {
                Box::new(UcciPlayer::new(command))
            } else {
                Box::new(UciPlayer::new(command))
            };
            Ok((player, opening))
        }
        GameKind::Gomoku => {
            let (size, rule) = gomoku_terms(setup)?;
            let mut opening = Opening::default();
            if let Some(text) = position {
                let record = read_any(text, size).map_err(|error| wrong(error.to_string()))?;
                if !record.setup.is_empty() {
                    return Err(Refusal::new(
                        "input",
                        Words::new(
                            "External Gomoku engines play from moves, not from a drawn board",
                            "外部五子棋引擎只能从着法序列开始，不能从摆好的局面开始",
                        ),
                    ));
                }
                opening.moves = record.moves.iter().map(ToString::to_string).collect();
            }
            Ok((Box::new(GomocupPlayer::new(command, size, rule)), opening))
        }
    }
}
