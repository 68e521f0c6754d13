//! The textbook searches on Gomoku, and where the course evaluation is weak and our engine is not.

use proptest::prelude::*;
use xun_game::Stop;
use xun_game::textbook::{
    Algorithm, Answer, Limits, NoObserver, Refinement, Refinements, Settings, search,
};
use xun_game::{Evaluation, Game};
use xun_gomoku::notation::parse_moves;
use xun_gomoku::rules::{Board, Point, Rule, Size};
use xun_gomoku::search::{GomokuEngine, Question, Settings as EngineSettings};
use xun_gomoku::textbook::{GomokuGame, LabShape, Scope, ShapeEvaluation, ShapeValues};

fn board(moves: &str, size: Size, rule: Rule) -> Board {
    let mut board = Board::new(size, rule);
    for point in parse_moves(moves, size).unwrap() {
        board.play(point);
    }
    board
}

fn walk(size: Size, rule: Rule, scope: Scope, choices: &[usize]) -> GomokuGame {
    let mut board = Board::new(size, rule);
    for choice in choices {
        let legal: Vec<Point> =
            board.empty_points().filter(|point| board.is_legal(*point)).collect();
        if board.winner().is_some() || legal.is_empty() {
            break;
        }
        board.play(legal[choice % legal.len()]);
    }
    GomokuGame::new(board, scope, &ShapeValues::own())
}

fn run(game: &GomokuGame, settings: &Settings, depth: u32) -> Answer<Point> {
    let judge = ShapeEvaluation::new(&ShapeValues::own());
    search(game, &judge, settings, &Limits::depth(depth), &Stop::new(), &mut NoObserver)
}

fn rules() -> impl Strategy<Value = Rule> {
    prop::sample::select(Rule::ALL.to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn exact_refinements_equal_minimax(
        choices in prop::collection::vec(any::<usize>(), 0..40),
        rule in rules(),
        mask in 0u16..512,
        quiescence: bool,
        near: bool,
        goes_on: bool,
    ) {
        let mut game = walk(
            Size::new(7, 6).unwrap(),
            rule,
            if near { Scope::Near } else { Scope::All },
            &choices,
        );
        if goes_on {
            game = game.going_on_after_five();
        }
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
        let plain = run(
            &game,
            &Settings { algorithm: Algorithm::Minimax, refinements: leaf, ..Settings::default() },
            3,
        );
        let refined = run(
            &game,
            &Settings {
                refinements: chosen,
                threads: 2,
                table_mebibytes: 1,
                ..Settings::default()
            },
            3,
        );
        prop_assert_eq!(
            (refined.score, refined.best),
            (plain.score, plain.best),
            "with {}",
            chosen
        );
    }

    #[test]
    fn running_counts_equal_fresh_ones(choices in prop::collection::vec(any::<usize>(), 0..100)) {
        let mut game = walk(Size::STANDARD, Rule::Freestyle, Scope::All, &choices);
        let fresh = |game: &GomokuGame| {
            let mut judge = ShapeEvaluation::new(&ShapeValues::own());
            judge.start(game);
            judge.evaluate(game)
        };
        let mut running = ShapeEvaluation::new(&ShapeValues::own());
        running.start(&game);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for chosen in moves.into_iter().step_by(7) {
            let before = running.evaluate(&game);
            running.before_play(&game, chosen);
            game.play(chosen);
            prop_assert_eq!(running.evaluate(&game), fresh(&game));
            game.undo();
            running.after_undo();
            prop_assert_eq!(running.evaluate(&game), before);
        }
    }
}

/// Black can complete five at once; it is Black's turn.
const WON: &str = "h8 a1 i8 c1 j8 e1 k8 g1";

#[test]
fn the_course_program_toys_with_a_won_game() {
    let game = GomokuGame::new(
        board(WON, Size::STANDARD, Rule::Freestyle),
        Scope::Near,
        &ShapeValues::own(),
    );
    let fives = ["g8", "l8"];
    // If five is only a shape and an open four is worth more (as in one course), the search does
    // not play five.
    let mut values = ShapeValues::own();
    values.shapes[LabShape::OpenFour as usize] = 4 * values.shapes[LabShape::Five as usize];
    let toying = search(
        &game.clone().going_on_after_five(),
        &ShapeEvaluation::new(&values),
        &Settings::alpha_beta(Refinements::EXACT),
        &Limits::depth(1),
        &Stop::new(),
        &mut NoObserver,
    );
    assert!(
        !fives.contains(&toying.best.unwrap().to_string().as_str()),
        "it makes five at once after all"
    );
    // Where a game ends with five, the textbook search wins at once, and so does the engine.
    let winning = run(&game, &Settings::alpha_beta(Refinements::EXACT), 3);
    assert_eq!(winning.score.plies_to_end(3), Some(1));
    assert!(fives.contains(&winning.best.unwrap().to_string().as_str()));
    let mut engine = GomokuEngine::new(EngineSettings { threads: 1, table_bytes: 1 << 20 });
    let question = Question::new(xun_game::Limits::nodes(20_000));
    let best = engine.search(game.board(), &question, &Stop::new(), &mut |_| {}).best.unwrap();
    assert!(fives.contains(&best.to_string().as_str()), "the engine plays {best}");
}

#[test]
fn the_engine_resists_when_it_is_lost() {
    // Black has an open four and White nothing: lost, but a person would still stop one end.
    let lost = board("h8 a1 i8 c1 j8 o1 k8", Size::STANDARD, Rule::Freestyle);
    let mut engine = GomokuEngine::new(EngineSettings { threads: 1, table_bytes: 1 << 20 });
    let question = Question::new(xun_game::Limits::nodes(20_000));
    let best = engine.search(&lost, &question, &Stop::new(), &mut |_| {}).best.unwrap().to_string();
    assert!(["g8", "l8"].contains(&best.as_str()), "the engine gives up with {best}");
}

#[test]
fn the_report_s_depth_three_is_playable_and_sensible() {
    let game = GomokuGame::new(
        board("h8", Size::STANDARD, Rule::Freestyle),
        Scope::All,
        &ShapeValues::own(),
    );
    let answer = run(&game, &Settings::alpha_beta(Refinements::EXACT), 3);
    let near = answer.best.unwrap().distance(Point::new(7, 7));
    assert!(near <= 2, "White answers {near} away");
    // An open three is stopped.
    let threatened = GomokuGame::new(
        board("h8 a1 i8 c1 j8", Size::STANDARD, Rule::Freestyle),
        Scope::All,
        &ShapeValues::own(),
    );
    let answer = run(&threatened, &Settings::alpha_beta(Refinements::EXACT), 3);
    assert!(
        ["f8", "g8", "k8", "l8"].contains(&answer.best.unwrap().to_string().as_str()),
        "{:?}",
        answer.best
    );
}

#[test]
fn moves_come_by_startup_value_and_neighbours() {
    let game = GomokuGame::new(
        board("h8", Size::STANDARD, Rule::Freestyle),
        Scope::All,
        &ShapeValues::own(),
    );
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert_eq!(moves.len(), 224);
    assert!(moves[..8].iter().all(|point| point.distance(Point::new(7, 7)) == 1));
    assert_eq!(moves.last().map(ToString::to_string).as_deref(), Some("o15"));
}

#[test]
fn the_course_s_values_are_read_where_they_lie() {
    let path = std::path::Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/lab/tables.json"
    ));
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: {} is absent", path.display());
        return;
    };
    let values = ShapeValues::from_json(&text).unwrap();
    assert_eq!(values.shapes[0], 10_000_000);
    for point in Size::STANDARD.points() {
        let own = ShapeValues::own().startup(point, Size::STANDARD);
        assert_eq!(
            values.startup(point, Size::STANDARD),
            own,
            "the distance from the edge, at {point}"
        );
    }
}
