//! The search as a whole: its answers, and its limits.

use super::*;
use crate::eval::{Evaluator, HandEvaluator, PlayingEvaluator};
use crate::rules::{BoardObserver, Piece, Position, Square};
use std::time::Duration;
use xun_game::{Handicap, Limits, Score, Stop};

fn engine() -> Searcher {
    Searcher::new(8, HandEvaluator::default()).expect("8 MiB")
}

fn ask(fen: &str, question: impl Into<Question>) -> Answer {
    let position = Position::from_fen(fen).expect("possible");
    engine().search(&position, &question.into(), &Stop::new(), &mut |_| {})
}

/// Random positions from random games.
fn random_positions(count: usize) -> Vec<Position> {
    let mut state = 2024u64;
    let mut found = Vec::new();
    while found.len() < count {
        let mut position = Position::start();
        for ply in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            position.play(moves[(state >> 33) as usize % moves.len()]);
            if ply % 17 == 16 {
                found.push(position.clone());
            }
        }
    }
    found
}

fn evaluate(position: &Position) -> i32 {
    let mut evaluator = HandEvaluator::default();
    evaluator.reset(position);
    evaluator.evaluate(position)
}

#[test]
fn symmetric_positions_score_alike() {
    for position in random_positions(200) {
        let setup = position.to_setup();
        let mirrored = Position::from_setup(&setup.mirrored()).expect("possible");
        let swapped = Position::from_setup(&setup.colours_swapped()).expect("possible");
        assert_eq!(evaluate(&position), evaluate(&mirrored), "{position:?}");
        assert_eq!(evaluate(&position), evaluate(&swapped), "{position:?}");
    }
}

#[test]
fn the_incremental_evaluation_equals_a_fresh_one() {
    struct Both(HandEvaluator);
    impl BoardObserver for Both {
        fn placed(&mut self, piece: Piece, square: Square) {
            self.0.placed(piece, square);
        }
        fn removed(&mut self, piece: Piece, square: Square) {
            self.0.removed(piece, square);
        }
    }
    let mut state = 7u64;
    for _ in 0..20 {
        let mut position = Position::start();
        let mut followed = Both(HandEvaluator::default());
        followed.0.reset(&position);
        for ply in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let chosen = moves[(state >> 33) as usize % moves.len()];
            followed.0.push();
            position.play_observed(chosen, &mut followed);
            assert_eq!(followed.0.evaluate(&position), evaluate(&position), "{position:?}");
            if ply % 3 == 2 {
                position.undo();
                followed.0.pop();
                assert_eq!(followed.0.evaluate(&position), evaluate(&position), "{position:?}");
            }
        }
    }
}

#[test]
fn the_explanation_adds_up_to_the_evaluation() {
    for position in random_positions(50) {
        let told = crate::eval::explain(&position, &crate::eval::Weights::shipped());
        assert_eq!(told.score, evaluate(&position), "{position:?}");
    }
}

#[test]
fn finds_mates() {
    for (fen, moves) in
        [("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", 2), ("4k4/9/4P4/9/9/9/9/9/9/R3K4 w - - 0 1", 2)]
    {
        let answer = ask(fen, Limits::depth(12));
        let distance = answer.score.mate_distance();
        assert!(
            distance.is_some_and(|found| found > 0 && found <= moves),
            "{fen}: {:?}",
            answer.score
        );
    }
}

#[test]
fn without_a_move_there_is_none() {
    let answer = ask("3k5/2P6/9/9/9/9/9/9/9/4K4 b - - 0 1", Limits::depth(5));
    assert_eq!(answer.best, None);
    assert_eq!(answer.score.mate_distance(), Some(0));
}

#[test]
fn one_thread_with_a_node_limit_repeats_itself() {
    let first = ask(BENCH_POSITIONS[1], Limits::nodes(20_000));
    let again = ask(BENCH_POSITIONS[1], Limits::nodes(20_000));
    assert_eq!((first.best, first.score, first.nodes), (again.best, again.score, again.nodes));
    assert!(first.nodes <= 20_000, "{}", first.nodes);
}

#[test]
fn every_reported_line_can_be_played() {
    for fen in BENCH_POSITIONS {
        let position = Position::from_fen(fen).expect("possible");
        let question = Question { lines: 4, ..Question::from(Limits::depth(7)) };
        let mut seen = 0;
        let answer = engine().search(&position, &question, &Stop::new(), &mut |event| {
            let Some(report) = event.report() else { return };
            seen += 1;
            let mut after = position.clone();
            for &chosen in &report.pv {
                assert!(after.is_legal_move(chosen), "{chosen} of {:?} in {fen}", report.pv);
                after.play(chosen);
            }
        });
        let count = position.legal_moves().len().min(4);
        assert_eq!(answer.lines.len(), count);
        assert!(seen >= count);
        let scores: Vec<Score> = answer.lines.iter().map(|line| line.score).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{fen}: {scores:?}");
    }
}

#[test]
fn the_lines_of_a_search_cut_short_are_of_one_depth() {
    for position in random_positions(20) {
        for nodes in [500, 1500, 5000] {
            let question = Question { lines: 4, ..Question::from(Limits::nodes(nodes)) };
            let mut last = Vec::new();
            let answer = engine().search(&position, &question, &Stop::new(), &mut |event| {
                last.extend(event.report().map(|report| (report.depth, report.pv[0])));
            });
            let lines = &answer.lines;
            assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{nodes}: {lines:?}");
            let shown: Vec<_> = lines.iter().map(|line| (line.depth, line.pv[0])).collect();
            assert!(last.ends_with(&shown), "the lines are those reported last");
            assert_eq!(answer.best, shown.first().map(|line| line.1));
        }
    }
}

#[test]
fn only_and_excluded_moves_are_obeyed() {
    let position = Position::start();
    let moves = position.legal_moves();
    let only = Question { only: vec![moves[5]], ..Question::from(Limits::depth(4)) };
    assert_eq!(engine().search(&position, &only, &Stop::new(), &mut |_| {}).best, Some(moves[5]));
    let excluded = Question { exclude: moves[1..].to_vec(), ..Question::from(Limits::depth(4)) };
    assert_eq!(
        engine().search(&position, &excluded, &Stop::new(), &mut |_| {}).best,
        Some(moves[0])
    );
    let all = Question { exclude: moves.to_vec(), ..Question::from(Limits::depth(4)) };
    assert_eq!(engine().search(&position, &all, &Stop::new(), &mut |_| {}).best, None);
}

#[test]
fn a_stop_ends_an_endless_search() {
    let mut engine = engine();
    engine.set_threads(2);
    let stop = Stop::new();
    let handle = stop.clone();
    let limits = Limits { infinite: true, ..Limits::default() };
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        handle.stop();
    });
    let answer = engine.search(&Position::start(), &Question::from(limits), &stop, &mut |_| {});
    stopper.join().expect("it stops");
    assert!(answer.best.is_some());
}

#[test]
fn a_stop_before_the_first_iteration_still_answers() {
    let mut engine = engine();
    let limits = Limits { infinite: true, ..Limits::default() };
    let stop = Stop::new();
    stop.stop();
    let answer = engine.search(&Position::start(), &Question::from(limits), &stop, &mut |_| {});
    assert!(answer.best.is_some());
}

#[test]
fn avoids_giving_perpetual_check() {
    // Red is a rook ahead and may check for ever from e-file squares, which loses: it must find
    // something else.
    let mut position =
        Position::from_fen("4k4/9/9/9/9/9/9/5R3/r8/3K5 w - - 0 1").expect("possible");
    let mut engine = engine();
    for _ in 0..40 {
        if position.outcome(&crate::rules::Rules::default()).is_some() {
            break;
        }
        let answer = engine.search(
            &position,
            &Question::from(Limits::nodes(3000)),
            &Stop::new(),
            &mut |_| {},
        );
        position.play(answer.best.expect("the game goes on"));
    }
    let outcome = position.outcome(&crate::rules::Rules::default());
    let lost_by_rule = outcome.is_some_and(|outcome| {
        matches!(outcome.reason, crate::rules::Reason::Repetition(_))
            && outcome.verdict != crate::rules::Verdict::Draw
    });
    assert!(!lost_by_rule, "{position:?}");
}

#[test]
fn weak_levels_answer_legal_moves() {
    for skill in [0, 5, 10, 19] {
        let mut engine = engine();
        engine.set_handicap(handicap_of_skill(skill, 42));
        let position = Position::from_fen(BENCH_POSITIONS[1]).expect("possible");
        let answer = engine.search(
            &position,
            &Question::from(Limits::nodes(50_000)),
            &Stop::new(),
            &mut |_| {},
        );
        assert!(answer.best.is_some_and(|best| position.is_legal_move(best)));
    }
}

#[test]
fn a_weakened_player_spends_nothing_on_moves_it_would_never_choose() {
    // A rook is to be had for nothing: an expert need not know exactly how bad each other move is.
    let fen = "3akab2/9/2n1b4/p3p1p1p/2r6/6R2/P3P3P/2N1B4/4A4/2BAK4 w - - 0 1";
    let position = Position::from_fen(fen).expect("possible");
    let nodes_of = |skill| {
        let mut engine = engine();
        engine.set_handicap(
            handicap_of_skill(skill, 42).map(|handicap| Handicap { depth: Some(6), ..handicap }),
        );
        engine.search(&position, &Question::from(Limits::depth(6)), &Stop::new(), &mut |_| {}).nodes
    };
    let (weak, strong) = (nodes_of(0), nodes_of(18));
    assert!(strong * 3 < weak, "{strong} against {weak}");
}

#[test]
fn the_signature_does_not_depend_on_the_run() {
    let nodes = || bench_to(6, 1, PlayingEvaluator::default()).nodes;
    assert_eq!(nodes(), nodes());
}

#[test]
fn threads_together_finish_the_depth_asked_for() {
    let mut engine = engine();
    engine.set_threads(3);
    for position in random_positions(40).iter().filter(|position| position.has_legal_move()) {
        let question = Question { lines: 2, ..Question::from(Limits::depth(6)) };
        let (mut depths, mut nodes) = (Vec::new(), 0);
        let answer = engine.search(position, &question, &Stop::new(), &mut |event| {
            depths.extend(event.report().map(|report| (report.depth, report.line)));
            nodes = event.report().map_or(nodes, |report| report.nodes);
        });
        assert_eq!((answer.depth, answer.nodes), (6, nodes));
        assert!(answer.best.is_some_and(|best| position.is_legal_move(best)));
        // The last lines may come again with the final counts.
        let (before, last) = depths.split_at(depths.len() - answer.lines.len());
        assert!(before.is_sorted(), "each depth once, in order: {depths:?}");
        assert!(last.iter().zip(1..).all(|(&(depth, line), number)| (depth, line) == (6, number)));
        let firsts: Vec<_> = answer.lines.iter().map(|line| line.pv[0]).collect();
        assert!(firsts.len() < 2 || firsts[0] != firsts[1], "two lines are two moves");
    }
}
