//! Commands inside comments, as other programs write them: `[%eval 0.35]`, `[%clk 0:05:00]`,
//! `[%csl Ge2]` (coloured points) and `[%cal Rh2e2]` (coloured arrows).

use super::super::{Ranks, parse_coordinates};
use crate::rules::Square;
use std::fmt;
use std::time::Duration;

/// A comment, taken apart into its commands and its text. Commands that are not known stay in the
/// text.
///
/// ```
/// use xun_xiangqi::notation::pgn::{Annotation, Evaluation};
/// let comment = "[%eval 0.35] [%cal Gh2e2] a quiet start";
/// let annotation = Annotation::parse(comment);
/// assert_eq!(annotation.evaluation, Some(Evaluation::Centipawns(35)));
/// assert_eq!(annotation.text, "a quiet start");
/// assert_eq!(annotation.to_string(), comment);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotation {
    /// The text for people.
    pub text: String,
    /// The score after the move, seen from Red.
    pub evaluation: Option<Evaluation>,
    /// Time left on the mover's clock.
    pub clock: Option<Duration>,
    /// Circles and arrows on the board.
    pub drawings: Vec<Drawing>,
}

/// A score in a comment, seen from Red.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative if Red is mated.
    Mate(i32),
}

/// A circle or an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// Its colour.
    pub colour: DrawingColour,
    /// The point of the circle, or where the arrow begins.
    pub from: Square,
    /// The point that the arrow leads to; `None` for a circle.
    pub to: Option<Square>,
}

/// The colour of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingColour {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl DrawingColour {
    const ALL: [Self; 4] = [Self::Green, Self::Red, Self::Yellow, Self::Blue];

    /// The letter before a point.
    const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }
}

impl Annotation {
    /// Takes a comment apart.
    #[must_use]
    pub fn parse(comment: &str) -> Self {
        let mut annotation = Self::default();
        let mut text = String::new();
        let mut rest = comment;
        while let Some((before, after)) = rest.split_once("[%") {
            let Some((command, further)) = after.split_once(']') else { break };
            text.push_str(before);
            if !annotation.take(command) {
                text.push_str("[%");
                text.push_str(command);
                text.push(']');
            }
            rest = further;
        }
        text.push_str(rest);
        annotation.text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        annotation
    }

    /// Takes a command; false if it is none of ours or cannot be read.
    fn take(&mut self, command: &str) -> bool {
        let (name, value) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
        let value = value.trim();
        match name {
            "eval" => {
                let read = evaluation(value);
                self.evaluation = read.or(self.evaluation);
                read.is_some()
            }
            "clk" => {
                let read = clock(value);
                self.clock = read.or(self.clock);
                read.is_some()
            }
            "csl" | "cal" => {
                let read: Option<Vec<Drawing>> =
                    value.split(',').map(|text| drawing(text.trim(), name == "cal")).collect();
                let known = read.is_some();
                self.drawings.extend(read.unwrap_or_default());
                known
            }
            _ => false,
        }
    }
}

impl fmt::Display for Annotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match self.evaluation {
            Some(Evaluation::Centipawns(value)) => {
                let sign = if value < 0 { "-" } else { "" };
                let (whole, part) = (value.unsigned_abs() / 100, value.unsigned_abs() % 100);
                parts.push(format!("[%eval {sign}{whole}.{part:02}]"));
            }
            Some(Evaluation::Mate(moves)) => parts.push(format!("[%eval #{moves}]")),
            None => {}
        }
        if let Some(clock) = self.clock {
            let seconds = clock.as_secs();
            let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
            parts.push(format!("[%clk {hours}:{minutes:02}:{:02}]", seconds % 60));
        }
        for (name, arrows) in [("csl", false), ("cal", true)] {
            let drawn: Vec<String> = self
                .drawings
                .iter()
                .filter(|drawing| drawing.to.is_some() == arrows)
                .map(|drawing| {
                    let to = drawing.to.map(|to| to.to_string()).unwrap_or_default();
                    format!("{}{}{to}", drawing.colour.letter(), drawing.from)
                })
                .collect();
            if !drawn.is_empty() {
                parts.push(format!("[%{name} {}]", drawn.join(",")));
            }
        }
        if !self.text.is_empty() {
            parts.push(self.text.clone());
        }
        f.write_str(&parts.join(" "))
    }
}

fn evaluation(text: &str) -> Option<Evaluation> {
    // A depth may follow: `0.35,12`.
    let text = text.split(',').next()?.trim();
    if let Some(moves) = text.strip_prefix('#') {
        return moves.parse().ok().map(Evaluation::Mate);
    }
    let pawns: f64 = text.parse().ok()?;
    (pawns.abs() < 100_000.0).then(|| Evaluation::Centipawns((pawns * 100.0).round() as i32))
}

/// `1:02:03`, with any fraction of a second dropped.
fn clock(text: &str) -> Option<Duration> {
    let mut parts = text.split(':');
    let hours: u64 = parts.next()?.parse().ok()?;
    let minutes: u64 = parts.next()?.parse().ok()?;
    let seconds: u64 = parts.next()?.split('.').next()?.parse().ok()?;
    let possible = parts.next().is_none() && hours < 10_000 && minutes < 60 && seconds < 60;
    possible.then(|| Duration::from_secs(hours * 3600 + minutes * 60 + seconds))
}

fn drawing(text: &str, arrow: bool) -> Option<Drawing> {
    let letter = text.chars().next()?;
    let colour = DrawingColour::ALL.into_iter().find(|colour| colour.letter() == letter)?;
    let points = text.get(1..)?;
    if arrow {
        let way = parse_coordinates(points, Ranks::FromZero).ok()?;
        return Some(Drawing { colour, from: way.from(), to: Some(way.to()) });
    }
    Some(Drawing { colour, from: square(points)?, to: None })
}

/// A point such as `e2`.
fn square(text: &str) -> Option<Square> {
    let [file, rank] = *text.as_bytes() else { return None };
    let file = file.to_ascii_lowercase().checked_sub(b'a')?;
    Square::new(file, rank.checked_sub(b'0')?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn commands_are_read_and_written_back() {
        for comment in [
            "[%eval -1.05] [%clk 0:05:09] [%csl Ge2,Ra9] [%cal Yh2e2,Bb0c2] the text",
            "[%eval #-3]",
            "[%eval #2] mate",
            "[%unknown x] stays",
            "",
        ] {
            assert_eq!(Annotation::parse(comment).to_string(), comment);
        }
        let annotation = Annotation::parse("[%csl Ge2] [%eval 0.3,14] [%clk 1:00:00.5]");
        assert_eq!(annotation.drawings.len(), 1);
        assert_eq!(annotation.evaluation, Some(Evaluation::Centipawns(30)));
        assert_eq!(annotation.clock, Some(Duration::from_secs(3600)));
    }

    #[test]
    fn what_cannot_be_read_stays_in_the_text() {
        for comment in ["[%cal Gz9z9]", "[%eval much]", "[%clk 5]", "[%csl Xe2]", "[%eval 1"] {
            let annotation = Annotation::parse(comment);
            assert_eq!(annotation.text, comment);
            assert_eq!(annotation.to_string(), comment);
        }
    }

    proptest! {
        #[test]
        fn a_comment_taken_apart_and_put_together_stays(
            text in "(\\PC|\\[%|eval|csl|[GRYB]|[a-i][0-9]|[,.#: \\]-]){0,30}",
        ) {
            let once = Annotation::parse(&text);
            prop_assert_eq!(Annotation::parse(&once.to_string()), once);
        }
    }
}
