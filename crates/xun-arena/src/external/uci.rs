//! A Xiangqi engine over UCI. One that offers `UCI_Variant xiangqi` counts ranks from 1, all others
//! from 0.

use super::{EngineCommand, GREETING, start};
use crate::player::{Choice, Failure, Player, Turn};
use crate::process::EngineProcess;
use crate::record::Ending;
use xun_xiangqi::protocol::{Go, ReplyScore, UciCommand, UciReply};

/// A mate counts as this many hundredths, less one for each move it takes.
const MATE_SCORE: i32 = 30_000;

/// An engine that speaks UCI.
pub struct UciPlayer {
    command: EngineCommand,
    running: Option<Running>,
}

struct Running {
    process: EngineProcess,
    ranks_from_one: bool,
}

impl UciPlayer {
    /// The engine is started when it is first needed.
    pub fn new(command: EngineCommand) -> Self {
        Self { command, running: None }
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
        Ok(Running { process, ranks_from_one })
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

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        // Taken out while it thinks: if anything goes wrong it is dropped, and with it the process.
        let Some(mut running) = self.running.take() else {
            return Err(Failure {
                ending: Ending::Crash,
                note: "the engine is not running".into(),
            });
        };
        let spell = |text: &str| {
            if running.ranks_from_one { ranks_from_one(text) } else { text.to_owned() }
        };
        let moves = turn.all_moves().map(spell).collect();
        running.process.drain();
        running
            .process
            .send(&UciCommand::Position { fen: turn.opening.start.clone(), moves }.to_string());
        running.process.send(&UciCommand::Go(Box::new(Self::go(turn))).to_string());
        let mut choice = Choice::default();
        let best =
            running.process.wait_unless(
                turn.stop,
                turn.patience(),
                |line| match UciReply::parse(line) {
                    UciReply::BestMove { best, .. } => Some(best),
                    UciReply::Info(info) => {
                        if info.multipv.is_none_or(|number| number == 1) {
                            choice.depth = info.depth.or(choice.depth);
                            choice.score = info.score.map(hundredths).or(choice.score);
                        }
                        None
                    }
                    _ => None,
                },
            )?;
        choice.text =
            best.map(|text| if running.ranks_from_one { ranks_from_zero(&text) } else { text });
        self.running = Some(running);
        Ok(choice)
    }
}

fn hundredths(score: ReplyScore) -> i32 {
    match score {
        ReplyScore::Centipawns(score) => score,
        ReplyScore::Mate(moves) if moves > 0 => MATE_SCORE.saturating_sub(moves),
        ReplyScore::Mate(moves) => (-MATE_SCORE).saturating_sub(moves),
    }
}

/// `h0e2` → `h1e3`.
fn ranks_from_one(text: &str) -> String {
    text.chars()
        .flat_map(|letter| match letter.to_digit(10) {
            Some(rank) => (rank + 1).to_string().chars().collect::<Vec<_>>(),
            None => vec![letter],
        })
        .collect()
}

/// `h10e3` → `h9e2`. What is no such move stays as it is, for the referee to refuse.
fn ranks_from_zero(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(file) = rest.chars().next() {
        let after = &rest[file.len_utf8()..];
        let digits =
            after.len() - after.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        match after[..digits].parse::<u32>() {
            Ok(rank @ 1..=10) => {
                out.push(file);
                out.push_str(&(rank - 1).to_string());
            }
            _ => return text.to_owned(),
        }
        rest = &after[digits..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_counted_both_ways() {
        assert_eq!(ranks_from_one("h9e0"), "h10e1");
        assert_eq!(ranks_from_zero("h10e1"), "h9e0");
        for odd in ["", "(none)", "h0e2", "h11e1", "炮二平五", "h2"] {
            let _ = ranks_from_zero(odd);
        }
        assert_eq!(ranks_from_zero("h0e2"), "h0e2");
    }
}
