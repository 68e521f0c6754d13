//! UCCI commands, the older Chinese relative of UCI.

use super::words::{Words, field, owned};
use std::fmt;

/// A command to an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UcciCommand {
    /// Introduce yourself.
    Ucci,
    /// Are you there?
    IsReady,
    /// Set an option.
    SetOption {
        /// The option's name, one word.
        name: String,
        /// The value; empty for a button.
        value: String,
    },
    /// The position to think about.
    Position(Place),
    /// Moves not allowed in this position.
    BanMoves(Vec<String>),
    /// Think.
    Go(Box<Go>),
    /// The expected move was played.
    PonderHit {
        /// The opponent also offers a draw.
        draw: bool,
    },
    /// Answer now.
    Stop,
    /// Asks for the table entry of this position.
    Probe(Place),
    /// End.
    Quit,
    /// An empty line.
    Nothing,
    /// Something else.
    Unknown(String),
}

/// A position as a protocol writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its start, `None` for the start position.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
    /// Moves not allowed now, where they stand on the same line.
    pub banned: Vec<String>,
}

/// The limits of a `go` command.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Think on the opponent's time.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw: bool,
    /// So many plies.
    pub depth: Option<u32>,
    /// Until told to stop.
    pub infinite: bool,
    /// So many positions.
    pub nodes: Option<u64>,
    /// The clock, in milliseconds (or seconds without `usemillisec`).
    pub time: Option<u64>,
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Time gained each move.
    pub increment: Option<u64>,
    /// The opponent's clock.
    pub opponent_time: Option<u64>,
    /// The opponent's moves to the next time control.
    pub opponent_moves_to_go: Option<u32>,
    /// The opponent's increment.
    pub opponent_increment: Option<u64>,
    /// Words that were not understood.
    pub faults: Vec<String>,
}

impl UcciCommand {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let mut words = Words::of(line);
        let Some(word) = words.next() else { return Self::Nothing };
        match word.to_ascii_lowercase().as_str() {
            "ucci" => Self::Ucci,
            "isready" => Self::IsReady,
            "setoption" => {
                let name = words.next().unwrap_or_default().to_owned();
                Self::SetOption { name, value: words.collect::<Vec<_>>().join(" ") }
            }
            "position" => Self::Position(Place::parse(&mut words)),
            "banmoves" => Self::BanMoves(owned(&words.collect::<Vec<_>>())),
            "go" => Self::Go(Box::new(Go::parse(&mut words))),
            "ponderhit" => Self::PonderHit { draw: words.take_word("draw") },
            "stop" => Self::Stop,
            "probe" => Self::Probe(Place::parse(&mut words)),
            "quit" => Self::Quit,
            _ => Self::Unknown(line.trim().to_owned()),
        }
    }
}

impl Place {
    fn parse(words: &mut Words<'_>) -> Self {
        const PARTS: [&str; 2] = ["moves", "banmoves"];
        let fen = if words.take_word("fen") {
            Some(words.until(&PARTS).join(" "))
        } else {
            words.until(&PARTS);
            None
        };
        let mut place = Self { fen, ..Self::default() };
        while let Some(part) = words.next() {
            let listed = owned(&words.until(&PARTS));
            if part == "moves" { place.moves = listed } else { place.banned = listed }
        }
        place
    }
}

impl Go {
    fn parse(words: &mut Words<'_>) -> Self {
        let mut go = Self::default();
        let mut faults = Vec::new();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "draw" => go.draw = true,
                "infinite" => go.infinite = true,
                "depth" if words.take_word("infinite") => go.infinite = true,
                "depth" => go.depth = words.number(word, &mut faults),
                "nodes" => go.nodes = words.number(word, &mut faults),
                "time" => go.time = words.milliseconds(word, &mut faults),
                "movestogo" => go.moves_to_go = words.number(word, &mut faults),
                "increment" => go.increment = words.milliseconds(word, &mut faults),
                "opptime" => go.opponent_time = words.milliseconds(word, &mut faults),
                "oppmovestogo" => go.opponent_moves_to_go = words.number(word, &mut faults),
                "oppincrement" => go.opponent_increment = words.milliseconds(word, &mut faults),
                _ => faults.push(format!("'go' knows no '{word}'")),
            }
        }
        go.faults = faults;
        go
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            Some(fen) => write!(out, "fen {fen}")?,
            None => write!(out, "startpos")?,
        }
        if !self.moves.is_empty() {
            write!(out, " moves {}", self.moves.join(" "))?;
        }
        if !self.banned.is_empty() {
            write!(out, " banmoves {}", self.banned.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Go {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "go")?;
        for (name, on) in
            [("ponder", self.ponder), ("draw", self.draw), ("infinite", self.infinite)]
        {
            if on {
                write!(out, " {name}")?;
            }
        }
        write!(out, "{}{}", field("depth", self.depth), field("nodes", self.nodes))?;
        write!(out, "{}{}", field("time", self.time), field("movestogo", self.moves_to_go))?;
        write!(
            out,
            "{}{}",
            field("increment", self.increment),
            field("opptime", self.opponent_time)
        )?;
        write!(out, "{}", field("oppmovestogo", self.opponent_moves_to_go))?;
        write!(out, "{}", field("oppincrement", self.opponent_increment))
    }
}

impl fmt::Display for UcciCommand {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ucci => write!(out, "ucci"),
            Self::IsReady => write!(out, "isready"),
            Self::SetOption { name, value } if value.is_empty() => write!(out, "setoption {name}"),
            Self::SetOption { name, value } => write!(out, "setoption {name} {value}"),
            Self::Position(place) => write!(out, "position {place}"),
            Self::BanMoves(moves) => write!(out, "banmoves {}", moves.join(" ")),
            Self::Go(go) => write!(out, "{go}"),
            Self::PonderHit { draw: true } => write!(out, "ponderhit draw"),
            Self::PonderHit { draw: false } => write!(out, "ponderhit"),
            Self::Stop => write!(out, "stop"),
            Self::Probe(place) => write!(out, "probe {place}"),
            Self::Quit => write!(out, "quit"),
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
            "ucci",
            "isready",
            "setoption newgame",
            "setoption hashsize 64",
            "position startpos moves h2e2 h9g7",
            "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1 moves e0d0 banmoves d0d1",
            "banmoves h6i4 a0a1",
            "go depth 8",
            "go infinite",
            "go nodes 1000",
            "go draw time 300000 increment 0 opptime 200000 oppincrement 0",
            "go ponder time 1000 movestogo 1",
            "ponderhit draw",
            "ponderhit",
            "probe startpos",
            "stop",
            "quit",
        ] {
            assert_eq!(UcciCommand::parse(line).to_string(), line);
        }
        let UcciCommand::Go(go) = UcciCommand::parse("go depth infinite") else { panic!() };
        assert!(go.infinite && go.faults.is_empty());
    }

    #[test]
    fn garbage_is_survived_and_named() {
        assert_eq!(UcciCommand::parse("\t"), UcciCommand::Nothing);
        assert_eq!(UcciCommand::parse("what?"), UcciCommand::Unknown("what?".to_owned()));
        let UcciCommand::Go(go) = UcciCommand::parse("go time soon depth") else { panic!() };
        assert_eq!(go.faults.len(), 2);
        assert_eq!(UcciCommand::parse("position fen"), {
            UcciCommand::Position(Place { fen: Some(String::new()), ..Place::default() })
        });
    }
}
