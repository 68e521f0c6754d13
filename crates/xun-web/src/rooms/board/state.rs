//! A saved game as the page shows it.

use super::game_board::{self, GameBoard};
use super::saved::{Ended, Saved, setup_of};
use super::{explorer, remarks, review, swap2};
use crate::message::board::{GameKind, Listed as Shown, Node, Note, Player, Setup, State};
use crate::message::{Refusal, Text};
use crate::store::Listed;
use std::collections::HashMap;

/// Positions that wait to be continued with another line; further ones are replayed.
const MOST_COPIES: usize = 64;

/// The whole game at its current node.
pub(super) fn state_of(saved: &Saved) -> Result<State, Refusal> {
    let (record, setup) = (&saved.record, &saved.setup);
    let Walked { nodes, board, spoken } = walk(saved)?;
    let view = board.view();
    let main_line = saved.main_line();
    let first = if record.current == 0 { view.side } else { saved.board_at(0)?.side() };
    let ended = saved.ended();
    let agreed =
        ended.as_ref().filter(|end| end.node == record.current).map(|end| end.over.clone());
    let over = view.over.clone().or(agreed);
    Ok(State {
        id: record.id,
        setup: setup.clone(),
        nodes,
        current: record.current,
        clocks: saved.clocks_at(record.current, view.side),
        opening_name: explorer::opening_name(saved, record.current),
        opening: if over.is_some() { None } else { swap2::turn_at(saved, record.current) },
        view,
        over,
        result: ended.map(|end| end.over),
        undo: None,
        redo: None,
        remarks: remarks::read(record.remarks.as_deref()),
        flipped: record.flipped.unwrap_or_else(|| sits_below(setup) == 1),
        spoken,
        told: None,
        review: review::summary(&main_line, first),
    })
}

/// The side of the only person at the board; the first side otherwise. A board of Gomoku has no
/// sides, and its coordinates stay where they are.
fn sits_below(setup: &Setup) -> u8 {
    if setup.game == GameKind::Gomoku {
        return 0;
    }
    let [first, second] = [0, 1].map(|side| setup.players[side] == Player::Human);
    u8::from(second && !first)
}

/// The moves of a game with their names, the position at the current node, and the move that led to
/// it in words.
struct Walked {
    nodes: Vec<Node>,
    board: Box<dyn GameBoard>,
    spoken: Option<Text>,
}

/// Walks the tree of moves once, depth first: names every move, and finds the position at the
/// current node (the first one if there is no such node). A line ends at a move that cannot be
/// played.
fn walk(saved: &Saved) -> Result<Walked, Refusal> {
    let record = &saved.record;
    let mut children: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, node) in record.nodes.iter().enumerate() {
        children.entry(node.parent).or_default().push(index);
    }
    let below = |id: u32| children.get(&id).map_or(&[][..], Vec::as_slice);
    let mut shown: Vec<Option<Node>> = vec![None; record.nodes.len()];
    let start = game_board::open(&saved.setup)?;
    let mut current = start.copy();
    let mut spoken = None;
    // Lines that wait to be walked: the first move of each, and the position before it.
    let mut waiting: Vec<(usize, Option<Box<dyn GameBoard>>)> = Vec::new();
    let wait = |waiting: &mut Vec<_>, lines: &[usize], board: &dyn GameBoard| {
        for &line in lines {
            let copy = (waiting.len() < MOST_COPIES).then(|| board.copy());
            waiting.push((line, copy));
        }
    };
    wait(&mut waiting, below(0), start.as_ref());
    while let Some((first, board)) = waiting.pop() {
        let mut board = match board {
            Some(board) => board,
            None => saved.board_at(record.nodes[first].parent)?,
        };
        let mut next = Some(first);
        while let Some(index) = next {
            let node = &record.nodes[index];
            let (side, names) = (board.side(), board.names(&node.text));
            let words = (node.id == record.current).then(|| board.spoken(&node.text));
            if !board.play(&node.text) {
                break;
            }
            if node.id == record.current {
                current = board.copy();
                spoken = words;
            }
            let note = node.note.as_deref();
            shown[index] = Some(Node {
                id: node.id,
                parent: node.parent,
                side,
                text: node.text.clone(),
                names,
                clock: node.clock,
                note: note.and_then(|note| serde_json::from_str::<Note>(note).ok()),
                remarks: remarks::read(node.remarks.as_deref()),
            });
            let (first, others) = match below(node.id) {
                [] => (None, &[][..]),
                [first, others @ ..] => (Some(*first), others),
            };
            wait(&mut waiting, others, board.as_ref());
            next = first;
        }
    }
    let nodes = shown.into_iter().flatten().collect();
    Ok(Walked { nodes, board: current, spoken })
}

/// A line of the list of games.
pub(super) fn listed(found: &Listed) -> Option<Shown> {
    let record = &found.record;
    let ended = record.result.as_deref().and_then(|text| serde_json::from_str::<Ended>(text).ok());
    Some(Shown {
        id: record.id,
        setup: setup_of(record).ok()?,
        moves: found.moves,
        over: ended.map(|end| end.over),
        updated: record.updated,
    })
}
