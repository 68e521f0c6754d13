//! Puzzles: positions from our own games in which the side to move wins by force, with the exact
//! length.
//!
//! One puzzle a line, `#` begins a comment:
//!
//! ```text
//! RULE SIZE KIND PLIES MOVES
//! renju 15x15 vct 11 h8i9g9…
//! ```
//!
//! KIND is `vcf` (fours alone) or `vct` (fours and threats of fours; no win by fours alone exists).
//! PLIES counts from the winner's first move to five against the longest defence, and no win of the
//! kind is shorter. MOVES are the moves of the game, black and white in turn.

use super::proof::{Proof, Replies};
use super::solver::{Effort, Kind, Verdict, solve};
use crate::notation::parse_moves;
use crate::rules::{Board, Point, Position, Rule, Size};
use crate::training::Game;
use std::fmt;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A position that is won by force.
#[derive(Clone)]
pub struct Puzzle {
    /// The position; the side to move wins.
    pub position: Position,
    /// By fours or by threes.
    pub kind: Kind,
    /// Plies of the shortest win of this kind.
    pub plies: u32,
}

/// Why a line is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct PuzzleFault {
    /// The line, from one.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

impl Puzzle {
    /// The board of the puzzle.
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    fn parse(line: &str) -> Result<Self, String> {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [rule, size, kind, plies, moves] = fields[..] else {
            return Err(format!(
                "five fields are wanted (rule, size, kind, plies, moves), not {}",
                fields.len()
            ));
        };
        let rule = Rule::from_name(rule).ok_or_else(|| format!("{rule} is no rule"))?;
        let (width, height) =
            size.split_once('x').ok_or_else(|| format!("{size}: 15x15 is a size"))?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| format!("{text} is no number"));
        let size = Size::new(number(width)?, number(height)?).map_err(|fault| fault.to_string())?;
        let kind = match kind {
            "vcf" => Kind::Fours,
            "vct" => Kind::Threes,
            other => return Err(format!("{other}: the kind is vcf or vct")),
        };
        let moves = parse_moves(moves, size).map_err(|fault| fault.to_string())?;
        let position =
            Position::from_moves(size, rule, &moves).map_err(|fault| fault.to_string())?;
        Ok(Self { position, kind, plies: number(plies)? })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        let moves: Vec<_> = board.history().map(|(point, _)| point).collect();
        let size = board.size();
        let kind = if self.kind == Kind::Threes { "vct" } else { "vcf" };
        let (width, height) = (size.width(), size.height());
        write!(formatter, "{} {width}x{height} {kind} {} ", board.rule(), self.plies)?;
        moves.iter().try_for_each(|point| write!(formatter, "{point}"))
    }
}

/// The puzzles of a text.
pub fn read_puzzles(text: &str) -> Result<Vec<Puzzle>, PuzzleFault> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.split('#').next().unwrap_or_default().trim()))
        .filter(|(_, line)| !line.is_empty())
        .map(|(line, text)| Puzzle::parse(text).map_err(|what| PuzzleFault { line, what }))
        .collect()
}

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
            Verdict::Win { kind: Kind::Threes, .. } => by_threes = Some(position),
            Verdict::Win { .. } => by_fours = Some(position),
            _ => break,
        }
        plies = count.checked_sub(2);
    }
    let exact = Effort { shortest: true, ..*effort };
    let mut puzzles = Vec::new();
    for (position, least) in [by_fours, by_threes].into_iter().zip(least) {
        let Some(position) = position else { continue };
        let Verdict::Win { proof, kind, shortest: true } =
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

/// How many positions of a proof are tried for the longest win by fours.
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
            Verdict::Win { proof, kind: Kind::Fours, shortest: true } => {
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

    #[test]
    fn wins_by_fours_are_found_in_every_answer_of_a_proof() {
        let size = Size::STANDARD;
        let points = |text: &str| parse_moves(text, size).unwrap();
        let fours = |text: &str| Proof::of_fours(&points(text)).unwrap();
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

    #[test]
    fn a_line_reads_back_and_a_bad_one_says_why() {
        let text = "# ours\n\nfreestyle 15x15 vct 9 h8a1i8a3g10c1g11e1 # three and three\n";
        let puzzles = read_puzzles(text).unwrap();
        assert_eq!(puzzles.len(), 1);
        assert_eq!(puzzles[0].to_string(), "freestyle 15x15 vct 9 h8a1i8a3g10c1g11e1");
        for (bad, word) in [
            ("freestyle 15x15 vct 9", "five fields"),
            ("chess 15x15 vct 9 h8", "no rule"),
            ("renju 15 vct 9 h8", "size"),
            ("renju 15x99 vct 9 h8", "columns"),
            ("renju 15x15 vcx 9 h8", "vcf or vct"),
            ("renju 15x15 vct nine h8", "no number"),
            ("renju 15x15 vct 9 h8h8", ""),
        ] {
            let fault = read_puzzles(bad).err().unwrap();
            assert!(
                fault.to_string().starts_with("line 1: ") && fault.what.contains(word),
                "{fault}"
            );
        }
    }
}
