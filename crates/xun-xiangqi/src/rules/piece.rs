//! Colours, kinds of pieces, and pieces.

use std::fmt;
use std::ops::Not;

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Red moves first and sits at rank 0 (`w` in a FEN).
    Red = 0,
    /// Black sits at rank 9 (`b` in a FEN).
    Black = 1,
}

impl Colour {
    /// Red, then Black.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];
}

impl Not for Colour {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}

/// The kind of a piece, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// 帅 / 将, also called general.
    King = 0,
    /// 仕 / 士, also called guard.
    Advisor = 1,
    /// 相 / 象, also called bishop or minister.
    Elephant = 2,
    /// 马, also called knight.
    Horse = 3,
    /// 车, also called chariot.
    Rook = 4,
    /// 炮.
    Cannon = 5,
    /// 兵 / 卒, also called soldier.
    Pawn = 6,
}

impl PieceKind {
    /// Every kind, in the order of the numbers.
    pub const ALL: [Self; 7] = [
        Self::King,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// Number of of them that a side has at the start of a game.
    #[must_use]
    pub const fn full_count(self) -> u32 {
        match self {
            Self::King => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// The small FEN letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'k',
            Self::Advisor => 'a',
            Self::Elephant => 'b',
            Self::Horse => 'n',
            Self::Rook => 'r',
            Self::Cannon => 'c',
            Self::Pawn => 'p',
        }
    }

    /// The kind of a FEN letter of either case and either letter set (`n`/`h` horse, `b`/`e`
    /// elephant).
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'k' => Self::King,
            'a' => Self::Advisor,
            'b' | 'e' => Self::Elephant,
            'n' | 'h' => Self::Horse,
            'r' => Self::Rook,
            'c' => Self::Cannon,
            'p' => Self::Pawn,
            _ => return None,
        })
    }
}

/// A piece of one side. An `Option<Piece>` is one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "colour and kind are the names")]
pub enum Piece {
    RedKing = 0,
    RedAdvisor = 1,
    RedElephant = 2,
    RedHorse = 3,
    RedRook = 4,
    RedCannon = 5,
    RedPawn = 6,
    BlackKing = 8,
    BlackAdvisor = 9,
    BlackElephant = 10,
    BlackHorse = 11,
    BlackRook = 12,
    BlackCannon = 13,
    BlackPawn = 14,
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// Every piece: Red's seven, then Black's.
    pub const ALL: [Self; 14] = [
        Self::RedKing,
        Self::RedAdvisor,
        Self::RedElephant,
        Self::RedHorse,
        Self::RedRook,
        Self::RedCannon,
        Self::RedPawn,
        Self::BlackKing,
        Self::BlackAdvisor,
        Self::BlackElephant,
        Self::BlackHorse,
        Self::BlackRook,
        Self::BlackCannon,
        Self::BlackPawn,
    ];

    /// The piece of this colour and kind.
    #[inline(always)]
    #[must_use]
    pub const fn new(colour: Colour, kind: PieceKind) -> Self {
        Self::ALL[colour as usize * 7 + kind as usize]
    }

    /// Colour of the piece.
    #[inline(always)]
    #[must_use]
    pub const fn colour(self) -> Colour {
        if (self as u8) < 8 { Colour::Red } else { Colour::Black }
    }

    /// Kind of the piece.
    #[inline(always)]
    #[must_use]
    pub const fn kind(self) -> PieceKind {
        match self {
            Self::RedKing | Self::BlackKing => PieceKind::King,
            Self::RedAdvisor | Self::BlackAdvisor => PieceKind::Advisor,
            Self::RedElephant | Self::BlackElephant => PieceKind::Elephant,
            Self::RedHorse | Self::BlackHorse => PieceKind::Horse,
            Self::RedRook | Self::BlackRook => PieceKind::Rook,
            Self::RedCannon | Self::BlackCannon => PieceKind::Cannon,
            Self::RedPawn | Self::BlackPawn => PieceKind::Pawn,
        }
    }

    /// The FEN letter: a capital for Red.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.colour() {
            Colour::Red => self.kind().letter().to_ascii_uppercase(),
            Colour::Black => self.kind().letter(),
        }
    }

    /// The piece of a FEN letter, of either letter set.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let colour = if letter.is_ascii_uppercase() { Colour::Red } else { Colour::Black };
        match PieceKind::from_letter(letter) {
            Some(kind) => Some(Self::new(colour, kind)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_colours_and_kinds_round_trip() {
        for piece in Piece::ALL {
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            assert_eq!(Piece::new(piece.colour(), piece.kind()), piece);
        }
        assert_eq!(Piece::from_letter('H'), Some(Piece::RedHorse));
        assert_eq!(Piece::from_letter('e'), Some(Piece::BlackElephant));
        assert_eq!(Piece::from_letter('x'), None);
    }
}
