//! Engines of others. Which there are, and how they are started, comes from the server's command line alone; the page names
//! one of them. A fresh process plays each move, so that nothing is left running when a page goes away.

use super::state;
use crate::config::ExternalEngine;
use crate::message::board::{GameKind, Setup};
use crate::message::{Refusal, Words};
use crate::store::Record;
use std::sync::atomic::AtomicBool;
use xun_arena::{
    EngineCommand, GomocupPlayer, Opening, Player, Seat, TimeControl, Turn, UcciPlayer, UciPlayer,
};
use xun_gomoku::rules::text::read_any;
use xun_gomoku::rules::{Rule, Size};

/// The engine of this name.
pub(super) fn find<'a>(engines: &'a [ExternalEngine], name: &str) -> Result<&'a ExternalEngine, Refusal> {
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
    let moves: Vec<String> = state::line_to(record, node)
        .unwrap_or_default()
        .iter()
        .filter_map(|id| record.nodes.iter().find(|node| node.id == *id))
        .map(|node| node.text.clone())
        .collect();
    let (mut player, opening) = seat(engine, &setup)?;
    let seat = if state::table_at(record, node)?.side() == 0 { Seat::First } else { Seat::Second };
    let clocks = [control.per_move.unwrap_or_default(); 2];
    let turn = Turn { opening: &opening, moves: &moves, seat, clocks, control: &control, stop };
    let failed = |note: String| {
        Refusal::new(
            "engine",
            Words::new(format!("{} failed: {note}", engine.name), format!("{} 出错：{note}", engine.name)),
        )
    };
    player.new_game().map_err(|failure| failed(failure.note))?;
    let choice = player.choose(&turn).map_err(|failure| failed(failure.note))?;
    choice.text.ok_or_else(|| failed("it gives up".to_owned()))
}

fn seat(engine: &ExternalEngine, setup: &Setup) -> Result<(Box<dyn Player>, Opening), Refusal> {
    let (said, words) = engine.protocol();
    if !engine.plays(setup.game) {
        let words = Words::new(
            format!("{} plays another game", engine.name),
            format!("{} 下的是另一种棋", engine.name),
        );
        return Err(Refusal::new("engine", words));
    }
    let command = EngineCommand { command_line: words.join(" "), folder: None, options: Vec::new() };
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
            let wrong = |error: String| Refusal::new("input", Words::same(error));
            let size = Size::new(setup.size, setup.size).map_err(|error| wrong(error.to_string()))?;
            let rule = Rule::from_name(&setup.rules).ok_or_else(|| wrong(setup.rules.clone()))?;
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
