//! A person at the terminal: sees the board, types a move in any notation, may ask what is legal,
//! give up, or leave.

use super::terminal_board::{TerminalBoard, board_of};
use crate::language::Language;
use std::io::{BufRead, Read, Write};
use xun_arena::{Choice, Ending, Failure, GameMove, Opening, Player, Setting, Turn};
use xun_game::Stop;

/// Longer lines are cut.
const LONGEST_LINE: u64 = 4096;

/// A player who types moves at the terminal.
pub(super) struct Person {
    setting: Setting,
    language: Language,
    /// Raised when the person leaves: the match stops, and goes on from its journal another day.
    stop: Stop,
    /// None before the first game.
    board: Option<Box<dyn TerminalBoard>>,
    /// Moves after the opening.
    plies: usize,
    last: Option<GameMove>,
}

impl Person {
    /// A person who plays this game.
    pub(super) fn new(setting: Setting, language: Language, stop: Stop) -> Self {
        Self { setting, language, stop, board: None, plies: 0, last: None }
    }

    fn left(&self) -> Failure {
        self.stop.stop();
        Failure { ending: Ending::Resignation, note: "left the match".into() }
    }

    /// Answers a question, or finds the move of a line.
    fn answer(&self, line: &str, board: &dyn TerminalBoard, out: &mut dyn Write) -> Option<Choice> {
        let mut words = line.split_whitespace();
        let _ = match (words.next(), words.next()) {
            (None | Some("help" | "?"), _) => writeln!(out, "{}", board.help(self.language)),
            (Some("resign"), _) => return Some(Choice::default()),
            (Some("board"), _) => write!(out, "{}", board.picture(self.language)),
            (Some("moves"), of) => writeln!(out, "{}", board.legal(of, self.language)),
            _ => match board.find(line.trim(), self.language) {
                Ok(chosen) => {
                    return Some(Choice { chosen: Some(chosen), score: None, depth: None });
                }
                Err(reason) => writeln!(out, "{reason}"),
            },
        };
        None
    }
}

impl Player for Person {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn set_up(&mut self, opening: &Opening) -> Result<(), Failure> {
        self.board = Some(board_of(self.setting, opening).map_err(Failure::crash)?);
        (self.plies, self.last) = (0, None);
        Ok(())
    }

    fn follow(&mut self, played: GameMove) -> Result<(), Failure> {
        if let Some(board) = &mut self.board {
            board.play(played).map_err(Failure::crash)?;
        }
        self.plies += 1;
        self.last = Some(played);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let Some(board) = self.board.as_deref() else {
            return Err(Failure::crash("no game was set up"));
        };
        let language = self.language;
        let mut out = std::io::stderr();
        if let Some(last) = self.last {
            let _ = writeln!(out, "{} {last}", language.pick("the other side played", "对方走"));
        }
        let _ = write!(out, "{}", board.picture(language));
        if self.plies < 2 {
            let _ = writeln!(out, "{}", board.help(language));
        }
        loop {
            let _ = write!(out, "{} > ", board.colour(turn.seat, language));
            let _ = out.flush();
            let mut line = Vec::new();
            let read = std::io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line);
            if turn.stop.is_stopped() || read.is_err() || matches!(read, Ok(0)) {
                return Err(self.left());
            }
            let line = String::from_utf8_lossy(&line);
            if matches!(line.trim(), "quit" | "exit" | "q") {
                return Err(self.left());
            }
            if let Some(choice) = self.answer(&line, board, &mut out) {
                return Ok(choice);
            }
        }
    }
}
