//! The active path of a thread: the nodes from the root to the one being searched. Once another
//! thread has settled one of them, the thread abandons its subtree and returns the other's result.

/// A node of the active path.
#[derive(Clone, Copy, Debug)]
pub struct ActiveNode<Score> {
    /// The position, as the table knows it.
    pub key: u64,
    /// Distance from the root in plies.
    pub ply: usize,
    /// Depth of its search, in the engine's units.
    pub depth: i32,
    /// Scores up to this fail low.
    pub alpha: Score,
    /// Scores from this on fail high.
    pub beta: Score,
    /// On the principal variation, where only an exact score will do.
    pub pv: bool,
}

/// The active path of a thread, from the root on.
#[derive(Debug)]
pub struct ActivePath<Score> {
    nodes: Vec<ActiveNode<Score>>,
    /// The node that the thread returns to, and its score.
    settled: Option<(usize, Score)>,
}

impl<Score> Default for ActivePath<Score> {
    fn default() -> Self {
        Self { nodes: Vec::new(), settled: None }
    }
}

impl<Score: Copy> ActivePath<Score> {
    /// Forgets all, before a new search.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.settled = None;
    }

    /// Begins a node.
    #[inline]
    pub fn enter(&mut self, node: ActiveNode<Score>) {
        self.nodes.push(node);
    }

    /// The innermost node is searched to another depth than it was begun with.
    #[inline]
    pub fn set_depth(&mut self, depth: i32) {
        if let Some(node) = self.nodes.last_mut() {
            node.depth = depth;
        }
    }

    /// Ends the innermost node: the node and its score, if it was the one to go back to.
    #[inline]
    pub fn leave(&mut self) -> Option<(ActiveNode<Score>, Score)> {
        let node = self.nodes.pop()?;
        let (_, score) = self.settled.filter(|(place, _)| *place == self.nodes.len())?;
        self.settled = None;
        Some((node, score))
    }

    /// Finds the outermost node whose score is known by now; answers whether there is one to go
    /// back to.
    pub fn find_settled(
        &mut self,
        mut score_of: impl FnMut(&ActiveNode<Score>) -> Option<Score>,
    ) -> bool {
        self.settled =
            self.nodes.iter().enumerate().find_map(|(place, node)| Some((place, score_of(node)?)));
        self.settled.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(key: u64, depth: i32) -> ActiveNode<i32> {
        ActiveNode { key, ply: 1, depth, alpha: 0, beta: 1, pv: false }
    }

    #[test]
    fn the_outermost_settled_node_is_the_one_to_go_back_to() {
        let mut path = ActivePath::default();
        (1..=4).for_each(|key| path.enter(node(key, 9)));
        assert!(!path.find_settled(|_| None));
        assert!(path.find_settled(|node| (node.key >= 2).then_some(node.key as i32 * 10)));
        assert!(path.leave().is_none() && path.leave().is_none(), "still on the way");
        assert_eq!(path.leave().map(|(node, score)| (node.key, score)), Some((2, 20)));
        assert!(path.leave().is_none(), "the search goes on above it");
        assert!(path.leave().is_none(), "nothing is open");
    }

    #[test]
    fn the_depth_of_the_innermost_node_may_change() {
        let mut path = ActivePath::default();
        path.enter(node(1, 9));
        path.enter(node(2, 8));
        path.set_depth(7);
        let mut depths = Vec::new();
        path.find_settled(|node| {
            depths.push(node.depth);
            None
        });
        assert_eq!(depths, [9, 7]);
    }
}
