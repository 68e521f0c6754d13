//! Quiescence: past the horizon only captures, at first quiet checks, and answers to checks are
//! searched, until the position is quiet.

use super::history::NO_PIECE_POINT;
use super::move_picker::{MovePicker, MoveSelection};
use super::node_type::NodeType;
use super::see::exchange_at_least;
use super::stack::MAX_PLY;
use super::worker::Worker;
use crate::eval::{EXCHANGE_VALUES, Evaluator};
use crate::rules::{Exposure, Move};
use xun_game::Score;
use xun_game::{Bound, TableEntry};

/// The table's score, where it decides the window.
#[inline]
fn settled(entry: TableEntry, beta: Score, ply: usize) -> Option<Score> {
    let score = Score::from_table(entry.score, ply);
    let known = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score < beta,
        Bound::None => false,
    };
    known.then_some(score)
}

impl<E: Evaluator> Worker<E> {
    /// The score of a position once its captures are settled.
    pub(super) fn quiesce<N: NodeType>(&mut self, alpha: Score, beta: Score, ply: usize) -> Score {
        self.quiesce_since::<N>((alpha, beta), ply, 0)
    }

    /// The same, `since` plies past the horizon.
    fn quiesce_since<N: NodeType>(
        &mut self,
        (alpha, beta): (Score, Score),
        ply: usize,
        since: i32,
    ) -> Score {
        if N::PV {
            self.lines[ply].clear();
            self.deepest = self.deepest.max(ply);
        }
        if self.stopped {
            return Score::ZERO;
        }
        if let Some(score) = self.decided_by_rule(ply) {
            return score;
        }
        if ply >= MAX_PLY - 2 {
            return Score::new(self.evaluator.evaluate(&self.position));
        }
        let entry = self.shared.table.probe(self.position.key());
        if let Some(score) = entry.and_then(|entry| settled(entry, beta, ply))
            && !N::PV
        {
            return score;
        }
        let own = self.position.exposure(self.position.turn());
        let in_check = !own.checkers.is_empty();
        let (raw, eval) = self.stand_pat(entry, in_check, ply);
        if !in_check && eval >= beta {
            if entry.is_none() {
                self.keep(None, eval, raw, Bound::Lower, ply, N::PV);
            }
            return eval;
        }
        self.frames.at_mut(ply).eval = eval;
        let table = entry.and_then(|entry| Move::unpack(entry.best));
        self.search_forcing_moves::<N>((alpha, beta), ply, since, &own, (raw, eval), table)
    }

    /// Searches captures and quiet checks, or the answers to a check, from the stand-pat score on.
    #[inline]
    fn search_forcing_moves<N: NodeType>(
        &mut self,
        (start, beta): (Score, Score),
        ply: usize,
        since: i32,
        own: &Exposure,
        (raw, eval): (i32, Score),
        table: Option<Move>,
    ) -> Score {
        let in_check = !own.checkers.is_empty();
        let mut best = if in_check { -Score::INFINITE } else { eval };
        let mut alpha = start.max(best);
        let before = [1, 2, 4].map(|back| self.frames.before(ply, back).arrival);
        let mut picker = if in_check {
            MovePicker::new(&self.position, MoveSelection::Evasions, table, [None; 3], before)
        } else {
            let wanted = if since < self.tuning.quiescence_checks {
                MoveSelection::CapturesAndChecks(-30)
            } else {
                MoveSelection::Captures(-30)
            };
            MovePicker::new(&self.position, wanted, table, [None; 3], [NO_PIECE_POINT; 3])
        };
        let mut best_move = None;
        let mut legal = 0;
        let mut quiet_evasions = 0;
        while let Some(chosen) = picker.next(&self.position, &self.histories) {
            if !self.position.is_legal(chosen, own) {
                continue;
            }
            legal += 1;
            let captures = self.position.piece_on(chosen.to()).is_some();
            if !best.is_loss() {
                if in_check && !captures {
                    quiet_evasions += 1;
                    if quiet_evasions > 2 {
                        break;
                    }
                } else if !in_check && self.delta_prunes(chosen, eval, alpha) {
                    continue;
                }
            }
            self.shared.table.prefetch(self.position.key_after(chosen));
            self.play(chosen, ply);
            let score = -self.quiesce_since::<N>((-beta, -alpha), ply + 1, since + 1);
            self.undo();
            if self.stopped {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(chosen);
                    alpha = score;
                    if N::PV {
                        self.extend_line(chosen, ply);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && legal == 0 {
            return Score::mated_in(ply);
        }
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if N::PV && best > start => Bound::Exact,
            _ => Bound::Upper,
        };
        self.keep(best_move, best, raw, bound, ply, N::PV);
        best
    }

    /// The raw and the corrected evaluation; nothing in check.
    #[inline]
    fn stand_pat(&mut self, entry: Option<TableEntry>, in_check: bool, ply: usize) -> (i32, Score) {
        if in_check {
            return (Score::NONE.get(), Score::NONE);
        }
        let raw = match entry {
            Some(entry) if i32::from(entry.eval) != Score::NONE.get() => i32::from(entry.eval),
            _ => self.evaluator.evaluate(&self.position),
        };
        let mut eval = self.corrected(raw, ply);
        if let Some(entry) = entry {
            let score = Score::from_table(entry.score, ply);
            let says_more = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score > eval,
                Bound::Upper => score < eval,
                Bound::None => false,
            };
            if says_more && !score.is_decided() {
                eval = score;
            }
        }
        (raw, eval)
    }

    /// Delta pruning: even winning this piece for nothing would not reach alpha. Near alpha a
    /// capture that wins nothing in the exchange is skipped too (SEE pruning).
    #[inline]
    fn delta_prunes(&self, chosen: Move, eval: Score, alpha: Score) -> bool {
        let Some(victim) = self.position.piece_on(chosen.to()) else { return false };
        let reach = eval + self.tuning.quiescence_margin;
        if reach + EXCHANGE_VALUES[victim.kind() as usize] <= alpha {
            return true;
        }
        reach <= alpha && !exchange_at_least(&self.position, chosen, 1)
    }

    fn keep(&self, best: Option<Move>, score: Score, raw: i32, bound: Bound, ply: usize, pv: bool) {
        self.shared.table.store(
            self.position.key(),
            TableEntry {
                best: best.map_or(0, Move::pack),
                score: score.to_table(ply),
                eval: raw as i16,
                depth: 0,
                bound,
                pv,
            },
        );
    }
}
