//! The conduct of each side throughout a cycle of moves.

use super::super::{Position, position::HistoryEntry};
use super::RuleSet;
use super::chase::{Names, Protection, threatens_mate, threats};

/// The conduct of a side throughout a cycle, from harmless to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Conduct {
    /// Something else at least once.
    Idle,
    /// Attacked the same piece anew with every move.
    Chasing,
    /// Gave check, threatened mate or attacked a piece anew with every move (Chinese rules only).
    Striking,
    /// Gave check with every move.
    Checking,
}

/// A judged cycle.
pub(super) struct Cycle {
    /// The side to move.
    pub(super) mover: Conduct,
    /// The side that moved last.
    pub(super) waiter: Conduct,
}

/// Offences that every move of one side so far has committed, going back move by move.
struct Suspect {
    checking: bool,
    /// Names of pieces chased by every move so far.
    chased: u16,
    /// Every move so far was a check, a chase or a threat of mate.
    striking: bool,
}

impl Suspect {
    const NEW: Self = Self { checking: true, chased: u16::MAX, striking: true };

    fn acquit_of_strikes(&mut self) {
        self.chased = 0;
        self.striking = false;
    }

    fn conduct(&self, rules: RuleSet) -> Conduct {
        match rules {
            _ if self.checking => Conduct::Checking,
            RuleSet::Asian if self.chased != 0 => Conduct::Chasing,
            RuleSet::Chinese if self.striking => Conduct::Striking,
            _ => Conduct::Idle,
        }
    }
}

impl Cycle {
    /// Looks at the last plies, which led from the position back to itself.
    pub(super) fn of(position: &Position, plies: usize, rules: RuleSet) -> Self {
        let moves = &position.history[position.history.len() - plies..];
        // The side that moved last first.
        let mut suspects = [Suspect::NEW, Suspect::NEW];
        find_checks(position.scene(), moves, &mut suspects);
        if rules != RuleSet::Simple && !suspects.iter().any(|suspect| suspect.checking) {
            find_strikes(position.scene(), moves, rules, &mut suspects);
        } else {
            // Checks decide; what else was done does not matter and is not looked at.
            suspects.iter_mut().for_each(Suspect::acquit_of_strikes);
        }
        let [waiter, mover] = suspects.map(|suspect| suspect.conduct(rules));
        Self { mover, waiter }
    }
}

fn find_checks(mut scene: Position, moves: &[HistoryEntry], suspects: &mut [Suspect; 2]) {
    for (ply, entry) in moves.iter().rev().enumerate() {
        let suspect = &mut suspects[ply % 2];
        suspect.checking = suspect.checking && scene.in_check();
        if suspects.iter().all(|suspect| !suspect.checking) {
            return;
        }
        scene.take_back(entry);
    }
}

fn find_strikes(
    mut scene: Position,
    moves: &[HistoryEntry],
    rules: RuleSet,
    suspects: &mut [Suspect; 2],
) {
    let mut names = Names::of(&scene);
    for (ply, entry) in moves.iter().rev().enumerate() {
        let side = !scene.turn();
        let suspect = &mut suspects[ply % 2];
        let guilty = match rules {
            RuleSet::Asian => suspect.chased != 0,
            _ => suspect.striking,
        };
        let after =
            if guilty { Some(threats(&scene, &names, side, Protection::Any)) } else { None };
        let otherwise = guilty
            && rules == RuleSet::Chinese
            && (scene.in_check() || threatens_mate(&scene, side));
        if let Some(taken_back) = entry.played {
            names.relocate(taken_back.to(), taken_back.from());
        }
        scene.take_back(entry);
        let Some(after) = after else { continue };
        let chased = if after.is_empty() {
            0
        } else {
            after.new_since(&threats(&scene, &names, side, Protection::Direct))
        };
        suspect.chased &= chased;
        suspect.striking &= chased != 0 || otherwise;
    }
}
