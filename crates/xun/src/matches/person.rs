//! A person at the terminal: sees the board, types a move in any notation, may ask what is legal,
//! give up, or leave.

use super::players::Table;
use crate::gomoku::forbidden_points;
use crate::language::Language;
use crate::xiangqi::draw_board;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xun_arena::{
    Choice, Ending, Failure, GomokuReferee, Player, Referee, Seat, Turn, XiangqiReferee,
};
use xun_gomoku::notation::{draw as draw_gomoku, parse_point};
use xun_xiangqi::notation::{MoveTextError, Notation, Ranks, Script, parse_move};
use xun_xiangqi::rules::Position;

/// Longer lines are cut.
const LONGEST_LINE: u64 = 4096;

/// A person who plays.
#[derive(Clone)]
pub(super) struct Person {
    pub(super) table: Table,
    pub(super) language: Language,
    /// Raised when the person leaves: the match stops, and goes on from its journal another day.
    pub(super) stop: Arc<AtomicBool>,
}

/// The board in front of the person.
enum Board {
    Xiangqi(Box<XiangqiReferee>),
    Gomoku(Box<GomokuReferee>),
}

impl Person {
    fn board(&self, turn: &Turn<'_>) -> Result<Board, String> {
        let play = |referee: &mut dyn Referee| {
            turn.moves
                .iter()
                .try_for_each(|text| referee.play(text).map(drop).map_err(|no| no.to_string()))
        };
        Ok(match self.table {
            Table::Xiangqi(rules) => {
                let mut board = XiangqiReferee::new(rules, turn.opening)?;
                play(&mut board)?;
                Board::Xiangqi(Box::new(board))
            }
            Table::Gomoku(size, rule) => {
                let mut board = GomokuReferee::new(size, rule, turn.opening)?;
                play(&mut board)?;
                Board::Gomoku(Box::new(board))
            }
        })
    }

    fn help(&self) -> &'static str {
        let pick = |english, chinese| self.language.pick(english, chinese);
        match self.table {
            Table::Xiangqi(_) => pick(
                "a move (h2e2, C2=5, 炮二平五); moves, or moves h2 for one piece; board, resign, quit",
                "输入着法（h2e2、C2=5、炮二平五）；moves 列出着法，moves h2 只列一子；board 棋盘，resign 认输，quit 离开",
            ),
            Table::Gomoku(..) => pick(
                "a point (h8); moves, board, resign, quit",
                "输入落点（h8）；moves 列出可下之处，board 棋盘，resign 认输，quit 离开",
            ),
        }
    }

    fn colour(&self, seat: Seat) -> &'static str {
        let (english, chinese) = match (self.table, seat) {
            (Table::Xiangqi(_), Seat::First) => ("Red", "红方"),
            (Table::Gomoku(..), Seat::Second) => ("White (O)", "白方（O）"),
            (Table::Xiangqi(_), Seat::Second) => ("Black", "黑方"),
            (Table::Gomoku(..), Seat::First) => ("Black (X)", "黑方（X）"),
        };
        self.language.pick(english, chinese)
    }

    fn left(&self) -> Failure {
        self.stop.store(true, Ordering::SeqCst);
        Failure { ending: Ending::Resignation, note: "left the match".into() }
    }

    /// Answers a question, or finds the move of a line.
    fn answer(&self, line: &str, board: &Board, out: &mut dyn Write) -> Option<Choice> {
        let mut words = line.split_whitespace();
        let _ = match (words.next(), words.next()) {
            (None | Some("help" | "?"), _) => writeln!(out, "{}", self.help()),
            (Some("resign"), _) => return Some(Choice::default()),
            (Some("board"), _) => write!(out, "{}", board.picture(self.language)),
            (Some("moves"), of) => writeln!(out, "{}", board.legal(of, self.language)),
            _ => match board.find(line.trim(), self.language) {
                Ok(text) => return Some(Choice { text: Some(text), score: None, depth: None }),
                Err(reason) => writeln!(out, "{reason}"),
            },
        };
        None
    }
}

impl Board {
    fn picture(&self, language: Language) -> String {
        let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        match self {
            Self::Xiangqi(board) => draw_board(board.position(), language, colour) + "\n",
            Self::Gomoku(board) => {
                let picture = draw_gomoku(board.board());
                let forbidden: Vec<String> = forbidden_points(board.board())
                    .iter()
                    .map(|(point, _)| point.to_string())
                    .collect();
                if forbidden.is_empty() {
                    picture
                } else {
                    format!(
                        "{picture}{}: {}\n",
                        language.pick("forbidden", "禁手"),
                        forbidden.join(" ")
                    )
                }
            }
        }
    }

    /// The legal moves, of one piece if it is named.
    fn legal(&self, from: Option<&str>, language: Language) -> String {
        let board = match self {
            Self::Xiangqi(board) => board,
            Self::Gomoku(board) => {
                let count = board.legal_moves().len();
                return match language {
                    Language::En => format!("{count} points: every empty one but the forbidden"),
                    Language::Zh => format!("{count} 处：除禁手外的所有空点"),
                };
            }
        };
        let (position, wanted) = (board.position(), from.unwrap_or_default().to_ascii_lowercase());
        let moves = position.legal_moves();
        let texts = moves.iter().map(|&chosen| both_ways(position, chosen, language));
        let texts: Vec<String> = texts.filter(|text| text.starts_with(&wanted)).collect();
        if texts.is_empty() {
            return language.pick("no legal move begins there", "没有这样的着法").to_owned();
        }
        texts.chunks(8).map(|row| row.join("  ")).collect::<Vec<_>>().join("\n")
    }

    /// The move that a line means, by its coordinates.
    fn find(&self, line: &str, language: Language) -> Result<String, String> {
        match self {
            Self::Xiangqi(board) => parse_move(board.position(), line)
                .map(|chosen| chosen.to_string())
                .map_err(|error| match (language, &error) {
                    (Language::En, _) => error.to_string(),
                    (_, MoveTextError::Malformed { text, .. }) => {
                        format!("“{text}”不是着法；应写作 h2e2、C2=5 或 炮二平五")
                    }
                    (_, MoveTextError::Illegal(text)) => {
                        format!("此处不能走“{text}”；moves 列出可走的着法")
                    }
                    (_, MoveTextError::Ambiguous { text, moves }) => {
                        format!("“{text}”可以是 {moves}")
                    }
                }),
            Self::Gomoku(board) => {
                let point =
                    parse_point(line, board.board().size()).map_err(|_| match language {
                        Language::En => {
                            format!("{line:?} is no point of this board; expected one like h8")
                        }
                        Language::Zh => format!("“{line}”不是棋盘上的点；应写作 h8"),
                    })?;
                if !board.board().is_empty(point) {
                    return Err(format!("{point} {}", language.pick("is taken", "已有棋子")));
                }
                if !board.board().is_legal(point) {
                    return Err(format!(
                        "{point} {}",
                        language.pick("is forbidden to Black", "是黑方的禁手")
                    ));
                }
                Ok(point.to_string())
            }
        }
    }
}

/// `h2e2 C2=5` or `h2e2 炮二平五`.
fn both_ways(position: &Position, chosen: xun_xiangqi::rules::Move, language: Language) -> String {
    let other = match language {
        Language::En => Notation::Wxf,
        Language::Zh => Notation::Chinese(Script::Simplified),
    };
    let plain = Notation::Coordinates(Ranks::FromZero).format(position, chosen);
    format!("{plain} {}", other.format(position, chosen))
}

impl Player for Person {
    fn new_game(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Choice, Failure> {
        let board = self.board(turn).map_err(|note| Failure { ending: Ending::Crash, note })?;
        let mut out = std::io::stderr();
        if let Some(last) = turn.moves.last() {
            let _ =
                writeln!(out, "{} {last}", self.language.pick("the other side played", "对方走"));
        }
        let _ = write!(out, "{}", board.picture(self.language));
        if turn.moves.len() < 2 {
            let _ = writeln!(out, "{}", self.help());
        }
        loop {
            let _ = write!(out, "{} > ", self.colour(turn.seat));
            let _ = out.flush();
            let mut line = Vec::new();
            let read = std::io::stdin().lock().take(LONGEST_LINE).read_until(b'\n', &mut line);
            if turn.stop.load(Ordering::Relaxed) || read.is_err() || matches!(read, Ok(0)) {
                return Err(self.left());
            }
            let line = String::from_utf8_lossy(&line);
            if matches!(line.trim(), "quit" | "exit" | "q") {
                return Err(self.left());
            }
            if let Some(choice) = self.answer(&line, &board, &mut out) {
                return Ok(choice);
            }
        }
    }
}
