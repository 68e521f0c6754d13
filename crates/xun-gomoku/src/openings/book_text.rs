//! The text form of opening books: words and scores.

use thiserror::Error;
use xun_game::Score;

/// A line of a book that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct BookFault {
    /// The line, from one.
    pub line: usize,
    /// The problem.
    pub what: String,
}

/// The words of each line that has any, without comments, and the line's number from one.
pub(super) fn words(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| {
            (
                index + 1,
                line.split('#').next().unwrap_or_default().split_whitespace().collect::<Vec<_>>(),
            )
        })
        .filter(|(_, words)| !words.is_empty())
}

/// A score as it is printed: `+12`, `-340`, `+M7`, `-M8`.
///
/// # Errors
/// A text that is no score, in words.
pub fn parse_score(text: &str) -> Result<Score, String> {
    let wrong = || format!("{text} is no score; +120, -35 and +M21 are");
    let (sign, rest) = match text.split_at_checked(1) {
        Some(("+", rest)) => (1, rest),
        Some(("-", rest)) => (-1, rest),
        _ => return Err(wrong()),
    };
    let number = |text: &str| text.parse::<u16>().ok();
    let score = match rest.strip_prefix('M') {
        Some(plies) => {
            number(plies).filter(|&plies| plies < 1000).map(|plies| Score::mate_in(plies.into()))
        }
        None => number(rest).map(|value| Score::new(value.into())),
    };
    let score = score.ok_or_else(wrong)?;
    Ok(if sign < 0 { -score } else { score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_read_as_they_print() {
        for one in [Score::ZERO, Score::new(-340), Score::mate_in(7), Score::mated_in(8)] {
            assert_eq!(parse_score(&one.to_string()), Ok(one));
        }
        assert!(["", "ü", "12"].iter().all(|text| parse_score(text).is_err()));
    }
}
