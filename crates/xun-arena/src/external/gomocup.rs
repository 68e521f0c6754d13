//! A Gomoku engine over the Gomocup protocol.

use super::{EngineCommand, GREETING, nonsense, not_running, start};
use crate::player::{Choice, Failure, Player, Turn};
use crate::process::{EngineProcess, ProcessError};
use crate::record::{Ending, Opening};
use crate::referee::IllegalMove;
use crate::setting::GameMove;
use std::time::{Duration, Instant};
use xun_gomoku::notation::parse_point;
use xun_gomoku::openings::{Choice as Swap2Choice, OpeningRule, Stage, StagedOpening};
use xun_gomoku::protocol::Reply;
use xun_gomoku::rules::{Point, Rule, Size};

/// Some engines drop a command that comes right after their move; this long after it they listen
/// again.
const BREATH: Duration = Duration::from_millis(40);

/// An engine's choice in a swap2 opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// Black is the better side: it takes black.
    Black,
    /// It takes white and goes on with this stone.
    White(Point),
    /// It places these: the first three stones, or two more that leave the choice to the other.
    Stones(Vec<Point>),
}

/// An engine that speaks the Gomocup protocol.
pub struct GomocupPlayer {
    command: EngineCommand,
    size: Size,
    rule: Rule,
    process: Option<EngineProcess>,
    last_answer: Instant,
    /// All stones from the empty board.
    stones: Vec<Point>,
}

impl GomocupPlayer {
    /// The engine is started when it is first needed.
    #[must_use]
    pub fn new(command: EngineCommand, size: Size, rule: Rule) -> Self {
        let (process, stones) = (None, Vec::new());
        Self { command, size, rule, process, last_answer: Instant::now(), stones }
    }

    /// Asks with `SWAP2BOARD` for the choice after 0, 3 or 5 stones of a swap2 opening. None if the
    /// engine does not know the command, or its answer is not allowed by the rule.
    ///
    /// # Errors
    /// A failure of the engine.
    pub fn swap2(&mut self, turn: &Turn<'_>) -> Result<Option<Swap2>, Failure> {
        let Some(opening) = opening_after(&self.stones, self.size) else { return Ok(None) };
        let mut process = self.process.take().ok_or_else(not_running)?;
        self.tell_limits(&mut process, turn);
        process.send("SWAP2BOARD");
        for point in &self.stones {
            process.send(&format!("{},{}", point.x(), point.y()));
        }
        process.send("DONE");
        let answer =
            process.wait_unless(
                turn.stop.flag(),
                turn.answer_timeout(),
                |line| match Reply::parse(line, self.size) {
                    Some(Reply::Swap) => Some(Some(Swap2::Black)),
                    Some(Reply::Moves(stones)) => Some(understood(&opening, stones)),
                    Some(Reply::Error(text) | Reply::Unknown(text)) => {
                        (!text.to_ascii_uppercase().contains("INFO")).then_some(None)
                    }
                    _ => None,
                },
            );
        self.last_answer = Instant::now();
        match answer {
            Ok(answer) => {
                self.process = Some(process);
                Ok(answer.filter(|answer| *answer != Swap2::Black || !self.stones.is_empty()))
            }
            // Some engines pass over in silence what they do not know.
            Err(ProcessError::Silent(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
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

    fn tell_position(&self, process: &mut EngineProcess) {
        if self.stones.is_empty() {
            process.send("BEGIN");
            return;
        }
        process.send("BOARD");
        for (number, point) in self.stones.iter().enumerate() {
            // 1 is the engine's own stone: the last one is the opponent's.
            let owner = if (self.stones.len() - number).is_multiple_of(2) { 1 } else { 2 };
            process.send(&format!("{},{},{owner}", point.x(), point.y()));
        }
        process.send("DONE");
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

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        let read = |text: &String| parse_point(text, self.size).map_err(Failure::crash);
        self.stones = opening.moves.iter().map(read).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        let GameMove::Gomoku(point) = played else {
            return Err(Failure::crash(IllegalMove(played)));
        };
        self.stones.push(point);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let mut process = self.process.take().ok_or_else(not_running)?;
        std::thread::sleep(BREATH.saturating_sub(self.last_answer.elapsed()));
        process.drain();
        self.tell_limits(&mut process, turn);
        self.tell_position(&mut process);
        let answer = process.wait_unless(turn.stop.flag(), turn.answer_timeout(), |line| {
            let first = line.split([' ', ',']).next().unwrap_or_default();
            match first.to_ascii_uppercase().as_str() {
                "MESSAGE" | "DEBUG" | "OK" | "" => None,
                "ERROR" | "UNKNOWN" => {
                    let refused_info = line.to_ascii_uppercase().contains("INFO");
                    (!refused_info)
                        .then(|| Err(Failure { ending: Ending::Nonsense, note: line.to_owned() }))
                }
                _ => Some(Ok(line.to_owned())),
            }
        })?;
        self.last_answer = Instant::now();
        let text = answer?;
        let point = parse_point(&text, self.size).map_err(|_| nonsense(&text))?;
        self.process = Some(process);
        Ok(Choice { chosen: Some(GameMove::Gomoku(point)), score: None, depth: None })
    }
}

/// The swap2 opening after these stones: 0, 3, or 5 with the choice of two more. None for another
/// number.
fn opening_after(stones: &[Point], size: Size) -> Option<StagedOpening> {
    let mut opening = StagedOpening::new(OpeningRule::Swap2, size);
    for &stone in stones {
        if matches!(opening.stage()?, Stage::MaySwapOrAddTwo { .. }) {
            opening.choose(Swap2Choice::AddTwo).ok()?;
        }
        opening.place(stone).ok()?;
    }
    Some(opening)
}

/// The meaning of an answer in stones; none if the rule does not allow it.
fn understood(opening: &StagedOpening, stones: Vec<Point>) -> Option<Swap2> {
    let mut after = opening.clone();
    match (opening.stage()?, &stones[..]) {
        (Stage::MaySwap { .. } | Stage::MaySwapOrAddTwo { .. }, &[stone]) => {
            (!opening.stones().contains(&stone)).then_some(Swap2::White(stone))
        }
        (Stage::MaySwapOrAddTwo { .. }, [_, _]) => {
            after.choose(Swap2Choice::AddTwo).ok()?;
            stones.iter().try_for_each(|&stone| after.place(stone)).ok()?;
            Some(Swap2::Stones(stones))
        }
        (Stage::Place { .. }, [_, _, _]) => {
            stones.iter().try_for_each(|&stone| after.place(stone)).ok()?;
            Some(Swap2::Stones(stones))
        }
        _ => None,
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::record::Seat;
    use crate::time_control::TimeControl;
    use xun_game::Stop;

    /// Asks a brain that answers each `DONE` with this line.
    fn asked(answer: &str, moves: &[&str]) -> Result<Option<Swap2>, Failure> {
        let script = format!(
            "while read word rest; do case $word in START) echo OK;; DONE) {answer};; esac; done"
        );
        let words = ["sh", "-c", &script].map(str::to_owned).to_vec();
        let command = EngineCommand { words, ..EngineCommand::default() };
        let mut player = GomocupPlayer::new(command, Size::STANDARD, Rule::Standard);
        player.new_game().expect("it starts");
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        player.set_up(&Opening { start: None, moves }).expect("stones");
        let turn = Turn {
            seat: Seat::First,
            clocks: Default::default(),
            control: &TimeControl {
                per_move: Some(Duration::from_millis(10)),
                ..TimeControl::default()
            },
            stop: &Stop::new(),
        };
        player.swap2(&turn)
    }

    #[test]
    fn every_answer_of_the_rule_is_understood() {
        let (three, five) = (["h8", "i8", "j6"], ["h8", "i8", "j6", "a1", "b2"]);
        assert!(matches!(
            asked("echo 7,7 8,7 9,9", &[]),
            Ok(Some(Swap2::Stones(stones))) if stones.len() == 3
        ));
        assert_eq!(asked("echo SWAP", &three), Ok(Some(Swap2::Black)));
        assert!(matches!(asked("echo MESSAGE hm; echo 0,0", &three), Ok(Some(Swap2::White(_)))));
        assert!(matches!(
            asked("echo 0,0 1,1", &three),
            Ok(Some(Swap2::Stones(stones))) if stones.len() == 2
        ));
        assert!(matches!(asked("echo 5,5", &five), Ok(Some(Swap2::White(_)))));
        assert_eq!(asked("echo SWAP", &five), Ok(Some(Swap2::Black)));
    }

    #[test]
    fn what_the_rule_does_not_allow_is_no_answer() {
        let three = ["h8", "i8", "j6"];
        for answer in [
            "echo UNKNOWN command",
            "echo ERROR no",
            "echo 7,7",
            "echo 0,0 0,0",
            "echo 1,1 2,2 3,3",
            ":",
        ] {
            assert_eq!(asked(answer, &three), Ok(None), "{answer}");
        }
        assert_eq!(asked("echo SWAP", &[]), Ok(None), "an empty board has no colours to swap");
        assert!(asked("exit 3", &three).is_err(), "a death is told");
    }
}
