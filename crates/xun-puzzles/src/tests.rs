//! Tests of reading, judging, making and keeping puzzles.

use super::*;
use crate::make::{Effort, NoPuzzle, make};
use proptest::prelude::*;
use xun_arena::{Game, GameMove};

const MATE: &str = "mate 2; 3; 4k4/9/9/9/9/9/9/9/R3A4/1R2K4 w - - 0 1; a1a8(e9d9 b0b9)(e9f9 b0b9)";

#[test]
fn a_bad_line_says_why() {
    for (line, word) in [
        ("mate 2; 3", "four fields"),
        ("mat 2; 3; 3k5/9/9/9/9/9/9/9/9/R3K4 w; a0a9", "no theme"),
        ("mate; 3; 3k5/9/9/9/9/9/9/9/9/R3K4 w; a0a9", "no theme"),
        ("vcf 5; 3; 3k5/9/9/9/9/9/9/9/9/R3K4 w; a0a9", "xiangqi"),
        ("mate 2; 9; 3k5/9/9/9/9/9/9/9/9/R3K4 w; a0a9", "from 1 to 8"),
        ("mate 2; 3; 3k5/9 w; a0a9", "position"),
        ("piece; 3; 3k5/9/9/9/9/9/9/9/9/R3K4 w; a0b5", "not a legal move"),
        ("piece; 3; 3k5/9/9/9/9/9/9/9/9/R3K4 w; a0a9(d9d8", "a move is missing"),
        ("piece; 3; 3k5/9/9/9/9/9/9/9/9/R3K4 w; a0a9(d9d8 a9a8", "not closed"),
        ("piece; 3; 3k5/9/9/9/9/9/9/9/9/R3K4 w; a0a9)", "after the end"),
        ("defence; 3; renju 15x15; h8", "RULE SIZE MOVES"),
        ("defence; 3; renju 99x15 h8; h9", "position"),
    ] {
        let (puzzles, faults) = read_puzzles(&format!("# comment\n{line} # more\n"));
        assert!(puzzles.is_empty(), "{line}");
        let text = faults[0].to_string();
        assert!(text.starts_with("line 2: ") && text.contains(word), "{line}: {text}");
    }
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC*") {
        let _ = read_puzzles(&text);
        let _ = import(text.as_bytes(), &mut Analyst::default(), &Effort { nodes: 10, proof: 10, other: 10 },
            &mut |count| count < 2);
    }
}

#[test]
fn a_try_is_right_wrong_or_as_good() {
    // Red mates by the rook on either rank after the first check.
    let puzzle = Puzzle::parse(
        "mate 2; 1; 4k4/9/9/9/9/9/9/9/R3A4/1R2K4 w - - 0 1; a1a8(e9d9 b0b9)(e9f9 b0b9)",
    )
    .unwrap();
    let mut analyst = Analyst::default();
    let parse = |place: &Place, text: &str| place.parse_move(text).unwrap();
    let first = puzzle.solution.best;
    let right = puzzle.judge(&[], first, &mut analyst).unwrap();
    let Judgement::Right { defence } = right else { panic!("{right:?}") };
    let played = [first, defence];
    let (place, rest) = puzzle.follow(&played).unwrap();
    assert_eq!(puzzle.judge(&played, rest.best, &mut analyst), Ok(Judgement::Solved));
    let slow = parse(&place, "b0b7");
    let wrong = puzzle.judge(&played, slow, &mut analyst).unwrap();
    assert!(matches!(wrong, Judgement::Wrong(_)), "{wrong:?}");
    // The first move is the only one that counts, and its refutation begins with an answer.
    let other = parse(&puzzle.place, "a1a7");
    let Judgement::Wrong(refutation) = puzzle.judge(&[], other, &mut analyst).unwrap() else {
        panic!("a1a7 is not the solution")
    };
    let after = puzzle.place.after(other).unwrap();
    assert!(after.is_legal(refutation.line[0]));
    assert!(!refutation.reason(puzzle.theme).zh.is_empty());
    let illegal = Place::parse(Game::Xiangqi, "3k5/9/9/9/9/9/9/9/9/R3K4 w").unwrap();
    let illegal = parse(&illegal, "a0a9");
    assert!(matches!(puzzle.judge(&[], illegal, &mut analyst), Err(TryFault::Illegal(_))));
    assert_eq!(puzzle.follow(&[first]).err(), Some(TryFault::OffTheSolution));
}

#[test]
fn the_mate_search_finds_the_shortest_mate_and_its_tree() {
    let Place::Xiangqi(mut position) =
        Place::parse(Game::Xiangqi, "4k4/9/9/9/9/9/9/9/R3A4/1R2K4 w").unwrap()
    else {
        unreachable!()
    };
    let mut search = MateSearch::new(1_000_000);
    assert_eq!(search.shortest(&mut position, 3), Ok(Some(2)));
    let solution = search.solution(&mut position, 3).unwrap().unwrap();
    assert_eq!(solution.depth(), 2);
    assert_eq!(MateSearch::new(3).shortest(&mut position, 3), Err(Spent));
}

#[test]
fn a_position_becomes_a_puzzle_only_with_one_best_move() {
    let mut analyst = Analyst::default();
    let effort = Effort { nodes: 20_000, proof: 200_000, ..Effort::default() };
    let mut made = |text: &str| {
        make(&Place::parse(Game::Xiangqi, text).unwrap(), &mut analyst, &effort)
            .map(|one| one.theme)
    };
    // Either rook mates in two ways.
    assert_eq!(made("4k4/9/9/9/9/9/9/9/R3A4/1R2K4 w"), Err(NoPuzzle::NotUnique));
    assert_eq!(
        made("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"),
        Err(NoPuzzle::NotUnique)
    );
    // Only taking the rook with the king saves the game, and nothing else is legal.
    assert_eq!(made("3k5/3R5/9/9/9/9/9/9/9/4K4 b"), Err(NoPuzzle::OneMove));
}

#[test]
fn a_list_of_fens_a_puzzle_file_and_a_game_file_are_imported() {
    let mut analyst = Analyst::default();
    let effort = Effort { nodes: 20_000, proof: 200_000, ..Effort::default() };
    let mut read =
        |text: &str| import(text.as_bytes(), &mut analyst, &effort, &mut |_| true).unwrap();
    let found = read(&format!("{MATE}\nrubbish; x\n"));
    assert_eq!((found.puzzles.len(), found.skipped.len()), (1, 1));
    assert_eq!(found.skipped[0].number, 2);
    let list = "# mine\n3k5/9/9/9/r8/9/9/9/9/R3K4 w - - 0 1\n9/9 w\n";
    let found = read(list);
    assert_eq!(found.puzzles.len() + found.skipped.len(), 2);
    assert_eq!(found.skipped.last().unwrap().number, 3);
    let game = "[FEN \"4k4/9/9/9/9/9/9/9/R3A4/1R2K4 w - - 0 1\"]\n\
        1. a1a8 e9d9 (1... e9f9 2. b0b9) 2. b0b9 *\n";
    let found = read(game);
    assert_eq!(found.skipped, []);
    let solution = &found.puzzles[0].solution;
    assert_eq!(solution.to_string(), "a1a8(e9d9 b0b9)(e9f9 b0b9)");
    let usual = read("1. h2e2 h9g7 *");
    assert_eq!(usual.skipped[0].reason, SkipReason::WholeGame);
}

#[test]
fn a_folder_keeps_progress_and_own_problems() {
    let folder = tempfile::tempdir().unwrap();
    let kept = PuzzleFolder::new(folder.path().join("new"));
    assert_eq!(kept.progress().unwrap(), Progress::default());
    let puzzle = Puzzle::parse(MATE).unwrap();
    assert_eq!(kept.add(&[puzzle.clone(), puzzle.clone()]).unwrap(), 1);
    assert_eq!(kept.add(std::slice::from_ref(&puzzle)).unwrap(), 0);
    assert_eq!(kept.own().unwrap()[0].id(), puzzle.id());
    let changed = kept.change(|progress| progress.note(&puzzle, false, 5)).unwrap();
    assert_eq!((changed.missed, &kept.progress().unwrap()), (1, &changed));
    let path = folder.path().join("new/puzzles.json");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"format\":1"), "{text}");
    // As the program wrote it before it stated the format.
    std::fs::write(&path, text.replace("\"format\":1,", "")).unwrap();
    assert_eq!(kept.progress().unwrap(), changed);
    let newer = text.replace("\"format\":1", "\"format\":2");
    std::fs::write(&path, &newer).unwrap();
    let told = kept.change(|_| ()).unwrap_err().to_string();
    assert!(told.contains("puzzles.json") && told.contains("(format 2"), "{told}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), newer);
    // A damaged file is told, and not overwritten.
    std::fs::write(&path, "{").unwrap();
    assert!(kept.progress().unwrap_err().to_string().contains("puzzles.json"));
    assert!(kept.change(|_| ()).is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "{");
}

#[test]
fn a_gomoku_defence_is_judged_with_its_refutation() {
    // White has an open three; Black must stop it.
    let place = Place::parse(Game::Gomoku, "freestyle 15x15 a1h8a15i8o1j8").unwrap();
    let best = place.parse_move("g8").unwrap();
    let (solution, theme) = (Solution::last(best), Theme::Defence);
    let puzzle = Puzzle { place, theme, difficulty: 1, solution };
    let mut analyst = Analyst::default();
    assert_eq!(puzzle.judge(&[], best, &mut analyst), Ok(Judgement::Solved));
    let far = puzzle.place.parse_move("o15").unwrap();
    let Judgement::Wrong(refutation) = puzzle.judge(&[], far, &mut analyst).unwrap() else {
        panic!("it does not defend")
    };
    assert!(refutation.score.is_loss());
    assert!(matches!(refutation.line[0], GameMove::Gomoku(_)));
}
