//! The law of the textbook layer: alpha-beta and its exact refinements give minimax's value and
//! move, always.

mod maze_game;

use maze_game::{MazeGame, MazeJudge};
use proptest::prelude::*;
use xun_game::textbook::{
    Algorithm, Answer, Limits, NoObserver, Precision, Refinement, Refinements, Settings, Tie,
    search,
};
use xun_game::toys::LineUp;
use xun_game::{Evaluation, Game, NoOpinion, Stop};

fn run<G: Game, E: Evaluation<G>>(
    game: &G,
    judge: &E,
    settings: &Settings,
    depth: u32,
) -> Answer<G::Move> {
    search(game, judge, settings, &Limits::depth(depth), &Stop::new(), &mut NoObserver)
}

fn exact_refinements() -> impl Strategy<Value = Refinements> {
    let exact: Vec<_> = Refinement::ALL.into_iter().filter(|one| one.is_exact()).collect();
    proptest::sample::subsequence(exact, 0..=9).prop_map(|list| list.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn exact_refinements_return_what_minimax_returns(
        seed: u64,
        depth in 1u32..=6,
        refinements in exact_refinements(),
        last: bool,
        aspiration in 1i32..20,
        quiescence: bool,
        threads in 2usize..4,
    ) {
        let game = MazeGame::new(seed);
        let judge = MazeJudge;
        let tie = if last { Tie::Last } else { Tie::First };
        let leaf =
            if quiescence { Refinements::of(&[Refinement::Quiescence]) } else { Refinements::NONE };
        let plain = Settings {
            algorithm: Algorithm::Minimax,
            tie,
            refinements: leaf,
            ..Settings::default()
        };
        let all = leaf.iter().chain(refinements.iter()).collect();
        let refined = Settings {
            tie,
            refinements: all,
            aspiration,
            threads,
            table_mebibytes: 1,
            ..Settings::default()
        };
        let (wanted, got) =
            (run(&game, &judge, &plain, depth), run(&game, &judge, &refined, depth));
        prop_assert_eq!(got.score, wanted.score, "value with {}", all);
        prop_assert_eq!(got.best, wanted.best, "move with {}", all);
        prop_assert!(!got.stopped);
    }

    #[test]
    fn minimax_with_a_table_is_minimax(seed: u64, depth in 1u32..=6) {
        let game = MazeGame::new(seed);
        let with =
            Settings { refinements: "table,deepening".parse().unwrap(), ..Settings::minimax() };
        let (wanted, got) = (
            run(&game, &MazeJudge, &Settings::minimax(), depth),
            run(&game, &MazeJudge, &with, depth),
        );
        prop_assert_eq!((got.score, got.best), (wanted.score, wanted.best));
    }

    #[test]
    fn every_root_move_has_minimax_s_score_when_asked(
        seed: u64,
        depth in 1u32..=5,
        refinements in exact_refinements(),
    ) {
        let game = MazeGame::new(seed);
        let settings = Settings {
            refinements,
            score_every_move: true,
            threads: 2,
            table_mebibytes: 1,
            ..Settings::default()
        };
        let (wanted, got) = (
            run(&game, &MazeJudge, &Settings::minimax(), depth),
            run(&game, &MazeJudge, &settings, depth),
        );
        let scores = |answer: &Answer<u8>| {
            answer.moves.iter().map(|one| (one.chosen, one.score)).collect::<Vec<_>>()
        };
        prop_assert_eq!(scores(&got), scores(&wanted));
        prop_assert!(got.moves.iter().all(|one| one.precision == Precision::Exact));
    }

    #[test]
    fn any_combination_answers_with_a_legal_move(
        seed: u64,
        depth in 0u32..=7,
        mask in 0u16..4096,
        nodes in 0u64..3000,
        minimax: bool,
    ) {
        let game = MazeGame::new(seed);
        let refinements: Refinements = Refinement::ALL
            .into_iter()
            .enumerate()
            .filter(|(bit, _)| mask >> bit & 1 == 1)
            .map(|(_, one)| one)
            .collect();
        let algorithm = if minimax { Algorithm::Minimax } else { Algorithm::AlphaBeta };
        let settings = Settings {
            algorithm,
            refinements,
            threads: 2,
            table_mebibytes: 1,
            ..Settings::default()
        };
        let limits = Limits { nodes: Some(nodes), ..Limits::depth(depth) };
        let answer = search(&game, &MazeJudge, &settings, &limits, &Stop::new(), &mut NoObserver);
        let mut legal = Vec::new();
        if game.ending().is_none() {
            game.moves(&mut legal);
        }
        prop_assert_eq!(answer.best.is_none(), legal.is_empty());
        prop_assert!(answer.best.is_none_or(|best| legal.contains(&best)));
        prop_assert_eq!(answer.line.first().copied(), answer.best);
        let one_thread = !refinements.has(Refinement::ParallelRoot)
            && !refinements.has(Refinement::ParallelTable);
        if one_thread {
            prop_assert!(answer.statistics.nodes <= nodes);
        }
    }

    #[test]
    fn one_thread_is_deterministic(seed: u64, depth in 1u32..=6) {
        let settings = Settings::alpha_beta(Refinements::ALL);
        let again = || {
            let mut counted = run(&MazeGame::new(seed), &MazeJudge, &settings, depth).statistics;
            counted.time = std::time::Duration::ZERO;
            counted
        };
        prop_assert_eq!(again(), again());
    }
}

#[test]
fn small_boards_have_their_known_results() {
    let solve = |game: &LineUp, depth| {
        run(game, &NoOpinion, &Settings::alpha_beta(Refinements::EXACT), depth)
    };
    assert_eq!(solve(&LineUp::noughts_and_crosses(), 9).score.plies_to_end(9), None, "a draw");
    let three_on_twelve = LineUp::new(4, 3, 3, false);
    assert_eq!(
        solve(&three_on_twelve, 9).score.plies_to_end(9),
        Some(7),
        "won with the fourth stone"
    );
    let sooner = run(&three_on_twelve, &NoOpinion, &Settings::minimax(), 5);
    assert!(!sooner.score.is_decided(), "and not with the third");
    let connect = solve(&LineUp::new(4, 4, 4, true), 16);
    assert!(!connect.score.is_decided(), "connect four on 4x4 is a draw");
}

#[test]
fn a_raised_flag_stops_at_once_and_still_answers() {
    let game = LineUp::new(8, 8, 5, false);
    let stop = Stop::new();
    stop.stop();
    let answer =
        search(&game, &NoOpinion, &Settings::minimax(), &Limits::depth(20), &stop, &mut NoObserver);
    assert!(answer.stopped && answer.best.is_some() && answer.statistics.nodes == 0);
}

#[test]
fn a_time_limit_is_kept() {
    let limits = Limits { time: Some(std::time::Duration::from_millis(30)), ..Limits::depth(60) };
    let game = LineUp::new(8, 8, 5, false);
    let settings = Settings::alpha_beta(Refinements::ALL);
    let answer = search(&game, &NoOpinion, &settings, &limits, &Stop::new(), &mut NoObserver);
    assert!(answer.stopped && answer.best.is_some());
    assert!(
        answer.statistics.time < std::time::Duration::from_secs(5),
        "{:?}",
        answer.statistics.time
    );
}

#[test]
fn refinements_save_nodes_on_a_real_tree() {
    let game = LineUp::new(4, 4, 3, false);
    let nodes = |settings: &Settings| run(&game, &NoOpinion, settings, 5).statistics.nodes;
    let minimax = nodes(&Settings::minimax());
    let bare = nodes(&Settings::default());
    let with = |list: &str| nodes(&Settings::alpha_beta(list.parse().unwrap()));
    assert!(bare * 4 < minimax, "alpha-beta {bare}, minimax {minimax}");
    assert!(with("table") < bare);
    assert!(with("killers,history") < bare);
}
