//! A game as JSON: board, rule, players, first stones, and the tree of moves.

use serde_json::{Map, Value, json};
use xun_gomoku::notation::{GameTree, MoveMark, Remarks};
use xun_gomoku::rules::{Colour, Point};

/// The game on one line. Lines may be longer than any stack of calls, so the stack is on the heap.
pub(crate) fn game_json(tree: &GameTree) -> String {
    enum Task {
        Node(usize),
        Text(&'static str),
    }
    let record = &tree.record;
    let stone = |&(point, colour): &(Point, Colour)| {
        json!({
            "point": point.to_string(), "colour": colour_name(colour)
        })
    };
    let stones: Vec<_> = record.setup.iter().map(stone).collect();
    let info = tree.info.iter().map(|(name, value)| (name.clone(), json!(value)));
    let mut head = Map::new();
    head.insert("size".into(), json!([record.size.width(), record.size.height()]));
    head.insert("rule".into(), json!(record.rule.map(|rule| rule.to_string())));
    head.insert("players".into(), json!(record.players));
    head.insert("setup".into(), json!(stones));
    head.insert("info".into(), Value::Object(info.collect()));
    if record.times.iter().any(|&time| time > 0) {
        head.insert("times".into(), json!(record.times));
    }
    add_remarks(&mut head, &tree.remarks);
    let mut children = vec![Vec::new(); tree.moves.len() + 1];
    for (index, made) in tree.moves.iter().enumerate() {
        children[made.parent].push(index + 1);
    }
    let push_children = |tasks: &mut Vec<Task>, number: usize| {
        for (position, &child) in children[number].iter().enumerate().rev() {
            tasks.push(Task::Node(child));
            if position > 0 {
                tasks.push(Task::Text(","));
            }
        }
    };
    let mut text = open(head, "moves");
    let mut tasks = vec![Task::Text("]}")];
    push_children(&mut tasks, 0);
    while let Some(task) = tasks.pop() {
        let number = match task {
            Task::Text(part) => {
                text.push_str(part);
                continue;
            }
            Task::Node(number) => number,
        };
        let made = &tree.moves[number - 1];
        let mut node = Map::new();
        node.insert("move".into(), json!(made.point.to_string()));
        node.insert("colour".into(), json!(colour_name(made.colour)));
        add_remarks(&mut node, &made.remarks);
        if let Some(value) = made.value {
            node.insert("value".into(), json!(f64::from(value) / 100.0));
        }
        if let Some(seconds) = made.seconds_left {
            node.insert("seconds_left".into(), json!(seconds));
        }
        text.push_str(&open(node, "children"));
        tasks.push(Task::Text("]}"));
        push_children(&mut tasks, number);
    }
    text
}

/// An object that is not closed, with a list that is begun.
fn open(object: Map<String, Value>, list: &str) -> String {
    let mut text = Value::Object(object).to_string();
    text.pop();
    text + ",\"" + list + "\":["
}

fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

fn add_remarks(object: &mut Map<String, Value>, remarks: &Remarks) {
    object.insert("comment".into(), json!(remarks.comment));
    if let Some(mark) = remarks.mark {
        object.insert("mark".into(), json!(mark_text(mark)));
    }
    if !remarks.circles.is_empty() {
        let circles: Vec<_> = remarks.circles.iter().map(ToString::to_string).collect();
        object.insert("circles".into(), json!(circles));
    }
    if !remarks.arrows.is_empty() {
        let arrow = |(from, to): &(Point, Point)| [from.to_string(), to.to_string()];
        let arrows: Vec<_> = remarks.arrows.iter().map(arrow).collect();
        object.insert("arrows".into(), json!(arrows));
    }
}

fn mark_text(mark: MoveMark) -> &'static str {
    match mark {
        MoveMark::Good => "!",
        MoveMark::VeryGood => "!!",
        MoveMark::Bad => "?",
        MoveMark::VeryBad => "??",
        MoveMark::Interesting => "!?",
        MoveMark::Doubtful => "?!",
    }
}
