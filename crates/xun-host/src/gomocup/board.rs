//! The board of a conversation: beginning a game, playing, taking back, and the commands that list
//! stones or points line by line until `DONE`.

use super::{Done, Gomocup, search::Purpose};
use crate::host::Host;
use std::time::Instant;
use xun_gomoku::protocol::{Command, Reply};
use xun_gomoku::rules::{Board, Colour, Point, Rule, Size};

/// Most stones that are collected: more than any board has.
const MAX_STONES: usize = 1024;

/// A stone of a `BOARD` command: column, row, and 1 for ours, 2 for theirs, 3 for neither.
type Stone = (u32, u32, u32);

/// The lines that a command is collecting.
#[derive(Default)]
pub(super) enum Collecting {
    #[default]
    Nothing,
    Stones {
        command: Command,
        stones: Vec<Stone>,
    },
    Blocks {
        undo: bool,
    },
}

impl Gomocup {
    pub(super) fn board(&self) -> Result<&Board, String> {
        self.board.as_ref().ok_or_else(|| "START comes first".into())
    }

    fn board_mut(&mut self) -> Result<&mut Board, String> {
        self.board.as_mut().ok_or_else(|| "START comes first".into())
    }

    /// Begins a game.
    pub(super) fn start(&mut self, width: u32, height: u32, host: &mut Host<Self>) -> Done {
        let size = Size::new(width, height).map_err(|error| error.to_string())?;
        self.board = Some(Board::new(size, self.rule));
        self.collecting = Collecting::Nothing;
        self.blocked.clear();
        self.clock.start_game();
        // The rule may come together with the first move, when a clock runs.
        self.preparation.prepare(&Rule::ALL, &self.book, host);
        host.say(Reply::Ok);
        Ok(())
    }

    /// Changes the rule, also of the game that has begun.
    pub(super) fn set_rule(&mut self, rule: Rule, host: &Host<Self>) {
        if rule == self.rule {
            return;
        }
        self.rule = rule;
        self.preparation.prepare(&[rule], &self.book, host);
        if let Some(board) = &self.board {
            let mut changed = Board::new(board.size(), rule);
            for (point, colour) in board.history() {
                changed.place(point, colour);
            }
            changed.set_side(board.to_move());
            self.board = Some(changed);
        }
    }

    /// The point of these coordinates; must be empty.
    pub(super) fn empty_point(&self, x: u32, y: u32) -> Result<Point, String> {
        let board = self.board()?;
        let point = point_of(board.size(), x, y)?;
        if board.is_empty(point) { Ok(point) } else { Err(format!("{x},{y} is taken")) }
    }

    /// Plays a stone of the side to move.
    pub(super) fn play(&mut self, x: u32, y: u32) -> Result<Point, String> {
        let point = self.empty_point(x, y)?;
        self.board_mut()?.play(point);
        Ok(point)
    }

    /// Removes a stone; its side is to move then.
    pub(super) fn take_back(&mut self, x: u32, y: u32) -> Done {
        let board = self.board_mut()?;
        let stone = board.size().point(x, y).and_then(|point| Some((point, board.stone(point)?)));
        let (point, colour) = stone.ok_or_else(|| format!("there is no stone at {x},{y}"))?;
        if board.recent(0) == Some(point) {
            board.undo();
            return Ok(());
        }
        let mut rest = Board::new(board.size(), board.rule());
        for (other, stone) in board.history().filter(|&(other, _)| other != point) {
            rest.place(other, stone);
        }
        rest.set_side(colour);
        *board = rest;
        Ok(())
    }

    /// Black's forbidden points, if black is to move.
    pub(super) fn forbidden_points(&self) -> Result<Vec<Point>, String> {
        let board = self.board()?;
        let black = board.to_move() == Colour::Black;
        let forbidden = |point: &Point| black && board.is_forbidden_for_black(*point);
        Ok(board.empty_points().filter(forbidden).collect())
    }

    /// A command that begins a list, or a line of one.
    pub(super) fn collect(&mut self, command: Command) -> Done {
        match (command, &mut self.collecting) {
            (command @ (Command::Board | Command::YxBoard | Command::Swap2Board), _) => {
                self.board()?;
                self.collecting = Collecting::Stones { command, stones: Vec::new() };
            }
            (Command::Block { undo }, _) => {
                self.board()?;
                self.collecting = Collecting::Blocks { undo };
            }
            (Command::BlockReset, _) => self.blocked.clear(),
            (Command::Stone(x, y, field), Collecting::Stones { stones, .. }) => {
                if stones.len() < MAX_STONES {
                    stones.push((x, y, field));
                }
            }
            (Command::Stone(..), _) => return Err("a stone outside BOARD and DONE".into()),
            // SWAP2BOARD lists points in the order of play.
            (Command::Point(x, y), Collecting::Stones { stones, .. })
                if stones.len() < MAX_STONES =>
            {
                stones.push((x, y, 0));
            }
            (Command::Point(x, y), &mut Collecting::Blocks { undo }) => {
                let point = point_of(self.board()?.size(), x, y)?;
                self.blocked.retain(|&other| other != point);
                if !undo {
                    self.blocked.push(point);
                }
            }
            _ => return Err("a point outside YXBLOCK and DONE".into()),
        }
        Ok(())
    }

    /// Ends a list: sets the board up, and searches where the command asks for a move.
    pub(super) fn done(&mut self, arrived: Instant, host: &mut Host<Self>) -> Done {
        let (command, stones) = match std::mem::take(&mut self.collecting) {
            Collecting::Nothing => return Err("DONE without BOARD".into()),
            Collecting::Blocks { .. } => return Ok(()),
            Collecting::Stones { command, stones } => (command, stones),
        };
        let size = self.board()?.size();
        let (board, faults) = match command {
            Command::Swap2Board => set_up(size, self.rule, &in_order(&stones)),
            _ => set_up(size, self.rule, &stones),
        };
        self.board = Some(board);
        for fault in faults {
            host.say(Reply::Error(fault));
        }
        match command {
            Command::YxBoard => Ok(()),
            Command::Swap2Board => self.swap2(arrived, host),
            _ => self.search(Purpose::Move { lines: 1 }, arrived, host),
        }
    }
}

fn point_of(size: Size, x: u32, y: u32) -> Result<Point, String> {
    size.point(x, y).ok_or_else(|| format!("{x},{y} lies outside the {size} board"))
}

/// The board with these stones, our side to move, and the faults of stones that were left out.
fn set_up(size: Size, rule: Rule, stones: &[Stone]) -> (Board, Vec<String>) {
    let count = |wanted: u32| stones.iter().filter(|&&(_, _, field)| field == wanted).count();
    let (ours, theirs) = (count(1), count(2));
    let first_is_ours = stones.iter().find(|stone| stone.2 < 3).is_none_or(|stone| stone.2 == 1);
    let own = if ours == theirs || theirs != ours + 1 && first_is_ours {
        Colour::Black
    } else {
        Colour::White
    };
    let mut board = Board::new(size, rule);
    let mut faults = Vec::new();
    for &(x, y, field) in stones {
        let colour = match field {
            1 => own,
            2 => !own,
            3 => continue,
            other => {
                faults.push(format!("{x},{y},{other}: the last number is 1, 2 or 3"));
                continue;
            }
        };
        match size.point(x, y) {
            Some(point) if board.is_empty(point) => board.place(point, colour),
            Some(_) => faults.push(format!("{x},{y} is taken")),
            None => faults.push(format!("{x},{y} lies outside the {size} board")),
        }
    }
    board.set_side(own);
    (board, faults)
}

/// The stones of a swap2 opening: black and white in turn, whichever player placed them; white is
/// to move after three and five.
fn in_order(stones: &[Stone]) -> Vec<Stone> {
    let field = |number: usize| if number.is_multiple_of(2) { 2 } else { 1 };
    stones.iter().enumerate().map(|(number, &(x, y, _))| (x, y, field(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_follow_from_the_counts_and_the_first_stone() {
        let side = |stones: &[Stone]| {
            let (board, faults) = set_up(Size::STANDARD, Rule::Freestyle, stones);
            assert!(faults.is_empty(), "{faults:?}");
            board.to_move()
        };
        assert_eq!(side(&[]), Colour::Black);
        assert_eq!(side(&[(7, 7, 1), (8, 8, 2)]), Colour::Black);
        assert_eq!(side(&[(7, 7, 2)]), Colour::White);
        // Counts that no game has: the first stone is black's.
        assert_eq!(side(&[(7, 7, 1), (8, 8, 1)]), Colour::Black);
        assert_eq!(side(&[(7, 7, 2), (8, 8, 2), (9, 9, 2)]), Colour::White);
    }

    #[test]
    fn wrong_stones_are_named_and_left_out() {
        let stones = [(7, 7, 1), (7, 7, 2), (99, 0, 2), (1, 1, 7), (2, 2, 3)];
        let (board, faults) = set_up(Size::STANDARD, Rule::Freestyle, &stones);
        assert_eq!((board.stones(), faults.len()), (1, 3), "{faults:?}");
    }
}
