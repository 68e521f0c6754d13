//! UCCI replies: what an engine tells a board.

use super::words::{Words, field, owned};
use std::fmt;

/// A reply of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UcciReply {
    /// A line of introduction: `id name Xun`.
    Id {
        /// `name`, `copyright`, `author`, `user`, …
        field: String,
        /// The rest of the line.
        text: String,
    },
    /// An option, the line after `option`.
    Option(String),
    /// End of the introduction.
    UcciOk,
    /// Here I am.
    ReadyOk,
    /// News of the search.
    Info(Box<UcciInfo>),
    /// The answer.
    BestMove {
        /// The move.
        best: String,
        /// The reply it expects.
        ponder: Option<String>,
        /// Whether the engine offers or accepts a draw.
        draw: bool,
        /// Whether the engine resigns.
        resign: bool,
    },
    /// There is no move to answer with.
    NoBestMove,
    /// The table entry, the line after `pophash`.
    PopHash(String),
    /// The engine ends.
    Bye,
    /// Anything else.
    Other(String),
}

/// News of a search. What is `None` was not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UcciInfo {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The score, seen from the side to move.
    pub score: Option<i32>,
    /// Milliseconds so far.
    pub time: Option<u64>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The move being looked at.
    pub currmove: Option<String>,
    /// The expected line of play.
    pub pv: Vec<String>,
    /// Free text.
    pub message: Option<String>,
}

impl UcciReply {
    /// A line of free text for the board's log.
    pub fn note(text: impl Into<String>) -> Self {
        Self::Info(Box::new(UcciInfo { message: Some(text.into()), ..UcciInfo::default() }))
    }

    /// Reads a line.
    pub fn parse(line: &str) -> Self {
        let mut words = Words::of(line);
        let rest = |words: Words<'_>| words.collect::<Vec<_>>().join(" ");
        match words.next() {
            Some("ucciok") => Self::UcciOk,
            Some("readyok") => Self::ReadyOk,
            Some("nobestmove") => Self::NoBestMove,
            Some("bye") => Self::Bye,
            Some("id") => {
                let field = words.next().unwrap_or_default().to_owned();
                Self::Id { field, text: rest(words) }
            }
            Some("option") => Self::Option(rest(words)),
            Some("pophash") => Self::PopHash(rest(words)),
            Some("bestmove") => {
                let Some(best) = words.next() else { return Self::NoBestMove };
                let ponder =
                    if words.take_word("ponder") { words.next().map(str::to_owned) } else { None };
                let ending: Vec<&str> = words.collect();
                let (draw, resign) = (ending.contains(&"draw"), ending.contains(&"resign"));
                Self::BestMove { best: best.to_owned(), ponder, draw, resign }
            }
            Some("info") => Self::Info(Box::new(UcciInfo::parse(&mut words))),
            _ => Self::Other(line.trim().to_owned()),
        }
    }
}

impl UcciInfo {
    fn parse(words: &mut Words<'_>) -> Self {
        let mut info = Self::default();
        let mut faults = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.number(word, &mut faults),
                "score" => info.score = words.number(word, &mut faults),
                "time" => info.time = words.milliseconds(word, &mut faults),
                "nodes" => info.nodes = words.number(word, &mut faults),
                "currmove" => info.currmove = words.next().map(str::to_owned),
                "pv" => {
                    info.pv = owned(&words.until(&["depth", "score", "time", "nodes", "message"]));
                }
                "message" => info.message = Some(words.collect::<Vec<_>>().join(" ")),
                _ => {}
            }
        }
        info
    }
}

impl fmt::Display for UcciInfo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "info{}{}", field("time", self.time), field("nodes", self.nodes))?;
        write!(out, "{}{}", field("depth", self.depth), field("score", self.score))?;
        write!(out, "{}", field("currmove", self.currmove.as_ref()))?;
        if !self.pv.is_empty() {
            write!(out, " pv {}", self.pv.join(" "))?;
        }
        write!(out, "{}", field("message", self.message.as_ref()))
    }
}

impl fmt::Display for UcciReply {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id { field, text } => write!(out, "id {field} {text}"),
            Self::Option(text) => write!(out, "option {text}"),
            Self::UcciOk => write!(out, "ucciok"),
            Self::ReadyOk => write!(out, "readyok"),
            Self::Info(info) => write!(out, "{info}"),
            Self::BestMove { best, ponder, draw, resign } => {
                write!(out, "bestmove {best}{}", field("ponder", ponder.as_ref()))?;
                let ending = match (draw, resign) {
                    (_, true) => " resign",
                    (true, false) => " draw",
                    _ => "",
                };
                write!(out, "{ending}")
            }
            Self::NoBestMove => write!(out, "nobestmove"),
            Self::PopHash(text) if text.is_empty() => write!(out, "pophash"),
            Self::PopHash(text) => write!(out, "pophash {text}"),
            Self::Bye => write!(out, "bye"),
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
            "option hashsize type spin min 1 max 65536 default 16",
            "ucciok",
            "readyok",
            "info time 5 nodes 5000 depth 6 score 4 pv b0c2 b9c7",
            "info currmove h2e2",
            "info message hello there",
            "bestmove b0c2 ponder b9c7",
            "bestmove b0c2 draw",
            "bestmove b0c2 ponder b9c7 resign",
            "nobestmove",
            "pophash",
            "pophash bestmove h2e2 lowerbound 3 depth 4",
            "bye",
            "something else",
        ] {
            assert_eq!(UcciReply::parse(line).to_string(), line);
        }
        assert_eq!(UcciReply::parse("bestmove"), UcciReply::NoBestMove);
    }
}
