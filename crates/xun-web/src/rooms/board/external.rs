//! External engines. Which there are, and how they are started, comes from the server's command
//! line alone; the page names one of them. A fresh process plays each move, so that nothing is left
//! running when a page goes away.

use super::saved::Saved;
use super::{game_board, xiangqi};
use crate::config::ExternalEngine;
use crate::message::{Refusal, Text};
use std::time::Duration;
use xun_arena::{
    Failure, GomocupPlayer, Opening, Player, PlayerKind, Seat, Setting, Swap2, TimeControl, Turn,
};
use xun_game::Stop;
use xun_gomoku::notation::read_any;

/// The engine of this name.
pub(super) fn find<'a>(
    engines: &'a [ExternalEngine],
    name: &str,
) -> Result<&'a ExternalEngine, Refusal> {
    engines.iter().find(|engine| engine.name == name).ok_or_else(|| {
        Refusal::missing(Text::new(
            format!("There is no engine {name:?}"),
            format!("没有引擎 {name:?}"),
        ))
    })
}

/// The engine's move at a node, found within these limits.
pub(super) fn choose(
    engine: &ExternalEngine,
    saved: &Saved,
    node: u32,
    control: TimeControl,
    stop: &Stop,
) -> Result<String, Refusal> {
    let setting = game_board::setting(&saved.setup)?;
    let failed = |note: &str| failed(engine, note);
    if !engine.plays(setting.game()) {
        let words = Text::new(
            format!("{} plays another game", engine.name),
            format!("{} 下的是另一种棋", engine.name),
        );
        return Err(Refusal::engine(words));
    }
    let mut player = setting
        .player(&engine.player(setting.game()), 0)
        .map_err(|error| failed(&error.to_string()))?;
    player.new_game().map_err(|failure| failed(&failure.note))?;
    let opening = opening_of(saved, setting, node)?;
    player.set_up(&opening).map_err(|failure| failed(&failure.note))?;
    let seat = if saved.board_at(node)?.side() == 0 { Seat::First } else { Seat::Second };
    let clocks = [control.per_move.unwrap_or_default(); 2];
    let turn = Turn { seat, clocks, control: &control, stop };
    let choice = player.choose(&turn).map_err(|failure| failed(&failure.note))?;
    choice.chosen.map(|chosen| chosen.to_string()).ok_or_else(|| failed("it gives up"))
}

/// The engine's choice at this point of a swap2 opening; none if it does not know `SWAP2BOARD`.
pub(super) fn swap2(
    engine: &ExternalEngine,
    saved: &Saved,
    node: u32,
    time: Duration,
    stop: &Stop,
) -> Result<Option<Swap2>, Refusal> {
    let setting = game_board::setting(&saved.setup)?;
    let spec = engine.player(setting.game());
    let (Setting::Gomoku { size, rule }, PlayerKind::Gomocup(command)) = (setting, spec.kind)
    else {
        return Ok(None);
    };
    let mut player = GomocupPlayer::new(command, size, rule);
    let control = TimeControl { per_move: Some(time), ..TimeControl::default() };
    let turn = Turn { seat: Seat::First, clocks: [time; 2], control: &control, stop };
    let failed = |failure: Failure| failed(engine, &failure.note);
    player.new_game().map_err(failed)?;
    let opening = Opening { start: None, moves: moves_to(saved, node) };
    player.set_up(&opening).map_err(failed)?;
    player.swap2(&turn).map_err(failed)
}

fn failed(engine: &ExternalEngine, note: &str) -> Refusal {
    let name = &engine.name;
    Refusal::engine(Text::new(format!("{name} failed: {note}"), format!("{name} 出错：{note}")))
}

/// The moves from the start to a node.
fn moves_to(saved: &Saved, node: u32) -> Vec<String> {
    let moves = saved.moves_to(node).unwrap_or_default();
    moves.iter().map(|made| made.text.clone()).collect()
}

/// The first position of a set-up and the moves to a node, as an external engine is told them.
fn opening_of(saved: &Saved, setting: Setting, node: u32) -> Result<Opening, Refusal> {
    let position = saved.setup.position.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let moves = moves_to(saved, node);
    let Some(text) = position else { return Ok(Opening { start: None, moves }) };
    match setting {
        Setting::Xiangqi { .. } => {
            Ok(Opening { start: Some(xiangqi::position(text)?.to_fen()), moves })
        }
        Setting::Gomoku { size, .. } => {
            let record = read_any(text, size)
                .map_err(|error| Refusal::input(Text::same(error.to_string())))?;
            if !record.setup.is_empty() {
                let words = Text::new(
                    "External Gomoku engines play from moves, not from a drawn board",
                    "外部五子棋引擎只能从着法序列开始，不能从摆好的局面开始",
                );
                return Err(Refusal::input(words));
            }
            let first = record.moves.iter().map(ToString::to_string);
            Ok(Opening { start: None, moves: first.chain(moves).collect() })
        }
    }
}
