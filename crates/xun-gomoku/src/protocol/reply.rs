//! Replies of an engine to its Gomocup manager.

use crate::rules::{Point, Size};
use std::fmt;

/// The answer to `ABOUT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// Name.
    pub name: String,
    /// Version.
    pub version: String,
    /// Author.
    pub author: String,
    /// Country.
    pub country: String,
}

/// One line from the brain.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// `OK`.
    Ok,
    /// `7,7`, or several moves as `7,7 8,8` (swap2, balance).
    Moves(Vec<Point>),
    /// `SWAP`.
    Swap,
    /// `MESSAGE …`: for the person who watches.
    Message(String),
    /// `DEBUG …`: for the author.
    Debug(String),
    /// `ERROR …`: the command was understood but cannot be carried out.
    Error(String),
    /// `UNKNOWN …`: the command was not understood.
    Unknown(String),
    /// `name="…", version="…", author="…", country="…"`.
    About(About),
    /// `FORBID 07080910.`: black's forbidden points, two digits for each coordinate.
    Forbid(Vec<Point>),
    /// `INFO key value`: a detail of the analysis.
    Info(String),
}

impl fmt::Display for Reply {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => formatter.write_str("OK"),
            Self::Moves(points) => {
                for (number, point) in points.iter().enumerate() {
                    let blank = if number > 0 { " " } else { "" };
                    write!(formatter, "{blank}{},{}", point.x(), point.y())?;
                }
                Ok(())
            }
            Self::Swap => formatter.write_str("SWAP"),
            Self::Message(text) => write!(formatter, "MESSAGE {text}"),
            Self::Debug(text) => write!(formatter, "DEBUG {text}"),
            Self::Error(text) => write!(formatter, "ERROR {text}"),
            Self::Unknown(text) => write!(formatter, "UNKNOWN {text}"),
            Self::About(about) => write!(
                formatter,
                "name=\"{}\", version=\"{}\", author=\"{}\", country=\"{}\"",
                about.name, about.version, about.author, about.country
            ),
            Self::Forbid(points) => {
                formatter.write_str("FORBID ")?;
                for point in points {
                    write!(formatter, "{:02}{:02}", point.x(), point.y())?;
                }
                formatter.write_str(".")
            }
            Self::Info(text) => write!(formatter, "INFO {text}"),
        }
    }
}

impl Reply {
    /// Reads a brain's line; points must lie on the board. None for a line that the protocol does
    /// not have.
    pub fn parse(line: &str, size: Size) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest_owned = || rest.trim().to_owned();
        Some(match word.to_ascii_uppercase().as_str() {
            "OK" => Self::Ok,
            "SWAP" => Self::Swap,
            "MESSAGE" => Self::Message(rest_owned()),
            "DEBUG" => Self::Debug(rest_owned()),
            "ERROR" => Self::Error(rest_owned()),
            "UNKNOWN" => Self::Unknown(rest_owned()),
            "INFO" => Self::Info(rest_owned()),
            "FORBID" => {
                let digits = rest.trim().trim_end_matches('.');
                let number = |from: usize| digits.get(from..from + 2)?.parse().ok();
                (0..digits.len() / 4)
                    .map(|index| size.point(number(4 * index)?, number(4 * index + 2)?))
                    .collect::<Option<_>>()
                    .map(Self::Forbid)?
            }
            _ if line.to_ascii_lowercase().starts_with("name=") => Self::About(about(line)),
            _ => Self::Moves(moves(line, size)?),
        })
    }
}

fn moves(line: &str, size: Size) -> Option<Vec<Point>> {
    let points: Option<Vec<Point>> = line
        .split_whitespace()
        .map(|pair| {
            let (x, y) = pair.split_once(',')?;
            size.point(x.trim().parse().ok()?, y.trim().parse().ok()?)
        })
        .collect();
    points.filter(|points| !points.is_empty())
}

fn about(line: &str) -> About {
    let value = |key: &str| {
        let from = line.to_ascii_lowercase().find(&format!("{key}=\""))? + key.len() + 2;
        let text = line.get(from..)?;
        Some(text[..text.find('"')?].to_owned())
    };
    let value = |key| value(key).unwrap_or_default();
    About {
        name: value("name"),
        version: value("version"),
        author: value("author"),
        country: value("country"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back() {
        let about = About {
            name: "Xun".into(),
            version: "0.1.0".into(),
            author: "the Xun authors".into(),
            country: String::new(),
        };
        for reply in [
            Reply::Ok,
            Reply::Moves(vec![Point::new(7, 7)]),
            Reply::Moves(vec![Point::new(7, 7), Point::new(0, 14)]),
            Reply::Swap,
            Reply::Message("REALTIME REFRESH".into()),
            Reply::Error("no".into()),
            Reply::Forbid(vec![Point::new(7, 8), Point::new(10, 0)]),
            Reply::Forbid(Vec::new()),
            Reply::About(about),
        ] {
            assert_eq!(Reply::parse(&reply.to_string(), Size::STANDARD), Some(reply));
        }
        assert_eq!(Reply::parse("15,3", Size::STANDARD), None);
        assert_eq!(Reply::parse("hello", Size::STANDARD), None);
    }
}
