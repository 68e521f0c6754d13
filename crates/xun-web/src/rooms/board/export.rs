//! Games as text, both ways.

use super::saved::{MOST_NODES, Saved, text_of};
use super::{broken, game_board, gomoku, remarks, show, xiangqi};
use crate::message::board::{GameKind, Over, Remarks, Setup};
use crate::message::{Answer, Fault, Refusal, Text};
use crate::shared::Shared;
use crate::store::{Node, StoreError};
use std::collections::HashSet;
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

/// Games of one file that are kept; the rest belongs into a collection.
const MOST_GAMES: usize = 500;

/// Begins a game from a text or a file in any of the formats. Further games of a file are kept in
/// the list of games.
pub(super) fn import(
    setup: &Setup,
    text: &str,
    partial: bool,
    shared: &Shared,
) -> Result<Answer, Refusal> {
    let mut first = setup.clone();
    let mut read = match setup.game {
        GameKind::Xiangqi => xiangqi::import(&mut first, text, partial)?,
        GameKind::Gomoku => gomoku::import(&mut first, text)?,
    };
    if let Some(refusal) = read.check(&first)?
        && !partial
    {
        return Err(refusal);
    }
    let others = match setup.game {
        GameKind::Xiangqi => xiangqi::further_games(text),
        GameKind::Gomoku => Vec::new(),
    };
    let mut kept = 1;
    // The list shows the newest game first: the file's first one.
    for game in others.iter().take(MOST_GAMES - 1).rev() {
        let mut setup = setup.clone();
        let Ok(mut read) = xiangqi::record(&mut setup, game) else { continue };
        if read.check(&setup).is_ok() {
            keep(&setup, &read, shared)?;
            kept += 1;
        }
    }
    let Answer::BoardState(mut state) = show(&keep(&first, &read, shared)?, shared)? else {
        return Ok(Answer::Done);
    };
    if !others.is_empty() {
        let all = others.len() + 1;
        state.told = Some(Text::new(
            format!("{kept} of the file’s {all} games are in the list of games"),
            format!("文件共 {all} 局，已有 {kept} 局存入棋局列表"),
        ));
    }
    Ok(Answer::BoardState(state))
}

/// Writes an imported game to the store.
fn keep(setup: &Setup, read: &Imported, shared: &Shared) -> Result<Saved, Refusal> {
    let stored = text_of(setup)?;
    let current = read.last_of_main_line();
    let failed = |error: StoreError| broken(&error);
    let store = &shared.store;
    let id = store
        .create(Game::from(setup.game).name(), &stored, &read.nodes, current)
        .map_err(failed)?;
    if let Some(remarks) = remarks::text_of(&read.remarks) {
        store.remark(id, 0, Some(&remarks), None).map_err(failed)?;
    }
    let mut saved = Saved::load(id, shared)?;
    // The rules may have ended the game already.
    let over = saved.board_at(current)?.over().or(read.over.clone());
    if let Some(over) = over {
        saved.finish(current, over, shared)?;
    }
    Ok(saved)
}

/// A game read from a text: moves with what was written about them, and its result.
#[derive(Default)]
pub(super) struct Imported {
    /// The moves, parents before children; the first child of a node continues its line.
    pub(super) nodes: Vec<Node>,
    /// Comment and drawings of the first position.
    pub(super) remarks: Remarks,
    /// The result that the text gives.
    pub(super) over: Option<Over>,
}

impl Imported {
    /// Moves one after another.
    pub(super) fn of_moves(moves: impl IntoIterator<Item = String>) -> Self {
        let mut read = Self::default();
        for (index, text) in moves.into_iter().enumerate() {
            read.add(index as u32, text);
        }
        read
    }

    /// Adds a move after a node; answers its number. Moves beyond what a game holds are dropped.
    pub(super) fn add(&mut self, parent: u32, text: String) -> Option<u32> {
        let id = self.nodes.len() as u32 + 1;
        let free = self.nodes.len() < MOST_NODES;
        free.then(|| {
            let (clock, note, remarks) = (None, None, None);
            self.nodes.push(Node { id, parent, text, clock, note, remarks });
            id
        })
    }

    /// The last move of the main line; 0 without moves.
    fn last_of_main_line(&self) -> u32 {
        let mut last = 0;
        while let Some(next) = self.nodes.iter().find(|node| node.parent == last) {
            last = next.id;
        }
        last
    }

    /// Plays the main line. Its moves get the form in which they are kept; those from the first
    /// illegal one on are dropped with all below them, and the refusal says which it is.
    fn check(&mut self, setup: &Setup) -> Result<Option<Refusal>, Refusal> {
        let mut board = game_board::open(setup)?;
        let (mut last, mut played) = (0, 0);
        while let Some(index) = self.nodes.iter().position(|node| node.parent == last) {
            let text = self.nodes[index].text.clone();
            let kept = board.canonical(&text).filter(|kept| board.play(kept));
            let Some(kept) = kept else {
                let because = board.why_not(&text);
                let words = Text::new(
                    format!("Move {} ({text}) is not legal: {}", played + 1, because.en),
                    format!("第 {} 步（{text}）不合规则：{}", played + 1, because.zh),
                );
                let fault = Fault { moves_before: Some(played), ..Fault::new(words) };
                self.drop_from(self.nodes[index].id);
                self.over = None;
                let words = Text::fixed("This game cannot be read", "无法读取棋谱");
                return Ok(Some(Refusal::faults(words, vec![fault])));
            };
            self.nodes[index].text = kept;
            last = self.nodes[index].id;
            played += 1;
        }
        Ok(None)
    }

    fn drop_from(&mut self, first: u32) {
        let mut gone = HashSet::from([first]);
        for node in &self.nodes {
            if gone.contains(&node.parent) {
                gone.insert(node.id);
            }
        }
        self.nodes.retain(|node| !gone.contains(&node.id));
    }
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
            .map(|node| {
                serde_json::json!({
                    "id": node.id, "parent": node.parent, "move": node.text, "clock": node.clock
                })
            })
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
