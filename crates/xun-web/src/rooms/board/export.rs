//! Games as text, both ways.

use super::saved::{MOST_NODES, Saved, text_of};
use super::{broken, game_board, gomoku, show, xiangqi};
use crate::message::board::{GameKind, Setup};
use crate::message::{Answer, Refusal, Text};
use crate::shared::Shared;
use crate::store::{Node, StoreError};
use xun_arena::Game;

/// A game as a file of this format.
pub(super) fn export(saved: &Saved, format: &str) -> Result<Answer, Refusal> {
    let text = match (saved.setup.game, format) {
        (GameKind::Xiangqi, "fen") => saved.board_at(saved.record.current)?.view().text,
        (GameKind::Xiangqi, _) => xiangqi::export(saved, format)?,
        (GameKind::Gomoku, _) => gomoku::export(saved, format)?,
    };
    let ending = match format {
        "pgn" | "psq" | "sgf" => format,
        _ => "txt",
    };
    let game = Game::from(saved.setup.game);
    Ok(Answer::Text { name: format!("{game}-{}.{ending}", saved.record.id), text })
}

/// Begins a game from a text in any of the formats.
pub(super) fn import(
    mut setup: Setup,
    text: &str,
    partial: bool,
    shared: &Shared,
) -> Result<Answer, Refusal> {
    let lines = match setup.game {
        GameKind::Xiangqi => xiangqi::import(&mut setup, text)?,
        GameKind::Gomoku => gomoku::import(&mut setup, text)?,
    };
    let mut checked = game_board::open(&setup)?;
    let mut nodes = Vec::new();
    for (index, text) in lines.main.iter().enumerate() {
        let kept = checked.canonical(text).filter(|kept| checked.play(kept));
        let Some(kept) = kept else {
            if partial {
                break;
            }
            let words = Text::new(
                format!("Move {} ({text}) is not legal", index + 1),
                format!("第 {} 步（{text}）不合规则", index + 1),
            );
            return Err(Refusal::input(words));
        };
        nodes.push(node(index as u32 + 1, index as u32, &kept));
    }
    for variation in &lines.variations {
        let mut parent = variation.after;
        for text in &variation.moves {
            let id = nodes.len() as u32 + 1;
            nodes.push(node(id, parent, text));
            parent = id;
        }
    }
    nodes.truncate(MOST_NODES);
    let stored = text_of(&setup)?;
    let current = lines.main.len() as u32;
    let id = shared
        .store
        .create(Game::from(setup.game).name(), &stored, &nodes, current)
        .map_err(|error| broken(&error))?;
    show(&Saved::load(id, shared)?, shared)
}

/// The moves of an imported game; those of a variation were legal when they were read.
#[derive(Default)]
pub(super) struct Lines {
    /// The moves that were played.
    pub(super) main: Vec<String>,
    /// Moves that could have been played instead.
    pub(super) variations: Vec<Variation>,
}

/// A variation that begins after a move of the main line.
pub(super) struct Variation {
    /// The number of that move, from 1; 0 is the start.
    pub(super) after: u32,
    /// Its moves.
    pub(super) moves: Vec<String>,
}

fn node(id: u32, parent: u32, text: &str) -> Node {
    Node { id, parent, text: text.to_owned(), clock: None, note: None, remarks: None }
}

/// The moves of the main line.
pub(super) fn main_line(saved: &Saved) -> Vec<&str> {
    saved.main_line().iter().map(|node| node.text.as_str()).collect()
}

/// Every saved game, as JSON.
pub(crate) fn export_all(shared: &Shared) -> Result<String, StoreError> {
    let mut games = Vec::new();
    for found in shared.store.list(None, "", u32::MAX)? {
        let Some(record) = shared.store.load(found.record.id)? else { continue };
        let as_json =
            |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
        let moves: Vec<_> = record
            .nodes
            .iter()
            .map(|node| serde_json::json!({ "id": node.id, "parent": node.parent, "move": node.text, "clock": node.clock }))
            .collect();
        games.push(serde_json::json!({
            "id": record.id,
            "updated": record.updated,
            "setup": as_json(&record.setup),
            "result": record.result.as_deref().map(as_json),
            "moves": moves,
        }));
    }
    Ok(format!(
        "{:#}\n",
        serde_json::json!({ "format": "xun-games", "version": 1, "games": games })
    ))
}
