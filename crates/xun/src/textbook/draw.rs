//! The tree of a textbook search as text, for the terminal.

use crate::language::Language;
use std::fmt::Write;
use xun_game::GameValue;
use xun_game::textbook::trace::{Trace, TraceNode};
use xun_game::textbook::{Leaf, Purpose};
use xun_messages::Message as _;

/// Limits and language of a drawn tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawOptions {
    /// At most so many children of a node; the rest become one line.
    pub(crate) most_children: usize,
    /// Nothing farther from the root than this.
    pub(crate) most_plies: usize,
    /// At most so many lines in all.
    pub(crate) most_lines: usize,
    /// The language of the words.
    pub(crate) language: Language,
}

impl DrawOptions {
    fn pick<'a>(&self, english: &'a str, chinese: &'a str) -> &'a str {
        self.language.pick(english, chinese)
    }
}

/// Draws the tree: one line for a node, one more for a cut-off with its reason.
pub(crate) fn draw(trace: &Trace, options: &DrawOptions) -> String {
    let mut drawing = Drawing { trace, options, text: String::new(), lines: 0 };
    if !trace.nodes.is_empty() {
        drawing.node(0, "", "");
    }
    if trace.omitted > 0 {
        let (many, word) = (
            trace.omitted,
            options.pick("more nodes were visited and not kept", "个节点已访问但未保留"),
        );
        let _ = writeln!(drawing.text, "({many} {word})");
    }
    drawing.text
}

struct Drawing<'a> {
    trace: &'a Trace,
    options: &'a DrawOptions,
    text: String,
    lines: usize,
}

impl Drawing<'_> {
    fn line(&mut self, text: &str) -> bool {
        self.lines += 1;
        if self.lines == self.options.most_lines {
            self.text.push_str("…\n");
        }
        if self.lines < self.options.most_lines {
            self.text.push_str(text);
            self.text.push('\n');
        }
        self.lines < self.options.most_lines
    }

    /// Draws a node and its subtree. `branch` is drawn before the node, `below` before
    /// everything under it.
    fn node(&mut self, index: usize, branch: &str, below: &str) {
        let node = &self.trace.nodes[index];
        let described = self.describe(node);
        if !self.line(&format!("{branch}{described}")) {
            return;
        }
        let room = if node.ply < self.options.most_plies { self.options.most_children } else { 0 };
        let shown = node.children.len().min(room);
        let hidden = node.children.len() - shown;
        let last_of_all = |place: usize| place + 1 == shown && hidden == 0 && node.cut.is_none();
        for (place, child) in node.children[..shown].iter().enumerate() {
            let (branch, bar) =
                if last_of_all(place) { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            self.node(*child, &format!("{below}{branch}"), &format!("{below}{bar}"));
            if self.lines >= self.options.most_lines {
                return;
            }
        }
        if hidden > 0 {
            let branch = if node.cut.is_some() { "├─" } else { "└─" };
            let word = self.options.pick("more searched moves", "个已搜着法未画出");
            self.line(&format!("{below}{branch} … {hidden} {word}"));
        }
        if let Some(cut) = &node.cut {
            let reason = cut.text();
            self.line(&format!("{below}└─ ✂ {}", reason.pick(self.options.language)));
        }
    }

    fn describe(&self, node: &TraceNode) -> String {
        let mut text = String::new();
        if !node.chosen.is_empty() {
            let _ = write!(text, "{}  ", node.chosen);
        }
        let side = if node.maximising { "max" } else { "min" };
        let _ = write!(text, "{side} [{}, {}]", self.score(node.alpha), self.score(node.beta));
        match node.value {
            Some(value) => {
                let _ = write!(text, " = {}", self.score(value));
            }
            None => text.push_str(self.options.pick("  (stopped)", "  （中止）")),
        }
        for note in [self.purpose(node.purpose), node.leaf.and_then(|leaf| self.leaf(leaf))]
            .into_iter()
            .flatten()
        {
            let _ = write!(text, "  {note}");
        }
        if node.size > 1 {
            let _ = write!(text, "  ({} {})", node.size, self.options.pick("nodes", "节点"));
        }
        text
    }

    fn score(&self, score: GameValue) -> String {
        match score.to_string().as_str() {
            "won" => self.options.pick("won", "胜").to_owned(),
            "lost" => self.options.pick("lost", "负").to_owned(),
            number => number.to_owned(),
        }
    }

    fn purpose(&self, purpose: Purpose) -> Option<&str> {
        Some(match purpose {
            Purpose::Full => return None,
            Purpose::Scout => self.options.pick("scout", "试探"),
            Purpose::Reduced => self.options.pick("reduced", "减深"),
            Purpose::Pass => self.options.pick("pass", "停着"),
            Purpose::Quiescence => self.options.pick("capture", "吃子"),
        })
    }

    fn leaf(&self, leaf: Leaf) -> Option<&str> {
        Some(match leaf {
            Leaf::Evaluated => return None,
            Leaf::Ended => self.options.pick("game over", "终局"),
            Leaf::Table => self.options.pick("known from the table", "置换表已知"),
            Leaf::NullMove => self.options.pick("a pass is already too good", "停着已过好"),
            Leaf::StandPat => self.options.pick("too good even without captures", "不吃子已过好"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_game::Stop;
    use xun_game::textbook::trace::Recorder;
    use xun_game::textbook::{Limits, Settings, search};
    use xun_game::toys::{LeafNumbers, TeachingTree};

    fn drawn(most_lines: usize, language: Language) -> String {
        let mut recorder = Recorder::new(1000, 10);
        let tree = TeachingTree::classic();
        let stop = Stop::new();
        let settings = Settings::default();
        search(&tree, &LeafNumbers, &settings, &Limits::depth(2), &stop, &mut recorder);
        let options = DrawOptions { most_children: 12, most_plies: 4, most_lines, language };
        draw(&recorder.into_trace(), &options)
    }

    #[test]
    fn the_tree_is_drawn() {
        let wanted = "\
max [−∞, +∞] = 3  (11 nodes)
├─ 1  min [−∞, +∞] = 3  (4 nodes)
│  ├─ 1.1  max [−∞, +∞] = 3  game over
│  ├─ 1.2  max [−∞, 3] = 12  game over
│  └─ 1.3  max [−∞, 3] = 8  game over
├─ 2  min [3, +∞] = 2  (2 nodes)
│  ├─ 2.1  max [3, +∞] = 2  game over
│  └─ ✂ α = 3 set by 1; the reply 2.1 already gives 2: 2 moves left out
";
        let text = drawn(400, Language::English);
        assert!(text.starts_with(wanted), "{text}");
        assert_eq!(drawn(3, Language::English).lines().count(), 3);
        let text = drawn(400, Language::Chinese);
        assert!(text.contains("终局"), "{text}");
        assert!(text.contains("α = 3 由 1 定下；应着 2.1 已得 2：略去 2 着"), "{text}");
    }
}
