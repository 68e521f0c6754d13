//! `xun gomoku analyse --opening RULE`: what an opening rule says about the next move, and what the
//! search says about the choices that are no stones.

use super::opening::question;
use crate::language::Language;
use anyhow::anyhow;
use serde_json::json;
use xun_game::Score;
use xun_gomoku::openings::{Choice, NotAllowed, OpeningRule, Stage, StagedOpening, better_colour};
use xun_gomoku::rules::{Board, Colour, Point};

/// The next stage of an opening rule.
pub(super) struct Next {
    rule: OpeningRule,
    /// Nothing once the opening is over.
    stage: Option<Stage>,
    stones: usize,
}

impl Next {
    /// Follows the board's stones, in the order of play, through the opening. Choices are not seen
    /// on the board: where one comes before a stone, the one that leaves the stone its place is
    /// taken.
    pub(super) fn of(rule: OpeningRule, board: &Board) -> anyhow::Result<Self> {
        let mut opening = StagedOpening::new(rule, board.size());
        for (number, (point, _)) in (1..).zip(board.history()) {
            let wrong =
                |reason: NotAllowed| anyhow!("--opening {}: {number}. {reason}", rule.name());
            while let Some(choice) = opening.stage().and_then(quiet_choice) {
                opening.choose(choice).map_err(wrong)?;
            }
            match opening.stage() {
                None | Some(Stage::Offer { .. }) => {
                    return Ok(Self { rule, stage: None, stones: board.stones() });
                }
                Some(_) => opening.place(point).map_err(wrong)?,
            }
        }
        Ok(Self { rule, stage: opening.stage(), stones: board.stones() })
    }

    /// The points to choose from, if the rule leaves out any.
    pub(super) fn allowed(&self, board: &Board) -> Vec<Point> {
        let Some(Stage::Place { zone, .. }) = self.stage else { return Vec::new() };
        let all = board.empty_points();
        let inside: Vec<Point> = all.filter(|&point| zone.contains(point, board.size())).collect();
        if inside.len() + board.stones() == board.size().area() { Vec::new() } else { inside }
    }

    /// Which colour to choose, by the score of the side to move; none where the choice is no
    /// colour's or the game is even.
    fn better_colour(&self, board: &Board, score: Score) -> Option<Colour> {
        let choosing =
            matches!(self.stage, Some(Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. }));
        better_colour(board, score).filter(|_| choosing)
    }

    /// One line for people; none once the opening is over.
    pub(super) fn text(&self, board: &Board, score: Score, language: Language) -> Option<String> {
        let wanted = question(self.stage?, self.stones + 1, language);
        let advice = match (self.better_colour(board, score), self.stage) {
            (Some(Colour::Black), _) => language.pick(" black is better", " 选黑较好"),
            (Some(Colour::White), _) => language.pick(" white is better", " 选白较好"),
            (None, Some(Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. })) => {
                language.pick(" even", " 均势")
            }
            _ => "",
        };
        Some(format!("{}: {wanted}{advice}", self.rule.name()))
    }

    pub(super) fn json(&self, board: &Board, score: Score) -> serde_json::Value {
        let stage = self.stage.map_or("over", |stage| match stage {
            Stage::Place { .. } => "place",
            Stage::MaySwap { .. } => "swap",
            Stage::MaySwapOrAddTwo { .. } => "swap_or_add_two",
            Stage::SayFifths { .. } => "say_fifths",
            Stage::MayOfferTen { .. } => "offer_ten",
            Stage::Offer { .. } => "offer",
        });
        let better =
            self.better_colour(board, score).map(|colour| format!("{colour:?}").to_lowercase());
        json!({"rule": self.rule.name(), "stage": stage, "better_colour": better})
    }
}

/// The choice that changes nothing about the stones.
fn quiet_choice(stage: Stage) -> Option<Choice> {
    match stage {
        Stage::Place { .. } | Stage::Offer { .. } => None,
        Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. } => Some(Choice::Swap(false)),
        Stage::SayFifths { .. } => Some(Choice::Fifths(1)),
        Stage::MayOfferTen { .. } => Some(Choice::OfferTen(false)),
    }
}
