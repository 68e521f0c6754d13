//! A person at the terminal: sees the board, types a move in any notation, may ask what is legal,
//! give up, or leave.

use crate::gomoku::forbidden_points;
use crate::language::Language;
use crate::xiangqi::draw_board;
use std::io::{BufRead, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xun_arena::{
    Choice, Ending, Failure, GameMove, GomokuReferee, Opening, Player, Referee, Seat, Setting,
    Turn, XiangqiReferee,
};
use xun_gomoku::notation::{draw as draw_gomoku, parse_point};
use xun_xiangqi::notation::{MoveTextError, Notation, Ranks, Script, parse_move};
use xun_xiangqi::rules::Position;

/// Longer lines are cut.
const LONGEST_LINE: u64 = 4096;

/// A player who types moves at the terminal.
pub(super) struct Person {
    setting: Setting,
    language: Language,
    /// Raised when the person leaves: the match stops, and goes on from its journal another day.
    stop: Arc<AtomicBool>,
    /// None before the first game.
    board: Option<Box<dyn TerminalBoard>>,
    /// Moves after the opening.
    plies: usize,
    last: Option<GameMove>,
}

/// A board in the terminal: the referee's, with texts for the person.
trait TerminalBoard: Referee {
    /// The commands that can be typed.
    fn help(&self, language: Language) -> &'static str;

    /// The colour of a seat.
    fn colour(&self, seat: Seat, language: Language) -> &'static str;

    /// The board as text.
    fn picture(&self, language: Language) -> String;

    /// The legal moves as text, of one piece if it is named.
    fn legal(&self, from: Option<&str>, language: Language) -> String;

    /// The legal move that a line means.
    fn find(&self, line: &str, language: Language) -> Result<GameMove, String>;
}

fn board_of(setting: Setting, opening: &Opening) -> Result<Box<dyn TerminalBoard>, String> {
    Ok(match setting {
        Setting::Xiangqi { rules } => Box::new(XiangqiReferee::new(rules, opening)?),
        Setting::Gomoku { size, rule } => Box::new(GomokuReferee::new(size, rule, opening)?),
    })
}

impl Person {
    /// A person who plays this game.
    pub(super) fn new(setting: Setting, language: Language, stop: Arc<AtomicBool>) -> Self {
        Self { setting, language, stop, board: None, plies: 0, last: None }
    }

    fn left(&self) -> Failure {
        self.stop.store(true, Ordering::SeqCst);
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

impl TerminalBoard for XiangqiReferee {
    fn help(&self, language: Language) -> &'static str {
        language.pick(
            "a move (h2e2, C2=5, 炮二平五); moves, or moves h2 for one piece; board, resign, quit",
            "输入着法（h2e2、C2=5、炮二平五）；moves 列出着法，moves h2 只列一子；board 棋盘，resign 认输，quit 离开",
        )
    }

    fn colour(&self, seat: Seat, language: Language) -> &'static str {
        match seat {
            Seat::First => language.pick("Red", "红方"),
            Seat::Second => language.pick("Black", "黑方"),
        }
    }

    fn picture(&self, language: Language) -> String {
        let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        draw_board(self.position(), language, colour) + "\n"
    }

    fn legal(&self, from: Option<&str>, language: Language) -> String {
        let (position, wanted) = (self.position(), from.unwrap_or_default().to_ascii_lowercase());
        let moves = position.legal_moves();
        let texts = moves.iter().map(|&chosen| both_ways(position, chosen, language));
        let texts: Vec<String> = texts.filter(|text| text.starts_with(&wanted)).collect();
        if texts.is_empty() {
            return language.pick("no legal move begins there", "没有这样的着法").to_owned();
        }
        texts.chunks(8).map(|row| row.join("  ")).collect::<Vec<_>>().join("\n")
    }

    fn find(&self, line: &str, language: Language) -> Result<GameMove, String> {
        let found = parse_move(self.position(), line).map(GameMove::Xiangqi);
        found.map_err(|error| match (language, &error) {
            (Language::English, _) => error.to_string(),
            (_, MoveTextError::Malformed { text, .. }) => {
                format!("“{text}”不是着法；应写作 h2e2、C2=5 或 炮二平五")
            }
            (_, MoveTextError::Illegal(text)) => {
                format!("此处不能走“{text}”；moves 列出可走的着法")
            }
            (_, MoveTextError::Ambiguous { text, moves }) => format!("“{text}”可以是 {moves}"),
        })
    }
}

impl TerminalBoard for GomokuReferee {
    fn help(&self, language: Language) -> &'static str {
        language.pick(
            "a point (h8); moves, board, resign, quit",
            "输入落点（h8）；moves 列出可下之处，board 棋盘，resign 认输，quit 离开",
        )
    }

    fn colour(&self, seat: Seat, language: Language) -> &'static str {
        match seat {
            Seat::First => language.pick("Black (X)", "黑方（X）"),
            Seat::Second => language.pick("White (O)", "白方（O）"),
        }
    }

    fn picture(&self, language: Language) -> String {
        let picture = draw_gomoku(self.board());
        let forbidden = forbidden_points(self.board());
        if forbidden.is_empty() {
            return picture;
        }
        let points: Vec<String> = forbidden.iter().map(|(point, _)| point.to_string()).collect();
        format!("{picture}{}: {}\n", language.pick("forbidden", "禁手"), points.join(" "))
    }

    fn legal(&self, _: Option<&str>, language: Language) -> String {
        let count = self.legal_moves().len();
        match language {
            Language::English => format!("{count} points: every empty one but the forbidden"),
            Language::Chinese => format!("{count} 处：除禁手外的所有空点"),
        }
    }

    fn find(&self, line: &str, language: Language) -> Result<GameMove, String> {
        let board = self.board();
        let point = parse_point(line, board.size()).map_err(|_| match language {
            Language::English => {
                format!("{line:?} is no point of this board; expected one like h8")
            }
            Language::Chinese => format!("“{line}”不是棋盘上的点；应写作 h8"),
        })?;
        if !board.is_empty(point) {
            return Err(format!("{point} {}", language.pick("is taken", "已有棋子")));
        }
        if !board.is_legal(point) {
            let forbidden = language.pick("is forbidden to Black", "是黑方的禁手");
            return Err(format!("{point} {forbidden}"));
        }
        Ok(GameMove::Gomoku(point))
    }
}

/// `h2e2 C2=5` or `h2e2 炮二平五`.
fn both_ways(position: &Position, chosen: xun_xiangqi::rules::Move, language: Language) -> String {
    let other = match language {
        Language::English => Notation::Wxf,
        Language::Chinese => Notation::Chinese(Script::Simplified),
    };
    let plain = Notation::Coordinates(Ranks::FromZero).format(position, chosen);
    format!("{plain} {}", other.format(position, chosen))
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
