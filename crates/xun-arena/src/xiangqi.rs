//! Xiangqi in this crate: its referee (legality, mate and stalemate, repetition by the rule set,
//! moves without a capture, bare material), its openings as text, and our engine as a player of it.

use crate::experience::BookUse;
use crate::own::XiangqiEngine;
use crate::record::{Ending, Opening, Seat};
use crate::referee::{GameEnd, IllegalMove, Referee};
use crate::setting::GameMove;
use crate::spec::{PlayerSpec, WEIGHTS, unknown_option};
use std::sync::Arc;
use xun_xiangqi::eval::{HandEvaluator, PlayingEvaluator, Weights};
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::rules::{Colour, Position, Reason, Repetition, Rules};
use xun_xiangqi::search::{EngineOptions, Tuning};

/// A game of Xiangqi and its board.
pub struct XiangqiReferee {
    position: Position,
    rules: Rules,
}

impl XiangqiReferee {
    /// A board with the opening's moves played.
    ///
    /// # Errors
    /// An opening that cannot be played, in words.
    pub fn new(rules: Rules, opening: &Opening) -> Result<Self, String> {
        let position = match &opening.start {
            None => Position::start(),
            Some(fen) => Position::from_fen(fen).map_err(|error| error.to_string())?,
        };
        let mut referee = Self { position, rules };
        for text in &opening.moves {
            let chosen = parse_coordinates(text, Ranks::FromZero)
                .map_err(|_| format!("{text:?} is not a move"))?;
            referee.play(GameMove::Xiangqi(chosen)).map_err(|illegal| illegal.to_string())?;
        }
        Ok(referee)
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }
}

fn seat(colour: Colour) -> Seat {
    match colour {
        Colour::Red => Seat::First,
        Colour::Black => Seat::Second,
    }
}

impl Referee for XiangqiReferee {
    fn turn(&self) -> Seat {
        seat(self.position.turn())
    }

    fn legal_moves(&self) -> Vec<GameMove> {
        self.position.legal_moves().iter().copied().map(GameMove::Xiangqi).collect()
    }

    fn play(&mut self, chosen: GameMove) -> Result<(), IllegalMove> {
        match chosen {
            GameMove::Xiangqi(legal) if self.position.is_legal_move(legal) => {
                self.position.play(legal);
                Ok(())
            }
            _ => Err(IllegalMove(chosen)),
        }
    }

    fn end(&self) -> Option<GameEnd> {
        let outcome = self.position.outcome(&self.rules)?;
        let winner = outcome.verdict.winner(self.position.turn()).map(seat);
        let (ending, note) = match outcome.reason {
            Reason::Checkmate => (Ending::Checkmate, "checkmate".to_owned()),
            Reason::Stalemate => (Ending::Stalemate, "no legal move".to_owned()),
            Reason::Repetition(Repetition { mover, waiter, .. }) => {
                let (red, black) = if self.position.turn() == Colour::Red {
                    (mover, waiter)
                } else {
                    (waiter, mover)
                };
                (
                    Ending::Repetition,
                    format!("repetition: Red {red:?}, Black {black:?}").to_lowercase(),
                )
            }
            Reason::QuietLimit(plies) => {
                (Ending::QuietLimit, format!("{plies} plies without a capture"))
            }
            Reason::Material => (Ending::Material, "neither side can mate".to_owned()),
        };
        Some(GameEnd { winner, ending, note })
    }
}

/// A FEN, moves like `h2e2 h9g7`, or a FEN followed by `moves …`.
pub(crate) fn parse_opening(line: &str) -> Opening {
    let (start, moves) = match line.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None if line.contains('/') => (line, ""),
        None => ("", line),
    };
    let start = (!matches!(start, "" | "startpos")).then(|| start.to_owned());
    Opening { start, moves: moves.split_whitespace().map(str::to_owned).collect() }
}

/// Our engine with the options of a player: those of its protocols, the search's tuning numbers by
/// name, and `Weights=FILE` for the hand-written evaluation.
pub(crate) fn engine(rules: Rules, spec: &PlayerSpec, seed: u64) -> Result<XiangqiEngine, String> {
    let book = BookUse::of(spec)?;
    let mut options =
        EngineOptions { repetition_rule: rules.repetition.name(), ..EngineOptions::default() };
    let (mut tuning, mut weights) = (Tuning::default(), None);
    for (name, value) in spec.options.iter().filter(|(name, _)| !BookUse::has_setting(name)) {
        if name.eq_ignore_ascii_case(WEIGHTS) {
            weights = Some(read_weights(value)?);
        } else if tuning.get(name).is_some() {
            tuning.set(name, value).map_err(|error| error.to_string())?;
        } else if options.get(name).is_some() {
            options.set(name, value).map_err(|error| error.to_string())?;
        } else {
            let known = EngineOptions::SPECS.iter().chain(Tuning::SPECS).map(|spec| spec.name);
            return Err(unknown_option(name, known));
        }
    }
    let evaluator = match weights {
        Some(weights) => PlayingEvaluator::Hand(Box::new(HandEvaluator::new(Arc::new(weights)))),
        None => {
            PlayingEvaluator::from_file(&options.eval_file).map_err(|error| error.to_string())?
        }
    };
    let path = book.as_ref().map(|book| book.path.as_path());
    let confidence = book.as_ref().and_then(|book| book.confidence);
    let engine = XiangqiEngine::new(options, evaluator, path, seed)?;
    Ok(engine.trusting(confidence).with_tuning(&tuning))
}

/// The weights of the hand-written evaluation in a file, as `xun-tune xiangqi tune` writes them.
fn read_weights(file: &str) -> Result<Weights, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    Weights::parse(&text).map_err(|error| format!("{file}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_moves() {
        assert_eq!(parse_opening("h2e2 h9g7").moves, ["h2e2", "h9g7"]);
        assert_eq!(parse_opening("startpos moves h2e2").start, None);
        assert_eq!(parse_opening("4k4/9/9/9/9/9/9/9/9/4K4 w moves e0e1").moves, ["e0e1"]);
        assert!(parse_opening("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1").start.is_some());
    }
}
