//! The oracle as bytes: a mark, a version, the map's size and hash, the arrays with their lengths,
//! and a checksum over everything before it. All numbers are little-endian.

use super::entry::{ANY_NEIGHBOUR, Entry, MOST_HUBS, Steps};
use super::sight_lines::SightLines;
use super::{Oracle, OracleError, lists, remainder};
use crate::{Cell, Map};

const MARK: &[u8; 8] = b"XUNORACL";
const VERSION: u32 = 1;

/// Changes with every single word, since each step is one-to-one in both its arguments.
fn hash(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0x6A09_E667_F3BC_C908, |hash: u64, word| {
        (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    })
}

/// The words of some bytes; the last is filled with zeros.
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

/// A hash of the map's size and walls.
pub(super) fn map_hash(map: &Map) -> u64 {
    let size = [u64::from(map.rows()), u64::from(map.columns())];
    hash(size.into_iter().chain(words(map.costs())))
}

impl Oracle {
    /// The oracle as the content of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes() as usize + 256);
        bytes.extend_from_slice(MARK);
        for number in [VERSION, self.rows, self.columns, self.hubs] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&self.map_hash.to_le_bytes());
        let mut array = |length: usize, content: &mut dyn Iterator<Item = u64>, width: usize| {
            bytes.extend_from_slice(&(length as u64).to_le_bytes());
            content.for_each(|number| bytes.extend_from_slice(&number.to_le_bytes()[..width]));
        };
        let point = |cell: &Cell| u64::from(cell.row) << 32 | u64::from(cell.column);
        array(self.points.len(), &mut self.points.iter().map(point), 8);
        for content in
            [&self.edges_from, &self.edges, &self.labels_from, &self.first_turns, &self.last_turns]
        {
            array(content.len(), &mut content.iter().map(|&number| u64::from(number)), 4);
        }
        array(self.labels.len(), &mut self.labels.iter().copied(), 8);
        array(self.lists.len(), &mut self.lists.iter().map(|&number| u64::from(number)), 2);
        let sum = hash(words(&bytes));
        bytes.extend_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads an oracle of this map from the content of a file. Everything is checked, so that
    /// queries cannot fail, whatever the bytes are.
    ///
    /// # Errors
    ///
    /// If the bytes are no oracle, of another version, damaged, or made for another map.
    pub fn from_bytes(bytes: &[u8], map: &Map) -> Result<Self, OracleError> {
        if bytes.get(..8) != Some(MARK) {
            return Err(OracleError::NotAnOracle);
        }
        let version = bytes.get(8..12).ok_or(OracleError::Damaged("it ends too early"))?;
        let version = u32::from_le_bytes(version.try_into().unwrap_or_default());
        if version != VERSION {
            return Err(OracleError::Version(version));
        }
        let content = bytes.len().checked_sub(8).filter(|&end| end >= 32);
        let content = &bytes[..content.ok_or(OracleError::Damaged("it ends too early"))?];
        if words(&bytes[content.len()..]).next() != Some(hash(words(content))) {
            return Err(OracleError::Damaged("its checksum is wrong"));
        }
        let mut reader = Reader { bytes: &content[12..] };
        let (rows, columns, hubs) = (reader.u32()?, reader.u32()?, reader.u32()?);
        let map_hash = reader.u64()?;
        let cell = |word: u64| Cell::new((word >> 32) as u32, word as u32);
        let points = reader.array(8)?.map(cell).collect();
        let mut narrow = || Ok(reader.array(4)?.map(|number| number as u32).collect());
        let (edges_from, edges, labels_from) = (narrow()?, narrow()?, narrow()?);
        let (first_turns, last_turns) = (narrow()?, narrow()?);
        let labels = reader.array(8)?.collect();
        let lists = reader.array(2)?.map(|number| number as u16).collect();
        if !reader.bytes.is_empty() {
            return Err(OracleError::Damaged("something follows its last part"));
        }
        let mut oracle = Self {
            rows,
            columns,
            map_hash,
            points,
            edges_from,
            edges,
            labels_from,
            labels,
            hubs,
            first_turns,
            last_turns,
            lists,
            lines: SightLines::new(map),
            parts: Vec::new(),
        };
        oracle.check_map(map)?;
        oracle.check().map_err(OracleError::Damaged)?;
        oracle.parts = remainder::parts(&oracle);
        Ok(oracle)
    }

    /// The fault of the arrays, if there is one.
    fn check(&self) -> Result<(), &'static str> {
        let (count, cells) = (self.points.len(), self.rows as usize * self.columns as usize);
        let is_open = |&cell: &Cell| self.check_cell("start", cell).is_ok();
        let is_point = |&point: &u32| (point as usize) < count;
        let splits = |from: &[u32], length: usize| {
            from.len() == count + 1
                && from[0] == 0
                && from[count] as usize == length
                && from.is_sorted()
        };
        if !self.points.iter().all(is_open) {
            return Err("a jump point is no open cell");
        }
        if !splits(&self.edges_from, self.edges.len()) || !self.edges.iter().all(is_point) {
            return Err("an edge leads nowhere");
        }
        let crosses_no_wall = |point: u32| {
            let from = self.cell(point);
            self.neighbours(point).iter().all(|&next| {
                let to = self.cell(next);
                self.lines.is_free(from, to) || self.lines.is_free(to, from)
            })
        };
        if !(0..count as u32).all(crosses_no_wall) {
            return Err("an edge crosses a wall");
        }
        if self.hubs as usize > count.min(MOST_HUBS)
            || !splits(&self.labels_from, self.labels.len())
            || !(0..count as u32).all(|point| self.is_label_sound(point))
        {
            return Err("a label is wrong");
        }
        let is_list_sound = |&position: &u32| {
            (position as usize) < self.lists.len()
                && lists::numbers(&self.lists, position).all(|point| is_point(&point))
        };
        let mut turns = self.first_turns.iter().chain(&self.last_turns);
        if self.first_turns.len() != cells
            || self.last_turns.len() != cells
            || !turns.all(is_list_sound)
        {
            return Err("a list of turns is wrong");
        }
        Ok(())
    }

    /// Whether a label's entries are in order and each leads to its hub.
    fn is_label_sound(&self, point: u32) -> bool {
        let label = self.label(point);
        let is_ordered = label.windows(2).all(|pair| Entry(pair[0]).hub() < Entry(pair[1]).hub());
        is_ordered
            && label.iter().all(|&word| {
                let entry = Entry(word);
                let is_known = entry.hub() < self.hubs;
                let slot = entry.neighbour();
                let is_neighbour =
                    slot == ANY_NEIGHBOUR || usize::from(slot) < self.neighbours(point).len();
                is_known
                    && (entry.steps() == Steps::default()
                        || is_neighbour && self.towards(point, entry).is_some())
            })
    }
}

/// Reads numbers from the front of some bytes.
struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], OracleError> {
        let (taken, rest) =
            self.bytes.split_at_checked(length).ok_or(OracleError::Damaged("it ends too early"))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32, OracleError> {
        Ok(words(self.take(4)?).next().unwrap_or(0) as u32)
    }

    fn u64(&mut self) -> Result<u64, OracleError> {
        Ok(words(self.take(8)?).next().unwrap_or(0))
    }

    /// The numbers of an array, each of so many bytes.
    fn array(&mut self, width: usize) -> Result<impl Iterator<Item = u64> + use<'a>, OracleError> {
        let length = usize::try_from(self.u64()?).ok().and_then(|length| length.checked_mul(width));
        let content = self.take(length.ok_or(OracleError::Damaged("a length is too large"))?)?;
        Ok(content.chunks_exact(width).map(|chunk| words(chunk).next().unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Kind, Random, Recipe, generate};
    use crate::{Limits, OracleOptions, OracleQuery};

    /// Files changed at random with a checksum that fits: each is refused, or answers all queries
    /// with paths that end.
    #[test]
    fn forged_files_do_no_harm() {
        let mut random = Random::new(77);
        let (mut refused, mut read) = (0, 0);
        for seed in 0..60 {
            let kind = [Kind::Random, Kind::Rooms, Kind::Caves][seed as usize % 3];
            let recipe = Recipe { kind, rows: 12, columns: 13, seed, ..Recipe::default() };
            let map = generate(&recipe).unwrap().map().clone();
            let bytes_per_cell = [25, 60, 10_000][random.below(3) as usize];
            let options = OracleOptions { bytes_per_cell };
            let Ok(oracle) = Oracle::build(&map, &options, &Limits::default()) else { continue };
            let bytes = oracle.to_bytes();
            for _ in 0..200 {
                let mut forged = bytes[..bytes.len() - 8].to_vec();
                for _ in 0..=random.below(3) {
                    let at = 12 + random.below(forged.len() as u32 - 12) as usize;
                    match random.below(3) {
                        0 => forged[at] = random.bits() as u8,
                        1 => forged[at] = forged[at].wrapping_add(1),
                        _ => forged[at] ^= 1 << random.below(8),
                    }
                }
                let sum = hash(words(&forged));
                forged.extend_from_slice(&sum.to_le_bytes());
                let Ok(oracle) = Oracle::from_bytes(&forged, &map) else {
                    refused += 1;
                    continue;
                };
                read += 1;
                let mut query = OracleQuery::new(&oracle);
                for _ in 0..20 {
                    let [start, goal] =
                        [(); 2].map(|()| Cell::new(random.below(12), random.below(13)));
                    let path = query.path(start, goal);
                    assert!(path.is_err() || map.is_open(start) && map.is_open(goal));
                }
            }
        }
        assert!(refused > 1000 && read > 100, "{refused} refused, {read} read");
    }
}
