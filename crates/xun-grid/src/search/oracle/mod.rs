//! An oracle: shortest paths by eight moves on a map that does not change, from tables made once.
//!
//! - `jump_graph`: the jump points, the edges between them, and for every cell the jump points
//!   where its paths turn first and last (`lists`);
//! - `labels`: distances from every jump point to some hubs (`entry`, `sample`);
//! - `query`: the distance and the path, without a search;
//! - `remainder`: the search that is left where the memory did not suffice for all labels;
//! - `sight_lines`: whether the line between two cells is free;
//! - `file`: the oracle as bytes.
//!
//! Guarantee: the cheapest path. A path from start to goal is a free line, or it turns at one jump
//! point, or it goes from the first jump point to the last over a hub that both keep. All sums are
//! lengths of paths, and the path of the canonical order of jump point search is among them.

mod entry;
mod file;
mod jump_graph;
mod labels;
mod lists;
mod query;
mod remainder;
mod sample;
mod sight_lines;

use crate::{Cell, Limits, Map, ProblemError};
use entry::{Entry, Steps};
use jump_graph::JumpGraph;
use labels::Labels;
pub use query::OracleQuery;
pub(super) use query::{Found, Scratch};
use sight_lines::SightLines;
use thiserror::Error;

/// The largest map that an oracle is made for: 2048 × 2048 cells.
pub const MOST_ORACLE_CELLS: usize = 1 << 22;

/// Settings of an [`Oracle`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OracleOptions {
    /// Memory at most, in bytes for each cell of the map. With less memory than all labels need,
    /// answers stay exact, but some queries search.
    pub bytes_per_cell: u32,
}

impl Default for OracleOptions {
    fn default() -> Self {
        Self { bytes_per_cell: 64 }
    }
}

/// The reason why there is no oracle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OracleError {
    /// Terrain of different costs.
    #[error("an oracle is for plain ground; this map has terrain of different costs")]
    WeightedTerrain,
    /// The map has too many cells, or too long a side.
    #[error(
        "the map is too large for an oracle: at most {MOST_ORACLE_CELLS} cells and sides of \
         32,767; jps can"
    )]
    TooLarge,
    /// The memory does not suffice for the graph.
    #[error("an oracle of this map needs at least {needed} bytes a cell, not {given}")]
    TooLittleMemory {
        /// Bytes a cell without any labels.
        needed: u64,
        /// Bytes a cell allowed.
        given: u32,
    },
    /// A limit was reached, or the flag was raised.
    #[error("stopped before the oracle was made")]
    Stopped,
    /// The bytes are not an oracle.
    #[error("this is not an oracle file of this program: it does not begin with \"XUNORACL\"")]
    NotAnOracle,
    /// Another version of the format.
    #[error("the oracle file has version {0}; this program reads version 1; build it again")]
    Version(u32),
    /// The bytes are damaged.
    #[error("the oracle file is damaged ({0}); build it again")]
    Damaged(&'static str),
    /// It was made for another map.
    #[error("the oracle was made for another map; build it again")]
    AnotherMap,
}

/// Shortest paths by eight moves without corner cutting on a map of plain ground that does not
/// change: made once, asked often, from many threads. Its [queries](OracleQuery) take about a
/// microsecond where all labels fit into the memory.
///
/// ```
/// use xun_grid::{Cell, Limits, Map, Oracle, OracleOptions, OracleQuery};
///
/// let map = Map::from_costs(3, 3, vec![1, 0, 1, 1, 0, 1, 1, 1, 1])?;
/// let oracle = Oracle::build(&map, &OracleOptions::default(), &Limits::default())?;
/// let again = Oracle::from_bytes(&oracle.to_bytes(), &map)?;
/// let mut query = OracleQuery::new(&again);
/// assert_eq!(query.distance(Cell::new(0, 0), Cell::new(0, 2))?, Some(6.0));
/// assert_eq!(query.path(Cell::new(0, 0), Cell::new(0, 2))?.unwrap().letters().unwrap(), "DDRRUU");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracle {
    rows: u32,
    columns: u32,
    map_hash: u64,
    points: Vec<Cell>,
    edges_from: Vec<u32>,
    edges: Vec<u32>,
    labels_from: Vec<u32>,
    labels: Vec<u64>,
    hubs: u32,
    /// By cell: positions in `lists`.
    first_turns: Vec<u32>,
    last_turns: Vec<u32>,
    lists: Vec<u16>,
    lines: SightLines,
    /// The part of the graph without the hubs that each point lies in; [`IS_HUB`] for hubs. Empty
    /// if the labels are complete.
    parts: Vec<u32>,
}

/// In place of a part's number.
const IS_HUB: u32 = u32::MAX;

impl Oracle {
    /// Makes the oracle of a map. Takes seconds to minutes; the limits count points that are
    /// labelled or drawn as expansions.
    ///
    /// # Errors
    ///
    /// If the map has terrain of different costs, is too large, needs more memory than allowed, or
    /// if a limit was reached.
    pub fn build(
        map: &Map,
        options: &OracleOptions,
        limits: &Limits<'_>,
    ) -> Result<Self, OracleError> {
        Self::can_be_made(map)?;
        let graph = JumpGraph::new(map).map_err(|_| OracleError::TooLarge)?;
        let mut oracle = Self {
            rows: map.rows(),
            columns: map.columns(),
            map_hash: file::map_hash(map),
            labels_from: vec![0; graph.points.len() + 1],
            labels: Vec::new(),
            hubs: 0,
            points: Vec::new(),
            edges_from: Vec::new(),
            edges: Vec::new(),
            first_turns: Vec::new(),
            last_turns: Vec::new(),
            lists: Vec::new(),
            lines: SightLines::new(map),
            parts: Vec::new(),
        };
        let cells = map.cells() as u64;
        let graph_bytes = graph.bytes() + oracle.bytes();
        let allowed = u64::from(options.bytes_per_cell) * cells;
        // Small maps have edges of the map, not cells, to pay for.
        let left = (allowed + 4096).checked_sub(graph_bytes).ok_or_else(|| {
            let needed = graph_bytes.div_ceil(cells);
            OracleError::TooLittleMemory { needed, given: options.bytes_per_cell }
        })?;
        let labels = labels::make(&graph, (left / 8) as usize, limits);
        let Labels { from, entries, hubs } = labels.map_err(|_| OracleError::Stopped)?;
        (oracle.labels_from, oracle.labels, oracle.hubs) = (from, entries, hubs);
        oracle.lists = graph.lists.words;
        (oracle.points, oracle.edges_from, oracle.edges) =
            (graph.points, graph.edges_from, graph.edges);
        (oracle.first_turns, oracle.last_turns) = (graph.first_turns, graph.last_turns);
        oracle.parts = remainder::parts(&oracle);
        Ok(oracle)
    }

    /// Fails for maps that no oracle is made for.
    fn can_be_made(map: &Map) -> Result<(), OracleError> {
        let longest = map.rows().max(map.columns());
        if map.cells() > MOST_ORACLE_CELLS || longest > super::LONGEST_SIDE_OF_JUMP_TABLE {
            Err(OracleError::TooLarge)
        } else if map.is_uniform() {
            Ok(())
        } else {
            Err(OracleError::WeightedTerrain)
        }
    }

    /// Memory in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let words = self.edges_from.len()
            + self.edges.len()
            + self.labels_from.len()
            + self.first_turns.len()
            + self.last_turns.len()
            + self.parts.len();
        let wide = self.points.len() + self.labels.len();
        (words * 4 + wide * 8 + self.lists.len() * 2) as u64 + self.lines.bytes()
    }

    /// Whether every query is answered from the labels, without a search.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.parts.is_empty()
    }

    /// Number of jump points, and of all entries in their labels.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.points.len(), self.labels.len())
    }

    /// Fails unless the oracle was made for this map.
    pub(super) fn check_map(&self, map: &Map) -> Result<(), OracleError> {
        let is_same = (self.rows, self.columns) == (map.rows(), map.columns())
            && map.is_uniform()
            && self.map_hash == file::map_hash(map);
        if is_same { Ok(()) } else { Err(OracleError::AnotherMap) }
    }

    /// Fails unless the cell is open.
    fn check_cell(&self, what: &'static str, cell: Cell) -> Result<(), ProblemError> {
        let (rows, columns) = (self.rows, self.columns);
        if cell.row >= rows || cell.column >= columns {
            Err(ProblemError::Outside { what, cell, rows, columns })
        } else if self.lines.is_wall(cell) {
            Err(ProblemError::InWall { what, cell })
        } else {
            Ok(())
        }
    }

    #[inline]
    fn label(&self, point: u32) -> &[u64] {
        let at = point as usize;
        &self.labels[self.labels_from[at] as usize..self.labels_from[at + 1] as usize]
    }

    #[inline]
    fn neighbours(&self, point: u32) -> &[u32] {
        let at = point as usize;
        &self.edges[self.edges_from[at] as usize..self.edges_from[at + 1] as usize]
    }

    #[inline]
    fn cell(&self, point: u32) -> Cell {
        self.points[point as usize]
    }

    /// The next point on the way from a point to a hub in its label; none at the hub itself.
    fn towards(&self, point: u32, entry: Entry) -> Option<(u32, Entry)> {
        let steps = entry.steps();
        if steps == Steps::default() {
            return None;
        }
        let neighbours = self.neighbours(point);
        let step = |&next: &u32| {
            let onward = entry::find(self.label(next), entry.hub())?;
            let edge = Steps::between(self.cell(point), self.cell(next));
            (onward.steps().plus(edge) == steps).then_some((next, onward))
        };
        match entry.neighbour() {
            entry::ANY_NEIGHBOUR => neighbours.iter().find_map(step),
            slot => neighbours.get(usize::from(slot)).and_then(step),
        }
    }
}
