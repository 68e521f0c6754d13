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
/// Other first moves that are tried against the solver.
const OTHERS: usize = 2;
/// Limits of each small search for fours.
pub(crate) const FOURS: VcfLimits = VcfLimits { fours: 30, nodes: 50_000 };
const TABLE_BYTES: usize = 16 << 20;

pub(super) fn make(
    board: &Board,
    analyst: &mut Analyst,
    effort: &Effort,
) -> Result<Puzzle, NoPuzzle> {
    let own = board.to_move();
    if !board.fives(own).is_empty() || !board.fives(!own).is_empty() {
        return Err(NoPuzzle::OneMove);
    }
    match solve(board, &limits(effort, true), None).verdict {
        ThreatResult::Win { proof, kind, .. } => win(board, &proof, kind, analyst, effort),
        ThreatResult::NoForcedWin | ThreatResult::Unknown => defence(board, analyst, effort),
        _ => Err(NoPuzzle::Undecided),
    }
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
    if kind == Kind::Fours && other_first_four(board, proof.point).is_some() {
        return Err(NoPuzzle::NotUnique);
    }
    let place = Place::Gomoku(Box::new(board.clone()));
    let others = Ask {
        lines: OTHERS,
        exclude: vec![GameMove::Gomoku(proof.point)],
        ..Ask::nodes(effort.nodes)
    };
    let others = analyst.lines(&place, &others)?;
    if others.first().is_some_and(|other| other.score.get() > NOT_WINNING) {
        return Err(NoPuzzle::NotUnique);
    }
    // The engine's defence to each of the next best moves holds against the solver, too.
    for other in &others {
        let mut tried = place.clone();
        let played = other.line.iter().take(2).all(|&chosen| tried.play(chosen));
        let Place::Gomoku(tried) = tried else { continue };
        let verdict = solve(&tried, &limits(effort, false), None).verdict;
        if played && other.line.len() > 1 && matches!(verdict, ThreatResult::Win { .. }) {
            return Err(NoPuzzle::NotUnique);
        }
    }
    let theme = match kind {
        _ if ends_at_forbidden_point(board, &solution) => Theme::Forbidden(plies),
        Kind::Threes => Theme::Vct(plies),
        Kind::Five | Kind::Fours => Theme::Vcf(plies),
    };
    Ok(Puzzle { place, theme, difficulty: 1, solution })
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
fn defence(board: &Board, analyst: &mut Analyst, effort: &Effort) -> Result<Puzzle, NoPuzzle> {
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
    Ok(Puzzle {
        place: Place::Gomoku(Box::new(board.clone())),
        theme: Theme::Defence,
        difficulty: 1,
        solution: Solution::last(GameMove::Gomoku(only)),
    })
}
