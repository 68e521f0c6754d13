//! The analysis: positions, the moves looked at in each, and what they are worth by all that is
//! known.
//!
//! Text: one analysed position a line, `MOVES MOVE:SCORE …`, with the scores that the search gave
//! for the side to move; the empty board's moves are written `-`.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::fmt;
use xun_game::Score;
use xun_gomoku::notation::{parse_moves, parse_point};
use xun_gomoku::openings::{BookFault, canonical_key as canonical, coloured, parse_score};
use xun_gomoku::rules::{Board, Point, Rule, Size, Span, Symmetry};

/// A move that was looked at, and its score for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tried {
    /// The move.
    pub(crate) point: Point,
    /// Its score by the search.
    pub(crate) score: Score,
}

struct Node {
    /// Moves that lead here, as one of the symmetric forms.
    moves: Vec<Point>,
    /// Moves that were searched, with the position after each; empty until it is analysed.
    tried: Vec<(Tried, usize)>,
    /// For the side to move, by all that is known.
    value: Score,
    parents: Vec<usize>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    /// A thread is analysing it.
    Taken,
    Analysed,
}

impl Node {
    fn new(moves: Vec<Point>, value: Score) -> Self {
        Self { moves, tried: Vec::new(), value, parents: Vec::new(), state: State::Waiting }
    }
}

/// Positions from the empty board on, each once for all its symmetric forms.
pub(crate) struct Tree {
    size: Size,
    rule: Rule,
    nodes: Vec<Node>,
    known: HashMap<u64, usize>,
}

/// Cost of a ply when choosing the position to analyse next, in points of score.
const PLY: i32 = 20;
/// Factor on the loss of a worse move by the side whose win is sought: only its nearly equal moves
/// are analysed.
const OWN_DOUBT: i32 = 3;
/// Moves worse than the best one by more than this are not analysed.
const WORTH_A_LOOK: i32 = 700;

impl Tree {
    /// The analysis that has not begun.
    pub(crate) fn new(size: Size, rule: Rule) -> Self {
        let root = Node::new(Vec::new(), Score::ZERO);
        let key = canonical(&coloured(&[]), size).0;
        Self { size, rule, nodes: vec![root], known: HashMap::from([(key, 0)]) }
    }

    /// Reads an analysis as it prints itself.
    pub(crate) fn parse(text: &str, size: Size, rule: Rule) -> Result<Self, BookFault> {
        let mut tree = Self::new(size, rule);
        for (line, words) in words(text) {
            let wrong = |what: String| BookFault { line, what };
            let moves = match words[0] {
                "-" => Vec::new(),
                moves => parse_moves(moves, size).map_err(|fault| wrong(fault.to_string()))?,
            };
            let mut tried = Vec::new();
            for word in &words[1..] {
                let (point, value) = word
                    .split_once(':')
                    .ok_or_else(|| wrong(format!("{word}: MOVE:SCORE is wanted")))?;
                let point = parse_point(point, size).map_err(|fault| wrong(fault.to_string()))?;
                if moves.contains(&point) {
                    return Err(wrong(format!("{point} is taken")));
                }
                tried.push(Tried { point, score: parse_score(value).map_err(wrong)? });
            }
            let Some(&node) = tree.known.get(&canonical(&coloured(&moves), size).0) else {
                return Err(wrong(format!("no line before it leads to {}", Span(&moves))));
            };
            // From here on the node goes by the line's own symmetric form.
            tree.nodes[node].moves = moves;
            tree.link(node, &tried);
        }
        tree.value_all();
        Ok(tree)
    }

    /// Number of analysed positions.
    pub(crate) fn analysed(&self) -> usize {
        self.nodes.iter().filter(|node| node.state == State::Analysed).count()
    }

    /// Value of the empty board for the first player.
    pub(crate) fn value(&self) -> Score {
        self.nodes[0].value
    }

    /// The board of a position.
    pub(crate) fn board(&self, node: usize) -> Board {
        let mut board = Board::new(self.size, self.rule);
        self.nodes[node].moves.iter().for_each(|&point| board.play(point));
        board
    }

    /// Of empty points that are alike by a symmetry of the position, all but the first; none if
    /// nothing is alike.
    pub(crate) fn alike(&self, node: usize) -> Vec<Point> {
        let moves = &self.nodes[node].moves;
        let symmetries = own_symmetries(moves, self.size);
        let order = |point: Point| (point.y(), point.x());
        let is_first = |point: Point| {
            symmetries.iter().all(|one| order(one.apply(point, self.size)) >= order(point))
        };
        self.size.points().filter(|&point| !moves.contains(&point) && !is_first(point)).collect()
    }

    /// The position to analyse next, which is then taken: where good play by both sides from this
    /// beginning leads soonest, and best for white. None if every such line is decided or being
    /// analysed.
    pub(crate) fn take_next(&mut self, from: usize) -> Option<usize> {
        let mut reached = vec![i32::MAX; self.nodes.len()];
        let mut queue = BinaryHeap::from([(Reverse(0), from)]);
        reached[from] = 0;
        let mut best = None;
        while let Some((Reverse(cost), index)) = queue.pop() {
            let node = &self.nodes[index];
            if cost > reached[index] || node.value.is_decided() {
                continue;
            }
            let black = node.moves.len().is_multiple_of(2);
            if node.state != State::Analysed {
                let for_black = if black { node.value } else { -node.value };
                let cost = cost + for_black.get().min(2000) / 2;
                if node.state == State::Waiting && best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, index));
                }
                continue;
            }
            for &(_, child) in &node.tried {
                let behind = node.value.get() + self.nodes[child].value.get();
                if behind > WORTH_A_LOOK {
                    continue;
                }
                let through = cost + PLY + if black { OWN_DOUBT * behind } else { behind };
                if through < reached[child] {
                    reached[child] = through;
                    queue.push((Reverse(through), child));
                }
            }
        }
        let (_, index) = best?;
        self.nodes[index].state = State::Taken;
        Some(index)
    }

    /// Whether positions that were taken have not been analysed yet.
    pub(crate) fn is_waiting(&self) -> bool {
        self.nodes.iter().any(|node| node.state == State::Taken)
    }

    /// The position after these moves, if it is in the tree.
    pub(crate) fn find(&self, moves: &[Point]) -> Option<usize> {
        self.known.get(&canonical(&coloured(moves), self.size).0).copied()
    }

    /// The position after these moves; where the one before it was analysed without its last move,
    /// that move is added and counts as even until it is analysed.
    pub(crate) fn find_or_add(&mut self, moves: &[Point]) -> Option<usize> {
        if let Some(node) = self.find(moves) {
            return Some(node);
        }
        let (&last, before) = moves.split_last()?;
        let node = self.find(before).filter(|&node| self.nodes[node].state == State::Analysed)?;
        // Which of the symmetric forms the position goes by decides how its moves are called.
        let wanted = canonical(&coloured(moves), self.size).0;
        let same = |point: &Point| {
            let moves = [&self.nodes[node].moves[..], &[*point]].concat();
            canonical(&coloured(&moves), self.size).0 == wanted
        };
        let empty = |point: &Point| !self.nodes[node].moves.contains(point);
        let point =
            self.size.points().filter(empty).find(same).filter(|_| !before.contains(&last))?;
        let mut tried: Vec<Tried> =
            self.nodes[node].tried.iter().map(|&(tried, _)| tried).collect();
        tried.push(Tried { point, score: Score::ZERO });
        self.note(node, &tried);
        self.find(moves)
    }

    /// Settles on the last of these moves in the position before it: whatever else was looked at
    /// there is forgotten, with all that follows from it alone. A move that was not looked at
    /// counts as even until it is analysed. False where the analysis does not hold the position
    /// before it.
    pub(crate) fn choose(&mut self, moves: &[Point]) -> bool {
        let Some((&last, before)) = moves.split_last() else { return false };
        let Some(node) = self.find(before) else { return false };
        let wanted = canonical(&coloured(moves), self.size).0;
        let after = |tried: &Tried| {
            let mut moves = self.nodes[node].moves.clone();
            moves.push(tried.point);
            canonical(&coloured(&moves), self.size).0
        };
        let known = self.nodes[node]
            .tried
            .iter()
            .map(|&(tried, _)| tried)
            .find(|tried| after(tried) == wanted);
        if known.is_none() {
            // The position goes by the form in which the caller named it, as the move does.
            self.nodes[node].moves = before.to_vec();
        }
        let only = known.unwrap_or(Tried { point: last, score: Score::ZERO });
        self.link(node, &[only]);
        self.value_all();
        true
    }

    /// Whether the moves looked at lead to each position from the empty board.
    fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        let mut waiting = vec![0];
        while let Some(index) = waiting.pop() {
            if !std::mem::replace(&mut reached[index], true) {
                waiting.extend(self.nodes[index].tried.iter().map(|&(_, child)| child));
            }
        }
        reached
    }

    /// Notes what an analysis found.
    pub(crate) fn note(&mut self, node: usize, tried: &[Tried]) {
        self.link(node, tried);
        self.spread(node);
    }

    fn link(&mut self, node: usize, tried: &[Tried]) {
        self.nodes[node].state = State::Analysed;
        self.nodes[node].tried.clear();
        for &one in tried {
            let mut moves = self.nodes[node].moves.clone();
            moves.push(one.point);
            let key = canonical(&coloured(&moves), self.size).0;
            let child = *self.known.entry(key).or_insert(self.nodes.len());
            if child == self.nodes.len() {
                self.nodes.push(Node::new(moves, -nearer(one.score)));
            }
            if self.nodes[node].tried.iter().any(|&(_, other)| other == child) {
                continue;
            }
            if !self.nodes[child].parents.contains(&node) {
                self.nodes[child].parents.push(node);
            }
            self.nodes[node].tried.push((one, child));
        }
    }

    /// The best of the moves looked at, by the values of the positions after them.
    fn best(&self, node: usize) -> Option<(Tried, Score)> {
        let worth = |&(tried, child): &(Tried, usize)| (tried, further(-self.nodes[child].value));
        self.nodes[node].tried.iter().map(worth).max_by_key(|&(_, value)| value)
    }

    /// Values the position anew, and all that lead to it.
    fn spread(&mut self, node: usize) {
        let mut changed = vec![node];
        while let Some(node) = changed.pop() {
            let Some((_, value)) = self.best(node) else { continue };
            if self.nodes[node].value != value {
                self.nodes[node].value = value;
                changed.extend_from_slice(&self.nodes[node].parents);
            }
        }
    }

    fn value_all(&mut self) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| Reverse(self.nodes[node].moves.len()));
        for node in order {
            if let Some((_, value)) = self.best(node) {
                self.nodes[node].value = value;
            }
        }
    }

    /// The lines of a [`OpeningBook`](xun_gomoku::openings::OpeningBook): black's positions that
    /// his best moves can lead to, whatever white does.
    pub(crate) fn table(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut seen = vec![false; self.nodes.len()];
        let mut waiting = vec![0];
        while let Some(index) = waiting.pop() {
            let node = &self.nodes[index];
            if std::mem::replace(&mut seen[index], true) || node.tried.is_empty() {
                continue;
            }
            if !node.moves.len().is_multiple_of(2) {
                waiting.extend(node.tried.iter().map(|&(_, child)| child));
                continue;
            }
            let Some((best, value)) = self.best(index) else { continue };
            if index > 0 {
                let line = format!("{} {} {value}", Span(&node.moves), best.point);
                lines.push((node.moves.len(), line));
            }
            waiting.extend(
                node.tried.iter().filter(|(tried, _)| *tried == best).map(|&(_, child)| child),
            );
        }
        lines.sort();
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

/// The symmetries, but for the one that does nothing, that leave the stones as they are.
fn own_symmetries(moves: &[Point], size: Size) -> Vec<Symmetry> {
    let stones = coloured(moves);
    Symmetry::of(size)
        .skip(1)
        .filter(|symmetry| {
            stones
                .iter()
                .all(|&(point, colour)| stones.contains(&(symmetry.apply(point, size), colour)))
        })
        .collect()
}

/// The words of each line that has any, without comments, and the line's number from one.
fn words(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| {
            let content = line.split('#').next().unwrap_or_default();
            (index + 1, content.split_whitespace().collect::<Vec<_>>())
        })
        .filter(|(_, words)| !words.is_empty())
}

/// The score one ply farther from a decided end.
fn further(score: Score) -> Score {
    shifted(score, 1)
}

/// The score one ply nearer to a decided end.
fn nearer(score: Score) -> Score {
    shifted(score, -1)
}

fn shifted(score: Score, plies: i32) -> Score {
    if score.is_win() {
        score - plies
    } else if score.is_loss() {
        score + plies
    } else {
        score
    }
}

/// As it is read.
impl fmt::Display for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Shorter ones first, so that every line is led to by one before it.
        let reached = self.reachable();
        let led_to = self
            .nodes
            .iter()
            .zip(reached)
            .filter(|&(node, reached)| reached && !node.tried.is_empty());
        let mut nodes: Vec<&Node> = led_to.map(|(node, _)| node).collect();
        nodes.sort_by_key(|node| node.moves.len());
        for node in nodes {
            if node.moves.is_empty() {
                formatter.write_str("-")?;
            }
            write!(formatter, "{}", Span(&node.moves))?;
            for (tried, _) in &node.tried {
                write!(formatter, " {}:{}", tried.point, tried.score)?;
            }
            writeln!(formatter)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "- h8:+10\nh8 i9:-100 h9:-120\nh8i9 i7:+150 j10:+140\nh8i9i7 g9:-90 j8:-200\n";

    fn tree() -> Tree {
        Tree::parse(TEXT, Size::STANDARD, Rule::Freestyle).unwrap()
    }

    fn node(tree: &Tree, text: &str) -> usize {
        tree.find(&parse_moves(text, Size::STANDARD).unwrap()).unwrap()
    }

    #[test]
    fn the_text_reads_back_and_values_are_those_of_the_ends() {
        let tree = tree();
        assert_eq!(tree.to_string(), TEXT);
        assert_eq!(tree.analysed(), 4);
        // i9: i7 came down to +90, j10 is thought to be +140 and is played then; h9 is worth -120
        // to white.
        assert_eq!(tree.nodes[node(&tree, "h8i9")].value, Score::new(140));
        assert_eq!(tree.value(), Score::new(120));
    }

    #[test]
    fn what_is_found_spreads_to_the_beginning() {
        let mut tree = tree();
        let size = Size::STANDARD;
        for (at, point, value) in [("h8h9", "i9", 300), ("h8i9j10", "f7", 5)] {
            let at = node(&tree, at);
            tree.note(
                at,
                &[Tried { point: parse_point(point, size).unwrap(), score: Score::new(value) }],
            );
        }
        // Of i7 (+90 to black) and j10 (now -5) black plays i7; white, of i9 (+90) and h9 (+300),
        // i9.
        assert_eq!(tree.value(), Score::new(90));
        assert_eq!(tree.table(), ["h8h9 i9 +300", "h8i9 i7 +90"]);
    }

    #[test]
    fn a_move_that_was_left_out_is_added_where_it_is_asked_for() {
        let size = Size::STANDARD;
        let mut tree = tree();
        let moves = |text| parse_moves(text, size).unwrap();
        // h8i7 is h8i9 turned upside down, so h12 is called h4 there.
        let added = tree.find_or_add(&moves("h8i7i9h4")).unwrap();
        assert_eq!(tree.nodes[added].value, Score::ZERO);
        assert!(tree.to_string().contains("h8i9i7 g9:-90 j8:-200 h12:+0\n"), "{tree}");
        assert_eq!(tree.find_or_add(&moves("h8i7i9h4")), Some(added));
        assert_eq!(
            tree.find_or_add(&moves("h8i9j10a1")),
            None,
            "the position before it is not analysed"
        );
        assert_eq!(tree.find_or_add(&moves("a1a2a3")), None);
    }

    #[test]
    fn a_chosen_move_is_the_only_one_and_what_followed_from_others_is_forgotten() {
        let size = Size::STANDARD;
        let mut tree = tree();
        assert_eq!(tree.table(), ["h8i9 j10 +140"]);
        // Named in another symmetric form (turned upside down): i7 after h8i9.
        assert!(tree.choose(&parse_moves("h8i7i9", size).unwrap()));
        assert_eq!(tree.table(), ["h8i9 i7 +90"]);
        let text = tree.to_string();
        assert!(text.contains("h8i9 i7:+150\n") && !text.contains("j10"), "{text}");
        assert_eq!(Tree::parse(&text, size, Rule::Freestyle).unwrap().to_string(), text);
        // One that was not looked at: what was known after i7 goes.
        assert!(tree.choose(&parse_moves("h8i9h9", size).unwrap()));
        assert_eq!(tree.to_string(), "- h8:+10\nh8 i9:-100 h9:-120\nh8i9 h9:+0\n");
        assert_eq!(tree.table(), ["h8i9 h9 +0"]);
        assert!(!tree.choose(&parse_moves("a1b2c3", size).unwrap()) && !tree.choose(&[]));
    }

    #[test]
    fn the_next_position_is_near_the_best_line_and_taken_once() {
        let mut tree = tree();
        let first = tree.take_next(0).unwrap();
        let second = tree.take_next(0).unwrap();
        assert_ne!(first, second);
        assert!(tree.nodes[first].tried.is_empty());
        let decided = "- h8:+10\nh8 i9:-100\nh8i9 i7:+M21\n";
        let mut tree = Tree::parse(decided, Size::STANDARD, Rule::Freestyle).unwrap();
        assert_eq!(tree.take_next(0), None, "a won line needs no more");
        assert_eq!(tree.value(), Score::mate_in(23));
    }

    #[test]
    fn alike_points_are_looked_at_once() {
        let tree = tree();
        let different = |text: &str| {
            let moves = if text.is_empty() { 0 } else { text.len() / 2 };
            225 - moves - tree.alike(node(&tree, text)).len()
        };
        assert_eq!(different("h8"), 35);
        assert_eq!(different("h8h9"), 15 * 8 - 2);
        assert_eq!(different("h8i9i7"), 222);
    }

    #[test]
    fn a_bad_line_says_what_is_wrong_and_where() {
        for (text, word) in [
            ("- h8", "MOVE:SCORE"),
            ("- h8:+1\nh8 h8:+1", "taken"),
            ("h8 i9:+1", "no line before"),
            ("- z99:+1", "z99"),
        ] {
            let fault =
                Tree::parse(text, Size::STANDARD, Rule::Freestyle).err().unwrap().to_string();
            assert!(fault.contains(word) && fault.starts_with("line "), "{text}: {fault}");
        }
    }
}
