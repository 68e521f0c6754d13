//! A Gomoku engine over the Gomocup protocol.

use super::{EngineCommand, GREETING, start};
use crate::player::{Choice, Failure, Player, Turn};
use crate::process::EngineProcess;
use crate::record::Ending;
use std::time::{Duration, Instant};
use xun_gomoku::rules::text::parse_point;
use xun_gomoku::rules::{Rule, Size};

/// Some engines drop a command that comes right after their move; this long after it they listen again.
const BREATH: Duration = Duration::from_millis(40);

/// An engine that speaks the Gomocup protocol.
pub struct GomocupPlayer {
    command: EngineCommand,
    size: Size,
    rule: Rule,
    process: Option<EngineProcess>,
    last_answer: Instant,
}

impl GomocupPlayer {
    /// The engine is started when it is first needed.
    pub fn new(command: EngineCommand, size: Size, rule: Rule) -> Self {
        Self { command, size, rule, process: None, last_answer: Instant::now() }
    }

    fn begin(&self, process: &mut EngineProcess) -> Result<(), Failure> {
        let (width, height) = (self.size.width(), self.size.height());
        if width == height {
            process.send(&format!("START {width}"));
        } else {
            process.send(&format!("RECTSTART {width},{height}"));
        }
        process.wait_for(GREETING, |line| match line.split_whitespace().next() {
            Some("OK") => Some(Ok(())),
            Some("ERROR") => Some(Err(Failure { ending: Ending::Crash, note: line.to_owned() })),
            _ => None,
        })?
    }

    fn tell_limits(&self, process: &mut EngineProcess, turn: &Turn<'_>) {
        let mut info = |key: &str, value: String| process.send(&format!("INFO {key} {value}"));
        info("rule", self.rule.gomocup().to_string());
        info("game_type", "1".into());
        let per_move = turn.control.per_move;
        let left = turn.control.per_game.map(|_| turn.clocks[turn.seat as usize]);
        // Depth or nodes alone: no time limit worth naming.
        let generous = Duration::from_secs(100);
        info("timeout_turn", per_move.or(left).unwrap_or(generous).as_millis().to_string());
        info("timeout_match", turn.control.per_game.map_or(0, |time| time.as_millis()).to_string());
        info("time_left", left.map_or(i32::MAX as u128, |time| time.as_millis()).to_string());
        if let Some(depth) = turn.control.depth {
            info("max_depth", depth.to_string());
        }
        if let Some(nodes) = turn.control.nodes {
            info("max_node", nodes.to_string());
        }
        for (key, value) in &self.command.options {
            info(key, value.clone());
        }
    }

    fn tell_position(&self, process: &mut EngineProcess, turn: &Turn<'_>) -> Result<(), Failure> {
        let moves: Vec<&str> = turn.all_moves().collect();
        if moves.is_empty() {
            process.send("BEGIN");
            return Ok(());
        }
        process.send("BOARD");
        for (number, text) in moves.iter().enumerate() {
            let point = parse_point(text, self.size)
                .map_err(|error| Failure { ending: Ending::Crash, note: error.to_string() })?;
            // 1 is the engine's own stone: the last one is the opponent's.
            let whose = if (moves.len() - number).is_multiple_of(2) { 1 } else { 2 };
            process.send(&format!("{},{},{whose}", point.x(), point.y()));
        }
        process.send("DONE");
        Ok(())
    }
}

impl Player for GomocupPlayer {
    fn new_game(&mut self) -> Result<(), Failure> {
        let mut process = match self.process.take() {
            Some(process) => {
                std::thread::sleep(BREATH.saturating_sub(self.last_answer.elapsed()));
                process
            }
            None => start(&self.command)?,
        };
        self.begin(&mut process)?;
        self.process = Some(process);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let Some(mut process) = self.process.take() else {
            return Err(Failure { ending: Ending::Crash, note: "the engine is not running".into() });
        };
        std::thread::sleep(BREATH.saturating_sub(self.last_answer.elapsed()));
        process.drain();
        self.tell_limits(&mut process, turn);
        self.tell_position(&mut process, turn)?;
        let answer = process.wait_for(turn.patience(), |line| {
            let first = line.split([' ', ',']).next().unwrap_or_default();
            match first.to_ascii_uppercase().as_str() {
                "MESSAGE" | "DEBUG" | "OK" | "" => None,
                "ERROR" | "UNKNOWN" => {
                    let refused_info = line.to_ascii_uppercase().contains("INFO");
                    (!refused_info).then(|| Err(Failure { ending: Ending::Nonsense, note: line.to_owned() }))
                }
                _ => Some(Ok(line.to_owned())),
            }
        })?;
        self.last_answer = Instant::now();
        let text = answer?;
        self.process = Some(process);
        Ok(Choice { text: Some(text), score: None, depth: None })
    }
}
