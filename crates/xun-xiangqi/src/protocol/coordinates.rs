//! Moves as protocols write them: ranks from 0, or from 1 where a board follows Fairy-Stockfish.

use crate::rules::{Move, Square};

/// How ranks are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// `a0` to `i9`, as ICCS, UCCI and Pikafish do.
    #[default]
    FromZero,
    /// `a1` to `i10`, as Fairy-Stockfish does.
    FromOne,
}

impl Ranks {
    fn first(self) -> u8 {
        u8::from(self == Self::FromOne)
    }

    /// Reads a move; `None` if it is not one.
    pub fn parse(self, text: &str) -> Option<Move> {
        let split = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_alphabetic())?.0;
        let (from, to) = (text.get(..split)?, text.get(split..)?);
        Move::new(self.parse_square(from)?, self.parse_square(to)?)
    }

    fn parse_square(self, text: &str) -> Option<Square> {
        let mut letters = text.chars();
        let file = letters.next()?.to_ascii_lowercase();
        let digits = letters.as_str();
        let plain =
            !digits.is_empty() && digits.len() <= 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
        let rank: u8 = digits.parse().ok().filter(|_| plain)?;
        let file = u8::try_from(file).ok()?.checked_sub(b'a')?;
        Square::new(file, rank.checked_sub(self.first())?)
    }

    /// Writes a move.
    pub fn print(self, chosen: Move) -> String {
        let square =
            |square: Square| format!("{}{}", char::from(b'a' + square.file()), square.rank() + self.first());
        square(chosen.from()) + &square(chosen.to())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_read_back_as_printed() {
        for from in Square::all() {
            for to in Square::all() {
                if let Some(chosen) = Move::new(from, to) {
                    for ranks in [Ranks::FromZero, Ranks::FromOne] {
                        assert_eq!(ranks.parse(&ranks.print(chosen)), Some(chosen));
                    }
                }
            }
        }
        assert_eq!(Ranks::FromOne.parse("h3e3"), Ranks::FromZero.parse("h2e2"));
        assert_eq!(Ranks::FromOne.parse("a10b10"), Ranks::FromZero.parse("a9b9"));
    }

    #[test]
    fn nonsense_is_no_move() {
        for text in
            ["", "a", "a0", "a0a0", "j0a0", "a0a10", "a0b", "炮二平五", "a-1b2", "a0b0c0", "a+1b2", "h2e2q"]
        {
            assert_eq!(Ranks::FromZero.parse(text), None, "{text}");
        }
        assert_eq!(Ranks::FromOne.parse("a0a1"), None);
    }
}
