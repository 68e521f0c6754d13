//! The move picker: hands out a node's moves in stages, the most promising first (table move, good
//! captures, killer moves and counter-move, quiet moves, bad captures).

use super::history::{Histories, NO_PIECE_POINT, piece_point};
use super::see::exchange_at_least;
use crate::eval::EXCHANGE_VALUES;
use crate::rules::{CheckSquares, Class, Move, Position};
use arrayvec::ArrayVec;

/// The stage of a move picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    MakeCaptures,
    GoodCaptures,
    Checks,
    Special,
    MakeQuiets,
    Quiets,
    BadCaptures,
    MakeEvasions,
    Evasions,
    Done,
}

/// The moves that a picker hands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveSelection {
    /// All of them.
    All,
    /// All of them, in check.
    Evasions,
    /// Captures that win at least this much in the exchange.
    Captures(i32),
    /// These captures, then quiet moves that give check and lose nothing.
    CapturesAndChecks(i32),
}

#[derive(Clone, Copy)]
struct Scored {
    chosen: Move,
    score: i32,
}

/// Hands out moves, pseudo-legal ones: the search checks that the king stays safe.
pub(super) struct MovePicker {
    stage: Stage,
    wanted: MoveSelection,
    table: Option<Move>,
    /// Killers and the counter-move.
    special: [Option<Move>; 3],
    next_special: usize,
    moves: ArrayVec<Scored, 128>,
    cursor: usize,
    bad: ArrayVec<Move, 64>,
    next_bad: usize,
    /// The arrivals one, two and four plies ago.
    before: [usize; 3],
    order: Order,
    skip_quiets: bool,
}

/// Weights for the order of quiet moves.
#[derive(Clone, Copy)]
pub(super) struct Order {
    /// Weights of the history by move, and of those after the moves one, two and four plies ago, in
    /// 16ths.
    pub(super) weights: [i32; 4],
    /// The bonus of a check, and the points from which each piece gives one.
    pub(super) check: Option<(i32, CheckSquares)>,
}

/// A check that gives away more than this in the exchange is no better than other quiet moves.
const CHECK_RISK: i32 = 60;

impl MovePicker {
    pub(super) fn new(
        position: &Position,
        wanted: MoveSelection,
        table: Option<Move>,
        special: [Option<Move>; 3],
        before: [usize; 3],
    ) -> Self {
        let table = table.filter(|&chosen| {
            let fits = match wanted {
                MoveSelection::Captures(least) | MoveSelection::CapturesAndChecks(least) => {
                    position.piece_on(chosen.to()).is_some()
                        && exchange_at_least(position, chosen, least)
                }
                MoveSelection::All | MoveSelection::Evasions => true,
            };
            fits && position.is_pseudo_legal(chosen)
        });
        Self {
            stage: Stage::Table,
            wanted,
            table,
            special,
            next_special: 0,
            moves: ArrayVec::new(),
            cursor: 0,
            bad: ArrayVec::new(),
            next_bad: 0,
            before,
            order: Order { weights: [32, 16, 16, 16], check: None },
            skip_quiets: false,
        }
    }

    /// The same with quiet moves in this order.
    pub(super) fn ordered(self, order: Order) -> Self {
        Self { order, ..self }
    }

    /// Skips the remaining quiet moves.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    #[inline]
    pub(super) fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = match self.wanted {
                        MoveSelection::Evasions => Stage::MakeEvasions,
                        _ => Stage::MakeCaptures,
                    };
                    if self.table.is_some() {
                        return self.table;
                    }
                }
                Stage::MakeCaptures => {
                    self.make_captures(position, histories);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.best() {
                    Some(Scored { chosen, score }) => {
                        let least = match self.wanted {
                            MoveSelection::Captures(least)
                            | MoveSelection::CapturesAndChecks(least) => least,
                            _ => -score / 24,
                        };
                        if exchange_at_least(position, chosen, least) {
                            return Some(chosen);
                        }
                        // A full list of bad captures never happens in play; the move is then tried
                        // now.
                        if self.wanted == MoveSelection::All && self.bad.try_push(chosen).is_err() {
                            return Some(chosen);
                        }
                    }
                    None if self.wanted == MoveSelection::All => self.stage = Stage::Special,
                    None if matches!(self.wanted, MoveSelection::CapturesAndChecks(_)) => {
                        self.make_checks(position, histories);
                        self.stage = Stage::Checks;
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Checks => match self.best() {
                    Some(Scored { chosen, .. }) if !exchange_at_least(position, chosen, 0) => {}
                    Some(scored) => return Some(scored.chosen),
                    None => self.stage = Stage::Done,
                },
                Stage::Special => match self.next_special(position) {
                    Some(chosen) => return Some(chosen),
                    None => self.stage = Stage::MakeQuiets,
                },
                Stage::MakeQuiets => {
                    if !self.skip_quiets {
                        self.make_quiets(position, histories);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.best() {
                    Some(scored) if !self.skip_quiets => return Some(scored.chosen),
                    _ => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => {
                    let found = self.bad.get(self.next_bad).copied();
                    self.next_bad += 1;
                    if found.is_none() {
                        self.stage = Stage::Done;
                    }
                    return found;
                }
                Stage::MakeEvasions => {
                    self.make_evasions(position, histories);
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.best() {
                    Some(scored) => return Some(scored.chosen),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Takes the best of the moves not yet handed out.
    #[inline]
    fn best(&mut self) -> Option<Scored> {
        let first = self.cursor;
        let mut best = first;
        let mut most = self.moves.get(first)?.score;
        for (index, scored) in self.moves.iter().enumerate().skip(first + 1) {
            if scored.score > most {
                (best, most) = (index, scored.score);
            }
        }
        self.moves.swap(first, best);
        self.cursor += 1;
        Some(self.moves[first])
    }

    #[inline]
    fn next_special(&mut self, position: &Position) -> Option<Move> {
        while self.next_special < self.special.len() {
            let index = self.next_special;
            self.next_special += 1;
            if self.skip_quiets {
                return None;
            }
            let Some(chosen) = self.special[index] else { continue };
            if self.special[..index].contains(&Some(chosen)) {
                self.special[index] = None;
                continue;
            }
            if Some(chosen) != self.table
                && position.piece_on(chosen.to()).is_none()
                && position.is_pseudo_legal(chosen)
            {
                return Some(chosen);
            }
            self.special[index] = None;
        }
        None
    }

    #[inline]
    fn make_captures(&mut self, position: &Position, histories: &Histories) {
        self.moves.clear();
        self.cursor = 0;
        let (table, moves) = (self.table, &mut self.moves);
        position.for_each_pseudo_legal(Class::Captures, |chosen| {
            if Some(chosen) != table {
                moves.push(Scored { chosen, score: capture_score(position, histories, chosen) });
            }
        });
    }

    #[inline]
    fn make_quiets(&mut self, position: &Position, histories: &Histories) {
        self.moves.clear();
        self.cursor = 0;
        let (table, special, before) = (self.table, self.special, self.before);
        let moves = &mut self.moves;
        let order = self.order;
        position.for_each_pseudo_legal(Class::Quiets, |chosen| {
            if Some(chosen) != table && !special.contains(&Some(chosen)) {
                let mut score = quiet_score(position, histories, before, order.weights, chosen);
                if let Some((bonus, squares)) = &order.check
                    && position.gives_check(chosen, squares)
                    && exchange_at_least(position, chosen, -CHECK_RISK)
                {
                    score += bonus;
                }
                moves.push(Scored { chosen, score });
            }
        });
    }

    #[inline]
    fn make_checks(&mut self, position: &Position, histories: &Histories) {
        self.moves.clear();
        self.cursor = 0;
        let (table, before, squares) = (self.table, self.before, position.check_squares());
        let weights = self.order.weights;
        let moves = &mut self.moves;
        position.for_each_quiet_check(&squares, |chosen| {
            if Some(chosen) != table {
                moves.push(Scored {
                    chosen,
                    score: quiet_score(position, histories, before, weights, chosen),
                });
            }
        });
    }

    #[inline]
    fn make_evasions(&mut self, position: &Position, histories: &Histories) {
        self.moves.clear();
        self.cursor = 0;
        let (table, before, weights) = (self.table, self.before, self.order.weights);
        let moves = &mut self.moves;
        position.for_each_pseudo_legal(Class::All, |chosen| {
            if Some(chosen) != table {
                let score = if position.piece_on(chosen.to()).is_some() {
                    1_000_000 + capture_score(position, histories, chosen)
                } else {
                    quiet_score(position, histories, before, weights, chosen)
                };
                moves.push(Scored { chosen, score });
            }
        });
    }
}

/// Score of a capture: most valuable victim, then capture history.
#[inline(always)]
fn capture_score(position: &Position, histories: &Histories, chosen: Move) -> i32 {
    let (Some(mover), Some(victim)) =
        (position.piece_on(chosen.from()), position.piece_on(chosen.to()))
    else {
        return 0;
    };
    let learnt = histories.capture(piece_point(mover, chosen.to()), victim.kind());
    EXCHANGE_VALUES[victim.kind() as usize] * 7 + learnt / 8
}

/// Score of a quiet move: main history and continuation histories.
#[inline(always)]
fn quiet_score(
    position: &Position,
    histories: &Histories,
    before: [usize; 3],
    weights: [i32; 4],
    chosen: Move,
) -> i32 {
    let Some(mover) = position.piece_on(chosen.from()) else { return 0 };
    let arrival = piece_point(mover, chosen.to());
    let continuations: i32 = before
        .iter()
        .zip(&weights[1..])
        .filter(|&(&before, _)| before != NO_PIECE_POINT)
        .map(|(&before, weight)| histories.continuation(before, arrival) * weight)
        .sum();
    (weights[0] * histories.main(position.turn(), chosen) + continuations) / 16
}
