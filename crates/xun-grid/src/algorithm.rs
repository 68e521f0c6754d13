//! The list of algorithms: name, aliases, title, description, and the problems each one accepts.
//!
//! Menus, the command line's values and the tables of the documentation are made from this list.

use crate::Moves;
use crate::options::UnknownName;
use std::fmt;
use std::str::FromStr;

/// The problems that an algorithm accepts. Everything else it refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "independent features of a problem")]
pub struct Capabilities {
    /// Problems without a supply.
    pub plain: bool,
    /// A tank, and stations that refill it for nothing. Only the four straight moves go with it.
    pub supply: bool,
    /// Stations that sell by the unit.
    pub prices: bool,
    /// Terrain of different costs.
    pub terrain: bool,
    /// The moves it knows.
    pub moves: &'static [Moves],
}

const FOUR: &[Moves] = &[Moves::Four];
const EIGHT: &[Moves] = &[Moves::Eight];

/// Every problem.
const EVERYTHING: Capabilities =
    Capabilities { plain: true, supply: true, prices: true, terrain: true, moves: &Moves::ALL };
/// Every problem without a supply.
const PLAIN: Capabilities = Capabilities { supply: false, prices: false, ..EVERYTHING };
/// With a supply the states are (cell, supply).
const PLAIN_OR_SUPPLY: Capabilities = Capabilities { prices: false, ..EVERYTHING };
/// Jump points exist on uniform grids with eight moves.
const UNIFORM_EIGHT: Capabilities = Capabilities { terrain: false, moves: EIGHT, ..PLAIN };
/// Jump points on ground of different costs.
const EIGHT_MOVES: Capabilities = Capabilities { moves: EIGHT, ..PLAIN };
/// Labels count steps.
const STEPS_WITH_SUPPLY: Capabilities =
    Capabilities { terrain: false, moves: FOUR, ..PLAIN_OR_SUPPLY };
/// The least money, then the fewest steps.
const PRICES: Capabilities = Capabilities { plain: false, prices: true, ..STEPS_WITH_SUPPLY };

/// One row of the list.
struct Entry {
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    about: &'static str,
    capabilities: Capabilities,
    uses_heuristic: bool,
}

macro_rules! algorithms {
    ($(
        #[doc = $about:literal]
        $variant:ident {
            $name:literal, $aliases:expr, $title:literal, $capabilities:expr,
            heuristic: $heuristic:literal
        }
    )*) => {
        /// A search algorithm.
        ///
        /// ```
        /// use xun_grid::Algorithm;
        ///
        /// let algorithm: Algorithm = "dijkstra".parse()?;
        /// assert_eq!(algorithm, Algorithm::Ucs);
        /// assert!(algorithm.capabilities().supply && !algorithm.uses_heuristic());
        /// # Ok::<(), xun_grid::UnknownName>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Algorithm {
            $(#[doc = $about] $variant,)*
        }

        const ENTRIES: &[Entry] = &[$(Entry {
            name: $name,
            aliases: &$aliases,
            title: $title,
            about: $about,
            capabilities: $capabilities,
            uses_heuristic: $heuristic,
        },)*];

        impl Algorithm {
            /// All of them, in the order in which menus list them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
        }
    };
}

algorithms! {
    /// The fastest exact algorithm for the problem.
    Auto { "auto", [], "Automatic", EVERYTHING, heuristic: false }
    /// Fewest steps; expands cells in order of their distance from the start.
    Bfs { "bfs", ["breadth-first"], "Breadth-first", PLAIN_OR_SUPPLY, heuristic: false }
    /// Some path, often a long one.
    Dfs { "dfs", ["depth-first"], "Depth-first", PLAIN, heuristic: false }
    /// Cheapest path without any heuristic.
    Ucs {
        "ucs", ["dijkstra", "uniform-cost"], "Uniform cost (Dijkstra)", PLAIN_OR_SUPPLY,
        heuristic: false
    }
    /// Follows the heuristic alone: quick, but the path may be long.
    Greedy { "greedy", ["best-first"], "Greedy best-first", PLAIN, heuristic: true }
    /// Cheapest path, as long as the heuristic never exceeds the true cost.
    AStar { "astar", ["a-star", "a*"], "A*", PLAIN_OR_SUPPLY, heuristic: true }
    /// A\* with the heuristic times a weight: the path costs at most the weight times the least.
    WeightedAStar { "weighted-astar", ["wastar", "wa*"], "Weighted A*", PLAIN, heuristic: true }
    /// Cheapest path, searched from both ends.
    Bidirectional { "bidirectional", [], "Bidirectional A*", PLAIN, heuristic: true }
    /// Cheapest path in memory for one path only; starts again with each bound.
    Ida { "ida", ["ida*"], "IDA*", PLAIN, heuristic: true }
    /// IDA\* with a transposition table: remembers the cheapest way to each cell.
    IdaTable { "ida-table", [], "IDA* with a table", PLAIN, heuristic: true }
    /// Fringe search: IDA\*'s bounds without starting again.
    Fringe { "fringe", [], "Fringe search", PLAIN, heuristic: true }
    /// Jump point search: cheapest path with 8 moves; skips all cells between jump points.
    Jps { "jps", ["jump-point"], "Jump point search", UNIFORM_EIGHT, heuristic: false }
    /// Jump point search with the jumps precomputed (JPS+).
    JpsTable { "jps-table", ["jps+"], "Jump points, with a table", UNIFORM_EIGHT, heuristic: false }
    /// Jump point search on ground of different costs: cheapest path with 8 moves (JPSW).
    JpsWeighted {
        "jpsw", ["jps-weighted"], "Jump points, weighted ground", EIGHT_MOVES, heuristic: false
    }
    /// Fewest steps with a limited supply, by labels from both ends; the fastest algorithm for it.
    Labels { "labels", [], "Labels from both ends", STEPS_WITH_SUPPLY, heuristic: false }
    /// Least money where stations sell by the unit, then the fewest steps.
    Priced { "priced", [], "Least money", PRICES, heuristic: false }
}

impl Algorithm {
    #[inline]
    fn entry(self) -> &'static Entry {
        &ENTRIES[self as usize]
    }

    /// The name in options and files, such as `weighted-astar`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().name
    }

    /// Other names that are understood.
    #[must_use]
    pub fn aliases(self) -> &'static [&'static str] {
        self.entry().aliases
    }

    /// The name for people, in English.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// A sentence about it, in English.
    #[must_use]
    pub fn description(self) -> String {
        self.entry().about.trim().replace('\\', "")
    }

    /// The problems that it accepts.
    #[must_use]
    #[inline]
    pub fn capabilities(self) -> Capabilities {
        self.entry().capabilities
    }

    /// Whether [`Options::heuristic`](crate::Options::heuristic) changes what it does.
    #[must_use]
    #[inline]
    pub fn uses_heuristic(self) -> bool {
        self.entry().uses_heuristic
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        Self::ALL
            .iter()
            .copied()
            .find(|known| known.name() == name || known.aliases().contains(&name))
            .ok_or_else(|| {
                UnknownName::new("algorithm", name, Self::ALL.iter().map(|one| one.name()))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_unique_and_parse() {
        let mut names: Vec<&str> = Vec::new();
        for &algorithm in Algorithm::ALL {
            names.extend([algorithm.name()].iter().chain(algorithm.aliases()));
            for name in [algorithm.name()].iter().chain(algorithm.aliases()) {
                assert_eq!(name.parse(), Ok(algorithm));
            }
            assert!(algorithm.description().ends_with('.'), "{algorithm}");
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn an_unknown_name_lists_the_known_ones() {
        let error = "x".parse::<Algorithm>().unwrap_err();
        assert!(error.to_string().starts_with("unknown algorithm \"x\"; expected one of auto bfs"));
    }
}
