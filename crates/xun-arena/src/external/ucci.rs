//! A Xiangqi engine over UCCI. The protocol has no time for one move: such a limit is sent as a
//! clock of that much with one move to go.

use super::xiangqi_moves::XiangqiMoves;
use super::{EngineCommand, GREETING, nonsense, not_running, start};
use crate::player::{Choice, Failure, Player, Turn};
use crate::process::EngineProcess;
use crate::record::Opening;
use crate::setting::GameMove;
use xun_xiangqi::notation::{Ranks, parse_coordinates};
use xun_xiangqi::protocol::{UcciCommand, UcciReply, ucci};
use xun_xiangqi::rules::Position;

/// An engine that speaks UCCI.
pub struct UcciPlayer {
    command: EngineCommand,
    process: Option<EngineProcess>,
    game: XiangqiMoves,
}

impl UcciPlayer {
    /// The engine is started when it is first needed.
    #[must_use]
    pub fn new(command: EngineCommand) -> Self {
        Self { command, process: None, game: XiangqiMoves::default() }
    }

    fn greet(&self) -> Result<EngineProcess, Failure> {
        let mut process = start(&self.command)?;
        process.send(&UcciCommand::Ucci.to_string());
        process.wait_for(GREETING, |line| {
            matches!(UcciReply::parse(line), UcciReply::UcciOk).then_some(())
        })?;
        let milliseconds = ("usemillisec".to_owned(), "true".to_owned());
        for (name, value) in std::iter::once(&milliseconds).chain(&self.command.options) {
            process.send(
                &UcciCommand::SetOption { name: name.clone(), value: value.clone() }.to_string(),
            );
        }
        Ok(process)
    }

    fn go(turn: &Turn<'_>) -> ucci::Go {
        let limit = turn.control.per_move.map(|time| time.as_millis() as u64);
        let clocks = turn.control.per_game.is_some();
        ucci::Go {
            depth: turn.control.depth,
            nodes: turn.control.nodes,
            time: limit
                .or_else(|| clocks.then(|| turn.clocks[turn.seat as usize].as_millis() as u64)),
            moves_to_go: limit.map(|_| 1),
            increment: (clocks && limit.is_none())
                .then_some(turn.control.increment.as_millis() as u64),
            ..ucci::Go::default()
        }
    }
}

impl Player for UcciPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.greet()?,
        };
        // Not every engine knows `newgame`; it is an option, and unknown options are ignored.
        process.send(
            &UcciCommand::SetOption { name: "newgame".into(), value: String::new() }.to_string(),
        );
        process.send(&UcciCommand::IsReady.to_string());
        process.wait_for(GREETING, |line| {
            matches!(UcciReply::parse(line), UcciReply::ReadyOk).then_some(())
        })?;
        self.process = Some(process);
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.game = XiangqiMoves::of(opening)?;
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        self.game.follow(played)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let mut process = self.process.take().ok_or_else(not_running)?;
        // Some UCCI engines do not know `startpos`.
        let fen = self.game.start.clone().unwrap_or_else(|| Position::start().to_fen());
        let moves = self.game.moves.iter().map(ToString::to_string).collect();
        process.drain();
        process.send(
            &UcciCommand::Position(ucci::Place { fen: Some(fen), moves, banned: Vec::new() })
                .to_string(),
        );
        process.send(&UcciCommand::Go(Box::new(Self::go(turn))).to_string());
        let mut choice = Choice::default();
        let best = process.wait_unless(turn.stop.flag(), turn.answer_timeout(), |line| {
            match UcciReply::parse(line) {
                UcciReply::BestMove { best, resign, .. } => Some((!resign).then_some(best)),
                UcciReply::NoBestMove => Some(None),
                UcciReply::Info(info) => {
                    choice.depth = info.depth.or(choice.depth);
                    choice.score = info.score.or(choice.score);
                    None
                }
                _ => None,
            }
        })?;
        if let Some(text) = best {
            let chosen = parse_coordinates(&text, Ranks::FromZero).map_err(|_| nonsense(&text))?;
            choice.chosen = Some(GameMove::Xiangqi(chosen));
        }
        self.process = Some(process);
        Ok(choice)
    }
}
