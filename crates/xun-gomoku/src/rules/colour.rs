//! The two sides.

use std::ops::{Index, IndexMut, Not};

/// A side, and the colour of its stones. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Moves first; under renju it has forbidden points.
    Black = 0,
    /// Moves second.
    White = 1,
}

impl Colour {
    /// Both, black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The colour whose turn it is after this many alternating moves.
    #[must_use]
    pub const fn to_move_after(moves: usize) -> Self {
        if moves.is_multiple_of(2) { Self::Black } else { Self::White }
    }
}

impl Not for Colour {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// One value for each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerColour<T>(pub [T; 2]);

impl<T> Index<Colour> for PerColour<T> {
    type Output = T;

    #[inline]
    fn index(&self, colour: Colour) -> &T {
        &self.0[colour as usize]
    }
}

impl<T> IndexMut<Colour> for PerColour<T> {
    #[inline]
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour as usize]
    }
}
