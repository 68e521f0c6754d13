//! The shipped puzzles: the quick test reads and replays all of them, the slow one proves each
//! again by other means than those that found it.
//!
//! `cargo test --release -p xun-puzzles --test shipped -- --ignored --nocapture`

use std::collections::{HashMap, HashSet};
use xun_arena::{Game as GameName, GameMove};
use xun_game::{Game, Limits, Stop};
use xun_gomoku::rules::{Board, Point};
use xun_gomoku::search::{Evaluation, GomokuEngine, Question, Settings};
use xun_gomoku::threat::{Effort, ThreatResult, VcfLimits, find_vcf, solve, verify};
use xun_puzzles::{Place, Puzzle, Solution, Theme, read_puzzles, shipped, shipped_text};
use xun_xiangqi::XiangqiGame;
use xun_xiangqi::eval::PlayingEvaluator;
use xun_xiangqi::rules::{Move, Position};
use xun_xiangqi::search::Searcher;

#[test]
fn at_least_three_hundred_of_each_game_read_back_and_none_is_there_twice() {
    for game in GameName::ALL {
        let (puzzles, faults) = read_puzzles(shipped_text(game));
        assert_eq!(faults, []);
        assert!(puzzles.len() >= 300, "{game}: {}", puzzles.len());
        let ids: HashSet<_> = puzzles.iter().map(Puzzle::id).collect();
        assert_eq!(ids.len(), puzzles.len(), "{game}: two puzzles have one name");
        for puzzle in &puzzles {
            assert_eq!(puzzle.game(), game);
            assert_eq!(Puzzle::parse(&puzzle.to_string()).unwrap().to_string(), puzzle.to_string());
            let task = puzzle.task();
            assert!(!task.en.is_empty() && task.zh.contains('先'), "{task:?}");
        }
        let ratings: Vec<f64> = shipped(game).iter().map(Puzzle::rating).collect();
        assert!(ratings.is_sorted() && ratings.len() == puzzles.len());
    }
}

#[test]
fn every_theme_ships_and_gomoku_has_three_rules() {
    let names = |game: GameName| -> HashSet<&str> {
        shipped(game).iter().map(|puzzle| puzzle.theme.name()).collect()
    };
    assert_eq!(names(GameName::Xiangqi), HashSet::from(["mate", "piece", "defence", "endgame"]));
    assert_eq!(names(GameName::Gomoku), HashSet::from(["vcf", "vct", "defence", "forbidden"]));
    let rules: HashSet<_> = shipped(GameName::Gomoku)
        .iter()
        .map(|puzzle| puzzle.place.text().split(' ').next().unwrap().to_owned())
        .collect();
    assert!(rules.contains("freestyle") && rules.contains("renju"), "{rules:?}");
}

/// Proves every puzzle again and lists those that fail. `PUZZLES` names another file to prove.
fn prove_all(game: GameName, mut prove: impl FnMut(&Puzzle) -> Result<(), String>) {
    let puzzles = match std::env::var_os("PUZZLES") {
        Some(path) => read_puzzles(&std::fs::read_to_string(path).unwrap()).0,
        None => shipped(game).to_vec(),
    };
    let mut failed = Vec::new();
    for puzzle in &puzzles {
        if let Err(reason) = prove(puzzle) {
            println!("{reason}: {puzzle}");
            failed.push(puzzle.id());
        }
    }
    assert!(failed.is_empty(), "{} of {} fail: {failed:?}", failed.len(), puzzles.len());
}

#[test]
#[ignore = "slow: minutes"]
fn every_xiangqi_puzzle_is_proved_again() {
    prove_all(GameName::Xiangqi, |puzzle| {
        let Place::Xiangqi(position) = &puzzle.place else { return Err("no position".into()) };
        match puzzle.theme {
            Theme::Mate(moves) => prove_mate(position, &puzzle.solution, moves),
            theme => judge_by_hand_written_evaluation(position, puzzle, theme),
        }
    });
}

/// The tree mates against every legal move, and no other first move mates in time: a minimax of
/// wins and losses over the textbook game, in the game's natural order.
fn prove_mate(position: &Position, solution: &Solution, moves: u32) -> Result<(), String> {
    let mut minimax = Minimax { game: XiangqiGame::new(position.clone()), known: HashMap::new() };
    minimax.replay(solution, moves)?;
    for chosen in minimax.moves() {
        if GameMove::Xiangqi(chosen) == solution.best {
            continue;
        }
        minimax.game.play(chosen);
        let mates = minimax.is_mated(moves - 1);
        minimax.game.undo();
        if mates {
            return Err(format!("{chosen} mates in {moves}, too"));
        }
    }
    if minimax.mates(moves - 1) {
        return Err(format!("there is a mate in less than {moves}"));
    }
    Ok(())
}

struct Minimax {
    game: XiangqiGame,
    /// Whether the side to move mates within so many moves.
    known: HashMap<(u64, u32), bool>,
}

impl Minimax {
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves
    }

    fn replay(&mut self, solution: &Solution, moves: u32) -> Result<(), String> {
        let GameMove::Xiangqi(best) = solution.best else { return Err("no move".into()) };
        if moves == 0 {
            return Err(format!("{best} comes too late"));
        }
        self.game.play(best);
        for defence in self.moves() {
            let played = GameMove::Xiangqi(defence);
            let answer = solution.defences.iter().find(|(one, _)| *one == played);
            let (_, further) = answer.ok_or_else(|| format!("{defence} is not answered"))?;
            self.game.play(defence);
            self.replay(further, moves - 1)?;
            self.game.undo();
        }
        self.game.undo();
        Ok(())
    }

    /// Whether the side to move mates within so many moves.
    fn mates(&mut self, moves: u32) -> bool {
        if moves == 0 {
            return false;
        }
        let question = (self.game.key(), moves);
        if let Some(&known) = self.known.get(&question) {
            return known;
        }
        let found = self.moves().into_iter().any(|chosen| {
            self.game.play(chosen);
            let mated = self.is_mated(moves - 1);
            self.game.undo();
            mated
        });
        self.known.insert(question, found);
        found
    }

    /// Whether the side to move is mated within so many further moves of the other side.
    fn is_mated(&mut self, moves: u32) -> bool {
        self.moves().into_iter().all(|defence| {
            self.game.play(defence);
            let mates = self.mates(moves);
            self.game.undo();
            mates
        })
    }
}

/// Another evaluation, more positions: the solution's first move is clearly the best.
fn judge_by_hand_written_evaluation(
    position: &Position,
    puzzle: &Puzzle,
    theme: Theme,
) -> Result<(), String> {
    let mut searcher = Searcher::new(16, PlayingEvaluator::hand()).unwrap();
    let GameMove::Xiangqi(best) = puzzle.solution.best else { return Err("no move".into()) };
    let mut score = |only: Vec<Move>, exclude: Vec<Move>| {
        searcher.new_game();
        let question = xun_xiangqi::search::Question {
            only,
            exclude,
            ..xun_game::Question::new(Limits::nodes(150_000))
        };
        searcher.search(position, &question, &Stop::new(), &mut |_| {}).score.get()
    };
    let (first, second) = (score(vec![best], vec![]), score(vec![], vec![best]));
    // The hand-written evaluation counts differently: the gap must be there, and the sign.
    let sound = match theme {
        Theme::Defence => first >= -300 && second <= first - 150,
        _ => first >= 150 && second <= first - 120,
    };
    if sound { Ok(()) } else { Err(format!("{best} {first}, the next best {second}")) }
}

#[test]
#[ignore = "slow: minutes"]
fn every_gomoku_puzzle_is_proved_again() {
    prove_all(GameName::Gomoku, |puzzle| {
        let Place::Gomoku(board) = &puzzle.place else { return Err("no board".into()) };
        let GameMove::Gomoku(best) = puzzle.solution.best else { return Err("no move".into()) };
        match puzzle.theme {
            Theme::Defence => prove_defence(board, best),
            theme => prove_win(board, puzzle, best, theme),
        }
    });
}

const FOURS: VcfLimits = VcfLimits { fours: 60, nodes: 500_000 };

/// Every other move loses to fours, each proof verified; the solution does not.
fn prove_defence(board: &Board, best: Point) -> Result<(), String> {
    let effort = Effort { fours_only: true, nodes: 500_000, ..Effort::default() };
    for point in board.empty_points().filter(|&point| board.is_legal(point)) {
        let mut after = board.clone();
        after.play(point);
        let verdict = solve(&after, &effort, None).verdict;
        match verdict {
            ThreatResult::Win { proof, .. } if point != best => {
                verify(&after, &proof).map_err(|fault| fault.to_string())?;
            }
            // Nothing can be played that stops two fives.
            ThreatResult::Loss | ThreatResult::NoForcedWin if point == best => {}
            other => return Err(format!("{point}: {other:?}")),
        }
    }
    Ok(())
}

/// The solver wins, the tree answers every defence, and another first move does not win by fours;
/// the pattern evaluation does not see it win either.
fn prove_win(board: &Board, puzzle: &Puzzle, best: Point, theme: Theme) -> Result<(), String> {
    answers_all(&mut board.clone(), &puzzle.solution)?;
    if matches!(theme, Theme::Vct(_)) && find_vcf(board, FOURS).is_some() {
        return Err("fours alone win".into());
    }
    let own = board.to_move();
    for four in board.fours(own).iter().filter(|&four| four != best && board.is_legal(four)) {
        let mut after = board.clone();
        after.play(four);
        let Some(stop) = after.fives(own).first() else { continue };
        if !after.fives(!own).is_empty() {
            continue;
        }
        let stopped = after.fives(own).len() == 1 && !after.is_forbidden(stop);
        if stopped {
            after.play(stop);
        }
        if !stopped || find_vcf(&after, FOURS).is_some() {
            return Err(format!("{four} wins by fours, too"));
        }
    }
    let mut engine = GomokuEngine::new(Settings { threads: 1, table_bytes: 16 << 20 });
    engine.set_evaluation(Evaluation::Patterns);
    let question =
        Question { exclude: vec![best], ..xun_game::Question::new(Limits::nodes(60_000)) };
    let other = engine.search(board, &question, &Stop::new(), &mut |_| {});
    if other.score.is_win() {
        return Err(format!("{:?} wins, too", other.best));
    }
    Ok(())
}

/// After each move of the tree, every legal answer that is not in it loses to fours.
fn answers_all(board: &mut Board, solution: &Solution) -> Result<(), String> {
    let GameMove::Gomoku(best) = solution.best else { return Err("no move".into()) };
    let solver = board.to_move();
    board.play(best);
    let won = board.winner() == Some(solver);
    let answers: Vec<Point> =
        board.empty_points().filter(|&point| !won && board.is_legal(point)).collect();
    for answer in answers {
        let known = solution.defences.iter().find(|(one, _)| *one == GameMove::Gomoku(answer));
        board.play(answer);
        let result = match known {
            Some((_, further)) => answers_all(board, further),
            None if board.winner().is_none() && find_vcf(board, FOURS).is_some() => Ok(()),
            None => Err(format!("{answer} after {best} is not answered")),
        };
        board.undo();
        result?;
    }
    board.undo();
    Ok(())
}
