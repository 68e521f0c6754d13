//! The textbook searches on the real game: exact refinements equal minimax, running sums equal
//! fresh ones.

use proptest::prelude::*;
use xun_game::textbook::{
    Algorithm, Limits, NoObserver, Refinement, Refinements, Settings, search,
};
use xun_game::{Evaluation, Game, GameValue, NoOpinion, Stop};
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::rules::Position;
use xun_xiangqi::textbook::{CourseEvaluation, CourseTables};

/// The start position after some moves, each chosen by a number.
fn walk(choices: &[usize]) -> XiangqiGame {
    let mut position = Position::start();
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice % moves.len()]);
    }
    XiangqiGame::new(position)
}

fn deciding() -> XiangqiGame {
    // One rook holds the second row, the other mates on the first (or takes the last free point
    // away).
    XiangqiGame::new(Position::from_fen("4k4/R8/1R7/9/9/9/9/9/4A4/3K5 w").unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, ..ProptestConfig::default() })]

    #[test]
    fn exact_refinements_equal_minimax(
        choices in prop::collection::vec(any::<usize>(), 0..120),
        mask in 0u16..512,
        captures: bool,
        quiescence: bool,
    ) {
        let game = walk(&choices);
        let judge = CourseEvaluation::new(&CourseTables::own(), captures);
        let leaf =
            if quiescence { Refinements::of(&[Refinement::Quiescence]) } else { Refinements::NONE };
        let exact: Vec<_> = Refinement::ALL.into_iter().filter(|one| one.is_exact()).collect();
        let chosen: Refinements = exact
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| mask >> bit & 1 == 1)
            .map(|(_, one)| one)
            .chain(leaf.iter())
            .collect();
        let run = |settings: &Settings| {
            search(&game, &judge, settings, &Limits::depth(2), &Stop::new(), &mut NoObserver)
        };
        let plain = run(&Settings {
            algorithm: Algorithm::Minimax,
            refinements: leaf,
            ..Settings::default()
        });
        let refined = run(&Settings {
            refinements: chosen,
            threads: 2,
            table_mebibytes: 1,
            ..Settings::default()
        });
        prop_assert_eq!(
            (refined.score, refined.best),
            (plain.score, plain.best),
            "with {}",
            chosen
        );
    }

    #[test]
    fn running_sums_equal_fresh_ones(
        choices in prop::collection::vec(any::<usize>(), 0..120),
        captures: bool,
    ) {
        let game = walk(&choices);
        let mut running = CourseEvaluation::new(&CourseTables::own(), captures);
        running.start(&game);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for chosen in moves {
            let before = running.evaluate(&game);
            let mut after = game.clone();
            running.before_play(&game, chosen);
            after.play(chosen);
            let mut fresh = CourseEvaluation::new(&CourseTables::own(), captures);
            fresh.start(&after);
            prop_assert_eq!(running.evaluate(&after), fresh.evaluate(&after));
            Evaluation::<XiangqiGame>::after_undo(&mut running);
            prop_assert_eq!(running.evaluate(&game), before);
        }
    }
}

#[test]
fn a_mate_is_found_and_counted_in_plies() {
    for refinements in [Refinements::NONE, Refinements::EXACT, Refinements::ALL] {
        let settings = Settings::alpha_beta(refinements);
        let answer = search(
            &deciding(),
            &NoOpinion,
            &settings,
            &Limits::depth(4),
            &Stop::new(),
            &mut NoObserver,
        );
        assert_eq!(answer.score.plies_to_end(4), Some(1), "{refinements}");
    }
}

#[test]
fn a_side_without_moves_has_lost() {
    // Black's king has no move and is not in check.
    let stalemate = XiangqiGame::new(Position::from_fen("4k4/R8/9/9/9/5R3/9/9/9/3K5 b").unwrap());
    let answer = search(
        &stalemate,
        &NoOpinion,
        &Settings::default(),
        &Limits::depth(3),
        &Stop::new(),
        &mut NoObserver,
    );
    assert_eq!((answer.best, answer.score.plies_to_end(3)), (None, Some(0)));
    assert!(answer.score < GameValue::ZERO);
}
