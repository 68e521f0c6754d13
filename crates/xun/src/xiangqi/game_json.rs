//! A game as JSON: first position, result, tags, and the tree of moves.

use serde_json::{Value, json};
use xun_xiangqi::notation::GameRecord;
use xun_xiangqi::notation::pgn::Line;

/// A part of a tree that is still to be written. Games may be longer than any stack of calls, so
/// this stack is on the heap.
enum Task<'a> {
    /// A move of a line with everything after it.
    Node { line: &'a Line, index: usize },
    /// A text as it is.
    Text(&'static str),
}

/// The game on one line.
pub(crate) fn game_json(record: &GameRecord) -> String {
    let tags: serde_json::Map<String, Value> =
        record.tags.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
    let head = json!({
        "start": record.start.to_string(),
        "result": record.result.text(),
        "tags": tags,
        "comment": record.line.comment,
    });
    let mut text = head.to_string();
    text.pop();
    text.push_str(",\"moves\":[");
    let mut tasks = vec![Task::Text("]}")];
    push_children(&mut tasks, &record.line, 0);
    while let Some(task) = tasks.pop() {
        match task {
            Task::Text(part) => text.push_str(part),
            Task::Node { line, index } => {
                let made = &line.moves[index];
                let mut node = json!({"move": made.chosen.to_string(), "comment": made.comment});
                if !made.glyphs.is_empty() {
                    node["nags"] = json!(made.glyphs);
                }
                if index == 0 && !is_main(record, line) && !line.comment.is_empty() {
                    node["before"] = json!(line.comment);
                }
                let node = node.to_string();
                text.push_str(&node[..node.len() - 1]);
                text.push_str(",\"children\":[");
                tasks.push(Task::Text("]}"));
                push_children(&mut tasks, line, index + 1);
            }
        }
    }
    text
}

fn is_main(record: &GameRecord, line: &Line) -> bool {
    std::ptr::eq(line, &raw const record.line)
}

/// Pushes the move of an index of a line and the first moves of its variations, so that the line's
/// own comes first.
fn push_children<'a>(tasks: &mut Vec<Task<'a>>, line: &'a Line, index: usize) {
    let mut children = Vec::new();
    let mut lines = vec![(line, index)];
    while let Some((line, index)) = lines.pop() {
        let Some(made) = line.moves.get(index) else { continue };
        children.push(Task::Node { line, index });
        // A variation of a variation's first move is one more child.
        lines.extend(made.variations.iter().rev().map(|other| (other, 0)));
    }
    for (position, child) in children.into_iter().enumerate().rev() {
        tasks.push(child);
        if position > 0 {
            tasks.push(Task::Text(","));
        }
    }
}
