//! The trace tells what the search did, and why.

mod maze_game;

use maze_game::{MazeGame, MazeJudge};
use proptest::prelude::*;
use xun_game::textbook::trace::{End, Recorder, Trace, TraceStep};
use xun_game::textbook::{Answer, Limits, Refinement, Refinements, Settings, search};
use xun_game::toys::{LeafNumbers, TeachingTree};
use xun_game::{Evaluation, Game, GameValue, Stop};

fn traced<G: Game, E: Evaluation<G>>(
    game: &G,
    judge: &E,
    settings: &Settings,
    depth: u32,
    most: usize,
) -> (Answer<G::Move>, Trace) {
    let mut recorder = Recorder::new(most, 50);
    let answer = search(game, judge, settings, &Limits::depth(depth), &Stop::new(), &mut recorder);
    (answer, recorder.into_trace())
}

#[test]
fn the_classic_tree_is_cut_where_every_textbook_cuts_it() {
    let tree = TeachingTree::classic();
    let (answer, trace) = traced(&tree, &LeafNumbers, &Settings::default(), 2, 1000);
    assert_eq!(answer.score, GameValue::points(3));
    let cuts: Vec<_> = trace
        .nodes
        .iter()
        .filter_map(|node| Some((node.chosen.as_str(), node.cut.as_ref()?)))
        .collect();
    let [(second, first_cut), (third, second_cut)] = cuts.as_slice() else {
        panic!("two cut-offs, not {cuts:?}")
    };
    assert_eq!((*second, *third), ("2", "3"));
    assert_eq!(
        (first_cut.end, first_cut.bound, first_cut.gives),
        (End::Alpha, GameValue::points(3), GameValue::points(2))
    );
    assert_eq!((first_cut.by.as_str(), first_cut.left_out), ("2.1", 2));
    assert_eq!(first_cut.set_by.as_ref().unwrap().chosen, "1");
    assert_eq!(second_cut.left_out, 0, "the third choice is seen through only with its last leaf");
    assert_eq!(
        first_cut.to_string(),
        "α = 3 set by 1; the reply 2.1 already gives 2: 2 moves left out"
    );
    assert_eq!(trace.nodes[0].value, Some(GameValue::points(3)));
    assert_eq!(trace.nodes[0].size, 11);
}

#[test]
fn a_trace_survives_json() {
    let (_, trace) = traced(&TeachingTree::classic(), &LeafNumbers, &Settings::default(), 2, 1000);
    let json = serde_json::to_string(&trace).unwrap();
    assert!(json.contains(r#""kind":"enter""#) && json.contains(r#""move":"2.1""#));
    assert_eq!(serde_json::from_str::<Trace>(&json).unwrap(), trace);
}

#[test]
fn a_full_trace_counts_what_it_leaves_out() {
    let game = MazeGame::new(5);
    let settings = Settings::minimax();
    let (answer, all) = traced(&game, &MazeJudge, &settings, 6, usize::MAX);
    let (_, some) = traced(&game, &MazeJudge, &settings, 6, 20);
    assert_eq!(some.nodes.len(), 20);
    assert_eq!(some.nodes.len() as u64 + some.omitted, answer.statistics.nodes + 1);
    assert_eq!(some.nodes[0].size, all.nodes[0].size);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_trace_is_a_sound_tree(seed: u64, depth in 1u32..=5, mask in 0u16..1024) {
        // Only the refinements of one thread can be traced.
        let refinements: Refinements = Refinement::ALL
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| mask >> bit & 1 == 1)
            .map(|(_, one)| one)
            .collect();
        let settings = Settings { refinements, table_mebibytes: 1, ..Settings::default() };
        let (answer, trace) =
            traced(&MazeGame::new(seed), &MazeJudge, &settings, depth, usize::MAX);
        if answer.best.is_none() {
            return Ok(());
        }
        prop_assert_eq!(trace.nodes[0].value, Some(answer.score));
        let mut depth_of_walk = 0i64;
        for step in &trace.steps {
            match step {
                TraceStep::Enter { .. } => depth_of_walk += 1,
                TraceStep::Leave { .. } => depth_of_walk -= 1,
                _ => {}
            }
            prop_assert!(depth_of_walk >= 0);
        }
        prop_assert_eq!(depth_of_walk, 0);
        for (index, node) in trace.nodes.iter().enumerate() {
            prop_assert!(node.value.is_some());
            let below: u64 = node.children.iter().map(|child| trace.nodes[*child].size).sum();
            prop_assert_eq!(node.size, below + 1);
            prop_assert!(
                node.children
                    .iter()
                    .all(|child| *child > index && trace.nodes[*child].parent == Some(index))
            );
            if let Some(cut) = &node.cut {
                let met =
                    if node.maximising { cut.gives >= cut.bound } else { cut.gives <= cut.bound };
                prop_assert!(met, "{:?}", cut);
                prop_assert_eq!(cut.end == End::Beta, node.maximising);
            }
        }
    }
}
