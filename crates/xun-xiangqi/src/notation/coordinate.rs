//! Moves by the coordinates of their points: ICCS and UCI with ranks 0–9 (`h2e2`, `H2-E2`), and
//! with ranks 1–10 (`h3e3`, `a10a9`) as Fairy-Stockfish's GUIs write them.

use super::MoveTextError;
use crate::rules::{Move, Square};

/// The numbering of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ranks {
    /// 0 to 9, as ICCS, UCCI and Pikafish do.
    #[default]
    FromZero,
    /// 1 to 10, as Fairy-Stockfish does.
    FromOne,
}

/// The text of a move: `h2e2`, or `h3e3` with ranks from one.
#[must_use]
pub fn format_coordinates(chosen: Move, ranks: Ranks) -> String {
    let point = |square: Square| {
        let rank = square.rank() + u8::from(ranks == Ranks::FromOne);
        format!("{}{rank}", char::from(b'a' + square.file()))
    };
    point(chosen.from()) + &point(chosen.to())
}

/// The move of a text, of either case, with or without a dash between the points. Whether it is
/// legal is for a position to say.
///
/// ```
/// use xun_xiangqi::notation::{Ranks, parse_coordinates};
/// let chosen = parse_coordinates("H2-E2", Ranks::FromZero).unwrap();
/// assert_eq!(chosen.to_string(), "h2e2");
/// assert_eq!(parse_coordinates("h3e3", Ranks::FromOne).unwrap(), chosen);
/// ```
///
/// # Errors
/// A text that is not two squares.
pub fn parse_coordinates(text: &str, ranks: Ranks) -> Result<Move, MoveTextError> {
    let wanted = match ranks {
        Ranks::FromZero => "it is written like h2e2: files a to i, ranks 0 to 9",
        Ranks::FromOne => "it is written like h3e3: files a to i, ranks 1 to 10",
    };
    let read = || {
        let (from, rest) = read_point(text.trim(), ranks)?;
        let rest = rest.strip_prefix(['-', '–', '—']).unwrap_or(rest);
        let (to, rest) = read_point(rest, ranks)?;
        if rest.is_empty() { Move::new(from, to) } else { None }
    };
    read().ok_or_else(|| MoveTextError::malformed(text, wanted))
}

fn read_point(text: &str, ranks: Ranks) -> Option<(Square, &str)> {
    let mut letters = text.chars();
    let file = (letters.next()?.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
    let digits = letters.as_str();
    let (rank, rest) = match ranks {
        Ranks::FromOne if digits.starts_with("10") => (9, &digits[2..]),
        _ => {
            let digit = digits.chars().next()?.to_digit(10)?;
            (digit.checked_sub(u32::from(ranks == Ranks::FromOne))?, &digits[1..])
        }
    };
    Some((Square::new(u8::try_from(file).ok()?, rank as u8)?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_is_read_as_it_is_written() {
        for packed in 0..=u16::MAX {
            let Some(chosen) = Move::unpack(packed) else { continue };
            for ranks in [Ranks::FromZero, Ranks::FromOne] {
                let text = format_coordinates(chosen, ranks);
                assert_eq!(parse_coordinates(&text, ranks), Ok(chosen), "{text}");
                assert_eq!(parse_coordinates(&text.to_ascii_uppercase(), ranks), Ok(chosen));
            }
            assert_eq!(chosen.to_string(), format_coordinates(chosen, Ranks::FromZero));
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in [
            "",
            "h",
            "h2",
            "h2e",
            "h2e2e",
            "h2h2",
            "j2e2",
            "h2 e2 ",
            "帅五进一",
            "h2é",
            "h-2e2",
            "a10a9",
        ] {
            assert!(parse_coordinates(text, Ranks::FromZero).is_err(), "{text}");
        }
        assert!(parse_coordinates("a0a1", Ranks::FromOne).is_err());
    }
}
