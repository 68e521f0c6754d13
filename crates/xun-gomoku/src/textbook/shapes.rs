//! The seven shapes of the course evaluation, counted on a line.
//!
//! A pattern is a row of 0 (empty), 1 (own) and 2 (the opponent's stone, or beyond the edge), and
//! counts at every place where it stands, in either direction; patterns may overlap. So a stretch
//! `001100` holds two open twos, as in the course programs that compare strings. Here a window is a
//! number in base three, looked up in a table.

use std::sync::LazyLock;

/// A shape of the course evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum LabShape {
    /// Five in a row.
    Five,
    /// Four with both ends open.
    OpenFour,
    /// Four that one stone completes.
    ClosedFour,
    /// Three that can become an open four.
    OpenThree,
    /// Three that can become a four.
    ClosedThree,
    /// Two that can become an open three.
    OpenTwo,
    /// Two that can become a closed three.
    ClosedTwo,
}

impl LabShape {
    /// Every shape, the strongest first.
    pub const ALL: [Self; 7] = [
        Self::Five,
        Self::OpenFour,
        Self::ClosedFour,
        Self::OpenThree,
        Self::ClosedThree,
        Self::OpenTwo,
        Self::ClosedTwo,
    ];

    /// Its patterns; each also counts when read backwards.
    #[must_use]
    pub const fn patterns(self) -> &'static [&'static str] {
        match self {
            Self::Five => &["11111"],
            Self::OpenFour => &["011110"],
            Self::ClosedFour => &["011112", "10111", "11011"],
            Self::OpenThree => &["01110", "010110"],
            Self::ClosedThree => &["001112", "010112", "011012", "10011", "10101", "2011102"],
            Self::OpenTwo => &["00110", "01010", "010010"],
            Self::ClosedTwo => &["000112", "010012", "10001", "2010102", "2011002"],
        }
    }
}

/// The number of each shape.
pub(super) type Counts = [u8; 7];

const SHORTEST: usize = 5;
const LONGEST: usize = 7;
const NONE: u8 = u8::MAX;

/// By length of window (from the shortest) and by its number in base three: the shape, or none.
static WINDOWS: LazyLock<[Vec<u8>; LONGEST - SHORTEST + 1]> = LazyLock::new(|| {
    let mut tables =
        [SHORTEST, SHORTEST + 1, LONGEST].map(|length| vec![NONE; 3usize.pow(length as u32)]);
    let number = |digits: &mut dyn Iterator<Item = u8>| {
        digits.fold(0, |sum, digit| sum * 3 + usize::from(digit - b'0'))
    };
    for shape in LabShape::ALL {
        for pattern in shape.patterns() {
            let table = &mut tables[pattern.len() - SHORTEST];
            table[number(&mut pattern.bytes())] = shape as u8;
            table[number(&mut pattern.bytes().rev())] = shape as u8;
        }
    }
    tables
});

/// Counts the shapes on a line of cells: 0 empty, 1 and 2 the colours. Returns those of 1 and those
/// of 2.
pub(super) fn count_line(cells: &[u8]) -> [Counts; 2] {
    [count_for(cells, 1), count_for(cells, 2)]
}

fn count_for(cells: &[u8], own: u8) -> Counts {
    let tables = &*WINDOWS;
    let mut counts = [0; 7];
    let mut numbers = [0usize; LONGEST - SHORTEST + 1];
    let seen = |cell: u8| match cell {
        0 => 0,
        cell if cell == own => 1,
        _ => 2,
    };
    // The edge counts as a stone of the opponent.
    let edge = std::iter::once(2);
    let digits = edge.clone().chain(cells.iter().map(|cell| seen(*cell))).chain(edge);
    for (place, digit) in digits.enumerate() {
        for (longer, table) in tables.iter().enumerate() {
            numbers[longer] = (numbers[longer] * 3 + digit) % table.len();
            if place + 1 >= SHORTEST + longer {
                let shape = table[numbers[longer]];
                if shape != NONE {
                    counts[usize::from(shape)] += 1;
                }
            }
        }
    }
    counts
}

/// Counts the shapes of a line given as text, `1` own, `2` the opponent's, `0` empty: for lessons
/// and tests.
pub fn count_shapes(line: &str) -> Vec<(LabShape, u8)> {
    let cells: Vec<u8> =
        line.bytes().filter(u8::is_ascii_digit).map(|digit| (digit - b'0').min(2)).collect();
    let counts = count_for(&cells, 1);
    LabShape::ALL
        .into_iter()
        .map(|shape| (shape, counts[shape as usize]))
        .filter(|(_, count)| *count > 0)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Counting as a course program does: comparing strings at every place, both ways.
    fn by_strings(cells: &[u8], own: u8) -> Counts {
        let digit = |cell: &u8| match *cell {
            0 => '0',
            cell if cell == own => '1',
            _ => '2',
        };
        let line: String = format!("2{}2", cells.iter().map(digit).collect::<String>());
        LabShape::ALL.map(|shape| {
            let mut patterns: Vec<String> = Vec::new();
            for pattern in shape.patterns() {
                patterns.push((*pattern).to_owned());
                patterns.push(pattern.chars().rev().collect());
            }
            patterns.sort();
            patterns.dedup();
            let at = |pattern: &String| {
                (0..line.len()).filter(|place| line[*place..].starts_with(pattern.as_str())).count()
            };
            patterns.iter().map(at).sum::<usize>() as u8
        })
    }

    proptest! {
        #[test]
        fn tables_count_as_strings_do(cells in prop::collection::vec(0u8..3, 1..23)) {
            prop_assert_eq!(count_line(&cells), [by_strings(&cells, 1), by_strings(&cells, 2)]);
        }
    }

    #[test]
    fn known_lines_have_their_shapes() {
        use LabShape::{ClosedFour, ClosedThree, Five, OpenFour, OpenThree, OpenTwo};
        assert_eq!(count_shapes("000111110000"), [(Five, 1)]);
        assert_eq!(count_shapes("000011110000"), [(OpenFour, 1)]);
        assert_eq!(count_shapes("000211110000"), [(ClosedFour, 1)]);
        assert_eq!(count_shapes("000001110000"), [(OpenThree, 1)]);
        assert_eq!(count_shapes("111000000000"), [(ClosedThree, 1)]);
        assert_eq!(
            count_shapes("000011000000"),
            [(OpenTwo, 2)],
            "both ways round, as strings count it"
        );
    }
}
