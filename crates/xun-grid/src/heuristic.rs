//! The heuristics by name. `search/estimate.rs` computes those of plain searches,
//! `supply/estimate.rs` those of A\* over (cell, supply).

use crate::options::UnknownName;
use std::fmt;
use std::str::FromStr;

/// An estimate of the cost from a cell to the goal.
///
/// ```
/// use xun_grid::Heuristic;
///
/// assert_eq!("octile".parse(), Ok(Heuristic::Octile));
/// assert_eq!(Heuristic::SupplyRegion.name(), "supply-region");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Heuristic {
    /// Always 0: A\* becomes uniform cost search.
    Zero,
    /// Rows plus columns. Exact for 4-connected moves, too much for 8-connected ones.
    Manhattan,
    /// As many diagonal steps as possible, then straight ones. Exact for 8-connected moves.
    Octile,
    /// The larger of rows and columns.
    Chebyshev,
    /// The straight line.
    Euclid,
    /// With a supply: to the goal if it is within reach by Manhattan distance; else over the best
    /// station that is; and a dead end if none is.
    SupplyRegion,
    /// The true distance to the goal without regard to supply and terrain.
    Exact,
}

impl Heuristic {
    /// All of them.
    pub const ALL: &[Self] = &[
        Self::Zero,
        Self::Manhattan,
        Self::Octile,
        Self::Chebyshev,
        Self::Euclid,
        Self::SupplyRegion,
        Self::Exact,
    ];

    /// Those of A\* over (cell, supply), weakest first.
    pub const SUPPLY: &[Self] = &[Self::Zero, Self::Manhattan, Self::SupplyRegion, Self::Exact];

    /// The name in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::Manhattan => "manhattan",
            Self::Octile => "octile",
            Self::Chebyshev => "chebyshev",
            Self::Euclid => "euclid",
            Self::SupplyRegion => "supply-region",
            Self::Exact => "exact",
        }
    }

    /// Whether every search that uses a heuristic takes it on a problem without a supply.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        !matches!(self, Self::SupplyRegion | Self::Exact)
    }

    /// Whether A\* over (cell, supply) takes it.
    #[must_use]
    pub const fn is_for_supply(self) -> bool {
        matches!(self, Self::Zero | Self::Manhattan | Self::SupplyRegion | Self::Exact)
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Heuristic {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL.iter().copied().find(|known| known.name() == name).ok_or_else(|| {
            UnknownName::new("heuristic", name, Self::ALL.iter().map(|one| one.name()))
        })
    }
}
