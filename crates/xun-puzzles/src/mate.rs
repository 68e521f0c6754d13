//! Mate search over all moves: whether a side mates within so many moves, against every defence.
//!
//! A plain AND/OR search with a memory; checks are tried first. A side without a legal move has
//! lost, in check or not. Repetition is not judged: a shortest mate never repeats a position.

use crate::tree::Solution;
use std::collections::HashMap;
use xun_arena::GameMove;
use xun_xiangqi::rules::{Move, Position};

/// A search for mates with its memory and its budget of positions.
pub struct MateSearch {
    /// Whether the side to move of this position mates within so many moves.
    known: HashMap<(u64, u32), bool>,
    left: u64,
}

/// The budget was spent before the question was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent;

impl MateSearch {
    /// A search of at most so many positions in all.
    #[must_use]
    pub fn new(positions: u64) -> Self {
        Self { known: HashMap::new(), left: positions }
    }

    /// Whether the side to move mates within so many moves.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn mates(&mut self, position: &mut Position, within: u32) -> Result<bool, Spent> {
        if within == 0 {
            return Ok(false);
        }
        let question = (position.key(), within);
        if let Some(&known) = self.known.get(&question) {
            return Ok(known);
        }
        let mut found = false;
        for chosen in ordered_moves(position) {
            if self.mates_by(position, chosen, within)? {
                found = true;
                break;
            }
        }
        self.known.insert(question, found);
        Ok(found)
    }

    /// Whether this move mates within so many moves, itself counted.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn mates_by(
        &mut self,
        position: &mut Position,
        chosen: Move,
        within: u32,
    ) -> Result<bool, Spent> {
        self.left = self.left.checked_sub(1).ok_or(Spent)?;
        position.play(chosen);
        let mates = self.no_defence(position, within);
        position.undo();
        mates
    }

    /// Whether every defence of the side to move is mated within one move less.
    fn no_defence(&mut self, position: &mut Position, within: u32) -> Result<bool, Spent> {
        if within == 1 {
            return Ok(!position.has_legal_move());
        }
        for &defence in &position.legal_moves() {
            position.play(defence);
            let mates = self.mates(position, within - 1);
            position.undo();
            if !mates? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The fewest moves, up to a most, in which the side to move mates.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn shortest(&mut self, position: &mut Position, most: u32) -> Result<Option<u32>, Spent> {
        for within in 1..=most {
            if self.mates(position, within)? {
                return Ok(Some(within));
            }
        }
        Ok(None)
    }

    /// Every first move that mates within so many moves, up to two of them.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn first_moves(
        &mut self,
        position: &mut Position,
        within: u32,
    ) -> Result<Vec<Move>, Spent> {
        let mut found = Vec::new();
        for chosen in ordered_moves(position) {
            if self.mates_by(position, chosen, within)? {
                found.push(chosen);
                if found.len() == 2 {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The solution of a mate within so many moves, against every legal defence; `None` if there is
    /// no mate.
    ///
    /// # Errors
    /// The budget is spent.
    pub fn solution(
        &mut self,
        position: &mut Position,
        within: u32,
    ) -> Result<Option<Solution>, Spent> {
        let Some(shortest) = self.shortest(position, within)? else { return Ok(None) };
        let first = self.first_moves(position, shortest)?;
        let Some(&best) = first.first() else { return Ok(None) };
        position.play(best);
        let answered = self.defences(position, shortest - 1);
        position.undo();
        Ok(Some(Solution { best: GameMove::Xiangqi(best), defences: answered? }))
    }

    fn defences(
        &mut self,
        position: &mut Position,
        within: u32,
    ) -> Result<Vec<(GameMove, Solution)>, Spent> {
        let mut answered = Vec::new();
        for &defence in &position.legal_moves() {
            position.play(defence);
            let further = self.solution(position, within);
            position.undo();
            if let Some(further) = further? {
                answered.push((GameMove::Xiangqi(defence), further));
            }
        }
        Ok(answered)
    }
}

/// Every legal move, checks first.
fn ordered_moves(position: &Position) -> Vec<Move> {
    let checks = position.check_squares();
    let legal = position.legal_moves();
    let (mut ordered, quiet): (Vec<Move>, Vec<Move>) =
        legal.iter().partition(|&&chosen| position.gives_check(chosen, &checks));
    ordered.extend(quiet);
    ordered
}
