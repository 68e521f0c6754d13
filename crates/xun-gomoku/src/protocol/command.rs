//! Commands of a Gomocup manager to an engine.

use std::fmt;
use thiserror::Error;

/// One line from the manager. Coordinates are column and row from zero, not yet checked against a
/// board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START 15`: a new square board.
    Start(u32),
    /// `RECTSTART 20,15`: a new board, columns and rows.
    RectStart(u32, u32),
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN 7,7`: the opponent's move; answer it.
    Turn(u32, u32),
    /// `PLAY 7,7`: make this move of ours.
    Play(u32, u32),
    /// `TAKEBACK 7,7`: take a stone away.
    TakeBack(u32, u32),
    /// `BOARD`: stones follow, then `DONE`; then move.
    Board,
    /// `YXBOARD`: stones follow, then `DONE`; do not move.
    YxBoard,
    /// `SWAP2BOARD`: stones follow, then `DONE`; then the choice of the swap2 opening.
    Swap2Board,
    /// `7,7,1` inside one of the above: a stone, 1 ours, 2 the opponent's, 3 a wall or a marked
    /// one.
    Stone(u32, u32, u32),
    /// `DONE`: no more stones.
    Done,
    /// `INFO key value`.
    Info(Info),
    /// `ABOUT`: who are you?
    About,
    /// `END`: the end.
    End,
    /// `STOP` or `YXSTOP`: answer now.
    Stop,
    /// `YXSHOWFORBID`: black's forbidden points.
    ShowForbid,
    /// `YXNBEST 5`: think, with this many best lines.
    NBest(u32),
    /// `YXSHOWINFO`: what engine, how many threads and how large a table.
    ShowInfo,
    /// `YXHASHCLEAR`: forget everything.
    HashClear,
    /// `YXHASHUSAGE`: how full is the table?
    HashUsage,
    /// `YXBALANCEONE 0`: the move after which the game is most even.
    BalanceOne(i32),
    /// `YXBALANCETWO 0`: two moves after which the game is most even.
    BalanceTwo(i32),
    /// `YXBLOCK`, then points and `DONE`: moves to leave out; `YXBLOCKUNDO` takes them back in.
    Block {
        /// Whether the points are taken back in.
        undo: bool,
    },
    /// `YXBLOCKRESET`: no moves are left out.
    BlockReset,
    /// `7,7` inside [`Block`](Self::Block).
    Point(u32, u32),
    /// An empty line.
    Nothing,
}

/// The keys of `INFO`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// Milliseconds for each move; 0: as fast as possible.
    TimeoutTurn(u64),
    /// Milliseconds for the whole game; 0: no limit.
    TimeoutMatch(u64),
    /// Milliseconds left for the game.
    TimeLeft(u64),
    /// Bytes of memory; 0: no limit.
    MaxMemory(u64),
    /// 0 human, 1 brain, 2 tournament, 3 network tournament.
    GameType(u32),
    /// Bit mask: 1 exactly five, 2 continuous, 4 renju, 8 caro; 9 is exact caro.
    Rule(u32),
    /// The mouse is at this point: say what you think of it.
    Evaluate(u32, u32),
    /// A folder for files that last.
    Folder(String),
    /// Most plies.
    MaxDepth(u32),
    /// Most nodes; 0: no limit.
    MaxNode(u64),
    /// Search threads.
    ThreadNum(u32),
    /// Kibibytes of the transposition table.
    HashSize(u64),
    /// 0 nothing, 1 realtime lines, 2 details, 3 both.
    ShowDetail(u32),
    /// Strength in percent.
    Strength(u32),
    /// The file of a network, or `hand` for the pattern evaluation; ours alone.
    EvalFile(String),
    /// The table to open by: `own`, `off`, or a file; ours alone.
    Openings(String),
    /// A key that we do not know, which the protocol allows.
    Other(String),
}

/// A line that is no command, or a command with wrong words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// The first word is no command.
    #[error("{0}")]
    Unknown(String),
    /// The command is known; its words are not as they should be.
    #[error("{command} wants {wanted}, not {found:?}")]
    Words {
        /// The command.
        command: &'static str,
        /// The expected form.
        wanted: &'static str,
        /// The text found.
        found: String,
    },
}

impl Command {
    /// Reads one line, with or without its line end; letters of any case.
    ///
    /// # Errors
    /// A line that is no command, or a command with wrong arguments.
    pub fn parse(line: &str) -> Result<Self, Malformed> {
        let line = line
            .trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}');
        if line.is_empty() {
            return Ok(Self::Nothing);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word.starts_with(|first: char| first.is_ascii_digit()) {
            return stone(line);
        }
        let words =
            |command, wanted| move || Malformed::Words { command, wanted, found: shortened(rest) };
        let pair = |command| numbers::<2>(rest).ok_or_else(words(command, "a point such as 7,7"));
        let number = |command| rest.parse().map_err(|_| words(command, "a number")());
        let bias = || rest.parse().unwrap_or(0);
        Ok(match word.to_ascii_uppercase().as_str() {
            "START" => {
                Self::Start(rest.parse().map_err(|_| words("START", "a size such as 15")())?)
            }
            "RECTSTART" => {
                let [width, height] = numbers(rest)
                    .ok_or_else(words("RECTSTART", "columns and rows such as 20,15"))?;
                Self::RectStart(width, height)
            }
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => pair("TURN").map(|[x, y]| Self::Turn(x, y))?,
            "PLAY" => pair("PLAY").map(|[x, y]| Self::Play(x, y))?,
            "TAKEBACK" => pair("TAKEBACK").map(|[x, y]| Self::TakeBack(x, y))?,
            "BOARD" => Self::Board,
            "YXBOARD" => Self::YxBoard,
            "SWAP2BOARD" => Self::Swap2Board,
            "DONE" => Self::Done,
            "INFO" => Self::Info(info(rest)?),
            "ABOUT" => Self::About,
            "END" => Self::End,
            "STOP" | "YXSTOP" => Self::Stop,
            "YXSHOWFORBID" => Self::ShowForbid,
            "YXNBEST" | "NBEST" => Self::NBest(number("YXNBEST")?),
            "YXSHOWINFO" => Self::ShowInfo,
            "YXHASHCLEAR" => Self::HashClear,
            "YXSHOWHASHUSAGE" | "YXHASHUSAGE" => Self::HashUsage,
            "YXBALANCEONE" => Self::BalanceOne(bias()),
            "YXBALANCETWO" => Self::BalanceTwo(bias()),
            "YXBLOCK" => Self::Block { undo: false },
            "YXBLOCKUNDO" => Self::Block { undo: true },
            "YXBLOCKRESET" => Self::BlockReset,
            _ => return Err(Malformed::Unknown(shortened(line))),
        })
    }
}

fn shortened(line: &str) -> String {
    line.chars().take(80).filter(|character| !character.is_control()).collect()
}

fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let mut found = [0; N];
    let mut parts = text.split([',', ' ', '\t']).filter(|part| !part.is_empty());
    for number in &mut found {
        *number = parts.next()?.parse().ok()?;
    }
    parts.next().is_none().then_some(found)
}

fn stone(line: &str) -> Result<Command, Malformed> {
    if let Some([x, y, field]) = numbers(line) {
        return Ok(Command::Stone(x, y, field));
    }
    match numbers(line) {
        Some([x, y]) => Ok(Command::Point(x, y)),
        None => Err(Malformed::Words {
            command: "BOARD",
            wanted: "lines such as 7,7,1 and DONE",
            found: shortened(line),
        }),
    }
}

fn info(rest: &str) -> Result<Info, Malformed> {
    let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let value = value.trim();
    let wrong = || Malformed::Words {
        command: "INFO",
        wanted: "a key and a number",
        found: shortened(rest),
    };
    // Managers send 2147483647 or negative numbers for "no limit".
    let long = || {
        value
            .parse::<i128>()
            .map(|number| number.clamp(0, u64::MAX.into()) as u64)
            .map_err(|_| wrong())
    };
    let short = || long().map(|number| number.min(u32::MAX.into()) as u32);
    Ok(match key.to_ascii_lowercase().as_str() {
        "timeout_turn" => Info::TimeoutTurn(long()?),
        "timeout_match" => Info::TimeoutMatch(long()?),
        "time_left" => Info::TimeLeft(long()?),
        "max_memory" => Info::MaxMemory(long()?),
        "game_type" => Info::GameType(short()?),
        "rule" => Info::Rule(short()?),
        "evaluate" => numbers(value).map(|[x, y]| Info::Evaluate(x, y)).ok_or_else(wrong)?,
        "folder" => Info::Folder(value.to_owned()),
        "evalfile" => Info::EvalFile(value.to_owned()),
        "openings" => Info::Openings(value.to_owned()),
        "max_depth" => Info::MaxDepth(short()?),
        "max_node" => Info::MaxNode(long()?),
        "thread_num" => Info::ThreadNum(short()?),
        "hash_size" => Info::HashSize(long()?),
        "show_detail" => Info::ShowDetail(short()?),
        "strength" => Info::Strength(short()?),
        _ => Info::Other(shortened(key)),
    })
}

/// The line that a manager sends.
impl fmt::Display for Command {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(size) => write!(formatter, "START {size}"),
            Self::RectStart(width, height) => write!(formatter, "RECTSTART {width},{height}"),
            Self::Restart => formatter.write_str("RESTART"),
            Self::Begin => formatter.write_str("BEGIN"),
            Self::Turn(x, y) => write!(formatter, "TURN {x},{y}"),
            Self::Play(x, y) => write!(formatter, "PLAY {x},{y}"),
            Self::TakeBack(x, y) => write!(formatter, "TAKEBACK {x},{y}"),
            Self::Board => formatter.write_str("BOARD"),
            Self::YxBoard => formatter.write_str("YXBOARD"),
            Self::Swap2Board => formatter.write_str("SWAP2BOARD"),
            Self::Stone(x, y, field) => write!(formatter, "{x},{y},{field}"),
            Self::Point(x, y) => write!(formatter, "{x},{y}"),
            Self::Done => formatter.write_str("DONE"),
            Self::Info(info) => write!(formatter, "INFO {info}"),
            Self::About => formatter.write_str("ABOUT"),
            Self::End => formatter.write_str("END"),
            Self::Stop => formatter.write_str("YXSTOP"),
            Self::ShowForbid => formatter.write_str("YXSHOWFORBID"),
            Self::NBest(count) => write!(formatter, "YXNBEST {count}"),
            Self::ShowInfo => formatter.write_str("YXSHOWINFO"),
            Self::HashClear => formatter.write_str("YXHASHCLEAR"),
            Self::HashUsage => formatter.write_str("YXSHOWHASHUSAGE"),
            Self::BalanceOne(bias) => write!(formatter, "YXBALANCEONE {bias}"),
            Self::BalanceTwo(bias) => write!(formatter, "YXBALANCETWO {bias}"),
            Self::Block { undo: false } => formatter.write_str("YXBLOCK"),
            Self::Block { undo: true } => formatter.write_str("YXBLOCKUNDO"),
            Self::BlockReset => formatter.write_str("YXBLOCKRESET"),
            Self::Nothing => Ok(()),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TimeoutTurn(value) => write!(formatter, "timeout_turn {value}"),
            Self::TimeoutMatch(value) => write!(formatter, "timeout_match {value}"),
            Self::TimeLeft(value) => write!(formatter, "time_left {value}"),
            Self::MaxMemory(value) => write!(formatter, "max_memory {value}"),
            Self::GameType(value) => write!(formatter, "game_type {value}"),
            Self::Rule(value) => write!(formatter, "rule {value}"),
            Self::Evaluate(x, y) => write!(formatter, "evaluate {x},{y}"),
            Self::Folder(path) => write!(formatter, "folder {path}"),
            Self::EvalFile(path) => write!(formatter, "evalfile {path}"),
            Self::Openings(table) => write!(formatter, "openings {table}"),
            Self::MaxDepth(value) => write!(formatter, "max_depth {value}"),
            Self::MaxNode(value) => write!(formatter, "max_node {value}"),
            Self::ThreadNum(value) => write!(formatter, "thread_num {value}"),
            Self::HashSize(value) => write!(formatter, "hash_size {value}"),
            Self::ShowDetail(value) => write!(formatter, "show_detail {value}"),
            Self::Strength(value) => write!(formatter, "strength {value}"),
            Self::Other(key) => formatter.write_str(key),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lines_read_back() {
        for line in [
            "START 15",
            "RECTSTART 20,15",
            "TURN 0,14",
            "7,7,1",
            "INFO timeout_turn 0",
            "INFO evaluate 3,4",
            "INFO folder C:\\my files",
            "INFO evalfile nets/a b.nnue",
            "INFO openings off",
            "YXNBEST 4",
            "YXBALANCETWO -30",
            "SWAP2BOARD",
        ] {
            assert_eq!(Command::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn case_blanks_and_line_ends_do_not_matter() {
        assert_eq!(Command::parse(" turn 3 , 4 \r\n"), Ok(Command::Turn(3, 4)));
        assert_eq!(Command::parse("\r\n"), Ok(Command::Nothing));
        assert_eq!(Command::parse("info TIME_LEFT -5"), Ok(Command::Info(Info::TimeLeft(0))));
        assert_eq!(
            Command::parse("INFO new_key 7"),
            Ok(Command::Info(Info::Other("new_key".into())))
        );
    }

    #[test]
    fn faults_say_what_is_wanted() {
        let error = Command::parse("TURN x").unwrap_err();
        assert_eq!(error.to_string(), "TURN wants a point such as 7,7, not \"x\"");
        assert_eq!(Command::parse("HELLO 1"), Err(Malformed::Unknown("HELLO 1".into())));
        assert!(Command::parse("START 99999999999999").is_err());
        for command in ["TURN", "START", "RECTSTART", "YXNBEST", "INFO rule", "7,", "x"] {
            let error = Command::parse(&format!("{command} {}", "\u{ad}\u{1}x".repeat(9000)));
            assert!(error.unwrap_err().to_string().len() < 1000, "{command}");
        }
    }

    proptest! {
        #[test]
        fn nothing_panics(line in ".{0,60}") {
            let _ = Command::parse(&line);
        }
    }
}
