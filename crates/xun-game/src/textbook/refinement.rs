//! The refinements of alpha-beta, each a switch, declared once: name and whether it is exact.

use std::fmt;
use std::str::FromStr;

/// One refinement that can be switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Refinement {
    /// Captures first, the richest first.
    Captures,
    /// Then the quiet moves that cut off a sibling.
    Killers,
    /// Then the quiet moves that have cut off anywhere, the most successful first.
    History,
    /// Depth 1, then 2, then 3…, each ordering the next.
    Deepening,
    /// Remember positions reached before.
    Table,
    /// Principal variation search: a null window for every move but the first.
    Pvs,
    /// A narrow window around the last iteration's score.
    Aspiration,
    /// Captures are played out before a position is judged.
    Quiescence,
    /// If passing is already too good, do not search further.
    NullMove,
    /// Late quiet moves are searched less deeply first.
    LateMoves,
    /// One task for each root move, on several threads.
    ParallelRoot,
    /// Several threads search the same tree and share one table.
    ParallelTable,
}

impl Refinement {
    /// Every refinement, in the order in which a course would introduce them.
    pub const ALL: [Self; 12] = [
        Self::Captures,
        Self::Killers,
        Self::History,
        Self::Deepening,
        Self::Table,
        Self::Pvs,
        Self::Aspiration,
        Self::Quiescence,
        Self::NullMove,
        Self::LateMoves,
        Self::ParallelRoot,
        Self::ParallelTable,
    ];

    /// The name used on command lines and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Captures => "captures",
            Self::Killers => "killers",
            Self::History => "history",
            Self::Deepening => "deepening",
            Self::Table => "table",
            Self::Pvs => "pvs",
            Self::Aspiration => "aspiration",
            Self::Quiescence => "quiescence",
            Self::NullMove => "null-move",
            Self::LateMoves => "late-moves",
            Self::ParallelRoot => "parallel-root",
            Self::ParallelTable => "parallel-table",
        }
    }

    /// True if the search still returns exactly minimax's value and move with it.
    /// (Quiescence changes what a leaf is worth; with it, the others are exact for that leaf
    /// value.)
    #[must_use]
    pub const fn is_exact(self) -> bool {
        !matches!(self, Self::Quiescence | Self::NullMove | Self::LateMoves)
    }

    /// True if it works with bounds, so that plain minimax has no use for it.
    #[must_use]
    pub const fn needs_bounds(self) -> bool {
        matches!(
            self,
            Self::Captures
                | Self::Killers
                | Self::History
                | Self::Pvs
                | Self::Aspiration
                | Self::NullMove
                | Self::LateMoves
        )
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

impl fmt::Display for Refinement {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(self.name())
    }
}

/// A name that is no refinement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no refinement \"{0}\"; there are: {list}, or `all`, `exact`, \
    `none`", list = names())]
pub struct UnknownRefinement(pub String);

fn names() -> String {
    Refinement::ALL.map(Refinement::name).join(", ")
}

impl FromStr for Refinement {
    type Err = UnknownRefinement;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim().to_ascii_lowercase().replace('_', "-");
        Self::ALL
            .into_iter()
            .find(|refinement| refinement.name() == wanted)
            .ok_or_else(|| UnknownRefinement(text.trim().to_owned()))
    }
}

/// A set of refinements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Refinements(u16);

impl Refinements {
    /// Bare alpha-beta.
    pub const NONE: Self = Self(0);

    /// Everything that leaves minimax's value alone and runs on one thread.
    pub const EXACT: Self = Self::of(&[
        Refinement::Captures,
        Refinement::Killers,
        Refinement::History,
        Refinement::Deepening,
        Refinement::Table,
        Refinement::Pvs,
        Refinement::Aspiration,
    ]);

    /// Everything that runs on one thread.
    pub const ALL: Self = Self::EXACT
        .with(Refinement::Quiescence)
        .with(Refinement::NullMove)
        .with(Refinement::LateMoves);

    /// The set of these.
    #[must_use]
    pub const fn of(list: &[Refinement]) -> Self {
        let mut set = Self::NONE;
        let mut index = 0;
        while index < list.len() {
            set = set.with(list[index]);
            index += 1;
        }
        set
    }

    /// This set and one more.
    #[must_use]
    pub const fn with(self, one: Refinement) -> Self {
        Self(self.0 | one.bit())
    }

    /// This set without one.
    #[must_use]
    pub const fn without(self, one: Refinement) -> Self {
        Self(self.0 & !one.bit())
    }

    /// True if the set has it.
    #[inline]
    #[must_use]
    pub const fn has(self, one: Refinement) -> bool {
        self.0 & one.bit() != 0
    }

    /// The refinements of the set, in their usual order.
    pub fn iter(self) -> impl Iterator<Item = Refinement> {
        Refinement::ALL.into_iter().filter(move |one| self.has(*one))
    }
}

impl FromIterator<Refinement> for Refinements {
    fn from_iter<I: IntoIterator<Item = Refinement>>(list: I) -> Self {
        list.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Display for Refinements {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(Refinement::name).collect();
        to.write_str(if names.is_empty() { "none" } else { "" })?;
        to.write_str(&names.join(","))
    }
}

impl FromStr for Refinements {
    type Err = UnknownRefinement;

    /// Names with commas between; `all`, `exact` and `none` stand for their sets, `-name` takes one
    /// out.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).try_fold(
            Self::NONE,
            |set, name| {
                Ok(match name {
                    "all" => Self(set.0 | Self::ALL.0),
                    "exact" => Self(set.0 | Self::EXACT.0),
                    "none" => set,
                    _ => match name.strip_prefix('-') {
                        Some(out) => set.without(out.parse()?),
                        None => set.with(name.parse()?),
                    },
                })
            },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for set in [Refinements::NONE, Refinements::EXACT, Refinements::ALL] {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        for one in Refinement::ALL {
            assert_eq!(one.name().parse(), Ok(one));
        }
    }

    #[test]
    fn words_and_exclusions_combine() {
        let set: Refinements = "all,-null-move".parse().unwrap();
        assert!(set.has(Refinement::LateMoves) && !set.has(Refinement::NullMove));
        let error = "captures,magic".parse::<Refinements>().unwrap_err();
        assert!(error.to_string().contains("\"magic\"") && error.to_string().contains("killers"));
    }
}
