//! UCI commands, as Pikafish and its boards use them.

use super::words::{Words, field, owned};
use std::fmt;

/// A command to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// Introduce yourself.
    Uci,
    /// Say when everything before this is done.
    IsReady,
    /// A game unrelated to what came before begins.
    NewGame,
    /// More messages, or fewer.
    Debug(bool),
    /// Set an option.
    SetOption {
        /// The option's name; may hold spaces.
        name: String,
        /// The value; empty for a button.
        value: String,
    },
    /// The position to think about.
    Position {
        /// Its start, `None` for the start position.
        fen: Option<String>,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// Think.
    Go(Box<Go>),
    /// Answer now.
    Stop,
    /// The expected move was played: the clock runs from here.
    PonderHit,
    /// End.
    Quit,
    /// Not UCI, but common: show the board.
    Display,
    /// Not UCI, but common: explain the static evaluation.
    Eval,
    /// Not UCI, but common: run the fixed benchmark.
    Bench,
    /// Not UCI, but common in test frameworks: write random openings.
    GenFens(GenFens),
    /// An empty line.
    Nothing,
    /// Something else.
    Unknown(String),
}

/// The openings that `genfens COUNT seed SEED book FILE` asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GenFens {
    /// So many.
    pub count: u32,
    /// The seed; the same one gives the same openings.
    pub seed: u64,
    /// A file with a FEN on each line to begin from; `None` for the start position.
    pub book: Option<String>,
}

/// The limits of a `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Consider only these moves; empty for all.
    pub search_moves: Vec<String>,
    /// Think on the opponent's time.
    pub ponder: bool,
    /// Red's clock, milliseconds.
    pub wtime: Option<u64>,
    /// Black's clock, milliseconds.
    pub btime: Option<u64>,
    /// Red's increment, milliseconds.
    pub winc: Option<u64>,
    /// Black's increment, milliseconds.
    pub binc: Option<u64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// So many plies.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// Find a mate in so many moves.
    pub mate: Option<u32>,
    /// So many milliseconds.
    pub move_time: Option<u64>,
    /// Until told to stop.
    pub infinite: bool,
    /// Count the positions at this depth instead of thinking.
    pub perft: Option<u32>,
    /// Words that were not understood.
    pub faults: Vec<String>,
}

const GO_WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl UciCommand {
    /// Reads a line. Unknown words before a command are skipped, as the protocol asks.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let mut words = Words::of(line);
        if words.peek().is_none() {
            return Self::Nothing;
        }
        while let Some(word) = words.next() {
            return match word.to_ascii_lowercase().as_str() {
                "uci" => Self::Uci,
                "isready" => Self::IsReady,
                "ucinewgame" => Self::NewGame,
                "debug" => Self::Debug(!words.take_word("off")),
                "setoption" => parse_option(&mut words),
                "position" => parse_position(&mut words),
                "go" => Self::Go(Box::new(Go::parse(&mut words))),
                "stop" => Self::Stop,
                "ponderhit" => Self::PonderHit,
                "quit" | "exit" => Self::Quit,
                "d" => Self::Display,
                "eval" => Self::Eval,
                "bench" => Self::Bench,
                "genfens" => Self::GenFens(GenFens::parse(&mut words)),
                _ => continue,
            };
        }
        Self::Unknown(line.trim().to_owned())
    }
}

impl GenFens {
    /// Other words are skipped: test frameworks pass options of their own.
    fn parse(words: &mut Words<'_>) -> Self {
        let mut wanted = Self::default();
        let number = |word: Option<&str>| word.and_then(|word| word.parse().ok()).unwrap_or(0);
        wanted.count = number(words.next()).try_into().unwrap_or(u32::MAX);
        while let Some(word) = words.next() {
            match word {
                "seed" => wanted.seed = number(words.next()),
                "book" => {
                    let none = |file: &&str| !file.eq_ignore_ascii_case("none");
                    wanted.book = words.next().filter(none).map(str::to_owned);
                }
                _ => {}
            }
        }
        wanted
    }
}

fn parse_option(words: &mut Words<'_>) -> UciCommand {
    words.take_word("name");
    let name = words.until(&["value"]).join(" ");
    words.take_word("value");
    let value = words.collect::<Vec<_>>().join(" ");
    UciCommand::SetOption { name, value }
}

fn parse_position(words: &mut Words<'_>) -> UciCommand {
    let fen = if words.take_word("fen") {
        Some(words.until(&["moves"]).join(" "))
    } else {
        words.take_word("startpos");
        words.until(&["moves"]);
        None
    };
    words.take_word("moves");
    UciCommand::Position { fen, moves: owned(&words.collect::<Vec<_>>()) }
}

impl Go {
    fn parse(words: &mut Words<'_>) -> Self {
        let mut go = Self::default();
        let mut faults = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => go.search_moves = owned(&words.until(&GO_WORDS)),
                "ponder" => go.ponder = true,
                "wtime" => go.wtime = words.milliseconds(word, &mut faults),
                "btime" => go.btime = words.milliseconds(word, &mut faults),
                "winc" => go.winc = words.milliseconds(word, &mut faults),
                "binc" => go.binc = words.milliseconds(word, &mut faults),
                "movestogo" => go.moves_to_go = words.number(word, &mut faults),
                "depth" => go.depth = words.number(word, &mut faults),
                "nodes" => go.nodes = words.number(word, &mut faults),
                "mate" => go.mate = words.number(word, &mut faults),
                "movetime" => go.move_time = words.milliseconds(word, &mut faults),
                "infinite" => go.infinite = true,
                "perft" => go.perft = words.number(word, &mut faults),
                _ => faults.push(format!("'go' knows no '{word}'")),
            }
        }
        go.faults = faults;
        go
    }
}

impl fmt::Display for Go {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "go")?;
        if self.ponder {
            write!(out, " ponder")?;
        }
        for (name, value) in
            [("wtime", self.wtime), ("btime", self.btime), ("winc", self.winc), ("binc", self.binc)]
        {
            write!(out, "{}", field(name, value))?;
        }
        write!(out, "{}{}", field("movestogo", self.moves_to_go), field("depth", self.depth))?;
        write!(out, "{}{}", field("nodes", self.nodes), field("mate", self.mate))?;
        write!(out, "{}{}", field("movetime", self.move_time), field("perft", self.perft))?;
        if self.infinite {
            write!(out, " infinite")?;
        }
        if !self.search_moves.is_empty() {
            write!(out, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for UciCommand {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => write!(out, "uci"),
            Self::IsReady => write!(out, "isready"),
            Self::NewGame => write!(out, "ucinewgame"),
            Self::Debug(on) => write!(out, "debug {}", if *on { "on" } else { "off" }),
            Self::SetOption { name, value } if value.is_empty() => {
                write!(out, "setoption name {name}")
            }
            Self::SetOption { name, value } => write!(out, "setoption name {name} value {value}"),
            Self::Position { fen, moves } => {
                match fen {
                    Some(fen) => write!(out, "position fen {fen}")?,
                    None => write!(out, "position startpos")?,
                }
                if moves.is_empty() { Ok(()) } else { write!(out, " moves {}", moves.join(" ")) }
            }
            Self::Go(go) => write!(out, "{go}"),
            Self::Stop => write!(out, "stop"),
            Self::PonderHit => write!(out, "ponderhit"),
            Self::Quit => write!(out, "quit"),
            Self::Display => write!(out, "d"),
            Self::Eval => write!(out, "eval"),
            Self::Bench => write!(out, "bench"),
            Self::GenFens(GenFens { count, seed, book }) => {
                let book = book.as_deref().unwrap_or("None");
                write!(out, "genfens {count} seed {seed} book {book}")
            }
            Self::Nothing => Ok(()),
            Self::Unknown(line) => write!(out, "{line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_reads_back_as_printed() {
        for line in [
            "uci",
            "isready",
            "ucinewgame",
            "debug on",
            "debug off",
            "setoption name Clear Hash",
            "setoption name Move Overhead value 30",
            "position startpos",
            "position startpos moves h2e2 h9g7",
            "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0d0",
            "go",
            "go ponder wtime 1000 btime 2000 winc 10 binc 20 movestogo 40",
            "go depth 12 nodes 1000 mate 3",
            "go movetime 100",
            "go perft 4",
            "go infinite searchmoves h2e2 b2e2",
            "genfens 100 seed 7 book None",
            "genfens 3 seed 0 book Books/start.epd",
            "stop",
            "ponderhit",
            "quit",
        ] {
            assert_eq!(UciCommand::parse(line).to_string(), line);
        }
    }

    #[test]
    fn search_moves_may_stand_anywhere() {
        let UciCommand::Go(go) = UciCommand::parse("go searchmoves h2e2 b2e2 depth 3") else {
            panic!()
        };
        assert_eq!((go.search_moves.len(), go.depth), (2, Some(3)));
    }

    #[test]
    fn garbage_is_survived_and_named() {
        assert_eq!(UciCommand::parse("   "), UciCommand::Nothing);
        assert_eq!(UciCommand::parse("joho debug on"), UciCommand::Debug(true));
        assert_eq!(UciCommand::parse("蛤 \0 ?"), UciCommand::Unknown("蛤 \0 ?".to_owned()));
        let UciCommand::Go(go) = UciCommand::parse("go depth x wtime -5 frob nodes") else {
            panic!()
        };
        assert_eq!((go.depth, go.wtime, go.nodes), (None, Some(0), None));
        assert_eq!(go.faults.len(), 3);
        assert_eq!(
            UciCommand::parse("position"),
            UciCommand::Position { fen: None, moves: vec![] }
        );
        assert_eq!(
            UciCommand::parse("setoption"),
            UciCommand::SetOption { name: String::new(), value: String::new() }
        );
    }
}
