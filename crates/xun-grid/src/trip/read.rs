//! Graphs from text: edge lists, and the DIMACS format of road networks.

use super::{Graph, Road};
use std::str::FromStr;
use thiserror::Error;

/// The most nodes that are read.
pub const MAX_NODES: usize = 50_000_000;
/// The most roads that are read.
pub const MAX_ROADS: usize = 200_000_000;

/// A fault of a graph file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {kind}")]
pub struct GraphFault {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub kind: GraphFaultKind,
}

/// Kind of a fault in a line of a graph file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum GraphFaultKind {
    /// A line of an edge list has too few or too many numbers.
    #[error("expected FROM TO DISTANCE [TIME [USES]], found {0} fields")]
    Fields(usize),
    /// A field is no number that fits.
    #[error("expected a whole number up to 4294967295, found {0:?}")]
    Number(String),
    /// A line of a DIMACS file is neither a comment, the problem line nor an arc.
    #[error("expected c, p sp NODES ARCS or a FROM TO LENGTH, found {0:?}")]
    Line(String),
    /// A node is out of range.
    #[error("node {node} is not one of {first} to {last}")]
    Node {
        /// The node.
        node: u64,
        /// The first node.
        first: u64,
        /// The last node.
        last: u64,
    },
    /// A DIMACS file has another number of arcs than its problem line declares: it was cut short,
    /// or two files were joined.
    #[error("{found} arcs, but the line p sp declares {declared}")]
    Arcs {
        /// The number that the problem line declares.
        declared: usize,
        /// The number of arc lines.
        found: usize,
    },
    /// More nodes or roads than are read.
    #[error("more than {MAX_NODES} nodes or {MAX_ROADS} roads")]
    TooLarge,
    /// Nothing was found.
    #[error("no roads")]
    Empty,
}

impl FromStr for Graph {
    type Err = GraphFault;

    /// Reads a graph. A file with a line `p sp NODES ARCS` is DIMACS: nodes are counted from 1
    /// there and from 0 in the graph, and an arc's length is its distance, its time and the supply
    /// it uses; it has as many arcs as that line says. Any other is an edge list: lines
    /// `FROM TO DISTANCE [TIME [USES]]` with nodes from 0; without a time or a use the distance
    /// stands for it. `#` begins a comment.
    ///
    /// ```
    /// use xun_grid::trip::Graph;
    ///
    /// let graph: Graph = "# two roads\n0 1 5\n1 2 5 9 2\n".parse()?;
    /// assert_eq!((graph.nodes(), graph.roads(1)[0].uses), (3, 2));
    /// let graph: Graph = "c map\np sp 2 1\na 1 2 7\n".parse()?;
    /// assert_eq!((graph.nodes(), graph.roads(0)[0].distance), (2, 7));
    /// assert!("0 1 x".parse::<Graph>().unwrap_err().to_string().contains("line 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, GraphFault> {
        let is_dimacs = text.lines().any(|line| line.split_whitespace().take(2).eq(["p", "sp"]));
        let mut reader = Reader { roads: Vec::new(), nodes: 0, declared: None };
        let mut lines = 0;
        for (index, line) in text.lines().enumerate() {
            lines = index + 1;
            let read = if is_dimacs { reader.dimacs(line) } else { reader.edge(line) };
            read.map_err(|kind| GraphFault { line: lines, kind })?;
        }
        if let Some((_, declared)) = reader.declared {
            let found = reader.roads.len();
            if found != declared {
                let kind = GraphFaultKind::Arcs { declared, found };
                return Err(GraphFault { line: lines, kind });
            }
        }
        let nodes = reader.declared.map_or(reader.nodes, |(nodes, _)| nodes);
        if nodes == 0 {
            return Err(GraphFault { line: lines.max(1), kind: GraphFaultKind::Empty });
        }
        Self::new(nodes, reader.roads)
            .map_err(|_| GraphFault { line: lines, kind: GraphFaultKind::Empty })
    }
}

struct Reader {
    roads: Vec<(usize, Road)>,
    nodes: usize,
    /// Nodes and arcs by the problem line of a DIMACS file.
    declared: Option<(usize, usize)>,
}

fn number(field: &str) -> Result<u32, GraphFaultKind> {
    field.parse().map_err(|_| GraphFaultKind::Number(shortened(field)))
}

/// The beginning of a text, for messages.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}

impl Reader {
    fn add(&mut self, from: u32, road: Road) -> Result<(), GraphFaultKind> {
        let (from, to) = (from as usize, road.to);
        self.nodes = self.nodes.max(from.max(to) + 1);
        if self.nodes > MAX_NODES || self.roads.len() >= MAX_ROADS {
            return Err(GraphFaultKind::TooLarge);
        }
        self.roads.push((from, road));
        Ok(())
    }

    fn edge(&mut self, line: &str) -> Result<(), GraphFaultKind> {
        let line = line.split('#').next().unwrap_or_default();
        let fields: Vec<&str> = line.split_whitespace().take(6).collect();
        let (from, to, distance, more) = match &fields[..] {
            [] => return Ok(()),
            [from, to, distance, more @ ..] if more.len() <= 2 => (from, to, distance, more),
            other => return Err(GraphFaultKind::Fields(other.len())),
        };
        let (from, to, distance) = (number(from)?, number(to)? as usize, number(distance)?);
        let time = more.first().map_or(Ok(distance), |field| number(field))?.into();
        let uses = more.get(1).map_or(Ok(distance), |field| number(field))?;
        self.add(from, Road { to, distance: distance.into(), time, uses })
    }

    fn dimacs(&mut self, line: &str) -> Result<(), GraphFaultKind> {
        let fields: Vec<&str> = line.split_whitespace().take(5).collect();
        match (&fields[..], self.declared) {
            ([] | ["c", ..], _) => Ok(()),
            (["p", "sp", nodes, arcs], None) => {
                let (nodes, arcs) = (number(nodes)? as usize, number(arcs)? as usize);
                if nodes > MAX_NODES || arcs > MAX_ROADS {
                    return Err(GraphFaultKind::TooLarge);
                }
                self.declared = Some((nodes, arcs));
                Ok(())
            }
            (["a", from, to, length], Some((nodes, _))) => {
                let (from, to, length) = (number(from)?, number(to)?, number(length)?);
                for node in [from, to] {
                    if node == 0 || node as usize > nodes {
                        let (node, last) = (u64::from(node), nodes as u64);
                        return Err(GraphFaultKind::Node { node, first: 1, last });
                    }
                }
                let to = to as usize - 1;
                let road = Road { to, distance: length.into(), time: length.into(), uses: length };
                self.add(from - 1, road)
            }
            _ => Err(GraphFaultKind::Line(shortened(line))),
        }
    }
}
