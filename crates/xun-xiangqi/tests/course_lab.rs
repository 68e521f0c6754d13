//! The results of the course labs, reproduced from their own files where these lie beside the
//! repository.

use std::path::PathBuf;
use xun_game::Stop;
use xun_game::textbook::{Answer, Limits, NoObserver, Refinements, Settings, search};
use xun_xiangqi::rules::Piece;
use xun_xiangqi::textbook::{CourseBoard, CourseEvaluation, CourseMove, CourseRules, CourseTables};

const DEPTH_3: [&str; 10] = [
    "R (1,1) (1,4)",
    "R (5,3) (0,3)",
    "N (2,1) (3,3)",
    "R (8,1) (0,1)",
    "C (3,4) (3,0)",
    "R (0,4) (0,5)",
    "P (3,4) (2,4)",
    "R (2,1) (0,1)",
    "C (1,4) (3,4)",
    "C (4,6) (4,4)",
];
const DEPTH_5: [&str; 10] = [
    "R (1,1) (1,4)",
    "R (5,3) (0,3)",
    "K (9,4) (9,5)",
    "R (8,1) (0,1)",
    "N (3,1) (2,3)",
    "C (9,2) (1,2)",
    "P (3,4) (2,4)",
    "R (2,4) (2,6)",
    "C (1,4) (3,4)",
    "R (3,5) (3,8)",
];
const MINIMAX_NODES: [u64; 10] =
    [52080, 54603, 571, 65266, 23355, 18125, 1249, 42450, 39184, 39712];
const ALPHA_BETA_NODES: [u64; 10] = [5011, 4158, 231, 6432, 3743, 4001, 419, 4125, 3677, 6687];
const SCORES: [i32; 10] = [21, -1, 9, 0, -4, -1, 13, 0, 11, 4];

/// The lab's folder, or a word that it is not there.
fn lab() -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/lab"));
    if !folder.is_dir() {
        println!(
            "skipped: {} is absent, so nothing can be compared with the labs' reports",
            folder.display()
        );
        return None;
    }
    Some(folder)
}

fn boards(lab: &std::path::Path) -> Vec<CourseBoard> {
    (1..=10)
        .map(|number| {
            let text = std::fs::read_to_string(lab.join(format!("chess/{number}.txt"))).unwrap();
            CourseBoard::from_text(&text, CourseRules::default()).unwrap()
        })
        .collect()
}

fn tables(lab: &std::path::Path) -> CourseTables {
    CourseTables::from_json(&std::fs::read_to_string(lab.join("tables.json")).unwrap(), None)
        .unwrap()
}

fn answer(
    board: &CourseBoard,
    tables: &CourseTables,
    settings: &Settings,
    depth: u32,
) -> Answer<CourseMove> {
    let judge = CourseEvaluation::new(tables, false);
    search(board, &judge, settings, &Limits::depth(depth), &Stop::new(), &mut NoObserver)
}

fn text(board: &CourseBoard, answer: &Answer<CourseMove>) -> String {
    use xun_game::Game;
    board.move_text(answer.best.unwrap())
}

#[test]
fn ten_moves_at_both_depths() {
    let Some(lab) = lab() else { return };
    let tables = tables(&lab);
    for refinements in [Refinements::NONE, Refinements::EXACT] {
        let settings = Settings::alpha_beta(refinements);
        for (depth, wanted) in [(3, DEPTH_3), (5, DEPTH_5)] {
            let found: Vec<_> = boards(&lab)
                .iter()
                .map(|board| text(board, &answer(board, &tables, &settings, depth)))
                .collect();
            assert_eq!(found, wanted, "depth {depth}, {refinements}");
        }
    }
}

/// Our own set has other numbers; that it finds the same moves shows that the boards
/// ask for sense, not for one course's numbers.
#[test]
fn our_own_set_finds_the_same_moves() {
    let Some(lab) = lab() else { return };
    let settings = Settings::alpha_beta(Refinements::EXACT);
    for (depth, wanted) in [(3, DEPTH_3), (5, DEPTH_5)] {
        let own = CourseTables::own();
        let found: Vec<_> = boards(&lab)
            .iter()
            .map(|board| text(board, &answer(board, &own, &settings, depth)))
            .collect();
        assert_eq!(found, wanted, "depth {depth}");
    }
}

#[test]
fn twenty_node_counts() {
    let Some(lab) = lab() else { return };
    let tables = tables(&lab);
    for (settings, wanted) in
        [(Settings::minimax(), MINIMAX_NODES), (Settings::default(), ALPHA_BETA_NODES)]
    {
        let found: Vec<_> = boards(&lab)
            .iter()
            .map(|board| answer(board, &tables, &settings, 3).statistics.maximising_moves())
            .collect();
        assert_eq!(found, wanted, "{:?}", settings.algorithm);
    }
}

#[test]
fn ten_scores() {
    let Some(lab) = lab() else { return };
    let tables = tables(&lab);
    let gains: Vec<_> = boards(&lab)
        .iter()
        .map(|board| {
            let CourseMove { from, to } =
                answer(board, &tables, &Settings::default(), 3).best.unwrap();
            tables.position_gain(board.piece_on(from).unwrap(), from, to)
        })
        .collect();
    assert_eq!(gains, SCORES);
    assert_eq!(tables.values, [10000, 10, 30, 300, 500, 300, 90]);
    assert_eq!(tables.capture(Piece::RedKing.kind()), 9999);
}
