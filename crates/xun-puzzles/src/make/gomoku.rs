//! Gomoku puzzles: wins by fours and by threes with verified proofs, forbidden points, and defences
//! where every other move loses to fours.

use super::{Effort, NoPuzzle};
use crate::analyst::{Analyst, Ask};
use crate::place::Place;
use crate::puzzle::Puzzle;
use crate::theme::Theme;
use crate::tree::Solution;
use xun_arena::GameMove;
use xun_gomoku::rules::{Board, Point, Rule};
use xun_gomoku::threat::{
    Effort as Limits, Kind, Proof, Replies, ThreatResult, VcfLimits, find_vcf, solve,
};

/// Fewest and most plies of a win.
const LEAST_PLIES: u32 = 5;
const MOST_PLIES: u32 = 31;
/// Most of the solver's moves in a solution.
const MOST_SIZE: usize = 80;
/// Best score that the second-best move may have.
pub(crate) const NOT_WINNING: i32 = 400;
/// Least score of the only defence.
pub(crate) const HOLDING: i32 = -300;
/// Limits of each small search for fours.
pub(crate) const FOURS: VcfLimits = VcfLimits { fours: 30, nodes: 50_000 };
/// Limits of the searches for fours after another first move.
const SMALL_FOURS: VcfLimits = VcfLimits { fours: 20, nodes: 5_000 };
const TABLE_BYTES: usize = 16 << 20;
const SMALL_TABLE_BYTES: usize = 1 << 20;

pub(super) fn make(
    board: &Board,
    analyst: &mut Analyst,
    effort: &Effort,
) -> Result<Puzzle, NoPuzzle> {
    let own = board.to_move();
    if !board.fives(own).is_empty() || !board.fives(!own).is_empty() {
        return Err(NoPuzzle::OneMove);
    }
    let quick = Effort { proof: effort.proof / 4, ..*effort };
    match solve(board, &limits(&quick, false), None).verdict {
        ThreatResult::Win { proof, .. } => {
            // Most positions fail here already.
            let place = Place::Gomoku(Box::new(board.clone()));
            only_by_the_engine(&place, proof.point, effort.nodes / 16, analyst)?;
            match solve(board, &limits(effort, true), None).verdict {
                ThreatResult::Win { proof, kind, .. } => win(board, &proof, kind, analyst, effort),
                _ => Err(NoPuzzle::Undecided),
            }
        }
        ThreatResult::NoForcedWin | ThreatResult::Unknown => {
            let only = only_defence(board, analyst, effort)?;
            Ok(Puzzle {
                place: Place::Gomoku(Box::new(board.clone())),
                theme: Theme::Defence,
                difficulty: 1,
                solution: Solution::last(GameMove::Gomoku(only)),
            })
        }
        _ => Err(NoPuzzle::Undecided),
    }
}

/// Whether the first move of a puzzle is the only one.
pub(super) fn check(
    board: &Board,
    puzzle: &Puzzle,
    analyst: &mut Analyst,
    effort: &Effort,
) -> Result<(), NoPuzzle> {
    let own = board.to_move();
    if !board.fives(own).is_empty() || !board.fives(!own).is_empty() {
        return Err(NoPuzzle::OneMove);
    }
    let GameMove::Gomoku(first) = puzzle.solution.best else { return Err(NoPuzzle::Undecided) };
    let is_same = match puzzle.theme {
        Theme::Defence => only_defence(board, analyst, effort)? == first,
        Theme::Vct(_) => {
            only_win(board, first, analyst, effort)?;
            find_vcf(board, FOURS).is_none()
        }
        Theme::Vcf(_) | Theme::Forbidden(_) => {
            only_win(board, first, analyst, effort)?;
            true
        }
        _ => false,
    };
    if is_same { Ok(()) } else { Err(NoPuzzle::NotUnique) }
}

pub(crate) fn limits(effort: &Effort, shortest: bool) -> Limits {
    Limits { nodes: effort.proof, table_bytes: TABLE_BYTES, shortest, ..Limits::default() }
}

fn win(
    board: &Board,
    proof: &Proof,
    kind: Kind,
    analyst: &mut Analyst,
    effort: &Effort,
) -> Result<Puzzle, NoPuzzle> {
    let plies = proof.length();
    if !(LEAST_PLIES..=MOST_PLIES).contains(&plies) {
        return Err(NoPuzzle::TooLarge);
    }
    let solution = solution_of(proof);
    if solution.size() > MOST_SIZE {
        return Err(NoPuzzle::TooLarge);
    }
    only_win(board, proof.point, analyst, effort)?;
    let theme = match kind {
        _ if ends_at_forbidden_point(board, &solution) => Theme::Forbidden(plies),
        Kind::Threes => Theme::Vct(plies),
        Kind::Five | Kind::Fours => Theme::Vcf(plies),
    };
    Ok(Puzzle { place: Place::Gomoku(Box::new(board.clone())), theme, difficulty: 1, solution })
}

/// Refuses a win whose first move is not the only one: no other first four may win, none of the
/// others may come near a win by the engine, and none may start a win by threats that the solver
/// finds.
fn only_win(
    board: &Board,
    first: Point,
    analyst: &mut Analyst,
    effort: &Effort,
) -> Result<(), NoPuzzle> {
    if other_first_four(board, first).is_some() {
        return Err(NoPuzzle::NotUnique);
    }
    let place = Place::Gomoku(Box::new(board.clone()));
    only_by_the_engine(&place, first, effort.nodes, analyst)?;
    let other = Effort { proof: effort.other, ..*effort };
    if other_first_threat(board, first, &other).is_some() {
        return Err(NoPuzzle::NotUnique);
    }
    Ok(())
}

/// Refuses a first move if the engine values another one as nearly winning.
fn only_by_the_engine(
    place: &Place,
    first: Point,
    nodes: u64,
    analyst: &mut Analyst,
) -> Result<(), NoPuzzle> {
    let others = Ask { exclude: vec![GameMove::Gomoku(first)], ..Ask::nodes(nodes) };
    let other = analyst.best(place, &others)?;
    if other.is_some_and(|other| other.score.get() > NOT_WINNING) {
        return Err(NoPuzzle::NotUnique);
    }
    Ok(())
}

/// Another first move than this one that starts a win by threats: it threatens to win by fours, and
/// after every move that stops these fours the solver finds a win.
fn other_first_threat(board: &Board, first: Point, effort: &Effort) -> Option<Point> {
    let limits = Limits { table_bytes: SMALL_TABLE_BYTES, ..limits(effort, false) };
    let is_won = |after: &Board| {
        let verdict = solve(after, &limits, None).verdict;
        matches!(verdict, ThreatResult::Win { .. } | ThreatResult::Unverified { .. })
    };
    board.empty_points().filter(|&other| other != first && board.is_legal(other)).find(|&other| {
        let mut after = board.clone();
        after.play(other);
        let mut passed = after.clone();
        passed.pass();
        // The points of the threatened line come first: most of the good answers are there.
        let Some(mut answers) = find_vcf(&passed, SMALL_FOURS) else { return false };
        answers.extend(after.empty_points());
        let legal = |answer: &Point| after.is_empty(*answer) && after.is_legal(*answer);
        answers.into_iter().filter(legal).all(|answer| {
            let mut answered = after.clone();
            answered.play(answer);
            answered.winner().is_none()
                && (find_vcf(&answered, SMALL_FOURS).is_some() || is_won(&answered))
        })
    })
}

/// The tree of a proof. After a defence that is not in it, the threat of the last move is carried
/// out.
pub(crate) fn solution_of(proof: &Proof) -> Solution {
    let answers = match &proof.replies {
        Replies::Five => &[][..],
        Replies::Four(answers) | Replies::Three { answers, .. } => answers,
    };
    let further =
        |(answer, proof): &(Point, Proof)| (GameMove::Gomoku(*answer), solution_of(proof));
    Solution {
        best: GameMove::Gomoku(proof.point),
        defences: answers.iter().map(further).collect(),
    }
}

/// Another first move than this one with which fours alone win.
pub(crate) fn other_first_four(board: &Board, best: Point) -> Option<Point> {
    let own = board.to_move();
    board.fours(own).iter().filter(|&four| four != best && board.is_legal(four)).find(|&four| {
        let mut board = board.clone();
        board.play(four);
        let stops = board.fives(own).len();
        let Some(stop) = board.fives(own).first() else { return false };
        if !board.fives(!own).is_empty() {
            return false;
        }
        if stops > 1 || board.is_forbidden(stop) {
            return true;
        }
        board.play(stop);
        find_vcf(&board, FOURS).is_some()
    })
}

/// Whether the main line ends with a four whose only stop is forbidden to Black.
pub(crate) fn ends_at_forbidden_point(board: &Board, solution: &Solution) -> bool {
    if board.rule() != Rule::Renju {
        return false;
    }
    let solver = board.to_move();
    let mut board = board.clone();
    for chosen in solution.main_line() {
        if let GameMove::Gomoku(point) = chosen {
            board.play(point);
        }
    }
    let stops = board.fives(solver);
    board.to_move() != solver
        && stops.len() == 1
        && stops.first().is_some_and(|stop| board.is_forbidden(stop))
}

/// The only move after which the other side does not win by fours.
fn only_defence(board: &Board, analyst: &mut Analyst, effort: &Effort) -> Result<Point, NoPuzzle> {
    // A four of one's own only delays the loss, but would count as a defence.
    if !board.fours(board.to_move()).is_empty() {
        return Err(NoPuzzle::NotUnique);
    }
    let mut threatened = board.clone();
    threatened.pass();
    find_vcf(&threatened, FOURS).ok_or(NoPuzzle::NotUnique)?;
    let holding: Vec<Point> = board
        .empty_points()
        .filter(|&point| board.is_legal(point))
        .filter(|&point| {
            let mut after = board.clone();
            after.play(point);
            find_vcf(&after, FOURS).is_none()
        })
        .take(2)
        .collect();
    let [only] = holding[..] else { return Err(NoPuzzle::NotUnique) };
    let mut after = board.clone();
    after.play(only);
    if let ThreatResult::Win { .. } | ThreatResult::Unverified { .. } =
        solve(&after, &limits(effort, false), None).verdict
    {
        return Err(NoPuzzle::NotUnique);
    }
    let reply = analyst.best(&Place::Gomoku(Box::new(after)), &Ask::nodes(effort.nodes))?;
    if reply.is_some_and(|reply| -reply.score.get() < HOLDING) {
        return Err(NoPuzzle::NotUnique);
    }
    Ok(only)
}
