//! The observer that records a trace.

use super::{Cut, End, Setter, Trace, TraceNode, TraceStep};
use crate::textbook::{Iteration, Leaf, Observer, Purpose};
use crate::{Game, GameValue};

/// Records the tree of the last iteration, up to a number of nodes and a distance from the root.
#[derive(Clone, Debug)]
pub struct Recorder {
    trace: Trace,
    most_nodes: usize,
    most_plies: usize,
    stack: Vec<Frame>,
}

/// A node on the way from the root to where the search is.
#[derive(Clone, Debug)]
struct Frame {
    /// The node, if it is kept.
    node: Option<usize>,
    /// The window now, from the maximising side.
    alpha: GameValue,
    beta: GameValue,
    alpha_by: Option<Setter>,
    beta_by: Option<Setter>,
    /// The last child left, if it was kept.
    last_child: Option<usize>,
    size: u64,
}

impl Recorder {
    /// A recorder that keeps at most so many nodes, none farther from the root than so many plies.
    #[must_use]
    pub fn new(most_nodes: usize, most_plies: usize) -> Self {
        Self {
            trace: Trace::default(),
            most_nodes: most_nodes.max(1),
            most_plies,
            stack: Vec::new(),
        }
    }

    /// The recorded trace. If the search was stopped, the nodes it stood on have no value.
    #[must_use]
    pub fn into_trace(mut self) -> Trace {
        while let Some(frame) = self.stack.pop() {
            self.close(&frame, None);
        }
        self.trace
    }

    /// The distance from the root of the node the search stands on.
    fn ply(&self) -> usize {
        self.stack.len().saturating_sub(1)
    }

    fn maximising(&self) -> bool {
        self.ply().is_multiple_of(2)
    }

    /// A score of the side to move here, seen by the maximising side.
    fn seen(&self, score: GameValue) -> GameValue {
        if self.maximising() { score } else { -score }
    }

    fn push(
        &mut self,
        chosen: String,
        depth: u32,
        alpha: GameValue,
        beta: GameValue,
        purpose: Purpose,
    ) {
        let ply = self.stack.len();
        let maximising = ply.is_multiple_of(2);
        let (alpha, beta) = if maximising { (alpha, beta) } else { (-beta, -alpha) };
        let parent = self.stack.last();
        let (alpha_by, beta_by) =
            parent.map_or((None, None), |above| (above.alpha_by.clone(), above.beta_by.clone()));
        let parent = parent.and_then(|above| above.node);
        let room = self.trace.nodes.len() < self.most_nodes && ply <= self.most_plies;
        let node = (room && (ply == 0 || parent.is_some())).then(|| {
            let node = self.trace.nodes.len();
            self.trace.nodes.push(TraceNode {
                parent,
                children: Vec::new(),
                chosen,
                ply,
                depth,
                maximising,
                alpha,
                beta,
                value: None,
                purpose,
                leaf: None,
                cut: None,
                size: 0,
            });
            if let Some(parent) = parent {
                self.trace.nodes[parent].children.push(node);
            }
            self.trace.steps.push(TraceStep::Enter { node });
            node
        });
        self.trace.omitted += u64::from(node.is_none());
        self.stack.push(Frame { node, alpha, beta, alpha_by, beta_by, last_child: None, size: 1 });
    }

    /// Ends a node that has been taken off the stack.
    fn close(&mut self, frame: &Frame, value: Option<GameValue>) {
        if let Some(node) = frame.node {
            self.trace.nodes[node].value = value;
            self.trace.nodes[node].size = frame.size;
            if let Some(value) = value {
                self.trace.steps.push(TraceStep::Leave { node, value });
            }
        }
        if let Some(above) = self.stack.last_mut() {
            above.size += frame.size;
            above.last_child = frame.node;
        }
    }
}

impl<G: Game> Observer<G> for Recorder {
    fn iteration(&mut self, depth: u32, alpha: GameValue, beta: GameValue) {
        self.trace = Trace { depth, ..Trace::default() };
        self.stack.clear();
        self.push(String::new(), depth, alpha, beta, Purpose::Full);
    }

    fn enter(
        &mut self,
        before: &G,
        chosen: Option<G::Move>,
        depth: u32,
        alpha: GameValue,
        beta: GameValue,
        purpose: Purpose,
    ) {
        // Where nothing will be kept, writing the move would be wasted.
        let wanted = self.stack.last().is_some_and(|above| above.node.is_some());
        let text = match chosen {
            Some(chosen) if wanted => before.move_text(chosen),
            Some(_) => String::new(),
            None => "–".to_owned(),
        };
        self.push(text, depth, alpha, beta, purpose);
    }

    fn raise(&mut self, game: &G, chosen: G::Move, score: GameValue) {
        let (maximising, score, ply) = (self.maximising(), self.seen(score), self.ply());
        let Some(frame) = self.stack.last_mut() else { return };
        let text = if frame.node.is_some() { game.move_text(chosen) } else { String::new() };
        let setter = Some(Setter { chosen: text, node: frame.last_child, ply: ply + 1 });
        if maximising {
            (frame.alpha, frame.alpha_by) = (score, setter);
        } else {
            (frame.beta, frame.beta_by) = (score, setter);
        }
        if let Some(node) = frame.node {
            let (alpha, beta) = (frame.alpha, frame.beta);
            self.trace.steps.push(TraceStep::Narrow { node, alpha, beta });
        }
    }

    fn cut(&mut self, game: &G, chosen: G::Move, score: GameValue, left_out: usize) {
        let (maximising, gives) = (self.maximising(), self.seen(score));
        let Some(frame) = self.stack.last() else { return };
        let Some(node) = frame.node else { return };
        let kept = &mut self.trace.nodes[node];
        let (end, bound, set_by) = if maximising {
            (End::Beta, kept.beta, frame.beta_by.clone())
        } else {
            (End::Alpha, kept.alpha, frame.alpha_by.clone())
        };
        kept.cut = Some(Cut { end, bound, set_by, by: game.move_text(chosen), gives, left_out });
        self.trace.steps.push(TraceStep::Cut { node });
    }

    fn leaf(&mut self, reason: Leaf) {
        if let Some(node) = self.stack.last().and_then(|frame| frame.node) {
            self.trace.nodes[node].leaf = Some(reason);
        }
    }

    fn leave(&mut self, value: GameValue) {
        let value = self.seen(value);
        if let Some(frame) = self.stack.pop() {
            self.close(&frame, Some(value));
        }
    }

    fn finished(&mut self, iteration: &Iteration<G::Move>) {
        while let Some(frame) = self.stack.pop() {
            self.close(&frame, Some(iteration.score));
        }
    }
}
