//! Comments, marks and drawings of moves.

use super::broken;
use super::saved::{Saved, no_node};
use crate::message::board::{Remarks, Shape};
use crate::message::{Refusal, Text};
use crate::shared::Shared;

/// Letters of a comment.
const LONGEST_COMMENT: usize = 10_000;
/// Marks and drawings of one move.
const MOST_SHAPES: usize = 100;

/// The remarks as the store has them; none where nothing was written.
pub(super) fn read(text: Option<&str>) -> Remarks {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

/// Remarks as the store keeps them; none if they are empty.
pub(super) fn text_of(remarks: &Remarks) -> Option<String> {
    if *remarks == Remarks::default() { None } else { serde_json::to_string(remarks).ok() }
}

/// Writes the remarks of a node. If something written before is lost, the change can be undone.
pub(super) fn set(
    saved: &mut Saved,
    node: u32,
    mut remarks: Remarks,
    shared: &Shared,
) -> Result<(), Refusal> {
    for comment in [&mut remarks.before, &mut remarks.comment] {
        *comment = comment.chars().take(LONGEST_COMMENT).collect();
    }
    remarks.glyphs.truncate(MOST_SHAPES);
    remarks.shapes.truncate(MOST_SHAPES);
    if !remarks.shapes.iter().all(is_point_names) {
        let words = Text::fixed("A drawing is on points such as h2", "标记应在 h2 这样的点上");
        return Err(Refusal::input(words));
    }
    let kept = if node == 0 {
        &mut saved.record.remarks
    } else {
        let found = saved.record.nodes.iter_mut().find(|found| found.id == node);
        &mut found.ok_or_else(|| no_node(node))?.remarks
    };
    let lost = lost(&read(kept.as_deref()), &remarks);
    *kept = text_of(&remarks);
    let text = kept.clone();
    let written = shared.store.remark(saved.record.id, node, text.as_deref(), lost);
    written.map_err(|error| broken(&error))?;
    Ok(())
}

fn is_point_names(shape: &Shape) -> bool {
    let short = |text: &String| (2..=3).contains(&text.len()) && text.is_ascii();
    short(&shape.from) && shape.to.as_ref().is_none_or(short)
}

/// The text of what a change removes; none if it only adds.
fn lost(before: &Remarks, after: &Remarks) -> Option<Text> {
    let changed = |old: &str, new: &str| !old.is_empty() && !new.starts_with(old);
    if changed(&before.comment, &after.comment) || changed(&before.before, &after.before) {
        return Some(if after.comment.is_empty() {
            Text::fixed("Removed the comment", "已删除注释")
        } else {
            Text::fixed("Changed the comment", "已修改注释")
        });
    }
    let removed = before.shapes.iter().filter(|shape| !after.shapes.contains(shape)).count();
    match removed {
        0 => {
            let kept = before.glyphs.iter().all(|glyph| after.glyphs.contains(glyph));
            (!kept).then(|| Text::fixed("Removed a mark", "已删除标注"))
        }
        1 => Some(Text::fixed("Removed a drawing", "已删除 1 个标记")),
        _ => Some(Text::new(
            format!("Removed {removed} drawings"),
            format!("已删除 {removed} 个标记"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::board::ShapeColour;

    #[test]
    fn only_what_removes_something_is_named() {
        let circle =
            |from: &str| Shape { colour: ShapeColour::Green, from: from.to_owned(), to: None };
        let empty = Remarks::default();
        let one = Remarks { shapes: vec![circle("h2")], ..Remarks::default() };
        let two = Remarks { shapes: vec![circle("h2"), circle("e2")], ..Remarks::default() };
        let said = Remarks { comment: "good".to_owned(), ..Remarks::default() };
        assert_eq!(lost(&empty, &one), None);
        assert_eq!(lost(&one, &two), None);
        assert_eq!(lost(&two, &empty).map(|text| text.en), Some("Removed 2 drawings".into()));
        assert_eq!(lost(&said, &empty).map(|text| text.en), Some("Removed the comment".into()));
        assert_eq!(text_of(&empty), None);
        assert_eq!(read(text_of(&two).as_deref()), two);
    }
}
