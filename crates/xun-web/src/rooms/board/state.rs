//! A saved game as the page shows it.

use super::swap2;
use super::table::{self, Table};
use crate::message::board::{Listed as Shown, Node, Note, Over, Setup, State};
use crate::message::{Refusal, Words};
use crate::store::{Listed, Record};
use std::collections::HashMap;

/// The set-up of a record.
pub(super) fn setup_of(record: &Record) -> Result<Setup, Refusal> {
    serde_json::from_str(&record.setup).map_err(|_| damaged(record.id))
}

fn damaged(id: i64) -> Refusal {
    Refusal::new("input", Words::new(format!("Game {id} is damaged"), format!("第 {id} 局已损坏")))
}

/// The moves that lead to a node, first to last. Empty for the start.
pub(super) fn line_to(record: &Record, node: u32) -> Option<Vec<u32>> {
    let parents: HashMap<u32, u32> =
        record.nodes.iter().map(|node| (node.id, node.parent)).collect();
    let mut line = Vec::new();
    let mut at = node;
    while at != 0 {
        line.push(at);
        at = *parents.get(&at)?;
        if line.len() > record.nodes.len() {
            return None;
        }
    }
    line.reverse();
    Some(line)
}

/// The table at a node.
pub(super) fn table_at(record: &Record, node: u32) -> Result<Box<dyn Table>, Refusal> {
    let mut table = table::open(&setup_of(record)?)?;
    let texts: HashMap<u32, &str> =
        record.nodes.iter().map(|node| (node.id, node.text.as_str())).collect();
    for id in line_to(record, node).ok_or_else(|| no_node(node))? {
        if !table.play(texts[&id]) {
            return Err(damaged(record.id));
        }
    }
    Ok(table)
}

pub(super) fn no_node(node: u32) -> Refusal {
    Refusal::new(
        "missing",
        Words::new(
            format!("This game has no move number {node}"),
            format!("此局没有编号为 {node} 的着法"),
        ),
    )
}

/// The whole game at its current node.
pub(super) fn state_of(record: &Record) -> Result<State, Refusal> {
    let setup = setup_of(record)?;
    let table = table_at(record, record.current).or_else(|_| table::open(&setup))?;
    let view = table.view();
    let nodes = nodes_of(record)?;
    let agreed = record.result.as_deref().and_then(|text| serde_json::from_str::<Ended>(text).ok());
    let over = view
        .over
        .clone()
        .or_else(|| agreed.filter(|end| end.node == record.current).map(|end| end.over));
    let clocks = setup.clock.map(|clock| {
        let mut left = [i64::from(clock.base); 2];
        for id in line_to(record, record.current).unwrap_or_default() {
            if let Some((side, Some(time))) =
                nodes.iter().find(|node| node.id == id).map(|node| (node.side, node.clock))
            {
                left[usize::from(side)] = time;
            }
        }
        left
    });
    let stones = line_to(record, record.current).map_or(0, |line| line.len());
    let opening = if over.is_some() { None } else { swap2::turn(&setup, stones) };
    Ok(State { id: record.id, setup, nodes, current: record.current, view, over, clocks, opening })
}

/// A result that the rules did not give, and the node that it was given at.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Ended {
    pub(super) node: u32,
    pub(super) over: Over,
}

/// Names every move by walking the tree once, depth first.
fn nodes_of(record: &Record) -> Result<Vec<Node>, Refusal> {
    let mut children: HashMap<u32, Vec<usize>> = HashMap::new();
    for (index, node) in record.nodes.iter().enumerate() {
        children.entry(node.parent).or_default().push(index);
    }
    let mut shown: Vec<Option<Node>> = vec![None; record.nodes.len()];
    // One table per branch: a variation begins with its own replay, the rest of a line goes on with
    // the same table.
    let mut branches: Vec<usize> = children.get(&0).cloned().unwrap_or_default();
    while let Some(first) = branches.pop() {
        let mut table = table_at(record, record.nodes[first].parent)?;
        let mut next = Some(first);
        while let Some(index) = next {
            let node = &record.nodes[index];
            let (side, names) = (table.side(), table.names(&node.text));
            if !table.play(&node.text) {
                break;
            }
            shown[index] = Some(Node {
                id: node.id,
                parent: node.parent,
                side,
                text: node.text.clone(),
                names,
                clock: node.clock,
                note: node.note.as_deref().and_then(|note| serde_json::from_str::<Note>(note).ok()),
            });
            let below = children.get(&node.id).map_or(&[][..], Vec::as_slice);
            next = below.first().copied();
            branches.extend(below.iter().skip(1));
        }
    }
    Ok(shown.into_iter().flatten().collect())
}

/// A line of the list of games.
pub(super) fn listed(found: &Listed) -> Option<Shown> {
    let record = &found.record;
    Some(Shown {
        id: record.id,
        setup: setup_of(record).ok()?,
        moves: found.moves,
        over: record
            .result
            .as_deref()
            .and_then(|text| serde_json::from_str::<Ended>(text).ok())
            .map(|end| end.over),
        updated: record.updated,
    })
}
