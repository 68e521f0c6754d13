//! Xiangqi puzzles: mates proved over all moves; wins of a piece, endgames and defences by the
//! engine, with a margin to the second-best move.

use super::{Effort, NoPuzzle};
use crate::analyst::{Analyst, Ask};
use crate::mate::MateSearch;
use crate::place::Place;
use crate::puzzle::Puzzle;
use crate::theme::Theme;
use crate::tree::Solution;
use xun_arena::GameMove;
use xun_game::Score;
use xun_xiangqi::rules::{Colour, PieceKind, Position};

/// Longest mate.
pub(crate) const MOST_MATE: u32 = 4;
/// Longest mate that a quick search may find instead of one of at most [`MOST_MATE`] moves.
const MATE_SEEN: i32 = 6;
/// Most of the solver's moves in a solution.
const MOST_SIZE: usize = 120;
/// Least score of a winning move, and best score of any other.
pub(crate) const WINNING: i32 = 300;
const NOT_WINNING: i32 = 110;
/// So far from a margin a short search may be.
const NEAR: i32 = 100;
/// Least score of a move that holds, and best score of any other.
pub(crate) const HOLDING: i32 = -120;
const LOSING: i32 = -350;
/// Material that counts as a piece: a horse with something lost for it does not.
pub(crate) const PIECE_GAIN: i32 = 350;
/// Most pieces of both sides that can cross the river in an endgame.
const ENDGAME_PIECES: u32 = 8;
/// A defence is sound if it is worse than the best one by at most this.
const SOUND: i32 = 100;
/// Most sound defences that are answered.
const MOST_DEFENCES: usize = 4;
/// Most of the solver's moves until a piece is won, and in endgames and defences.
const PIECE_MOVES: u32 = 4;
const SHORT_MOVES: u32 = 2;
/// Fewest legal moves of a defence: among two or three there is nothing to find.
const LEAST_CHOICE: usize = 6;

pub(super) fn make(
    position: &Position,
    analyst: &mut Analyst,
    effort: &Effort,
) -> Result<Puzzle, NoPuzzle> {
    if position.legal_moves().len() < 2 {
        return Err(NoPuzzle::OneMove);
    }
    let mut position = position.clone();
    position.forget_history();
    let place = Place::Xiangqi(Box::new(position.clone()));
    let quick = analyst.best(&place, &Ask::nodes(effort.nodes / 4))?.ok_or(NoPuzzle::Over)?;
    let quick_second = second_best(&place, quick.line[0], effort.nodes / 4, analyst)?;
    if !is_near_a_margin(quick.score, quick_second) {
        return Err(NoPuzzle::NotUnique);
    }
    let is_mate = quick.score.mate_distance().is_some_and(|moves| (1..=MATE_SEEN).contains(&moves));
    let best = if is_mate {
        quick
    } else {
        analyst.best(&place, &Ask::nodes(effort.nodes))?.ok_or(NoPuzzle::Over)?
    };
    let first = best.line[0];
    let second = second_best(&place, first, effort.nodes, analyst)?;
    let (theme, solution) = if best.score.mate_distance().is_some_and(|moves| moves > 0) {
        mate(&mut position, second, effort)?
    } else {
        let theme = theme_of(&position, best.score, second).ok_or(NoPuzzle::NotUnique)?;
        let mut builder = Builder { root: &place, theme, analyst, nodes: effort.nodes / 3 };
        let moves = if theme == Theme::Piece { PIECE_MOVES } else { SHORT_MOVES };
        (theme, builder.solution(&place, first, moves)?)
    };
    if solution.size() > MOST_SIZE {
        return Err(NoPuzzle::TooLarge);
    }
    Ok(Puzzle { place, theme, difficulty: 1, solution })
}

/// Whether the theme of a puzzle is the one that its position gives, with the same first move.
pub(super) fn check(
    position: &Position,
    puzzle: &Puzzle,
    analyst: &mut Analyst,
    effort: &Effort,
) -> Result<(), NoPuzzle> {
    let mut position = position.clone();
    position.forget_history();
    let place = Place::Xiangqi(Box::new(position.clone()));
    let first = puzzle.solution.best;
    if let Theme::Mate(moves) = puzzle.theme {
        let second = second_best(&place, first, effort.nodes, analyst)?;
        let (found, solution) = mate(&mut position, second, effort)?;
        let same = found == Theme::Mate(moves) && solution.best == first;
        return if same { Ok(()) } else { Err(NoPuzzle::NotUnique) };
    }
    let best = analyst.best(&place, &Ask::nodes(effort.nodes))?.ok_or(NoPuzzle::Over)?;
    if best.line[0] != first || best.score.is_win() {
        return Err(NoPuzzle::NotUnique);
    }
    let second = second_best(&place, first, effort.nodes, analyst)?;
    let same = theme_of(&position, best.score, second) == Some(puzzle.theme);
    if same { Ok(()) } else { Err(NoPuzzle::NotUnique) }
}

/// The score of the best other first move.
fn second_best(
    place: &Place,
    first: GameMove,
    nodes: u64,
    analyst: &mut Analyst,
) -> Result<Score, NoPuzzle> {
    let others = Ask { exclude: vec![first], ..Ask::nodes(nodes) };
    Ok(analyst.best(place, &others)?.ok_or(NoPuzzle::OneMove)?.score)
}

/// Whether a longer search may still find the margin of a puzzle between these scores.
fn is_near_a_margin(best: Score, second: Score) -> bool {
    let (best, second) = (best.get(), second.get());
    let wins = best >= WINNING - NEAR && second <= NOT_WINNING + NEAR;
    let holds = best >= HOLDING - NEAR && second <= LOSING + NEAR;
    wins || holds
}

/// A mate with one first move: no other one mates in time, and none comes near a win.
fn mate(
    position: &mut Position,
    second: Score,
    effort: &Effort,
) -> Result<(Theme, Solution), NoPuzzle> {
    if second.get() > NOT_WINNING {
        return Err(NoPuzzle::NotUnique);
    }
    let mut search = MateSearch::new(effort.proof);
    let moves = search.shortest(position, MOST_MATE).map_err(|_| NoPuzzle::Undecided)?;
    let moves = moves.ok_or(NoPuzzle::Undecided)?;
    if search.first_moves(position, moves).map_err(|_| NoPuzzle::Undecided)?.len() != 1 {
        return Err(NoPuzzle::NotUnique);
    }
    let solution = search.solution(position, moves).map_err(|_| NoPuzzle::Undecided)?;
    Ok((Theme::Mate(moves), solution.ok_or(NoPuzzle::Undecided)?))
}

/// The theme of a position whose best and second-best scores are these.
fn theme_of(position: &Position, best: Score, second: Score) -> Option<Theme> {
    let (best, second) = (best.get(), second.get());
    if best >= WINNING && second <= NOT_WINNING {
        let crossing = [PieceKind::Rook, PieceKind::Cannon, PieceKind::Horse, PieceKind::Pawn];
        let pieces: u32 = crossing.iter().map(|&kind| position.kind(kind).count()).sum();
        return Some(if pieces <= ENDGAME_PIECES { Theme::Endgame } else { Theme::Piece });
    }
    (HOLDING..WINNING).contains(&best).then_some(())?;
    let choice = position.legal_moves().len() >= LEAST_CHOICE;
    (choice && second <= LOSING && is_threatened(position)).then_some(Theme::Defence)
}

/// Whether the side to move has something to defend against: it is in check, or a piece is
/// attacked.
fn is_threatened(position: &Position) -> bool {
    let own = position.colour(position.turn());
    position.in_check()
        || position.colour(!position.turn()).into_iter().any(|from| {
            let attacked = position.attacks_from(from) & own;
            attacked.into_iter().any(|square| {
                let kind = position.piece_on(square).map(xun_xiangqi::rules::Piece::kind);
                kind.is_some_and(|kind| worth(kind) >= PIECE_GAIN)
            })
        })
}

/// The usual value of a piece.
const fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::King => 0,
        PieceKind::Rook => 900,
        PieceKind::Cannon => 450,
        PieceKind::Horse => 400,
        PieceKind::Advisor | PieceKind::Elephant => 200,
        PieceKind::Pawn => 100,
    }
}

/// Material of a side less that of the other.
pub(crate) fn material(position: &Position, side: Colour) -> i32 {
    let of = |colour: Colour| -> i32 {
        let pieces = position.colour(colour).into_iter();
        pieces.filter_map(|square| Some(worth(position.piece_on(square)?.kind()))).sum()
    };
    of(side) - of(!side)
}

/// Builds the solution of a puzzle without a mate.
struct Builder<'a> {
    root: &'a Place,
    theme: Theme,
    analyst: &'a mut Analyst,
    nodes: u64,
}

impl Builder<'_> {
    /// The solution that begins with this move and reaches the task within so many moves.
    fn solution(
        &mut self,
        place: &Place,
        best: GameMove,
        moves: u32,
    ) -> Result<Solution, NoPuzzle> {
        let after = place.after(best).ok_or(NoPuzzle::Undecided)?;
        let replies =
            self.analyst.lines(&after, &Ask { lines: MOST_DEFENCES, ..Ask::nodes(self.nodes) })?;
        let Some(strongest) = replies.first() else { return Ok(Solution::last(best)) };
        if !keeps(self.theme, -strongest.score) {
            return Err(NoPuzzle::NotUnique);
        }
        if self.is_reached(&after, &strongest.line, -strongest.score) {
            return Ok(Solution::last(best));
        }
        if moves <= 1 {
            let open_end = self.theme != Theme::Piece;
            return if open_end { Ok(Solution::last(best)) } else { Err(NoPuzzle::Undecided) };
        }
        let least = strongest.score.get() - SOUND;
        let mut defences = Vec::new();
        for reply in replies.iter().filter(|reply| reply.score.get() >= least) {
            let defence = reply.line[0];
            let Some(answered) = after.after(defence) else { continue };
            let answer = self.analyst.best(&answered, &Ask::nodes(self.nodes))?;
            let Some(answer) = answer else { continue };
            defences.push((defence, self.solution(&answered, answer.line[0], moves - 1)?));
        }
        Ok(Solution { best, defences })
    }

    /// Whether the piece is won for good: mate is forced, or the material stays after the
    /// strongest reply and the answer to it.
    fn is_reached(&self, after: &Place, reply: &[GameMove], score: Score) -> bool {
        if self.theme != Theme::Piece {
            return false;
        }
        score.is_win() || keeps_piece(self.root, after, reply)
    }
}

/// Whether the solver of the root has won a piece at this place, and keeps it for two more plies of
/// the line.
pub(crate) fn keeps_piece(root: &Place, place: &Place, line: &[GameMove]) -> bool {
    let Place::Xiangqi(root) = root else { return false };
    let solver = root.turn();
    let gain = |place: &Place| match place {
        Place::Xiangqi(now) => material(now, solver) - material(root, solver),
        Place::Gomoku(_) => 0,
    };
    let mut place = place.clone();
    let mut kept = gain(&place) >= PIECE_GAIN;
    for &chosen in line.iter().take(2) {
        kept &= place.play(chosen);
    }
    kept && gain(&place) >= PIECE_GAIN
}

/// Whether a score of the solver still fulfils the task of a theme without a mate.
pub(crate) fn keeps(theme: Theme, score: Score) -> bool {
    match theme {
        Theme::Defence => score.get() >= HOLDING - SOUND,
        _ => score.get() >= WINNING - SOUND,
    }
}
