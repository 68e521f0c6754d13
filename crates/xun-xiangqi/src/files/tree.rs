//! Builds a [`Line`] from moves that name their predecessor, checking each.
//!
//! Binary files store a tree in preorder: a move, its continuation, then the other moves from the
//! same position. An illegal move is left out with everything after it; its siblings stay.

use super::fault::{FaultList, Place, Problem};
use crate::notation::pgn::{Line, MAX_DEPTH, RecordedMove};
use crate::rules::{Move, Position};

/// The number of a node; 0 is the start of the game.
pub(super) type NodeId = u32;

struct Node<C> {
    parent: NodeId,
    chosen: Move,
    comment: C,
    /// Variations that lead to it, one within the other.
    nesting: usize,
    children: Vec<NodeId>,
}

/// A game tree under construction; `C` is a comment, decoded later.
pub(super) struct TreeBuilder<C> {
    position: Position,
    /// The nodes whose moves are played on `position`, from the first move on.
    path: Vec<NodeId>,
    first: Vec<NodeId>,
    nodes: Vec<Node<C>>,
}

impl<C> TreeBuilder<C> {
    pub(super) fn new(position: Position) -> Self {
        Self { position, path: Vec::new(), first: Vec::new(), nodes: Vec::new() }
    }

    fn node(&self, id: NodeId) -> Option<&Node<C>> {
        self.nodes.get((id as usize).checked_sub(1)?)
    }

    /// Brings the position to the one after a node: back to a common ancestor, then forward.
    fn go_to(&mut self, id: NodeId) {
        if self.path.last().copied().unwrap_or(0) == id {
            return;
        }
        let mut forward = Vec::new();
        let mut at = id;
        // Numbers grow along a line, so a played node above the target is an ancestor or to undo.
        loop {
            while self.path.last().is_some_and(|&last| last > at) {
                self.path.pop();
                self.position.undo();
            }
            if self.path.last().copied().unwrap_or(0) == at {
                break;
            }
            forward.push(at);
            at = self.node(at).map_or(0, |node| node.parent);
        }
        for id in forward.into_iter().rev() {
            let chosen = self.nodes[id as usize - 1].chosen;
            self.position.play(chosen);
            self.path.push(id);
        }
    }

    /// The node after so many plies of the line that was added to last.
    pub(super) fn ancestor(&self, ply: usize) -> Option<NodeId> {
        match ply.checked_sub(1) {
            None => Some(0),
            Some(index) => self.path.get(index).copied(),
        }
    }

    /// Adds a move after a node. `None`, with a fault, if it is not legal there or nested too
    /// deeply.
    pub(super) fn add(
        &mut self,
        parent: NodeId,
        chosen: Move,
        comment: C,
        place: Place,
        faults: &mut FaultList,
    ) -> Option<NodeId> {
        self.go_to(parent);
        if !self.position.is_legal_move(chosen) {
            faults.add(
                place,
                Problem::IllegalMove {
                    chosen,
                    ply: self.path.len() + 1,
                    because: self.position.illegality(chosen),
                },
            );
            return None;
        }
        let id = self.nodes.len() as NodeId + 1;
        let nesting = self.node(parent).map_or(0, |node| node.nesting);
        let siblings = match (parent as usize).checked_sub(1) {
            Some(index) => &mut self.nodes[index].children,
            None => &mut self.first,
        };
        let nesting = nesting + usize::from(!siblings.is_empty());
        if nesting > MAX_DEPTH {
            faults.add(place, Problem::TooDeep);
            return None;
        }
        siblings.push(id);
        let children = Vec::new();
        self.nodes.push(Node { parent, chosen, comment, nesting, children });
        self.position.play(chosen);
        self.path.push(id);
        Some(id)
    }

    /// Every comment, in the order of the file.
    pub(super) fn comments(&self) -> impl Iterator<Item = &C> {
        self.nodes.iter().map(|node| &node.comment)
    }

    /// The moves with their variations.
    pub(super) fn into_line(self, mut decode: impl FnMut(&C) -> String) -> Line {
        self.line(self.first.first().copied(), &mut decode)
    }

    /// The line of a node and its first descendants. Recursion is bounded by `MAX_DEPTH`.
    fn line(&self, start: Option<NodeId>, decode: &mut impl FnMut(&C) -> String) -> Line {
        let mut moves = Vec::new();
        let mut next = start;
        while let Some((id, node)) = next.and_then(|id| Some((id, self.node(id)?))) {
            let siblings =
                self.node(node.parent).map_or(&self.first[..], |parent| &parent.children[..]);
            let variations = match siblings {
                [first, others @ ..] if *first == id => {
                    others.iter().map(|&other| self.line(Some(other), decode)).collect()
                }
                _ => Vec::new(),
            };
            let comment = decode(&node.comment);
            moves.push(RecordedMove { comment, variations, ..RecordedMove::from(node.chosen) });
            next = node.children.first().copied();
        }
        Line { comment: String::new(), moves }
    }
}

/// One move of a preorder listing.
pub(super) struct Step<C> {
    /// The move; `None` if its bytes name no two points.
    pub(super) chosen: Option<Move>,
    pub(super) comment: C,
    /// The next step continues this one.
    pub(super) has_next: bool,
    /// After the continuation another move from the same position follows.
    pub(super) has_sibling: bool,
    pub(super) place: Place,
}

/// Adds the steps of a preorder listing to a tree until it ends or a step cannot be read.
pub(super) fn add_preorder<C>(
    tree: &mut TreeBuilder<C>,
    faults: &mut FaultList,
    mut read: impl FnMut(&mut FaultList) -> Option<Step<C>>,
) {
    // Parents of the next step and of postponed siblings; `None` below a move that was left out.
    let mut parent = Some(0);
    let mut postponed = Vec::new();
    while let Some(step) = read(faults) {
        if step.has_sibling {
            postponed.push(parent);
        }
        let added = match (parent, step.chosen) {
            (Some(parent), Some(chosen)) => {
                tree.add(parent, chosen, step.comment, step.place, faults)
            }
            (Some(_), None) => {
                faults.add(step.place, Problem::NoPoints);
                None
            }
            (None, _) => None,
        };
        if step.has_next {
            parent = added;
        } else if let Some(other) = postponed.pop() {
            parent = other;
        } else {
            break;
        }
    }
}
