//! Judging a try: the solution's move, another one that does as well, or a mistake with its
//! refutation.

use crate::analyst::{Analyst, Ask};
use crate::make::Effort;
use crate::make::{gomoku_limits, keeps};
use crate::mate::MateSearch;
use crate::place::Place;
use crate::puzzle::Puzzle;
use crate::theme::Theme;
use crate::tree::Solution;
use thiserror::Error;
use xun_arena::GameMove;
use xun_game::{Score, TableError};
use xun_gomoku::threat::{ThreatResult, solve};
use xun_text::Text;

/// Positions of the searches that judge a move and refute it.
const NODES: u64 = 60_000;
/// Positions of the proofs that another move does as well.
const PROOF: u64 = 400_000;
/// Longest refutation that is shown, in plies.
const MOST_REFUTATION: usize = 7;

/// The judgement of a try.
#[derive(Clone, Debug, PartialEq)]
pub enum Judgement {
    /// The right move, and the last one: the puzzle is solved.
    Solved,
    /// The right move; the other side answers with this defence, the longest.
    Right {
        /// The defence.
        defence: GameMove,
    },
    /// Not the solution's move, but after the first move another one does as well: solved.
    AlsoGood,
    /// A mistake.
    Wrong(Refutation),
}

/// The reason why a move is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Refutation {
    /// The other side's answer and the line that follows; empty where the game ends with the move.
    pub line: Vec<GameMove>,
    /// The solver's score after the move.
    pub score: Score,
}

impl Refutation {
    /// The reason in words.
    #[must_use]
    pub fn reason(&self, theme: Theme) -> Text {
        if self.score.is_loss() {
            return Text::fixed("the other side wins by force", "对方反而必胜");
        }
        match theme {
            Theme::Mate(_) => Text::fixed("it does not mate in time", "不能按时将死"),
            Theme::Piece => Text::fixed("no piece is won", "得不到子"),
            Theme::Defence => Text::fixed("the threat remains", "没有解除威胁"),
            Theme::Endgame => Text::fixed("the win is gone", "赢不了了"),
            Theme::Vcf(_) | Theme::Vct(_) | Theme::Forbidden(_) => {
                Text::fixed("the defence holds", "对方能守住")
            }
            Theme::BestMove => Text::fixed("another move is better", "另有更好的着法"),
        }
    }
}

/// A try that cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TryFault {
    /// The moves so far do not follow the solution.
    #[error("the moves played so far are not in the solution")]
    OffTheSolution,
    /// The move cannot be played.
    #[error("{0} is not a legal move here")]
    Illegal(String),
    /// No memory for the engine.
    #[error(transparent)]
    Memory(#[from] TableError),
}

impl Puzzle {
    /// The place and the rest of the solution after these moves, the solver's and the defences in
    /// turn.
    ///
    /// # Errors
    /// Moves that are not in the solution, or that end it.
    pub fn follow(&self, moves: &[GameMove]) -> Result<(Place, &Solution), TryFault> {
        let (mut place, mut rest) = (self.place.clone(), &self.solution);
        let mut pairs = moves.chunks_exact(2);
        for pair in &mut pairs {
            let further = rest.defences.iter().find(|(defence, _)| *defence == pair[1]);
            let (_, further) =
                further.filter(|_| rest.best == pair[0]).ok_or(TryFault::OffTheSolution)?;
            place.play(pair[0]);
            place.play(pair[1]);
            rest = further;
        }
        if pairs.remainder().is_empty() { Ok((place, rest)) } else { Err(TryFault::OffTheSolution) }
    }

    /// Judges a move after these moves of the solution.
    ///
    /// # Errors
    /// Moves that are not in the solution, or a move that cannot be played.
    pub fn judge(
        &self,
        moves: &[GameMove],
        tried: GameMove,
        analyst: &mut Analyst,
    ) -> Result<Judgement, TryFault> {
        let (place, rest) = self.follow(moves)?;
        let after = place.after(tried).ok_or_else(|| TryFault::Illegal(tried.to_string()))?;
        if tried == rest.best {
            return Ok(match rest.longest_defence() {
                Some((defence, _)) => Judgement::Right { defence: *defence },
                None => Judgement::Solved,
            });
        }
        let refutation = refute(&after, analyst)?;
        // The first move is the only one; later ones may have equals.
        if !moves.is_empty() && self.does_as_well(&after, rest, &refutation) {
            return Ok(Judgement::AlsoGood);
        }
        Ok(Judgement::Wrong(refutation))
    }

    /// Whether the place after another move than the solution's fulfils the task as well.
    fn does_as_well(&self, after: &Place, rest: &Solution, refutation: &Refutation) -> bool {
        match (self.theme, after) {
            (Theme::Mate(_), Place::Xiangqi(position)) => {
                mated_within(&mut position.clone(), rest.depth() as u32 - 1)
            }
            (Theme::Vcf(_) | Theme::Vct(_) | Theme::Forbidden(_), Place::Gomoku(_)) => {
                refutation.score.is_win() || still_wins(after, &refutation.line)
            }
            (Theme::BestMove, _) => false,
            (theme, _) => keeps(theme, refutation.score),
        }
    }
}

/// Whether the side to move is mated within so many moves of the other, whatever it plays.
fn mated_within(position: &mut xun_xiangqi::rules::Position, moves: u32) -> bool {
    let mut search = MateSearch::new(PROOF);
    position.legal_moves().iter().all(|&defence| {
        position.play(defence);
        let mates = search.mates(position, moves);
        position.undo();
        mates == Ok(true)
    })
}

/// Whether the solver still wins by threats after the best defence.
fn still_wins(after: &Place, line: &[GameMove]) -> bool {
    let Some(answered) = line.first().and_then(|&defence| after.after(defence)) else {
        return after.is_over();
    };
    let Place::Gomoku(board) = answered else { return false };
    let effort = Effort { proof: PROOF, ..Effort::default() };
    matches!(solve(&board, &gomoku_limits(&effort, false), None).verdict, ThreatResult::Win { .. })
}

/// The answer to a mistake and the line that follows.
fn refute(after: &Place, analyst: &mut Analyst) -> Result<Refutation, TableError> {
    if let Place::Gomoku(board) = after {
        let effort = Effort { proof: PROOF / 4, ..Effort::default() };
        if let ThreatResult::Win { proof, .. } =
            solve(board, &gomoku_limits(&effort, false), None).verdict
        {
            let line: Vec<GameMove> =
                proof.line().into_iter().map(GameMove::Gomoku).take(MOST_REFUTATION).collect();
            return Ok(Refutation { line, score: Score::mated_in(proof.length() as usize) });
        }
    }
    let Some(best) = analyst.best(after, &Ask::nodes(NODES))? else {
        return Ok(Refutation { line: Vec::new(), score: Score::mate_in(1) });
    };
    let line = best.line.into_iter().take(MOST_REFUTATION).collect();
    Ok(Refutation { line, score: -best.score })
}
