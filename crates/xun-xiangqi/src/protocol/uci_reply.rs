//! UCI replies: what an engine tells a board.

use super::words::{Words, field, owned};
use std::fmt;

/// A reply of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciReply {
    /// A line of introduction: `id name Xun`.
    Id {
        /// `name`, `author`, …
        field: String,
        /// The rest of the line.
        text: String,
    },
    /// An option, the line after `option`.
    Option(String),
    /// End of the introduction.
    UciOk,
    /// Everything before is done.
    ReadyOk,
    /// News of the search.
    Info(Box<Info>),
    /// The answer; no move where the game is over.
    BestMove {
        /// The move.
        best: Option<String>,
        /// The reply it expects.
        ponder: Option<String>,
    },
    /// Anything else.
    Other(String),
}

/// A score as a reply states it, seen from the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative when being mated.
    Mate(i32),
}

/// The bound of a stated score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoreBound {
    /// It is the score.
    #[default]
    Exact,
    /// The score is at least this.
    Lower,
    /// The score is at most this.
    Upper,
}

/// News of a search. What is `None` was not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Deepest ply reached.
    pub seldepth: Option<u32>,
    /// Which of several lines, from 1.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<ReplyScore>,
    /// The bound of the score.
    pub bound: ScoreBound,
    /// Chances of win, draw and loss in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Fullness of the table in thousandths.
    pub hashfull: Option<u32>,
    /// Milliseconds so far.
    pub time: Option<u64>,
    /// The move being looked at.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The expected line of play.
    pub pv: Vec<String>,
    /// Free text.
    pub string: Option<String>,
}

const INFO_WORDS: [&str; 15] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "cpuload",
];

impl UciReply {
    /// A line of free text for the board's log.
    pub fn note(text: impl Into<String>) -> Self {
        Self::Info(Box::new(Info { string: Some(text.into()), ..Info::default() }))
    }

    /// Reads a line.
    pub fn parse(line: &str) -> Self {
        let mut words = Words::of(line);
        match words.next() {
            Some("uciok") => Self::UciOk,
            Some("readyok") => Self::ReadyOk,
            Some("id") => {
                let field = words.next().unwrap_or_default().to_owned();
                Self::Id { field, text: words.collect::<Vec<_>>().join(" ") }
            }
            Some("option") => Self::Option(words.collect::<Vec<_>>().join(" ")),
            Some("bestmove") => {
                let best = words.next().filter(|word| !matches!(*word, "(none)" | "0000" | "none"));
                let ponder = if words.take_word("ponder") { words.next() } else { None };
                Self::BestMove { best: best.map(str::to_owned), ponder: ponder.map(str::to_owned) }
            }
            Some("info") => Self::Info(Box::new(Info::parse(&mut words))),
            _ => Self::Other(line.trim().to_owned()),
        }
    }
}

impl Info {
    fn parse(words: &mut Words<'_>) -> Self {
        let mut info = Self::default();
        let mut faults = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.number(word, &mut faults),
                "seldepth" => info.seldepth = words.number(word, &mut faults),
                "multipv" => info.multipv = words.number(word, &mut faults),
                "nodes" => info.nodes = words.number(word, &mut faults),
                "nps" => info.nps = words.number(word, &mut faults),
                "hashfull" => info.hashfull = words.number(word, &mut faults),
                "time" => info.time = words.milliseconds(word, &mut faults),
                "currmovenumber" => info.currmovenumber = words.number(word, &mut faults),
                "currmove" => info.currmove = words.next().map(str::to_owned),
                "pv" => info.pv = owned(&words.until(&INFO_WORDS)),
                "string" => info.string = Some(words.collect::<Vec<_>>().join(" ")),
                "wdl" => info.wdl = read_wdl(words, &mut faults),
                "score" => info.read_score(words, &mut faults),
                _ => {}
            }
        }
        info
    }

    fn read_score(&mut self, words: &mut Words<'_>, faults: &mut Vec<String>) {
        if words.take_word("cp") {
            self.score = words.number("cp", faults).map(ReplyScore::Centipawns);
        } else if words.take_word("mate") {
            self.score = words.number("mate", faults).map(ReplyScore::Mate);
        }
        if words.take_word("lowerbound") {
            self.bound = ScoreBound::Lower;
        } else if words.take_word("upperbound") {
            self.bound = ScoreBound::Upper;
        }
    }
}

fn read_wdl(words: &mut Words<'_>, faults: &mut Vec<String>) -> Option<[u32; 3]> {
    let mut next = || words.number("wdl", faults);
    Some([next()?, next()?, next()?])
}

impl fmt::Display for ReplyScore {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(out, "cp {value}"),
            Self::Mate(moves) => write!(out, "mate {moves}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "info{}{}", field("depth", self.depth), field("seldepth", self.seldepth))?;
        write!(out, "{}{}", field("multipv", self.multipv), field("score", self.score))?;
        match self.bound {
            ScoreBound::Exact => {}
            ScoreBound::Lower => write!(out, " lowerbound")?,
            ScoreBound::Upper => write!(out, " upperbound")?,
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(out, " wdl {win} {draw} {loss}")?;
        }
        write!(out, "{}{}", field("nodes", self.nodes), field("nps", self.nps))?;
        write!(out, "{}{}", field("hashfull", self.hashfull), field("time", self.time))?;
        write!(out, "{}", field("currmove", self.currmove.as_ref()))?;
        write!(out, "{}", field("currmovenumber", self.currmovenumber))?;
        if !self.pv.is_empty() {
            write!(out, " pv {}", self.pv.join(" "))?;
        }
        write!(out, "{}", field("string", self.string.as_ref()))
    }
}

impl fmt::Display for UciReply {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id { field, text } => write!(out, "id {field} {text}"),
            Self::Option(text) => write!(out, "option {text}"),
            Self::UciOk => write!(out, "uciok"),
            Self::ReadyOk => write!(out, "readyok"),
            Self::Info(info) => write!(out, "{info}"),
            Self::BestMove { best, ponder } => {
                write!(out, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                write!(out, "{}", field("ponder", ponder.as_ref()))
            }
            Self::Other(line) => write!(out, "{line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reply_reads_back_as_printed() {
        for line in [
            "id name Xun 0.1.0",
            "option name Hash type spin default 16 min 1 max 65536",
            "uciok",
            "readyok",
            "info depth 12 seldepth 20 multipv 1 score cp -31 nodes 5000 nps 1000000 hashfull 3 \
             time 5 pv h2e2 h9g7",
            "info depth 3 score mate -2 upperbound wdl 0 10 990 nodes 7 time 0",
            "info currmove h2e2 currmovenumber 3",
            "info string hello there",
            "bestmove h2e2 ponder h9g7",
            "bestmove (none)",
            "Nodes searched: 44",
        ] {
            assert_eq!(UciReply::parse(line).to_string(), line);
        }
    }

    #[test]
    fn reads_what_other_engines_write() {
        let line = "info depth 1 seldepth 1 multipv 1 score cp 7 nodes 44 nps 44000 tbhits 0 time \
                    1 pv a0a1 a9a8";
        let UciReply::Info(info) = UciReply::parse(line) else { panic!() };
        assert_eq!(info.score, Some(ReplyScore::Centipawns(7)));
        assert_eq!(info.pv, ["a0a1", "a9a8"]);
        assert_eq!(
            UciReply::parse("bestmove 0000"),
            UciReply::BestMove { best: None, ponder: None }
        );
        assert_eq!(UciReply::parse("bestmove"), UciReply::BestMove { best: None, ponder: None });
        let UciReply::Info(info) = UciReply::parse("info depth deep score cp nodes") else {
            panic!()
        };
        assert_eq!(info.depth, None);
    }
}
