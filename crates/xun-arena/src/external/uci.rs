//! A Xiangqi engine over UCI. One that offers `UCI_Variant xiangqi` counts ranks from 1, all others
//! from 0.

use super::xiangqi_moves::XiangqiMoves;
use super::{EngineCommand, GREETING, nonsense, not_running, start};
use crate::player::{Choice, Failure, Player, Turn};
use crate::process::EngineProcess;
use crate::record::Opening;
use crate::setting::GameMove;
use xun_xiangqi::notation::{Ranks, format_coordinates, parse_coordinates};
use xun_xiangqi::protocol::{Go, ReplyScore, UciCommand, UciReply};
use xun_xiangqi::rules::Move;

/// A mate counts as this many hundredths, less one for each move it takes.
const MATE_SCORE: i32 = 30_000;

/// An engine that speaks UCI.
pub struct UciPlayer {
    command: EngineCommand,
    running: Option<Running>,
    game: XiangqiMoves,
}

struct Running {
    process: EngineProcess,
    ranks: Ranks,
}

impl UciPlayer {
    /// The engine is started when it is first needed.
    #[must_use]
    pub fn new(command: EngineCommand) -> Self {
        Self { command, running: None, game: XiangqiMoves::default() }
    }

    fn greet(&self) -> Result<Running, Failure> {
        let mut process = start(&self.command)?;
        let mut ranks_from_one = false;
        process.send(&UciCommand::Uci.to_string());
        process.wait_for(GREETING, |line| match UciReply::parse(line) {
            UciReply::Option(text) => {
                ranks_from_one |= text.contains("UCI_Variant") && text.contains("xiangqi");
                None
            }
            UciReply::UciOk => Some(()),
            _ => None,
        })?;
        // An engine whose default variant is another one has to be told.
        let variant = ranks_from_one.then(|| ("UCI_Variant".to_owned(), "xiangqi".to_owned()));
        for (name, value) in variant.iter().chain(&self.command.options) {
            process.send(
                &UciCommand::SetOption { name: name.clone(), value: value.clone() }.to_string(),
            );
        }
        let ranks = if ranks_from_one { Ranks::FromOne } else { Ranks::FromZero };
        Ok(Running { process, ranks })
    }

    fn go(turn: &Turn<'_>) -> Go {
        let milliseconds = |index: usize| turn.clocks[index].as_millis() as u64;
        let clocks = turn.control.per_game.is_some();
        let increment = clocks.then_some(turn.control.increment.as_millis() as u64);
        Go {
            wtime: clocks.then(|| milliseconds(0)),
            btime: clocks.then(|| milliseconds(1)),
            winc: increment,
            binc: increment,
            depth: turn.control.depth,
            nodes: turn.control.nodes,
            move_time: turn.control.per_move.map(|time| time.as_millis() as u64),
            ..Go::default()
        }
    }
}

impl Player for UciPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.greet()?,
        };
        running.process.send(&UciCommand::NewGame.to_string());
        running.process.send(&UciCommand::IsReady.to_string());
        running.process.wait_for(GREETING, |line| {
            matches!(UciReply::parse(line), UciReply::ReadyOk).then_some(())
        })?;
        self.running = Some(running);
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
        // Taken out while it thinks: if anything goes wrong it is dropped, and with it the process.
        let mut running = self.running.take().ok_or_else(not_running)?;
        let spell = |&played: &Move| format_coordinates(played, running.ranks);
        let moves = self.game.moves.iter().map(spell).collect();
        running.process.drain();
        running
            .process
            .send(&UciCommand::Position { fen: self.game.start.clone(), moves }.to_string());
        running.process.send(&UciCommand::Go(Box::new(Self::go(turn))).to_string());
        let mut choice = Choice::default();
        let best =
            running.process.wait_unless(turn.stop.flag(), turn.answer_timeout(), |line| {
                match UciReply::parse(line) {
                    UciReply::BestMove { best, .. } => Some(best),
                    UciReply::Info(info) => {
                        if info.multipv.is_none_or(|number| number == 1) {
                            choice.depth = info.depth.or(choice.depth);
                            choice.score = info.score.map(hundredths).or(choice.score);
                        }
                        None
                    }
                    _ => None,
                }
            })?;
        if let Some(text) = best {
            let chosen = read_move(&text, running.ranks).ok_or_else(|| nonsense(&text))?;
            choice.chosen = Some(GameMove::Xiangqi(chosen));
        }
        self.running = Some(running);
        Ok(choice)
    }
}

/// The move of an answer. An engine that counts ranks from 1 and yet names rank 0 counts from 0.
fn read_move(text: &str, ranks: Ranks) -> Option<Move> {
    let read = |ranks| parse_coordinates(text, ranks).ok();
    read(ranks).or_else(|| read(Ranks::FromZero))
}

fn hundredths(score: ReplyScore) -> i32 {
    match score {
        ReplyScore::Centipawns(score) => score,
        ReplyScore::Mate(moves) if moves > 0 => MATE_SCORE.saturating_sub(moves),
        ReplyScore::Mate(moves) => (-MATE_SCORE).saturating_sub(moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_both_ways() {
        let chosen = parse_coordinates("h9e0", Ranks::FromZero).unwrap();
        assert_eq!(format_coordinates(chosen, Ranks::FromOne), "h10e1");
        assert_eq!(read_move("h10e1", Ranks::FromOne), Some(chosen));
        for odd in ["", "(none)", "h11e1", "炮二平五", "h2"] {
            assert_eq!(read_move(odd, Ranks::FromOne), None, "{odd}");
        }
        assert_eq!(read_move("h0e2", Ranks::FromOne).unwrap().to_string(), "h0e2");
    }
}
