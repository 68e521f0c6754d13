//! The small tree on every blackboard: inner nodes that are only choices, leaves that are only
//! numbers.
//!
//! Written `((3 12 8) (2 4 6) (14 5 2))`, or as nested JSON arrays. The side at the root wants
//! large numbers. A leaf can be changed and the search run again, to see which cut-offs move.

use crate::{Ending, Evaluation, Game, GameValue};
use std::fmt;

/// A tree of choices with numbers at its leaves, as a game.
#[derive(Clone, Debug, PartialEq, Eq)]
///
/// ```
/// use xun_game::{GameValue, Stop};
/// use xun_game::textbook::{Limits, NoObserver, Refinements, Settings, search};
/// use xun_game::toys::{LeafNumbers, TeachingTree};
///
/// let tree = TeachingTree::parse("((3 12 8) (2 4 6) (14 5 2))")?;
/// let settings = Settings::alpha_beta(Refinements::NONE);
/// let (limits, stop) = (Limits::depth(2), Stop::new());
/// let answer = search(&tree, &LeafNumbers, &settings, &limits, &stop, &mut NoObserver);
/// assert_eq!(answer.score, GameValue::points(3));
/// # Ok::<(), xun_game::toys::TreeError>(())
/// ```
pub struct TeachingTree {
    nodes: Vec<Node>,
    /// The node the game stands on, and those above it.
    here: usize,
    above: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Choice(Vec<usize>),
    Leaf(i32),
}

/// A fault in the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// A closing bracket closes nothing.
    #[error("character {0}: this bracket closes nothing")]
    NothingToClose(usize),
    /// Something stands outside the tree.
    #[error("character {0}: the tree has ended already")]
    AfterTheEnd(usize),
    /// The text ends inside brackets.
    #[error("{0} opening brackets are never closed")]
    NeverClosed(usize),
    /// Brackets with nothing in them.
    #[error("character {0}: a choice of nothing; put numbers or brackets between the brackets")]
    Empty(usize),
    /// No number.
    #[error("character {at}: \"{found}\" is no whole number from -1000000 to 1000000")]
    NoNumber {
        /// Position in the text.
        at: usize,
        /// The text found there.
        found: String,
    },
    /// No tree at all.
    #[error("there is no tree; write one as ((3 12 8) (2 4 6) (14 5 2))")]
    Nothing,
    /// Too large to look at.
    #[error(
        "a tree has at most {} nodes and {} levels",
        TeachingTree::MOST_NODES,
        TeachingTree::MOST_LEVELS
    )]
    TooLarge,
}

impl TeachingTree {
    /// The largest tree that is accepted.
    pub const MOST_NODES: usize = 5000;
    /// The deepest tree that is accepted.
    pub const MOST_LEVELS: usize = 40;

    /// The tree of most textbooks: three choices of three leaves.
    #[expect(clippy::missing_panics_doc, reason = "a constant tree")]
    #[must_use]
    pub fn classic() -> Self {
        Self::parse("((3 12 8) (2 4 6) (14 5 2))").expect("a sound tree")
    }

    /// Reads a tree: round or square brackets, numbers with blanks or commas between.
    ///
    /// # Errors
    /// A text that is no tree, with the place where it goes wrong.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut root = None;
        let mut rest = text.char_indices().enumerate().peekable();
        while let Some((place, (start, letter))) = rest.next() {
            let at = place + 1;
            if letter.is_whitespace() || letter == ',' {
                continue;
            }
            if root.is_some() {
                return Err(TreeError::AfterTheEnd(at));
            }
            let finished = match letter {
                '(' | '[' => {
                    if open.len() == Self::MOST_LEVELS {
                        return Err(TreeError::TooLarge);
                    }
                    open.push((nodes.len(), Vec::new()));
                    nodes.push(Node::Leaf(0));
                    None
                }
                ')' | ']' => {
                    let (node, children) = open.pop().ok_or(TreeError::NothingToClose(at))?;
                    if children.is_empty() {
                        return Err(TreeError::Empty(at));
                    }
                    nodes[node] = Node::Choice(children);
                    Some(node)
                }
                _ => {
                    let ends = |letter: char| letter.is_whitespace() || "()[],".contains(letter);
                    let mut end = start + letter.len_utf8();
                    while let Some((_, (next, letter))) =
                        rest.next_if(|(_, (_, letter))| !ends(*letter))
                    {
                        end = next + letter.len_utf8();
                    }
                    let found = &text[start..end];
                    let number = found
                        .parse()
                        .ok()
                        .filter(|number: &i32| number.unsigned_abs() <= 1_000_000);
                    let number = number
                        .ok_or_else(|| TreeError::NoNumber { at, found: found.to_owned() })?;
                    nodes.push(Node::Leaf(number));
                    Some(nodes.len() - 1)
                }
            };
            if nodes.len() > Self::MOST_NODES {
                return Err(TreeError::TooLarge);
            }
            match (finished, open.last_mut()) {
                (Some(node), Some((_, children))) => children.push(node),
                (Some(node), None) => root = Some(node),
                _ => {}
            }
        }
        if !open.is_empty() {
            return Err(TreeError::NeverClosed(open.len()));
        }
        // The root is the first node that was begun.
        root.ok_or(TreeError::Nothing).map(|here| Self { nodes, here, above: Vec::new() })
    }

    /// The numbers of the leaves, from left to right.
    #[must_use]
    pub fn leaves(&self) -> Vec<i32> {
        self.nodes
            .iter()
            .filter_map(|node| if let Node::Leaf(number) = node { Some(*number) } else { None })
            .collect()
    }

    /// Changes the leaf with this place from the left; false if there is none.
    pub fn set_leaf(&mut self, place: usize, number: i32) -> bool {
        let mut leaves = self.nodes.iter_mut().filter_map(|node| match node {
            Node::Leaf(number) => Some(number),
            Node::Choice(_) => None,
        });
        leaves.nth(place).map(|leaf| *leaf = number.clamp(-1_000_000, 1_000_000)).is_some()
    }

    /// Number of moves of the longest line.
    #[must_use]
    pub fn height(&self) -> u32 {
        fn below(nodes: &[Node], node: usize) -> u32 {
            match &nodes[node] {
                Node::Leaf(_) => 0,
                Node::Choice(children) => {
                    1 + children.iter().map(|child| below(nodes, *child)).max().unwrap_or(0)
                }
            }
        }
        below(&self.nodes, self.here)
    }
}

impl fmt::Display for TeachingTree {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write(nodes: &[Node], node: usize, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            match &nodes[node] {
                Node::Leaf(number) => write!(to, "{number}"),
                Node::Choice(children) => {
                    to.write_str("(")?;
                    for (place, child) in children.iter().enumerate() {
                        to.write_str(if place > 0 { " " } else { "" })?;
                        write(nodes, *child, to)?;
                    }
                    to.write_str(")")
                }
            }
        }
        write(&self.nodes, self.above.first().copied().unwrap_or(self.here), to)
    }
}

impl Game for TeachingTree {
    /// Which child, from the left.
    type Move = u16;
    const MOVE_INDICES: usize = Self::MOST_NODES;

    fn moves(&self, into: &mut Vec<u16>) {
        if let Node::Choice(children) = &self.nodes[self.here] {
            into.extend(0..children.len() as u16);
        }
    }

    fn play(&mut self, chosen: u16) {
        if let Node::Choice(children) = &self.nodes[self.here] {
            self.above.push(self.here);
            self.here = children[usize::from(chosen)];
        }
    }

    fn undo(&mut self) {
        self.here = self.above.pop().unwrap_or(self.here);
    }

    fn key(&self) -> u64 {
        self.here as u64
    }

    fn ending(&self) -> Option<Ending> {
        matches!(self.nodes[self.here], Node::Leaf(_)).then_some(Ending::Counted)
    }

    fn move_index(&self, of: u16) -> usize {
        usize::from(of)
    }

    /// The node's name by the way to it: `2.3` is the third choice after the second.
    fn move_text(&self, of: u16) -> String {
        let mut way: Vec<String> = Vec::new();
        let path = self.above.iter().chain(std::iter::once(&self.here));
        for (above, below) in path.clone().zip(path.skip(1)) {
            if let Node::Choice(children) = &self.nodes[*above] {
                let place = children.iter().position(|child| child == below).unwrap_or(0);
                way.push((place + 1).to_string());
            }
        }
        way.push((of + 1).to_string());
        way.join(".")
    }
}

/// The number at a leaf; an inner node, where a search stopped early, counts as nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeafNumbers;

impl Evaluation<TeachingTree> for LeafNumbers {
    fn evaluate(&self, game: &TeachingTree) -> GameValue {
        let number = match game.nodes[game.here] {
            Node::Leaf(number) => i64::from(number),
            Node::Choice(_) => 0,
        };
        GameValue::points(if game.above.len().is_multiple_of(2) { number } else { -number })
    }
}

crate::compile_search!(TeachingTree, LeafNumbers);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_and_written_back() {
        for text in ["((3 12 8) (2 4 6) (14 5 2))", "(1 (2 (3 4)) -5)", "7"] {
            assert_eq!(TeachingTree::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(TeachingTree::parse("[[3,12,8],[2]]").unwrap().to_string(), "((3 12 8) (2))");
        assert_eq!(TeachingTree::classic().height(), 2);
    }

    #[test]
    fn faults_have_their_place() {
        let error = |text: &str| TeachingTree::parse(text).unwrap_err();
        assert_eq!(error("(1 2))"), TreeError::AfterTheEnd(6));
        assert_eq!(error(")"), TreeError::NothingToClose(1));
        assert_eq!(error("((1 2)"), TreeError::NeverClosed(1));
        assert_eq!(error("(1 ())"), TreeError::Empty(5));
        assert_eq!(error("(1 x2)"), TreeError::NoNumber { at: 4, found: "x2".to_owned() });
        let least = i32::MIN.to_string();
        assert_eq!(error(&least), TreeError::NoNumber { at: 1, found: least.clone() });
        assert_eq!(error("  "), TreeError::Nothing);
        assert_eq!(error(&"(".repeat(100)), TreeError::TooLarge);
        assert_eq!(error(&format!("({})", "1 ".repeat(6000))), TreeError::TooLarge);
    }

    #[test]
    fn a_leaf_can_be_changed() {
        let mut tree = TeachingTree::classic();
        assert!(tree.set_leaf(3, 99) && !tree.set_leaf(9, 0));
        assert_eq!(tree.leaves(), [3, 12, 8, 99, 4, 6, 14, 5, 2]);
    }
}
