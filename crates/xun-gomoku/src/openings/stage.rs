//! The stages of an opening and the choices made in them.

use crate::rules::{Point, Size};

/// A player by the order of play, whatever colour is his now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningSide {
    /// The player of the first stone.
    First,
    /// The other player.
    Second,
}

/// The points where a stone may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// Any empty point.
    Anywhere,
    /// The central square of this side.
    Central(u8),
    /// All points outside the central square of this side.
    Outside(u8),
}

impl Zone {
    /// Whether the zone contains the point.
    #[must_use]
    pub fn contains(self, point: Point, size: Size) -> bool {
        let distance = point.distance(size.centre());
        match self {
            Self::Anywhere => true,
            Self::Central(side) => distance <= u32::from(side / 2),
            Self::Outside(side) => distance > u32::from(side / 2),
        }
    }
}

/// The next step of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A player places the next stone, of the colour whose turn it is.
    Place {
        /// The player to act.
        player: OpeningSide,
        /// The points allowed.
        zone: Zone,
    },
    /// A player may swap colours.
    MaySwap {
        /// The player to act.
        player: OpeningSide,
    },
    /// A player takes a colour or places two more stones.
    MaySwapOrAddTwo {
        /// The player to act.
        player: OpeningSide,
    },
    /// A player names the number of fifth stones to be offered.
    SayFifths {
        /// The player to act.
        player: OpeningSide,
        /// The largest number.
        most: u8,
    },
    /// Black may offer ten fifth stones instead of placing one.
    MayOfferTen {
        /// The player to act.
        player: OpeningSide,
    },
    /// Black offers fifth stones, no two of them alike by symmetry; white keeps one.
    Offer {
        /// The player to act.
        player: OpeningSide,
        /// The number of stones.
        count: u8,
    },
}

impl Stage {
    /// The player to act.
    #[must_use]
    pub const fn player(self) -> OpeningSide {
        match self {
            Self::Place { player, .. }
            | Self::MaySwap { player }
            | Self::MaySwapOrAddTwo { player }
            | Self::SayFifths { player, .. }
            | Self::MayOfferTen { player }
            | Self::Offer { player, .. } => player,
        }
    }
}

/// A decision other than placing a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Colours are swapped, or not.
    Swap(bool),
    /// Two more stones (swap2).
    AddTwo,
    /// The number of fifth stones.
    Fifths(u8),
    /// Ten fifth stones, or one.
    OfferTen(bool),
}
