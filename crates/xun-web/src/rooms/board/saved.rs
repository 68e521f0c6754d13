//! A saved game: loaded from the store once for a request, changed there and here alike, and then
//! shown.

use super::broken;
use super::game_board::{self, GameBoard};
use super::swap2;
use crate::message::board::{Ending, Over, Setup};
use crate::message::{Refusal, Text};
use crate::shared::Shared;
use crate::store::{Node, Record};
use std::collections::HashMap;
use std::sync::atomic::Ordering;

/// Moves that one game may hold.
pub(super) const MOST_NODES: usize = 5_000;

/// A saved game with its set-up.
pub(super) struct Saved {
    pub(super) record: Record,
    pub(super) setup: Setup,
}

/// A result and the node that it was given at.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Ended {
    pub(super) node: u32,
    pub(super) over: Over,
}

impl Saved {
    /// Loads a game.
    pub(super) fn load(id: i64, shared: &Shared) -> Result<Self, Refusal> {
        let record = shared.store.load(id).map_err(|error| broken(&error))?;
        let record = record.ok_or_else(|| {
            let words = Text::new(format!("There is no game {id}"), format!("没有第 {id} 局"));
            Refusal::missing(words)
        })?;
        let setup = setup_of(&record)?;
        Ok(Self { record, setup })
    }

    /// The numbers of the moves that lead to a node, first to last. Empty for the start.
    pub(super) fn line_to(&self, node: u32) -> Option<Vec<u32>> {
        let nodes = &self.record.nodes;
        let parents: HashMap<u32, u32> = nodes.iter().map(|node| (node.id, node.parent)).collect();
        let mut line = Vec::new();
        let mut at = node;
        while at != 0 {
            line.push(at);
            at = *parents.get(&at)?;
            if line.len() > nodes.len() {
                return None;
            }
        }
        line.reverse();
        Some(line)
    }

    /// The moves that lead to a node, first to last.
    pub(super) fn moves_to(&self, node: u32) -> Option<Vec<&Node>> {
        let nodes: HashMap<u32, &Node> =
            self.record.nodes.iter().map(|node| (node.id, node)).collect();
        Some(self.line_to(node)?.iter().map(|id| nodes[id]).collect())
    }

    /// The moves from the start along first children.
    pub(super) fn main_line(&self) -> Vec<&Node> {
        let mut first: HashMap<u32, &Node> = HashMap::new();
        for node in &self.record.nodes {
            first.entry(node.parent).or_insert(node);
        }
        let mut line: Vec<&Node> = Vec::new();
        while let Some(&next) = first.get(&line.last().map_or(0, |node| node.id))
            && line.len() < self.record.nodes.len()
        {
            line.push(next);
        }
        line
    }

    /// The position at a node.
    pub(super) fn board_at(&self, node: u32) -> Result<Box<dyn GameBoard>, Refusal> {
        let mut board = game_board::open(&self.setup)?;
        for made in self.moves_to(node).ok_or_else(|| no_node(node))? {
            if !board.play(&made.text) {
                return Err(self.damaged());
            }
        }
        Ok(board)
    }

    /// Milliseconds left for each side at a node where `side` is to move, if there is a clock.
    pub(super) fn clocks_at(&self, node: u32, side: u8) -> Option<[i64; 2]> {
        let base = i64::from(self.setup.clock?.base);
        let mut left = [None; 2];
        // Moves alternate: the last one is of the side that is not to move.
        let mut mover = 1 - usize::from(side);
        for made in self.moves_to(node).unwrap_or_default().iter().rev() {
            left[mover] = left[mover].or(made.clock);
            mover = 1 - mover;
        }
        Some(left.map(|left| left.unwrap_or(base)))
    }

    /// Shows another node from now on.
    pub(super) fn go_to(&mut self, node: u32, shared: &Shared) -> Result<(), Refusal> {
        shared.store.go_to(self.record.id, node).map_err(|error| broken(&error))?;
        self.record.current = node;
        Ok(())
    }

    /// Plays a move at a node: a new one is saved, a known one only gone to. Answers its node.
    pub(super) fn play(
        &mut self,
        at: u32,
        text: &str,
        spent: Option<u32>,
        shared: &Shared,
    ) -> Result<u32, Refusal> {
        let mut board = self.board_at(at)?;
        let kept = board.canonical(text);
        let text = kept.ok_or_else(|| Refusal::input(board.why_not(text)))?;
        let nodes = &self.record.nodes;
        if let Some(known) = nodes.iter().find(|node| node.parent == at && node.text == text) {
            let known = known.id;
            self.go_to(known, shared)?;
            return Ok(known);
        }
        if nodes.len() >= MOST_NODES {
            let words = Text::new(
                format!("A game holds at most {MOST_NODES} moves"),
                format!("一局至多保存 {MOST_NODES} 步"),
            );
            return Err(Refusal::input(words));
        }
        let side = board.side();
        swap2::before_move(self, at)?;
        if !board.play(&text) {
            return Err(Refusal::input(board.why_not(&text)));
        }
        let clock = self.setup.clock.map(|clock| {
            let left = self.clocks_at(at, side).map_or(0, |left| left[usize::from(side)]);
            (left - i64::from(spent.unwrap_or(0))).max(0) + i64::from(clock.increment)
        });
        let id =
            shared.store.add(self.record.id, at, &text, clock).map_err(|error| broken(&error))?;
        self.record.nodes.push(Node { id, parent: at, text, clock, note: None, remarks: None });
        self.record.current = id;
        shared.metrics.moves.fetch_add(1, Ordering::Relaxed);
        // An end in a variation leaves the result of the game as it is.
        if let Some(over) = board.over()
            && self.ended().is_none()
        {
            self.finish(id, over, shared)?;
        }
        Ok(id)
    }

    /// Ends the game at a node by the rules or the clock.
    pub(super) fn finish(&mut self, node: u32, over: Over, shared: &Shared) -> Result<(), Refusal> {
        let text = result_text(node, over)?;
        shared.store.set_result(self.record.id, &text).map_err(|error| broken(&error))?;
        self.record.result = Some(text);
        Ok(())
    }

    /// Ends the game at a node by a player's act, which can be undone.
    pub(super) fn end(&mut self, node: u32, over: Over, shared: &Shared) -> Result<(), Refusal> {
        let words = match over.code {
            Ending::Resign => Text::fixed("Resigned", "已认输"),
            _ => Text::fixed("Agreed to a draw", "已议和"),
        };
        let text = result_text(node, over)?;
        shared.store.end(self.record.id, &text, words).map_err(|error| broken(&error))?;
        self.record.result = Some(text);
        Ok(())
    }

    /// Changes the set-up.
    pub(super) fn set_setup(&mut self, setup: Setup, shared: &Shared) -> Result<(), Refusal> {
        let text = text_of(&setup)?;
        shared.store.set_setup(self.record.id, &text).map_err(|error| broken(&error))?;
        self.setup = setup;
        Ok(())
    }

    /// The refusal of a game with a move that cannot be played.
    pub(super) fn damaged(&self) -> Refusal {
        damaged(self.record.id)
    }

    /// The result of the game and the node that it was given at, if there is one.
    pub(super) fn ended(&self) -> Option<Ended> {
        let text = self.record.result.as_deref()?;
        let ended: Ended = serde_json::from_str(text).ok()?;
        self.line_to(ended.node).is_some().then_some(ended)
    }
}

fn result_text(node: u32, over: Over) -> Result<String, Refusal> {
    serde_json::to_string(&Ended { node, over }).map_err(|_| Refusal::input(Text::same("result")))
}

/// The set-up of a record.
pub(super) fn setup_of(record: &Record) -> Result<Setup, Refusal> {
    serde_json::from_str(&record.setup).map_err(|_| damaged(record.id))
}

/// Characters of a game's name: the list of games sends all names.
const LONGEST_NAME: usize = 200;

/// A set-up as the store has it.
pub(super) fn text_of(setup: &Setup) -> Result<String, Refusal> {
    if setup.name.chars().count() > LONGEST_NAME {
        return Err(Refusal::input(Text::new(
            format!("A name has at most {LONGEST_NAME} characters"),
            format!("名称最多 {LONGEST_NAME} 个字符"),
        )));
    }
    serde_json::to_string(setup).map_err(|_| Refusal::input(Text::same("set-up")))
}

fn damaged(id: i64) -> Refusal {
    Refusal::input(Text::new(format!("Game {id} is damaged"), format!("第 {id} 局已损坏")))
}

pub(super) fn no_node(node: u32) -> Refusal {
    Refusal::missing(Text::new(
        format!("This game has no move number {node}"),
        format!("此局没有编号为 {node} 的着法"),
    ))
}
