//! Material: which pieces both sides have. A game is found by material that stood in it for at
//! least two plies, or at its end: not by the moment between two halves of an exchange.

use std::str::FromStr;
use thiserror::Error;
use xun_xiangqi::rules::{Colour, PieceKind, Position};

/// The kinds that are counted, and the bits that each has in a signature.
const KINDS: [(PieceKind, u32); 6] = [
    (PieceKind::Rook, 2),
    (PieceKind::Horse, 2),
    (PieceKind::Cannon, 2),
    (PieceKind::Pawn, 3),
    (PieceKind::Advisor, 2),
    (PieceKind::Elephant, 2),
];
/// Bits of one side.
const SIDE_BITS: u32 = 13;

/// The numbers of pieces of both sides in one number, Red's in the low bits.
fn signature(position: &Position) -> u32 {
    let mut signature = 0;
    let mut shift = 0;
    for colour in Colour::ALL {
        for (kind, bits) in KINDS {
            let count = position.pieces(colour, kind).squares().len() as u32;
            signature |= count.min((1 << bits) - 1) << shift;
            shift += bits;
        }
    }
    signature
}

/// The material of a game as it is played.
pub(crate) struct Standing {
    all: Vec<u32>,
    now: u32,
    /// Whether the material was there before the last move too.
    stands: bool,
}

impl Standing {
    pub(crate) fn new(position: &Position) -> Self {
        Self { all: Vec::new(), now: signature(position), stands: false }
    }

    /// The position after the next move.
    pub(crate) fn follow(&mut self, position: &Position) {
        // Only a capture changes the material.
        if position.quiet_plies() > 0 {
            self.stands = true;
            return;
        }
        if self.stands {
            self.all.push(self.now);
        }
        self.now = signature(position);
        self.stands = false;
    }

    /// Every material of the game.
    pub(crate) fn all(mut self) -> Vec<u32> {
        self.all.push(self.now);
        self.all
    }
}

/// A wanted material, such as `RNC v RNN`: the pieces of one side, `v`, those of the other. Either
/// side may be Red.
///
/// Letters are those of a FEN (`R` rook, `N` or `H` horse, `C` cannon, `P` pawn, `A` advisor, `B`
/// or `E` elephant) in either case, or Chinese: 车马炮兵士象. Rooks, horses, cannons and pawns that are
/// not written are absent; advisors and elephants may be any number unless one is written for that
/// side. A letter with `*` stands for any number.
///
/// ```
/// use xun_collection::Material;
/// assert!("RNC v RNN".parse::<Material>().is_ok());
/// assert!("车马P* v 车炮P*".parse::<Material>().is_ok());
/// assert!("RRR v R".parse::<Material>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// Mask and value of each side.
    sides: [(u32, u32); 2],
}

/// A text that is no material.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MaterialError {
    /// There are not two sides.
    #[error("two sides are wanted, such as 'RNC v RNN'")]
    Sides,
    /// A letter is no piece.
    #[error("'{0}' is no piece: R, N, C, P, A, B are, or 车马炮兵士象")]
    Letter(char),
    /// A side cannot have so many.
    #[error("no side has {count} of '{letter}'")]
    TooMany {
        /// The piece's letter.
        letter: char,
        /// The number.
        count: u32,
    },
}

fn kind_of(letter: char) -> Option<PieceKind> {
    Some(match letter {
        '车' | '車' | '俥' => PieceKind::Rook,
        '马' | '馬' | '傌' => PieceKind::Horse,
        '炮' | '砲' | '包' => PieceKind::Cannon,
        '兵' | '卒' => PieceKind::Pawn,
        '士' | '仕' => PieceKind::Advisor,
        '象' | '相' => PieceKind::Elephant,
        '帅' | '将' | '帥' | '將' => PieceKind::King,
        _ => PieceKind::from_letter(letter)?,
    })
}

/// Mask and value of one side.
fn side(text: &str) -> Result<(u32, u32), MaterialError> {
    let mut counts = [0_u32; 7];
    let mut any = [false; 7];
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace()).peekable();
    while let Some(letter) = letters.next() {
        let kind = kind_of(letter).ok_or(MaterialError::Letter(letter))?;
        if letters.next_if_eq(&'*').is_some() {
            any[kind as usize] = true;
        }
        counts[kind as usize] += 1;
        let count = counts[kind as usize];
        if count > kind.full_count() {
            return Err(MaterialError::TooMany { letter, count });
        }
    }
    let defenders = [PieceKind::Advisor, PieceKind::Elephant];
    let written = defenders.iter().any(|&kind| counts[kind as usize] > 0);
    let (mut mask, mut value, mut shift) = (0, 0, 0);
    for (kind, bits) in KINDS {
        let free = any[kind as usize] || defenders.contains(&kind) && !written;
        if !free {
            mask |= ((1 << bits) - 1) << shift;
            value |= counts[kind as usize] << shift;
        }
        shift += bits;
    }
    Ok((mask, value))
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let mut sides = text.split(['v', 'V', ':', '对']);
        let (Some(one), Some(other), None) = (sides.next(), sides.next(), sides.next()) else {
            return Err(MaterialError::Sides);
        };
        Ok(Self { sides: [side(one)?, side(other)?] })
    }
}

impl Material {
    /// Masks and values of a signature, for either side being Red.
    pub(crate) fn masks(&self) -> [(u32, u32); 2] {
        let joined = |red: (u32, u32), black: (u32, u32)| {
            (red.0 | black.0 << SIDE_BITS, red.1 | black.1 << SIDE_BITS)
        };
        [joined(self.sides[0], self.sides[1]), joined(self.sides[1], self.sides[0])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(material: &str, fen: &str) -> bool {
        let signature = signature(&Position::from_fen(fen).expect(fen));
        let material: Material = material.parse().expect(material);
        material.masks().iter().any(|(mask, value)| signature & mask == *value)
    }

    #[test]
    fn material_fits_for_either_side() {
        let rook_and_horse = "4k4/4a4/9/9/9/4n4/9/9/9/R2K5 w";
        assert!(fits("R v N", rook_and_horse) && fits("n V r", rook_and_horse));
        assert!(fits("车：马".replace('：', ":").as_str(), rook_and_horse));
        assert!(fits("车 对 马", rook_and_horse));
        assert!(fits("R v NA", rook_and_horse), "one advisor");
        assert!(!fits("R v NAA", rook_and_horse) && !fits("R v NB", rook_and_horse));
        assert!(!fits("RP v N", rook_and_horse) && fits("RP* v NC*", rook_and_horse));
        assert!(fits("KR v KN", rook_and_horse));
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        assert!(fits("RRNNCCPPPPP v RRNNCCPPPPP", start));
        assert!(fits("RRNNCCPPPPPAABB v RRNNCCPPPPPAABB", start) && !fits("R v R", start));
    }

    #[test]
    fn a_text_that_is_no_material_says_why() {
        let fault = |text: &str| text.parse::<Material>().expect_err(text);
        assert_eq!(fault("RNC"), MaterialError::Sides);
        assert_eq!(fault("R v N v C"), MaterialError::Sides);
        assert_eq!(fault("RX v N"), MaterialError::Letter('X'));
        assert_eq!(fault("RRR v N"), MaterialError::TooMany { letter: 'R', count: 3 });
        assert_eq!(fault("* v N"), MaterialError::Letter('*'));
    }
}
