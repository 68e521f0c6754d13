//! Laws of the course board: taking back is the identity, running sums equal fresh ones, exact
//! refinements equal minimax.

use proptest::prelude::*;
use xun_game::textbook::{
    Algorithm, Limits, NoObserver, Refinement, Refinements, Settings, search,
};
use xun_game::{Evaluation, Game, Stop};
use xun_xiangqi::textbook::{
    CourseBoard, CourseEvaluation, CourseRules, CourseTables, Point, TablesError,
};

const START: &str = "\
rnbakabnr
.........
.c.....c.
p.p.p.p.p
.........
.........
P.P.P.P.P
.C.....C.
.........
RNBAKABNR
";

fn rules() -> impl Strategy<Value = CourseRules> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(knight_legs, facing_kings_capture, ends_without_king)| CourseRules {
            knight_legs,
            facing_kings_capture,
            ends_without_king,
        },
    )
}

/// The start position after some moves, each chosen by a number.
fn walk(rules: CourseRules, choices: &[usize]) -> CourseBoard {
    let mut board = CourseBoard::from_text(START, rules).unwrap();
    let mut moves = Vec::new();
    for choice in choices {
        moves.clear();
        board.moves(&mut moves);
        if board.ending().is_some() || moves.is_empty() {
            break;
        }
        board.play(moves[choice % moves.len()]);
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn play_and_undo_are_exact(
        rules in rules(),
        choices in prop::collection::vec(any::<usize>(), 0..80),
        captures: bool,
    ) {
        let board = walk(rules, &choices);
        let mut running = CourseEvaluation::new(&CourseTables::own(), captures);
        running.start(&board);
        let mut moves = Vec::new();
        board.moves(&mut moves);
        for chosen in moves {
            let mut after = board.clone();
            running.before_play(&board, chosen);
            after.play(chosen);
            let mut fresh = CourseEvaluation::new(&CourseTables::own(), captures);
            fresh.start(&after);
            prop_assert_eq!(running.evaluate(&after), fresh.evaluate(&after));
            let mut again = CourseBoard::from_text(&after.to_text(), rules).unwrap();
            again.set_side(after.side());
            prop_assert_eq!(again.key(), after.key());
            after.undo();
            Evaluation::<CourseBoard>::after_undo(&mut running);
            prop_assert_eq!((after.to_text(), after.key()), (board.to_text(), board.key()));
        }
        let mut captures = Vec::new();
        board.captures(&mut captures);
        prop_assert!(
            captures.iter().all(
                |chosen| board.piece_on(chosen.to).is_some() && board.capture_gain(*chosen) > 0
            )
        );
    }

    #[test]
    fn exact_refinements_equal_minimax(
        rules in rules(),
        choices in prop::collection::vec(any::<usize>(), 0..100),
        mask in 0u16..512,
        captures: bool,
        quiescence: bool,
    ) {
        let board = walk(rules, &choices);
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
            search(&board, &judge, settings, &Limits::depth(2), &Stop::new(), &mut NoObserver)
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
    fn no_text_makes_the_loader_panic(
        text in "\\PC{0,60}",
        noise in "[\\[\\]{}\",:a-z0-9 -]{0,80}",
    ) {
        let _ = CourseTables::from_json(&text, None);
        let _ = CourseTables::from_json(&noise, Some("x"));
        let _ = CourseTables::from_json(&format!("{{\"tables\":{{\"rook\":[{noise}]}}}}"), None);
        let _ = CourseBoard::from_text(&text, CourseRules::default());
    }
}

#[test]
fn the_start_position_has_the_moves_one_counts_by_hand() {
    // As in the real game: 44 moves, none blocked at the start by knight legs but those of the four
    // inner jumps.
    let count = |knight_legs| {
        let rules = CourseRules { knight_legs, ..CourseRules::default() };
        let mut moves = Vec::new();
        CourseBoard::from_text(START, rules).unwrap().moves(&mut moves);
        moves.len()
    };
    assert_eq!(count(true), 44);
    assert_eq!(count(false), 46, "each knight gains the jump behind its elephant");
}

#[test]
fn faults_of_a_file_are_all_named() {
    let file = r#"{"values": {"king": 1, "dragon": 2, "rook": 1.5},
        "tables": {"pawn": [[1]], "rook": []}}"#;
    let TablesError { faults } = CourseTables::from_json(file, None).unwrap_err();
    let all = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    for place in
        ["values.dragon", "values.rook", "no value for advisor", "tables.pawn", "tables.rook"]
    {
        assert!(all.contains(place), "{place} in\n{all}");
    }
}

#[test]
fn both_shapes_of_table_mean_the_same() {
    let own = CourseTables::own();
    let columns: Vec<Vec<i32>> = (0..9)
        .map(|column| (0..10).map(|rank| own.positions[4][(9 - rank) * 9 + column]).collect())
        .collect();
    let values = r#"{"Jiang":1,"Shi":1,"Xiang":1,"Ma":1,"Ju":1,"Pao":1,"Bing":1}"#;
    let file = format!(r#"{{"x": {{"Ju": {columns:?}}}, "x_piece_values": {values}}}"#);
    let read = CourseTables::from_json(&file, Some("x")).unwrap();
    assert_eq!(read.positions[4], own.positions[4]);
    assert_eq!(Point::all().count(), 90);
    assert_eq!(CourseTables::sets_in(&file).unwrap(), ["x"]);
}
