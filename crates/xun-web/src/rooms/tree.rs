//! Game trees: a textbook search of a small depth whose every step is kept.

use super::board::{self, FirstPosition};
use crate::message::tree::{StepKind, Tree, TreeNode, TreeQuestion, TreeStep};
use crate::message::{Answer, Refusal, Text};
use crate::responder::Responder;
use std::time::{Duration, Instant};
use xun_game::textbook::trace::{Recorder, Trace, TraceStep};
use xun_game::textbook::{
    Answer as Found, CompiledSearch, Limits, Refinement, Refinements, Settings, UnknownAlgorithm,
};
use xun_game::toys::{LeafNumbers, TeachingTree};
use xun_game::{Evaluation, Stop};
use xun_gomoku::textbook::{GomokuGame, Scope, ShapeEvaluation, ShapeValues};
use xun_messages::Message;
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::notation::{Ranks, Script, format_chinese, format_wxf, parse_coordinates};
use xun_xiangqi::rules::Position;
use xun_xiangqi::textbook::{CourseEvaluation, CourseTables};

/// Nodes that are kept for the page.
const MOST_NODES: usize = 6_000;
/// The deepest search on the page.
const MOST_DEPTH: u32 = 6;
/// Time limit of a search on the page.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Searches and answers the tree.
pub(crate) async fn answer(question: TreeQuestion, responder: Responder) {
    let turn = responder.shared.budget.turn(responder.session).await;
    let stop = Stop::from(std::sync::Arc::clone(&responder.stop));
    let result = turn.work(move |_| grow(&question, &stop)).await;
    match result {
        Some(Ok(tree)) => responder.last(Answer::Tree(tree)).await,
        Some(Err(refusal)) => responder.refuse(refusal).await,
        None => responder.refuse(crate::responder::missing("The search failed", "搜索失败")).await,
    }
}

fn grow(question: &TreeQuestion, stop: &Stop) -> Result<Tree, Refusal> {
    let settings = settings(question)?;
    let Some(setup) = &question.setup else {
        let text = question.tree.as_deref().unwrap_or("((3 12 8) (2 4 6) (14 5 2))");
        return teaching(text, &settings, stop);
    };
    let depth = question.depth;
    if !(1..=MOST_DEPTH).contains(&depth) {
        return Err(Refusal::input(Text::new(
            format!("The depth is {depth}; the page draws trees of 1 to {MOST_DEPTH} plies"),
            format!("深度为 {depth}；页面可画 1 至 {MOST_DEPTH} 层的树"),
        )));
    }
    match board::first_position(setup)? {
        FirstPosition::Xiangqi(position) => {
            let evaluation = CourseEvaluation::new(&CourseTables::own(), false);
            let game = XiangqiGame::new((*position).clone());
            let (trace, found) = run(&game, &evaluation, &settings, depth, stop);
            let mut tree = tree_of(&trace, &found, found.best.map(|best| best.to_string()));
            name_in_xiangqi(&mut tree, &trace, *position);
            Ok(tree)
        }
        FirstPosition::Gomoku(board) => {
            let values = ShapeValues::own();
            let game = GomokuGame::new(*board, Scope::Near, &values);
            let (trace, found) = run(&game, &ShapeEvaluation::new(&values), &settings, depth, stop);
            Ok(tree_of(&trace, &found, found.best.map(|best| best.to_string())))
        }
    }
}

fn settings(question: &TreeQuestion) -> Result<Settings, Refusal> {
    let mut refinements = Refinements::NONE;
    for name in &question.refinements {
        let found: Refinement =
            name.parse().map_err(|error: xun_game::textbook::UnknownRefinement| {
                Refusal::input(Text::same(error.to_string()))
            })?;
        refinements = refinements.with(found);
    }
    // The observer sees one thread.
    let refinements =
        refinements.without(Refinement::ParallelRoot).without(Refinement::ParallelTable);
    let algorithm = question
        .algorithm
        .parse()
        .map_err(|error: UnknownAlgorithm| Refusal::input(error.text()))?;
    Ok(Settings { algorithm, refinements, threads: 1, table_mebibytes: 4, ..Settings::default() })
}

fn run<G: CompiledSearch<E>, E: Evaluation<G>>(
    game: &G,
    evaluation: &E,
    settings: &Settings,
    depth: u32,
    stop: &Stop,
) -> (Trace, Found<G::Move>) {
    let limits = Limits { time: Some(TIME_LIMIT), ..Limits::depth(depth) };
    let began = Instant::now();
    let mut kept = None;
    // As many plies as fit whole: a tree of which only the first branch is kept would mislead.
    for plies in 1..=depth as usize + 1 {
        let mut recorder = Recorder::new(MOST_NODES, plies);
        let found = game.search_with(evaluation, settings, &limits, stop, Some(&mut recorder));
        let trace = recorder.into_trace();
        if kept.is_some() && trace.nodes.len() >= MOST_NODES {
            break;
        }
        let (nothing_left_out, slow) = (trace.omitted == 0, began.elapsed() > TIME_LIMIT / 4);
        kept = Some((trace, found));
        if nothing_left_out || slow || stop.is_stopped() {
            break;
        }
    }
    kept.expect("the first round is always kept")
}

fn teaching(text: &str, settings: &Settings, stop: &Stop) -> Result<Tree, Refusal> {
    let game = TeachingTree::parse(text).map_err(|error| {
        Refusal::input(Text::new(error.to_string(), format!("这棵树有误：{error}")))
    })?;
    let (trace, found) = run(&game, &LeafNumbers, settings, game.height().max(1), stop);
    Ok(tree_of(&trace, &found, found.best.map(|best| (best + 1).to_string())))
}

fn tree_of<M>(trace: &Trace, found: &Found<M>, best: Option<String>) -> Tree {
    // A bound met by the last move cuts nothing.
    let cut_of = |node: usize| trace.nodes[node].cut.as_ref().filter(|cut| cut.left_out > 0);
    let mut nodes: Vec<TreeNode> = trace
        .nodes
        .iter()
        .enumerate()
        .map(|(index, node)| TreeNode {
            parent: node.parent.map(|parent| parent as u32),
            name: Text::same(&node.chosen),
            text: node.chosen.clone(),
            maximising: node.maximising,
            alpha: node.alpha.to_string(),
            beta: node.beta.to_string(),
            value: node.value.map(|value| value.to_string()),
            size: node.size as f64,
            leaf: node.leaf.is_some(),
            cut: cut_of(index).map(Message::text),
            cut_by: cut_of(index).and_then(|cut| cut.set_by.as_ref()?.node).map(|node| node as u32),
            left_out: cut_of(index).map_or(0, |cut| cut.left_out as u32),
            best: false,
        })
        .collect();
    // The best line: from each node to the first child that has its value.
    let mut at = (!nodes.is_empty()).then_some(0);
    while let Some(here) = at {
        nodes[here].best = true;
        let value = trace.nodes[here].value;
        at = trace.nodes[here].children.iter().copied().find(|&child| {
            let same = value.is_some() && trace.nodes[child].value == value;
            same && (here > 0
                || best.as_ref().is_none_or(|best| *best == trace.nodes[child].chosen))
        });
    }
    let steps = trace
        .steps
        .iter()
        .filter(|step| !matches!(step, TraceStep::Cut { node } if cut_of(*node).is_none()))
        .map(|step| {
            let plain = |kind: StepKind, node: usize| TreeStep {
                kind,
                node: node as u32,
                window: None,
                value: None,
            };
            match step {
                TraceStep::Enter { node } => plain(StepKind::Enter, *node),
                TraceStep::Narrow { node, alpha, beta } => TreeStep {
                    window: Some([alpha.to_string(), beta.to_string()]),
                    ..plain(StepKind::Narrow, *node)
                },
                TraceStep::Cut { node } => plain(StepKind::Cut, *node),
                TraceStep::Leave { node, value } => {
                    TreeStep { value: Some(value.to_string()), ..plain(StepKind::Leave, *node) }
                }
            }
        })
        .collect();
    let statistics = &found.statistics;
    // Where every node was kept, the cuts are those that the drawing shows.
    let cutoffs = if trace.omitted == 0 {
        (0..trace.nodes.len()).filter(|&node| cut_of(node).is_some()).count() as u64
    } else {
        statistics.cutoffs
    };
    Tree {
        nodes,
        steps,
        omitted: trace.omitted as f64,
        // The root is a node like the others.
        visited: statistics.nodes as f64 + 1.0,
        evaluated: statistics.evaluations as f64,
        cutoffs: cutoffs as f64,
        first_move: statistics.first_move_cutoff_rate().map(|rate| rate * 100.0),
        seconds: statistics.time.as_secs_f64(),
        value: found.score.to_string(),
        best,
        stopped: found.stopped,
    }
}

/// Gives every move its names, walking down and up again.
fn name_in_xiangqi(tree: &mut Tree, trace: &Trace, mut position: Position) {
    let mut way: Vec<usize> = Vec::new();
    for index in 1..tree.nodes.len() {
        let parent = tree.nodes[index].parent.unwrap_or(0) as usize;
        // Nodes come in the order of search, so the parent lies on the way.
        while way.last().is_some_and(|&last| last != parent) {
            position.undo();
            way.pop();
        }
        let node = &mut tree.nodes[index];
        let Ok(chosen) = parse_coordinates(&node.name.en, Ranks::FromZero) else {
            position.pass();
            way.push(index);
            continue;
        };
        if let Some(name) = names_of(&position, &node.text) {
            node.name = name;
        }
        position.play(chosen);
        way.push(index);
        // The reply that cut may lie below the nodes that were kept, so it is named here.
        let reply = trace.nodes[index].cut.as_ref().map(|cut| cut.by.as_str());
        if let (Some(reply), Some(reason)) = (reply, &mut tree.nodes[index].cut) {
            *reason = with_named_reply(reason, reply, &position);
        }
    }
}

/// The names of a move in both languages; none for text that is no legal move here.
fn names_of(position: &Position, text: &str) -> Option<Text> {
    let chosen = parse_coordinates(text, Ranks::FromZero).ok()?;
    let zh = format_chinese(position, chosen, Script::Simplified)?;
    Some(Text::new(format_wxf(position, chosen)?, zh))
}

/// The reason of a cut with its reply written as the drawing names moves.
fn with_named_reply(reason: &Text, reply: &str, position: &Position) -> Text {
    let Some(name) = names_of(position, reply) else { return reason.clone() };
    let (en, zh) = (format!("the reply {reply} "), format!("应着 {reply} "));
    Text::new(
        reason.en.replacen(&en, &format!("the reply {} ", name.en), 1),
        reason.zh.replacen(&zh, &format!("应着 {} ", name.zh), 1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::board::Setup;

    fn question(algorithm: &str) -> TreeQuestion {
        TreeQuestion {
            setup: None,
            tree: None,
            algorithm: algorithm.to_owned(),
            refinements: Vec::new(),
            depth: 2,
        }
    }

    fn setup(position: &str) -> Setup {
        serde_json::from_value(serde_json::json!({
            "game": "xiangqi",
            "name": "",
            "rules": "asian",
            "size": 15,
            "opening": "free",
            "position": position,
            "players": [{ "type": "human" }, { "type": "human" }],
            "clock": null,
            "think": null,
        }))
        .expect("a set-up")
    }

    #[test]
    fn the_classic_tree_is_cut_where_the_books_say() {
        let stop = Stop::new();
        let full = grow(&question("minimax"), &stop).expect("grows");
        let pruned = grow(&question("alpha-beta"), &stop).expect("grows");
        assert_eq!((full.value.as_str(), pruned.value.as_str()), ("3", "3"));
        assert_eq!((full.evaluated, pruned.evaluated), (9.0, 7.0));
        assert_eq!(full.nodes.iter().filter(|node| node.cut.is_some()).count(), 0);
        let cuts: Vec<_> = pruned.nodes.iter().filter(|node| node.cut.is_some()).collect();
        assert_eq!(cuts.len(), 1);
        assert_eq!(cuts[0].left_out, 2);
        assert!(pruned.nodes.iter().filter(|node| node.best).count() >= 2);
    }

    #[test]
    fn an_unknown_algorithm_is_refused() {
        let refusal = grow(&question("alpha"), &Stop::new()).expect_err("no such algorithm");
        assert!(refusal.words.en.contains("minimax or alpha-beta"), "{}", refusal.words.en);
    }

    #[test]
    fn the_numbers_count_what_the_drawing_shows() {
        let position = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1";
        let real = TreeQuestion { setup: Some(setup(position)), ..question("alpha-beta") };
        for asked in [question("minimax"), question("alpha-beta"), real] {
            let tree = grow(&asked, &Stop::new()).expect("grows");
            assert_eq!(tree.omitted as usize, 0);
            assert_eq!(tree.visited as usize, tree.nodes.len(), "{}", asked.algorithm);
            let cut = tree.nodes.iter().filter(|node| node.cut.is_some()).count();
            let steps = tree.steps.iter().filter(|step| step.kind == StepKind::Cut).count();
            assert_eq!((tree.cutoffs, steps), (cut as f64, cut));
        }
    }

    #[test]
    fn moves_of_a_real_tree_can_be_shown_on_a_board() {
        let setup = setup("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
        let asked = TreeQuestion { setup: Some(setup), depth: 1, ..question("alpha-beta") };
        let tree = grow(&asked, &Stop::new()).expect("grows");
        let cannon = tree.nodes.iter().find(|node| node.text == "h2e2").expect("a legal move");
        assert_eq!((cannon.name.en.as_ref(), cannon.name.zh.as_ref()), ("C2=5", "炮二平五"));
    }

    #[test]
    fn reasons_name_a_reply_below_the_drawn_nodes() {
        let setup = setup("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
        let asked = TreeQuestion { setup: Some(setup), depth: 3, ..question("alpha-beta") };
        let tree = grow(&asked, &Stop::new()).expect("grows");
        let reasons: Vec<_> = tree.nodes.iter().filter_map(|node| node.cut.as_ref()).collect();
        assert!(tree.omitted > 0.0 && !reasons.is_empty());
        let coordinates = |text: &str, before: &str| {
            let reply = text.split(before).nth(1).expect("a reply");
            parse_coordinates(reply.split(' ').next().expect("a word"), Ranks::FromZero).is_ok()
        };
        for reason in reasons {
            assert!(!coordinates(&reason.en, "the reply "), "{}", reason.en);
            assert!(!coordinates(&reason.zh, "应着 "), "{}", reason.zh);
        }
    }

    #[test]
    fn a_depth_out_of_range_is_refused() {
        for depth in [0, 7, 9, u32::MAX] {
            let setup = setup("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1");
            let asked = TreeQuestion { setup: Some(setup), depth, ..question("minimax") };
            let refusal = grow(&asked, &Stop::new()).expect_err("too deep");
            assert!(refusal.words.en.contains("1 to 6"), "{}", refusal.words.en);
        }
    }

    #[test]
    fn a_broken_tree_is_refused_with_its_place() {
        let wrong = TreeQuestion { tree: Some("((1 2".to_owned()), ..question("minimax") };
        assert!(grow(&wrong, &Stop::new()).is_err());
    }
}
