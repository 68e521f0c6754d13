//! Gomoku in this crate: referee, openings as text, our engine as a player, keys in experience
//! books, SGF and `.psq`.

mod book_key;
mod engine;
mod files;
mod referee;

pub(crate) use engine::engine;
pub(crate) use files::{psq, sgf};
pub use referee::GomokuReferee;

use crate::record::Opening;

/// The points of an opening written without blanks: each begins with its letter.
pub(crate) fn parse_opening(line: &str) -> Opening {
    let mut moves: Vec<String> = Vec::new();
    for letter in line.chars().filter(|letter| !letter.is_whitespace()) {
        match moves.last_mut() {
            Some(point) if !letter.is_ascii_alphabetic() => point.push(letter),
            _ => moves.push(letter.to_string()),
        }
    }
    Opening { start: None, moves }
}
