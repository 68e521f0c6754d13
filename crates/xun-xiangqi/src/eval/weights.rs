//! The weights: read from text, packed for speed.
//!
//! The text has a heading `[group]` for each [group](super::features::GROUPS), then its weights as
//! `middlegame/endgame` pairs in the order of the features. `#` begins a comment.

use super::features::{COUNT, GROUPS, MATERIAL, SQUARES};
use crate::rules::{Colour, Piece, Square};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

/// The weights in two halves of one number: adding adds both, multiplying by a small number
/// multiplies both.
#[inline(always)]
pub(super) const fn pack(middle: i16, end: i16) -> i32 {
    ((end as i32) << 16) + middle as i32
}

/// The middlegame half.
#[inline(always)]
pub(super) const fn middle(packed: i32) -> i32 {
    packed as i16 as i32
}

/// The endgame half.
#[inline(always)]
pub(super) const fn end(packed: i32) -> i32 {
    ((packed + 0x8000) >> 16) as i16 as i32
}

/// Error in the text of the weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// A line that is not as expected.
    #[error("line {line}: {what}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// The fault in words.
        what: String,
    },
    /// A group has too few or too many weights.
    #[error("group [{group}] has {found} weights, not {expected}")]
    Length {
        /// The group.
        group: &'static str,
        /// Number found.
        found: usize,
        /// Number expected.
        expected: usize,
    },
}

/// A set of weights for every feature.
#[derive(Clone, Debug)]
pub struct Weights {
    pub(super) packed: Box<[i32; COUNT]>,
    /// Piece value and point together, signed for Red, by piece and square.
    pub(super) squares: Box<[[i32; 128]; 16]>,
}

/// The weights that ship with the engine.
static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
    let parsed = Weights::parse(include_str!("weights.txt"));
    Arc::new(parsed.expect("the shipped weights are checked by a test"))
});

impl Weights {
    /// The weights that ship with the engine.
    #[must_use]
    pub fn shipped() -> Arc<Self> {
        Arc::clone(&SHIPPED)
    }

    /// From `[middlegame, endgame]` pairs in the order of the features.
    #[must_use]
    pub fn new(pairs: &[[i16; 2]; COUNT]) -> Self {
        let mut packed = Box::new([0; COUNT]);
        for (slot, [middle, end]) in packed.iter_mut().zip(pairs) {
            *slot = pack(*middle, *end);
        }
        let mut squares = Box::new([[0; 128]; 16]);
        for piece in Piece::ALL {
            for square in Square::all() {
                let value = packed[MATERIAL + piece.kind() as usize]
                    + packed[square_feature(piece, square)];
                let signed = if piece.colour() == Colour::Red { value } else { -value };
                squares[piece as usize][square.index()] = signed;
            }
        }
        Self { packed, squares }
    }

    /// The weight of a feature: middlegame, endgame.
    #[must_use]
    pub fn pair(&self, feature: usize) -> [i16; 2] {
        let packed = self.packed[feature];
        [middle(packed) as i16, end(packed) as i16]
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// A text that is no set of weights, with its line.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let mut found: Vec<Vec<[i16; 2]>> = vec![Vec::new(); GROUPS.len()];
        let mut current = None;
        for (index, line) in text.lines().enumerate() {
            let wrong = |what: String| WeightsError::Line { line: index + 1, what };
            for word in line.split('#').next().unwrap_or_default().split_whitespace() {
                if let Some(name) = word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
                    current = GROUPS.iter().position(|group| group.name == name);
                    if current.is_none() {
                        return Err(wrong(format!("no group is named '{name}'")));
                    }
                    continue;
                }
                let pair = word
                    .split_once('/')
                    .and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
                let pair =
                    pair.ok_or_else(|| wrong(format!("'{word}' is not a pair like 12/-3")))?;
                let group =
                    current.ok_or_else(|| wrong("a weight before the first [group]".to_owned()))?;
                found[group].push(pair);
            }
        }
        let mut pairs = Box::new([[0; 2]; COUNT]);
        for (group, found) in GROUPS.iter().zip(found) {
            if found.len() != group.len {
                return Err(WeightsError::Length {
                    group: group.name,
                    found: found.len(),
                    expected: group.len,
                });
            }
            pairs[group.start..group.start + group.len].copy_from_slice(&found);
        }
        Ok(Self::new(&pairs))
    }

    /// The text form.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for group in GROUPS {
            let _ = writeln!(text, "[{}] # {}", group.name, group.help);
            for row in (0..group.len).step_by(group.width) {
                let pairs: Vec<String> = (row..row + group.width)
                    .map(|offset| {
                        let [middle, end] = self.pair(group.start + offset);
                        format!("{middle}/{end}")
                    })
                    .collect();
                let _ = writeln!(text, "{}", pairs.join(" "));
            }
        }
        text
    }
}

/// The feature of a piece standing on a point.
pub(super) fn square_feature(piece: Piece, square: Square) -> usize {
    let rank = if piece.colour() == Colour::Red { square.rank() } else { 9 - square.rank() };
    let file = square.file().min(8 - square.file());
    SQUARES + piece.kind() as usize * 50 + rank as usize * 5 + file as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_pack_and_add() {
        for (a, b) in [(0, 0), (5, -7), (-300, 200), (-1, -1), (1200, -32000)] {
            assert_eq!((middle(pack(a, b)), end(pack(a, b))), (i32::from(a), i32::from(b)));
        }
        let sum = pack(-3, 8) * -3 + pack(10, -10);
        assert_eq!((middle(sum), end(sum)), (19, -34));
    }

    #[test]
    fn the_shipped_weights_read_back_as_printed() {
        let shipped = Weights::parse(include_str!("weights.txt")).expect("sound");
        let again = Weights::parse(&shipped.to_text()).expect("sound");
        assert_eq!(shipped.packed, again.packed);
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(
            Weights::parse("[nothing]").expect_err("no such group").to_string(),
            "line 1: no group is named 'nothing'"
        );
        assert!(Weights::parse("1/2").is_err());
        assert!(Weights::parse("[tempo] 1/x").is_err());
        assert!(matches!(
            Weights::parse(""),
            Err(WeightsError::Length { group: "material", found: 0, .. })
        ));
    }
}
