//! Positions of self-play games that are won by force, with the exact length of the win.

use super::record::Game;
use std::sync::atomic::AtomicBool;
use xun_gomoku::rules::{Point, Position};
use xun_gomoku::threat::{Effort, Kind, Proof, Puzzle, Replies, ThreatResult, solve};

/// The puzzles of a game of at least these many plies (by fours, by threes), with their exact
/// lengths: the earliest of the winner's positions, looking back from the end, that are still won
/// by fours, and by threes; and where a win by threes goes over into fours.
pub fn puzzles_of_game(
    game: &Game,
    least: [u32; 2],
    effort: &Effort,
    stop: Option<&AtomicBool>,
) -> Vec<Puzzle> {
    let least_fours = least[0];
    let moves: Vec<_> = game.moves.iter().map(|(point, _)| *point).collect();
    let quick = Effort { shortest: false, ..*effort };
    let (mut by_fours, mut by_threes) = (None, None);
    let mut plies = moves.len().checked_sub(1);
    while let Some(count) = plies.filter(|&count| count >= game.opening) {
        let Ok(position) = Position::from_moves(game.size, game.rule, &moves[..count]) else {
            break;
        };
        match solve(position.board(), &quick, stop).verdict {
            ThreatResult::Win { kind: Kind::Threes, .. } => by_threes = Some(position),
            ThreatResult::Win { .. } => by_fours = Some(position),
            _ => break,
        }
        plies = count.checked_sub(2);
    }
    let exact = Effort { shortest: true, ..*effort };
    let mut puzzles = Vec::new();
    for (position, least) in [by_fours, by_threes].into_iter().zip(least) {
        let Some(position) = position else { continue };
        let ThreatResult::Win { proof, kind, shortest: true } =
            solve(position.board(), &exact, stop).verdict
        else {
            continue;
        };
        if kind == Kind::Threes {
            puzzles.extend(fours_in(&position, &proof, least_fours, &exact, stop));
        }
        if proof.length() >= least {
            puzzles.push(Puzzle { position, kind, plies: proof.length() });
        }
    }
    puzzles
}

/// Most positions of a proof that are tried for the longest win by fours.
const MOST_TRIED: usize = 12;

/// The longest win by fours that a win by threes goes over into, whatever the defence, if it takes
/// long enough. Games of datagen end before their fours are played; the proofs of their wins by
/// threes end with them.
fn fours_in(
    position: &Position,
    proof: &Proof,
    least: u32,
    effort: &Effort,
    stop: Option<&AtomicBool>,
) -> Option<Puzzle> {
    let board = position.board();
    let mut way: Vec<Point> = board.history().map(|(point, _)| point).collect();
    let mut found = Vec::new();
    each_win_by_fours(proof, &mut way, &mut |moves, plies| {
        if plies >= least {
            found.push((plies, moves.to_vec()));
        }
    });
    // The proof's fours are seldom the shortest, so the longest of the proof need not be the
    // longest.
    found.sort_by_key(|(plies, _)| std::cmp::Reverse(*plies));
    let by_fours = Effort { fours_only: true, ..*effort };
    let exact = |(_, moves): &(u32, Vec<Point>)| {
        let position = Position::from_moves(board.size(), board.rule(), moves).ok()?;
        match solve(position.board(), &by_fours, stop).verdict {
            ThreatResult::Win { proof, kind: Kind::Fours, shortest: true } => {
                Some(Puzzle { position, kind: Kind::Fours, plies: proof.length() })
            }
            _ => None,
        }
    };
    let best = found.iter().take(MOST_TRIED).filter_map(exact).max_by_key(|puzzle| puzzle.plies);
    best.filter(|puzzle| puzzle.plies >= least)
}

/// Tells of every place of a proof, by the moves that lead there, from which on it goes by fours,
/// and of the plies to five.
fn each_win_by_fours(proof: &Proof, way: &mut Vec<Point>, tell: &mut dyn FnMut(&[Point], u32)) {
    if proof.is_by_fours() {
        tell(way, proof.length());
        return;
    }
    let (Replies::Four(answers) | Replies::Three { answers, .. }) = &proof.replies else { return };
    for (answer, further) in answers {
        way.extend([proof.point, *answer]);
        each_win_by_fours(further, way, tell);
        way.truncate(way.len() - 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xun_gomoku::notation::parse_moves;
    use xun_gomoku::rules::Size;

    /// A line of fours as a proof: the winner's moves at even places, the forced answers between.
    fn win_by_fours(line: &[Point]) -> Proof {
        let replies = match &line[1..] {
            [] => Replies::Five,
            [_] | [_, _] => Replies::Four(Vec::new()),
            [answer, further @ ..] => Replies::Four(vec![(*answer, win_by_fours(further))]),
        };
        Proof { point: line[0], replies }
    }

    #[test]
    fn wins_by_fours_are_found_in_every_answer_of_a_proof() {
        let size = Size::STANDARD;
        let points = |text: &str| parse_moves(text, size).unwrap();
        let fours = |text: &str| win_by_fours(&points(text));
        let three = |point: &str, answers: Vec<(Point, Proof)>| Proof {
            point: points(point)[0],
            replies: Replies::Three { threat: points("o1o2o3"), answers },
        };
        let inner = three("b1", vec![(points("b2")[0], fours("c1c2c3c4c5"))]);
        let proof = three("a1", vec![(points("a2")[0], fours("d1d2d3")), (points("a3")[0], inner)]);
        let (mut way, mut found) = (points("h8"), Vec::new());
        each_win_by_fours(&proof, &mut way, &mut |moves, plies| {
            found.push((moves.to_vec(), plies));
        });
        assert_eq!(found, [(points("h8a1a2"), 3), (points("h8a1a3b1b2"), 5)]);
        assert_eq!(way, points("h8"));
    }
}
